"""Moves in words and back, their click paths, and why a move is not legal."""

import re
from typing import Final

from fairground.engine.errors import NotationError
from fairground.engine.obstacle import Obstacle
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.rules.cards import (
    BIT,
    CARDS,
    MOST_NUMBERS,
    NUMBER,
    SUIT,
    SUITS,
    USUAL_CARDS,
    card_of,
)
from fairground.games.banner_festival.rules.festival import STEPS, BannerFestival
from fairground.games.banner_festival.rules.table import GATE, NO_CARD

_CARD: Final = re.compile(rf"({'|'.join(SUITS)})(0|[1-9][0-9]?)", re.ASCII)
_GATE: Final = re.compile(rf"gate ([1-{STEPS}])", re.ASCII)
MOVES: Final = range(STEPS + USUAL_CARDS)
EVERY_MOVE: Final = range(STEPS + CARDS)
_BY_SUIT: Final = sorted(range(CARDS), key=lambda card: (SUIT[card], NUMBER[card]))
OBSTACLES: Final = {  # the most telling one first
    "gate first": "the Lead Player must move the Trade Gate first",
    "gate moved": "the gate has moved already, and cards are chosen now",
    "chosen": "{seat} has already chosen",
    "not held": "{seat} does not hold {card}",
    "no move": "there is no such move",
}


def card_name(card: int) -> str:
    """Return a card's name; `teal7` is the seven of the teal suit."""
    return SUITS[SUIT[card]] + str(NUMBER[card])


def card_number(name: str) -> int:
    found = _CARD.fullmatch(name)
    if not found or int(found[2]) >= MOST_NUMBERS:
        raise NotationError(f"expected a card such as teal7, got {name!r}")
    return card_of(SUITS.index(found[1]), int(found[2]))


def moves_with(box: BannerBox) -> range:
    """Return every move that a box allows."""
    return range(STEPS + max(USUAL_CARDS, len(SUITS) * len(box.abilities)))


def number_of(name: str) -> int:
    """Return the number of a card by its name."""
    return int(NUMBER[card_number(name)])


def suit_of(name: str) -> str:
    """Return the suit of a card by its name."""
    return SUITS[SUIT[card_number(name)]]


def names(cards: int) -> list[str]:
    """Return the names of a set of cards."""
    return [card_name(card) for card in _BY_SUIT if cards & BIT[card]]


def write(move: int) -> str:
    if not 0 <= move < STEPS + CARDS:
        raise NotationError(f"expected the number of a move, got {move}")
    return f"gate {move + 1}" if move < STEPS else f"play {card_name(move - STEPS)}"


def read(words: str) -> int:
    words = " ".join(words.split())
    if found := _GATE.fullmatch(words):
        return int(found[1]) - 1
    verb, _, card = words.partition(" ")
    if verb == "play" and (found := _CARD.fullmatch(card)) and int(found[2]) < MOST_NUMBERS:
        return STEPS + card_number(card)
    raise NotationError(f"expected `gate 1` to `gate {STEPS}` or a card such as `play teal7`, got {words!r}")


def path(move: int) -> list[str]:
    """Return what to click: a card, or one of the spaces the gate can reach."""
    words = write(move)
    return [words.replace("play ", "card:").replace(" ", ":")]


def why(state: BannerFestival, seat: int, move: int) -> Obstacle:
    """Explain why the move is not legal now, using only what the seat knows."""
    if move not in EVERY_MOVE or (move >= STEPS and NUMBER[move - STEPS] >= state.printed.numbers):
        return Obstacle("no move")
    if state.asked == GATE:
        return Obstacle("gate first")
    if move < STEPS:
        return Obstacle("gate moved")
    if state.sealed[seat] != NO_CARD:
        return Obstacle("chosen", {"seat": seat})
    return Obstacle("not held", {"seat": seat, "card": card_name(move - STEPS)})
