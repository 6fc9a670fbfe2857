"""`perft`, `bench` and `fuzz`: counting, timing and looking for faults."""

import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.table import Table

from fairground.cli import bench as benches
from fairground.cli import pace, steps
from fairground.cli.reference import EXAMPLE
from fairground.cli.show import console, read_options, say_json, say_plainly, write_file
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.laws import BrokenLaw, check_match
from fairground.engine.match import generator
from fairground.engine.playout import perft as count
from fairground.engine.state import State
from fairground.games import list_games, load

T = TypeVar("T")
AGAINST = f"{' or '.join(benches.PEERS)} (with --batch: {', '.join(steps.PEERS)})"
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE, as often as you like.")]


def register(app: typer.Typer) -> None:
    app.command(epilog=f"Example: fairground perft {EXAMPLE} --seats 2 --depth 5 --json")(perft)
    app.command(epilog=f"Example: fairground bench {EXAMPLE} --seats 2 --against open_spiel")(bench)
    app.command(epilog=f"Example: fairground fuzz {EXAMPLE} --seconds 60")(fuzz)


def perft(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    seats: Annotated[int, typer.Option(help="How many play.")],
    depth: Annotated[int, typer.Option(help="How many moves deep.")],
    seed: Annotated[str, typer.Option(help="What is dealt.")] = "perft",
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of so many moves from the start."""
    chosen = load(game)
    if depth < 0:
        raise BadSetting(f"expected a depth of 0 or more, got {depth}")
    options = chosen.settle_options(read_options(option or []), study=True)
    nodes = count(chosen.setup(seats, generator(seed), options), depth)
    if as_json:
        say_json({"game": chosen.name, "seats": seats, "depth": depth, "nodes": nodes})
    else:
        say_plainly(f"{nodes} sequences of {depth} moves")


def bench(
    game: Annotated[str | None, typer.Argument(help="The game's name; all games without it.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many play; every number without it.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each row.")] = 2.0,
    against: Annotated[
        list[str] | None, typer.Option(help=f"Also measure {AGAINST}, in the same run.")
    ] = None,
    option: Options = None,
    search: Annotated[bool, typer.Option("--search", help="Measure how fast bots think instead.")] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Measure environments for learning instead.")
    ] = False,
    matches: Annotated[int, typer.Option(help="With --batch: so many at once.")] = steps.MATCHES,
    as_json: Json = False,
) -> None:
    """Measure random play: moves and matches a second, imagined worlds, memory."""
    if seconds <= 0:
        raise BadSetting(f"expected more than 0 seconds, got {seconds:g}")
    chosen = [load(name) for name in ([game] if game else list_games())]
    options = read_options(option or [])
    tables = [(g, n) for g in chosen for n in ([seats] if seats is not None else g.seats)]
    if batch:
        stepped = steps.measure(tables, options, seconds, against or [], matches)
        return say_json(stepped) if as_json else _tell(stepped, steps.table, steps.ratios)
    peers = benches.peers(against or [])
    if search:
        searched = pace.measure(tables, options, seconds, peers)
        return say_json(searched) if as_json else _tell(searched, pace.table, pace.ratios)
    rows = benches.measure_all(tables, options, seconds, peers)
    if as_json:
        say_json(rows)
    else:
        Console(width=max(console.width, 110)).print(_bench_table(rows))
        for row in rows:
            for name, figure in row.extra.items():
                say_plainly(f"{told(row)}, {row.seats} seats: {name.replace('_', ' ')} {figure:,.1f}")
        for ours, ratio, peer in benches.ratios(rows):
            say_plainly(f"{told(ours)}, {ours.seats} seats: {ratio:.2f} times the moves/s of {peer}")
    return None


def _tell(
    rows: list[T], table: Callable[[list[T]], Table], ratios: Callable[[list[T]], Iterator[str]]
) -> None:
    """The figures, and a sentence for each comparison."""
    Console(width=max(console.width, 110)).print(table(rows))
    for sentence in ratios(rows):
        say_plainly(sentence)


def told(row: benches.Row) -> str:
    return " ".join([row.game, *row.options.values()])


def _bench_table(rows: list[benches.Row]) -> Table:
    table = Table(
        "game", "seats", "", "moves/s", "matches/s", "moves/match", "worlds/s", "bytes/state", box=None
    )
    for row in rows:
        how = row.peer or ("compiled" if row.compiled else "pure")
        numbers = (row.moves_per_second, row.games_per_second, row.moves_per_game, row.worlds_per_second)
        figures = ["" if number is None else f"{number:,.0f}" for number in (*numbers, row.bytes_per_state)]
        table.add_row(told(row), str(row.seats), how, *figures)
    return table


def fuzz(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    seconds: Annotated[float, typer.Option(help="How long to look.")] = 60.0,
    seed: Annotated[str | None, typer.Option(help="Play just the matches of this seed, once.")] = None,
    as_json: Json = False,
) -> None:
    """Play at random with every check on; a failure is saved as a record."""
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
    """One match of each setting, as long as there is time."""
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
