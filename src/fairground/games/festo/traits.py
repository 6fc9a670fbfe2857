"""What a network is told of a seat: what it has cooked, what it can cook, and what its pieces may bring."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.games.festo.bots import SORTS, FestoJudge, Pantry
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import ACT, BIT, COLOURS, COOK, KINDS, PLACES, ROUNDS, SALT, SHOP

JUDGE: Final = FestoJudge()
TRAITS: Final = (
    "points of dishes",
    "points of sets",
    "other points",
    "cubes",
    "cubes of the most frequent colour",
    "colours that are missing",
    "salt",
    *(f"dishes of sort {sort}" for sort in range(SORTS)),
    "helpers at home",
    "pieces left over for abilities",
    "cubes, with those expected",
    "points of the dishes that can be paid",
    "cubes left after them",
    "hope for a further dish",
    "start card",
    "is first in player order",
    "discs laid for the next round",
    "helpers on dishes",
    "discs at home",
    "has passed",
    "moves",
    *(f"round {number}" for number in range(1, ROUNDS + 1)),
    "shopping",
    "acting",
    "cooking",
    "place that acts",
)


def write_traits(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    pantry = Pantry(state, seat)
    writer.part(state.dish_points(seat), 10)
    writer.part(state.set_points(seat), 10)
    writer.part(state.gained[seat], 5)
    _stock(pantry, writer)
    _menu(state, seat, pantry, writer)
    _later(state, seat, writer)
    writer.flag(state.phase == COOK and state.passed & BIT[seat] != 0)
    writer.flag(state.actor == seat)
    writer.hot(state.round - 1, ROUNDS)
    writer.flag(state.phase == SHOP)
    writer.flag(state.phase == ACT)
    writer.flag(state.phase == COOK)
    writer.part(state.place if state.phase == ACT else 0, float(PLACES))


def _stock(pantry: Pantry, writer: FeatureWriter) -> None:
    cubes: i64 = 0
    for kind in range(i64(KINDS)):
        cubes += pantry.have[kind]
    writer.part(cubes, 6)
    writer.part(pantry.have[pantry.most], 3)
    writer.part(pantry.bare(), 6)
    writer.part(pantry.have[SALT], 1)
    writer.parts(pantry.dishes, 0, SORTS, 2)


def _menu(state: Festo, seat: i64, pantry: Pantry, writer: FeatureWriter) -> None:
    """Put the cubes to come into the pantry and cook from it, as the judge does."""
    writer.part(state.home[seat] if state.phase == SHOP else 0, 6)
    spare: i64 = 0
    if state.phase == SHOP or state.phase == ACT:
        first: i64 = state.place if state.phase == ACT else 0
        for place in range(first, i64(PLACES)):
            spare += JUDGE.expect_cubes(state, seat, place, pantry)
        pantry.rank()
    writer.part(spare, 2)
    writer.part(pantry.cubes_left(), 6)
    writer.put(JUDGE.plan_menu(state, pantry) / 15)
    writer.part(pantry.cubes_left(), 4)
    rate = 1.0 if state.round == ROUNDS else JUDGE.cube
    writer.put(JUDGE.hope_for_dish(pantry, rate) / 5)


def _later(state: Festo, seat: i64, writer: FeatureWriter) -> None:
    writer.flag(state.card == seat)
    writer.flag(state.start == seat)
    laid: i64 = 0
    for place in range(PLACES * seat, PLACES * seat + COLOURS):
        laid += state.laid[place]
    writer.part(laid, 2)
    stuck: i64 = 0
    for claim in state.claim:
        if claim == 1 + 2 * seat:
            stuck += 1
    writer.part(stuck, 1)
    writer.part(state.disc_home[seat], 2)
