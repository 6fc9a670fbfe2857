"""`puzzles` and `puzzle`: find and check puzzles, and solve them in the terminal."""

import datetime
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from fairground.analysis.puzzles import (
    GRADES,
    Puzzle,
    PuzzleError,
    check_puzzle,
    daily_puzzle,
    find_puzzles,
    open_puzzle,
    parse_puzzles,
    read_puzzles,
    spread,
)
from fairground.analysis.report import LineMove
from fairground.cli.catalog import EXAMPLE
from fairground.cli.files import check_writable, read_file, write_file
from fairground.cli.options import GameName, Json, check_cores
from fairground.cli.output import say, say_json, say_plainly
from fairground.cli.progress import ProgressDisplay
from fairground.cli.terminal_table import prompt
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.match import Match
from fairground.engine.state import State
from fairground.games import list_games, load

LEVEL = "expert"


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("puzzles", epilog=f"Example: fairground puzzles {EXAMPLE} --find 200 --out new.json")(puzzles)
    app.command("puzzle", epilog="Example: fairground puzzle")(solve)


def puzzles(
    game: GameName,
    find: Annotated[int | None, typer.Option(help="Find puzzles in so many new matches of bots.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the puzzles found to this file.")] = None,
    most: Annotated[int, typer.Option(help="Keep at most so many, of all grades.")] = 40,
    level: Annotated[str, typer.Option(help="The bots that play the matches.")] = LEVEL,
    seats: Annotated[
        int | None, typer.Option(help="How many play.", show_default="all numbers in turn")
    ] = None,
    seed: Annotated[str, typer.Option(help="Makes the matches; take a new one for new matches.")] = "puzzles",
    check: Annotated[Path | None, typer.Option(help="Judge the puzzles of this file anew.")] = None,
    cores: Annotated[int | None, typer.Option(help="Processes.", show_default="all cores")] = None,
    as_json: Json = False,
) -> None:
    """List the puzzles of a game, find new ones in matches of strong bots, or check some."""
    if check:
        _check_file(check)
    elif find is None:
        _list(list(read_puzzles(load(game)).values()), as_json)
    else:
        if out:
            check_writable(out)
        found = spread(list(_find(game, find, level, seats, seed, check_cores(cores))), most)
        if out:
            write_file(out, msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")
        _list(found, as_json)


def _find(name: str, matches: int, level: str, seats: int | None, seed: str, cores: int) -> Iterator[Puzzle]:
    sizes = [seats] if seats else list(load(name).seats)
    tasks = [(name, sizes[number % len(sizes)], level, f"{seed} {number}") for number in range(matches)]
    with ProgressDisplay() as display, ProcessPoolExecutor(cores) as pool:
        display.begin("matches", len(tasks), 0)
        for found in pool.map(_find_in_match, tasks):
            display.step()
            yield from found


def _find_in_match(task: tuple[str, int, str, str]) -> list[Puzzle]:
    name, seats, level, seed = task
    return list(find_puzzles(load(name), seats, level, seed))


def _list(found: list[Puzzle], as_json: bool) -> None:
    if as_json:
        say_json(found)
        return
    for puzzle in sorted(found, key=lambda each: GRADES.index(each.grade)):
        say_plainly(f"{puzzle.name}  {puzzle.grade}  by {100 * puzzle.margin:.0f} points")
    say_plainly(f"{len(found)} puzzles")


def _check_file(path: Path) -> None:
    for puzzle in parse_puzzles(read_file(path, "a file of puzzles").encode()):
        if wrong := check_puzzle(puzzle):
            raise PuzzleError(f"{path.name}, puzzle {puzzle.name}: {wrong}")
        say_plainly(f"{puzzle.name}: holds")


# Solving


def solve(
    game: Annotated[
        str | None, typer.Argument(help="The game.", show_default="the puzzle of the day")
    ] = None,
    name: Annotated[str | None, typer.Argument(help="The puzzle.", show_default="the first")] = None,
) -> None:
    """Solve a puzzle in the terminal; without a game, the one of the day."""
    if game is None:
        _, puzzle = daily_puzzle([load(each) for each in list_games()], datetime.date.today())
    else:
        puzzle = _named(game, name)
    match = open_puzzle(puzzle)
    say("\n" + match.game.picture(match.game.view(match.state, puzzle.seat)) + "\n")
    say_plainly(f"{match.game.title}: you are seat {puzzle.seat}. One move is clearly best. ({puzzle.grade})")
    _ask(match, puzzle)


def _named(game: str, name: str | None) -> Puzzle:
    known = read_puzzles(load(game))
    if not known:
        raise BadSetting(f"{load(game).title} has no puzzles")
    if name is not None and name not in known:
        raise BadSetting(f"there is no puzzle {name!r}; `fairground puzzles {game}` lists them")
    return known[name] if name else next(iter(known.values()))


def _ask(match: Match[State, object], puzzle: Puzzle) -> None:
    while (line := prompt("> ")) is not None and line != "quit":
        words = " ".join(line.split())
        if words == "show":
            return _tell_solution(match, puzzle)
        try:
            move = match.game.legal_move(match.state, puzzle.seat, words)
        except FairgroundError as error:
            say_plainly(f"{error}. Type a move, `show` or `quit`.")
            continue
        if match.game.write(move) == puzzle.best:
            say_plainly("Right!")
            return _tell_solution(match, puzzle)
        say_plainly(_value_of(puzzle, match.game.write(move)))
    return None


def _value_of(puzzle: Puzzle, words: str) -> str:
    value = next((each.value for each in puzzle.values if each.words == words), None)
    if value is None:
        return "Not this one: it is worse than all that were looked at closely. Try again."
    best = puzzle.values[0].value
    return f"Not this one: it wins {100 * value:.0f} of 100, the best move {100 * best:.0f}. Try again."


def _tell_solution(match: Match[State, object], puzzle: Puzzle) -> None:
    say_plainly(f"The best move is {puzzle.best}.")
    if puzzle.why:
        say_plainly(_describe(puzzle))
    expected = [LineMove(puzzle.seat, puzzle.best), *puzzle.line]
    say_plainly("Expected then: " + ", ".join(f"{move.seat} {move.words}" for move in expected))


def _describe(puzzle: Puzzle) -> str:
    assert puzzle.why is not None
    better, made = puzzle.why.better, puzzle.why.made
    parts = [f"{heading} {better[heading]:.1f} instead of {made.get(heading, 0.0):.1f}" for heading in better]
    return f"Against {puzzle.plausible}, points at the end: {'; '.join(parts)}."
