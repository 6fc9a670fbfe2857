"""All live tables of this server: they come to life when somebody wants them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from fairground.engine.errors import FairgroundError
from fairground.games import load
from fairground.server import jobs, keys, wire
from fairground.server.errors import Refusal, StoreError
from fairground.server.live import LiveTable, chairs, edition, facts
from fairground.server.logs import log
from fairground.server.owners import Alone, Owners
from fairground.server.rulings import need_level, tidy
from fairground.server.services import Services
from fairground.server.store import Change, Kept, Live, Seated
from fairground.server.table import LEAVING, Table
from fairground.server.thinker import try_out
from fairground.server.times import fresh

if TYPE_CHECKING:
    from fairground.server.far import FarTable

AnyTable: TypeAlias = "Table | FarTable"
UNKNOWN = "there is no such table"
SHORTEST = 5
FAVOURS = 20
DAY = 24 * 60 * 60.0


class Elsewhere(Refusal):
    """Another server keeps the table."""


class Hall:
    """Finds tables, wakes them up and sets up new ones; `relay` finds those of other servers."""

    def __init__(self, services: Services, owners: Owners | None = None) -> None:
        self.services = services
        self.owners = owners or Alone()
        self.tables: dict[str, Table] = {}
        self.waking: dict[str, asyncio.Task[Table]] = {}
        self.relay: Callable[[str], Awaitable[AnyTable]] | None = None
        self.closing = False
        self.favours = 0
        self.turn = asyncio.Lock()
        self.sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Wake the tables whose clocks must be watched, and forget those that never began."""
        await self._sweep()
        self.sweeping = asyncio.create_task(self._sweep_daily())
        await self.wake_ticking()

    async def wake_ticking(self) -> None:
        """Watch the clocks that nobody else watches."""
        for name in await self.services.store.ticking():
            try:
                await self.near(name)
            except Elsewhere:
                pass
            except Refusal as refusal:
                log("table sleeps on", table=name, why=str(refusal))

    def drop_all(self) -> None:
        """Nothing is ours any more; whoever comes back finds the tables as they were stored."""
        for table in self.tables.values():
            table.drop()

    async def _sweep(self) -> None:
        await self.services.store.sweep(self.services.watch.date() - self.services.settings.keep_waiting)

    async def _sweep_daily(self) -> None:
        while True:
            await asyncio.sleep(DAY)
            try:
                await self._sweep()
            except StoreError as error:
                log("not swept", why=str(error))

    async def close(self) -> None:
        """Finish what is under way at every table."""
        self.closing = True
        if self.sweeping:
            self.sweeping.cancel()
        await asyncio.gather(*self.waking.values(), return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in list(self.tables.values())))

    async def table(self, name: str) -> AnyTable:
        """The live table of that name, here or elsewhere."""
        try:
            return await self.near(name)
        except Elsewhere:
            if self.relay is None:
                raise
            return await self.relay(name)

    async def near(self, name: str) -> Table:
        """The live table of that name, if it can be kept here."""
        if self.closing:
            raise Refusal(LEAVING, 503)
        if name in self.tables:
            return self.tables[name]
        if name not in self.waking:
            self.waking[name] = asyncio.create_task(self._wake(name))
            self.waking[name].add_done_callback(lambda task: self.waking.pop(name, None))
        return await asyncio.shield(self.waking[name])

    async def _wake(self, name: str) -> Table:
        if len(self.tables) >= self.services.settings.limits.live_tables:
            raise Refusal("the server is full: come back later", 503)
        kept = await self.services.store.table(name)
        if kept is None:
            raise Refusal(UNKNOWN, 404)
        edition(kept)  # refuses what cannot be played here, before it is ours
        if not await self.owners.claim(name):
            raise Elsewhere("another server keeps this table", 503)
        try:
            live = await self._load(name)
        except FairgroundError:
            await self.owners.release(name)
            raise
        self.tables[name] = Table(live, self.services, self._gone)
        return self.tables[name]

    async def _load(self, name: str) -> LiveTable:
        """The table as it is stored, now that nobody else can change it."""
        kept = await self.services.store.table(name)
        moves = await self.services.store.moves(name)
        if kept is None:
            raise Refusal(UNKNOWN, 404)
        live = LiveTable(kept, moves)
        if not self.owners.holds(name):  # the store may have failed us meanwhile
            raise Refusal(LEAVING, 503)
        return live

    async def _gone(self, table: Table) -> None:
        name = table.live.kept.id
        self.tables.pop(name, None)
        try:
            await self.owners.release(name)
        except StoreError as error:
            log("not released", logging.WARNING, table=name, why=str(error))

    # New tables

    async def create(self, wish: wire.Create) -> wire.Created:
        """Set up a table as somebody wishes."""
        _check(wish)
        limits = self.services.settings.limits
        if not wish.start and await self.services.store.waiting() >= limits.waiting_tables:
            raise Refusal("too many tables wait for people already: come back later", 503)
        box = try_out(wish) if wish.box is None else await self._try_box(wish)
        secrets = [keys.new_key() for _ in range(wish.seats)]
        host = keys.new_key()
        kept = self._new(wish, box, secrets, host)
        await self.services.writer.commit([Change(kept, new=True)])
        log("table created", table=kept.id, game=kept.game, seats=kept.seats)
        return wire.Created(
            table=facts(kept),
            host=host,
            seat=wish.seat,
            key=None if wish.seat is None else secrets[wish.seat],
            invitations=[
                None if chair.person else secret
                for chair, secret in zip(kept.live.chairs, secrets, strict=True)
            ],
        )

    async def _try_box(self, wish: wire.Create) -> str:
        """A stranger's box is tried by a worker first: who knows how long that takes."""
        answer = await self.favour(jobs.Try(wish))
        assert isinstance(answer, jobs.Possible)
        return answer.box

    async def favour(self, job: jobs.Job) -> jobs.Answer:
        """A job for a stranger: one at a time, so that bots are not kept waiting; Refusal if it cannot be."""
        if self.favours >= FAVOURS:
            raise Refusal("the server is busy: come back in a moment", 503)
        self.favours += 1
        try:
            async with self.turn:
                answer = await self.services.workers.ask(job)
        finally:
            self.favours -= 1
        if isinstance(answer, jobs.Impossible):
            raise Refusal(answer.why, 400)
        return answer

    def _new(self, wish: wire.Create, box: str, secrets: list[str], host: str) -> Kept:
        game, date = load(wish.game), self.services.watch.date()
        bots = [*wish.bots, *[None] * (wish.seats - len(wish.bots))]
        seated = [Seated(keys.hashed(key), bot=bot) for key, bot in zip(secrets, bots, strict=True)]
        if wish.seat is not None:
            seated[wish.seat].person, seated[wish.seat].name = True, tidy(wish.name)
        return Kept(
            id=keys.new_name(),
            game=game.name,
            rules=game.rules,
            seats=wish.seats,
            options=game.settle_options(wish.options),
            box=box,
            box_text=wish.box,
            listed=wish.listed,
            clock=wish.clock,
            away=wish.away,
            seed=keys.new_seed(),
            host=keys.hashed(host),
            created=date,
            phase="playing" if wish.start else "waiting",
            number=1,
            live=Live(seated, fresh(wish.clock, wish.seats)),
            changed=date,
        )

    # What anybody may see

    async def facts(self, name: str) -> wire.TableFacts:
        kept = await self.services.store.table(name)
        if kept is None:
            raise Refusal(UNKNOWN, 404)
        return (await self._all_facts([kept]))[0]

    async def listed(self, phases: list[wire.Phase]) -> list[wire.TableFacts]:
        return await self._all_facts(await self.services.store.listed(phases, 100))

    async def _all_facts(self, tables: list[Kept]) -> list[wire.TableFacts]:
        counts = await self.services.store.count_moves([kept.id for kept in tables])
        return [_facts(kept, counts.get(kept.id, 0)) for kept in tables]


