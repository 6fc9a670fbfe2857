"""What each seat has, for studies."""

from lanterns.rules import Lanterns


def holdings(state: Lanterns) -> dict[str, list[list[str]]]:
    """The cards that each seat has shown."""
    return {"card": [[f"card {row[seat]}" for row in state.shown] for seat in range(state.seats)]}
