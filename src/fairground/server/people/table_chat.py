"""What people say at one table.

It has a queue of its own, and a task while something waits in it. It takes part in nothing else that the
table does: it has no update numbers, no move waits for it, and spectators are sent nothing, not even that
somebody has said something.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import TypeAlias

import msgspec

from fairground.server import wire
from fairground.server.chat_wire import ChatHistory, ChatRequest, DeleteLine, Said, SayPhrase, SayText, Unsaid
from fairground.server.errors import OutcomeUnknown, Refusal, StoreError
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.logs import log_failure
from fairground.server.people.chat_lines import (
    check_phrase,
    check_text,
    make_line,
    may_read,
    show_line,
    show_lines,
)
from fairground.server.services import Services
from fairground.server.store.chat import ChatStore
from fairground.server.store.store import StoredChair, StoredLine
from fairground.server.tables.connection import Connection
from fairground.server.tables.state import TableState

Work: TypeAlias = Callable[[], Awaitable[None]]
MOST_WAITING = 100
NOT_HERE = "nothing can be said at this server"
ONLY_SEATED = "only people who sit at the table can say something: take a chair first"
TOO_FAST = "you have said a lot in a short time: wait a minute"
TABLE_FULL = "so much was said at this table that there is no room for more"
NOT_YOURS = "only whoever said it can delete it"
STOP_SECONDS = 2.0


class TableChat:
    """Keeps what is said at a table and sends it to whoever may read it, among its `connections`."""

    def __init__(self, state: TableState, services: Services, connections: Collection[Connection]) -> None:
        self.state = state
        self.services = services
        self.connections = connections
        self.waiting: deque[Work] = deque()
        self.task: asyncio.Task[None] | None = None
        self.size: tuple[int, int] | None = None  # how many lines there are, and the number of the last one

    @property
    def store(self) -> ChatStore:
        if self.services.chat is None:
            raise Refusal(NOT_HERE, 404)
        return self.services.chat

    # Called by the table

    def submit(self, connection: Connection, request: ChatRequest) -> None:
        """Carry out a request; the answer is sent to the connection."""
        if len(self.waiting) >= MOST_WAITING:
            connection.send(wire.Refused(request.mark, TOO_MANY))
            return
        try:
            work = self._prepare(connection, request)
        except Refusal as refusal:
            connection.send(wire.Refused(request.mark, str(refusal)))
            return
        self._add(lambda: self._answer(connection, request.mark, work))

    def show(self, connections: Iterable[Connection], news: bool = False) -> None:
        """Send what was said to those who may read it; with `news`, tell the others that they may not."""
        wanted = list(connections)
        readers = [each for each in wanted if may_read(self.state.stored, each.seat)]
        if self.services.chat is not None and readers:
            self._add(lambda: self._send_latest(readers, news))
        if news:
            for connection in wanted:
                if connection not in readers:
                    connection.send(ChatHistory([]))

    async def close(self) -> None:
        """Finish what is under way, if that does not take long."""
        if self.task is None:
            return
        await asyncio.wait({self.task}, timeout=STOP_SECONDS)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    # The task

    def _add(self, work: Work) -> None:
        self.waiting.append(work)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._run(), name=f"chat {self.state.stored.id}")

    async def _run(self) -> None:
        while self.waiting:
            try:
                await self.waiting.popleft()()
            except Exception:  # whatever is wrong with one line, the next one may be said
                log_failure("chat failed", table=self.state.stored.id)

    async def _answer(self, connection: Connection, mark: str, work: Work) -> None:
        try:
            await work()
        except OutcomeUnknown as error:
            self.size = None
            connection.send(wire.Refused(mark, str(error)))
        except StoreError as error:
            self.size = None
            connection.send(wire.Refused(mark, f"this could not be saved: {error}"))
        except Refusal as refusal:
            connection.send(wire.Refused(mark, str(refusal)))
        else:
            connection.send(wire.Done(mark, self.state.stored.update_number))

    async def _send_latest(self, readers: list[Connection], news: bool) -> None:
        try:
            lines = await self.store.latest(
                self.state.stored.id, self.services.settings.limits.chat_lines_sent
            )
        except StoreError as error:
            for connection in readers:
                connection.send(wire.Refused("", f"what was said cannot be read: {error}"))
            return
        progress = self.state.stored.progress
        if lines or progress.chat_open or news:
            message = wire.write(ChatHistory(show_lines(lines, progress.chairs), progress.chat_open))
            self._send(message, readers)

    # Requests

    def _prepare(self, connection: Connection, request: ChatRequest) -> Work:
        """Check a request while it is clear who makes it, and return what remains to be done."""
        if connection.seat is None:
            raise Refusal(ONLY_SEATED, 403)
        seat, chair = connection.seat, self.state.chairs[connection.seat]
        limits = self.services.address_limits
        if not limits.chat_requests.take(connection.address):
            raise Refusal(TOO_MANY, 429)
        if isinstance(request, DeleteLine):
            return lambda: self._delete(chair, request.line)
        phrase = check_phrase(request) if isinstance(request, SayPhrase) else None
        text = None
        if isinstance(request, SayText):
            text = check_text(request, self.state.stored, self.services.settings.limits)
        if not limits.chat_lines.take(f"{self.state.stored.id} {chair.hash}"):
            raise Refusal(TOO_FAST, 429)
        line = make_line(self.state, seat, self.services.time.date(), phrase, text)
        return lambda: self._say(line)

    async def _say(self, line: StoredLine) -> None:
        name = self.state.stored.id
        many, last = self.size or await self.store.count(name)
        if many >= self.services.settings.limits.chat_lines_a_table:
            raise Refusal(TABLE_FULL)
        speaker = await self.store.speaker(line.passport or line.author)
        line = msgspec.structs.replace(line, number=last + 1, speaker=speaker)
        await self.store.add(name, line)
        self.size = (many + 1, line.number)
        self._tell(Said(show_line(line, self._seat_of(line.author))))

    async def _delete(self, chair: StoredChair, number: int) -> None:
        if not await self.store.delete(self.state.stored.id, number, chair.hash, chair.passport):
            raise Refusal(NOT_YOURS, 403)
        self.size = None
        self._tell(Unsaid(number))

    def _seat_of(self, author: str) -> int | None:
        seats = (seat for seat, chair in enumerate(self.state.chairs) if chair.hash == author)
        return next(seats, None)

    def _tell(self, message: Said | Unsaid) -> None:
        readers = [each for each in self.connections if may_read(self.state.stored, each.seat)]
        self._send(wire.write(message), readers)

    def _send(self, message: bytes, readers: Iterable[Connection]) -> None:
        """Send a message to those who may still read it: somebody may have lost the chair since."""
        for connection in readers:
            if connection in self.connections and may_read(self.state.stored, connection.seat):
                connection.send_bytes(message)
