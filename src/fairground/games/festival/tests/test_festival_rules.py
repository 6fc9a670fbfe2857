"""§1 to §3 and §7 of rules.en.md, with a test for each rule."""

from collections import Counter

import pytest

from fairground import OVER, IllegalMove, seeded
from fairground.games.festival import GAME
from fairground.games.festival.positions import pack
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.setup import ORDERS
from fairground.games.festival.tests.table import (
    CARDS,
    COLOURS,
    SPACES,
    TILES,
    TYPES,
    Board,
    names,
    play,
    restore,
    table,
    words,
)

# §1 What lies on the table


def test_1_each_back_has_every_pair_of_colour_and_type_once() -> None:
    position = pack(GAME.setup(4, seeded("box")))
    assert [sorted(stack) for stack in position.stacks or []] == [sorted(TILES)] * 4


def test_1_each_board_has_a_colour_and_a_type_of_its_own() -> None:
    boards = GAME.box().values.boards
    assert [(board.colour, board.type_name) for board in boards] == list(zip(COLOURS, TYPES, strict=True))


def after(kinds: tuple[str, ...], first: str, steps: int) -> str:
    return kinds[(kinds.index(first) + steps) % 4]


def test_1_1_the_seven_families() -> None:
    box = GAME.box().values
    cards = {card.name: (card.linked or card.free, card.points) for card in box.objectives}
    expected: dict[str, tuple[tuple[str, ...], int]] = {}
    for x in COLOURS:
        y, z = after(COLOURS, x, 1), after(COLOURS, x, 2)
        expected[f"A-{x}"] = ((f"{x} {y} {x}",), 5)
        expected[f"B-{x}"] = ((f"{x} {y}", f"{z} ."), 4)
        expected[f"E-{x}"] = ((x, x), 4)
        expected[f"G-{x}"] = ((f"{x} {y}", f"{y} {x}"), 6)
    for t, beside in zip(TYPES, ("yellow", "blue", "red", "green"), strict=True):
        u, v = after(TYPES, t, 1), after(TYPES, t, 2)
        expected[f"C-{t}"] = ((f"{t} {u} {t}",), 5)
        expected[f"D-{t}"] = ((f"{t}^ {u}", f"{v} ."), 5)
        expected[f"F-{t}"] = ((f"{t}^ {beside}",), 3)
    assert cards == expected
    assert {card.name for card in box.objectives if card.same} == {f"E-{x}" for x in COLOURS}
    assert {bool(card.free) == (card.name[0] == "E") for card in box.objectives} == {True}


def test_1_1_the_starting_objectives() -> None:
    box = GAME.box().values
    for x, t in zip(COLOURS, TYPES, strict=True):
        assert box.side(x, "a").linked == (f"{x} {t}", f"{t} {x}")
        assert box.side(x, "b").linked == (f"{x} {t} {x}", f". {t} .")
    assert (box.starting_points.a, box.starting_points.b) == (7, 7)


FULFILLED: dict[str, dict[str, str | list[str]]] = {
    "A-green": {"a1": "green palm", "a2": "yellow rose", "a3": "green rose"},
    "B-green": {"b2": "green palm", "c2": "yellow palm", "b3": "blue palm"},
    "C-palm": {"a3": "red palm", "b3": "red fountain", "c3": "blue palm"},
    "D-palm": {"a1": ["red rose", "red palm"], "b1": "red fountain", "a2": "blue rose"},
    "E-green": {"a1": "green burst", "c3": "green burst"},
    "F-palm": {"b2": ["red burst", "red palm"], "b1": "yellow rose"},
    "G-green": {"b2": "green palm", "c2": "yellow palm", "b3": "yellow rose", "c3": "green rose"},
    "start-green-a": {"a1": "green rose", "b1": "red palm", "a2": "blue palm", "b2": "green burst"},
    "start-green-b": {"a1": "green rose", "b1": "red palm", "c1": "green burst", "b2": "blue palm"},
}


@pytest.mark.parametrize("name", FULFILLED)
def test_1_1_each_family_is_completed_by_its_last_tile_and_not_before(name: str) -> None:
    board = dict(FULFILLED[name])
    space = list(board)[-1]
    tile = str(board.pop(space))
    side = name[-1] if name.startswith("start") else "a"
    cards = {} if name.startswith("start") else {0: [name]}
    state = table([board, {}], sides=f"{side}a", incomplete=cards, stacks={0: [tile]})
    assert name in names(state, state.held[0])
    play(state, f"left {space}")
    assert names(state, state.done[0]) == [name]


