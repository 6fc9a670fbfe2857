"""One table: one task and one queue of commands, so that only this task ever changes the match.

After every command the table stores what changed, sends updates, and sets a timer for what it must wait
for next: a clock, an absent person, a bot.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

from fairground.engine.story import Entry
from fairground.server import chat_wire, keys, table_wire, wire
from fairground.server.errors import OutcomeUnknown, Refusal, Stale, StoreError
from fairground.server.logs import log, log_failure
from fairground.server.people.table_chat import TableChat
from fairground.server.services import Services
from fairground.server.store.seatings import occupancy_of
from fairground.server.store.store import Change
from fairground.server.tables.audience import Audience
from fairground.server.tables.bots import BotScheduler
from fairground.server.tables.connection import Connection
from fairground.server.tables.hints import HintGiver
from fairground.server.tables.idle import IdleTracker
from fairground.server.tables.notes import tell_person
from fairground.server.tables.obstacles import answer_why
from fairground.server.tables.request_context import ONLY_WATCHING, Asker, Handled, RequestContext
from fairground.server.tables.requests import RequestHandler
from fairground.server.tables.rest_requests import RestRequest, RestResult
from fairground.server.tables.state import TableState
from fairground.server.tables.timeouts import TimeoutHandler
from fairground.server.time_source import Timer

T = TypeVar("T")
Command: TypeAlias = Callable[[], Awaitable[None]]
LEAVING = "the server is closing down or moving the table; reconnect in a moment"
REMOVED = "the host has removed you from your chair"


class Table:
    """A table that is loaded. Everything that others want from it goes through its queue.

    `opener` is the address of the person for whom it was loaded.
    """

    def __init__(
        self,
        state: TableState,
        services: Services,
        on_close: Callable[["Table"], Awaitable[None]],
        opener: str = "",
    ) -> None:
        self.state = state
        self.occupancy = occupancy_of(state.stored)
        self.services = services
        self.on_close = on_close
        self.opener = opener
        self.audience = Audience(state, services)
        self.connections = self.audience.connections
        self.connecting: set[Connection] = set()
        self.commands: asyncio.Queue[tuple[float, Command] | None] = asyncio.Queue()
        self.idle = IdleTracker(state, services.settings.idle, services.time.now())
        context = RequestContext(state, services.time, services.settings.stand_in, self.idle)
        self.handler = RequestHandler(context)
        self.timeouts = TimeoutHandler(context)
        self.hints = HintGiver(state, services)
        self.chat = TableChat(state, services, self.connections)
        self.bots = BotScheduler(state, services, self._bot_chose)
        self.timer: Timer | None = None
        self.closed = False
        self.task = asyncio.create_task(self._run(), name=f"table {state.stored.id}")

    # Called from outside, at any time

    def connect(self, connection: Connection, hello: wire.Hello) -> None:
        if self.closed:
            connection.close(LEAVING, again=True)
            return
        self.connecting.add(connection)
        self._add(lambda: self._connect(connection, hello))

    def submit(self, connection: Connection, request: wire.Request) -> None:
        """Carry out a request that came over a WebSocket; the answer is sent to the connection."""
        self._add(lambda: self._submit(connection, request))

    def disconnect(self, connection: Connection) -> None:
        self._add(lambda: self._disconnect(connection))

    async def request(self, request: RestRequest) -> RestResult:
        """Carry out a request that came over REST; raise Refusal or StoreError if that fails."""
        return await self._result(lambda: self._request(request))

    async def record(self) -> table_wire.RecordFacts:
        return await self._result(self._record)

    @property
    def in_use(self) -> bool:
        """Whether somebody is here, or something is under way."""
        return bool(self.connections or self.connecting or self._is_thinking() or self.commands.qsize())

    def drop(self) -> None:
        """Close all connections at once, because another server may own the table now."""
        self.commands.put_nowait(None)

    async def stop(self) -> None:
        """Finish the commands in the queue, store the clocks, and close all connections."""
        self._add(self._store_clocks)
        self.commands.put_nowait(None)
        await self.task

    def _add(self, command: Command) -> None:
        self.commands.put_nowait((self.services.time.now(), command))

    async def _result(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do some work as a command and return its result."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def command() -> None:
            try:
                result = await work()
            except (Refusal, StoreError) as error:
                done.set_exception(error)
                if isinstance(error, StoreError):
                    raise
            else:
                done.set_result(result)

        if self.closed:
            raise Refusal(LEAVING, 503)
        self._add(command)
        awaited: set[asyncio.Future[object]] = {done, self.task}  # type: ignore[arg-type]  # invariant
        await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Refusal(LEAVING, 503)
        return done.result()

    # The task

    async def _run(self) -> None:
        why = LEAVING
        try:
            self._wait_for_next()
            await self._store_due()
            while (queued := await self.commands.get()) is not None:
                arrival, command = queued
                self.services.delay.note(self.services.time.now() - arrival)
                await command()
                self._wait_for_next()
        except OutcomeUnknown as error:
            why = str(error)  # the table is read again from the store, which then knows
        except StoreError as error:
            why = f"nothing was changed, because it could not be saved: {error}"
            log("not saved", logging.ERROR, table=self.state.stored.id, why=str(error))
        except Exception:
            why = "something went wrong at this table; everything that was saved is safe"
            log_failure("table failed", table=self.state.stored.id)
        finally:
            await self._close(why)

    async def _close(self, why: str) -> None:
        self.closed = True
        if self.timer:
            self.timer.cancel()
        await self.on_close(self)
        await self.bots.close()
        await self.hints.close()
        await self.chat.close()
        for connection in self.connections | self.connecting:
            connection.close(why, again=True)
        self.connections.clear()

    def _wait_for_next(self) -> None:
        """Start the clocks, bots and timeouts of the decisions that are owed now."""
        now = self.services.time.now()
        self._run_clocks(now)
        self.bots.schedule(watched=bool(self.connections))
        self.idle.observe({connection.seat for connection in self.connections}, self._is_busy(), now)
        self._set_timer(now)

    # Time

    def _run_clocks(self, now: float) -> None:
        self.state.clocks.run(self.state.deciding_people(), now)

    def _set_timer(self, now: float) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        timeouts = (
            self.state.clocks.seconds_to_expiry(),
            self.idle.seconds_to_timeout(self._is_busy(), now),
        )
        due = [seconds for seconds in timeouts if seconds is not None]
        if due:
            self.timer = self.services.time.call_later(min(due), lambda: self._add(self._time_out))

    def _is_busy(self) -> bool:
        return bool(self.connections or self._is_thinking())

    def _is_thinking(self) -> bool:
        return self.bots.busy or self.hints.busy

    async def _time_out(self) -> None:
        """Let bots decide where a clock has run out or a person is away, and unload an idle table."""
        now = self.services.time.now()
        if changes := self.timeouts.handle(now):
            await self._store_and_show(changes)
        if not self._is_busy() and self.idle.is_idle(now):
            self.commands.put_nowait(None)

    def _tell(self, key: str, seat: int) -> Entry:
        return tell_person(self.state.chairs, key, seat)

    async def _store_clocks(self) -> None:
        if self.state.clocks.since:
            await self._store([Change(self.state.stored)])

    async def _store_due(self) -> None:
        """Store when the next clock runs out, unless the store knows it already."""
        if self.state.clocks.since and not self.state.stored.due:
            await self._store_clocks()

    # People

    async def _connect(self, connection: Connection, hello: wire.Hello) -> None:
        self.connecting.discard(connection)
        if hello.since > self.state.stored.update_number and await self._is_outdated():
            connection.close(LEAVING, again=True)
            self.drop()
            return
        seat, host = self._seat_of(connection, hello), self.state.is_host(hello.host, connection.passport)
        if (hello.key and seat is None) or (hello.host and not host):
            connection.bad_key = True
            self.services.address_limits.count_bad_key(connection.address)
            connection.close("this key opens no chair at this table", again=False)
            return
        connection.seat, connection.host, connection.picture = seat, host, hello.picture
        if not self.audience.enter(connection, hello.since):
            return
        self.bots.note_person(connection.address, connection.is_player)
        if seat is not None:
            self.state.chairs[seat].expected = False  # stored with the next change
        if seat is not None and self._has_stand_in(seat):
            self.state.chairs[seat].bot = None
            returned = self._tell("table.returned", seat)
            await self._store_and_show([self.state.note_change(asked=[seat], told=[returned])])
        else:
            self.audience.show([connection])
        self.audience.send_presence()
        self.chat.show([connection])

    def _seat_of(self, connection: Connection, hello: wire.Hello) -> int | None:
        """Return the chair that a key opens, or the passport in its place."""
        seat = self.state.seat_of(hello.key)
        return self.state.seat_of_passport(connection.passport) if seat is None else seat

    async def _is_outdated(self) -> bool:
        """Return whether another server has changed the table, or the store cannot tell."""
        try:
            stored = await self.services.store.table(self.state.stored.id)
        except StoreError:
            return True
        return stored is not None and stored.update_number > self.state.stored.update_number

    def _has_stand_in(self, seat: int) -> bool:
        """Return whether a bot took the chair over while its person was away."""
        chair = self.state.chairs[seat]
        return bool(chair.bot) and not chair.resigned

    async def _disconnect(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
            self.idle.last_active = self.services.time.now()
            self.audience.send_presence()

    async def _submit(self, connection: Connection, request: wire.Request) -> None:
        if connection not in self.connections:
            return
        if isinstance(request, wire.Look):
            connection.looking = request.visible
            return
        self.bots.note_person(connection.address, connection.is_player)
        if isinstance(request, wire.AskWhy):
            self._answer_why(connection, request)
            return
        if isinstance(request, chat_wire.SayPhrase | chat_wire.SayText | chat_wire.DeleteLine):
            self.chat.submit(connection, request)
            return
        if self._is_retry(connection, request.mark):
            connection.send(wire.Done(request.mark, self.state.stored.update_number))
            self.audience.show([connection])
            return
        asker = Asker(connection.seat, connection.host, connection.address)
        try:
            handled = await self._handle(asker, request)
        except Refusal as refusal:
            connection.send(wire.Refused(request.mark, str(refusal)))
            if isinstance(refusal, Stale):
                self.audience.show([connection])
            return
        if handled.order:
            self.audience.reseat(handled.order)
        if connection.seat is not None:
            self.state.chairs[connection.seat].mark = request.mark
        try:
            await self._store(handled.changes)
        except OutcomeUnknown:
            raise  # neither done nor refused: who reconnects sees which, or asks again with the same mark
        except StoreError as error:
            connection.send(wire.Refused(request.mark, f"this could not be saved: {error}"))
            raise
        connection.send(wire.Done(request.mark, self.state.stored.update_number))
        if isinstance(request, wire.AskHint):
            self._give_hint(connection)
        if isinstance(request, chat_wire.OpenChat):
            self.chat.show(self.connections, news=True)
        self.audience.unseat_leavers(REMOVED if isinstance(request, wire.Remove) else None)
        if handled.order:
            self.audience.welcome_again()
            self.chat.show(self.connections)
        self.audience.show()

    async def _handle(self, asker: Asker, request: wire.Request) -> Handled:
        """Carry out a request. One for a new table counts like any other new table of its address."""
        if not isinstance(request, wire.Rematch):
            return self.handler.handle(asker, request)
        self.handler.match.check_rematch(asker)
        creator = await self.services.quota.take(asker.address)
        handled = self.handler.handle(asker, request)
        for change in handled.changes:
            if change.new:
                change.table.creator = creator
        return handled

    def _answer_why(self, connection: Connection, request: wire.AskWhy) -> None:
        """Answer a question that changes nothing."""
        if connection.seat is None:
            connection.send(wire.Refused(request.mark, ONLY_WATCHING))
        else:
            connection.send(answer_why(self.state, connection.seat, request))

    def _give_hint(self, connection: Connection) -> None:
        seat = connection.seat
        assert seat is not None
        self.hints.give(connection, seat, lambda since: self.state.asked_since[seat] == since)

    def _is_retry(self, connection: Connection, mark: str) -> bool:
        """Return whether this is a retry of a completed request, whose answer may have been lost."""
        return bool(mark) and connection.seat is not None and self.state.chairs[connection.seat].mark == mark

    async def _request(self, request: RestRequest) -> RestResult:
        handled = self.handler.handle(Asker(), request)
        assert handled.result is not None
        if handled.changes:
            await self._store(handled.changes)
            self.audience.unseat_leavers(None)
            self.audience.show()
        return handled.result

    async def _record(self) -> table_wire.RecordFacts:
        stored = self.state.stored
        if stored.phase != "over":
            raise Refusal("the record reveals everything, so you get it when the match is over")
        return table_wire.RecordFacts(
            stored.id,
            self.state.record(),
            self.state.box_text,
            keys.seal(stored.seed),
            stored.progress.chat_open,
        )

    async def _bot_chose(self, seat: int, since: int, move: int) -> None:
        self._add(lambda: self._play_bot_move(seat, since, move))

    async def _play_bot_move(self, seat: int, since: int, move: int) -> None:
        """Play a bot's move, unless the decision it was made for no longer exists."""
        state = self.state
        self.bots.finish(seat, since)
        stand_in = self.services.settings.stand_in
        current = state.asked_since[seat] == since and state.deciding_bot(seat, stand_in)
        if state.match is None or not current or move not in state.match.state.legal(seat):
            return
        await self._store_and_show([state.play(seat, move, self.services.time.date())])

    # Storing changes and sending updates

    async def _store_and_show(self, changes: Sequence[Change]) -> None:
        await self._store(changes)
        self.audience.show()

    async def _store(self, changes: Sequence[Change]) -> None:
        self._run_clocks(self.services.time.now())
        self.state.note_clocks(self.services.uptime.now())
        for change in changes:
            change.table.changed = self.services.time.date()
            if change.table is self.state.stored:
                change.result = self.state.settle()
                change.before = self.occupancy
        await self.services.writer.commit(changes)
        self.occupancy = occupancy_of(self.state.stored)
