"""Whole positions as data: `pack` writes one, `unpack` reads it back."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.state import OVER
from fairground.games.festo.box import MOST_ALIKE, FestoBox
from fairground.games.festo.printed import printed_values
from fairground.games.festo.rules import act, serve
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    ACT,
    BIT,
    GROCERY,
    MAIN_DISH,
    NO_DISH,
    ROAST_DISH,
    ROUNDS,
    SALT,
)
from fairground.games.festo.words import (
    COLOURS,
    COOKABLE,
    DISHES,
    EVENTS,
    HALVES,
    KINDS,
    PHASES,
    PIECES,
    PLACES,
    QUESTIONS,
    SLOTS,
    SORTS,
    STAGES,
)

SMALL = SORTS[:4]
T = TypeVar("T")
Counts = dict[str, int]


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """Who reserved a dish, and with which piece."""

    seat: int
    piece: str = "helper"


class Payment(msgspec.Struct, forbid_unknown_fields=True):
    """The dish being paid or freed, and the steps decided so far."""

    slot: str = SLOTS[0]
    colour: str | None = None
    extra: int | None = None
    waived: int | None = None


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """The state of the act phase. Without `order`, the pieces at the place decide it."""

    place: str = "troll"
    stage: str = "arrive"
    order: list[int] | None = None
    majority: int | None = None
    at: int = 0
    uses: int = 0
    thanked: bool = False
    piece: str = "helper"
    origin: tuple[str, str] = ("troll", "meat")
    fetches: int = 0


class FestoPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Festo! Supplies, pieces at home and dishes left follow from the rest.

    Piles are listed from the top. Without `shelves` and `piles` the dishes lie in the order of their colours.
    """

    actor: int = 0
    question: str = "cook"
    phase: str = "cook"
    round: int = 1
    card: int = 0
    start: int = 0
    stocks: list[Counts] = []
    markets: dict[str, Counts] = {}
    moved: dict[str, Counts] = {}
    helpers: list[Counts] = []
    discs: list[Counts] = []
    laid: list[Counts] = []
    dishes: list[list[str]] = []
    shelves: dict[str, list[str | None]] = {}
    piles: dict[str, list[str]] = {}
    claims: dict[str, Claim] = {}
    gained: list[int] = []
    events: list[str] = []
    covers: Counts = {}
    half: str = "morning"
    put: int = 0
    done: bool = False
    turn: Turn = msgspec.field(default_factory=Turn)
    passed: list[int] = []
    payment: Payment = msgspec.field(default_factory=Payment)


# Writing


def pack(state: Festo) -> FestoPosition:
    seats = range(state.seats)
    return FestoPosition(
        actor=int(state.actor),
        question=QUESTIONS[state.question],
        phase=PHASES[state.phase],
        round=int(state.round),
        card=int(state.card),
        start=int(state.start),
        stocks=[_counts(KINDS, state.stock, seat) for seat in seats],
        markets=_by_place(state.shop),
        moved=_by_place(state.moved),
        helpers=[_counts(PLACES, state.helpers, seat) for seat in seats],
        discs=[_counts(PLACES, state.discs, seat) for seat in seats],
        laid=[_counts(PLACES, state.laid, seat) for seat in seats],
        dishes=[dishes_of(state, seat) for seat in seats],
        shelves={sort: _shelf(state, number) for number, sort in enumerate(SMALL)},
        piles={sort: _pile(state, number) for number, sort in enumerate(SMALL)},
        claims={slot: claim for slot in SLOTS if (claim := claim_on(state, SLOTS.index(slot)))},
        gained=[int(points) for points in state.gained],
        events=[EVENTS[event] for event in state.events],
        covers=_counts(PLACES[:GROCERY], state.covers, 0),
        half=HALVES[state.half],
        put=int(state.put),
        done=bool(state.done),
        turn=_turn(state),
        passed=[seat for seat in seats if state.passed & BIT[seat]],
        payment=_payment(state),
    )


def _counts(names: Sequence[str], values: vec[i64], row: int) -> Counts:
    """Return the numbers in a row of an array that are not zero, by name."""
    here = enumerate(names, row * len(names))
    return {name: int(values[at]) for at, name in here if values[at]}


def _by_place(values: vec[i64]) -> dict[str, Counts]:
    return {place: _counts(COLOURS, values, number) for number, place in enumerate(PLACES)}


def dishes_of(state: Festo, seat: int) -> list[str]:
    """Return the names of the dishes that a seat has prepared."""
    small = [DISHES[dish] for dish in range(ROAST_DISH) for _ in range(count_owned(state, seat, dish))]
    return small + ["roast"] * int(state.roasts[seat]) + ["main"] * int(state.mains[seat])


