"""Opening a store by its URL. Without a URL, the store is a file in the user's data folder."""

import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout
from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from fairground.server.errors import StoreError
from fairground.server.store.sql import SqlStore

EXAMPLES = "sqlite:///file.db or postgresql://user@host/database"
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000")


def data_folder() -> Path:
    """Return the folder for the user's data."""
    return platformdirs.user_data_path("fairground", appauthor=False)


def default_url() -> str:
    return f"sqlite:///{data_folder() / 'tables.db'}"


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[SqlStore]:
    """Open the store behind a URL and bring it to the newest schema."""
    place = _parse(url)
    if place.get_backend_name() == "sqlite":
        path = _file(place)
        _make_folder(path.parent)
        with lock_store(path):
            make_private(path)
            async with _migrate(_sqlite(place)) as store:
                yield store
    else:
        async with _migrate(_postgres(place)) as store:
            yield store


@asynccontextmanager
async def open_read_only(url: str) -> AsyncIterator[SqlStore]:
    """Open the store behind a URL only to read it, even while a server uses it."""
    place = _parse(url)
    if place.get_backend_name() == "sqlite" and not _file(place).is_file():
        raise StoreError(f"there is no store {place.database}")
    if place.get_backend_name() == "sqlite":
        make_private(_file(place))
    store = _sqlite(place) if place.get_backend_name() == "sqlite" else _postgres(place)
    try:
        await store.check_version()
        yield store
    finally:
        await store.close()


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError:
        raise StoreError(f"expected a store's URL such as {EXAMPLES}, got {url!r}") from None


def _file(place: URL) -> Path:
    path = Path(place.database or "")
    if not place.database or path.is_dir():
        raise StoreError(f"expected the file of a store, got {place.database!r}")
    return path


def _sqlite(place: URL) -> SqlStore:
    engine = create_async_engine(place.set(drivername="sqlite+aiosqlite"))
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    event.listen(engine.sync_engine, "begin", _begin)
    return SqlStore(engine)


def _postgres(place: URL) -> SqlStore:
    if place.get_backend_name() != "postgresql":
        raise StoreError(f"expected a store such as {EXAMPLES}, got {place.render_as_string()!r}")
    try:
        from fairground.server.cluster.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise StoreError(f"PostgreSQL needs {error.name}: install fairground[postgres]") from None
    return PostgresStore(place)


@asynccontextmanager
async def _migrate(store: SqlStore) -> AsyncIterator[SqlStore]:
    try:
        await store.migrate()
        yield store
    finally:
        await store.close()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder {folder} cannot be created: {error.strerror}") from None


def make_private(path: Path) -> None:
    """Let only the owner read a store: its file, its lock, and the files that SQLite puts beside it.

    The file is created if need be, because SQLite gives the others the same mode.
    """
    with contextlib.suppress(OSError):  # it is there already, or the database will say why it cannot be
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for suffix in ("", "-wal", "-shm", "-journal", ".lock"):
        with contextlib.suppress(OSError):  # it is not there, or it belongs to somebody else
            beside = path.with_name(path.name + suffix)
            if beside.stat().st_mode & 0o077:
                beside.chmod(0o600)


def _set_pragmas(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # else Python's driver runs CREATE TABLE outside of transactions
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


@contextmanager
def lock_store(path: Path) -> Iterator[None]:
    """Reserve a store's file for one server: two servers would overwrite each other's tables."""
    lock = FileLock(path.with_name(path.name + ".lock"), mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError(f"another Fairground server is using the store {path}") from None
    except OSError as error:
        raise StoreError(f"the folder {path.parent} is not writable: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()
