"""Opening a store by its URL. Without a URL, the store is a file in the user's data folder."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import platformdirs
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
    """Return the folder for the user's data, or the one earlier versions used if only that exists."""
    folder = platformdirs.user_data_path("fairground", appauthor=False)
    earlier = _earlier_data_folder()
    return earlier if earlier.is_dir() and not folder.is_dir() else folder


def _earlier_data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "fairground"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/fairground"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "fairground"


def default_url() -> str:
    return f"sqlite:///{data_folder() / 'tables.db'}"


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[SqlStore]:
    """Open the store behind a URL and bring it to the newest schema."""
    place = _parse(url)
    if place.get_backend_name() == "sqlite":
        path = _file(place)
        _make_folder(path.parent)
        with StoreFileLock(path):
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


def _set_pragmas(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # else Python's driver runs CREATE TABLE outside of transactions
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


class StoreFileLock:
    """Reserves a store's file for one server: two servers would overwrite each other's tables."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self.file = -1

    def __enter__(self) -> None:
        try:
            self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"the folder {self.path.parent} is not writable: {error.strerror}") from None
        if not _lock(self.file):
            os.close(self.file)
            raise StoreError(f"another Fairground server is using the store {self.path.with_suffix('')}")

    def __exit__(self, *failure: object) -> None:
        os.close(self.file)  # this releases the lock


def _lock(file: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
