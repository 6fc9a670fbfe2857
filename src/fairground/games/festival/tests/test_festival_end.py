"""§4 and §5 of rules.en.md, the points and the end, with worked examples and the invariants."""

import pytest

from fairground import OVER, Match, PositionError, seeded
from fairground.games.festival import GAME
from fairground.games.festival.positions import pack
from fairground.games.festival.rules.festival import BOARD, Festival, most_alike
from fairground.games.festival.tests.table import (
    CARDS,
    COLOURS,
    SPACES,
    TILES,
    Board,
    names,
    play,
    restore,
    table,
    words,
)

# §5 The end


def five_done(actor: int, seats: int = 3, stacks: dict[int, list[str]] | None = None) -> Festival:
    """Return a position in which the seat to move needs one tile for its sixth objective."""
    done = ["A-green", "A-yellow", "A-blue", "A-red", "C-palm"]
    boards: list[Board] = [{} for _ in range(seats)]
    boards[actor] = {"a1": "green palm"}
    return table(boards, completed={actor: done}, incomplete={actor: ["E-green"]}, actor=actor,
                 stacks=stacks or {actor: ["green palm"]})  # fmt: skip


def test_5_the_round_is_played_out() -> None:
    state = play(five_done(0), "left b2")
    assert state.actor == 1 and GAME.outcome(state).reason is None
    state = play(state, "left a1", "left a1")
    assert state.actor == OVER and GAME.outcome(state).reason == "sixth objective"


def test_5_the_last_seat_ends_the_match_at_once() -> None:
    assert play(five_done(2), "left b2").actor == OVER


def test_5_crowd_pleasers_do_not_count_as_objectives() -> None:
    state = five_done(0)
    assert pack(play(state, "right b2")).ending == "playing"


def test_5_one_turn_may_go_from_five_to_seven() -> None:
    board = {"a1": "green palm", "b1": "yellow fountain"}
    done = ["A-green", "A-yellow", "A-blue", "A-red", "C-rose"]
    state = table(
        [board, {}], completed={0: done}, incomplete={0: ["E-green", "C-palm"]}, stacks={0: ["green palm"]}
    )
    play(state, "left c1")
    assert names(state, state.done[0]) == [*done, "E-green", "C-palm"]
    assert pack(state).ending == "sixth objective"


def test_5_any_empty_stack_ends_it() -> None:
    held = [["start-green-a"], ["start-yellow-a"], ["start-blue-a"]]
    laid = [f"1 left a1 {tile}" for tile in TILES[:15]]
    state = restore(3, laid=laid, owners=[None, 1, None, None], incomplete=held, actor=1)
    play(state, "left a1")
    assert state.actor == 2 and pack(state).ending == "empty stack"
    assert GAME.outcome(play(state, "left a1")).reason == "empty stack"


FIVE = ["A-green", "A-yellow", "A-blue", "A-red", "C-rose"]


def last_tile_and_sixth(done: list[str], seat: int = 0) -> Festival:
    """Return a position in which the last tile of stack 0 completes the seat's pair."""
    rest = [tile for tile in TILES if tile != "green palm"]
    laid = [f"{seat} {'right' if seat == 0 else 'left'} c3 green palm"]
    laid += [f"0 left a1 {tile}" for tile in rest]
    held = [["start-green-a"], ["start-yellow-a"]]
    held[seat].append("E-green")
    completed = [done if each == seat else [] for each in range(2)]
    return restore(2, laid=laid, owners=[None, 0, None, None], incomplete=held, completed=completed)


def test_5_both_at_once() -> None:
    state = play(last_tile_and_sixth(FIVE), "left b2", "left a1")
    assert GAME.outcome(state).reason == "both"
    state = play(last_tile_and_sixth(FIVE[:4]), "left b2", "left a1")
    assert GAME.outcome(state).reason == "empty stack"


def test_5_the_reason_is_what_was_true_after_the_turn_that_triggered_the_end() -> None:
    """The other seat's last turn does not change it."""
    state = play(five_done(0, 2), "left b2")
    state.stack_size[1] = 1  # as if the others had been taken
    play(state, "left a1")
    assert list(state.stack_size)[1] == 0 and GAME.outcome(state).reason == "sixth objective"

    state = five_done(1, 2, stacks={1: ["green palm"]})
    state.actor, state.stack_size[0] = 0, 1
    play(state, "left a1", "left b2")
    assert len(names(state, state.done[1])) == 6 and GAME.outcome(state).reason == "empty stack"


