"""Positions for the tests of Banner Festival, in few words."""

from collections.abc import Sequence

from fairground.engine.game import Game
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.rules.cards import SUITS
from fairground.games.banner_festival.rules.festival import BannerFestival


def table(
    hands: Sequence[str], game: Game[BannerFestival, BannerBox] = GAME, /, **facts: object
) -> BannerFestival:
    """Return a position; other cards count as played, as many as the earlier bouts took."""
    held = [hand.split() for hand in hands]
    state = {"hands": held, **facts}
    state.setdefault("played", _played(held, facts))
    return game.restore({"game": "banner_festival", "seats": len(hands), "state": state})


def bout(cards: Sequence[str], **facts: object) -> BannerFestival:
    """Return the position after every seat has played its card from a hand of three."""
    return play_all(table(fill_hands(cards, 3, facts), **facts), cards)


def play_all(state: BannerFestival, cards: Sequence[str]) -> BannerFestival:
    for seat, card in enumerate(cards):
        move(state, seat, f"play {card}")
    return state


def move(state: BannerFestival, seat: int, words: str) -> None:
    state.play(seat, GAME.legal_move(state, seat, words))


def fill_hands(cards: Sequence[str], size: int, facts: dict[str, object]) -> list[str]:
    """Return hands of `size` cards that begin with the given cards."""
    spare = [card for card in deck(len(cards)) if card not in {*cards, *_named_cards(facts)}]
    return [" ".join([card, *(spare.pop() for _ in range(size - 1))]) for card in cards]


def deck(seats: int) -> list[str]:
    """§1 Return all cards for this number of seats, the nines first."""
    numbers = range(9, -1 if seats == 5 else 0, -1)
    return [f"{suit}{number}" for number in numbers for suit in SUITS]


def _played(hands: list[list[str]], facts: dict[str, object]) -> list[str]:
    seats = len(hands)
    bouts = (7 if seats == 5 else 8) - max(map(len, hands))
    used = {card for hand in hands for card in hand} | _named_cards(facts)
    spare = [card for card in deck(seats) if card not in used]
    return spare[: bouts * max(4, seats)]


def _named_cards(facts: dict[str, object]) -> set[str]:
    """Return the cards that the facts of a position name."""
    kept = facts.get("kept", [])
    assert isinstance(kept, list)
    dummies = {card for name in ("up", "down") if isinstance(card := facts.get(name), str)}
    return dummies | {card for cards in kept for card in cards}
