"""A deterministic event loop with virtual time: nothing sleeps, and whole processes can be killed."""

import asyncio
import heapq
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, copy_context
from itertools import count
from random import Random
from typing import Any, TypeVar, TypeVarTuple, cast

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MOST_STEPS = 300_000


class Process:
    """What dies at once in a crash: everything that was started from within `context`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.context = copy_context()
        self.context.run(_process.set, self)

    def kill(self) -> None:
        """Let nothing of this process ever run again."""
        self.alive = False


_process: ContextVar[Process] = ContextVar("process")


class Call:
    """A call that the loop will make, unless it is cancelled or its process is killed."""

    __slots__ = ("args", "callback", "context", "dropped", "when")

    def __init__(
        self, callback: Callable[..., object], args: tuple[object, ...], context: Context, when: float
    ) -> None:
        self.callback = callback
        self.args = args
        self.context = context
        self.when = when
        self.dropped = False

    def cancel(self) -> None:
        self.dropped = True

    def is_due(self) -> bool:
        process = self.context.get(_process)
        return not self.dropped and (process is None or process.alive)


class Livelock(Exception):
    """The simulation never comes to rest."""


class SimulatedLoop(asyncio.AbstractEventLoop):
    """Runs callbacks in the order in which asyncio promises to, and everything else in the order of a seed.

    Calls made with `call_soon` keep their order. Timers that are due at the same moment fire in any order.
    With a `stall` rate, timers are sometimes late, as they are on a busy machine.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.now = 0.0
        self.stall = 0.0
        self.steps = 0
        self.ready: deque[Call] = deque()
        self.timers: list[tuple[float, float, int, Call]] = []
        self.order = count()
        self.failures: list[str] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.lost: list[Call] = []

    # What asyncio asks of a loop

    def time(self) -> float:
        return self.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return events._get_running_loop() is self

    def is_closed(self) -> bool:
        return False

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        call = Call(callback, args, context or copy_context(), self.now)
        self.ready.append(call)
        return cast(asyncio.Handle, call)

    def call_later(
        self, delay: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.now + max(0.0, delay), callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        call = Call(callback, args, context or copy_context(), when)
        heapq.heappush(self.timers, (when, self.rng.random(), next(self.order), call))
        return cast(asyncio.TimerHandle, call)

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self,
        coro: Coroutine[Any, Any, T] | Generator[Any, None, T],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        task: asyncio.Task[T] = asyncio.Task(
            cast(Coroutine[Any, Any, T], coro), loop=self, name=name, context=context
        )
        self.tasks.append(task)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Note an error that nobody handled."""
        error = context.get("exception")
        self.failures.append(f"{context.get('message')}: {error!r}")

    # Running

    def run_while(self, condition: Callable[[], bool], until: float = float("inf")) -> None:
        """Run as long as the condition holds, something is left to do, and it is not too late."""
        events._set_running_loop(self)
        try:
            while condition() and self._step(until):
                pass
        finally:
            events._set_running_loop(None)

    def _step(self, until: float) -> bool:
        """Run everything that is ready now; return False if nothing is left to do in time."""
        if not self.ready and not self._advance(until):
            return False
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Livelock(f"the loop did not come to rest in {MOST_STEPS} steps")
        for _ in range(len(self.ready)):
            self._run(self.ready.popleft())
        return True

    def _run(self, call: Call) -> None:
        if not call.is_due():
            self.lost.append(call)
            return
        try:
            call.context.run(call.callback, *call.args)
        except Exception as error:
            self.call_exception_handler({"message": "a callback failed", "exception": error})

    def _advance(self, until: float) -> bool:
        """Let time jump to the next timer and make the timers of that moment ready."""
        while self.timers and not self.timers[0][3].is_due():
            heapq.heappop(self.timers)
        if not self.timers or self.timers[0][0] > until:
            return False
        self.now = max(self.now, self.timers[0][0])
        if self.stall and self.rng.random() < self.stall:
            self.now += self.rng.expovariate(2.0)
        while self.timers and self.timers[0][0] <= self.now:
            self.ready.append(heapq.heappop(self.timers)[3])
        return True

    def discard_tasks(self) -> None:
        """Cancel everything that still runs, so that nothing is left for the garbage collector.

        All processes must be alive again, because the tasks of those that were killed end here too.
        """
        self.stall = 0.0
        self.ready.extend(call for call in self.lost if not call.dropped)
        events._set_running_loop(self)
        try:
            for _ in range(20):
                pending = [task for task in self.tasks if not task.done()]
                if not pending:
                    break
                for task in pending:
                    task.cancel()
                for _ in range(50):
                    if not self._step(self.now + 10.0):
                        break
        finally:
            events._set_running_loop(None)
        self.timers.clear()
        self.ready.clear()


def new_loop(rng: Random) -> SimulatedLoop:
    """Return a loop. It lacks everything that reaches outside: sockets, signals, threads, subprocesses."""
    return SimulatedLoop(rng)  # type: ignore[abstract]  # on purpose


class SimulatedTime:
    """The time of one machine: it began to count at some moment, and its date may jump."""

    def __init__(self, loop: SimulatedLoop, start: float, date: float) -> None:
        self.loop = loop
        self.start = start
        self.offset = date

    def now(self) -> float:
        return self.start + self.loop.now

    def date(self) -> float:
        return self.offset + self.loop.now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        return self.loop.call_later(max(0.0, seconds), callback)

    def jump(self, seconds: float) -> None:
        """Set the date forward or back, as an operator or a time server would."""
        self.offset += seconds