def test_5_empty_piles_do_not_end_the_match() -> None:
    held = [[f"start-{x}-a", *CARDS[3 * n : 3 * n + 3]] for n, x in enumerate(COLOURS)]
    done = [CARDS[12 + 4 * n : 16 + 4 * n] for n in range(4)]
    state = restore(4, piles=[[]] * 4, incomplete=held, completed=done, owners=[None, None, 0, None])
    assert words(state) == [f"{side} {space}" for side in ("left", "right") for space in SPACES]
    assert pack(play(state, "left a1")).ending == "playing"


# §4 Points, the winner of §5, and worked examples of other sections


def example() -> Festival:
    board = {
        "a1": "red palm", "b1": ["green rose", "red palm"], "c1": ["blue rose", "red fountain"],
        "a2": "green burst", "b2": "yellow burst", "c2": "blue burst",
    }  # fmt: skip
    done = ["B-green", "start-red-a", "A-green", "E-green"]
    return table([board, {}], colours=("red", "green"), completed={0: done}, owners=[0, None, None, 0])


def test_4_the_worked_example() -> None:
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
def test_1_1_each_turn_of_a_corner_fulfils_it(board: Board) -> None:
    state = table([board, {}], piles=["B-green", *CARDS[8:11]])
    assert names(play(state, "pile 1"), state.done[0]) == ["B-green"]


@pytest.mark.parametrize("across", ["a", "c"])
@pytest.mark.parametrize("down", ["1", "3"])
def test_1_1_the_mirror_images_of_a_corner_do_not_fulfil_it(across: str, down: str) -> None:
    """Of the two ways to lay yellow and blue on these spaces, one is a turn and one is a mirror image."""
    fulfilled = []
    for yellow, blue in ((f"{across}2", f"b{down}"), (f"b{down}", f"{across}2")):
        board = {"b2": "green palm", yellow: "yellow palm", blue: "blue palm"}
        state = table([board, {}], piles=["B-green", *CARDS[8:11]])
        fulfilled.append(names(play(state, "pile 1"), state.done[0]) == ["B-green"])
    turned = (across, down) in {("c", "3"), ("a", "1")}
    assert fulfilled == ([True, False] if turned else [False, True])


def test_4_visible_tiles_score_their_height_and_covered_ones_nothing() -> None:
    """The seat has the green board, whose type is palm."""

    def colour(tiles: list[str]) -> list[int]:
        outcome = GAME.outcome(table([{"b2": tiles}, {}]))
        return [outcome.headings["colour"][0], outcome.headings["type"][0]]

    assert colour(["green rose"]) == [1, 0]
    assert colour(["green fountain", "red rose", "green rose"]) == [3, 0]
    assert colour(["green rose", "red rose"]) == [0, 0]
    assert colour(["red rose", "green palm"]) == [2, 2]  # §4 both


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("D-palm", {"a1": "red palm", "b1": "red fountain", "a2": "blue rose"}),
        ("F-palm", {"a1": "red palm", "b1": "yellow fountain"}),
    ],
)
def test_1_1_a_tile_on_the_bare_board_is_not_raised(name: str, board: Board) -> None:
    tops = [name, *CARDS[4:7]]
    flat = play(table([board, {}], piles=tops), "pile 1")
    assert names(flat, flat.done[0]) == []
    raised = play(table([{**board, "a1": ["green burst", "red palm"]}, {}], piles=tops), "pile 1")
    assert names(raised, raised.done[0]) == [name]


def test_3_2_a_card_completed_when_taken_can_win_a_crowd_pleaser_and_end_the_match() -> None:
    """It is the sixth objective, and its 4 is the fourth value beside 3, 5 and 6."""
    state = table(
        [{"a1": "green palm", "c3": "green palm"}, {}],
        completed={0: ["A-green", "A-yellow", "A-blue", "F-rose", "G-green"]},
        piles=["E-green", "B-green", "B-red", "B-blue"],
    )
    play(state, "pile 1")
    assert names(state, state.done[0])[-1] == "E-green"
    assert pack(state).owners == [None, None, 0, None]
    assert pack(state).ending == "sixth objective" and state.actor == 1


