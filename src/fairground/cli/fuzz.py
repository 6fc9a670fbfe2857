"""`fuzz`: search for faults in a game by random play."""

import time
from itertools import product
from pathlib import Path
from typing import Annotated

import typer

from fairground.cli.catalog import EXAMPLE
from fairground.cli.files import write_file
from fairground.cli.options import GameName, Json
from fairground.cli.output import say_json, say_plainly
from fairground.engine.game import Game
from fairground.engine.laws import BrokenLaw, check_match
from fairground.engine.state import State
from fairground.games import load


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog=f"Example: fairground fuzz {EXAMPLE} --seconds 60")(fuzz)


def fuzz(
    game: GameName,
    seconds: Annotated[float, typer.Option(help="How long to play.")] = 60.0,
    seed: Annotated[str | None, typer.Option(help="Play only the matches of this seed, once.")] = None,
    as_json: Json = False,
) -> None:
    """Look for faults in a game by random play.

    Every law is checked after every move. The first match that breaks one is saved as a record.
    """
    chosen = load(game)
    began, played, number = time.monotonic(), 0, 0
    while played == 0 or (seed is None and time.monotonic() - began < seconds):
        played += _fuzz_once(
            chosen, seed or f"fuzz {time.time_ns()} {number}", began + seconds, seed is not None
        )
        number += 1
    if as_json:
        say_json({"game": game, "matches": played, "failures": 0})
    else:
        say_plainly(f"{chosen.title}: {played} matches, every law held")


def _fuzz_once(game: Game[State, object], seed: str, until: float, all_of_them: bool) -> int:
    """Play one match with each number of seats and options while there is time; return how many."""
    played = 0
    for seats, options in product(game.seats, game.combinations()):
        if played and not all_of_them and time.monotonic() > until:
            break
        try:
            check_match(game, seats, options, seed)
        except BrokenLaw as broken:
            _report(game, seed, broken)
        played += 1
    return played


def _report(game: Game[State, object], seed: str, broken: BrokenLaw) -> None:
    path = Path(f"fuzz-{game.name}-{seed.replace(' ', '-')}.game")
    write_file(path, str(broken.record))
    say_plainly(f"{game.title} breaks a law. {broken}")
    say_plainly(f"The record is in {path}. Again: fairground fuzz {game.name} --seed '{seed}'")
    raise typer.Exit(1)
