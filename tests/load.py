"""Load test: many people at many tables of one server. It measures how soon each sees the other's moves.

`make load` runs it as it is measured in docs/benchmarks.md. The crowd and the server share the machine.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import resource
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection

from crowd import LOST, PATIENCE, Player, Screen, Seats, seat_people
from fairground import list_games, load
from fairground.engine.rng import seeded
from fairground.server import wire
from fairground.server.chat_wire import Said, SayPhrase
from fairground.server.run import event_loop_factory
from fairground.server.settings import Limits

AT_ONCE = 16
TALKATIVE = 10  # one of so many moves is followed by a phrase
CLOCK = {"kind": "bank", "seconds": 86_400}
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


class Report(msgspec.Struct):
    """What was measured; times in milliseconds, memory in kilobytes."""

    tables: int
    seats: int
    moves: int
    seconds: float
    moves_a_second: float
    p50: float
    p95: float
    p99: float
    worst: float
    server_cores: float
    crowd_cores: float
    kb_at_rest: float
    kb_a_table: float
    storm_back: int
    storm_seconds: float
    lost: int
    refused: int
    unequal: int
    heard: int
    load_before: float


class Member(Player):
    """A player who moves only when told to."""

    duel: "Duel"
    socket: ClientConnection | None = None
    shown = 0

    async def visit(self, socket: ClientConnection) -> None:
        self.socket = socket
        try:
            await super().visit(socket)
        finally:
            self.socket = None

    async def act(self, socket: ClientConnection) -> None:
        pass

    def show(self, screen: Screen) -> None:
        super().show(screen)
        self.shown += 1
        self.duel.seen(self, screen.moves)

    async def hear(self, socket: ClientConnection, message: object) -> None:
        await super().hear(socket, message)
        if isinstance(message, wire.Refused):
            self.duel.refused(self)
        elif isinstance(message, Said):
            self.duel.crowd.heard += 1

    @property
    def able(self) -> bool:
        return self.socket is not None and super().able

    async def move(self) -> None:
        if self.socket:
            with contextlib.suppress(*LOST):
                await super().act(self.socket)
                await self._talk(self.socket)

    async def _talk(self, socket: ClientConnection) -> None:
        """Say something now and then, if this crowd talks."""
        if self.duel.crowd.everything and next(self.duel.crowd.numbers) % TALKATIVE == 0:
            await socket.send(wire.write(SayPhrase("nice_move", "talk")), text=True)


class Duel:
    """The people at one table, and the move that one has made and the other has not seen yet."""

    def __init__(self, game: str, crowd: "Crowd") -> None:
        self.game = game
        self.crowd = crowd
        self.members: list[Member] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.mover: Member | None = None
        self.moves = 0
        self.sent = 0.0

    async def sit_down(self, seats: Seats) -> None:
        for seat, key in seats.keys.items():
            rng = seeded(f"{self.game} {seats.table} {seat}")
            member = Member(lambda: self.crowd.address, seats.table, key, rng, seat)
            member.duel, member.source = self, self.crowd.source
            self.members.append(member)
            self.tasks.append(asyncio.create_task(member.play()))
        await until(lambda: all(member.screen for member in self.members))

    @property
    def over(self) -> bool:
        return any(member.screen and member.screen.phase == "over" for member in self.members)

    @property
    def able(self) -> Member | None:
        if self.mover is not None:
            return None
        return next((member for member in self.members if member.able), None)

    async def move(self, member: Member) -> None:
        assert member.screen
        self.mover, self.moves, self.sent = member, member.screen.moves, time.perf_counter()
        await member.move()

    def seen(self, member: Member, moves: int) -> None:
        """Note that somebody's screen shows so many moves."""
        if self.mover is not None and member is not self.mover and moves > self.moves:
            self.crowd.delays.append(time.perf_counter() - self.sent)
            self.mover = None

    def refused(self, member: Member) -> None:
        """Note that a move was refused, so nobody will see it."""
        if self.mover is member:
            self.mover = None
            self.crowd.refused += 1

    async def leave(self) -> None:
        for member in self.members:
            member.stopped = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Crowd:
    """Everybody at all tables of the server at `address`; they connect from the address `source`.

    With `everything`, they have passports, play rated matches, are told of their turns, and talk.
    """

    def __init__(
        self, address: str, tables: int, source: str | None = None, everything: bool = False
    ) -> None:
        self.address = address
        self.everything = everything
        self.heard = 0
        self.numbers = itertools.count()
        self.source = source
        transport = httpx.AsyncHTTPTransport(local_address=source)
        self.web = httpx.AsyncClient(base_url=f"http://{address}", transport=transport, timeout=PATIENCE)
        self.tables = tables
        self.duels: list[Duel] = []
        self.delays: list[float] = []
        self.refused = 0
        self.anew: set[asyncio.Task[None]] = set()

    async def come(self) -> None:
        """Set up all tables and sit down."""
        names = itertools.islice(itertools.cycle(_for_two()), self.tables)
        self.duels = [Duel(name, self) for name in names]
        turns = asyncio.Semaphore(AT_ONCE)

        async def one(duel: Duel) -> None:
            async with turns:
                await duel.sit_down(await self._seats(duel.game))

        async with asyncio.TaskGroup() as group:
            for duel in self.duels:
                group.create_task(one(duel))

    async def play(self, moves: int, rate: float) -> float:
        """Make so many moves, at most `rate` a second, table after table; return how many seconds it took."""
        start, made, turn = time.perf_counter(), 0, itertools.cycle(range(self.tables))
        while made < moves:
            due = min(moves, int((time.perf_counter() - start) * rate) + 1)
            for number in itertools.islice(turn, min(self.tables, due - made)):
                made += await self._turn(number)
            await asyncio.sleep(0.002)
        await until(lambda: all(duel.mover is None for duel in self.duels))
        return time.perf_counter() - start

    async def _turn(self, number: int) -> bool:
        """Let somebody at a table move, unless the last move is still on its way."""
        duel = self.duels[number]
        if duel.over and duel.mover is None:
            self.duels[number] = Duel(duel.game, self)
            task = asyncio.create_task(self._again(duel, self.duels[number]))
            self.anew.add(task)
            task.add_done_callback(self.anew.discard)
            return False
        member = duel.able
        if member is None:
            return False
        await duel.move(member)
        return True

    async def _again(self, old: Duel, new: Duel) -> None:
        """Begin the next match at a table whose match is over."""
        await old.leave()
        await new.sit_down(await self._seats(new.game))

    async def _seats(self, game: str) -> Seats:
        if not self.everything:
            return await seat_people(self.web, game)
        return await seat_people(self.web, game, passports=True, options={}, rated=True, clock=CLOCK)

    def members(self) -> list[Member]:
        return [member for duel in self.duels for member in duel.members]

    async def storm(self) -> tuple[int, float]:
        """Break all connections at once; return how many reconnected, and how soon the last one did."""
        await asyncio.gather(*self.anew)
        members, start = self.members(), time.perf_counter()
        shown = {id(member): member.shown for member in members}
        for member in members:
            if member.socket:
                member.socket.transport.abort()
        with contextlib.suppress(TimeoutError):
            await until(lambda: all(member.shown > shown[id(member)] for member in members))
        back = sum(member.shown > shown[id(member)] for member in members)
        return back, time.perf_counter() - start

    async def unequal(self) -> int:
        """Return at how many tables the screens differ in what everybody may know."""
        different = 0
        for duel in self.duels:
            for member in duel.members:
                member.socket = None
                await member.refresh()
            screens = [member.screen for member in duel.members]
            public = {(s.update, s.moves, s.phase, bytes(s.points), bytes(s.actors)) for s in screens if s}
            different += len(public) != 1 or None in screens
        return different

    async def go(self) -> None:
        await asyncio.gather(*self.anew)
        await asyncio.gather(*(duel.leave() for duel in self.duels))

    async def close(self) -> None:
        await self.go()
        await self.web.aclose()


