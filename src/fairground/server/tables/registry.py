"""All loaded tables of this server: loads them from the store when needed and sets up new ones."""

import asyncio
import contextlib
import heapq
import logging
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from fairground.server import game_wire, keys, table_wire, wire
from fairground.server.cluster.locks import TableLocks
from fairground.server.errors import OwnedElsewhere, Refusal, StoreError
from fairground.server.logs import log
from fairground.server.people_wire import Person
from fairground.server.services import Services
from fairground.server.store.seatings import occupancy_of
from fairground.server.store.store import Change, StoredTable
from fairground.server.tables.contest import check_rated
from fairground.server.tables.creation import NewTable, check_wish
from fairground.server.tables.lobby import LobbyFeed
from fairground.server.tables.maintenance import Maintenance
from fairground.server.tables.own_boxes import OwnBoxes
from fairground.server.tables.playing_on import Source, make_create, make_job, make_start
from fairground.server.tables.state import (
    TableState,
    chairs,
    facts,
    load_game,
    note_update,
    replace_unknown_bots,
)
from fairground.server.tables.table import LEAVING, Table
from fairground.server.workers import jobs
from fairground.server.workers.public_jobs import PublicJobs
from fairground.server.workers.worker import check_setup

OVERLOADED = "the server has too much to do just now: come back in a minute"
UNKNOWN = "there is no such table"
MOST_LISTED = 100
MOST_UNLOADED = 20
RESERVED = 10  # one place in so many is only for people who have a seat


