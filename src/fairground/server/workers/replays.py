"""Replaying a record for somebody who wants to look at parts of it."""

import msgspec

from fairground.engine.errors import RecordError
from fairground.engine.match import Match
from fairground.engine.picture import plain
from fairground.engine.record import Record
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for
from fairground.games import load
from fairground.server import keys, wire
from fairground.server.tables.updates import story_entry, write_view

AnyMatch = Match[State, object]


def start_match(record: Record, box: str | None) -> AnyMatch:
    """Return the match of a record before its first move."""
    game = load(record.game, record.rules)
    printed = game.shipped_box(record.box) if box is None else game.kept_box(box)
    match = Match(game, record.seats, record.seed, record.options, printed)
    if record.box not in {None, match.box.digest}:
        raise RecordError(f"the record was played with the box {record.box}, this one is {match.box.digest}")
    return match


def replay(asked: wire.Replay) -> wire.Replayed:
    """Check the whole record by replaying it and return the part that was asked for."""
    record = Record.parse(asked.record)
    game = load(record.game, record.rules)
    box = None if asked.box is None else game.kept_box(asked.box)
    whole = Match.replay(game, record, box)
    wrong = [seat for seat in asked.seats if seat is not None and seat >= record.seats]
    if wrong:
        raise RecordError(f"expected seats below {record.seats}, got {wrong[0]}")
    moments, curve = _moments(start_match(record, asked.box), record, asked)
    return wire.Replayed(
        game=game.name,
        title=game.title,
        rules=game.rules,
        seats=record.seats,
        options=dict(whole.state.options),
        players=[record.players.get(seat, f"seat {seat}") for seat in range(record.seats)],
        moves=len(whole.made),
        over=whole.over,
        outcome=whole.outcome(),
        seal=keys.seal(record.seed) if isinstance(record.seed, bytes) else None,
        curve=curve,
        moments=moments,
    )


def _moments(
    match: AnyMatch, record: Record, asked: wire.Replay
) -> tuple[list[wire.Moment], list[list[int]]]:
    """Return the moments that were asked for, and the points after each move."""
    wanted = range(asked.first, asked.first + asked.count)
    curve = [match.state.scores()]
    moments = [_moment(match, asked, None, "", [])] if 0 in wanted else []
    for moves, (seat, words) in enumerate(record.moves, 1):
        story = match.play(seat, words)
        curve.append(match.state.scores())
        if moves in wanted:
            moments.append(_moment(match, asked, seat, words, story))
    return moments, curve


def _moment(
    match: AnyMatch, asked: wire.Replay, seat: int | None, words: str, story: list[Entry]
) -> wire.Moment:
    glimpses = [_glimpse(match, viewer, story) for viewer in asked.seats or [None]]
    return wire.Moment(len(match.made), seat, words, match.state.actors(), match.state.scores(), glimpses)


def _glimpse(match: AnyMatch, viewer: int | None, story: list[Entry]) -> wire.Glimpse:
    view = match.game.view(match.state, viewer)
    picture = plain(match.game.picture(view))
    entries = [story_entry(entry) for entry in entries_for(story, viewer)]
    return wire.Glimpse(msgspec.Raw(write_view(view)), picture, entries)
