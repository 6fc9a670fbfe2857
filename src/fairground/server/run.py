"""Running a server until it is told to stop."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator

import uvicorn

from fairground.server.app import application
from fairground.server.errors import ServerError
from fairground.server.logs import log
from fairground.server.metrics import Meters
from fairground.server.services import Services
from fairground.server.settings import Settings
from fairground.server.store.opening import default_url, opened
from fairground.server.store.store import SqlStore
from fairground.server.store.writer import Writer
from fairground.server.tables.registry import Hall
from fairground.server.time_source import RealWatch, Watch
from fairground.server.workers.pool import Pool, Workers


class Server(uvicorn.Server):
    """uvicorn's server, but signals are ours: what is under way must be finished first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def hall_of(
    settings: Settings, watch: Watch | None = None, workers: Workers | None = None
) -> AsyncIterator[Hall]:
    """A hall with its store, writer and workers; closed in good order."""
    async with opened(settings.store or default_url()) as store:
        meters = Meters()
        pool = Pool(settings.workers, settings.patience, meters=meters)
        writer = Writer(store, meters)
        writer.start()
        services = Services(store, writer, workers or pool, settings, watch or RealWatch(), meters)
        hall = Hall(services)
        try:
            async with together(hall, store):
                await hall.open()
                yield hall
        finally:
            await hall.close()
            await writer.stop()
            await pool.close()


@contextlib.asynccontextmanager
async def together(hall: Hall, store: SqlStore) -> AsyncIterator[None]:
    """With the other servers on the same store, where there can be others."""
    if store.shared:
        from fairground.server.cluster.relay import relayed  # needs what only PostgreSQL needs

        async with relayed(hall, store):
            yield
    else:
        yield


@contextlib.asynccontextmanager
async def running(hall: Hall) -> AsyncIterator[int]:
    """A server in this event loop; gives the port on which it listens."""
    settings = hall.services.settings
    server = Server(config(hall))
    listener = bind(settings.host, settings.port)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        yield listener.getsockname()[1]
    finally:
        await hall.close()  # people are told before their connections end
        server.should_exit = True
        await serving
        listener.close()


def config(hall: Hall) -> uvicorn.Config:
    limits = hall.services.settings.limits
    return uvicorn.Config(
        application(hall),
        loop="none",
        http="httptools",
        ws="websockets-sansio",
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
    """A socket that listens, or a sentence why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServerError(f"cannot listen on {host} port {port}: {why}; choose another with --port") from None


def event_loops() -> Callable[[], asyncio.AbstractEventLoop]:
    """The fastest event loop there is for this system."""
    if sys.platform == "win32":
        return asyncio.new_event_loop
    import uvloop

    return uvloop.new_event_loop


async def serve(settings: Settings, ready: Callable[[int], None]) -> None:
    """Serve until a signal comes."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with hall_of(settings) as hall, running(hall) as port:
        log("serving", host=settings.host, port=port)
        ready(port)
        await stop.wait()
        log("closing down")