class TableRegistry:
    """Finds tables, loads them and sets up new ones. `locks` decides which server owns a table."""

    def __init__(self, services: Services, locks: TableLocks) -> None:
        self.services = services
        self.locks = locks
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self.closing = False
        self.public_jobs = PublicJobs(services.executor, services.settings.limits.jobs_an_address)
        self.opened: Counter[str] = Counter()
        self.boxes = OwnBoxes(services, self.run_public_job)
        self.maintenance = Maintenance(services, self)
        self.lobby = LobbyFeed(services, self.listed_tables)
        locks.on_loss(self.drop_all)

    async def open(self) -> None:
        """Prepare to load tables."""
        await self.maintenance.open()

    def drop_all(self) -> None:
        """Drop every table, because all locks are lost; people reconnect to what is stored."""
        for table in self.tables.values():
            table.drop()

    async def close(self) -> None:
        """Finish what is under way at every table."""
        if self.closing:
            return
        self.closing = True
        await self.lobby.close()
        await self.maintenance.stop()
        await asyncio.gather(*self.loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in list(self.tables.values())))
        with contextlib.suppress(StoreError):
            await self.maintenance.beat()

    async def table(self, name: str, address: str = "", key: str | None = None) -> Table:
        """Return the table, loading it if necessary; raise OwnedElsewhere if another server owns it.

        `address` and `key` are those of the person who asks.
        """
        if self.closing:
            raise Refusal(LEAVING, 503)
        if name in self.tables:
            return self.tables[name]
        if name not in self.loading:
            self.loading[name] = asyncio.create_task(self._load(name, address, key))
            self.loading[name].add_done_callback(lambda task: self.loading.pop(name, None))
        return await asyncio.shield(self.loading[name])

    async def wake(self, name: str) -> None:
        """Load a table unless it is loaded already."""
        if not self.closing:
            await self.table(name)

    def is_looking(self, name: str, passport: str) -> bool:
        """Return whether somebody looks at a table of this server just now, from their own chair."""
        table = self.tables.get(name)
        return table is not None and table.audience.is_seen_by(passport)

    async def delete(self, names: list[str]) -> int:
        """Delete tables that nobody uses; return how many."""
        unused = [name for name in names if name not in self.tables and name not in self.loading]
        free = [name for name in unused if await self.locks.acquire(name)]
        try:
            await self.services.store.delete([name for name in free if name not in self.tables])
        finally:
            for name in free:
                await self.locks.release(name)
        return len(free)

    def reconnect(self, passport: str) -> None:
        """Let whoever has shown a passport at a table of this server connect again."""
        for table in self.tables.values():
            table.audience.reconnect(passport)

    async def change_sleeping(self, name: str, change: Callable[[StoredTable], None]) -> bool:
        """Change a match that is over and that nobody has loaded; return False if it is not such a match."""
        if name in self.tables or name in self.loading or not await self.locks.acquire(name):
            return False
        try:
            stored = await self.services.store.table(name)
            if stored is None or stored.phase != "over":
                return False
            before = occupancy_of(stored)
            change(stored)
            note_update(stored)
            await self.services.writer.commit([Change(stored, before=before)])
        finally:
            await self.locks.release(name)
        await self._reload(name)
        return True

    async def _reload(self, name: str) -> None:
        """Let a table go that was loaded while it was changed, so that it is read again."""
        if name in self.loading:
            await asyncio.gather(self.loading[name], return_exceptions=True)
        if name in self.tables:
            self.tables[name].drop()

    # Loading

    async def _load(self, name: str, address: str, key: str | None) -> Table:
        stored = await self._stored(name)
        load_game(stored)  # refuse what cannot be played here before locking it
        await self._make_room(address, seated=seat_of_key(stored, key) is not None)
        self.opened[address] += 1
        try:
            state = await self._lock_and_load(name)
        except BaseException:
            self._give_place_back(address)
            raise
        self.tables[name] = Table(state, self.services, self._forget, address)
        return self.tables[name]

    async def _lock_and_load(self, name: str) -> TableState:
        if not await self.locks.acquire(name):
            raise OwnedElsewhere("another server owns this table", 503)
        try:
            return await self._load_state(name)
        except BaseException:
            await self.locks.release(name)
            raise

    async def _load_state(self, name: str) -> TableState:
        """Read the table again, now that no other server can change it."""
        stored = await self._stored(name)
        replace_unknown_bots(stored, self.services.settings.stand_in)
        position = await self.services.store.position(name) if stored.progress.parent else None
        state = TableState(stored, await self.boxes.load(stored), position)
        for _ in state.replay(await self.services.store.moves(name)):
            await asyncio.sleep(0)
        state.catch_up(self.services.uptime.now())
        if not self.locks.holds(name):  # the lock may have been lost in the meantime
            raise Refusal(LEAVING, 503)
        return state

    async def _stored(self, name: str) -> StoredTable:
        stored = await self.services.store.table(name)
        if stored is None:
            raise Refusal(UNKNOWN, 404)
        return stored

    async def _forget(self, table: Table) -> None:
        """Unload a table that has closed."""
        name = table.state.stored.id
        self.tables.pop(name, None)
        self._give_place_back(table.opener)
        try:
            await self.locks.release(name)
        except StoreError as error:
            log("lock not released", logging.WARNING, table=name, why=str(error))

    def _give_place_back(self, address: str) -> None:
        self.opened[address] -= 1
        if not self.opened[address]:
            del self.opened[address]

    # Room in memory

    async def _make_room(self, address: str, seated: bool) -> None:
        """Unload tables that nobody uses if there is no room for another; Refusal if all are in use.

        An address gets only its share. The last places are for people who have a seat.
        """
        limits = self.services.settings.limits
        share = limits.share_of(limits.live_tables)
        if address and self.opened[address] >= share:
            held = [table for table in self.tables.values() if is_held_by(table, address)]
            if len(held) >= share and not await unload_idle(held):
                raise Refusal("too many tables are open from your address: leave some of them first", 429)
        most = limits.live_tables if seated else limits.live_tables - limits.live_tables // RESERVED
        if self.opened.total() >= most and not await unload_idle(self.tables.values()):
            raise Refusal("the server is full: come back later", 503)

    # New tables

    async def create(
        self, wish: table_wire.Create, address: str = "", person: Person | None = None
    ) -> table_wire.Created:
        """Set up a table as somebody at an address wishes, who may have a passport."""
        check_wish(wish)
        self._check_delay()
        if wish.rated:
            check_rated(wish, person.id if person else "")
        own = wish.box is not None
        creator = await self.services.quota.take(address, waiting=not wish.start, own_box=own)
        box = await self._check_box(wish, address) if own else check_setup(wish)
        table = NewTable(wish, box, self.services.time.date(), creator, person=person)
        await self.services.writer.commit([table.change])
        log("table created", table=table.stored.id, game=table.stored.game, seats=table.stored.seats)
        return table.answer()

    async def play_on(
        self, wish: table_wire.PlayOn, source: Source, address: str = "", person: Person | None = None
    ) -> table_wire.Created:
        """Set up a table that begins at a moment of a finished match, for somebody at an address."""
        self._check_delay()
        job = make_job(wish, source, address)
        taken = await self.run_public_job(job)
        assert isinstance(taken, jobs.PositionTaken)
        create = make_create(wish, taken)
        check_wish(create)
        brought = source.table is None and source.box is not None
        creator = await self.services.quota.take(address, waiting=not wish.start, own_box=brought)
        start = make_start(source, job, taken)
        table = NewTable(create, taken.box, self.services.time.date(), creator, start, person)
        await self.services.writer.commit([table.change])
        log("table created", table=table.stored.id, game=table.stored.game, seats=table.stored.seats)
        return table.answer()

    def _check_delay(self) -> None:
        """Refuse new tables while people wait too long at those there are."""
        if self.services.delay.seconds() > self.services.settings.limits.delay_milliseconds / 1000:
            raise Refusal(OVERLOADED, 503)

    async def _check_box(self, wish: table_wire.Create, address: str) -> jobs.SetupChecked:
        """Let a worker try a stranger's box, because that may take any amount of time."""
        answer = await self.run_public_job(jobs.CheckSetup(wish, address=address))
        assert isinstance(answer, jobs.SetupChecked)
        return answer

    async def run_public_job(self, job: jobs.Job) -> jobs.JobAnswer:
        """Do a job that a stranger asks for; Refusal if it fails or may not be done now."""
        return await self.public_jobs.run(job)

    # What everybody may see

    async def facts(self, name: str, key: str | None = None, passport: str = "") -> table_wire.TableFacts:
        """Return the facts of a table; whoever has a key or a passport learns which chair it opens."""
        stored = await self._stored(name)
        facts = (await self.all_facts([stored]))[0]
        seat = seat_of_key(stored, key)
        return msgspec.structs.replace(
            facts, seat=seat_of_passport(stored, passport) if seat is None else seat
        )

    async def compare_box(self, name: str) -> game_wire.TableBox:
        return await self.boxes.compare(await self._stored(name))

    async def listed_tables(self, phases: list[wire.Phase]) -> list[table_wire.TableFacts]:
        return await self.all_facts(await self.services.store.listed_tables(phases, MOST_LISTED))

    async def all_facts(self, tables: list[StoredTable]) -> list[table_wire.TableFacts]:
        counts = await self.services.store.count_moves([stored.id for stored in tables])
        return [_table_facts(stored, counts.get(stored.id, 0)) for stored in tables]


