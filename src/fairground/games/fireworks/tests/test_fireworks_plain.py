"""§4 Tiles without a half in both rings: how many fit, and which numbers of them the arranger tries."""

from itertools import product

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.arranger.layouts import RING, USUAL_LAYOUTS
from fairground.games.fireworks.arranger.plain import PlainTiles, put_plain, remove_plain
from fairground.games.fireworks.arranger.plan import KINDS

FIRST, SECOND, BOTH = 0, 1, 2  # kinds: what fits the first ring, the second, any


def tiles(first: int, second: int, both: int) -> tuple[PlainTiles, vec[i64], vec[i64]]:
    """Return so many tiles that fit one ring, the other, and any."""
    kinds, fits = vec[i64]([0] * KINDS), vec[i64]([0] * (2 * KINDS))
    kinds[FIRST], kinds[SECOND], kinds[BOTH] = first, second, both
    fits[FIRST], fits[BOTH], fits[KINDS + SECOND], fits[KINDS + BOTH] = 1, 1, 1, 1
    plain = PlainTiles()
    plain.count(kinds, fits)
    return plain, kinds, fits


def splits(first: int, second: int, both: int) -> set[tuple[int, int]]:
    """Return all numbers of tiles that can lie in the two rings."""
    ways = product(range(first + 1), range(second + 1), range(both + 1), range(both + 1))
    sums = {(one + x, other + y) for one, other, x, y in ways if x + y <= both}
    return {pair for pair in sums if max(pair) <= RING}


def test_4_as_many_tiles_fit_two_rings_as_every_way_to_split_them_shows() -> None:
    for numbers in product((0, 1, 4, 7), repeat=3):
        plain, kinds, fits = tiles(*numbers)
        found = splits(*numbers)
        for first, second in product(range(RING + 1), repeat=2):
            assert plain.suffice(first, second) == ((first, second) in found), numbers
            if (first, second) in found:
                assert placed(first, second, kinds, fits) == (first, second)


def placed(first: int, second: int, kinds: vec[i64], fits: vec[i64]) -> tuple[int, int]:
    """Put tiles into both rings; return how many lie there, after checking that there are so many."""
    ring = vec[i64]([0] * (2 * KINDS))
    put_plain(0, first, kinds, fits, ring)
    put_plain(1, second, kinds, fits, ring)
    assert all(ring[kind] + ring[KINDS + kind] <= kinds[kind] for kind in range(KINDS))
    laid = int(sum(ring[:KINDS])), int(sum(ring[KINDS:]))
    remove_plain(ring)
    assert not any(ring)
    return laid


def test_4_a_ring_is_short_of_a_tile_only_for_a_single_half() -> None:
    for numbers in product((0, 1, 4, 5, 6, 8), repeat=3):
        plain, _, _ = tiles(*numbers)
        found = splits(*numbers)
        for first, second in found:
            short = [(first + 1, second) in found, (first, second + 1) in found]
            lone = [first == RING - 1, second == RING - 1]
            worth = sum(short) == 0 or (sum(short) == 1 and lone[short.index(True)])
            tried = plain.are_worth_trying(2, first, second, USUAL_LAYOUTS)
            assert tried == worth, (numbers, first, second)
