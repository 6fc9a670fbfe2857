"""The start of a match."""

from lanterns.box import LanternsBox
from lanterns.rules import Lanterns


def deal(state: Lanterns, box: LanternsBox) -> None:
    """§2 Three cards for each seat."""
    state.cards = box.deck.cards
    deck = list(range(state.cards))
    state.rng.shuffle(deck)
    state.hands = [sorted(deck[3 * seat : 3 * seat + 3]) for seat in range(state.seats)]
    state.sealed = [-1] * state.seats
    state.points = [0] * state.seats
    state.actor = 0
