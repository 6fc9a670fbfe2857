"""All loaded tables of this server: loads them from the store when needed and sets up new ones."""

import asyncio
import logging

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.cluster.locks import TableLocks
from fairground.server.errors import Refusal, StoreError
from fairground.server.logs import log
from fairground.server.services import Services
from fairground.server.store.store import Change, StoredTable
from fairground.server.tables.creation import NewTable, check_wish
from fairground.server.tables.state import TableState, chairs, facts, load_game
from fairground.server.tables.table import LEAVING, Table
from fairground.server.workers import jobs
from fairground.server.workers.public_jobs import PublicJobs
from fairground.server.workers.worker import check_setup

UNKNOWN = "there is no such table"
MOST_LISTED = 100
DAY = 24 * 60 * 60.0


class OwnedElsewhere(Refusal):
    """Another server owns the table."""


class TableRegistry:
    """Finds tables, loads them and sets up new ones. `locks` decides which server owns a table."""

    def __init__(self, services: Services, locks: TableLocks) -> None:
        self.services = services
        self.locks = locks
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self.closing = False
        self.public_jobs = PublicJobs(services.executor, services.settings.limits.jobs_an_address)
        self.cleaning: asyncio.Task[None] | None = None
        locks.on_loss(self.drop_all)

    async def open(self) -> None:
        """Load the tables whose clocks must run, and delete those whose match never began."""
        await self._delete_unused()
        self.cleaning = asyncio.create_task(self._delete_unused_daily())
        await self.load_tables_with_clocks()

    async def load_tables_with_clocks(self) -> None:
        """Load the tables with running clocks that no other server owns."""
        for name in await self.services.store.tables_with_clocks():
            try:
                await self.table(name)
            except OwnedElsewhere:
                pass
            except Refusal as refusal:
                log("table not loaded", table=name, why=str(refusal))

    def drop_all(self) -> None:
        """Drop every table, because all locks are lost; people reconnect to what is stored."""
        for table in self.tables.values():
            table.drop()

    async def _delete_unused(self) -> None:
        before = self.services.time.date() - self.services.settings.keep_waiting
        await self.services.store.delete_unused(before)

    async def _delete_unused_daily(self) -> None:
        while True:
            await asyncio.sleep(DAY)
            try:
                await self._delete_unused()
            except StoreError as error:
                log("unused tables not deleted", why=str(error))

    async def close(self) -> None:
        """Finish what is under way at every table."""
        self.closing = True
        if self.cleaning:
            self.cleaning.cancel()
        await asyncio.gather(*self.loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in list(self.tables.values())))

    async def table(self, name: str) -> Table:
        """Return the table, loading it if necessary; raise OwnedElsewhere if another server owns it."""
        if self.closing:
            raise Refusal(LEAVING, 503)
        if name in self.tables:
            return self.tables[name]
        if name not in self.loading:
            self.loading[name] = asyncio.create_task(self._load(name))
            self.loading[name].add_done_callback(lambda task: self.loading.pop(name, None))
        return await asyncio.shield(self.loading[name])

    async def _load(self, name: str) -> Table:
        if len(self.tables) >= self.services.settings.limits.live_tables:
            raise Refusal("the server is full: come back later", 503)
        load_game(await self._stored(name))  # refuse what cannot be played here before locking it
        if not await self.locks.acquire(name):
            raise OwnedElsewhere("another server owns this table", 503)
        try:
            state = await self._load_state(name)
        except FairgroundError:
            await self.locks.release(name)
            raise
        self.tables[name] = Table(state, self.services, self._forget)
        return self.tables[name]

    async def _load_state(self, name: str) -> TableState:
        """Read the table again, now that no other server can change it."""
        stored = await self._stored(name)
        state = TableState(stored, await self.services.store.moves(name))
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
        try:
            await self.locks.release(name)
        except StoreError as error:
            log("lock not released", logging.WARNING, table=name, why=str(error))

    # New tables

    async def create(self, wish: wire.Create, address: str = "") -> wire.Created:
        """Set up a table as somebody at this address wishes."""
        check_wish(wish)
        limits = self.services.settings.limits
        if not wish.start and await self.services.store.count_waiting() >= limits.waiting_tables:
            raise Refusal("too many tables are waiting for people already: come back later", 503)
        box = check_setup(wish) if wish.box is None else await self._check_box(wish, address)
        table = NewTable(wish, box, self.services.time.date())
        await self.services.writer.commit([Change(table.stored, new=True)])
        log("table created", table=table.stored.id, game=table.stored.game, seats=table.stored.seats)
        return table.answer()

    async def _check_box(self, wish: wire.Create, address: str) -> str:
        """Let a worker try a stranger's box, because that may take any amount of time."""
        answer = await self.run_public_job(jobs.CheckSetup(wish, address=address))
        assert isinstance(answer, jobs.SetupChecked)
        return answer.box

    async def run_public_job(self, job: jobs.Job) -> jobs.JobAnswer:
        """Do a job that a stranger asks for; Refusal if it fails or may not be done now."""
        return await self.public_jobs.run(job)

    # What everybody may see

    async def facts(self, name: str) -> wire.TableFacts:
        return (await self._all_facts([await self._stored(name)]))[0]

    async def listed_tables(self, phases: list[wire.Phase]) -> list[wire.TableFacts]:
        return await self._all_facts(await self.services.store.listed_tables(phases, MOST_LISTED))

    async def _all_facts(self, tables: list[StoredTable]) -> list[wire.TableFacts]:
        counts = await self.services.store.count_moves([stored.id for stored in tables])
        return [_table_facts(stored, counts.get(stored.id, 0)) for stored in tables]


def _table_facts(stored: StoredTable, moves: int) -> wire.TableFacts:
    try:
        load_game(stored)
        why = None
    except Refusal as refusal:
        why = str(refusal)
    return wire.TableFacts(facts(stored), stored.phase, chairs(stored), moves, why is None, why)
