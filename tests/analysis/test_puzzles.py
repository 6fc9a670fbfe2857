"""Puzzles: clear, hard enough, checkable by anybody; the daily one is the same for everybody."""

import datetime
from dataclasses import replace
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from commands import run
from fairground import Record, list_games, load
from fairground.analysis.decisions import JudgedDecision, MoveValue
from fairground.analysis.puzzles import (
    FILE,
    GRADES,
    MARGIN,
    Puzzle,
    PuzzleError,
    check_puzzle,
    daily_puzzle,
    find_puzzles,
    is_clear,
    is_simple,
    open_puzzle,
    parse_puzzles,
    read_puzzles,
    spread,
)

OURS = [name for name in list_games() if read_puzzles(load(name))]
ENOUGH = 30


def moves_to_find(name: str) -> list[Puzzle]:
    """Return the puzzles of a game that ask for a move; test_arrangements.py has the others."""
    return [puzzle for puzzle in read_puzzles(load(name)).values() if puzzle.goal is None]


def all_puzzles() -> list[tuple[str, Puzzle]]:
    return [(name, puzzle) for name in OURS for puzzle in moves_to_find(name)]


@pytest.mark.parametrize("name", OURS)
def test_a_game_with_puzzles_has_enough_of_several_grades(name: str) -> None:
    puzzles = list(read_puzzles(load(name)).values())
    assert len(puzzles) >= ENOUGH
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    grades = {puzzle.grade for puzzle in puzzles}
    assert grades <= set(GRADES) and len(grades) >= 2


@pytest.mark.parametrize("name", OURS)
def test_a_puzzle_is_a_decision_of_its_record_with_a_clear_best_move(name: str) -> None:
    for puzzle in moves_to_find(name):
        match = open_puzzle(puzzle)
        seat = puzzle.seat
        assert int(match.state.seats) == puzzle.seats and len(match.made) == puzzle.at
        offers = {match.game.write(move) for move in match.state.legal(seat)}
        assert {value.words for value in puzzle.values} <= offers
        assert puzzle.margin >= MARGIN
        assert puzzle.best != puzzle.plausible and puzzle.plausible in offers
        values = [value.value for value in puzzle.values]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("name", OURS)
