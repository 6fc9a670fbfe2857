"""`replay` and `verify`: show and check recorded matches."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from fairground.cli.files import read_file, read_kept_box
from fairground.cli.options import Json
from fairground.cli.output import say, say_json, say_plainly
from fairground.engine.annotations import MAIN, AnnotatedRecord
from fairground.engine.errors import BadSetting, FairgroundError, RecordError
from fairground.engine.match import Match
from fairground.engine.picture import write_count
from fairground.engine.playing_on import check_parent
from fairground.engine.side_lines import replay_annotated
from fairground.engine.start_position import ParentMoment
from fairground.engine.state import State
from fairground.engine.story import entries_for, tell
from fairground.games import load

RECORDS = "*.game"
FILES = "The .game files, and folders of such files."


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(epilog="Example: fairground replay storm.game --at 20 --seat 1")(replay)
    app.command(epilog="Example: fairground verify storm.game friday.game archive")(verify)


def open_match(path: Path, box: Path | None = None) -> Match[State, object]:
    """Replay and check the match in a file, under the rules version of its record."""
    return open_annotated(path, box)[0]


def open_annotated(path: Path, box: Path | None = None) -> tuple[Match[State, object], AnnotatedRecord]:
    """Replay and check the match in a file in the same way, with its comments and side lines."""
    annotated = AnnotatedRecord.parse(read_file(path, "a record"))
    game = load(annotated.record.game, annotated.record.rules)
    return replay_annotated(game, annotated, read_kept_box(game, box))


def find_records(named: list[Path]) -> list[Path]:
    """Return the files that are named, and those in the folders that are named, however deep."""
    found = [each for path in named for each in (_records_in(path) if path.is_dir() else [path])]
    if not found:
        raise FairgroundError(f"expected {RECORDS} files, found none in {', '.join(map(str, named))}")
    return found


def _records_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob(RECORDS))


def _is_one(named: list[Path]) -> bool:
    """Return whether a single file was named: then its answer stands alone, not in a list."""
    return len(named) == 1 and not named[0].is_dir()


def names_of(match: Match[State, object]) -> list[str]:
    """Return a name for each seat."""
    return [match.players.get(seat, f"seat {seat}") for seat in range(match.state.seats)]


def replay(
    file: Annotated[list[Path], typer.Argument(help=FILES)],
    at: Annotated[int | None, typer.Option(help="Stop after this many moves.")] = None,
    seat: Annotated[int | None, typer.Option(help="Show what this seat saw.")] = None,
    box: Annotated[Path | None, typer.Option(help="The box file that the match was played with.")] = None,
    line: Annotated[
        int, typer.Option(help="Show this side line; 1 is the first one. Then --at counts its own moves.")
    ] = MAIN,
    as_json: Annotated[bool, typer.Option("--json", help="Print the view as JSON for programs.")] = False,
) -> None:
    """Print the story of recorded matches, with the comments on them, and show the board."""
    files = find_records(file)
    shown = (_take_glimpse(path, at, seat, box, line) for path in files)
    if as_json:
        rows = [_describe_glimpse(glimpse) for glimpse in shown]
        named = [{"file": str(path), **row} for path, row in zip(files, rows, strict=True)]
        say_json(rows[0] if _is_one(file) else named)
        return
    for path, glimpse in zip(files, shown, strict=True):
        if not _is_one(file):
            say_plainly(f"\n{path}")
        _show_glimpse(glimpse)


@dataclass(frozen=True)
class _Glimpse:
    """A recorded match at a moment of one of its lines, as a seat saw it, and what was told until then."""

    match: Match[State, object]
    annotated: AnnotatedRecord
    line: int
    number: int
    at: int
    seat: int | None
    told: list[str]

    @property
    def moves(self) -> int:
        """The number of moves of the line."""
        return len(self.annotated.moves_of(self.number))


def _take_glimpse(path: Path, at: int | None, seat: int | None, box: Path | None, line: int) -> _Glimpse:
    match, annotated = open_annotated(path, box)
    seats = int(match.state.seats)
    if seat is not None and not 0 <= seat < seats:
        raise BadSetting(f"expected a seat from 0 to {seats - 1}, got {seat}")
    number = _side_line(annotated, line)
    moves = len(annotated.moves_of(number))
    if at is not None and not 0 <= at <= moves:
        raise BadSetting(f"expected a move from 0 to {moves}, got {at}")
    at = moves if at is None else at
    shown, told = _follow(match, annotated, number, at, seat)
    return _Glimpse(shown, annotated, line, number, at, seat, told)


def _describe_glimpse(glimpse: _Glimpse) -> dict[str, object]:
    comments = glimpse.annotated.comments_at(glimpse.number, glimpse.at)
    return {
        "at": glimpse.at,
        "of": glimpse.moves,
        "line": glimpse.line,
        "seat": glimpse.seat,
        "evaluation": glimpse.annotated.evaluations.get((glimpse.number, glimpse.at)),
        "comments": [{"author": comment.author, "text": comment.text} for comment in comments],
        "view": glimpse.match.game.view(glimpse.match.state, glimpse.seat),
    }


def _show_glimpse(glimpse: _Glimpse) -> None:
    for sentence in glimpse.told:
        say_plainly(sentence)
    game = glimpse.match.game
    say("\n" + game.picture(game.view(glimpse.match.state, glimpse.seat)) + "\n")
    where = "" if glimpse.number == MAIN else f" of side line {glimpse.line}"
    say(f"[strong]After {glimpse.at} of {glimpse.moves} moves{where}.[/]")


def _list_shares(names: list[str], shares: Sequence[float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in zip(names, shares, strict=True))


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
        if place in annotated.evaluations:
            told.append(f"  (evaluation: {_list_shares(names, annotated.evaluations[place])})")
        told += [f"  ({c.author}: {c.text})" for c in annotated.comments_at(*place)]
    return walker, told


def verify(
    file: Annotated[list[Path], typer.Argument(help=FILES)],
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
    """Replay records and check every move and the outcome.

    With --seal, check the seed too. With --parent, check that the match began at the moment of that match
    which the record names. Of several records all are checked; the exit code is 2 if one is not sound.
    """
    files = find_records(file)
    if not _is_one(file):
        if seal or parent:
            raise BadSetting("expected one record with --seal and --parent, got several or a folder")
        _check_all(files, box, as_json)
        return
    match, annotated = open_annotated(files[0], box)
    found = _check_seal(match.seed, seal)
    if parent:
        check_parent(match, open_match(parent, box), read_file(parent, "a record"))
    if as_json:
        say_json(_describe(match, annotated, found))
        return
    _say_sound(files[0], match, annotated, checked=parent is not None)
    if found:
        comparison = "it matches" if seal else "compare it with what the table showed at the start"
        say_plainly(f"the SHA-256 of its seed is {found}: {comparison}")


def _check_all(files: list[Path], box: Path | None, as_json: bool) -> None:
    """Check many records; say which are not sound, and go on."""
    rows = [_check(path, box) for path in files]
    wrong = [row for row in rows if not row["sound"]]
    if as_json:
        say_json(rows)
    else:
        for row in wrong:
            say_plainly(f"{row['file']} is not sound: {row['error']}")
        say_plainly(f"{len(rows) - len(wrong)} of {write_count(len(rows), 'record')} sound")
    if wrong:
        raise typer.Exit(2)


def _check(path: Path, box: Path | None) -> dict[str, object]:
    """Return what a record holds, or what is wrong with it."""
    try:
        match, annotated = open_annotated(path, box)
    except FairgroundError as error:
        return {"file": str(path), "sound": False, "error": str(error)}
    seal = _check_seal(match.seed, None)
    return {"file": str(path), "sound": True, **_describe(match, annotated, seal)}


def _describe(match: Match[State, object], annotated: AnnotatedRecord, seal: str | None) -> dict[str, object]:
    outcome, start = match.outcome(), match.start
    return {
        "game": match.game.name,
        "rules": match.game.rules,
        "seats": int(match.state.seats),
        "moves": len(match.made),
        "over": match.over,
        "points": outcome.points,
        "ranking": outcome.ranking,
        "reason": outcome.reason,
        "decided": outcome.decided,
        "seal": seal,
        "parent": asdict(start.parent) if start and start.parent else None,
        "comments": len(annotated.comments),
        "side_lines": len(annotated.side_lines),
    }


def _say_sound(path: Path, match: Match[State, object], annotated: AnnotatedRecord, checked: bool) -> None:
    """Say what a sound record holds."""
    outcome = match.outcome()
    end = f"ended: {outcome.reason}, points {outcome.points}" if match.over else "not ended"
    say_plainly(f"{path} is sound: {match.game.title}, {write_count(len(match.made), 'move')}, {end}")
    if match.start:
        say_plainly(_tell_start(match.start.parent, checked))
    if annotated.comments or annotated.side_lines:
        comments = write_count(len(annotated.comments), "comment")
        side_lines = write_count(len(annotated.side_lines), "side line")
        say_plainly(f"it has {comments} and {side_lines}; every side line is possible")


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
