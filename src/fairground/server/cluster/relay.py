"""How servers that share a database act as one: each shows tables that others keep, and keeps some for them.

A server that dies lets go of its tables; the next visitor's server takes them over from the store.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.cluster import messages as letters
from fairground.server.cluster.channel import Post
from fairground.server.cluster.postgres import PostgresStore
from fairground.server.cluster.remote_table import FarTable
from fairground.server.errors import Refusal
from fairground.server.logs import log
from fairground.server.store.store import SqlStore
from fairground.server.tables.connection import Visitor
from fairground.server.tables.registry import Elsewhere, Hall
from fairground.server.tables.table import LEAVING, Table

LOOK, ADOPT = 1.0, 30
TRIES, PAUSE = 40, 0.05
PATIENCE, GOODBYE = 20.0, 5.0


class Relay:
    """Between the hall of this server and all others."""

    def __init__(self, hall: Hall, store: PostgresStore) -> None:
        self.hall = hall
        self.store = store
        self.far: dict[str, FarTable] = {}
        self.guests: dict[tuple[str, int], Guest] = {}
        self.doing: set[asyncio.Task[None]] = set()
        self.post = Post(store.name, store.connect, self._deliver, self._broken)
        self.watching = asyncio.create_task(self._watch(), name="relay")

    async def table(self, name: str) -> Table | FarTable:
        """The table, wherever it is kept; here, if its owner is just letting go of it."""
        await self._listening()
        for _ in range(TRIES):
            owner = (await self.store.owners([name])).get(name)
            if owner and owner != self.store.name:
                return self._far(name, owner)
            with contextlib.suppress(Elsewhere):
                return await self.hall.near(name)
            await asyncio.sleep(PAUSE)
        raise Refusal(LEAVING, 503)

    async def close(self) -> None:
        """Say goodbye to everybody, if the database still carries it; the hall is closed already."""
        self.watching.cancel()
        await asyncio.gather(self.watching, return_exceptions=True)
        for far in self.far.values():
            far.lose()
        tasks = [*(guest.task for guest in self.guests.values()), *self.doing]
        if tasks:
            await asyncio.wait(tasks, timeout=GOODBYE)
        await self.post.close(GOODBYE)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listening(self) -> None:
        try:
            await asyncio.wait_for(self.post.listening.wait(), PATIENCE)
        except TimeoutError:
            raise Refusal(LEAVING, 503) from None

    def _far(self, name: str, owner: str) -> FarTable:
        far = self.far.get(name)
        if far is None or far.owner != owner or far.lost:
            if far:
                far.lose()
            far = self.far[name] = FarTable(name, owner, self.post)
        return far

    # Letters

    def _deliver(self, sender: str, letter: letters.Letter) -> None:
        if isinstance(letter, letters.Bring | letters.End | letters.Answer | letters.Failed):
            if letter.table in self.far and self.far[letter.table].owner == sender:
                self._count_bad_key(letter)
                self.far[letter.table].hear(letter)
        elif isinstance(letter, letters.Enter):
            self.guests[sender, letter.visit] = Guest(self, sender, letter)
        elif isinstance(letter, letters.Do):
            task = asyncio.create_task(self._do(sender, letter))
            self.doing.add(task)
            task.add_done_callback(self.doing.discard)
        elif (sender, letter.visit) in self.guests:
            self.guests[sender, letter.visit].hear(letter)

    def _count_bad_key(self, letter: letters.Back) -> None:
        if isinstance(letter, letters.End) and letter.bad_key:
            visitor = self.far[letter.table].visits.get(letter.visit)
            self.hall.services.bad_key(visitor.address if visitor else "")

    async def _do(self, sender: str, letter: letters.Do) -> None:
        """Do here what was asked there."""
        answer: letters.Letter
        try:
            table = await self.hall.near(letter.table)
            result = await (table.act(letter.action) if letter.action else table.record())
            answer = letters.Answer(letter.table, letter.call, msgspec.Raw(wire.write(result)))
        except FairgroundError as error:
            status = getattr(error, "status", 503)
            answer = letters.Failed(letter.table, letter.call, str(error), status)
        await self.post.put(sender, answer)

    def _broken(self) -> None:
        """Letters may have been lost: what depends on them begins anew."""
        for far in self.far.values():
            far.lose()
        for guest in self.guests.values():
            guest.visitor.close(LEAVING, again=True)

    # Looking after the others

    async def _watch(self) -> None:
        for turn in range(1, 1 << 62):
            await asyncio.sleep(LOOK)
            try:
                await self._look_at_owners()
                await self._look_at_guests()
                if turn % ADOPT == 0:
                    await self.hall.wake_ticking()
            except FairgroundError as error:
                log("cannot see the other servers", logging.WARNING, why=str(error))

    async def _look_at_owners(self) -> None:
        self.far = {name: far for name, far in self.far.items() if not (far.lost or far.idle)}
        if not self.far:
            return
        owners = await self.store.owners(list(self.far))
        for name, far in self.far.items():
            if owners.get(name) != far.owner:
                far.lose()

    async def _look_at_guests(self) -> None:
        if not self.guests:
            return
        alive = await self.store.servers()
        for (sender, _), guest in self.guests.items():
            if sender not in alive:
                guest.visitor.close(LEAVING, again=True)


class Guest:
    """Somebody at a table of ours whose WebSocket another server holds."""

    def __init__(self, relay: Relay, sender: str, enter: letters.Enter) -> None:
        self.relay = relay
        self.sender = sender
        self.name, self.visit = enter.table, enter.visit
        self.visitor = Visitor(enter.address)
        self.early: list[wire.Request] = []
        self.table: Table | None = None
        self.task = asyncio.create_task(self._run(enter.hello), name=f"guest {enter.table}")

    def hear(self, letter: letters.Ask | letters.Exit) -> None:
        if isinstance(letter, letters.Exit):
            self.visitor.close("the visitor is gone", again=False)
        elif self.table:
            self.table.ask(self.visitor, letter.request)
        else:
            self.early.append(letter.request)

    async def _run(self, hello: wire.Hello) -> None:
        try:
            await self._come_in(hello)
            while (message := await self.visitor.next()) is not None:
                bring = letters.Bring(self.name, self.visit, msgspec.Raw(message))
                await self.relay.post.put(self.sender, bring)
        except FairgroundError as error:
            self.visitor.close(str(error), again=getattr(error, "status", 503) == 503)
        finally:
            if self.table:
                self.table.exit(self.visitor)
            del self.relay.guests[self.sender, self.visit]
        await self._say_goodbye()

    async def _come_in(self, hello: wire.Hello) -> None:
        self.table = await self.relay.hall.near(self.name)
        self.table.enter(self.visitor, hello)
        for request in self.early:
            self.table.ask(self.visitor, request)

    async def _say_goodbye(self) -> None:
        over = self.visitor.over
        if over:
            end = letters.End(self.name, self.visit, over.why, over.again, self.visitor.bad_key)
            await self.relay.post.put(self.sender, end)


@contextlib.asynccontextmanager
async def relayed(hall: Hall, store: SqlStore) -> AsyncIterator[None]:
    """The hall acts together with the halls of all servers on the same database."""
    assert isinstance(store, PostgresStore), "only PostgreSQL is shared"
    relay = Relay(hall, store)
    hall.owners, hall.relay, store.lost = store, relay.table, hall.drop_all
    try:
        yield
    finally:
        await hall.close()
        await relay.close()
