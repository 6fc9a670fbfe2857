"""A simulated server: the real tables, writer, registry and relay in a process of their own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from random import Random
from typing import TYPE_CHECKING, cast

from fairground.server import keys
from fairground.server.backend import Backend
from fairground.server.cluster.locks import NoLocks
from fairground.server.cluster.postgres import PostgresStore
from fairground.server.cluster.relay import join_cluster
from fairground.server.errors import StoreError
from fairground.server.http.rate_limits import AddressLimits
from fairground.server.metrics import Metrics
from fairground.server.reviews.registry import ReviewRegistry
from fairground.server.services import Services
from fairground.server.settings import ServerSettings
from fairground.server.store.reviews import SqlReviews
from fairground.server.store.sql import SqlStore
from fairground.server.store.writer import Writer
from fairground.server.tables.registry import TableRegistry
from simulation.loop import Process, SimulatedTime
from simulation.store import SharedStore, SimulatedStore

if TYPE_CHECKING:
    from simulation.world import World

SETTINGS = ServerSettings(idle=20.0, pace=(0.2, 1.0))
METRICS = Metrics()


class SimulatedServer:
    """One place where a server runs. After a crash or a stop, another process starts there."""

    def __init__(self, world: "World", place: int) -> None:
        self.world = world
        self.place = place
        self.process: Process | None = None
        self.backend: Backend | None = None
        self.store: SimulatedStore | None = None
        self.time = SimulatedTime(world.loop, world.rng.random() * 1e4, 1e9 + place)
        self.stopping = asyncio.Event()
        self.running: asyncio.Task[None] | None = None

    @property
    def rng(self) -> Random:
        return self.world.rng

    @property
    def is_running(self) -> bool:
        return self.process is not None

    def start(self) -> None:
        if self.process is None:
            self.process = Process(f"server {self.place}")
            self.world.processes.append(self.process)
            self.stopping = asyncio.Event()
            self.world.trace(f"server {self.place} starts")
            context = self.process.context.copy()
            self.running = self.world.loop.create_task(self._run(self.process), context=context)

    def crash(self) -> None:
        """End the process between two steps. The database notices at once, or seconds later."""
        if self.process is not None:
            self.world.trace(f"server {self.place} crashes")
            self.process.kill()
            self._forget()
            self.world.drop_links(self)
            store = self.store
            if isinstance(store, SharedStore):
                notice = self.rng.choice([0.0, 0.1, 3.0])
                self.world.loop.call_later(notice, store.postgres.forget, store.name)

    def stop(self) -> None:
        """Tell the process to finish what is under way and end."""
        if self.process is not None:
            self.world.trace(f"server {self.place} is told to stop")
            self.process.context.run(self.stopping.set)

    def lose_session(self) -> None:
        if self.process is not None and isinstance(self.store, SharedStore):
            notice = self.rng.choice([0.0, 0.01, 0.5, 5.0])
            self.world.trace(f"server {self.place} loses its session, unnoticed for {notice} s")
            self.store.end_session(notice)

    def lose_channel(self) -> None:
        store = self.store
        if self.process is not None and isinstance(store, SharedStore):
            self.world.trace(f"server {self.place} loses its channel")
            for connection in [c for c in store.postgres.listeners if c.server == store.name]:
                connection.break_off(self.rng.choice([0.0, 0.01, 0.5, 5.0]))

    def _forget(self) -> None:
        self.process, self.backend = None, None

    async def _run(self, process: Process) -> None:
        try:
            async with self._open() as backend:
                await backend.registry.open()
                backend.registry.maintenance.start()
                self.backend = backend
                await self.stopping.wait()
                self.world.trace(f"server {self.place} closes down")
        except StoreError as error:
            self.world.trace(f"server {self.place} cannot go on: {error}")
        if self.process is process and process.alive:
            self._forget()
            self.world.drop_links(self)
            if isinstance(self.store, SharedStore):
                self.store.postgres.forget(self.store.name)

    @contextlib.asynccontextmanager
    async def _open(self) -> AsyncIterator[Backend]:
        """Put a server together as `run.open_backend` does."""
        store = self.store = self._new_store()
        writer = Writer(store, METRICS)
        limits = AddressLimits(SETTINGS.limits, self.time.now)
        services = Services(store, writer, self.world.executor, SETTINGS, self.time, limits, METRICS)
        writer.start()
        try:
            async with self._open_tables(services) as backend:
                yield backend
        finally:
            await writer.stop()
            await store.close()

    @contextlib.asynccontextmanager
    async def _open_tables(self, services: Services) -> AsyncIterator[Backend]:
        if isinstance(self.store, SharedStore):
            async with join_cluster(services, cast(PostgresStore, self.store)) as relay:
                yield Backend(relay.registry, relay.table, no_reviews(services, relay.registry))
        else:
            registry = TableRegistry(services, NoLocks())
            try:
                yield Backend(registry, registry.table, no_reviews(services, registry))
            finally:
                await registry.close()

    def _new_store(self) -> SimulatedStore:
        world = self.world
        if world.postgres is None:
            return SimulatedStore(world.database, world.faults, f"server {self.place}")
        return SharedStore(world.postgres, world.faults, keys.new_name())


def no_reviews(services: Services, registry: TableRegistry) -> ReviewRegistry:
    """Return the reviews of a server that nobody asks for any: simulated stores cannot keep them."""
    store = SqlReviews(cast(SqlStore, services.store))
    return ReviewRegistry(services, registry.table, registry.run_public_job, store)
