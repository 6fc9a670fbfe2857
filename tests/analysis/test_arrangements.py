"""Puzzles of arrangements: the goal is the most points possible, and no simple player gets there."""

import random
from pathlib import Path

import msgspec
import pytest

from commands import run
from fairground import list_games, load
from fairground.analysis.arrangements import (
    check_arrangement,
    climb,
    count_points,
    find_arrangement,
    grade_by_length,
    list_by_hand,
    play_all,
)
from fairground.analysis.puzzles import Puzzle, open_puzzle, read_puzzles
from fairground.analysis.report import LineMove
from fairground.engine.record import Record

PUZZLES = [
    puzzle for name in list_games() for puzzle in read_puzzles(load(name)).values() if puzzle.goal is not None
]
TRIED = 300  # random arrangements of each puzzle


def test_there_are_some() -> None:
    assert PUZZLES


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_an_arrangement_holds(puzzle: Puzzle) -> None:
    assert check_arrangement(puzzle) == ""
    assert {move.seat for move in puzzle.line} == {puzzle.seat}


@pytest.mark.parametrize("puzzle", PUZZLES[::8], ids=lambda puzzle: puzzle.name)
def test_nobody_finds_more_points_by_chance(puzzle: Puzzle) -> None:
    match, rng = open_puzzle(puzzle), random.Random(puzzle.name)
    game, state = match.game, match.state
    for _ in range(TRIED):
        move = rng.choice(list_by_hand(game, state, puzzle.seat) or [-1])
        if move < 0:
            break
        state = play_all(state, puzzle.seat, [move])
        assert count_points(game, state, puzzle.seat) <= (puzzle.goal or 0)


def test_what_is_wrong_with_an_arrangement_is_noticed() -> None:
    puzzle = PUZZLES[-1]
    assert puzzle.goal is not None
    match = open_puzzle(puzzle)
    by_hand = list_by_hand(match.game, match.state, puzzle.seat)
    other = next(move for move in match.state.legal(puzzle.seat) if move not in by_hand)
    changes: dict[str, dict[str, object]] = {
        "the most points are": {"goal": puzzle.goal + 1},
        "brings": {"line": puzzle.line[:-1]},
        "not possible": {"line": [LineMove(puzzle.seat, match.game.write(other))]},
        "cannot arrange": {"at": 0},
    }
    for said, change in changes.items():
        assert said in check_arrangement(msgspec.structs.replace(puzzle, **change)), said


def test_a_simple_player_climbs_as_far_as_single_moves_help() -> None:
    puzzle = PUZZLES[0]
    match = open_puzzle(puzzle)
    now = count_points(match.game, match.state, puzzle.seat)
    assert now <= climb(match.game, match.state, puzzle.seat) < (puzzle.goal or 0)
    moves = [match.game.read(move.words) for move in puzzle.line[:-1]]
    almost = play_all(match.state, puzzle.seat, moves)
    assert climb(match.game, almost, puzzle.seat) == puzzle.goal, "the last move is the best one"


def test_longer_solutions_are_harder() -> None:
    assert [grade_by_length(moves) for moves in (1, 3, 4, 9, 15, 40)] == [
        "novice",
        "novice",
        "apprentice",
        "artisan",
        "maestro",
        "maestro",
    ]


def test_an_arrangement_is_found_again_in_its_match() -> None:
    puzzle = PUZZLES[0]
    record = Record.parse(puzzle.record)
    assert isinstance(record.seed, str)
    assert find_arrangement(load(record.game), record.seats, record.players[0], record.seed) == puzzle


def test_an_arrangement_is_made_in_the_terminal() -> None:
    puzzle = PUZZLES[0]
    game = open_puzzle(puzzle).game.name
    moves = [move.words for move in puzzle.line]
    given = "\n".join(["nonsense", moves[0], "restart", "arrange", *moves])
    done = run("puzzle", game, puzzle.name, typed=given + "\n")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.count("not possible") == 1 and "by hand" in done.stdout
    assert done.stdout.rstrip().endswith("Right!")
    shown = run("puzzle", game, puzzle.name, typed="show\n")
    assert all(words in shown.stdout for words in moves)


def test_only_what_can_be_arranged_is_looked_for(tmp_path: Path) -> None:
    others = [name for name in list_games() if load(name).modules.arranging is None]
    refused = run("puzzles", others[0], "--find", "1", "--kind", "arrangement")
    assert refused.returncode == 2 and "nothing is arranged" in refused.stderr
    game = open_puzzle(PUZZLES[0]).game.name
    out = tmp_path / "new.json"
    words = ("--find", "1", "--kind", "arrangement", "--level", "artisan", "--cores", "1", "--out", str(out))
    assert run("puzzles", game, *words).returncode == 0
    assert run("puzzles", game, "--check", str(out)).returncode == 0