def _facts(kept: Kept, moves: int) -> wire.TableFacts:
    try:
        edition(kept)
        why = None
    except Refusal as refusal:
        why = str(refusal)
    return wire.TableFacts(facts(kept), kept.phase, chairs(kept), moves, why is None, why)


def _check(wish: wire.Create) -> None:
    """Refuse a wish that no game could fulfil."""
    if len(wish.bots) > wish.seats:
        raise Refusal(f"expected bots for at most {wish.seats} seats, got {len(wish.bots)}", 400)
    for level in wish.bots:
        if level is not None:
            need_level(level)
    if wish.seat is not None and wish.seat >= wish.seats:
        raise Refusal(f"expected your seat below {wish.seats}, got {wish.seat}", 400)
    if wish.seat is not None and wish.bots[wish.seat : wish.seat + 1] not in ([], [None]):
        raise Refusal("expected no bot in your own chair", 400)
    if wish.clock.kind != "none" and wish.clock.seconds < SHORTEST:
        raise Refusal(f"expected a clock of at least {SHORTEST} seconds, got {wish.clock.seconds}", 400)
    filled = {seat for seat, level in enumerate(wish.bots) if level} | {wish.seat} - {None}
    if wish.start and len(filled) < wish.seats:
        raise Refusal("expected somebody in every chair of a table that starts at once", 400)
