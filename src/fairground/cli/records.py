"""`replay` and `verify`: show and check recorded matches."""

import hashlib
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from fairground.cli.files import read_file, read_kept_box
from fairground.cli.options import Json
from fairground.cli.output import say, say_json, say_plainly
from fairground.engine.annotations import MAIN, AnnotatedRecord
from fairground.engine.errors import BadSetting, RecordError
from fairground.engine.match import Match
from fairground.engine.playing_on import check_parent
from fairground.engine.side_lines import replay_annotated
from fairground.engine.start_position import ParentMoment
from fairground.engine.state import State
from fairground.engine.story import entries_for, tell
from fairground.games import load


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(epilog="Example: fairground replay storm.game --at 20 --seat 1")(replay)
    app.command(epilog="Example: fairground verify storm.game")(verify)


def open_match(path: Path, box: Path | None = None) -> Match[State, object]:
    """Replay and check the match in a file, under the rules version of its record."""
    return open_annotated(path, box)[0]


def open_annotated(path: Path, box: Path | None = None) -> tuple[Match[State, object], AnnotatedRecord]:
    """Replay and check the match in a file in the same way, with its comments and side lines."""
    annotated = AnnotatedRecord.parse(read_file(path, "a record"))
    game = load(annotated.record.game, annotated.record.rules)
    return replay_annotated(game, annotated, read_kept_box(game, box))


def names_of(match: Match[State, object]) -> list[str]:
    """Return a name for each seat."""
    return [match.players.get(seat, f"seat {seat}") for seat in range(match.state.seats)]


def replay(
    file: Annotated[Path, typer.Argument(help="The .game file.")],
    at: Annotated[int | None, typer.Option(help="Stop after this many moves.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show what this seat saw.")] = None,
    box: Annotated[Path | None, typer.Option(help="The box file that the match was played with.")] = None,
    line: Annotated[
        int, typer.Option(help="Show this side line; 1 is the first one. Then --at counts its own moves.")
    ] = MAIN,
    as_json: Annotated[bool, typer.Option("--json", help="Print the view as JSON for programs.")] = False,
) -> None:
    """Print the story of a recorded match, with the comments on it, and show the board."""
    match, annotated = open_annotated(file, box)
    seats = int(match.state.seats)
    if seat is not None and not 0 <= seat < seats:
        raise BadSetting(f"expected a seat from 0 to {seats - 1}, got {seat}")
    number = _side_line(annotated, line)
    moves = len(annotated.moves_of(number))
    if at is not None and not 0 <= at <= moves:
        raise BadSetting(f"expected a move from 0 to {moves}, got {at}")
    at = moves if at is None else at
    shown, told = _follow(match, annotated, number, at, seat)
    view = match.game.view(shown.state, seat)
    if as_json:
        comments = [{"author": c.author, "text": c.text} for c in annotated.comments_at(number, at)]
        place = {"at": at, "of": moves, "line": line, "seat": seat}
        say_json({**place, "comments": comments, "view": view})
        return
    for sentence in told:
        say_plainly(sentence)
    say("\n" + match.game.picture(view) + "\n")
    where = "" if number == MAIN else f" of side line {line}"
    say(f"[strong]After {at} of {moves} moves{where}.[/]")


def _side_line(annotated: AnnotatedRecord, line: int) -> int:
    """Return the number of the side line that a person counts as `line`."""
    if not 0 <= line <= len(annotated.side_lines):
        raise BadSetting(f"expected a side line from 1 to {len(annotated.side_lines)}, got {line}")
    return [MAIN, *annotated.side_lines][line]


def _follow(
    match: Match[State, object], annotated: AnnotatedRecord, line: int, at: int, viewer: int | None
) -> tuple[Match[State, object], list[str]]:
    """Return the match after `at` moves of a line, and what happened and what was said on the way."""
    walker, names, told = match.at(0), names_of(match), []
    for place in annotated.places_to(line, at):
        if place[1]:
            story = walker.play(*annotated.moves_of(place[0])[place[1] - 1])
            told += [tell(entry, match.game.phrases, names) for entry in entries_for(story, viewer)]
        told += [f"  ({c.author}: {c.text})" for c in annotated.comments_at(*place)]
    return walker, told


def verify(
    file: Annotated[Path, typer.Argument(help="The .game file.")],
    box: Annotated[Path | None, typer.Option(help="The box file that the match was played with.")] = None,
    seal: Annotated[
        str | None,
        typer.Option(help="The SHA-256 of the seed, which the table showed before the first move."),
    ] = None,
    parent: Annotated[
        Path | None, typer.Option(help="The record of the match that this one was played on from.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Replay a record and check every move and the outcome.

    With --seal, check the seed too. With --parent, check that the match began at the moment of that match
    which the record names.
    """
    match, annotated = open_annotated(file, box)
    found = _check_seal(match.seed, seal)
    if parent:
        check_parent(match, open_match(parent, box), read_file(parent, "a record"))
    outcome = match.outcome()
    start = match.start
    if as_json:
        say_json(
            {
                "game": match.game.name,
                "rules": match.game.rules,
                "seats": int(match.state.seats),
                "moves": len(match.made),
                "over": match.over,
                "points": outcome.points,
                "ranking": outcome.ranking,
                "reason": outcome.reason,
                "decided": outcome.decided,
                "seal": found,
                "parent": asdict(start.parent) if start and start.parent else None,
                "comments": len(annotated.comments),
                "side_lines": len(annotated.side_lines),
            }
        )
        return
    end = f"ended: {outcome.reason}, points {outcome.points}" if match.over else "not ended"
    say_plainly(f"{file} is sound: {match.game.title}, {len(match.made)} moves, {end}")
    if start:
        say_plainly(_tell_start(start.parent, checked=parent is not None))
    if annotated.comments or annotated.side_lines:
        counts = f"{len(annotated.comments)} comments and {len(annotated.side_lines)} side lines"
        say_plainly(f"it has {counts}; every side line is possible")
    if found:
        comparison = "it matches" if seal else "compare it with what the table showed at the start"
        say_plainly(f"the SHA-256 of its seed is {found}: {comparison}")


def _tell_start(parent: ParentMoment | None, checked: bool) -> str:
    """Say where a match began that did not begin at the start of its game."""
    if parent is None:
        return "it begins at a position"
    hidden = "as it stood" if parent.redealt is None else f"dealt again from what seat {parent.redealt} knew"
    moment = f"it begins after {parent.moves} moves of the match {parent.record}, {hidden}"
    return f"{moment}: checked" if checked else f"{moment}: check that with --parent"


def _check_seal(seed: str | bytes, promised: str | None) -> str | None:
    """Return the SHA-256 of a secret seed; raise if it is not the promised one."""
    if isinstance(seed, str):
        if promised is not None:
            raise RecordError(
                "expected a record with a secret seed, got one with a seed in words, which has no seal"
            )
        return None
    found = hashlib.sha256(seed).hexdigest()
    if promised is not None and promised.strip().lower() != found:
        raise RecordError(f"expected a seed with the SHA-256 {promised}, got {found}: not the promised seed")
    return found
