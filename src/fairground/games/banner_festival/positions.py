"""Positions as data: what `dump` writes and `restore` reads."""

from typing import Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.state import OVER
from fairground.games.banner_festival.bout_log import (
    Bout,
    Majority,
    Small,
    bouts,
    majorities,
    restore_bouts,
    restore_majorities,
    seat_or_none,
)
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.notation import card_name, card_number, names
from fairground.games.banner_festival.printed import printed_values
from fairground.games.banner_festival.rules.cards import BIT, REGIONS, SUITS
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.rules.table import CARD, GATE, NO_CARD, NOBODY


class BannerPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position. A field that is left out is as at the start of the match.

    Undealt cards and supplies follow from the rest, and so does a `pool` that is left out; it is needed
    at the end of the match, when the last Feast does not refill it. A sealed card is also in its hand.
    `docks` has four spaces for each quadrant, and for each space the Banners of every seat.
    """

    hands: list[list[str]]
    asked: Literal["gate", "card", "nothing"] = "card"
    round: Small = 1
    gate: Small | None = None
    lead: Small | None = None
    sealed: list[str | None] = []
    up: str | None = None
    down: str | None = None
    played: list[str] = []
    kept: list[list[str]] = []
    docks: dict[str, list[list[Small]]] = {}
    towers: dict[str, list[Small]] = {}
    pool: Small | None = None
    fruit: list[Small] = []
    watercraft: list[Small] = []
    characters: list[Small] = []
    majorities: list[Small] = []
    feasts: list[Small] = []
    bouts: list[Bout] = []
    scored: list[Majority] = []


# Dumping


def pack(state: BannerFestival) -> BannerPosition:
    over = state.actor == OVER
    return BannerPosition(
        hands=[names(hand) for hand in state.hands],
        asked="nothing" if over else "gate" if state.asked == GATE else "card",
        round=int(state.round) + (not over),
        gate=int(state.gate) + 1,
        lead=seat_or_none(state.lead),
        sealed=[_card_or_none(card) for card in state.sealed],
        up=_card_or_none(state.up),
        down=_card_or_none(state.down),
        played=names(state.played),
        kept=[names(kept) for kept in state.kept],
        docks={suit: dock(state, quadrant) for quadrant, suit in enumerate(SUITS)},
        towers={name: tower(state, region) for region, name in enumerate(REGIONS)},
        pool=int(state.pool),
        fruit=list(state.fruit),
        watercraft=[space + 1 for space in state.watercraft],
        characters=list(state.shown),
        majorities=list(state.majorities),
        feasts=list(state.feasts),
        bouts=bouts(state),
        scored=majorities(state),
    )


def dock(state: BannerFestival, quadrant: int) -> list[list[int]]:
    """Return the Banners of every seat on each space of a dock."""
    first = [state.seats * (4 * quadrant + space) for space in range(4)]
    return [[int(state.docks[at + seat]) for seat in range(state.seats)] for at in first]


def tower(state: BannerFestival, region: int) -> list[int]:
    """Return the Banners of every seat on the Tower of a Region."""
    return [int(state.towers[state.seats * region + seat]) for seat in range(state.seats)]


def _card_or_none(card: int) -> str | None:
    return None if card == NO_CARD else card_name(card)


# Restoring


def unpack(state: BannerFestival, raw: bytes, box: BannerBox) -> None:
    """Fill an empty state from a written position."""
    position = msgspec.json.decode(raw, type=BannerPosition)
    state.prepare(printed_values(box, int(state.seats)))
    _restore_progress(state, position)
    _restore_cards(state, position)
    _restore_banners(state, position)
    _restore_seats(state, position)
    restore_bouts(state, position.bouts)
    restore_majorities(state, position.scored)
    _ask(state, position)


def _restore_progress(state: BannerFestival, position: BannerPosition) -> None:
    over = position.asked == "nothing"
    state.round = position.round - (not over)
    if position.gate is not None:
        state.gate = _between(position.gate, 1, 8, "a space of the gate") - 1
    if position.lead is not None:
        state.lead = _between(position.lead, 0, int(state.seats) - 1, "a lead")


def _restore_cards(state: BannerFestival, position: BannerPosition) -> None:
    """§8 Take every card from the deck; the cards left there are undealt."""
    _fill(state.hands, [_cards(state, hand) for hand in position.hands], "hands")
    state.bout = state.printed.hand - max((len(hand) for hand in position.hands), default=0)
    _fill(state.kept, [_cards(state, kept) for kept in position.kept], "kept cards")
    state.played = _cards(state, position.played)
    state.up = _dummy(state, position.up)
    state.down = _dummy(state, position.down)
    sealed = [NO_CARD if card is None else card_number(card) for card in position.sealed]
    _fill(state.sealed, sealed, "sealed cards")


def _restore_banners(state: BannerFestival, position: BannerPosition) -> None:
    for suit, spaces in position.docks.items():
        first = 4 * _index(SUITS, suit, "a quadrant")
        for space, banners in enumerate(spaces):
            at = first + _between(space, 0, 3, "a space of a dock")
            if any(banners):
                state.taken |= BIT[at]
            _hang(state, state.docks, int(state.seats) * at, banners)
    for name, banners in position.towers.items():
        region = _index(REGIONS, name, "a Region")
        _hang(state, state.towers, int(state.seats) * region, banners)


def _restore_seats(state: BannerFestival, position: BannerPosition) -> None:
    _fill(state.fruit, position.fruit, "Fruit")
    _fill(state.watercraft, [space - 1 for space in position.watercraft], "Watercraft")
    _fill(state.shown, position.characters, "Character cards")
    _fill(state.majorities, position.majorities, "majorities")
    _fill(state.feasts, position.feasts, "feasts")
    state.pool = state.printed.pool - sum(position.fruit) if position.pool is None else position.pool


def _ask(state: BannerFestival, position: BannerPosition) -> None:
    state.asked = GATE if position.asked == "gate" else CARD
    if position.asked == "gate" and state.lead == NOBODY:
        raise ValueError("the gate is to be moved, but nobody leads")
    if position.asked == "gate":
        state.actor = state.lead
    elif position.asked == "card":
        waiting = [seat for seat in range(state.seats) if state.sealed[seat] == NO_CARD]
        if not waiting:
            raise ValueError("cards are to be chosen, but everybody has chosen")
        state.actor = waiting[0]


def _cards(state: BannerFestival, cards: list[str]) -> int:
    """Take these cards from the deck and return them as a set."""
    taken = 0
    for name in cards:
        card = card_number(name)
        if not state.deck & BIT[card]:
            raise ValueError(f"{name} is in two places or not in play")
        state.deck ^= BIT[card]
        taken |= BIT[card]
    return taken


def _dummy(state: BannerFestival, name: str | None) -> int:
    if name is None:
        return NO_CARD
    _cards(state, [name])
    return card_number(name)


def _hang(state: BannerFestival, places: vec[i64], first: int, banners: list[int]) -> None:
    if len(banners) != state.seats:
        raise ValueError(f"expected Banners for {state.seats} seats, got {len(banners)}")
    for seat, number in enumerate(banners):
        places[first + seat] = number
        state.supply[seat] -= number


def _fill(places: vec[i64], values: list[int], what: str) -> None:
    """Set a value for each seat; an empty list leaves the old values."""
    if values and len(values) != len(places):
        raise ValueError(f"expected {what} for {len(places)} seats, got {len(values)}")
    for seat, value in enumerate(values):
        places[seat] = value


def _index(known: tuple[str, ...], name: str, what: str) -> int:
    if name not in known:
        raise ValueError(f"expected {what} ({', '.join(known)}), got {name!r}")
    return known.index(name)


def _between(value: int, least: int, most: int, what: str) -> int:
    if not least <= value <= most:
        raise ValueError(f"expected {what} from {least} to {most}, got {value}")
    return value