def count_owned(state: Festo, seat: int, dish: int) -> int:
    """Return how many tiles of a small dish a seat has prepared."""
    owned, repeats = int(state.owned[seat]), int(state.repeats[seat])
    return (owned >> dish & 1) + (repeats >> 2 * dish & 3)


def _shelf(state: Festo, sort: int) -> list[str | None]:
    dishes = [state.shelf[3 * sort + column] for column in range(3)]
    return [None if dish == NO_DISH else COLOURS[dish % 6] for dish in dishes]


def _pile(state: Festo, sort: int) -> list[str]:
    first, left = int(state.printed.tiles) * sort, int(state.pile_left[sort])
    return [COLOURS[state.pile[first + at] % 6] for at in reversed(range(left))]


def claim_on(state: Festo, slot: int) -> Claim | None:
    if not state.claim[slot]:
        return None
    seat, piece = divmod(int(state.claim[slot]) - 1, 2)
    return Claim(seat, PIECES[piece])


def _turn(state: Festo) -> Turn:
    place, colour = divmod(int(state.origin), 6)
    return Turn(
        place=PLACES[state.place],
        stage=STAGES[state.stage],
        order=[int(seat) for seat in state.queue],
        majority=None if state.top < 0 else int(state.top),
        at=int(state.turn),
        uses=int(state.uses),
        thanked=bool(state.starter_paid),
        piece=PIECES[state.piece],
        origin=(PLACES[place], COLOURS[colour]),
        fetches=int(state.fetches),
    )


def _payment(state: Festo) -> Payment:
    return Payment(
        slot=COOKABLE[state.slot],
        colour=None if state.colour < 0 else COLOURS[state.colour],
        extra=None if state.extra < 0 else int(state.extra),
        waived=None if state.waived < 0 else int(state.waived),
    )


# Reading


def unpack(state: Festo, raw: bytes, box: FestoBox) -> None:
    """Fill an empty state from a position."""
    position = msgspec.json.decode(raw, type=FestoPosition)
    state.lay_out(printed_values(box, int(state.seats)))
    state.magic = state.options["magic"] == "on"
    _read_clock(state, position)
    _read_cubes(state, position)
    _read_pieces(state, position)
    _read_dishes(state, position)
    _read_events(state, position)
    _read_turn(state, position.turn)
    _read_payment(state, position.payment)


