"""Servers in processes of their own, which tests can kill.

They are forked from one process that has imported everything, so that a new one starts at once.
"""

import asyncio
import os
import signal
import sys
import threading
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from fairground.server import logs
from fairground.server.run import event_loop_factory, serve
from fairground.server.settings import ServerSettings

PATIENCE = 120.0


class Born(msgspec.Struct):
    """A server that listens, or the reason why it did not start."""

    pid: int = 0
    port: int = 0
    why: str = ""


class Server:
    """A server process."""

    def __init__(self, born: Born) -> None:
        self.pid = born.pid
        self.address = f"127.0.0.1:{born.port}"

    async def kill(self) -> None:
        """Kill it, as if the power failed."""
        os.kill(self.pid, signal.SIGKILL)
        await self._gone()

    async def stop(self) -> None:
        """Let it shut down properly."""
        os.kill(self.pid, signal.SIGTERM)
        await self._gone()

    async def _gone(self) -> None:
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                await asyncio.sleep(0.005)


class Stable:
    """The process from which servers are forked."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.turn = asyncio.Lock()
        self.servers: list[Server] = []

    async def server(self, settings: ServerSettings) -> Server:
        """Start a server process and wait until it listens."""
        assert self.process.stdin and self.process.stdout
        async with self.turn:
            self.process.stdin.write(msgspec.json.encode(settings) + b"\n")
            line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        born = msgspec.json.decode(line, type=Born)
        assert born.port, born.why
        self.servers.append(Server(born))
        return self.servers[-1]


@asynccontextmanager
async def stable(log: Path) -> AsyncIterator[Stable]:
    """Start the process from which servers are forked; kill it and all servers afterwards."""
    with log.open("wb") as lines:
        process = await asyncio.create_subprocess_exec(
            sys.executable, __file__, stdin=PIPE, stdout=PIPE, stderr=lines, start_new_session=True
        )
        try:
            yield Stable(process)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            await process.communicate()


def child(settings: ServerSettings) -> None:
    """Run a server in a process that was just forked."""

    def tell(born: Born) -> None:
        sys.stdout.write(msgspec.json.encode(born).decode() + "\n")
        sys.stdout.flush()

    logs.set_up(sys.stderr)
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    try:
        with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
            runner.run(serve(settings, lambda port: tell(Born(os.getpid(), port))))
    except Exception as error:
        tell(Born(why=str(error)))
        raise


def end_with(parent: int) -> None:
    """End this process when its parent ends, so that nothing outlives an aborted test."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # killed servers need not be waited for
    for line in sys.stdin.buffer:
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                child(msgspec.json.decode(line, type=ServerSettings))
            finally:
                os._exit(0)


if __name__ == "__main__":
    main()
