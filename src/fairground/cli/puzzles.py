"""`puzzles`: list the puzzles of a game, find new ones, and check some."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from fairground.analysis.arrangements import check_arrangement, find_arrangement
from fairground.analysis.puzzles import (
    GRADES,
    Puzzle,
    PuzzleError,
    check_puzzle,
    find_puzzles,
    parse_puzzles,
    read_puzzles,
    spread,
)
from fairground.cli.catalog import EXAMPLE
from fairground.cli.files import check_writable, read_file, write_file
from fairground.cli.options import GameName, Json, check_cores
from fairground.cli.output import say_json, say_plainly
from fairground.cli.progress import ProgressDisplay
from fairground.engine.errors import BadSetting
from fairground.games import load

LEVEL = "expert"


class Kind(StrEnum):
    """What a puzzle asks for."""

    MOVE = "move"
    ARRANGEMENT = "arrangement"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("puzzles", epilog=f"Example: fairground puzzles {EXAMPLE} --find 200 --out new.json")(puzzles)


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
    kind: Annotated[
        Kind, typer.Option(help="What to find: one move that is clearly best, or the best arrangement.")
    ] = Kind.MOVE,
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
        if kind is Kind.ARRANGEMENT and not load(game).modules.arranging:
            raise BadSetting(f"in {load(game).title} nothing is arranged")
        found = spread(list(_find(game, find, kind, level, seats, seed, check_cores(cores))), most)
        if out:
            write_file(out, msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")
        _list(found, as_json)


def _find(
    name: str, matches: int, kind: Kind, level: str, seats: int | None, seed: str, cores: int
) -> Iterator[Puzzle]:
    sizes = [seats] if seats else list(load(name).seats)
    tasks = [(name, kind, sizes[number % len(sizes)], level, f"{seed} {number}") for number in range(matches)]
    with ProgressDisplay() as display, ProcessPoolExecutor(cores) as pool:
        display.begin("matches", len(tasks), 0)
        for found in pool.map(_find_in_match, tasks):
            display.step()
            yield from found


def _find_in_match(task: tuple[str, Kind, int, str, str]) -> list[Puzzle]:
    name, kind, seats, level, seed = task
    if kind is Kind.ARRANGEMENT:
        found = find_arrangement(load(name), seats, level, seed)
        return [found] if found else []
    return list(find_puzzles(load(name), seats, level, seed))


def _list(found: list[Puzzle], as_json: bool) -> None:
    if as_json:
        say_json(found)
        return
    for puzzle in sorted(found, key=lambda each: GRADES.index(each.grade)):
        say_plainly(f"{puzzle.name}  {puzzle.grade}  {_summarize(puzzle)}")
    say_plainly(f"{len(found)} puzzles")


def _summarize(puzzle: Puzzle) -> str:
    if puzzle.goal is not None:
        return f"{puzzle.goal} points in {len(puzzle.line)} moves"
    return f"by {100 * puzzle.margin:.0f} points"


def _check_file(path: Path) -> None:
    for puzzle in parse_puzzles(read_file(path, "a file of puzzles").encode()):
        if wrong := check_puzzle(puzzle) if puzzle.goal is None else check_arrangement(puzzle):
            raise PuzzleError(f"{path.name}, puzzle {puzzle.name}: {wrong}")
        say_plainly(f"{puzzle.name}: holds")
