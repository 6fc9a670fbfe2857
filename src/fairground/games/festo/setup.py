"""§2 Set-up."""

from fairground.games.festo.box import FestoBox
from fairground.games.festo.printed import printed_values
from fairground.games.festo.rules.festo import Festo


def deal(state: Festo, box: FestoBox) -> None:
    """§2 Set-up, and the first round up to its first decision."""
    state.lay_out(printed_values(box, int(state.seats)))
    state.deal(state.options["events"] == "house", state.options["magic"] == "on")
