"""One schedule: servers, people and faults, all from one seed."""

import logging
from collections.abc import Callable, Coroutine
from hashlib import sha256
from random import Random
from typing import Any, TypeVar

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.logs import logger
from simulation.bots import SimulatedExecutor
from simulation.clients import Guest
from simulation.database import Database
from simulation.determinism import repeatable
from simulation.expected import EXPECTED
from simulation.faults import Faults
from simulation.invariants import Truth
from simulation.loop import Livelock, Process, new_loop
from simulation.network import Link
from simulation.notifications import Postgres
from simulation.server import SimulatedServer
from simulation.tables import Seating, draw_wish, fast_forward, seat_people
from simulation.violations import Violation

T = TypeVar("T")
PATIENCE = 300.0  # simulated seconds after the last fault in which everything must work again


class Report:
    """What one schedule showed."""

    def __init__(self, world: "World") -> None:
        self.seed = world.seed
        self.lines = world.lines
        self.violations = [v for v in world.truth.violations if v.kind not in EXPECTED]
        self.expected = [v for v in world.truth.violations if v.kind in EXPECTED]
        self.faults = world.faults.counts
        self.seconds = world.ended
        self.commits = sum(len(history.versions) for history in world.truth.histories.values())

    @property
    def digest(self) -> str:
        """Identify everything that happened."""
        return sha256("\n".join(self.lines).encode()).hexdigest()

    def __str__(self) -> str:
        found = "\n".join(f"  {violation}"[:600] for violation in self.violations[:5])
        command = f"PYTHONPATH=tests python -m simulation --seed {self.seed} --trace"
        return f"seed {self.seed}\n{found}\n  to replay: {command}"


def simulate(seed: int, show: Callable[[str], None] | None = None) -> Report:
    """Run the schedule of a seed and return what it showed."""
    rng = Random(seed)
    with repeatable(Random(rng.random())):
        world = World(seed, rng, show)
        try:
            world.run()
        finally:
            world.close()
    return Report(world)


