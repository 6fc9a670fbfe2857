"""A box with another outline: the board is played, drawn, scored and arranged as printed."""

import re
from functools import cache
from itertools import islice

import pytest

from fairground.engine.box import Box
from fairground.engine.errors import BoxError
from fairground.engine.picture import plain
from fairground.engine.rng import seeded
from fairground.games import load
from fairground.games.fireworks import GAME
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.arranger.layout_search import layouts_of
from fairground.games.fireworks.arranger.layouts import USUAL_LAYOUTS
from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.rules.outline import USUAL, Outline
from fairground.games.fireworks.rules.score import tally
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.naive import Grid, score
from fairground.games.fireworks.tests.outlines import OUTLINES, every_outline, printed_on
from fairground.games.fireworks.tests.test_fireworks_arranger import optimum
from fairground.games.fireworks.tests.test_fireworks_hard_sets import hard_set
from fairground.games.fireworks.tests.tile_sets import (
    EXACT_RULES,
    TileSet,
    rival_set,
    sets_of_match,
    stored_sets,
)
from fairground.games.fireworks.view import view

TEXT = GAME.document("box.toml")
USUAL_TEXT = "rows = [2, 3, 4, 5, 4, 3, 2]"
ACCEPTED = 561  # of the outlines with 23 spaces
SETS = 4  # of each sort, for an outline
SOAKED = 60


@cache
def box_with(rows: tuple[int, ...]) -> Box[FireworksBox]:
    assert USUAL_TEXT in TEXT
    return GAME.box(TEXT.replace(USUAL_TEXT, f"rows = {list(rows)}"))


def set_up(
    rows: tuple[int, ...], variant: str = "standard", arranged: str = "hand", seats: int = 2
) -> Fireworks:
    options = {"variant": variant, "arrange": arranged}
    return GAME.setup(seats, seeded(f"outline {rows}"), options, box_with(rows))


# Which outlines a box may print


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([11, 12], "expected 3 to 9 rows, got 2"),
        ([2, 3, 2, 3, 2, 3, 2, 3, 2, 1], "expected 3 to 9 rows, got 10"),
        ([], "expected 3 to 9 rows, got 0"),
        ([6, 11, 6], "expected 1 to 9, got 11"),
        ([2, 3, 4, 5, 4, 5, 0], "expected 1 to 9, got 0"),
        ([2, 3, 4, 5, 4, 3, -2], "expected 1 to 9, got -2"),
        ([2, 3, 4, 5, 4, 3], "expected 23 spaces in all, got 21"),
        ([3, 5, 7, 5, 3], "expected neighbouring rows that differ by an odd number, got 3 and 5"),
        ([4, 4, 4, 4, 4, 3], "expected neighbouring rows that differ by an odd number, got 4 and 4"),
        ([5, 4, 5, 4, 5], "expected room for two big fireworks side by side, got [5, 4, 5, 4, 5]"),
    ],
)
def test_1_an_outline_that_is_no_board_is_refused_in_one_sentence(rows: list[int], message: str) -> None:
    text = TEXT.replace(USUAL_TEXT, f"rows = {rows}")
    with pytest.raises(BoxError, match=rf"^the box, line \d+ \(city\.rows\): {re.escape(message)}$"):
        GAME.box(text)


@pytest.mark.parametrize(
    "rows", ['"2345432"', "[2, 3, 4, 5, 4, 3, 2.5]", "[true, 4, 5, 4, 5, 4]", "[[2], 3]"]
)
def test_1_an_outline_that_is_no_list_of_whole_numbers_is_refused(rows: str) -> None:
    with pytest.raises(BoxError, match=r"city\.rows.*expected"):
        GAME.box(TEXT.replace(USUAL_TEXT, f"rows = {rows}"))


def test_1_exactly_the_outlines_with_two_big_fireworks_are_accepted() -> None:
    """A ring needs six neighbours that exist, and no tile can be in two rings."""
    accepted = {rows for rows in every_outline() if Outline(list(rows)).cores}
    assert accepted == {rows for rows in every_outline() if has_two_fireworks(Grid(rows))}
    assert len(accepted) == ACCEPTED and set(OUTLINES) < accepted
    for rows in OUTLINES:
        assert box_with(rows).values.city.rows == list(rows)


def has_two_fireworks(grid: Grid) -> bool:
    whole = [{space, *(grid.beside(space, d) for d in range(6))} for space in grid.at]
    rings = [spaces for spaces in whole if None not in spaces]
    return any(not one & other for one in rings for other in rings)


def test_1_the_first_rules_have_the_usual_outline_only() -> None:
    first = load("fireworks", 1)
    text = first.document("box-1.toml")
    assert first.box(text).digest == first.box().digest
    with pytest.raises(BoxError, match=r"city\.rows.*expected the rows \[2, 3, 4, 5, 4, 3, 2\], got \[3, 4"):
        first.box(text.replace(USUAL_TEXT, "rows = [3, 4, 5, 6, 5]"))


def test_1_layouts_are_searched_once_for_an_outline_and_never_for_the_usual_one() -> None:
    assert layouts_of(USUAL) is USUAL_LAYOUTS
    assert layouts_of(Outline([3, 4, 5, 6, 5])) is layouts_of(Outline([3, 4, 5, 6, 5]))


# What is seen


def test_1_the_view_names_the_spaces_row_by_row() -> None:
    state = set_up((3, 4, 5, 6, 5))
    outline = view(state, 0).outline
    assert [len(row) for row in outline] == [3, 4, 5, 6, 5]
    assert [name for row in outline for name in row] == list(NAMES)