def _for_two() -> list[str]:
    return [name for name in list_games() if 2 in load(name).seats]


async def until(condition: object) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # type: ignore[operator]
            await asyncio.sleep(0.01)


# The server


@contextlib.asynccontextmanager
async def served(store: str, limits: dict[str, str] | None = None) -> AsyncIterator[tuple[int, str]]:
    """Run `fairground serve` in a process of its own; yield its process id and address.

    `limits` are settings in the environment. Without them nothing is limited.
    """
    most = _no_limits() if limits is None else limits
    words = ("-m", "fairground", "serve", "--port", "0", "--store", store)
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL, env={**os.environ, **most}
    )
    try:
        assert process.stdout
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        yield process.pid, line.split("http://")[1].split("/")[0]
    finally:
        process.terminate()
        await process.communicate()


def _no_limits() -> dict[str, str]:
    names = [name for name in Limits.__struct_fields__ if name != "hello_seconds"]
    return {f"FAIRGROUND_{name.upper()}": str(10**7) for name in names}


def memory(pid: int) -> float:
    """Return how much memory a process uses, in kilobytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1024


def cpu(pid: int) -> float:
    """Return how many seconds of CPU time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def measure(
    tables: int, moves: int, rate: float, store: str, warm: int = 0, everything: bool = False
) -> Report:
    """Run the load test once."""
    before = os.getloadavg()[0]
    async with served(store) as (pid, address):
        crowd = Crowd(address, tables, everything=everything)
        try:
            at_rest = memory(pid)
            await crowd.come()
            await crowd.play(warm, rate)
            crowd.delays.clear()
            full = memory(pid)
            busy = cpu(pid), own_cpu()
            seconds = await crowd.play(moves, rate)
            busy = cpu(pid) - busy[0], own_cpu() - busy[1]
            delays = sorted(crowd.delays)
            back, storm = await crowd.storm()
            seats = len(crowd.members())
            await crowd.go()
            unequal = await crowd.unequal()
        finally:
            await crowd.close()

    def share(part: float) -> float:
        return round(1000 * delays[min(len(delays) - 1, int(len(delays) * part))], 1)

    return Report(
        tables=tables,
        seats=seats,
        moves=len(delays),
        seconds=round(seconds, 2),
        moves_a_second=round(len(delays) / seconds, 1),
        p50=share(0.5),
        p95=share(0.95),
        p99=share(0.99),
        worst=share(1),
        server_cores=round(busy[0] / seconds, 2),
        crowd_cores=round(busy[1] / seconds, 2),
        kb_at_rest=round(at_rest),
        kb_a_table=round((full - at_rest) / tables, 1),
        storm_back=back,
        storm_seconds=round(storm, 2),
        lost=seats - back,
        refused=crowd.refused,
        unequal=unequal,
        heard=crowd.heard,
        load_before=round(before, 2),
    )


