"""How servers that share a database act as one: each serves people at tables that others own.

When a server dies, its locks are released, and the next server that is asked for a table takes it over from
the store.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.cluster import messages
from fairground.server.cluster.channel import ServerChannel
from fairground.server.cluster.postgres import PostgresStore
from fairground.server.cluster.remote_table import RemoteTable
from fairground.server.errors import OwnedElsewhere, Refusal
from fairground.server.logs import log
from fairground.server.services import Services
from fairground.server.tables.connection import Connection
from fairground.server.tables.registry import TableRegistry
from fairground.server.tables.table import LEAVING, Table

CHECK_SECONDS = 1.0
TRIES, PAUSE = 40, 0.05
LISTEN_SECONDS, CLOSE_SECONDS = 6.0, 3.0
SILENT_SECONDS = 8.0  # after which a server that was asked whether it is there counts as stopped


class Relay:
    """Connects the table registry of this server with all other servers."""

    def __init__(self, registry: TableRegistry, store: PostgresStore) -> None:
        self.registry = registry
        self.store = store
        self.remote_tables: dict[str, RemoteTable] = {}
        self.remote_connections: dict[tuple[str, int], RemoteConnection] = {}
        self.calls: set[asyncio.Task[None]] = set()
        self.heard: dict[str, float] = {}
        self.announced = False
        self.channel = ServerChannel(store.name, store.connect, self._receive, self._reset)
        self.checking = asyncio.create_task(self._check_others(), name="relay")

    async def table(self, name: str, address: str = "", key: str | None = None) -> Table | RemoteTable:
        """Return the table, wherever it is owned."""
        try:
            return await self.registry.table(name, address, key)
        except OwnedElsewhere:
            return await self._owned_table(name, address, key)

    async def _owned_table(self, name: str, address: str, key: str | None) -> Table | RemoteTable:
        """Find the owner, or take the table over if its owner is just releasing it."""
        await self._wait_until_listening()
        for _ in range(TRIES):
            owner = (await self.store.owners([name])).get(name)
            if owner and owner != self.store.name:
                return self._remote_table(name, owner)
            with contextlib.suppress(OwnedElsewhere):
                return await self.registry.table(name, address, key)
            await asyncio.sleep(PAUSE)
        raise Refusal(LEAVING, 503)

    async def close(self) -> None:
        """Tell everybody, if the database still works. The registry must be closed already."""
        self.checking.cancel()
        await asyncio.gather(self.checking, return_exceptions=True)
        for table in self.remote_tables.values():
            table.lose()
        tasks = [*(remote.task for remote in self.remote_connections.values()), *self.calls]
        if tasks:
            await asyncio.wait(tasks, timeout=CLOSE_SECONDS)
        await self.channel.close(CLOSE_SECONDS)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait_until_listening(self) -> None:
        try:
            await asyncio.wait_for(self.channel.listening.wait(), LISTEN_SECONDS)
        except TimeoutError:
            raise Refusal(LEAVING, 503) from None

    def _remote_table(self, name: str, owner: str) -> RemoteTable:
        table = self.remote_tables.get(name)
        if table is None or table.owner != owner or table.lost:
            if table:
                table.lose()
            table = self.remote_tables[name] = RemoteTable(name, owner, self.channel)
        return table

    # Messages

    def _receive(self, sender: str, message: messages.ServerMessage) -> None:
        self.heard[sender] = self._now()
        if isinstance(message, messages.Probe):
            _ = self.channel.send(sender, messages.ProbeAnswer())  # nobody waits until it is handed over
        elif isinstance(message, messages.ProbeAnswer):
            pass  # it was heard, and that is all
        elif isinstance(message, messages.FromOwner):
            table = self.remote_tables.get(message.table)
            if table and table.owner == sender:
                self._count_bad_key(table, message)
                table.receive(message)
        elif isinstance(message, messages.ChannelOpened):
            self._lose_tables(sender)
        elif isinstance(message, messages.OpenConnection):
            self.remote_connections[sender, message.connection] = RemoteConnection(self, sender, message)
        elif isinstance(message, messages.CallTable):
            task = asyncio.create_task(self._call(sender, message))
            self.calls.add(task)
            task.add_done_callback(self.calls.discard)
        elif (sender, message.connection) in self.remote_connections:
            self.remote_connections[sender, message.connection].receive(message)

    def _count_bad_key(self, table: RemoteTable, message: messages.FromOwner) -> None:
        if isinstance(message, messages.EndConnection) and message.bad_key:
            connection = table.connections.get(message.connection)
            self.registry.services.address_limits.count_bad_key(connection.address if connection else "")

    async def _call(self, sender: str, call: messages.CallTable) -> None:
        """Carry out a REST request that another server received, and send the result back."""
        answer: messages.ServerMessage
        try:
            table = await self.registry.table(call.table)
            result = await (table.request(call.request) if call.request else table.record())
            answer = messages.CallResult(call.table, call.call, msgspec.Raw(wire.write(result)))
        except FairgroundError as error:
            status = getattr(error, "status", 503)
            answer = messages.CallFailed(call.table, call.call, str(error), status)
        await self.channel.send(sender, answer)

    def _reset(self) -> None:
        """Close everything that depends on messages, because some may have been lost."""
        self.announced = False
        for table in self.remote_tables.values():
            table.lose()
        for remote in self.remote_connections.values():
            remote.connection.close(LEAVING, again=True)

    def _lose_tables(self, owner: str) -> None:
        """Close the connections to all tables of a server."""
        for table in self.remote_tables.values():
            if table.owner == owner:
                table.lose()

    # Checking the other servers

    async def _check_others(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self._check_silence()
            try:
                await self._announce()
                await self._check_owners()
                await self._check_senders()
            except FairgroundError as error:
                log("cannot check the other servers", logging.WARNING, why=str(error))

    def _check_silence(self) -> None:
        """Ask all servers that matter whether they are there; give up those that have long been silent.

        A server that is stopped, and not ended, still holds its locks, so nobody else can have its tables.
        """
        tables = [table for table in self.remote_tables.values() if not (table.lost or table.idle)]
        others = {table.owner for table in tables} | {sender for sender, _ in self.remote_connections}
        now = self._now()
        self.heard = {server: self.heard.get(server, now) for server in others}
        silent = {server for server, last in self.heard.items() if now - last > SILENT_SECONDS}
        for server in sorted(others):
            _ = self.channel.send(server, messages.Probe())  # nobody waits until it is handed over
        for table in tables:
            if table.owner in silent:
                table.lose()
        for (sender, _number), remote in self.remote_connections.items():
            if sender in silent:
                remote.connection.close(LEAVING, again=True)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    async def _announce(self) -> None:
        """Tell the other servers that this one listens now, because they cannot know what it has missed."""
        if not self.announced and self.channel.listening.is_set():
            others = await self.store.servers() - {self.store.name}
            self.announced = True
            for server in sorted(others):
                _ = self.channel.send(server, messages.ChannelOpened())  # nobody waits for it

    async def _check_owners(self) -> None:
        """Give up remote tables that have another owner by now."""
        in_use = {name: table for name, table in self.remote_tables.items() if not (table.lost or table.idle)}
        self.remote_tables = in_use
        if not in_use:
            return
        owners = await self.store.owners(list(in_use))
        for name, table in in_use.items():
            if owners.get(name) != table.owner:
                table.lose()

    async def _check_senders(self) -> None:
        """Close the connections of servers that are gone."""
        if not self.remote_connections:
            return
        alive = await self.store.servers()
        for (sender, _), remote in self.remote_connections.items():
            if sender not in alive:
                remote.connection.close(LEAVING, again=True)


class RemoteConnection:
    """Somebody at a table of this server whose WebSocket is held by another server."""

    def __init__(self, relay: Relay, sender: str, opened: messages.OpenConnection) -> None:
        self.relay = relay
        self.sender = sender
        self.name, self.number = opened.table, opened.connection
        self.connection = Connection(opened.address, opened.only_seated, opened.passport)
        self.early: list[wire.Request] = []
        self.table: Table | None = None
        self.task = asyncio.create_task(self._run(opened.hello), name=f"remote connection {opened.table}")

    def receive(self, message: messages.ForwardRequest | messages.CloseConnection) -> None:
        if isinstance(message, messages.CloseConnection):
            self.connection.close("the connection has ended", again=False)
        elif self.table:
            self.table.submit(self.connection, message.request)
        else:
            self.early.append(message.request)

    async def _run(self, hello: wire.Hello) -> None:
        try:
            await self._connect(hello)
            while (message := await self.connection.next()) is not None:
                forward = messages.ForwardMessage(self.name, self.number, msgspec.Raw(message))
                if not await self.relay.channel.send(self.sender, forward):
                    self.connection.close(LEAVING, again=True)  # later messages build on the lost one
                    break
        except FairgroundError as error:
            self.connection.close(str(error), again=getattr(error, "status", 503) == 503)
        finally:
            if self.table:
                self.table.disconnect(self.connection)
            del self.relay.remote_connections[self.sender, self.number]
        await self._send_end()

    async def _connect(self, hello: wire.Hello) -> None:
        self.table = await self.relay.registry.table(self.name, self.connection.address, hello.key)
        self.table.connect(self.connection, hello)
        for request in self.early:
            self.table.submit(self.connection, request)

    async def _send_end(self) -> None:
        closing = self.connection.closing
        if closing:
            end = messages.EndConnection(
                self.name, self.number, closing.why, closing.again, self.connection.bad_key
            )
            await self.relay.channel.send(self.sender, end)


@contextlib.asynccontextmanager
async def join_cluster(services: Services, store: PostgresStore) -> AsyncIterator[Relay]:
    """Act together with all other servers on the same database."""
    registry = TableRegistry(services, store)
    relay = Relay(registry, store)
    try:
        yield relay
    finally:
        await registry.close()
        await relay.close()
