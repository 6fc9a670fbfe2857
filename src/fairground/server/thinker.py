"""A worker process: reads a job a line, answers with a line. It thinks for bots and replays records."""

import os
import sys
from collections import OrderedDict
from typing import BinaryIO

import msgspec

from fairground.bots.registry import bot
from fairground.engine.errors import FairgroundError, RecordError
from fairground.engine.match import Match
from fairground.engine.picture import plain
from fairground.engine.record import Record
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for
from fairground.games import load
from fairground.server import jobs, keys, wire
from fairground.server.telling import told, write_view

REMEMBERED = 64
AnyMatch = Match[State, object]


class Thinker:
    """Remembers the matches it met last, so that a record which only grew is not replayed."""

    def __init__(self) -> None:
        self.matches: OrderedDict[str, AnyMatch] = OrderedDict()

    def answer(self, job: jobs.Job) -> jobs.Answer:
        try:
            if isinstance(job, jobs.Think):
                return jobs.Chosen(self.think(job))
            if isinstance(job, jobs.Show):
                return jobs.Shown(msgspec.Raw(jobs.write(show(job.replay))))
            return jobs.Possible(try_out(job.create))
        except FairgroundError as error:
            return jobs.Impossible(str(error))
        except RecursionError:
            return jobs.Impossible("that is nested too deeply")

    def think(self, job: jobs.Think) -> int:
        match = self.match(job)
        rng = seeded(f"{match.seed!r} bot {job.seat} at {len(match.made)}")
        return int(bot(job.level).choose(match.mind(job.seat, rng)))

    def match(self, job: jobs.Think) -> AnyMatch:
        """The match of a record, from memory as far as it goes."""
        record = Record.parse(job.record)
        match = self.matches.pop(job.table, None)
        if match is None or not _leads_to(match, record):
            match = begin(record, job.box)
        for seat, words in record.moves[len(match.made) :]:
            match.play(seat, words)
        self.matches[job.table] = match
        while len(self.matches) > REMEMBERED:
            self.matches.popitem(last=False)
        return match


def _leads_to(match: AnyMatch, record: Record) -> bool:
    """Whether the match is an earlier moment of the record."""
    made = [(made.seat, match.game.write(made.move)) for made in match.made]
    return match.seed == record.seed and made == record.moves[: len(made)]


def begin(record: Record, box: str | None) -> AnyMatch:
    """The match of a record before its first move."""
    game = load(record.game, record.rules)
    match = Match(game, record.seats, record.seed, record.options, box)
    if record.box not in {None, match.box.digest}:
        raise RecordError(f"the record was played with the box {record.box}, this one is {match.box.digest}")
    return match


def try_out(create: wire.Create) -> str:
    """The digest of the box that a table would have."""
    game = load(create.game)
    return Match(game, create.seats, bytes(32), create.options, create.box).box.digest


# Replays


def show(asked: wire.Replay) -> wire.Replayed:
    """A part of a record, the whole of which is checked."""
    record = Record.parse(asked.record)
    game = load(record.game, record.rules)
    box = None if asked.box is None else game.box(asked.box)
    whole = Match.replay(game, record, box)
    wrong = [seat for seat in asked.seats if seat is not None and seat >= record.seats]
    if wrong:
        raise RecordError(f"expected seats below {record.seats}, got {wrong[0]}")
    moments, curve = _moments(begin(record, asked.box), record, asked)
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
    wanted = range(asked.first, asked.first + asked.count)
    curve = [match.state.scores()]
    moments = [_moment(match, asked, None, "", [])] if 0 in wanted else []
    for at, (seat, words) in enumerate(record.moves, 1):
        tale = match.play(seat, words)
        curve.append(match.state.scores())
        if at in wanted:
            moments.append(_moment(match, asked, seat, words, tale))
    return moments, curve


def _moment(
    match: AnyMatch, asked: wire.Replay, seat: int | None, words: str, tale: list[Entry]
) -> wire.Moment:
    glimpses = [_glimpse(match, viewer, tale) for viewer in asked.seats or [None]]
    return wire.Moment(len(match.made), seat, words, match.state.actors(), match.state.scores(), glimpses)


def _glimpse(match: AnyMatch, viewer: int | None, tale: list[Entry]) -> wire.Glimpse:
    view = match.game.view(match.state, viewer)
    picture = plain(match.game.picture(view))
    return wire.Glimpse(
        msgspec.Raw(write_view(view)), picture, [told(entry) for entry in entries_for(tale, viewer)]
    )


def work(lines: BinaryIO, out: BinaryIO) -> None:
    """Answer job after job until the server is gone."""
    thinker = Thinker()
    for line in lines:
        out.write(jobs.write(thinker.answer(jobs.read_job(line))) + b"\n")
        out.flush()


def main() -> None:
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not be taken for an answer
    try:
        work(sys.stdin.buffer, out)
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(0)


if __name__ == "__main__":
    main()
