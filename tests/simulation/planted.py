"""Faults that are put into the server on purpose, to see that a simulation notices each of them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from unittest.mock import patch

import msgspec

from fairground.engine.story import Entry
from fairground.server import wire
from fairground.server.cluster.relay import Relay
from fairground.server.errors import StoreError
from fairground.server.store.store import Change
from fairground.server.store.writer import Writer
from fairground.server.tables import audience
from fairground.server.tables.connection import Connection
from fairground.server.tables.state import TableState
from fairground.server.tables.table import Table
from fairground.server.tables.updates import make_update
from simulation import store
from simulation.store import SharedStore

Fault = Callable[[], AbstractContextManager[object]]


@contextmanager
def acknowledge_early() -> Iterator[None]:
    """The writer does not wait until a change of a table is stored."""
    commit = Writer.commit

    async def hurry(self: Writer, changes: Sequence[Change]) -> None:
        if any(change.new for change in changes):
            await commit(self, changes)
            return
        task = asyncio.create_task(commit(self, changes))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    with patch.object(Writer, "commit", hurry):
        yield


@contextmanager
def ignore_store_errors() -> Iterator[None]:
    """A table goes on although its change was not stored."""
    original: Callable[[Table, Sequence[Change]], Awaitable[None]] = Table._store

    async def go_on(self: Table, changes: Sequence[Change]) -> None:
        with suppress(StoreError):
            await original(self, changes)

    with patch.object(Table, "_store", go_on):
        yield


@contextmanager
def show_another_seat() -> Iterator[None]:
    """Everybody gets the view of the next seat."""

    def peek(state: TableState, seat: int | None, *more: int) -> wire.Update:
        update = make_update(state, seat, *more)  # type: ignore[arg-type]
        if seat is None:
            return update
        other = make_update(state, (seat + 1) % state.stored.seats, *more)  # type: ignore[arg-type]
        return msgspec.structs.replace(update, view=other.view)

    with patch.object(audience, "make_update", peek):
        yield


@contextmanager
def show_the_seed() -> Iterator[None]:
    """Updates have the seed before the match is over."""

    def tell(state: TableState, *more: int) -> wire.Update:
        return msgspec.structs.replace(make_update(state, *more), seed=state.stored.seed.hex())  # type: ignore[arg-type]

    with patch.object(audience, "make_update", tell):
        yield


@contextmanager
def fill_clocks() -> Iterator[None]:
    """An undo fills the clocks of all seats."""
    undo = TableState.undo

    def fill(self: TableState, seat: int) -> Change:
        change = undo(self, seat)
        for other in range(self.stored.seats):
            self.clocks.left[other] += 2.0 * self.stored.clock.seconds
        return change

    with patch.object(TableState, "undo", fill):
        yield


@contextmanager
def keep_undone_moves() -> Iterator[None]:
    """An undo does not delete the move from the store."""
    undo = TableState.undo

    def keep(self: TableState, seat: int) -> Change:
        change = undo(self, seat)
        change.cut = None
        return change

    with patch.object(TableState, "undo", keep):
        yield


@contextmanager
def skip_an_entry() -> Iterator[None]:
    """Somebody who reconnects is not told of the last move they have not seen."""
    original = TableState.story_for

    def skip(self: TableState, seat: int | None, since: int = 0) -> tuple[int, list[Entry]]:
        kept, fresh = original(self, seat, since)
        return kept, fresh[1:] if since else fresh

    with patch.object(TableState, "story_for", skip):
        yield


@contextmanager
def lose_answers() -> Iterator[None]:
    """Nobody is told that a request was carried out."""
    send = Connection.send

    def forget(self: Connection, message: wire.FromServer) -> None:
        if not isinstance(message, wire.Done):
            send(self, message)

    with patch.object(Connection, "send", forget):
        yield


@contextmanager
def share_locks() -> Iterator[None]:
    """Every server gets every lock, even if another has it."""
    acquire = SharedStore.acquire

    async def take(self: SharedStore, name: str) -> bool:
        if not await acquire(self, name):
            self.held[name] += 1
        return True

    with patch.object(SharedStore, "acquire", take):
        yield


async def say_nothing(self: Relay) -> None:
    """Stand in for the announcement that a server listens."""


PLANTED: dict[str, Fault] = {
    "the writer acknowledges before it stores": acknowledge_early,
    "a table ignores errors of the store": ignore_store_errors,
    "a retry is carried out again": lambda: patch.object(Table, "_is_retry", lambda *args: False),
    "updates show another seat's view": show_another_seat,
    "updates show the seed": show_the_seed,
    "an undo fills all clocks": fill_clocks,
    "an undo leaves the clocks as they are": lambda: patch.object(
        TableState, "times_before_undo", lambda self, seat: {}
    ),
    "an undone move stays in the store": keep_undone_moves,
    "an update leaves out part of the story": skip_an_entry,
    "nobody is told that a request was carried out": lose_answers,
    "locks exclude nobody": share_locks,
    "a server does not say that it missed messages": lambda: patch.object(Relay, "_announce", say_nothing),
    "a write with an unknown outcome is refused": lambda: patch.object(store, "OutcomeUnknown", StoreError),
}
