"""Worker pools for tests, and worker programs that do what a test tells them."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from fairground.server.workers import jobs
from fairground.server.workers.executor import LaneExecutor

ANSWER = '{"type":"chosen","move":7}'


@asynccontextmanager
async def closing(pools: LaneExecutor) -> AsyncIterator[LaneExecutor]:
    """End the processes of some pools in the end."""
    try:
        yield pools
    finally:
        await pools.close()


class Stage:
    """Worker programs that do what a job's record or box says, and note what they do in a file.

    "stop" never ends, "die" ends the process, "wait NAME" waits until the test opens the gate of that name.
    `events` are what happened, in order: "start" when a process starts, and the job's table, or its record or
    box, when one begins.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "events"

    @property
    def command(self) -> tuple[str, ...]:
        return sys.executable, "-I", "-S", "-c", SCRIPT, str(self.folder)

    def open(self, gate: str) -> None:
        (self.folder / f"gate {gate}").touch()

    @property
    def events(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    async def until(self, *events: str) -> None:
        """Wait until all these events have happened."""
        while not set(events) <= set(self.events):
            await asyncio.sleep(0.01)


SCRIPT = f"""
import json, os, sys, time
folder = sys.argv[1]
def note(event):
    with open(os.path.join(folder, "events"), "a") as log:
        log.write(event + "\\n")
note("start")
for line in sys.stdin:
    job = json.loads(line)
    words = {{**job.get("create", {{}}), **job.get("replay", {{}}), **job.get("subject", {{}}), **job}}
    what = words["record"] if "record" in words else words["box"]
    note(job.get("table") or what)
    if what == "die":
        os._exit(1)
    while what == "stop":
        time.sleep(1000)
    gate = os.path.join(folder, what.replace("wait", "gate", 1))
    while what.startswith("wait") and not os.path.exists(gate):
        time.sleep(0.01)
    print({ANSWER!r}, flush=True)
"""


def think(
    table: str = "t", what: str = "", level: str = "maestro", address: str = "", box: str | None = None
) -> jobs.ChooseMove:
    """Return a bot's job for a stage."""
    return jobs.ChooseMove(table, what, box, 0, level, address=address)


async def order_of(tasks: Iterable["asyncio.Task[jobs.JobAnswer]"]) -> list[str]:
    """Return the names of some tasks in the order in which they end."""
    ended: list[str] = []
    waiting = list(tasks)
    for task in waiting:
        task.add_done_callback(lambda task: ended.append(task.get_name()))
    await asyncio.gather(*waiting)
    await asyncio.sleep(0)
    return ended


RIGGED = """
import os, time
from fairground.server.workers import replays, worker

def do(asked):
    if asked.record == "bomb":
        heap = [bytearray(1 << 20) for _ in range(1 << 20)]
    while asked.record == "spin":
        pass
    end = time.process_time() + 0.5
    while asked.record == "half a second" and time.process_time() < end:
        pass
    if asked.record == "die":
        os._exit(1)
    if asked.record == "fault":
        int("9" * 5_000)
    if asked.record == "files":
        files = [open(os.devnull) for _ in range(1000)]
    if asked.record == "long":
        return "x" * (33 << 20)
    return replays.replay(asked)

worker.replay = do
worker.main()
"""
"""A real worker, in which some records do harm before they are replayed."""
