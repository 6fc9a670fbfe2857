"""The printed values of Lanterns."""

import msgspec

from fairground.engine.box import Source
from fairground.engine.misprints import Misprint

MOST_CARDS = 100
MOST_USEFUL = 90


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: int
    source: Source


class LanternsBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deck: Deck


def check(box: LanternsBox) -> None:
    if not 9 <= box.deck.cards <= MOST_CARDS:
        raise Misprint(("deck", "cards"), f"expected 9 to {MOST_CARDS} cards, got {box.deck.cards}")


def check_playable(box: LanternsBox) -> None:
    """Refuse a deck of which less than a tenth is dealt."""
    if box.deck.cards > MOST_USEFUL:
        raise Misprint(("deck", "cards"), f"expected at most {MOST_USEFUL} cards, got {box.deck.cards}")
