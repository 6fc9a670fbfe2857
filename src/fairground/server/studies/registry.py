"""All study rooms: makes them, loads them when somebody comes, and stores where their leaders are."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

from fairground.engine.errors import FairgroundError
from fairground.server import keys, table_wire
from fairground.server.errors import Refusal, StoreError
from fairground.server.logs import log, log_failure
from fairground.server.services import Services
from fairground.server.store.studies import StudyStore
from fairground.server.studies.room import RunJob, StudyRoom
from fairground.server.studies.stored import StoredStudy, annotated_record
from fairground.server.study_wire import NewStudy, StudyCreated, StudyFile
from fairground.server.tables.table import LEAVING
from fairground.server.time_source import wait
from fairground.server.workers import jobs

LOOK_SECONDS = 1.0  # between two looks at what other servers have stored
UNKNOWN = "there is no such study"
ONE_SOURCE = "expected a table or a record to study, and not both"
FULL = "there are too many studies already: come back later"
YOURS_FULL = "there are too many studies from your address: delete some of them first"
TOO_FAST = "too many new studies from your address: wait a minute"
TOO_MANY_TODAY = "too many new studies from your address today: come back tomorrow"
TOO_MANY_OPEN = "too many studies are open from your address: leave some of them first"
NO_ROOM = "the server is full: come back later"
FindRecord = Callable[[str, str], Awaitable[table_wire.RecordFacts]]


class StudyRegistry:
    """Finds study rooms and makes new ones. `find_record` returns the record of a table's match."""

    def __init__(
        self, services: Services, store: StudyStore, run_job: RunJob, find_record: FindRecord
    ) -> None:
        self.services = services
        self.store = store
        self.run_job = run_job
        self.find_record = find_record
        self.rooms: dict[str, StudyRoom] = {}
        self.loading: dict[str, asyncio.Task[StudyRoom]] = {}
        self.visits: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()
        self.openers: dict[str, str] = {}
        self.closing = False
        self.task: asyncio.Task[None] | None = None

    # New rooms

    async def create(self, wish: NewStudy, address: str) -> StudyCreated:
        """Make a room of a match that is over."""
        if (wish.table is None) == (wish.record is None):
            raise Refusal(ONE_SOURCE, 400)
        creator = await self._take_quota(address)
        study, box = wish.record, wish.box
        if wish.table is not None:
            found = await self.find_record(wish.table, address)
            study, box = found.record, found.box
        assert study is not None
        read = await self.run_job(jobs.ReadStudy(study, box, address=address))
        assert isinstance(read, jobs.StudyRead)
        key, now = keys.new_key(), self.services.time.date()
        stored = StoredStudy(
            id=keys.new_name(),
            leader=keys.hash_key(key),
            creator=creator,
            created=now,
            changed=now,
            game=read.game,
            record=read.record,
            box=read.box,
            annotations=read.annotations,
        )
        await self.store.add(stored)
        log("study created", study=stored.id, game=stored.game)
        return StudyCreated(stored.id, key)

    async def _take_quota(self, address: str) -> str:
        """Count a new room and return what stands for the address; Refusal if it may make none now."""
        limits, most = self.services.address_limits, self.services.settings.limits.kept_studies
        creator = await self.services.quota.creator(address)
        if await self.store.count() >= most:
            raise Refusal(FULL, 503)
        if await self.store.count(creator) >= self.services.settings.limits.share_of(most):
            raise Refusal(YOURS_FULL, 429)
        needed = ((limits.studies, TOO_FAST), (limits.studies_a_day, TOO_MANY_TODAY))
        for limit, why in needed:
            if limit.level(address) < 1:
                raise Refusal(why, 429)
        for limit, _ in needed:
            limit.take(address)
        return creator

    async def file(self, name: str) -> StudyFile:
        """Return a study as the text of a `.game` file."""
        stored = await self._stored(name)
        return StudyFile(stored.id, stored.game, str(annotated_record(stored)), stored.box)

    # Rooms in memory

    @contextlib.asynccontextmanager
    async def visit(self, name: str, address: str) -> AsyncIterator[StudyRoom]:
        """Load a room, unless it is there already, and keep it in memory while somebody is in it."""
        self.visits[name] += 1
        try:
            yield await self._room(name, address)
        finally:
            self.visits[name] -= 1
            if not self.visits[name]:
                del self.visits[name]
                await self._unload(name)

    async def _room(self, name: str, address: str) -> StudyRoom:
        if self.closing:
            raise Refusal(LEAVING, 503)
        if name in self.rooms:
            return self.rooms[name]
        if name not in self.loading:
            self.loading[name] = asyncio.create_task(self._load(name, address))
            self.loading[name].add_done_callback(lambda task: self.loading.pop(name, None))
        return await asyncio.shield(self.loading[name])

    async def _load(self, name: str, address: str) -> StudyRoom:
        limits = self.services.settings.limits
        if self.opened[address] >= limits.share_of(limits.live_studies):
            raise Refusal(TOO_MANY_OPEN, 429)
        if self.opened.total() >= limits.live_studies:
            raise Refusal(NO_ROOM, 503)
        self.opened[address] += 1
        try:
            room = StudyRoom(await self._stored(name), self.store, self.services, self.run_job)
        except BaseException:
            self._give_place_back(address)
            raise
        self.rooms[name], self.openers[name] = room, address
        self.task = self.task or asyncio.create_task(self._look_after(), name="studies")
        return room

    async def _unload(self, name: str) -> None:
        """Forget a room that nobody is in."""
        room = self.rooms.pop(name, None)
        if room is None:
            return
        self._give_place_back(self.openers.pop(name))
        await self._store_place(room)

    def _give_place_back(self, address: str) -> None:
        self.opened[address] -= 1
        if not self.opened[address]:
            del self.opened[address]

    async def _stored(self, name: str) -> StoredStudy:
        stored = await self.store.find(name)
        if stored is None:
            raise Refusal(UNKNOWN, 404)
        return stored

    # What happens by itself

    async def _look_after(self) -> None:
        """Store where leaders are, and take over what other servers have stored."""
        while not self.closing:
            await wait(self.services.time, LOOK_SECONDS)
            try:
                for room in list(self.rooms.values()):
                    await self._store_place(room)
                if self.store.shared and self.rooms:
                    await self._compare()
            except StoreError as error:
                log("studies not read", logging.WARNING, why=str(error))
            except Exception:
                log_failure("studies failed")

    async def _store_place(self, room: StudyRoom) -> None:
        try:
            await room.store_place()
        except StoreError as error:
            room.moved = True
            log("place not stored", logging.WARNING, study=room.stored.id, why=str(error))

    async def _compare(self) -> None:
        rooms = dict(self.rooms)
        versions = await self.store.versions(list(rooms))
        for name, room in rooms.items():
            with contextlib.suppress(FairgroundError):
                await room.compare(versions.get(name))

    async def sweep(self) -> None:
        """Delete rooms that nobody has used for long."""
        await self.store.delete_unused(self.services.time.date() - self.services.settings.keep_studies)

    async def close(self) -> None:
        """Tell everybody, and store where the leaders are."""
        self.closing = True
        for room in list(self.rooms.values()):
            room.close(LEAVING, again=True)
            await self._store_place(room)
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.task = None
