"""Notes what people are to be told when something happens at their tables, in a task of its own."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from fairground.server.errors import StoreError
from fairground.server.logs import log, log_failure
from fairground.server.notification_wire import Kind
from fairground.server.notifications.schedule import due_date
from fairground.server.notifications.stored import StoredNotification
from fairground.server.people.events import Event, MatchEnded, SeatTaken, TurnBegan
from fairground.server.store.notifications import NotificationStore, Reachable
from fairground.server.wire import Clock

MOST_WAITING: Final = 20_000
BATCH: Final = 200
GATHERING_SECONDS: Final = 1.0  # nothing is due sooner, and each write delays the moves that are stored
MOST_NAMES: Final = 8


class Happening(NamedTuple):
    """Something that happened to a person with a passport. `name` is that of somebody who sat down."""

    passport: str
    table: str
    kind: Kind
    seat: int
    clock: Clock
    date: float
    name: str | None = None


def happenings(event: Event, date: float) -> Iterator[Happening]:
    """Yield whom an event concerns: whoever is asked, and everybody else at the table who has a passport."""
    table = event.table
    if isinstance(event, TurnBegan):
        if event.passport:
            yield Happening(event.passport, table.id, "turn", event.seat, table.clock, date)
        return
    if not isinstance(event, SeatTaken | MatchEnded):
        return
    guest = event.seat if isinstance(event, SeatTaken) else None
    name = None if guest is None else table.progress.chairs[guest].name
    kind: Kind = "ended" if guest is None else "joined"
    for seat, chair in enumerate(table.progress.chairs):
        same = guest is not None and chair.passport == table.progress.chairs[guest].passport
        if chair.person and chair.passport and not same:
            yield Happening(chair.passport, table.id, kind, seat, table.clock, date, name)


class Outbox:
    """Writes down what people are to be told. Whatever cannot be written is lost, but nobody waits for it.

    `server` is the name of this server among others.
    """

    def __init__(self, store: NotificationStore, server: str, date: Callable[[], float]) -> None:
        self.store = store
        self.server = server
        self.date = date
        self.waiting: asyncio.Queue[Happening] = asyncio.Queue(MOST_WAITING)
        self.noted = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self._run(), name="outbox")

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            await self.write_waiting()

    def note(self, event: Event) -> None:
        """Note an event; the table that it happened at does not wait."""
        for happening in happenings(event, self.date()):
            with contextlib.suppress(asyncio.QueueFull):
                self.waiting.put_nowait(happening)
            self.noted.set()

    async def write_waiting(self) -> None:
        """Write down everything that was noted so far."""
        while not self.waiting.empty():
            count = min(BATCH, self.waiting.qsize())
            await self._write([self.waiting.get_nowait() for _ in range(count)])

    async def _run(self) -> None:
        while True:
            await self.noted.wait()
            await asyncio.sleep(GATHERING_SECONDS)
            self.noted.clear()
            await self.write_waiting()

    async def _write(self, batch: Sequence[Happening]) -> None:
        try:
            await self._write_all(batch)
        except StoreError as error:
            log("notifications lost", logging.WARNING, count=len(batch), why=str(error))
        except Exception:
            log_failure("notifications lost", count=len(batch))

    async def _write_all(self, batch: Sequence[Happening]) -> None:
        reachable = await self.store.reachable({each.passport for each in batch})
        wanted = [each for each in batch if each.passport in reachable]
        if not wanted:
            return
        known = await self.store.about({each.passport for each in wanted}, {each.table for each in wanted})
        rows = {(row.passport, row.channel, row.table_id, row.kind): row for row in known}
        changed = {}
        for happening in wanted:
            for row in self._rows(happening, reachable[happening.passport]):
                name = (row.passport, row.channel, row.table_id, row.kind)
                changed[name] = rows[name] = merge(rows.get(name), row, happening)
        if changed:
            await self.store.put(list(changed.values()))

    def _rows(self, happening: Happening, reachable: Reachable) -> Iterator[StoredNotification]:
        for channel in reachable.channels:
            if happening.kind not in reachable.recipient.off(channel):
                yield StoredNotification(
                    happening.passport,
                    channel,
                    happening.table,
                    happening.kind,
                    happening.seat,
                    due=None,
                    sent=0.0,
                    server=self.server,
                )


def merge(known: StoredNotification | None, new: StoredNotification, what: Happening) -> StoredNotification:
    """Return what is to be told now, after what was told or waits already.

    What waits stays due when it was, so that nothing that goes on and on delays it for ever.
    """
    sent, due = (known.sent, known.due) if known else (0.0, None)
    names = known.names if known and known.due is not None else []
    if what.name is not None:
        names = [*names, what.name][-MOST_NAMES:]
    attempts = known.attempts if known and known.due is not None else 0
    date = due_date(what.kind, what.clock, what.date, sent) if due is None else due
    return msgspec.structs.replace(new, due=date, sent=sent, names=names, attempts=attempts)
