"""A test for each numbered section of RULES.md, but §1.1 (patterns), §6 (redeal) and §9 (box)."""

from collections import Counter

import pytest

from fairground import OVER, IllegalMove, Match, PositionError, seeded
from fairground.games.festival import GAME
from fairground.games.festival.position import ORDERS, pack
from fairground.games.festival.rules import Festival
from fairground.games.festival.tests.table import (
    CARDS,
    COLOURS,
    TILES,
    TYPES,
    Board,
    names,
    play,
    table,
    words,
)

SPACES = [column + row for row in "123" for column in "abc"]


def typed(seats: int, **rest: object) -> Festival:
    """A position in which every seat chose side a."""
    state = {"boards": COLOURS[:seats], "sides": "a" * seats, **rest}
    return GAME.restore({"game": "festival", "seats": seats, "state": state})


# §1 What there is


def test_1_behind_every_back_each_colour_and_type_once() -> None:
    position = pack(GAME.setup(4, seeded("box")))
    assert [sorted(stack) for stack in position.stacks or []] == [sorted(TILES)] * 4


def test_1_each_board_has_a_colour_and_a_type_of_its_own() -> None:
    boards = GAME.box().values.boards
    assert [(board.colour, board.type) for board in boards] == list(zip(COLOURS, TYPES, strict=True))


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
    # what lies there, the tile that does it, and where
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
def test_1_2_crowd_pleasers_for_the_board(name: str) -> None:
    board, tile, space = PLEASED[name]
    number = int(name[0]) - 1
    state = pleased(board, tile, name, number)
    assert pack(state).owners[number] is None
    play(state, f"left {space}")
    assert pack(state).owners[number] == 0


@pytest.mark.parametrize(
    ("name", "space"), [("1a", "c3"), ("1b", "c3"), ("2a", "b1"), ("2b", "a1"), ("4a", "a1"), ("4b", "a1")]
)
def test_1_2_one_less_does_not_please(name: str, space: str) -> None:
    board, tile, _ = PLEASED[name]
    number = int(name[0]) - 1
    state = play(pleased(board, tile, name, number), f"left {space}")
    assert pack(state).owners[number] is None


@pytest.mark.parametrize(("side", "enough"), [("a", 4), ("b", 3)])
def test_1_2_crowd_pleasers_for_objectives(side: str, enough: int) -> None:
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
    """A third card of 5 beside 7, 6 and 5 is no fourth value."""
    board = {"a1": "green palm", "b1": "yellow rose", "c1": "green rose"}
    done = ["start-green-a", "G-green", "C-palm"]
    state = table([board, {}], completed={0: done}, piles=["A-green", "A-red", "A-blue", "B-blue"])
    assert len(names(play(state, "pile 1"), state.done[0])) == 4
    assert pack(state).owners[2] is None


@pytest.mark.parametrize(("name", "points"), [("aaaa", [2, 2, 3, 3]), ("bbbb", [2, 3, 2, 2])])
def test_1_2_points_of_crowd_pleasers(name: str, points: list[int]) -> None:
    state = table([{}, {}], pleasers=name, owners=[0, 0, 0, 1])
    assert GAME.outcome(state).headings["crowd-pleasers"] == [sum(points[:3]), points[3]]


# §2 Set-up


def test_2_1_four_piles_of_seven() -> None:
    piles = pack(GAME.setup(3, seeded("piles"))).piles or []
    assert [len(pile) for pile in piles] == [7, 7, 7, 7]
    assert sorted(card for pile in piles for card in pile) == sorted(CARDS)


def test_2_2_each_crowd_pleaser_falls_on_either_side() -> None:
    falls = Counter(pack(GAME.setup(2, seeded(f"toss {n}"))).pleasers for n in range(800))
    assert len(falls) == 16 and min(falls.values()) > 20


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_3_boards_are_drawn_by_lot(seats: int) -> None:
    drawn = [tuple(pack(GAME.setup(seats, seeded(f"lot {n}"))).boards) for n in range(600)]
    assert all(len(set(boards)) == seats for boards in drawn)
    assert len(set(drawn)) == (12 if seats == 2 else 24)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("order", ORDERS)
