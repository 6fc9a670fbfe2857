"""Tables that begin at a moment of a finished match."""

import msgspec

from fairground.engine.start_position import digest_of
from fairground.server import keys, table_wire, wire
from fairground.server.errors import Refusal
from fairground.server.tables.creation import TableStart
from fairground.server.workers import jobs

NOT_OVER = "you can play on only from a match that is over, and this one is not"


class Source(msgspec.Struct, frozen=True):
    """The match to play on from: its record and its box.

    `table` is its table, None if somebody brought the record. `own` says whether whoever asks sat there.
    """

    record: str
    box: str | None
    table: str | None = None
    own: bool = False


def source_of(wish: table_wire.PlayOn) -> Source:
    """Return the match that somebody brought; Refusal if there is none, or a table besides."""
    if wish.record is None or wish.table is not None:
        raise Refusal("expected either a table or a record to play on from", 400)
    return Source(wish.record, wish.box)


def make_job(wish: table_wire.PlayOn, source: Source, address: str) -> jobs.TakePosition:
    """Return the job that finds the position, with the seed of the new table."""
    return jobs.TakePosition(
        record=source.record,
        box=source.box,
        moves=wish.moves,
        redealt=_redealt(wish, source),
        seed=keys.new_seed().hex(),
        ours=source.table is not None,
        address=address,
    )


def _redealt(wish: table_wire.PlayOn, source: Source) -> int | None:
    """Return the seat from whose knowledge hidden things are dealt again; None if they stay as they were."""
    hidden = wish.hidden or ("true" if source.own else "redealt")
    if hidden == "true":
        return None
    knower = wish.seat if wish.knower is None else wish.knower
    if knower is None:
        raise Refusal("expected the seat from whose knowledge hidden things are dealt again", 400)
    return knower


def make_create(wish: table_wire.PlayOn, taken: jobs.PositionTaken) -> table_wire.Create:
    """Return the wish for a table with the setting of the match that it goes on from."""
    return table_wire.Create(
        game=taken.game,
        seats=taken.seats,
        options=taken.options,
        clock=wish.clock,
        away=wish.away,
        seat=wish.seat,
        name=wish.name,
        bots=wish.bots,
        start=wish.start,
        free_text=wish.free_text,
    )


def make_start(source: Source, job: jobs.TakePosition, taken: jobs.PositionTaken) -> TableStart:
    """Return where the new table begins."""
    redealt = job.redealt if taken.hidden else None
    parent = wire.ParentFacts(digest_of(source.record), job.moves, redealt, source.table, taken.hidden)
    return TableStart(taken.rules, bytes.fromhex(job.seed), taken.position, parent)
