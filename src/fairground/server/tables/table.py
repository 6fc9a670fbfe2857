"""One table: one task, one queue of errands, and the only writer of its match.

After every errand the table stores what changed, tells everybody, and sees what it must wait for: a
clock, an absent person, a bot.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

from fairground.server import keys, wire
from fairground.server.errors import Refusal, Stale, StoreError
from fairground.server.logs import log
from fairground.server.services import Services
from fairground.server.store.store import Change
from fairground.server.tables.actions import Action, Result, act
from fairground.server.tables.bots import Minds
from fairground.server.tables.connection import Visitor
from fairground.server.tables.idle import Vigil
from fairground.server.tables.requests import Ruling
from fairground.server.tables.state import LiveTable, facts
from fairground.server.tables.updates import update
from fairground.server.time_source import Alarm

T = TypeVar("T")
Errand: TypeAlias = Callable[[], Awaitable[None]]
LEAVING = "the server is closing down or moving; come back in a moment"


class Table:
    """A live table. Whatever others want of it goes through its queue."""

    def __init__(
        self, live: LiveTable, services: Services, gone: Callable[["Table"], Awaitable[None]]
    ) -> None:
        self.live = live
        self.services = services
        self.gone = gone
        self.visitors: set[Visitor] = set()
        self.coming: set[Visitor] = set()
        self.errands: asyncio.Queue[Errand | None] = asyncio.Queue()
        self.minds = Minds(live, services, self._bot_moved)
        self.vigil = Vigil(live, services.settings.idle, services.watch.now())
        self.alarm: Alarm | None = None
        self.closed = False
        self.task = asyncio.create_task(self._run(), name=f"table {live.kept.id}")

    # From outside, at any time

    def enter(self, visitor: Visitor, hello: wire.Hello) -> None:
        if self.closed:
            visitor.close(LEAVING, again=True)
            return
        self.coming.add(visitor)
        self._add(lambda: self._enter(visitor, hello))

    def ask(self, visitor: Visitor, request: wire.Request) -> None:
        self._add(lambda: self._ask(visitor, request))

    def exit(self, visitor: Visitor) -> None:
        self._add(lambda: self._exit(visitor))

    async def act(self, action: Action) -> Result:
        """Do what was asked by REST; Refusal or StoreError if that cannot be."""
        return await self._result(lambda: self._act(action))

    async def record(self) -> wire.RecordFacts:
        return await self._result(self._record)

    def drop(self) -> None:
        """Send everybody away at once: the table is not ours any more."""
        self.errands.put_nowait(None)

    async def stop(self) -> None:
        """Finish what is under way, keep the clocks, and send everybody away."""
        self._add(self._keep_clocks)
        self.errands.put_nowait(None)
        await self.task

    def _add(self, errand: Errand) -> None:
        self.errands.put_nowait(errand)

    async def _result(self, work: Callable[[], Awaitable[T]]) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def errand() -> None:
            try:
                result = await work()
            except (Refusal, StoreError) as error:
                done.set_exception(error)
                if isinstance(error, StoreError):
                    raise
            else:
                done.set_result(result)

        if self.closed:
            raise Refusal(LEAVING, 503)
        self._add(errand)
        waited: set[asyncio.Future[object]] = {done, self.task}  # type: ignore[arg-type]  # invariant
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Refusal(LEAVING, 503)
        return done.result()

    # The task

    async def _run(self) -> None:
        why = LEAVING
        try:
            self._arrange()
            while (errand := await self.errands.get()) is not None:
                await errand()
                self._arrange()
        except StoreError as error:
            why = f"nothing was changed, because it could not be saved: {error}"
            log("not saved", logging.ERROR, table=self.live.kept.id, why=str(error))
        except Exception:
            why = "something went wrong at this table; what was saved is safe"
            log_failure(self.live.kept.id)
        finally:
            await self._close(why)

    async def _close(self, why: str) -> None:
        self.closed = True
        if self.alarm:
            self.alarm.cancel()
        await self.gone(self)
        await self.minds.close()
        for visitor in self.visitors | self.coming:
            visitor.close(why, again=True)
        self.visitors.clear()

    def _arrange(self) -> None:
        """See who must be waited for, and until when."""
        now = self.services.watch.now()
        self._run_clocks(now)
        self.minds.arrange(bool(self.visitors))
        self.vigil.look({visitor.seat for visitor in self.visitors}, self._is_busy(), now)
        self._set_alarm(now)

    # Time

    def _run_clocks(self, now: float) -> None:
        live = self.live
        playing = live.kept.phase == "playing"
        deciding = [s for s in live.actors() if playing and not live.chairs[s].bot and s not in live.late]
        live.clocks.run(deciding, now)

    def _set_alarm(self, now: float) -> None:
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        rests = (self.live.clocks.rest(), self.vigil.rest(self._is_busy(), now))
        due = [rest for rest in rests if rest is not None]
        if due:
            self.alarm = self.services.watch.alarm(min(due), lambda: self._add(self._tick))

    def _is_busy(self) -> bool:
        return bool(self.visitors or self.live.clocks.since or self.minds.busy)

    async def _tick(self) -> None:
        """Something is due."""
        now = self.services.watch.now()
        self.live.clocks.settle(now)
        late, away = self.live.clocks.late(), self.vigil.overdue(now)
        self.live.late.update(late)
        for seat in away:
            self.live.chairs[seat].bot = self.services.settings.stand_in
        if late or away:
            await self._changed([self._renumbered()])
        if not self._is_busy() and self.vigil.asleep(now):
            self.errands.put_nowait(None)

    def _renumbered(self) -> Change:
        self.live.kept.number += 1
        return Change(self.live.kept)

    async def _keep_clocks(self) -> None:
        if self.live.clocks.since:
            await self._save([Change(self.live.kept)])

    # People

    async def _enter(self, visitor: Visitor, hello: wire.Hello) -> None:
        self.coming.discard(visitor)
        seat = self.live.seat_of(hello.key)
        host = keys.fits(hello.host, self.live.kept.host)
        if (hello.key and seat is None) or (hello.host and not host):
            visitor.bad_key = True
            self.services.bad_key(visitor.address)
            visitor.close("this key opens no chair at this table", again=False)
            return
        if len(self.visitors) >= self.services.settings.limits.visitors_a_table:
            visitor.close("too many people are at this table already", again=False)
            return
        visitor.seat, visitor.host, visitor.picture = seat, host, hello.picture
        visitor.has = hello.since if hello.since <= self.live.kept.number else 0
        self.visitors.add(visitor)
        visitor.send(self._welcome(visitor))
        if seat is not None and self._replaced_while_away(seat):
            self.live.chairs[seat].bot = None
            self.live.ask([seat])
            await self._changed([self._renumbered()])
        else:
            self._show([visitor])
        self._tell_presence()

    def _welcome(self, visitor: Visitor) -> wire.Welcome:
        return wire.Welcome(facts(self.live.kept), visitor.seat, visitor.host)

    def _replaced_while_away(self, seat: int) -> bool:
        chair = self.live.chairs[seat]
        return bool(chair.bot) and not chair.resigned

    async def _exit(self, visitor: Visitor) -> None:
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self.vigil.quiet = self.services.watch.now()
            self._tell_presence()

    async def _ask(self, visitor: Visitor, request: wire.Request) -> None:
        if visitor not in self.visitors:
            return
        if self._is_done(visitor, request.mark):
            visitor.send(wire.Done(request.mark, self.live.kept.number))
            self._show([visitor])
            return
        try:
            changes = self._ruling(visitor).on(request)
        except Refusal as refusal:
            visitor.send(wire.Refused(request.mark, str(refusal)))
            if isinstance(refusal, Stale):
                self._show([visitor])
            return
        if visitor.seat is not None:
            self.live.chairs[visitor.seat].mark = request.mark
        try:
            await self._save(changes)
        except StoreError as error:
            visitor.send(wire.Refused(request.mark, f"this could not be saved: {error}"))
            raise
        visitor.send(wire.Done(request.mark, self.live.kept.number))
        self._unseat_leavers()
        self._show(self.visitors)

    def _is_done(self, visitor: Visitor, mark: str) -> bool:
        """Whether this is a request again that was carried out already: its answer may have been lost."""
        return bool(mark) and visitor.seat is not None and self.live.chairs[visitor.seat].mark == mark

    def _ruling(self, visitor: Visitor) -> Ruling:
        self.live.clocks.settle(self.services.watch.now())
        stand_in = self.services.settings.stand_in
        return Ruling(self.live, visitor.seat, visitor.host, self.services.watch.date(), stand_in)

    def _unseat_leavers(self) -> None:
        """Who gave up a chair, in whichever window, only watches from now on."""
        for visitor in self.visitors:
            if visitor.seat is not None and not self.live.chairs[visitor.seat].person:
                visitor.seat, visitor.has = None, 0
                visitor.send(self._welcome(visitor))

    async def _act(self, action: Action) -> Result:
        result, changes = act(self.live, action)
        await self._changed(changes)
        return result

    async def _record(self) -> wire.RecordFacts:
        kept = self.live.kept
        if kept.phase != "over":
            raise Refusal("the record is given out when the match is over: it tells everything")
        return wire.RecordFacts(kept.id, self.live.record(), kept.box_text, keys.seal(kept.seed))

    async def _bot_moved(self, seat: int, asked: int, move: int) -> None:
        """A bot has chosen, for a decision that may be gone by now."""
        self._add(lambda: self._take_bots_move(seat, asked, move))

    async def _take_bots_move(self, seat: int, asked: int, move: int) -> None:
        live = self.live
        self.minds.forget(seat, asked)
        current = live.asked[seat] == asked and live.bot(seat, self.services.settings.stand_in)
        if live.match is None or not current or move not in live.match.state.legal(seat):
            return
        await self._changed([live.play(seat, move, self.services.watch.date())])

    # Storing and telling

    async def _changed(self, changes: Sequence[Change]) -> None:
        await self._save(changes)
        self._show(self.visitors)

    async def _save(self, changes: Sequence[Change]) -> None:
        self.live.clocks.settle(self.services.watch.now())
        for change in changes:
            change.table.changed = self.services.watch.date()
        await self.services.writer.commit(changes)

    def _show(self, visitors: "Sequence[Visitor] | set[Visitor]") -> None:
        """Send the present to some; those in the same position get the same bytes."""
        now, number = self.services.watch.now(), self.live.kept.number
        self._run_clocks(now)  # what is told must be true already
        made: dict[tuple[int | None, int, bool], bytes] = {}
        for visitor in visitors:
            wanted = (visitor.seat, visitor.has, visitor.picture)
            if wanted not in made:
                made[wanted] = wire.write(update(self.live, *wanted, now))
            visitor.show(number, made[wanted])

    def _tell_presence(self) -> None:
        here = {visitor.seat for visitor in self.visitors}
        watching = sum(visitor.seat is None for visitor in self.visitors)
        message = wire.write(wire.Presence([seat in here for seat in range(self.live.kept.seats)], watching))
        for visitor in self.visitors:
            visitor.push(message)


def log_failure(table: str) -> None:
    """Note an error of ours with its trace, which holds no values."""
    logging.getLogger("fairground.server").exception("table failed", extra={"facts": {"table": table}})