def test_2_3_or_each_seat_is_given_its_colour(seats: int, order: str) -> None:
    state = GAME.setup(seats, seeded("given"), {"boards": order})
    assert pack(state).boards == order.split("-")[:seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_3_a_seat_uses_its_own_stack_and_that_of_the_seat_before(seats: int) -> None:
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


def test_2_4_sides_are_chosen_in_turn_order_before_the_first_turn() -> None:
    state = GAME.setup(3, seeded("sides"), {"boards": "red-green-blue-yellow"})
    for seat, side in enumerate("aba"):
        assert state.actor == seat and words(state) == ["side a", "side b"]
        play(state, f"side {side}")
    assert state.actor == 0 and "left a1" in words(state)
    assert pack(state).incomplete == [["start-red-a"], ["start-green-b"], ["start-blue-a"]]


# §3 A turn


def test_3_1_a_tile_onto_any_space_or_an_objective() -> None:
    state = table([{"b2": "red palm"}, {}])
    tiles = [f"{side} {space}" for side in ("left", "right") for space in SPACES]
    assert words(state) == [*tiles, "pile 1", "pile 2", "pile 3", "pile 4"]


def test_3_1_c1_is_the_last_space_of_the_first_row() -> None:
    """A line along the first row, seen from the seat."""
    state = table([{"a1": "green palm", "b1": "yellow palm"}, {}], incomplete={0: ["A-green"]},
                  stacks={0: ["green rose"]})  # fmt: skip
    assert names(play(state, "left c1"), state.done[0]) == ["A-green"]


def test_3_1_no_limit_of_height() -> None:
    state = table([{"b2": TILES[:8]}, {}], owners=[None, 0, None, None], stacks={0: ["red burst"]})
    play(state, "left b2")
    assert state.height(0, 4) == 9


def test_3_1_a_tile_must_be_taken_from_a_stack_that_has_one() -> None:
    board = {"a1": TILES}
    state = table([board, {}, {}], owners=[None, 0, None, None], actor=1, ending="empty stack")
    assert "right a1" not in words(state) and "left a1" in words(state)
    with pytest.raises(IllegalMove, match="the right stack is empty"):
        play(state, "right a1")


def test_3_1_six_incomplete_objectives_are_the_most() -> None:
    """§7.6 The starting one counts, and a card that would be complete at once cannot be taken either."""
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


def test_3_1_pile_numbers_stay_when_a_pile_runs_dry() -> None:
    piles, gone = [[], CARDS[:7], [], CARDS[7:14]], CARDS[14:]
    held = [[f"start-{x}-a", *gone[3 * n : 3 * n + 3]] for n, x in enumerate(COLOURS)]
    state = typed(4, piles=piles, incomplete=held, completed=[gone[12:], [], [], []])
    assert [word for word in words(state) if word.startswith("pile")] == ["pile 2", "pile 4"]
    with pytest.raises(IllegalMove, match="pile 1 is empty"):
        play(state, "pile 1")


def nearly_passed(incomplete: list[str]) -> Festival:
    """Three seats, seat 0 to move; one tile in each of the stacks beside seat 2."""
    laid = [f"{seat} left a1 {tile}" for seat in (1, 2) for tile in TILES[:15]]
    held = [["start-green-a"], ["start-yellow-a"], ["start-blue-a", *incomplete]]
    return typed(3, laid=laid, owners=[None, 1, None, None], incomplete=held)


def test_3_1_a_seat_that_can_do_nothing_is_passed_over() -> None:
    state = nearly_passed(["A-red", "A-blue", "G-red", "G-blue", "B-red"])
    play(state, "right a1", "left a1")
    assert state.actor == OVER


def test_3_1_a_seat_that_can_still_take_an_objective_is_not() -> None:
    state = nearly_passed(["A-red", "A-blue", "G-red", "G-blue"])
    play(state, "right a1", "left a1")
    assert state.actor == 2 and words(state) == ["pile 1", "pile 2", "pile 3", "pile 4"]
    assert play(state, "pile 1").actor == OVER


def test_3_2_cards_completed_together_keep_the_order_they_were_taken_in() -> None:
    board = {"a1": "green palm", "b1": "yellow fountain"}
    for taken in (["C-palm", "A-green"], ["A-green", "C-palm"]):
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


# §4 The end


def five_done(actor: int, seats: int = 3, stacks: dict[int, list[str]] | None = None) -> Festival:
    """The seat to move has five completed objectives and a sixth one tile away."""
    done = ["A-green", "A-yellow", "A-blue", "A-red", "C-palm"]
    boards: list[Board] = [{} for _ in range(seats)]
    boards[actor] = {"a1": "green palm"}
    return table(boards, completed={actor: done}, incomplete={actor: ["E-green"]}, actor=actor,
                 stacks=stacks or {actor: ["green palm"]})  # fmt: skip


def test_4_the_round_is_played_out() -> None:
    state = play(five_done(0), "left b2")
    assert state.actor == 1 and GAME.outcome(state).reason is None
    state = play(state, "left a1", "left a1")
    assert state.actor == OVER and GAME.outcome(state).reason == "sixth objective"


def test_4_the_last_seat_ends_the_match_at_once() -> None:
    assert play(five_done(2), "left b2").actor == OVER


def test_4_crowd_pleasers_are_no_objectives() -> None:
    state = five_done(0)
    assert pack(play(state, "right b2")).ending == "playing"


def test_4_one_turn_may_go_from_five_to_seven() -> None:
    board = {"a1": "green palm", "b1": "yellow fountain"}
    done = ["A-green", "A-yellow", "A-blue", "A-red", "C-rose"]
    state = table(
        [board, {}], completed={0: done}, incomplete={0: ["E-green", "C-palm"]}, stacks={0: ["green palm"]}
    )
    play(state, "left c1")
    assert names(state, state.done[0]) == [*done, "E-green", "C-palm"]
    assert pack(state).ending == "sixth objective"


def test_4_any_empty_stack_ends_it() -> None:
    held = [["start-green-a"], ["start-yellow-a"], ["start-blue-a"]]
    laid = [f"1 left a1 {tile}" for tile in TILES[:15]]
    state = typed(3, laid=laid, owners=[None, 1, None, None], incomplete=held, actor=1)
    play(state, "left a1")
    assert state.actor == 2 and pack(state).ending == "empty stack"
    assert GAME.outcome(play(state, "left a1")).reason == "empty stack"


FIVE = ["A-green", "A-yellow", "A-blue", "A-red", "C-rose"]


def last_tile_and_sixth(done: list[str], seat: int = 0) -> Festival:
    """One tile is left in stack 0; it completes the pair of the seat."""
    rest = [tile for tile in TILES if tile != "green palm"]
    laid = [f"{seat} {'right' if seat == 0 else 'left'} c3 green palm"]
    laid += [f"0 left a1 {tile}" for tile in rest]
    held = [["start-green-a"], ["start-yellow-a"]]
    held[seat].append("E-green")
    completed = [done if each == seat else [] for each in range(2)]
    return typed(2, laid=laid, owners=[None, 0, None, None], incomplete=held, completed=completed)


def test_4_both_at_once() -> None:
    state = play(last_tile_and_sixth(FIVE), "left b2", "left a1")
    assert GAME.outcome(state).reason == "both"
    state = play(last_tile_and_sixth(FIVE[:4]), "left b2", "left a1")
    assert GAME.outcome(state).reason == "empty stack"


def test_4_the_reason_is_what_held_after_the_turn_that_triggered_it() -> None:
    """What the other seat adds in its last turn changes nothing."""
    state = play(five_done(0, 2), "left b2")
    state.stack_size[1] = 1  # as if the others had been taken
    play(state, "left a1")
    assert list(state.stack_size)[1] == 0 and GAME.outcome(state).reason == "sixth objective"

    state = five_done(1, 2, stacks={1: ["green palm"]})
    state.actor, state.stack_size[0] = 0, 1
    play(state, "left a1", "left b2")
    assert len(names(state, state.done[1])) == 6 and GAME.outcome(state).reason == "empty stack"


def test_4_empty_piles_end_nothing() -> None:
    held = [[f"start-{x}-a", *CARDS[3 * n : 3 * n + 3]] for n, x in enumerate(COLOURS)]
    done = [CARDS[12 + 4 * n : 16 + 4 * n] for n in range(4)]
    state = typed(4, piles=[[]] * 4, incomplete=held, completed=done, owners=[None, None, 0, None])
    assert words(state) == [f"{side} {space}" for side in ("left", "right") for space in SPACES]
    assert pack(play(state, "left a1")).ending == "playing"


# §5 Score and §7 Examples


def example() -> Festival:
    board = {
        "a1": "red palm", "b1": ["green rose", "red palm"], "c1": ["blue rose", "red fountain"],
        "a2": "green burst", "b2": "yellow burst", "c2": "blue burst",
    }  # fmt: skip
    done = ["B-green", "start-red-a", "A-green", "E-green"]
    return table([board, {}], colours=("red", "green"), completed={0: done}, owners=[0, None, None, 0])


def test_7_1_the_worked_example() -> None:
    outcome = GAME.outcome(example())
    parts = {heading: points[0] for heading, points in outcome.headings.items()}
    assert parts == {"objectives": 20, "crowd-pleasers": 5, "colour": 5, "type": 3}
    assert outcome.points[0] == 33


@pytest.mark.parametrize(
    "board",
    [
        {"b2": "green palm", "c2": "yellow palm", "b3": "blue palm"},
        {"b2": "green palm", "b3": "yellow palm", "a2": "blue palm"},
        {"b2": "green palm", "a2": "yellow palm", "b1": "blue palm"},
        {"b2": "green palm", "b1": "yellow palm", "c2": "blue palm"},
    ],
)
def test_7_2_each_turn_of_a_corner_fulfils_it(board: Board) -> None:
    state = table([board, {}], piles=["B-green", *CARDS[8:11]])
    assert names(play(state, "pile 1"), state.done[0]) == ["B-green"]


@pytest.mark.parametrize("across", ["a", "c"])
@pytest.mark.parametrize("down", ["1", "3"])
def test_7_2_its_mirror_images_do_not(across: str, down: str) -> None:
    """Of the two ways to lay yellow and blue on these spaces, one is a turn and one a mirror image."""
    fulfilled = []
    for yellow, blue in ((f"{across}2", f"b{down}"), (f"b{down}", f"{across}2")):
        board = {"b2": "green palm", yellow: "yellow palm", blue: "blue palm"}
        state = table([board, {}], piles=["B-green", *CARDS[8:11]])
        fulfilled.append(names(play(state, "pile 1"), state.done[0]) == ["B-green"])
    turned = (across, down) in {("c", "3"), ("a", "1")}
    assert fulfilled == ([True, False] if turned else [False, True])


def test_7_3_height_scores_and_covered_tiles_do_not() -> None:
    """Green seat, type palm."""

    def colour(tiles: list[str]) -> list[int]:
        outcome = GAME.outcome(table([{"b2": tiles}, {}]))
        return [outcome.headings["colour"][0], outcome.headings["type"][0]]

    assert colour(["green rose"]) == [1, 0]
    assert colour(["green fountain", "red rose", "green rose"]) == [3, 0]
    assert colour(["green rose", "red rose"]) == [0, 0]
    assert colour(["red rose", "green palm"]) == [2, 2]  # §5 both


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("D-palm", {"a1": "red palm", "b1": "red fountain", "a2": "blue rose"}),
        ("F-palm", {"a1": "red palm", "b1": "yellow fountain"}),
    ],
)
def test_7_4_a_flat_tile_is_not_raised(name: str, board: Board) -> None:
    tops = [name, *CARDS[4:7]]
    flat = play(table([board, {}], piles=tops), "pile 1")
    assert names(flat, flat.done[0]) == []
    raised = play(table([{**board, "a1": ["green burst", "red palm"]}, {}], piles=tops), "pile 1")
    assert names(raised, raised.done[0]) == [name]


