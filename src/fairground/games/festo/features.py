"""The view as numbers, seen from one seat: its own things come first, then clockwise."""

from typing import Final

import numpy as np

from fairground.engine.game import Block, Features
from fairground.engine.sheet import Sheet
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import ACT, BIT, NO_DISH
from fairground.games.festo.words import COLOURS, EVENTS, KINDS, PHASES, PLACES, QUESTIONS, SLOTS

SMALL: Final = 24


def layout(seats: int) -> list[Block]:
    return [
        Block("stock", 7 * seats, "cubes of each kind of each seat, divided by 14"),
        Block("home", 2 * seats, "helpers and discs at home of each seat, divided by 6"),
        Block("pieces", 3 * 7 * seats, "helpers, discs and laid discs of each seat at each place, by 6"),
        Block("dishes", (SMALL + 2) * seats, "small dishes of each seat, roasts and mains by 5"),
        Block("points", 2 * seats, "points gained and points in all of each seat, divided by 100"),
        Block("passed", seats, "1 for a seat that has passed"),
        Block("supply", 7, "cubes in the supplies, divided by 14"),
        Block("shop", 2 * 42, "cubes at each place by colour, and those moved, divided by 5"),
        Block("covers", 6, "covers of each character, divided by 3"),
        Block("buffet", 6 * 12, "the colour of the dish on each slot"),
        Block("claims", (seats + 1) * 12, "who reserved each slot, and whether with a disc"),
        Block("unseen", SMALL, "1 for each dish in a pile"),
        Block("large", 2, "roasts and mains left, divided by 5"),
        Block("event", len(EVENTS), "the event in force"),
        Block("past", len(EVENTS), "the events turned up so far"),
        Block("magic", 1, "1 if dishes are magic"),
        Block("round", 4, "the round"),
        Block("phase", len(PHASES) + 1, "the phase, and 1 in the afternoon"),
        Block("question", len(QUESTIONS), "what is asked"),
        Block("place", len(PLACES), "the place where seats act"),
        Block("turn", 4 * seats, "who decides, holds the card, began the round, has the majority"),
        Block(
            "payment", len(SLOTS) + 2 + 6 + 6, "slot, colour, surcharge and waived colour, both undecided too"
        ),
        Block("pending", 42 + 2 + 1, "the troll's cube, the acting piece, cubes to fetch"),
    ]


def features(state: Festo, seat: int) -> Features:
    order = [(seat + turn) % state.seats for turn in range(state.seats)]
    numbers: list[float] = []
    for part in (_own(state, order), _table(state, order), _clock(state, order), _steps(state)):
        numbers += part
    return np.array(numbers, dtype=np.float32)


def _hot(chosen: int, size: int) -> list[float]:
    return [float(chosen == at) for at in range(size)]


def _bits(held: int, size: int) -> list[float]:
    return [float(bool(held & BIT[at])) for at in range(size)]


def _own(state: Festo, order: list[int]) -> list[float]:
    """What lies before each seat, and its pieces."""
    numbers: list[float] = []
    for seat in order:
        numbers += [state.stock[7 * seat + kind] / 14 for kind in range(len(KINDS))]
    for seat in order:
        numbers += [state.home[seat] / 6, state.disc_home[seat] / 6]
    for pieces in (state.helpers, state.discs, state.laid):
        for seat in order:
            numbers += [pieces[7 * seat + place] / 6 for place in range(len(PLACES))]
    for seat in order:
        numbers += [*_bits(state.owned[seat], SMALL), state.roasts[seat] / 5, state.mains[seat] / 5]
    points = state.scores()
    for seat in order:
        numbers += [state.gained[seat] / 100, points[seat] / 100]
    return numbers + [float(bool(state.passed & BIT[seat])) for seat in order]


def _table(state: Festo, order: list[int]) -> list[float]:
    """Supplies, places and buffet."""
    numbers = [cubes / 14 for cubes in state.supply]
    numbers += [cubes / 5 for cubes in state.shop]
    numbers += [cubes / 5 for cubes in state.moved]
    numbers += [covers / 3 for covers in state.covers]
    for dish in state.shelf:
        numbers += _hot(-1 if dish == NO_DISH else dish % 6, len(COLOURS))
    for claim in state.claim:
        numbers += [float(claim > 0 and (claim - 1) // 2 == seat) for seat in order]
        numbers.append(float(claim > 0 and (claim - 1) % 2 == 1))
    piled = {state.pile[6 * sort + at] for sort in range(4) for at in range(state.pile_left[sort])}
    numbers += [float(dish in piled) for dish in range(SMALL)]
    return [*numbers, state.roasts_left / 5, state.mains_left / 5]


def _clock(state: Festo, order: list[int]) -> list[float]:
    """Event, round, phase, question, and whose turn it is."""
    past = set(state.events[: state.round])
    numbers = [
        *_hot(state.event, len(EVENTS)),
        *(float(event in past) for event in range(len(EVENTS))),
        float(state.magic),
        *_hot(state.round - 1, 4),
        *_hot(state.phase, len(PHASES)),
        float(state.half),
        *_hot(state.question, len(QUESTIONS)),
        *_hot(state.place if state.phase == ACT else -1, len(PLACES)),
    ]
    top = state.top if state.phase == ACT else -1
    for who in (state.actor, state.card, state.start, top):
        numbers += [float(seat == who) for seat in order]
    return numbers


def _steps(state: Festo) -> list[float]:
    """What was decided of a decision in several steps."""
    question = QUESTIONS[state.question]
    paying = question in {"free", "colour", "extra", "waive", "salt"}
    return [
        *_hot(state.slot if paying else -1, len(SLOTS) + 2),
        *_hot(state.colour if paying else -1, len(COLOURS)),
        *_hot(state.extra + 1 if paying else -1, 3),
        *_hot(state.waived + 1 if paying else -1, 3),
        *_hot(state.origin if question == "move" else -1, 42),
        *_hot(state.piece if question in {"send", "reserve"} else -1, 2),
        state.fetches / 2 if question == "fetch" else 0.0,
    ]


def encode(state: Festo, seat: int, sheet: Sheet) -> None:
    for number in features(state, seat).tolist():
        sheet.put(number)