def test_some_puzzles_hold_when_they_are_judged_anew(name: str) -> None:
    """All of them are judged with the whole budget by `fairground puzzles NAME --check`."""
    puzzles = moves_to_find(name)
    for puzzle in puzzles[:: max(1, len(puzzles) // 3)]:
        match = open_puzzle(puzzle)
        best = match.game.legal_move(match.state, puzzle.seat, puzzle.best)
        assert not is_simple(match, puzzle.seat, best)
        assert check_puzzle(puzzle, budget=8_000) == ""


def test_a_wrong_solution_is_noticed() -> None:
    _, puzzle = all_puzzles()[0]
    first, second, *rest = puzzle.values
    swapped = msgspec.structs.replace(puzzle, values=[second, first, *rest])
    assert check_puzzle(swapped, budget=8_000).startswith("the best move is")
    other = msgspec.structs.replace(puzzle, seat=(puzzle.seat + 1) % puzzle.seats)
    match = open_puzzle(puzzle)
    if other.seat not in match.state.actors():
        assert "not to move" in check_puzzle(other)
    with pytest.raises(PuzzleError, match="no moment"):
        open_puzzle(msgspec.structs.replace(puzzle, at=10**6))


def test_a_puzzle_is_found_again_in_its_match() -> None:
    """Anybody can repeat it: the record names the seed and the bots."""
    name, puzzle = next(each for each in all_puzzles() if load(each[0]).widest == 0)
    record = Record.parse(puzzle.record)
    assert isinstance(record.seed, str)
    found = find_puzzles(load(name), record.seats, record.players[0], record.seed)
    assert puzzle in list(found)


@pytest.mark.parametrize(
    ("values", "clear"),
    [
        ((0.9, 0.6), True),
        ((0.9, 0.76), False),
        ((0.9, 0.7), True),
    ],
)
def test_a_clear_move_is_better_by_the_margin(values: tuple[float, float], clear: bool) -> None:
    moves = [MoveValue(number, value, 0.01) for number, value in enumerate(values)]
    decision = JudgedDecision(made=1, moves=moves, loss=0.0, error=0.0)
    assert is_clear(decision, plausible=1) == clear
    assert not is_clear(decision, plausible=0), "a simple player finds it"
    unsure = replace(decision, moves=[moves[0], MoveValue(1, values[1], MARGIN)])
    assert not is_clear(unsure, plausible=1)


def test_grades_are_mixed() -> None:
    def puzzle(number: int, grade: str) -> Puzzle:
        return Puzzle(f"{grade}{number}", 0, 2, 0, grade, [], "")

    many = [puzzle(number, grade) for grade in GRADES[:3] for number in range(10)]
    chosen = spread(many, 9)
    assert [each.grade for each in chosen] == [grade for grade in GRADES[:3] for _ in range(3)]
    assert spread(many[:4], 9) == many[:4]


def test_the_daily_puzzle_is_the_same_for_everybody_and_none_comes_twice_too_soon() -> None:
    games = [load(name) for name in list_games()]
    first = datetime.date(2026, 1, 1)
    days = [first + datetime.timedelta(days=number) for number in range(len(OURS) * ENOUGH)]
    chosen = [daily_puzzle(games, day) for day in days]
    assert chosen == [daily_puzzle(games, day) for day in days]
    assert {game.name for game, _ in chosen[: len(OURS)]} == set(OURS), "the games take turns"
    names = [(game.name, puzzle.name) for game, puzzle in chosen]
    for place, name in enumerate(names):
        assert name not in names[place + 1 : place + len(OURS) * 5]


def test_without_puzzles_there_is_none_of_the_day() -> None:
    with pytest.raises(PuzzleError):
        daily_puzzle([], datetime.date(2026, 1, 1))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"", 1),
        (b"{}", 1),
        (b"[1]", 1),
        (b'[\n {"name": "x"}]', 2),
        (b"\xff", 1),
        (b'[\n {"name": "x",\n  "at" 1}]', 3),
        (b"[" * 10_000, 1),
    ],
)
def test_a_file_that_cannot_be_is_refused_with_its_line(text: bytes, line: int) -> None:
    with pytest.raises(PuzzleError, match=f"line {line}: expected a list of puzzles"):
        parse_puzzles(text)


def test_a_wrong_value_of_a_puzzle_is_told_with_its_line() -> None:
    name, puzzle = all_puzzles()[-1]
    text = resources.files(load(name).package).joinpath(FILE).read_text().splitlines()
    begin = next(at for at, line in enumerate(text) if puzzle.name in line)
    wrong = next(at for at, line in enumerate(text) if at > begin and '"grade"' in line)
    text[wrong] = '  "grade": 7,'
    with pytest.raises(PuzzleError, match=f"line {wrong + 1}: "):
        parse_puzzles("\n".join(text).encode())


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    name, puzzle = all_puzzles()[0]
    wrong = puzzle.values[1].words
    done = run("puzzle", name, puzzle.name, typed=f"nonsense\n{wrong}\n{puzzle.best}\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "Not this one" in done.stdout and "Right!" in done.stdout and puzzle.best in done.stdout


def test_the_commands_answer_mistakes_with_a_sentence(tmp_path: Path) -> None:
    damaged = tmp_path / FILE
    damaged.write_text("[1]")
    name, _ = all_puzzles()[0]
    for words in (
        ("puzzle", name, "nothing"),
        ("puzzles", name, "--check", str(damaged)),
        ("puzzle", "nothing"),
    ):
        refused = run(*words)
        assert refused.returncode == 2 and refused.stderr.count("\n") == 1, words
