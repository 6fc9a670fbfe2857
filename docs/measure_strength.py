"""Measure the ladders of all games, the cheapest steps first, and publish them in the games' folders.

`make strength OPTIONS="--minutes 9"` plays for 9 minutes; the same command goes on where it stopped.
"""

import argparse
import contextlib
import os
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from fairground import Game, State, list_games, load
from fairground.arena.execution import Execution
from fairground.arena.ladder import FILE, MATCHES, Rung, list_rungs
from fairground.arena.ladder_file import LadderFile, TimeBudget
from fairground.bots import LEVELS
from fairground.cli.progress import ProgressDisplay

SEED = "ladder"


def main(words: list[str] | None = None) -> None:
    """Play what is missing, as far as the time allows."""
    wish = read_arguments(words)
    limit, execution = TimeBudget(wish.minutes), Execution(wish.workers)
    with contextlib.ExitStack() as stack, ProgressDisplay() as display:
        files = {name: LadderFile(load(name), published_file(stack, name)) for name in wish.games}
        for name, rung in missing(files, wish.seats, wish.levels, wish.matches):
            display.note(f"{name}: {rung.name}, {rung.seats} seats")
            files[name].play([rung], wish.matches, SEED, execution, display, limit)
            if limit.is_up():
                break
        left = sum(1 for _ in missing(files, wish.seats, wish.levels, wish.matches))
    print("all steps are measured" if not left else f"{left} steps are left; the same command goes on")


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list_games(), help="names of games; all by default")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5], help="numbers of seats")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), help="levels to measure")
    parser.add_argument("--matches", type=int, default=MATCHES, help="matches of a step")
    parser.add_argument("--minutes", type=float, help="begin no match after so many minutes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    return parser.parse_args(words)


def published_file(stack: contextlib.ExitStack, name: str) -> Path:
    """Return the file in a game's folder."""
    return stack.enter_context(resources.as_file(resources.files(load(name).package) / FILE))


def missing(
    files: dict[str, LadderFile], seats: list[int], levels: list[str], matches: int
) -> Iterator[tuple[str, Rung]]:
    """Return the steps that are not measured: the lowest level first, and of each the fewest seats."""
    for level in levels:
        for count in seats:
            for name, file in files.items():
                for rung in rungs_of(file.game, level, count):
                    if not file.is_complete(rung, matches):
                        yield name, rung


def rungs_of(game: Game[State, object], level: str, seats: int) -> list[Rung]:
    """Return the rungs of a level in a game at a number of seats."""
    return [rung for rung in list_rungs([seats]) if rung.upper == level and seats in game.seats]


if __name__ == "__main__":
    main()