def test_5_points_decide_before_crowd_pleasers() -> None:
    state = table([{}, {}, {}], owners=[0, 0, None, 1], pleasers="aaba", completed={1: ["A-green"], 0: []})
    outcome = GAME.outcome(state)
    assert outcome.points == [4, 8, 0] and outcome.decided == "points"
    state = table([{}, {}, {}, {}], owners=[0, 0, 1, 2], pleasers="bbaa", completed={1: ["E-red"]})
    outcome = GAME.outcome(state)
    assert outcome.points == [5, 7, 3, 0] and outcome.ranking == [[1], [0], [2], [3]]


def test_5_most_crowd_pleasers_win_a_tie_and_equal_seats_share() -> None:
    """Crowd-pleasers of 2 and 3 against an objective of 5; then one crowd-pleaser of 3 each."""
    state = table([{}, {}], owners=[0, 0, None, None], pleasers="bbaa", completed={1: ["A-green"]})
    outcome = GAME.outcome(state)
    assert outcome.points == [5, 5]
    assert outcome.ranking == [[0], [1]] and outcome.decided == "crowd-pleasers"
    state = table([{}, {}, {}], owners=[None, None, 0, 1], pleasers="aaaa")
    outcome = GAME.outcome(state)
    assert outcome.ranking == [[0, 1], [2]] and outcome.decided == "shared"


# What is always true: see reference.md


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"stacks": [TILES[1:], TILES]}, "expected the 16 tiles of its back in stack 0"),
        ({"piles": [CARDS[:7], CARDS[7:14], CARDS[14:21], CARDS[21:27]]}, "G-red is missing or appears"),
        ({"incomplete": [["start-green-a", "A-red"], ["start-yellow-a", "A-red"]]}, "A-red is missing"),
        ({"incomplete": [["start-blue-a"], ["start-yellow-a"]]}, "start-blue-a is missing|not have the"),
        ({"incomplete": [["start-green-a", *CARDS[:6]], ["start-yellow-a"]]}, "7 incomplete objectives"),
        ({"boards": ["green", "green"]}, "missing or appears twice|same board"),
        ({"laid": ["0 left a1 green palm", "0 right a2 green palm"],
          "incomplete": [["start-green-a", "E-green"], ["start-yellow-a"]]}, "seat 0 fulfils E-green"),
        ({"laid": [f"0 left a1 {tile}" for tile in TILES[:4]]}, "meets crowd-pleaser 2 but has not claimed"),
        ({"ending": "empty stack"}, "the given reason for the end is not true"),
        ({"actor": -1}, "over without a reason"),
        ({"actor": 2}, "expected an actor below 2"),
        ({"sides": "a"}, "missing or appears twice"),
        ({"laid": ["2 left a1 green palm"]}, "expected a seat, a move and a tile"),
        ({"laid": ["0 pile 1 green palm"]}, "expected a move that lays a tile"),
        ({"laid": ["0 left a1 pink palm"]}, "expected a tile such as green palm, got 'pink palm'"),
        ({"owners": [None, 7, None, None]}, "expected a seat below 2 or null, got 7"),
        ({"pleasers": "abc"}, "expected 4 sides of crowd-pleasers, got 3"),
        ({"pleasers": "abax"}, "expected a side"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(change: dict[str, object], expected: str) -> None:
    fair = {
        "boards": ["green", "yellow"],
        "sides": "aa",
        "incomplete": [["start-green-a"], ["start-yellow-a"]],
    }
    position = {"game": "festival", "seats": 2, "state": {**fair, **change}}
    with pytest.raises(PositionError, match=expected):
        GAME.restore(position)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_keep_the_invariants(seats: int) -> None:
    for number in range(5):
        match = Match(GAME, seats, f"invariants {number}")
        rng = seeded(f"{number}")
        while not match.over:
            moves = match.state.legal(match.state.actor)
            match.play(match.state.actor, moves[rng.below(len(moves))])
            assert GAME.check(match.state) == []


def test_1_2_all_nine_visible_tiles_may_be_alike() -> None:
    assert most_alike(BOARD) == 9


def test_what_a_match_lays_is_not_laid_in_its_copy() -> None:
    state = table([{}, {}])
    twin = state.copy()
    play(twin, "left a1")
    before = GAME.dump(twin)
    play(state, "left b2")
    assert GAME.dump(twin) == before
