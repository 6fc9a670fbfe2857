"""§4 Every layout of the arranger has the links and pairs that the planner counts on, on any outline."""

from itertools import pairwise, product

import pytest

from fairground.games.fireworks.arranger.layout_search import search_layouts
from fairground.games.fireworks.arranger.layouts import (
    USUAL_LAYOUTS,
    Layout,
    Layouts,
    at_links,
)
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.rules.outline import USUAL, Outline
from fairground.games.fireworks.rules.tiles import EMPTY
from fairground.games.fireworks.tests.exact import room
from fairground.games.fireworks.tests.naive import ROWS, Grid
from fairground.games.fireworks.tests.outlines import OUTLINES

Shape = tuple[Layout, int, tuple[int, int], int, int]


def every(layouts: Layouts) -> list[Shape]:
    """Return each layout with its rings, the links of its first ring and of its second, joints and pairs."""
    two = [
        (layouts.two_rings[at], 2, (first, second), joints, int(layouts.between[at]))
        for first, second, joints in product(range(7), range(7), range(2))
        if layouts.between[at := at_links(first, second, joints)] != EMPTY
    ]
    one = [(layout, 1, (n, 0), 0, int(layouts.beside[n])) for n, layout in enumerate(layouts.one_ring)]
    return [(layouts.no_ring, 0, (0, 0), 0, int(layouts.pairs_alone)), *one, *two]


def couples(spaces: list[str]) -> list[tuple[str, str]]:
    return list(pairwise(spaces))[::2]


@pytest.mark.parametrize("rows", [ROWS, *OUTLINES])
def test_4_a_layout_has_room_for_its_rings_links_joints_and_pairs(rows: tuple[int, ...]) -> None:
    layouts = USUAL_LAYOUTS if rows == ROWS else search_layouts(Outline(list(rows)))
    for layout in every(layouts):
        check_layout(Grid(rows), *layout)


def check_layout(
    grid: Grid, layout: Layout, rings: int, links: tuple[int, int], joints: int, pairs: int
) -> None:
    cores, linked, paired, joint = (
        [NAMES[space] for space in spaces]
        for spaces in (layout.cores, layout.links, layout.pairs, layout.joint)
    )
    inside = [space for core in cores[:rings] for space in around(grid, core)]
    assert len(inside) == 6 * rings and None not in inside
    outside = [*(outer for _, outer in couples(linked)), *paired]
    used = [*cores, *inside, *outside]
    assert len(set(used)) == len(used)
    assert [core for core in (0, 1) for _ in range(links[core])] == [
        ring_of(grid, cores, inner, outer) for inner, outer in couples(linked)
    ]
    assert len(couples(paired)) == pairs
    assert all(other in around(grid, space) for space, other in couples(paired))
    assert len(joint) == 2 * joints
    if joints:
        one, other = joint
        assert ring_of(grid, cores, one, other) == 0 and ring_of(grid, cores, other, one) == 1
        assert not {one, other} & {inner for inner, _ in couples(linked)}


def around(grid: Grid, space: str) -> list[str | None]:
    return [grid.beside(space, direction) for direction in range(6)]


def ring_of(grid: Grid, cores: list[str], inner: str, outer: str) -> int | None:
    """Return the core from which `inner` and then `outer` lie in one direction."""
    for number, core in enumerate(cores):
        for direction, space in enumerate(around(grid, core)):
            if space == inner and grid.beside(inner, direction) == outer:
                return number
    return None


@pytest.mark.parametrize("rows", [ROWS, *OUTLINES])
def test_4_the_search_finds_the_most_pairs_for_every_number_of_links(rows: tuple[int, ...]) -> None:
    """Another exhaustive search, which knows the board by its coordinates, finds the same numbers."""
    layouts, found = search_layouts(Outline(list(rows))), room(rows)
    assert layouts.pairs_alone == found[()]
    assert list(layouts.beside) == [found.get((links,), EMPTY) for links in range(7)]
    for key in product(range(7), range(7), range(2)):
        assert layouts.between[at_links(*key)] == found.get(key, EMPTY), key


def test_4_the_search_agrees_with_the_stored_layouts_of_the_usual_outline() -> None:
    found, stored = search_layouts(USUAL), USUAL_LAYOUTS
    assert found.pairs_alone == stored.pairs_alone and list(found.beside) == list(stored.beside)
    assert list(found.stuck_beside) == list(stored.stuck_beside)
    assert list(found.stuck_between) == list(stored.stuck_between)
    assert list(found.stuck_both) == list(stored.stuck_both)
    for first, second in product(range(7), repeat=2):
        ways = stored.between[at_links(first, second, 0)], stored.between[at_links(second, first, 0)]
        assert found.between[at_links(first, second, 0)] == max(ways)
    assert not found.has_joints
