"""The table of a search gives back what it was told, and only where that is what the search asks for."""

import pytest

from fairground.analysis.position_table import EXACT, LEAST, MISSING, MOST, SIZES, PositionTable


def table_with(kind: int, depth: int = 3, value: float = 0.5, cut: bool = True) -> PositionTable:
    table = PositionTable(1000)
    table.keep(77, depth, value, kind, cut, 5)
    return table


def test_an_unknown_position_is_missing() -> None:
    assert table_with(EXACT).find(78, 3) == MISSING
    assert PositionTable(1000).find(77, 3) == MISSING


@pytest.mark.parametrize(("depth", "known"), [(2, False), (3, True), (4, False)])
def test_a_value_counts_for_its_own_depth(depth: int, known: bool) -> None:
    assert (table_with(EXACT).find(77, depth) != MISSING) == known


@pytest.mark.parametrize(("depth", "known"), [(2, False), (3, True), (4, True), (60, True)])
def test_a_certain_value_counts_for_every_greater_depth(depth: int, known: bool) -> None:
    assert (table_with(EXACT, cut=False).find(77, depth) != MISSING) == known


@pytest.mark.parametrize("kind", [EXACT, LEAST, MOST])
@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("depth", [1, 60])
def test_it_gives_back_what_it_was_told(kind: int, cut: bool, depth: int) -> None:
    table = table_with(kind, depth, 0.25, cut)
    place = table.find(77, depth)
    assert table.values[place] == 0.25
    assert table.is_cut(place) == cut
    assert table.decides(place, 0.3, 0.4) == (kind in (EXACT, MOST))
    assert table.decides(place, 0.1, 0.2) == (kind in (EXACT, LEAST))
    assert table.decides(place, 0.1, 0.4) == (kind == EXACT)


@pytest.mark.parametrize("reply", [0, 1, 200])
def test_it_knows_the_best_move_whatever_the_depth(reply: int) -> None:
    table = PositionTable(1000)
    table.keep(77, 60, 0.5, MOST, True, reply)
    assert table.reply(77) == reply
    assert table.reply(78) == MISSING
    assert table.find(77, 60) != MISSING


def test_two_positions_in_one_place_are_not_mixed_up() -> None:
    table = table_with(EXACT)
    table.keep(77 + table.size, 3, 0.9, EXACT, True, 5)
    assert table.find(77, 3) == MISSING
    assert table.values[table.find(77 + table.size, 3)] == 0.9


def test_it_is_as_large_as_the_search_needs_within_limits() -> None:
    assert [PositionTable(room).size for room in (0, 5000, 10**9)] == [SIZES[0], SIZES[1], SIZES[-1]]
