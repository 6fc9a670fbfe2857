"""The same for an asyncio event loop: a program that is asked a line and answers a line."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

from fairground.processes.child import LONGEST_LINE
from fairground.processes.groups import HAS_GROUPS, kill_group, new_group


class AsyncChild:
    """A program in a process group of its own; it is started when it is first asked, or before by `start`."""

    def __init__(self, command: Sequence[str], longest_line: int = LONGEST_LINE) -> None:
        self.command = command
        self.longest_line = longest_line
        self.process: Process | None = None

    @property
    def exit_code(self) -> int | None:
        """Its exit code (negative for a signal), or None if it runs or was never started."""
        return None if self.process is None else self.process.returncode

    async def ask(self, line: bytes) -> bytes:
        """Write a line and return the line that comes back; EOFError if the program has ended.

        Both lines include their end. Wrap the call in `asyncio.wait_for` for a deadline, and call `end`
        after any failure: what the program writes later would be taken for the next answer.
        """
        process = self.process or await self.start()
        assert process.stdin and process.stdout
        try:
            process.stdin.write(line)
            await process.stdin.drain()
            answer = await process.stdout.readline()
        except (OSError, ValueError):  # a ValueError is a line longer than the limit
            raise EOFError from None
        if not answer.endswith(b"\n"):
            raise EOFError
        return answer

    async def end(self) -> None:
        """Kill the program with everything it has started."""
        if self.process is None:
            return
        if HAS_GROUPS:  # not `process.kill()`, which may take the exit code away from the event loop
            kill_group(self.process.pid)
        elif self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()  # closes the pipes too

    async def start(self) -> Process:
        """Start the program, so that it is ready when it is first asked; OSError if it cannot be started."""
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, limit=self.longest_line, **new_group()
        )
        return self.process
