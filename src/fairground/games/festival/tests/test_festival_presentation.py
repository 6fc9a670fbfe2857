"""How a match is presented: notation, story, views, picture and features."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from fairground import Match, NotationError, Record, seeded
from fairground.engine.picture import plain
from fairground.engine.story import tell
from fairground.games.festival import GAME
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.tests.table import GOLDEN, Board, play, table

NAMES = ["Ann", "Ben", "Cem", "Dot"]


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("left b2", ["stack:left", "space:b2"]),
        ("right c1", ["stack:right", "space:c1"]),
        ("pile 3", ["pile:3"]),
        ("side a", ["side:a"]),
    ],
)
def test_moves_are_written_read_and_clicked(words: str, path: list[str]) -> None:
    assert GAME.write(GAME.read(words)) == words
    assert GAME.path(GAME.read(words)) == path


def test_every_move_has_different_words() -> None:
    assert len({GAME.write(move) for move in range(24)}) == 24
    for wrong in (-1, 24, 1000):
        with pytest.raises(NotationError, match="the number of a move"):
            GAME.write(wrong)


@pytest.mark.parametrize(
    "words", ["left d1", "left a4", "up a1", "pile 0", "pile 5", "side c", "left  b2", "b2"]
)
def test_bad_words_are_refused(words: str) -> None:
    with pytest.raises(NotationError, match="expected a move such as left b2"):
        GAME.read(words)


# Story


def story(state: Festival, words: str) -> list[str]:
    seat, move = int(state.actor), GAME.read(words)
    before = state.copy()
    state.play(seat, move)
    return [tell(entry, GAME.phrases, NAMES) for entry in GAME.story(before, seat, move, state)]


def test_the_story_of_choosing_a_side() -> None:
    state = GAME.setup(2, seeded("story"), {"boards": "red-blue-green-yellow"})
    assert story(state, "side b") == [
        "Ann chooses side b of the starting objective: red burst red / . burst ."
    ]


def test_the_story_of_a_tile_that_completes_and_ends() -> None:
    board = {"a1": "green palm", "b1": "green fountain", "c2": ["red burst", "green rose"]}
    done = ["A-green", "A-blue", "A-red", "C-rose", "C-palm"]
    state = table(
        [board, {}],
        completed={0: done},
        incomplete={0: ["E-green"]},
        stacks={0: ["green palm", "red rose"]},
    )
    assert story(state, "left c2") == [
        "Ann takes green palm from the left stack and lays it on c2, level 3",
        "red rose is revealed",
        "Ann completes E-green for 4",
        "Ann triggers the end (sixth objective); the round is played out",
    ]


def test_the_story_of_a_claim_and_the_end() -> None:
    board: Board = {"a1": "red palm", "b1": "red fountain", "c2": "red rose"}
    state = table([{}, board], actor=1)
    state.stack_size[1] = 1  # as if all but one tile had been taken
    assert story(state, "left c3") == [
        "Ben takes red burst from the left stack and lays it on c3, level 1",
        "that stack is now empty",
        "Ben claims crowd-pleaser 1a for 2",
        "Ben triggers the end (empty stack), and the round is over",
        "the match is over: Ben wins by points",
    ]


def test_the_story_of_taking_objectives() -> None:
    state = table([{}, {}], piles=["E-green", "A-red", "A-blue", "B-blue"])
    card = state.printed.cards[state.piles[state.pile_size[0] - 2]]
    assert story(state, "pile 1") == [
        "Ann takes E-green from pile 1: green + green anywhere, all of one type",
        f"{card} is revealed on pile 1",
    ]
    state.actor, state.pile_size[1] = 0, 1
    assert story(state, "pile 2")[1] == "pile 2 is now empty"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_story_of_golden_records(path: Path) -> None:
    match = Match.replay(GAME, Record.parse(path.read_text()))
    keys = [entry.key for entry in match.story]
    assert keys[-1] == ("shared" if match.outcome().decided == "shared" else "won")
    assert keys.count("trigger") + keys.count("last") == 1
    assert keys.count("pass") == path.stem.startswith("passed-over")
    done = sum(int(cards).bit_count() for cards in match.state.done)
    assert keys.count("complete") == done
    assert keys.count("claim") == sum(owner >= 0 for owner in match.state.owner)


# Views and pictures


def test_the_view_shows_tops_and_counts_and_covered_tiles() -> None:
    state = table([{"b2": ["red palm", "blue rose"]}, {}], stacks={1: ["green burst"]})
    view = GAME.view(state, 0)
    data = msgspec.to_builtins(view)
    assert [tile["id"] for tile in data["boards"][0]["spaces"]["b2"]] == ["green1", "green2"]
    assert data["stacks"][1]["top"] == {"id": "yellow1", "colour": "green", "type": "burst"}
    assert data["stacks"][0]["size"] == 14 and len(data["stacks"][0]["unseen"]) == 13
    assert [pile["size"] for pile in data["piles"]] == [7, 7, 7, 7] and len(data["unseen"]) == 24


PICTURE = """\
seat 0, ✚ green palm, to move: 11 points (objectives 9, crowd-pleasers 0, colour 1, type 1)
    a             b             c
  1 ✚ palm x1     ·             ·
  2 ·             ● rose x2     ·
  3 ·             ·             ▲ fountain x1
  to do: start-green-a, 7 points: green palm / palm green (lacks green on b1, green on a2, palm on b2)
  to do: D-palm, 5 points: palm^ fountain / rose . (lacks palm of level 2 or higher on c2)
  done: A-red 5, B-red 4
