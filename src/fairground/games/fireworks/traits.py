"""What a network is told of a seat: what its tiles are worth now, what they may become, and how many come."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.games.fireworks.bots import (
    COLOURS_AT,
    FLOWERS_AT,
    HALVES_AT,
    SHAPES_AT,
    Display,
    FireworksJudge,
    tiles_to_come,
)
from fairground.games.fireworks.rules.table import CHOOSE, DOWN, NOT_YET
from fairground.games.fireworks.rules.tiles import COLOURS, SHAPES, SPACES
from fairground.games.fireworks.rules.turn import Fireworks

JUDGE: Final = FireworksJudge()
CHARACTERS: Final = 7
TRAITS: Final = (
    "pairs now",
    "big fireworks now",
    "collections",
    "bonus now",
    "pairs expected",
    "big fireworks expected",
    "bonus expected",
    "tiles to come",
    "tiles",
    "types",
    *(
        f"{what} of {sort}"
        for sort in ("saturns", "kaleidoscopes")
        for what in ("halves", "a half left", "pairs")
    ),
    "most frequent shape",
    "second shape",
    "core colour with more tiles",
    "core colour with fewer tiles",
    "flowers",
    *(f"character {number}" for number in range(CHARACTERS)),
    "moves",
    "is on turn",
    "is on turn and has not taken yet",
    "the end is triggered",
    "tiles face down",
    "tiles of the fullest board",
)


def write_traits(state: Fireworks, seat: i64, writer: FeatureWriter) -> None:
    display = Display(state, seat)
    left = tiles_to_come(state, seat)
    _points(state, seat, display, left, writer)
    writer.part(left, 10)
    writer.part(state.tiles[seat], 10)
    writer.part(display.types, 3)
    _halves(display, HALVES_AT, writer)
    _halves(display, HALVES_AT + COLOURS, writer)
    _rings(display, writer)
    writer.hot(state.character[seat], CHARACTERS)
    writer.flag(state.actor == seat)
    writer.flag(state.active == seat)
    writer.flag(state.active == seat and state.phase <= CHOOSE)
    writer.flag(state.ending != NOT_YET)
    _table(state, writer)


def _points(state: Fireworks, seat: i64, display: Display, left: i64, writer: FeatureWriter) -> None:
    """Write what the tiles are worth, and what is expected of them with those to come."""
    outlook = JUDGE.outlook(state)
    pairs = JUDGE.pair_points(state, display, outlook, 0)
    writer.put(pairs / 5)
    writer.put(JUDGE.big_points(state, seat, display, outlook, 0, pairs) / 5)
    writer.put(JUDGE.collection_points(state, seat, display) / 5)
    writer.put(JUDGE.bonus_points(state, seat, display, outlook, 0) / 5)
    pairs = JUDGE.pair_points(state, display, outlook, left)
    writer.put(pairs / 5)
    writer.put(JUDGE.big_points(state, seat, display, outlook, left, pairs) / 5)
    writer.put(JUDGE.bonus_points(state, seat, display, outlook, left) / 5)


def _halves(display: Display, at: i64, writer: FeatureWriter) -> None:
    total: i64 = 0
    alike: i64 = 0
    for place in range(at, at + COLOURS):
        total += display.counts[place]
        alike += display.counts[place] >> 1
    writer.part(total, 4)
    writer.flag(total & 1 != 0)
    writer.part(alike, 2)


def _rings(display: Display, writer: FeatureWriter) -> None:
    counts = display.counts
    most: i64 = 0
    second: i64 = 0
    for shape in range(i64(SHAPES)):
        count = counts[SHAPES_AT + shape]
        if count > most:
            most, second = count, most
        elif count > second:
            second = count
    writer.part(most, 6)
    writer.part(second, 6)
    first = counts[COLOURS_AT + display.first] if display.first >= 0 else 0
    other = counts[COLOURS_AT + display.second] if display.second >= 0 else 0
    writer.part(max(first, other), 6)
    writer.part(min(first, other), 6)
    writer.part(counts[FLOWERS_AT], 2)


def _table(state: Fireworks, writer: FeatureWriter) -> None:
    down: i64 = 0
    for place in state.place[: state.printed.slots]:
        if place == DOWN:
            down += 1
    writer.part(down, 100)
    most: i64 = 0
    for tiles in state.tiles:
        most = max(most, tiles)
    writer.part(most, float(SPACES))
