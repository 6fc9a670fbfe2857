"""`play`: play a match in the terminal."""

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from fairground.bots import LEVELS, check_bot
from fairground.cli.catalog import EXAMPLE
from fairground.cli.files import check_writable, read_box, read_file
from fairground.cli.line_editor import prompt
from fairground.cli.options import BoxFile, Options, Seats, read_options
from fairground.cli.output import say
from fairground.cli.records import open_match
from fairground.cli.terminal_table import PERSON, TerminalTable
from fairground.engine.errors import BadSetting
from fairground.engine.match import Match
from fairground.engine.playing_on import take_position
from fairground.engine.seating import draw_order
from fairground.engine.state import State
from fairground.games import list_games, load

RUN_CODE = {"exec", "python", "policy"}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog=f"Example: fairground play {EXAMPLE} --seats 3 --bots expert,novice --seed storm")(
        play
    )


def play(
    game: Annotated[str | None, typer.Argument(help="The name of the game.", show_default="ask")] = None,
    seats: Seats = None,
    seat: Annotated[
        int | None, typer.Option(help="Your seat; seat 0 comes first.", show_default="drawn by lot")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"Who plays the other seats, separated by commas: {', '.join(LEVELS)}, {PERSON}, or any of"
            " `fairground bots`. The last name is repeated."
        ),
    ] = "greedy",
    option: Options = None,
    box: BoxFile = None,
    seed: Annotated[
        str | None, typer.Option(help="The seed, to repeat a deal.", show_default="random")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Save the record to this file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved match.")] = None,
    source: Annotated[
        Path | None, typer.Option("--from", help="Play on from a moment of this finished match.")
    ] = None,
    at: Annotated[int | None, typer.Option(help="The moves made before that moment; with --from.")] = None,
    redeal: Annotated[
        bool,
        typer.Option("--redeal", help="With --from, deal again what your seat does not know at that moment."),
    ] = False,
) -> None:
    """Play a match in the terminal."""
    if save:
        check_writable(save)
    if source is None and (at is not None or redeal):
        raise BadSetting("expected --from with --at and --redeal: they say how to play on from a match")
    if resume:
        _refuse_with("--resume", {"--from": source})
        match = open_match(resume, box)
        _check_programs(match.players.values(), bots)
        _check_bots(match)
        save = save or resume
    elif source:
        _refuse_with("--from", {"a game": game, "--seats": seats, "--option": option})
        chance = secrets.token_hex(8) if seed is None else seed
        match = _play_on(source, at, seat, redeal, box, chance)
        own = match.state.actors()[0] if seat is None else seat
        match.players = _seat_players(int(match.state.seats), own, bots)
        _check_bots(match)
        if seat is None:
            say(f"You play seat {own}, who is to move.")
    else:
        chosen = load(game or _ask_for_game())
        match = Match(chosen, seats, seed, read_options(option or []), read_box(chosen, box))
        own = _draw_seat(match) if seat is None else seat
        match.players = _seat_players(int(match.state.seats), own, bots)
        _check_bots(match)
        if seat is None:
            _tell_draw(match.players, own)
    TerminalTable(match, save).run()


def _refuse_with(option: str, others: dict[str, object]) -> None:
    """Refuse what the file of an option says already."""
    for other, value in others.items():
        if value is not None:
            raise BadSetting(f"expected {option} without {other}")


def _play_on(
    source: Path, at: int | None, seat: int | None, redeal: bool, box: Path | None, seed: str
) -> Match[State, object]:
    """Return a match that begins at a moment of the one in a file."""
    parent = open_match(source, box)
    if at is None:
        last = max(0, len(parent.made) - 1)
        raise BadSetting(f"expected --at with the moves made before you play on, from 0 to {last}")
    record = read_file(source, "a record")
    start = take_position(parent, record, at, seed)
    if redeal:
        own = parent.at(at).state.actors()[0] if seat is None else seat
        start = take_position(parent, record, at, seed, own)
    return Match(parent.game, None, seed, None, parent.box, start)


def _ask_for_game() -> str:
    """Let a person pick a game from a list."""
    names = list_games()
    for number, name in enumerate(names, 1):
        say(f"  [strong]{number}[/]  {load(name).title}: {load(name).tagline}")
    while True:
        answer = prompt("Which game? ")
        if answer is None or answer == "quit":
            raise typer.Exit
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        say(f"Please type a number from 1 to {len(names)}.")


def _check_programs(players: Iterable[str], bots: str) -> None:
    """Refuse a record that would run code which the command line does not name."""
    named = {name.strip() for name in bots.split(",")}
    for player in players:
        if player.partition(":")[0] in RUN_CODE and player not in named:
            raise BadSetting(f"the record lets {player!r} play, which runs code; trust it with --bots")


def _check_bots(match: Match[State, object]) -> None:
    """Refuse bots that could not play this match."""
    for name in {*match.players.values()} - {PERSON}:
        check_bot(name, match.game, int(match.state.seats))


def _draw_seat(match: Match[State, object]) -> int:
    """Draw the person's seat by lot; the same seed draws the same seat."""
    return draw_order(match.seed, int(match.state.seats)).index(0)


def _tell_draw(players: dict[int, str], seat: int) -> None:
    """Say which seat the person has drawn, unless people play them all."""
    if any(name != PERSON for name in players.values()):
        say(f"Drawn by lot: you play seat {seat}.")


def _seat_players(seats: int, seat: int, bots: str) -> dict[int, str]:
    if not 0 <= seat < seats:
        raise BadSetting(f"expected your seat from 0 to {seats - 1}, got {seat}")
    names = [name.strip() for name in bots.split(",")]
    others = [other for other in range(seats) if other != seat]
    if len(names) > len(others):
        raise BadSetting(f"expected at most {len(others)} names for the other seats, got {len(names)}")
    names += [names[-1]] * (len(others) - len(names))
    return {seat: PERSON} | dict(zip(others, names, strict=True))