async def unload_idle(tables: Iterable[Table]) -> bool:
    """Unload the tables that have been idle for longest; return False if there is none."""
    idle = [table for table in tables if not table.in_use]
    longest = heapq.nsmallest(MOST_UNLOADED, idle, key=lambda table: table.idle.last_active)
    await asyncio.gather(*(table.stop() for table in longest))
    return bool(longest)


def is_held_by(table: Table, address: str) -> bool:
    """Return whether the table is in memory only for people at one address."""
    return table.opener == address and all(other.address == address for other in table.connections)


def seat_of_key(stored: StoredTable, key: str | None) -> int | None:
    """Return the seat of the person whose key this is; None if it opens no chair of a person."""
    seat = keys.find_key(key, [chair.hash for chair in stored.progress.chairs])
    return seat if seat is not None and stored.progress.chairs[seat].person else None


def seat_of_passport(stored: StoredTable, passport: str) -> int | None:
    """Return the seat of the person with this passport; the first one if they have several."""
    chairs = enumerate(stored.progress.chairs)
    return next((seat for seat, chair in chairs if passport and chair.passport == passport), None)


def _table_facts(stored: StoredTable, moves: int) -> table_wire.TableFacts:
    try:
        load_game(stored)
        why = None
    except Refusal as refusal:
        why = str(refusal)
    actors = stored.progress.actors
    return table_wire.TableFacts(facts(stored), stored.phase, chairs(stored), moves, actors, why is None, why)