PLEASED: dict[str, tuple[Board, str, str]] = {
    # the tiles on the board, the tile that meets the condition, and its space
    "1a": ({"a1": "red palm", "b2": "red rose", "c3": "red burst"}, "red fountain", "a3"),
    "1b": ({"a1": "red palm", "b2": "blue palm", "c3": "green palm"}, "yellow palm", "a3"),
    "2a": ({"a1": ["red palm", "red rose", "blue palm"]}, "yellow burst", "a1"),
    "2b": ({"a1": ["red palm", "red rose", "blue palm"], "b1": ["red burst", "blue rose"]}, "red rose", "b1"),
    "4a": (
        {
            "a1": "red palm", "b1": "blue palm", "c1": "green rose", "a2": "green fountain",
            "b2": "red fountain", "c2": "yellow rose", "a3": "blue burst", "b3": "yellow burst",
        },
        "green burst",
        "c3",
    ),
    "4b": ({"a1": "red palm", "b1": "blue rose", "c1": "green burst"}, "yellow fountain", "c3"),
}  # fmt: skip


def pleased(board: Board, tile: str, name: str, tile_number: int) -> Festival:
    sides = "".join(name[1] if number == tile_number else "a" for number in range(4))
    return table([board, {}], stacks={0: [tile]}, pleasers=sides)


@pytest.mark.parametrize("name", PLEASED)
def test_1_2_crowd_pleasers_are_claimed_for_the_board(name: str) -> None:
    board, tile, space = PLEASED[name]
    number = int(name[0]) - 1
    state = pleased(board, tile, name, number)
    assert pack(state).owners[number] is None
    play(state, f"left {space}")
    assert pack(state).owners[number] == 0


@pytest.mark.parametrize(
    ("name", "space"), [("1a", "c3"), ("1b", "c3"), ("2a", "b1"), ("2b", "a1"), ("4a", "a1"), ("4b", "a1")]
)
def test_1_2_one_tile_less_does_not_meet_the_condition(name: str, space: str) -> None:
    board, tile, _ = PLEASED[name]
    number = int(name[0]) - 1
    state = play(pleased(board, tile, name, number), f"left {space}")
    assert pack(state).owners[number] is None


@pytest.mark.parametrize(("side", "enough"), [("a", 4), ("b", 3)])
def test_1_2_crowd_pleasers_are_claimed_for_objectives(side: str, enough: int) -> None:
    """Values 7 (the starting one), 6, 5, and then 4; or any three objectives."""
    done = ["start-green-a", "G-green", "A-green"][: enough - 1]
    sides = f"aa{side}a"
    few = table(
        [{"a1": "green palm"}, {}], completed={0: done}, pleasers=sides, piles=["A-blue", *CARDS[5:8]]
    )
    assert pack(play(few, "pile 1")).owners[2] is None
    state = table(
        [{"a1": "green palm", "c3": "green palm"}, {}],
        completed={0: done},
        pleasers=sides,
        piles=["E-green", "A-red", "A-blue", "B-blue"],
    )
    assert pack(play(state, "pile 1")).owners[2] == 0


def test_1_2_equal_values_count_once() -> None:
    """A second card worth 5 beside 7, 6 and 5 is not a fourth value."""
    board = {"a1": "green palm", "b1": "yellow rose", "c1": "green rose"}
    done = ["start-green-a", "G-green", "C-palm"]
    state = table([board, {}], completed={0: done}, piles=["A-green", "A-red", "A-blue", "B-blue"])
    assert len(names(play(state, "pile 1"), state.done[0])) == 4
    assert pack(state).owners[2] is None


@pytest.mark.parametrize(("name", "points"), [("aaaa", [2, 2, 3, 3]), ("bbbb", [2, 3, 2, 2])])
def test_1_2_points_of_crowd_pleasers(name: str, points: list[int]) -> None:
    state = table([{}, {}], pleasers=name, owners=[0, 0, 0, 1])
    assert GAME.outcome(state).headings["crowd-pleasers"] == [sum(points[:3]), points[3]]


# §2 Before the match


def test_2_four_piles_of_seven() -> None:
    piles = pack(GAME.setup(3, seeded("piles"))).piles or []
    assert [len(pile) for pile in piles] == [7, 7, 7, 7]
    assert sorted(card for pile in piles for card in pile) == sorted(CARDS)


def test_2_each_crowd_pleaser_falls_on_either_side() -> None:
    falls = Counter(pack(GAME.setup(2, seeded(f"toss {n}"))).pleasers for n in range(800))
    assert len(falls) == 16 and min(falls.values()) > 20


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_boards_are_drawn_by_lot(seats: int) -> None:
    drawn = [tuple(pack(GAME.setup(seats, seeded(f"lot {n}"))).boards) for n in range(600)]
    assert all(len(set(boards)) == seats for boards in drawn)
    assert len(set(drawn)) == (12 if seats == 2 else 24)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("order", ORDERS)
