"""§2 Set-up: fills a state at the start of a match."""

from fairground.games.festo.box import FestoBox
from fairground.games.festo.printed import printed_values
from fairground.games.festo.rules.festo import Festo


def deal(state: Festo, box: FestoBox) -> None:
    """Deal a match with the printed values of a box, up to the first decision."""
    state.lay_out(printed_values(box, int(state.seats)))
    state.deal(state.options["events"] == "house", state.options["magic"] == "on")
