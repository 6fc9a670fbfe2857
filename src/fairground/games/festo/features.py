"""The view as numbers for learning. The seat's own values come first, then the others clockwise."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.feature_writer import NOWHERE, FeatureWriter
from fairground.engine.modules import Block
from fairground.games.festo.box import FestoBox
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    ACT,
    AFTERNOON,
    BIT,
    COLOURS,
    COOK,
    EVENTS,
    FETCHING,
    FREEING,
    KINDS,
    MOVING,
    NO_DISH,
    PLACES,
    RESERVING,
    ROUNDS,
    SALTING,
    SENDING,
    SHELVES,
    SHOP,
    SLOTS,
)

SMALL: Final = COLOURS * SHELVES
COOKABLE: Final = SLOTS + 2
STALLS: Final = COLOURS * PLACES
PHASES: Final = COOK + 1
QUESTIONS: Final = SALTING + 1


OMITTED: Final = {"events": "the order in which they were turned up: each of them is known"}


def layout(seats: int, box: FestoBox) -> list[Block]:
    return [
        *layout_until_v2(seats, box),
        Block("order", seats * seats, "for each seat in the order of acting at this place: 1 for the seat"),
        Block(
            "progress",
            5,
            "helpers placed this morning / 6, done placing, the ability or cubes used / 4, a second cube to "
            "fetch, the point for a starter paid",
            most=2,
        ),
    ]


def layout_until_v2(seats: int, box: FestoBox) -> list[Block]:
    alike = max(box.colours.small.count(colour) for colour in box.colours.small)
    names = [event.name for event in box.events]
    repeated = max(names.count(name) for name in names)
    return [
        Block("stock", 7 * seats, "cubes of each kind of each seat, divided by 14", most=2),
        Block("home", 2 * seats, "helpers and discs at home of each seat, divided by 6"),
        Block("pieces", 3 * 7 * seats, "helpers, discs and laid discs of each seat at each place, by 6"),
        Block("dishes", (SMALL + 2) * seats, "small dishes of each seat, roasts and mains by 5", alike),
        Block("points", 2 * seats, "points gained and points in all of each seat, divided by 100", most=10),
        Block("passed", seats, "1 for a seat that has passed"),
        Block("supply", 7, "cubes in the supplies, divided by 14", most=2),
        Block("shop", 2 * 42, "cubes at each place by colour, and those moved, divided by 5", most=3),
        Block("covers", 6, "covers of each character, divided by 3", most=3),
        Block("buffet", 6 * 12, "the colour of the dish on each slot"),
        Block("claims", (seats + 1) * 12, "who reserved each slot, and whether with a disc"),
        Block("unseen", SMALL, "1 for each dish in a pile", alike),
        Block("large", 2, "roasts and mains left, divided by 5"),
        Block("event", EVENTS, "the event in force"),
        Block("past", EVENTS, "the events turned up so far", repeated),
        Block("magic", 1, "1 if dishes are magic"),
        Block("round", 4, "the round"),
        Block("phase", PHASES + 1, "the phase, and 1 in the afternoon"),
        Block("question", QUESTIONS, "what is asked"),
        Block("place", PLACES, "the place where seats act"),
        Block("turn", 4 * seats, "who decides, holds the card, began the round, has the majority"),
        Block("payment", COOKABLE + 6 + 6, "slot, colour, surcharge and waived colour, both undecided too"),
        Block("pending", 42 + 2 + 1, "the troll's cube, the acting piece, cubes to fetch"),
    ]


def encode(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    encode_until_v2(state, seat, writer)
    _order(state, seat, writer)
    _progress(state, writer)


def encode_until_v2(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    _own(state, seat, writer)
    _dishes(state, seat, writer)
    _points(state, seat, writer)
    _places(state, writer)
    _buffet(state, seat, writer)
    _piles(state, writer)
    _events(state, writer)
    _clock(state, writer)
    _turn(state, seat, writer)
    _payment(state, writer)
    _pending(state, writer)


def _own(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    """Write stocks and pieces."""
    seats = state.seats
    writer.clockwise(state.stock, seat, KINDS, 14)
    for turn in range(seats):
        writer.part(state.home[(seat + turn) % seats], 6)
        writer.part(state.disc_home[(seat + turn) % seats], 6)
    writer.clockwise(state.helpers, seat, PLACES, 6)
    writer.clockwise(state.discs, seat, PLACES, 6)
    writer.clockwise(state.laid, seat, PLACES, 6)


def _dishes(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    seats = state.seats
    for turn in range(seats):
        each = (seat + turn) % seats
        first, repeats = writer.at, state.repeats[each]
        writer.bits(state.owned[each], SMALL)
        while repeats:
            writer.add(first, float(repeats & 3))
            repeats >>= 2
            first += 1
        writer.part(state.roasts[each], 5)
        writer.part(state.mains[each], 5)


def _points(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    """Write points, and who has passed."""
    seats, points = state.seats, state.scores()
    for turn in range(seats):
        writer.part(state.gained[(seat + turn) % seats], 100)
        writer.part(points[(seat + turn) % seats], 100)
    for turn in range(seats):
        writer.flag(state.passed & BIT[(seat + turn) % seats] != 0)


def _places(state: Festo, writer: FeatureWriter) -> None:
    writer.parts(state.supply, 0, KINDS, 14)
    writer.parts(state.shop, 0, STALLS, 5)
    writer.parts(state.moved, 0, STALLS, 5)
    writer.parts(state.covers, 0, COLOURS, 3)


def _buffet(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    for dish in state.shelf:
        writer.hot(NOWHERE if dish == NO_DISH else dish % COLOURS, COLOURS)
    for claim in state.claim:
        writer.whose((claim - 1) >> 1, seat, state.seats)
        writer.flag(claim > 0 and claim & 1 == 0)


def _piles(state: Festo, writer: FeatureWriter) -> None:
    piled, tiles = writer.room(SMALL), state.printed.tiles
    for sort in range(i64(SHELVES)):
        for at in range(tiles * sort, tiles * sort + state.pile_left[sort]):
            writer.add(piled + state.pile[at], 1.0)
    writer.part(state.roasts_left, 5)
    writer.part(state.mains_left, 5)


def _events(state: Festo, writer: FeatureWriter) -> None:
    writer.hot(state.event, EVENTS)
    past = writer.room(EVENTS)
    for event in state.events[: state.round]:
        writer.add(past + event, 1.0)
    writer.flag(state.magic)


def _clock(state: Festo, writer: FeatureWriter) -> None:
    writer.hot(state.round - 1, ROUNDS)
    writer.hot(state.phase, PHASES)
    writer.flag(state.half == AFTERNOON)
    writer.hot(state.question, QUESTIONS)
    writer.hot(state.place if state.phase == ACT else NOWHERE, PLACES)


def _turn(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    seats = state.seats
    writer.whose(state.actor, seat, seats)
    writer.whose(state.card, seat, seats)
    writer.whose(state.start, seat, seats)
    writer.whose(state.top if state.phase == ACT else NOWHERE, seat, seats)


def _payment(state: Festo, writer: FeatureWriter) -> None:
    paying = FREEING <= state.question <= SALTING
    writer.hot(state.slot if paying else NOWHERE, COOKABLE)
    writer.hot(state.colour if paying else NOWHERE, COLOURS)
    writer.hot(state.extra + 1 if paying else NOWHERE, 3)
    writer.hot(state.waived + 1 if paying else NOWHERE, 3)


def _pending(state: Festo, writer: FeatureWriter) -> None:
    question = state.question
    carrying = question == MOVING or state.begun_colour() >= 0
    writer.hot(state.origin if carrying else NOWHERE, STALLS)
    writer.hot(state.piece if question in (SENDING, RESERVING) else NOWHERE, 2)
    writer.part(state.fetches if question == FETCHING else i64(0), 2)


def _order(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    """Write the seats that act here, in their order."""
    acting: i64 = len(state.queue) if state.phase == ACT else i64(0)
    for turn in range(state.seats):
        writer.whose(state.queue[turn] if turn < acting else NOWHERE, seat, state.seats)


def _progress(state: Festo, writer: FeatureWriter) -> None:
    """Write what the actor has done so far in its turn."""
    writer.part(state.put if state.phase == SHOP else i64(0), 6)
    writer.flag(state.phase == SHOP and state.done)
    writer.part(state.uses if state.phase == ACT else i64(0), 4)
    writer.flag(state.phase == ACT and state.question == FETCHING and state.fetches > 1)
    writer.flag(state.phase == ACT and state.starter_paid)