def test_1_the_picture_draws_every_space_in_its_row() -> None:
    state = set_up((3, 4, 5, 6, 5))
    lines = plain(GAME.picture(view(state, None))).splitlines()
    first = next(number for number, line in enumerate(lines) if "⬡A1" in line)
    drawn = [re.findall(r"⬡\w\d|\w✺", line) for line in lines[first : first + 5]]
    assert [len(row) for row in drawn] == [2 * 3, 2 * 4, 2 * 5, 2 * 6, 2 * 5]  # two boards side by side
    starts = [re.search(r"\S", line) for line in lines[first : first + 5]]
    assert [match.start() for match in starts if match] == [2 + 3 * (6 - n) for n in (3, 4, 5, 6, 5)]
    second = 2 + 6 * 6 + 5  # where the second board begins
    assert second <= lines[first - 1].index("seat 1") < second + 6 * 6


@pytest.mark.parametrize("rows", OUTLINES)
def test_2_cores_begin_where_both_can_become_big_fireworks(rows: tuple[int, ...]) -> None:
    grid, seen = Grid(rows), view(set_up(rows), None)
    for board in seen.boards:
        one, other = ({space, *(grid.beside(space, d) for d in range(6))} for space in board)
        assert None not in one | other and not one & other


def test_1_words_name_spaces_by_their_place_in_reading_order() -> None:
    """The names are the same on every outline, so that moves read the same in every record."""
    state = set_up((3, 4, 5, 6, 5), "speed")
    before = view(state, 0)
    assert before.outline[:2] == [["A1", "A2", "B1"], ["B2", "B3", "C1", "C2"]]
    assert list(before.boards[0]) == ["B3", "E3"]  # the fifth and the seventeenth space
    state.play(0, GAME.legal_move(state, 0, "swap B1 B3"))
    after = view(state, 0)
    assert after.boards[0] == {"B1": before.boards[0]["B3"], "E3": before.boards[0]["E3"]}
    assert after.latest == (0, "swap B1 B3")


# Whole matches


@pytest.mark.parametrize("rows", OUTLINES[:4])
@pytest.mark.parametrize(
    ("variant", "arranged"), [("standard", "auto"), ("speed", "hand"), ("advanced", "end")]
)
def test_1_a_match_on_another_outline_keeps_its_laws(
    rows: tuple[int, ...], variant: str, arranged: str
) -> None:
    state, rng = set_up(rows, variant, arranged), seeded("moves")
    number = 0
    while actors := state.actors():
        actor = actors[int(rng.below(len(actors)))]
        legal = state.legal(actor)
        state.play(actor, legal[int(rng.below(len(legal)))])
        number += 1
        if number % 12 == 0:
            check_position(state, rows)
    check_position(state, rows)
    assert GAME.outcome(state).reason == "full board"


def check_position(state: Fireworks, rows: tuple[int, ...]) -> None:
    """Nothing is wrong, the position can be written and read back, and the points are as printed."""
    assert GAME.check(state) == []
    again = GAME.restore(GAME.dump(state), box_with(rows))
    seen = view(state, None)
    assert view(again, None) == seen
    for seat in range(state.seats):
        own = score(seen, seat)
        assert {heading: points[seat] for heading, points in seen.headings.items()} == own


def test_1_bots_play_a_match_on_another_outline_and_build_big_fireworks() -> None:
    state, rng = set_up((3, 4, 5, 6, 5), arranged="auto", seats=3), seeded("bots")
    judge = GAME.judge()
    while actors := state.actors():
        state.play(actors[0], judge.pick(state, actors[0], state.legal(actors[0]), rng))
    assert GAME.check(state) == []
    assert sum(points > 2 for points in view(state, None).headings["big fireworks"]) >= 2


# The arranger


def check_exact(state: Fireworks, rows: tuple[int, ...]) -> None:
    state.printed = printed_on(rows)
    state.rules = EXACT_RULES
    best = optimum(state)
    arrange(state, 0)
    assert tally(state, 0).total() == best == sum(score(view(state, None), 0).values())


@pytest.mark.parametrize("rows", OUTLINES)
def test_4_the_arranger_is_exact_on_other_outlines(rows: tuple[int, ...]) -> None:
    first = SETS * OUTLINES.index(rows)
    stored: list[TileSet] = [tiles for _, _, tiles in stored_sets()]
    for number in range(first, first + SETS):
        check_exact(rival_set(number).board(), rows)
        check_exact(hard_set(number), rows)
        check_exact(stored[number % len(stored)].board(), rows)


@pytest.mark.soak
@pytest.mark.parametrize("rows", OUTLINES)
def test_4_the_arranger_is_exact_on_other_outlines_with_many_sets(rows: tuple[int, ...]) -> None:
    first = SOAKED * (1 + OUTLINES.index(rows))
    for number in range(first, first + SOAKED):
        check_exact(rival_set(number).board(), rows)
        check_exact(hard_set(number), rows)
    for _, _, tiles in stored_sets():
        check_exact(tiles.board(), rows)
    for tiles in islice(sets_of_match(first), 0, None, 5):
        check_exact(tiles.board(), rows)


@pytest.mark.soak
def test_4_the_arranger_is_exact_on_every_outline() -> None:
    accepted = [rows for rows in every_outline() if Outline(list(rows)).cores]
    for number, rows in enumerate(accepted):
        check_exact(rival_set(1000 + number).board(), rows)
        check_exact(hard_set(1000 + number), rows)