"""


def test_the_picture_draws_a_board() -> None:
    board = {"a1": "green palm", "b2": ["red palm", "blue rose"], "c3": "red fountain"}
    state = table([board, {}], incomplete={0: ["D-palm"]}, completed={0: ["A-red", "B-red"]})
    drawn = plain(GAME.picture(GAME.view(state, 0)))
    assert PICTURE in drawn + "\n"
    assert "✚ green, ★ yellow, ● blue, ▲ red" in drawn


def test_the_picture_shows_everything_that_can_be_taken() -> None:
    state = table(
        [{}, {}], stacks={0: ["red rose"], 1: ["blue palm"]}, piles=["A-red", "E-blue", "F-rose", "G-red"]
    )
    drawn = plain(GAME.picture(GAME.view(state, 1)))
    for line in (
        "green back, left of seat 0, right of seat 1, 16 left: ▲ red rose",
        "yellow back, left of seat 1, right of seat 0, 16 left: ● blue palm",
        "pile 1, 7 left: A-red, 5 points: red green red",
        "pile 2, 7 left: E-blue, 4 points: blue + blue anywhere, all of one type",
        "pile 3, 7 left: F-rose, 3 points: rose^ red",
        "A-green 5 (green yellow green)",  # below the tops
        "1a 2 points: 4 or more visible tiles share a colour (not claimed)",
    ):
        assert line in drawn


def test_the_picture_is_readable_without_colours() -> None:
    """Two boards that differ in the colour of one tile differ in the plain picture too."""
    one, other = (
        table([{"a1": f"{colour} rose"}, {}], stacks={0: ["blue burst"]}) for colour in ("red", "blue")
    )
    assert plain(GAME.picture(GAME.view(one, 0))) != plain(GAME.picture(GAME.view(other, 0)))


# Features


def blocks(state: Festival, seat: int) -> dict[str, list[float]]:
    numbers, found, at = GAME.features(state, seat), {}, 0
    for block in GAME.layout(int(state.seats)):
        found[block.name] = numbers[at : at + block.size].tolist()
        at += block.size
    return found


def test_features_show_the_seat_its_own_things_first() -> None:
    state = table(
        [{"b2": ["red palm", "blue rose"]}, {}], incomplete={0: ["A-green"]}, owners=[1, None, None, 0]
    )
    own, others = blocks(state, 0), blocks(state, 1)
    b2 = own["boards"][4 * 9 : 5 * 9]
    assert b2 == [0, 0, 1, 0, 0, 0, 1, 0, 0.25]  # blue, rose, two high
    assert own["boards"][:81] == others["boards"][81:]
    assert own["incomplete"][0] == 1 and others["incomplete"][36] == 1
    assert own["turn"] == [1, 0] and others["turn"] == [0, 1]
    assert own["owners"] == [0, 1, 0, 0, 0, 0, 1, 0] and others["owners"] == [1, 0, 0, 0, 0, 0, 0, 1]
    assert own["phase"] == [0, 0]


def test_features_count_what_is_unseen() -> None:
    state = play(table([{}, {}], stacks={0: ["green palm", "red burst"]}), "left a1")
    own = blocks(state, 0)
    assert own["tops"][15] == 1 and sum(own["unseen"][:16]) == 14 and own["unseen"][0] == 0
    assert np.isclose(own["sizes"][0], 15 / 16)
    assert sum(own["hidden"]) == 24
