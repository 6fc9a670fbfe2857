"""The printed values of Lanterns."""

import msgspec

from fairground.engine.box import Misprint, Source

MOST_CARDS = 100


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: int
    source: Source


class LanternsBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deck: Deck


def check(box: LanternsBox) -> None:
    if not 9 <= box.deck.cards <= MOST_CARDS:
        raise Misprint(("deck", "cards"), f"expected 9 to {MOST_CARDS} cards, got {box.deck.cards}")
