"""§2 Set-up: fills a state at the start of a match."""

from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.printed import VARIANTS, printed_values
from fairground.games.fireworks.rules import setup
from fairground.games.fireworks.rules.turn import Fireworks

ARRANGINGS = ("hand", "auto", "end")


def deal(state: Fireworks, box: FireworksBox) -> None:
    """Deal a match with the printed values of a box."""
    prepare(state, box)
    setup.deal(state)


def prepare(state: Fireworks, box: FireworksBox) -> None:
    """Make an empty table with the printed values of a box."""
    state.variant = VARIANTS.index(state.options["variant"])
    state.arranging = ARRANGINGS.index(state.options["arrange"])
    state.printed = printed_values(box, state.variant)
    state.lay_out()