def test_7_5_a_card_fulfilled_when_taken_is_completed_and_can_please_and_end() -> None:
    """The sixth objective, and with 4 the fourth value beside 3, 5 and 6."""
    state = table(
        [{"a1": "green palm", "c3": "green palm"}, {}],
        completed={0: ["A-green", "A-yellow", "A-blue", "F-rose", "G-green"]},
        piles=["E-green", "B-green", "B-red", "B-blue"],
    )
    play(state, "pile 1")
    assert names(state, state.done[0])[-1] == "E-green"
    assert pack(state).owners == [None, None, 0, None]
    assert pack(state).ending == "sixth objective" and state.actor == 1


def test_5_ties_are_broken_by_crowd_pleasers_and_else_shared() -> None:
    state = table([{}, {}, {}], owners=[0, 0, None, 1], pleasers="aaba", completed={1: ["A-green"], 0: []})
    outcome = GAME.outcome(state)
    assert outcome.points == [4, 8, 0] and outcome.decided == "points"
    state = table([{}, {}, {}, {}], owners=[0, 0, 1, 2], pleasers="bbaa", completed={1: ["E-red"]})
    outcome = GAME.outcome(state)
    assert outcome.points == [5, 7, 3, 0] and outcome.ranking == [[1], [0], [2], [3]]