def test_7_an_order_of_colours_gives_each_seat_its_board(seats: int, order: str) -> None:
    state = GAME.setup(seats, seeded("given"), {"boards": order})
    assert pack(state).boards == order.split("-")[:seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_a_seat_uses_its_own_stack_and_that_of_the_seat_before(seats: int) -> None:
    state = GAME.setup(seats, seeded("stacks"))
    play(state, *["side a"] * seats)
    for seat in range(seats):
        for word, stack in (("left a1", seat), ("right a1", (seat - 1) % seats)):
            turn = state.copy()
            turn.actor = seat
            sizes = list(turn.stack_size)
            play(turn, word)
            sizes[stack] -= 1
            assert list(turn.stack_size) == sizes


def test_2_1_sides_are_chosen_in_turn_order_before_the_first_turn() -> None:
    state = GAME.setup(3, seeded("sides"), {"boards": "red-green-blue-yellow"})
    for seat, side in enumerate("aba"):
        assert state.actor == seat and words(state) == ["side a", "side b"]
        play(state, f"side {side}")
    assert state.actor == 0 and "left a1" in words(state)
    assert pack(state).incomplete == [["start-red-a"], ["start-green-b"], ["start-blue-a"]]


# §3 Your turn


def test_3_1_a_turn_is_a_tile_onto_any_space_or_an_objective() -> None:
    state = table([{"b2": "red palm"}, {}])
    tiles = [f"{side} {space}" for side in ("left", "right") for space in SPACES]
    assert words(state) == [*tiles, "pile 1", "pile 2", "pile 3", "pile 4"]


def test_3_1_c1_is_the_last_space_of_the_first_row() -> None:
    """A line along the first row, seen from the seat."""
    state = table([{"a1": "green palm", "b1": "yellow palm"}, {}], incomplete={0: ["A-green"]},
                  stacks={0: ["green rose"]})  # fmt: skip
    assert names(play(state, "left c1"), state.done[0]) == ["A-green"]


def test_3_1_stacks_have_no_height_limit() -> None:
    state = table([{"b2": TILES[:8]}, {}], owners=[None, 0, None, None], stacks={0: ["red burst"]})
    play(state, "left b2")
    assert state.height(0, 4) == 9


def test_3_1_a_tile_must_be_taken_from_a_stack_that_has_one() -> None:
    board = {"a1": TILES}
    state = table([board, {}, {}], owners=[None, 0, None, None], actor=1, ending="empty stack")
    assert "right a1" not in words(state) and "left a1" in words(state)
    with pytest.raises(IllegalMove, match="the right stack is empty"):
        play(state, "right a1")


def test_3_1_a_seventh_incomplete_objective_cannot_be_taken() -> None:
    """The starting objective counts. A card that would be completed at once cannot be taken either."""
    board = {"a1": "green palm", "c3": "green palm"}
    five = table([board, {}], incomplete={0: ["A-red", "A-blue", "G-red", "G-blue"]},
                 piles=["E-green", "B-green", "B-red", "B-blue"])  # fmt: skip
    assert "pile 1" in words(five)
    six = table([board, {}], incomplete={0: ["A-red", "A-blue", "G-red", "G-blue", "C-rose"]},
                piles=["E-green", "B-green", "B-red", "B-blue"])  # fmt: skip
    assert not [word for word in words(six) if word.startswith("pile")]
    with pytest.raises(IllegalMove, match="holds 6 incomplete objectives"):
        play(six, "pile 1")


def test_3_1_completed_objectives_do_not_count_against_the_six() -> None:
    done = ["start-green-a", "A-green", "A-yellow", "C-palm", "C-rose"]
    state = table(
        [{}, {}], completed={0: done}, incomplete={0: ["A-red", "A-blue", "G-red", "G-blue", "B-red"]}
    )
    assert "pile 1" in words(state)


def test_3_1_piles_keep_their_numbers_when_one_is_empty() -> None:
    piles, gone = [[], CARDS[:7], [], CARDS[7:14]], CARDS[14:]
    held = [[f"start-{x}-a", *gone[3 * n : 3 * n + 3]] for n, x in enumerate(COLOURS)]
    state = restore(4, piles=piles, incomplete=held, completed=[gone[12:], [], [], []])
    assert [word for word in words(state) if word.startswith("pile")] == ["pile 2", "pile 4"]
    with pytest.raises(IllegalMove, match="pile 1 is empty"):
        play(state, "pile 1")


def nearly_passed(incomplete: list[str]) -> Festival:
    """Return three seats with seat 0 to move, and one tile left in each stack beside seat 2."""
    laid = [f"{seat} left a1 {tile}" for seat in (1, 2) for tile in TILES[:15]]
    held = [["start-green-a"], ["start-yellow-a"], ["start-blue-a", *incomplete]]
    return restore(3, laid=laid, owners=[None, 1, None, None], incomplete=held)


def test_3_1_a_seat_that_cannot_move_is_passed_over() -> None:
    state = nearly_passed(["A-red", "A-blue", "G-red", "G-blue", "B-red"])
    play(state, "right a1", "left a1")
    assert state.actor == OVER


def test_3_1_a_seat_that_can_still_take_an_objective_is_not_passed_over() -> None:
    state = nearly_passed(["A-red", "A-blue", "G-red", "G-blue"])
    play(state, "right a1", "left a1")
    assert state.actor == 2 and words(state) == ["pile 1", "pile 2", "pile 3", "pile 4"]
    assert play(state, "pile 1").actor == OVER


def test_3_1_the_seat_after_one_that_is_passed_over_still_moves() -> None:
    """In a position set up by hand, seat 1 takes the last tile that seat 2 could have taken."""
    laid = [f"1 left a1 {tile}" for tile in TILES[:15]] + [f"2 left a1 {tile}" for tile in TILES]
    full = ["start-blue-a", "A-red", "A-blue", "G-red", "G-blue", "B-red"]
    state = restore(
        4, laid=laid, owners=[None, 2, None, None], actor=1, ending="empty stack",
        incomplete=[["start-green-a"], ["start-yellow-a"], full, ["start-red-a"]],
    )  # fmt: skip
    assert play(state, "left a1").actor == 3
    assert "left a1" in words(state)


def test_3_2_cards_completed_together_keep_the_order_they_were_taken_in() -> None:
    board = {"a1": "green palm", "b1": "yellow fountain"}
    for taken in (["C-palm", "A-green"], ["A-green", "C-palm"]):
        state = table([board, {}], incomplete={0: taken}, stacks={0: ["green palm"]})
        assert names(play(state, "left c1"), state.done[0]) == taken


def test_3_2_one_tile_may_complete_three_cards_at_once() -> None:
    """It serves one card with its colour, one with its type, and one with both."""
    taken = ["A-green", "C-palm", "E-green"]
    board = {"a1": "green palm", "b1": "yellow fountain"}
    state = table([board, {}], incomplete={0: taken}, stacks={0: ["green palm"]})
    assert names(play(state, "left c1"), state.done[0]) == taken


def test_3_2_only_visible_tiles_count() -> None:
    board = {"a1": ["green palm", "red rose"], "b1": "yellow fountain"}
    state = table([board, {}], incomplete={0: ["A-green"]}, stacks={0: ["green burst"]})
    assert names(play(state, "left c1"), state.done[0]) == []


def test_3_2_what_is_completed_or_claimed_is_never_lost() -> None:
    board = {"a1": "green palm", "b1": "green fountain", "c2": "green rose"}
    state = table(
        [board, {}], incomplete={0: ["E-green"]}, stacks={0: ["green palm", "red rose", "red palm"]}
    )
    play(state, "left a3")
    assert names(state, state.done[0]) == ["E-green"] and pack(state).owners[0] == 0
    play(state, "right a1", "left a3")
    assert names(state, state.done[0]) == ["E-green"] and pack(state).owners[0] == 0


def test_3_2_a_claimed_crowd_pleaser_is_gone() -> None:
    board, tile, space = PLEASED["1a"]
    state = table([board, {}], stacks={0: [tile]}, owners=[1, None, None, None])
    assert pack(play(state, f"left {space}")).owners[0] == 1


def test_3_2_objectives_come_before_crowd_pleasers() -> None:
    """The third objective and the tile that asks for three, in one turn."""
    done = ["start-green-a", "A-green"]
    state = table([{"a1": "green palm"}, {}], completed={0: done}, incomplete={0: ["E-green"]},
                  stacks={0: ["green palm"]}, pleasers="aaba")  # fmt: skip
    assert pack(play(state, "left b2")).owners[2] == 0


def test_3_2_only_the_seat_on_turn_is_checked() -> None:
    board, tile, space = PLEASED["1a"]
    state = table([{}, board], stacks={0: [tile]})
    play(state, f"left {space}")
    assert pack(state).owners[0] is None and names(state, state.done[1]) == []
