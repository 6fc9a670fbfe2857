"""What is true of every position."""

from fairground.engine.state import OVER
from lanterns.rules import Lanterns

HAND = 3


def check(state: Lanterns) -> list[str]:
    places = [card for pile in (*state.hands, *state.shown) for card in pile]
    if len(places) != len(set(places)) or not set(places) <= set(range(state.cards)):
        return ["a card lies in two places, or there is no such card"]
    sizes = {len(state.hands), len(state.sealed), len(state.points), *map(len, state.shown)}
    if sizes != {state.seats}:
        return ["a seat is missing, or there is one too many"]
    if any(len(hand) > HAND for hand in state.hands) or len(state.shown) > HAND:
        return ["a hand has too many cards, or there were too many rounds"]
    if any(card != -1 and card not in hand for card, hand in zip(state.sealed, state.hands, strict=True)):
        return ["a seat has chosen a card that it does not have"]
    if state.actor != (state.actors() or [OVER])[0] or bool(state.hands[0]) == (state.actor == OVER):
        return ["the wrong seat is to move"]
    return []
