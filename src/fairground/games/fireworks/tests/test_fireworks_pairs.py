"""§4 The arranger counts and values pairs of halves as trying every way to pair them does."""

from functools import cache
from itertools import combinations_with_replacement, product

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks import GAME
from fairground.games.fireworks.arranger.pairs import CharacterBonus, PairCounts
from fairground.games.fireworks.printed import printed_values
from fairground.games.fireworks.rules.printed import FireworksPrinted

SATURN, KALEIDOSCOPE = 0, 1
POINTS = {SATURN: (3, 2), KALEIDOSCOPE: (2, 3)}  # §5.2 of two halves of one colour, and of two
EVERY_SET = list(product(range(4), repeat=4))  # up to three halves of each of four colours


def counted(saturns: tuple[int, ...], kaleidoscopes: tuple[int, ...]) -> PairCounts:
    pairs = PairCounts()
    pairs.set_points(printed())
    pairs.count(vec[i64]([*saturns, *kaleidoscopes]))
    return pairs


@cache
def printed() -> FireworksPrinted:
    return printed_values(GAME.box().values, 0)


@cache
def most_points(sort: int, halves: tuple[int, ...], pairs: int) -> int | None:
    """Return the most points of exactly so many pairs, None if the halves do not make so many."""
    if pairs == 0:
        return 0
    best: int | None = None
    for one, other in combinations_with_replacement(range(len(halves)), 2):
        left = list(halves)
        left[one] -= 1
        left[other] -= 1
        rest = most_points(sort, tuple(sorted(left)), pairs - 1) if min(left) >= 0 else None
        if rest is not None:
            best = max(best or 0, rest + POINTS[sort][one != other])
    return best


@pytest.mark.parametrize("sort", [SATURN, KALEIDOSCOPE])
def test_4_free_halves_make_as_many_pairs_as_there_are_and_no_more(sort: int) -> None:
    for halves in EVERY_SET:
        ordered = tuple(sorted(halves))
        pairs = counted(*((halves, (0,) * 4) if sort == SATURN else ((0,) * 4, halves)))
        number = int(pairs.number(sort))
        assert most_points(sort, ordered, number) is not None, halves
        assert most_points(sort, ordered, number + 1) is None, halves
        assert pairs.number(1 - sort) == 0


@pytest.mark.parametrize("sort", [SATURN, KALEIDOSCOPE])
def test_4_pairs_of_free_halves_are_worth_the_most_that_fits(sort: int) -> None:
    """Even with more room than pairs."""
    for halves in EVERY_SET:
        pairs = counted(*((halves, (0,) * 4) if sort == SATURN else ((0,) * 4, halves)))
        for room in range(int(pairs.number(sort)) + 3):
            number = min(room, int(pairs.number(sort)))
            most = most_points(sort, tuple(sorted(halves)), number)
            assert pairs.points_of(sort, number) == pairs.points_in(room) == most, (halves, room)


@pytest.mark.parametrize(
    ("character", "flowers", "types", "rings", "saturns", "kaleidoscopes"),
    [
        ("Maicho", 0, 4, 0, 0, 0),
        ("Manka", 0, 0, 0, 0, 2),
        ("Tosei", 0, 0, 0, 2, 0),
        ("Kagiya", 1, 0, 0, 1, 1),
        ("Tamaya", 0, 0, 2, 0, 0),
    ],
)
def test_5_5_a_character_earns_its_bonus_with_all_that_it_needs_and_with_nothing_less(
    character: str, flowers: int, types: int, rings: int, saturns: int, kaleidoscopes: int
) -> None:
    bonus = CharacterBonus()
    number = printed().people.index(character)
    needs = [flowers, types, rings, saturns, kaleidoscopes]
    for lacking in (None, *(at for at, need in enumerate(needs) if need)):
        has = [need - (at == lacking) for at, need in enumerate(needs)]
        bonus.set_character(printed(), number, has[0], has[1])
        assert bonus.earned_by(has[2], has[3], has[4]) == (3 if lacking is None else 0)