def _number(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise ValueError(f"expected one of {', '.join(names)}, got {name!r}")
    return names.index(name)


def _seat(state: Festo, seat: int) -> int:
    if not 0 <= seat < state.seats:
        raise ValueError(f"expected a seat below {state.seats}, got {seat}")
    return seat


def _read_clock(state: Festo, position: FestoPosition) -> None:
    state.actor = OVER if position.actor == OVER else _seat(state, position.actor)
    state.question = _number(QUESTIONS, position.question)
    state.phase = _number(PHASES, position.phase)
    state.round = position.round
    state.card = _seat(state, position.card)
    state.start = _seat(state, position.start)
    state.half = _number(HALVES, position.half)
    state.put = position.put
    state.done = position.done
    for seat in position.passed:
        state.passed |= BIT[_seat(state, seat)]
    for seat, points in enumerate(position.gained):
        state.gained[_seat(state, seat)] = points
    _fill(state.covers, PLACES[:GROCERY], 0, position.covers)


def _fill(values: vec[i64], names: Sequence[str], row: int, counts: Counts) -> None:
    for name, count in counts.items():
        values[row * len(names) + _number(names, name)] = count


def _fill_seats(state: Festo, values: vec[i64], names: Sequence[str], counts: list[Counts]) -> None:
    for seat, own in enumerate(counts):
        _fill(values, names, _seat(state, seat), own)


def _read_cubes(state: Festo, position: FestoPosition) -> None:
    """Read the cubes; those that are given no place are in the supplies."""
    _fill_seats(state, state.stock, KINDS, position.stocks)
    for place, cubes in position.markets.items():
        _fill(state.shop, COLOURS, _number(PLACES, place), cubes)
    for place, cubes in position.moved.items():
        _fill(state.moved, COLOURS, _number(PLACES, place), cubes)
    for kind in range(len(KINDS)):
        held = sum(state.stock[7 * seat + kind] for seat in range(state.seats))
        lying = 0 if kind == SALT else sum(state.shop[6 * place + kind] for place in range(len(PLACES)))
        state.supply[kind] -= held + lying


def _read_pieces(state: Festo, position: FestoPosition) -> None:
    """Read the pieces; those that are given no place are at home."""
    _fill_seats(state, state.helpers, PLACES, position.helpers)
    _fill_seats(state, state.discs, PLACES, position.discs)
    _fill_seats(state, state.laid, PLACES, position.laid)
    for slot, claim in position.claims.items():
        piece = _number(PIECES, claim.piece)
        state.claim[_number(SLOTS, slot)] = 1 + 2 * _seat(state, claim.seat) + piece
        (state.disc_home if piece else state.home)[claim.seat] -= 1
    for seat in range(state.seats):
        around = range(7 * seat, 7 * seat + 7)
        state.home[seat] -= sum(state.helpers[at] for at in around)
        state.disc_home[seat] -= sum(state.discs[at] + state.laid[at] for at in around)


def _read_dishes(state: Festo, position: FestoPosition) -> None:
    for seat, dishes in enumerate(position.dishes):
        for name in dishes:
            _serve(state, _seat(state, seat), _number(DISHES, name))
    for sort, name in enumerate(SMALL):
        _lay_shelf(state, sort, position.shelves.get(name), position.piles.get(name))


def _serve(state: Festo, seat: int, dish: int) -> None:
    if dish == ROAST_DISH:
        state.roasts[seat] += 1
        state.roasts_left -= 1
    elif dish == MAIN_DISH:
        state.mains[seat] += 1
        state.mains_left -= 1
    elif count_owned(state, seat, dish) == MOST_ALIKE:
        raise ValueError(f"expected at most {MOST_ALIKE} tiles of {DISHES[dish]}, got more")
    else:
        serve.own(state, seat, dish)


def _lay_shelf(state: Festo, sort: int, shelf: list[str | None] | None, pile: list[str] | None) -> None:
    rest = _without([COLOURS[colour] for colour in state.printed.colours], _owned_colours(state, sort))
    shown: Sequence[str | None] = _without(rest, pile or [])[:3] if shelf is None else shelf
    if pile is None:
        pile = _without(rest, shown)
    if len(shown) > 3:
        raise ValueError(f"expected at most 3 dishes on a shelf, got {len(shown)}")
    if len(pile) > state.printed.tiles:
        raise ValueError(f"expected at most {state.printed.tiles} dishes in a pile, got {len(pile)}")
    for column, colour in enumerate(shown):
        state.shelf[3 * sort + column] = NO_DISH if colour is None else 6 * sort + _number(COLOURS, colour)
    for at, hidden in enumerate(reversed(pile)):
        state.pile[state.printed.tiles * sort + at] = 6 * sort + _number(COLOURS, hidden)
    state.pile_left[sort] = len(pile)


def _owned_colours(state: Festo, sort: int) -> list[str]:
    """Return the colours of the tiles of a sort that any seats have, each as often as it is there."""
    seats = range(state.seats)
    owned = [sum(count_owned(state, seat, 6 * sort + colour) for seat in seats) for colour in range(6)]
    return [COLOURS[colour] for colour, count in enumerate(owned) for _ in range(count)]


def _without(items: Sequence[T], gone: Sequence[object]) -> list[T]:
    """Return what is left of the items when others are gone, each as often as it is named."""
    left = Counter(gone)
    rest = []
    for item in items:
        if left[item]:
            left[item] -= 1
        else:
            rest.append(item)
    return rest


def _read_events(state: Festo, position: FestoPosition) -> None:
    """Read the events. Those not given come in the order of the box."""
    if state.options["events"] == "none":
        if position.events:
            raise ValueError(f"expected no events in a match without them, got {len(position.events)}")
        return
    known = [_number(EVENTS, name) for name in position.events]
    rest = _without([int(card) for card in state.printed.cards], known)
    state.events = vec[i64]([*known, *rest][:ROUNDS])
    if 1 <= position.round <= ROUNDS:
        state.event = state.events[position.round - 1]


def _read_turn(state: Festo, turn: Turn) -> None:
    state.place = _number(PLACES, turn.place)
    state.stage = _number(STAGES, turn.stage)
    if turn.order is None:
        if state.phase == ACT:
            act.line_up(state)
    else:
        state.queue = vec[i64]([_seat(state, seat) for seat in turn.order])
        state.top = -1 if turn.majority is None else _seat(state, turn.majority)
    state.turn = turn.at
    state.uses = turn.uses
    state.starter_paid = turn.thanked
    state.piece = _number(PIECES, turn.piece)
    state.origin = 6 * _number(PLACES, turn.origin[0]) + _number(COLOURS, turn.origin[1])
    state.fetches = turn.fetches


def _read_payment(state: Festo, payment: Payment) -> None:
    state.slot = _number(COOKABLE, payment.slot)
    state.colour = -1 if payment.colour is None else _number(COLOURS, payment.colour)
    state.extra = -1 if payment.extra is None else payment.extra
    state.waived = -1 if payment.waived is None else payment.waived
