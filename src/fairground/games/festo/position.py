"""Positions as data."""

from collections.abc import Sequence

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    BIT,
    GROCERY,
    NO_DISH,
    ROAST_DISH,
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
Counts = dict[str, int]


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """Who reserved a dish, with what."""

    seat: int
    piece: str = "helper"


class Payment(msgspec.Struct, forbid_unknown_fields=True):
    """The dish being paid or freed, and the steps decided so far."""

    slot: str = SLOTS[0]
    colour: str | None = None
    extra: int | None = None
    waived: int | None = None


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """Where phase 3 stands. Without `order` it follows from the pieces at the place."""

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
    """Supplies, pieces at home and dishes left follow from the rest.

    Piles are told from the top. Without `shelves` and `piles` the dishes lie in the order of their colours.
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
    """What is not zero in a row of an array."""
    here = enumerate(names, row * len(names))
    return {name: int(values[at]) for at, name in here if values[at]}


def _by_place(values: vec[i64]) -> dict[str, Counts]:
    return {place: _counts(COLOURS, values, number) for number, place in enumerate(PLACES)}


def dishes_of(state: Festo, seat: int) -> list[str]:
    """What a seat has prepared."""
    small = [DISHES[dish] for dish in range(ROAST_DISH) if state.owned[seat] & BIT[dish]]
    return small + ["roast"] * int(state.roasts[seat]) + ["main"] * int(state.mains[seat])


def _shelf(state: Festo, sort: int) -> list[str | None]:
    dishes = [state.shelf[3 * sort + column] for column in range(3)]
    return [None if dish == NO_DISH else COLOURS[dish % 6] for dish in dishes]


def _pile(state: Festo, sort: int) -> list[str]:
    left = int(state.pile_left[sort])
    return [COLOURS[state.pile[6 * sort + at] % 6] for at in reversed(range(left))]


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
        thanked=bool(state.thanked),
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