def told(report: Report) -> Iterator[str]:
    r = report
    yield f"{r.tables} tables, {r.seats} connected seats; load of the machine before: {r.load_before}"
    yield f"{r.moves} moves in {r.seconds} s: {r.moves_a_second} a second, {r.refused} refused"
    yield f"from one screen to the other: p50 {r.p50}, p95 {r.p95}, p99 {r.p99}, worst {r.worst} ms"
    yield f"cores: server {r.server_cores}, crowd {r.crowd_cores}"
    yield f"memory: {r.kb_a_table} KB a table with its connections, {r.kb_at_rest} KB at rest"
    yield f"storm: {r.storm_back} of {r.seats} back within {r.storm_seconds} s, {r.lost} lost"
    yield f"tables whose screens differ at the end: {r.unequal}"
    if r.heard:
        yield f"phrases that reached somebody: {r.heard}"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=500)
    words.add_argument("--moves", type=int, default=10_000)
    words.add_argument("--rate", type=float, default=250.0, help="moves a second in all")
    words.add_argument("--warm", type=int, default=1_000, help="moves before anything is measured")
    words.add_argument("--store", default="", help="where the server keeps its tables; else a fresh file")
    words.add_argument(
        "--everything", action="store_true", help="with passports, ratings, notifications and talk"
    )
    words.add_argument("--json", type=Path, help="write the figures here too")
    chosen = words.parse_args()
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=event_loop_factory()) as runner:
        store = chosen.store or f"sqlite:///{folder}/tables.db"
        report = runner.run(
            measure(chosen.tables, chosen.moves, chosen.rate, store, chosen.warm, chosen.everything)
        )
    print("\n".join(told(report)))
    if chosen.json:
        chosen.json.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


if __name__ == "__main__":
    main()
