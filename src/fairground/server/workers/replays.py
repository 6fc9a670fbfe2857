"""Replaying a record for somebody who wants to look at parts of it."""

from dataclasses import dataclass, field

import msgspec

from fairground.engine.errors import RecordError
from fairground.engine.match import Match
from fairground.engine.picture import plain
from fairground.engine.record import Record
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for
from fairground.games import load
from fairground.server import keys, replay_wire, wire
from fairground.server.match_wire import offer, story_entry, write_view

AnyMatch = Match[State, object]


def start_match(record: Record, box: str | None) -> AnyMatch:
    """Return the match of a record before its first move."""
    game = load(record.game, record.rules)
    return Match.begin(game, record, None if box is None else game.kept_box(box))


def replay(asked: replay_wire.Replay) -> replay_wire.Replayed:
    """Check the whole record by replaying it and return the part that was asked for."""
    record = Record.parse(asked.record)
    game = load(record.game, record.rules)
    box = None if asked.box is None else game.kept_box(asked.box)
    whole = Match.replay(game, record, box)
    wrong = [seat for seat in asked.seats if seat is not None and seat >= record.seats]
    if wrong:
        raise RecordError(f"expected seats below {record.seats}, got {wrong[0]}")
    hidden = game.hides(whole.state.options)
    course = _follow(start_match(record, asked.box), record, asked)
    return replay_wire.Replayed(
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
        curve=course.curve,
        log=course.log,
        moments=course.moments,
        hidden=hidden,
        parent=_parent(record, hidden),
    )


def _parent(record: Record, hidden: bool) -> wire.ParentFacts | None:
    parent = record.start.parent if record.start else None
    if parent is None:
        return None
    return wire.ParentFacts(parent.record, parent.moves, parent.redealt, hidden=hidden)


@dataclass
class MatchCourse:
    """How a match went: the points and what was told after each move, and the moments that were asked for."""

    curve: list[list[int]] = field(default_factory=list)
    log: list[list[wire.Told]] = field(default_factory=list)
    moments: list[replay_wire.Moment] = field(default_factory=list)


def _follow(match: AnyMatch, record: Record, asked: replay_wire.Replay) -> MatchCourse:
    """Play the record's moves one by one and note how the match goes."""
    wanted = range(asked.first, asked.first + asked.count)
    reader = asked.seats[0] if asked.seats else None
    course = MatchCourse()

    def note(seat: int | None, words: str, story: list[Entry]) -> None:
        course.curve.append(match.state.scores())
        course.log.append(_tell(story, reader))
        if len(match.made) in wanted:
            course.moments.append(_moment(match, asked, seat, words, story))

    note(None, "", [])
    for seat, words in record.moves:
        note(seat, words, match.play(seat, words))
    return course


def _moment(
    match: AnyMatch, asked: replay_wire.Replay, seat: int | None, words: str, story: list[Entry]
) -> replay_wire.Moment:
    glimpses = [_glimpse(match, viewer, story) for viewer in asked.seats or [None]]
    offers = _offers(match) if asked.offers else []
    return replay_wire.Moment(
        len(match.made), seat, words, match.state.actors(), match.state.scores(), glimpses, offers
    )


def _offers(match: AnyMatch) -> list[replay_wire.SeatOffers]:
    """Return the legal moves of every seat that could move."""
    state = match.state
    return [
        replay_wire.SeatOffers(seat, [offer(match, move) for move in state.legal(seat)])
        for seat in state.actors()
    ]


def _glimpse(match: AnyMatch, viewer: int | None, story: list[Entry]) -> replay_wire.Glimpse:
    view = match.game.view(match.state, viewer)
    picture = plain(match.game.picture(view))
    return replay_wire.Glimpse(msgspec.Raw(write_view(view)), picture, _tell(story, viewer))


def _tell(story: list[Entry], viewer: int | None) -> list[wire.Told]:
    """Return what a seat may know of what happened."""
    return [story_entry(entry) for entry in entries_for(story, viewer)]
