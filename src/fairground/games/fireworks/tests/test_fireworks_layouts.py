"""§6 Every layout of the arranger has the links and pairs that the planner counts on."""

from itertools import pairwise

import pytest

from fairground.games.fireworks.arranger.layouts import (
    NO_RING,
    ONE_RING,
    PAIRS_ALONE,
    PAIRS_BESIDE,
    PAIRS_BETWEEN,
    TWO_RINGS,
    TWO_RINGS_JOINED,
    Layout,
)
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.tests.naive import beside

# Each layout with its rings, the links of its first ring and of its second, and its pairs.
EVERY: list[tuple[Layout, int, tuple[int, int], int]] = [
    (NO_RING, 0, (0, 0), PAIRS_ALONE),
    *((layout, 1, (links, 0), PAIRS_BESIDE[links]) for links, layout in enumerate(ONE_RING)),
    *((layout, 2, (links, 0), PAIRS_BETWEEN - links) for links, layout in enumerate(TWO_RINGS)),
    *((layout, 2, (links, 1), PAIRS_BETWEEN - links) for links, layout in enumerate(TWO_RINGS_JOINED)),
]


def couples(spaces: list[str]) -> list[tuple[str, str]]:
    return list(pairwise(spaces))[::2]


def around(space: str) -> list[str | None]:
    return [beside(space, direction) for direction in range(6)]


@pytest.mark.parametrize(("layout", "rings", "links", "pairs"), EVERY)
def test_6_a_layout_has_room_for_its_rings_links_and_pairs(
    layout: Layout, rings: int, links: tuple[int, int], pairs: int
) -> None:
    cores, linked, paired = (
        [NAMES[space] for space in spaces] for spaces in (layout.cores, layout.links, layout.pairs)
    )
    inside = [space for core in cores[:rings] for space in around(core)]
    assert len(inside) == 6 * rings and None not in inside
    outside = [*(outer for _, outer in couples(linked)), *paired]
    used = [*cores, *inside, *outside]
    assert len(set(used)) == len(used)
    assert [core for core in (0, 1) for _ in range(links[core])] == [
        ring_of(cores, inner, outer) for inner, outer in couples(linked)
    ]
    assert len(couples(paired)) == pairs
    assert all(other in around(space) for space, other in couples(paired))


def ring_of(cores: list[str], inner: str, outer: str) -> int | None:
    """Return the core from which `inner` and then `outer` lie in one direction."""
    for number, core in enumerate(cores):
        for direction, space in enumerate(around(core)):
            if space == inner and beside(inner, direction) == outer:
                return number
    return None
