"""Checks the side lines of an annotated record by playing them."""

from dataclasses import replace

from fairground.engine.annotations import MAIN, AnnotatedRecord, SideLine
from fairground.engine.box import Box
from fairground.engine.errors import FairgroundError, RecordError
from fairground.engine.game import B, Game, S
from fairground.engine.match import Match
from fairground.engine.text import shorten


def replay_annotated(
    game: Game[S, B], annotated: AnnotatedRecord, box: Box[B] | None = None
) -> tuple[Match[S, B], AnnotatedRecord]:
    """Return the match of an annotated record, and the same with every move in the game's own words.

    RecordError names the line that is wrong. A side line draws what the match would have drawn from there on.
    """
    match = Match.replay(game, annotated.record, box)
    lines = {MAIN: match}
    sides: dict[int, SideLine] = {}
    for number, side in annotated.side_lines.items():
        branch = lines[side.parent].at(_length(annotated, side.parent, side.at))
        start = len(branch.made)
        _play(branch, side)
        lines[number] = branch
        moves = tuple((made.seat, game.write(made.move)) for made in branch.made[start:])
        sides[number] = replace(side, moves=moves)
    return match, replace(annotated, record=match.record(), side_lines=sides)


def _length(annotated: AnnotatedRecord, line: int, at: int) -> int:
    return len(annotated.moves_to(line, at))


def _play(match: Match[S, B], side: SideLine) -> None:
    for at, (seat, words) in enumerate(side.moves):
        try:
            match.play(seat, words)
        except FairgroundError as error:
            line = f"line {side.numbers[at]}" if at < len(side.numbers) else "a side line"
            raise RecordError(f"{line}: {shorten(str(error))}") from None
