"""One worker process: start it, ask it, kill it."""

import asyncio
from asyncio.subprocess import PIPE, Process

LONGEST_LINE = 1 << 27


class JobProcess:
    """A process that answers each line with a line. It is started when it is first needed."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.process: Process | None = None

    async def ask(self, line: bytes) -> bytes:
        """Return the answer to a line; EOFError if the process died."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(line)
            await self.process.stdin.drain()
        except OSError:
            raise EOFError from None
        answer = await self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise EOFError
        return answer

    async def end(self) -> None:
        """Kill the process."""
        if self.process is None:
            return
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()  # closes the pipes too
