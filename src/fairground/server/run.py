"""Putting a server together from its parts, and running it until it is told to stop."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator

import msgspec
import uvicorn

from fairground.server import table_wire
from fairground.server.app import make_application
from fairground.server.backend import Backend, FindTable
from fairground.server.cluster.locks import NoLocks
from fairground.server.contests import Contests
from fairground.server.descriptors import fit_to_descriptors
from fairground.server.errors import ServerError
from fairground.server.garbage import GarbageCollector
from fairground.server.http.protocols import LimitedConfig
from fairground.server.http.rate_limits import AddressLimits
from fairground.server.logs import log
from fairground.server.metrics import Metrics
from fairground.server.notifications.service import NotificationService, make_notifications
from fairground.server.people.parts import make_people
from fairground.server.reviews.registry import ReviewRegistry
from fairground.server.services import Services
from fairground.server.settings import ServerSettings
from fairground.server.store.chat import ChatStore
from fairground.server.store.opening import default_url, open_store
from fairground.server.store.reviews import SqlReviews
from fairground.server.store.sql import SqlStore
from fairground.server.store.studies import StudyStore
from fairground.server.store.writer import Writer
from fairground.server.studies.registry import StudyRegistry
from fairground.server.tables.registry import TableRegistry
from fairground.server.time_source import SystemTime, TimeSource
from fairground.server.workers.executor import LaneExecutor
from fairground.server.workers.lanes import make_lanes
from fairground.server.workers.pool import JobExecutor

STOP_SECONDS = 25.0  # a supervisor usually waits 30 seconds before it kills
THIS_MACHINE = "127.0.0.1,::1"  # proxies whose word on the address of a client is taken


class Server(uvicorn.Server):
    """uvicorn's server, which leaves signals to us: we must finish what is under way first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def open_backend(
    settings: ServerSettings, time: TimeSource | None = None, executor: JobExecutor | None = None
) -> AsyncIterator[Backend]:
    """Open the store, start the writer and the workers, load tables; close it all in the right order."""
    async with open_store(settings.store or default_url()) as store:
        metrics, time = Metrics(), time or SystemTime()
        pools = LaneExecutor(make_lanes(settings.workers), settings.limits, time, metrics)
        writer = Writer(store, metrics)
        limits = AddressLimits(settings.limits, time.now)
        chat = ChatStore(store)
        services = Services(store, writer, executor or pools, settings, time, limits, metrics, chat)
        services.people.parts.append(chat)
        writer.start()
        try:
            async with open_tables(services, store) as backend:
                await backend.registry.open()
                try:
                    yield backend
                finally:
                    await backend.reviews.close()
                    if backend.notifications:
                        await backend.notifications.close()
        finally:
            await writer.stop()
            await pools.close()


@contextlib.asynccontextmanager
async def open_tables(services: Services, store: SqlStore) -> AsyncIterator[Backend]:
    """Manage the tables of a store, together with other servers if the store can be shared."""
    if store.shared:
        from fairground.server.cluster.postgres import PostgresStore  # needs the libraries for PostgreSQL
        from fairground.server.cluster.relay import join_cluster

        assert isinstance(store, PostgresStore), "only PostgreSQL can be shared"
        async with join_cluster(services, store) as relay:
            notifications = await make_notifications(relay.registry, store)
            yield make_backend(relay.registry, relay.table, store, notifications)
    else:
        registry = TableRegistry(services, NoLocks())
        try:
            yield make_backend(registry, registry.table, store, await make_notifications(registry, store))
        finally:
            await registry.close()


def make_backend(
    registry: TableRegistry, find_table: FindTable, store: SqlStore, notifications: NotificationService
) -> Backend:
    """Add the reviews, the study rooms and the notifications of a store to the tables of a server."""

    async def find_record(name: str, address: str) -> table_wire.RecordFacts:
        return await (await find_table(name, address)).record()

    services, run_job = registry.services, registry.run_public_job
    reviews = ReviewRegistry(services, find_table, run_job, SqlReviews(store))
    studies = StudyRegistry(services, StudyStore(store), run_job, find_record)
    contests = Contests(services, store, registry.locks, find_table)
    registry.maintenance.chores += [reviews.prune, studies.sweep, contests.tournaments.sweep]
    people = make_people(registry, find_table, store)
    return Backend(registry, find_table, reviews, studies, contests, notifications, people)


@contextlib.asynccontextmanager
async def listen(backend: Backend) -> AsyncIterator[int]:
    """Serve in this event loop and yield the port on which the server listens."""
    settings = backend.registry.services.settings
    server = Server(make_config(backend))
    listener = bind(settings.host, settings.port)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        backend.registry.maintenance.start()
        if backend.contests:
            backend.contests.start()
        if backend.notifications:
            backend.notifications.start()
        yield listener.getsockname()[1]
    finally:
        await backend.close()  # tell people before their connections end
        server.should_exit = True
        await serving
        listener.close()


def make_config(backend: Backend) -> LimitedConfig:
    limits = backend.registry.services.settings.limits
    return LimitedConfig(
        make_application(backend),
        limits,
        os.environ.get("FORWARDED_ALLOW_IPS", THIS_MACHINE),
        loop="none",
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=10,
    )


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise ServerError with a sentence if that is not possible.

    Its connections send without waiting for the other side, which not every event loop sees to by itself.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServerError(f"cannot listen on {host} port {port}: {why}; choose another with --port") from None


def event_loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return the fastest event loop for this system."""
    if sys.platform == "win32":
        return asyncio.new_event_loop
    import uvloop

    return uvloop.new_event_loop


async def serve(settings: ServerSettings, on_ready: Callable[[int], None]) -> None:
    """Serve until a signal arrives, which also ends a start that takes too long."""
    settings = msgspec.structs.replace(settings, limits=fit_to_descriptors(settings.limits))
    stop = asyncio.Event()
    working = asyncio.create_task(_serve_until(stop, settings, on_ready))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        loop.call_later(STOP_SECONDS, _give_up)
    stopping.cancel()
    await working


async def _serve_until(
    stop: asyncio.Event, settings: ServerSettings, on_ready: Callable[[int], None]
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        opening = asyncio.create_task(stack.enter_async_context(open_backend(settings)))
        if not await _finish_before(stop, opening):
            return
        garbage = GarbageCollector(opening.result().registry.services.time)
        garbage.start()
        stack.push_async_callback(garbage.stop)
        port = await stack.enter_async_context(listen(opening.result()))
        log("serving", host=settings.host, port=port)
        on_ready(port)
        await stop.wait()
        log("closing down")


async def _finish_before(stop: asyncio.Event, work: asyncio.Task[Backend]) -> bool:
    """Return whether the work was done before we were told to stop; cancel it if not."""
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if work.done():
        return True
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    return False


def _give_up() -> None:
    """End the process, because something that must be closed hangs. All that was acknowledged is stored."""
    log("closing down took too long", logging.ERROR)
    os._exit(1)
