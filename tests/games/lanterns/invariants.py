"""What is true of every position."""

from lanterns.rules import Lanterns


def check(state: Lanterns) -> list[str]:
    places = [card for pile in (*state.hands, *state.shown) for card in pile]
    return [] if len(places) == len(set(places)) else ["a card lies in two places"]
