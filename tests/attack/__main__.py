"""Run the attacks one after another against a server of this machine, while bystanders play."""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from attack import archives, boxes, floods, people, races, reviews, silence, strange
from attack.bystanders import Bystanders, Delays, bystanders
from attack.tally import Tally
from attack.target import Target
from load import memory, served

Attack = Callable[[Target, asyncio.Event, Tally], Awaitable[None]]
ATTACKS: dict[str, Attack] = {
    "requests": floods.requests,
    "tables": floods.tables,
    "rematches": floods.rematches,
    "keys": floods.keys,
    "thinkers": floods.thinkers,
    "silent": silence.silent,
    "trickle": silence.trickle,
    "deaf": silence.deaf,
    "strange": strange.strange,
    "origins": strange.origins,
    "messages": strange.messages,
    "chairs": races.chairs,
    "moves": races.moves,
    "boxes": boxes.boxes,
    "replays": boxes.replays,
    "reviews": reviews.reviews,
    "archives": archives.archives,
    "passports": people.passports,
    "devices": people.devices,
    "tournaments": people.tournaments,
    "talk": people.talk,
}
END = 60.0
MOST_DELAY = 250.0  # milliseconds: what 95 of 100 of the bystanders' moves may take


class Result(msgspec.Struct):
    """One attack: what the server answered, how long bystanders waited, and its memory in megabytes."""

    tally: Tally
    moves: Delays
    novice: Delays
    megabytes: float

    def lines(self) -> list[str]:
        waited = f"moves p50 {self.moves.p50}, p95 {self.moves.p95}, worst {self.moves.worst} ms"
        novice = f"a novice's answer p95 {self.novice.p95} ms" if self.novice.number else "no bot was asked"
        faults = [f"  FAULT {fault}" for fault in self.tally.faults]
        return [self.tally.summary(), f"  bystanders: {waited}; {novice}; {self.megabytes} MB", *faults]


class Report(msgspec.Struct):
    """The complete results."""

    results: list[Result]
    lost: int

    def faults(self) -> list[str]:
        lost = [f"{self.lost} moves of bystanders were lost or doubled"] if self.lost else []
        return [*lost, *(fault for result in self.results for fault in result.tally.faults)]

    def slow(self) -> list[str]:
        return [result.tally.name for result in self.results if result.moves.p95 > MOST_DELAY]


async def attack(address: str, pid: int | None, names: list[str], seconds: float, tables: int = 10) -> Report:
    """Run some attacks, each for some seconds."""
    target = Target(address)
    async with bystanders(target, tables) as people:
        results = [await _run(target, people, pid, name, seconds) for name in ["nobody", *names]]
        return Report(results, await people.count_lost())


async def _run(target: Target, people: Bystanders, pid: int | None, name: str, seconds: float) -> Result:
    """Run one attack. `nobody` attacks nothing, to compare with."""
    tally, stop = Tally(name), asyncio.Event()
    people.take_delays()
    task = asyncio.create_task(_attack(name, target, stop, tally))
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(task), seconds)
    stop.set()
    with suppress(TimeoutError):
        await asyncio.wait_for(task, END)
    await _check_alive(target, tally)
    moves, novice = people.take_delays()
    return Result(tally, moves, novice, round(memory(pid) / 1024, 1) if pid else 0.0)


async def _attack(name: str, target: Target, stop: asyncio.Event, tally: Tally) -> None:
    if name in ATTACKS:
        await ATTACKS[name](target, stop, tally)
    else:
        await stop.wait()


async def _check_alive(target: Target, tally: Tally) -> None:
    try:
        async with target.web("127.0.0.2") as web:
            answer = await web.get("/ready")
        if answer.status_code != 200:
            tally.fault(f"the server is not ready: {answer.text[:200]}")
    except OSError as error:
        tally.fault(f"the server does not answer: {error!r}")


@asynccontextmanager
async def started() -> AsyncIterator[tuple[int, str]]:
    """Start a server with its usual limits and a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        async with served(f"sqlite:///{folder}/tables.db", {}) as (pid, address):
            yield pid, address


async def run(chosen: argparse.Namespace) -> Report:
    names = chosen.only or list(ATTACKS)
    if chosen.address:
        return await attack(chosen.address, None, names, chosen.seconds)
    async with started() as (pid, address):
        return await attack(address, pid, names, chosen.seconds)


def main() -> None:
    words = argparse.ArgumentParser(prog="attack", description=__doc__)
    words.add_argument("only", nargs="*", metavar="ATTACK", help=f"which attacks: {', '.join(ATTACKS)}")
    words.add_argument("--seconds", type=float, default=20.0, help="how long each of them takes")
    words.add_argument("--address", help="a server that runs already, such as 127.0.0.1:8000")
    words.add_argument("--json", type=Path, help="write the figures here too")
    chosen = words.parse_args()
    unknown = [name for name in chosen.only if name not in ATTACKS]
    if unknown:
        words.error(f"expected attacks among {', '.join(ATTACKS)}, got {', '.join(unknown)}")
    report = asyncio.run(run(chosen))
    print("\n".join(line for result in report.results for line in result.lines()))
    print(f"moves of bystanders that were lost or doubled: {report.lost}")
    if slow := report.slow():
        print(f"bystanders waited longer than {MOST_DELAY} ms (p95) during: {', '.join(slow)}")
    if chosen.json:
        chosen.json.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
    raise SystemExit(bool(report.faults() or slow))


if __name__ == "__main__":
    main()
