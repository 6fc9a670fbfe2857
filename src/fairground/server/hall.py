"""All live tables of this server: they come to life when somebody wants them."""

import asyncio

from fairground.games import load
from fairground.server import jobs, keys, wire
from fairground.server.errors import Refusal
from fairground.server.live import LiveTable, chairs, edition, facts
from fairground.server.logs import log
from fairground.server.owners import Alone, Owners
from fairground.server.rulings import need_level, tidy
from fairground.server.services import Services
from fairground.server.store import Change, Kept, Live, Seated
from fairground.server.table import LEAVING, Table
from fairground.server.thinker import try_out
from fairground.server.times import fresh

UNKNOWN = "there is no such table"
SHORTEST = 5


class Hall:
    """Finds tables, wakes them up and sets up new ones."""

    def __init__(self, services: Services, owners: Owners | None = None) -> None:
        self.services = services
        self.owners = owners or Alone()
        self.tables: dict[str, Table] = {}
        self.waking: dict[str, asyncio.Task[Table]] = {}
        self.closing = False

    async def open(self) -> None:
        """Wake the tables whose clocks must be watched, and forget those that never began."""
        await self.services.store.sweep(self.services.watch.date() - self.services.settings.keep_waiting)
        for name in await self.services.store.ticking():
            try:
                await self.table(name)
            except Refusal as refusal:
                log("table sleeps on", table=name, why=str(refusal))

    async def close(self) -> None:
        """Finish what is under way at every table."""
        self.closing = True
        await asyncio.gather(*self.waking.values(), return_exceptions=True)
        await asyncio.gather(*(table.stop() for table in list(self.tables.values())))

    async def table(self, name: str) -> Table:
        """The live table of that name."""
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
            raise Refusal("another server keeps this table", 503)
        live = LiveTable(kept, await self.services.store.moves(name))
        self.tables[name] = Table(live, self.services, self._gone)
        return self.tables[name]

    async def _gone(self, table: Table) -> None:
        self.tables.pop(table.live.kept.id, None)
        await self.owners.release(table.live.kept.id)

    # New tables

    async def create(self, wish: wire.Create) -> wire.Created:
        """Set up a table as somebody wishes."""
        _check(wish)
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
        answer = await self.services.workers.ask(jobs.Try(wish))
        if not isinstance(answer, jobs.Possible):
            raise Refusal(getattr(answer, "why", "this box cannot be used"), 400)
        return answer.box

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
            options=game.settled(wish.options),
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