def test_5_most_crowd_pleasers_win_a_tie_and_equal_seats_share() -> None:
    """Two tiles of 2 and 3 against five points of an objective; then one of 3 each."""
    state = table([{}, {}], owners=[0, 0, None, None], pleasers="bbaa", completed={1: ["A-green"]})
    outcome = GAME.outcome(state)
    assert outcome.points == [5, 5]
    assert outcome.ranking == [[0], [1]] and outcome.decided == "crowd-pleasers"
    state = table([{}, {}, {}], owners=[None, None, 0, 1], pleasers="aaaa")
    outcome = GAME.outcome(state)
    assert outcome.ranking == [[0, 1], [2]] and outcome.decided == "shared"


# §8 What is always true


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"stacks": [TILES[1:], TILES]}, "expected the 16 tiles of its back in stack 0"),
        ({"piles": [CARDS[:7], CARDS[7:14], CARDS[14:21], CARDS[21:27]]}, "G-red is missing or there twice"),
        ({"incomplete": [["start-green-a", "A-red"], ["start-yellow-a", "A-red"]]}, "A-red is missing"),
        ({"incomplete": [["start-blue-a"], ["start-yellow-a"]]}, "start-blue-a is missing|not the starting"),
        ({"incomplete": [["start-green-a", *CARDS[:6]], ["start-yellow-a"]]}, "7 incomplete objectives"),
        ({"boards": ["green", "green"]}, "missing or there twice|same board"),
        ({"laid": ["0 left a1 green palm", "0 right a2 green palm"],
          "incomplete": [["start-green-a", "E-green"], ["start-yellow-a"]]}, "seat 0 fulfils E-green"),
        ({"laid": [f"0 left a1 {tile}" for tile in TILES[:4]]}, "seat 0 has not claimed crowd-pleaser 2"),
        ({"ending": "empty stack"}, "does not end for the reason it gives"),
        ({"actor": -1}, "over without a reason"),
        ({"actor": 2}, "expected an actor below 2"),
        ({"sides": "a"}, "missing or there twice"),
        ({"laid": ["2 left a1 green palm"]}, "expected a seat, a move and a tile"),
        ({"laid": ["0 pile 1 green palm"]}, "expected a tile to be laid"),
        ({"laid": ["0 left a1 pink palm"]}, "expected a tile such as green palm, got 'pink palm'"),
        ({"owners": [None, 7, None, None]}, "expected a seat below 2 or null, got 7"),
        ({"pleasers": "abc"}, "expected 4 sides of crowd-pleasers, got 3"),
        ({"pleasers": "abax"}, "expected a side"),
    ],
)  # fmt: skip
def test_8_positions_that_cannot_be_are_refused(change: dict[str, object], expected: str) -> None:
    fair = {
        "boards": ["green", "yellow"],
        "sides": "aa",
        "incomplete": [["start-green-a"], ["start-yellow-a"]],
    }
    position = {"game": "festival", "seats": 2, "state": {**fair, **change}}
    with pytest.raises(PositionError, match=expected):
        GAME.restore(position)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_8_random_matches_keep_the_invariants(seats: int) -> None:
    for number in range(5):
        match = Match(GAME, seats, f"invariants {number}")
        rng = seeded(f"{number}")
        while not match.over:
            moves = match.state.legal(match.state.actor)
            match.play(match.state.actor, moves[rng.below(len(moves))])
            assert GAME.check(match.state) == []