class World:
    """Everything in one schedule."""

    def __init__(self, seed: int, rng: Random, show: Callable[[str], None] | None) -> None:
        self.seed = seed
        self.rng = rng
        self.show = show
        self.lines: list[str] = []
        self.loop = new_loop(rng)
        self.context = Process("the world").context
        self.processes: list[Process] = []
        self.faults = Faults(rng)
        self.truth = Truth(self)
        self.database = Database(self.truth.note_commit)
        self.executor = SimulatedExecutor(self)
        self.links: list[Link] = []
        self.chaos = False
        self.ended = 0.0
        count = rng.choice([1, 1, 2, 3])
        self.postgres = Postgres(self.database) if count > 1 else None
        self.servers = [SimulatedServer(self, place) for place in range(count)]
        self.guests: list[Guest] = []
        self.log = FailureLog(self.truth)
        logger.addHandler(self.log)

    def trace(self, event: str) -> None:
        if self.ended:
            return
        line = f"{self.loop.now:10.4f} {event}"
        self.lines.append(line)
        if self.show:
            self.show(line)

    def close(self) -> None:
        """End everything, also what was left of killed processes."""
        self.trace("end")
        self.ended = self.loop.now
        for process in self.processes:
            process.alive = True
        self.database.on_commit = lambda commit: None
        self.loop.discard_tasks()
        logger.removeHandler(self.log)

    def drop_links(self, server: SimulatedServer) -> None:
        """End the links of a server that is gone."""
        for link in [link for link in self.links if link.server is server]:
            link.drop()
            self.links.remove(link)

    # The schedule

    def run(self) -> None:
        try:
            seatings = self._set_up()
            self._cause_chaos(seatings)
            self._heal()
            self._come_to_rest()
        except FairgroundError as error:
            self.truth.report("the server failed", f"nothing could be set up: {error}")
        except Livelock as error:
            self.truth.report("livelock", str(error))
        except Violation as violation:
            self.truth.report(violation.kind, str(violation))
        for failure in self.loop.failures:
            self.truth.report("unhandled error", failure)

    def _set_up(self) -> list[Seating]:
        server = self.servers[0]
        server.start()
        self._wait(lambda: server.backend is not None, "a server starts")
        assert server.backend is not None
        wishes = [draw_wish(self.rng) for _ in range(self.rng.choice([1, 1, 2]))]
        seatings = [self._await(seat_people(server.backend, wish)) for wish in wishes]
        server.stop()
        self._wait(lambda: not server.is_running, "a server stops")
        for seating in seatings:
            fast_forward(self.database, seating.table, self.rng, server.time)
        return seatings

    def _cause_chaos(self, seatings: list[Seating]) -> None:
        self.faults.active = self.chaos = True
        self.loop.stall = self.faults.stall
        for server in self.servers:
            server.start()
            self._schedule_events(server)
        for seating in seatings:
            self._invite(seating)
        for guest in self.guests:
            guest.start()
        end = self.loop.now + self.rng.choice([10.0, 30.0])
        self.loop.run_while(lambda: any(guest.requests for guest in self.guests), until=end)

    def _invite(self, seating: Seating) -> None:
        for seat, key in seating.keys.items():
            host = seating.host if seat == 0 else None
            requests = self.rng.randint(3, 10)
            self.guests.append(Guest(self, f"person{seat}", seating.table, key, host, requests))
        if self.rng.random() < 0.3:
            seat = self.rng.choice(list(seating.keys))
            self.guests.append(Guest(self, f"window{seat}", seating.table, seating.keys[seat], None, 0))
        if self.rng.random() < 0.5:
            self.guests.append(Guest(self, "spectator", seating.table, None, None, 0))

    def _schedule_events(self, server: SimulatedServer) -> None:
        happenings: dict[str, Callable[[], None]] = {
            "crash": server.crash,
            "restart": server.stop,
            "lost session": server.lose_session,
            "lost channel": server.lose_channel,
            "clock jump": lambda: server.time.jump(self.rng.choice([-3600.0, -5.0, 5.0, 3600.0, 1e6])),
        }
        for name, happen in happenings.items():
            self._schedule(name, happen)
        self._keep_running(server)

    def _schedule(self, name: str, happen: Callable[[], None]) -> None:
        after = self.faults.next_event(name)
        if after is None:
            return

        def occur() -> None:
            if self.faults.active:
                self.faults.counts[name] += 1
                happen()
                self._schedule(name, happen)

        self.loop.call_later(after, occur, context=self.context)

    def _keep_running(self, server: SimulatedServer) -> None:
        """Start a server again some time after it has ended, as an operator's supervisor does."""
        server.start()
        after = self.rng.uniform(0.5, 5.0)
        self.loop.call_later(after, self._keep_running, server, context=self.context)

    # Afterwards

    def _heal(self) -> None:
        """Stop all faults; everybody must be served again."""
        self.trace("the faults stop")
        self.faults.active = self.chaos = False
        self.loop.stall = 0.0
        self._wait(lambda: all(self._is_served(guest) for guest in self.guests), "everybody is connected")
        for guest in self.guests:
            if guest.seat is not None and guest.pending is None:
                guest.ask(wire.Rename(f"{guest.name} again"))
        self._wait(lambda: all(g.pending is None for g in self.guests), "everybody is answered")

    def _is_served(self, guest: Guest) -> bool:
        return guest.link is not None and guest.welcomed and guest.pending is None

    def _come_to_rest(self) -> None:
        """Let bots stop; everybody must have the newest update, and the same story as a newcomer."""
        self.executor.frozen = True
        newcomers = {guest: self._newcomer(guest) for guest in self.guests}
        self._wait(lambda: self._is_converged([*newcomers, *newcomers.values()]), "everybody is up to date")
        for guest, newcomer in newcomers.items():
            assert guest.update is not None
            self.truth.check_update(guest, guest.update)
            self.truth.check_newcomer(newcomer, guest)

    def _newcomer(self, guest: Guest) -> Guest:
        newcomer = Guest(self, f"new {guest}", guest.table, guest.key, None, 0)
        newcomer.connect()
        return newcomer

    def _is_converged(self, guests: list[Guest]) -> bool:
        latest = {name: history.latest.stored.update_number for name, history in self.truth.histories.items()}
        return all(guest.number == latest[guest.table] for guest in guests)

    def _wait(self, condition: Callable[[], bool], what: str) -> None:
        """Run until the condition holds; it must within some simulated time."""
        self.loop.run_while(lambda: not condition(), until=self.loop.now + PATIENCE)
        if not condition():
            raise Violation("something never happens", f"waited {PATIENCE} s until {what}")

    def _await(self, work: Coroutine[Any, Any, T]) -> T:
        task = self.loop.create_task(work, context=self.context.copy())
        self._wait(task.done, "a table is set up")
        return task.result()


class FailureLog(logging.Handler):
    """Reports what the server logs as a failure of its own."""

    def __init__(self, truth: Truth) -> None:
        super().__init__(logging.ERROR)
        self.truth = truth

    def emit(self, record: logging.LogRecord) -> None:
        strange = record.getMessage() == "invalid message from another server"
        if record.exc_info or strange or "error" in getattr(record, "facts", {}):
            trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
            self.truth.report("the server failed", f"{record.getMessage()} {trace[-400:]}")
