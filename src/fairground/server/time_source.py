"""Time as an argument: the server asks a `TimeSource`, which tests replace by one they advance by hand."""

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol


class Timer(Protocol):
    """A call that will be made later unless it is cancelled."""

    def cancel(self) -> None: ...


class TimeSource(Protocol):
    """Where the server gets the time from."""

    def now(self) -> float:
        """Return seconds that never go backward."""

    def date(self) -> float:
        """Return seconds since 1970."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back after so many seconds."""


async def wait(time: TimeSource, seconds: float) -> None:
    """Wait so many seconds."""
    elapsed = asyncio.Event()
    timer = time.call_later(seconds, elapsed.set)
    try:
        await elapsed.wait()
    finally:
        timer.cancel()


class SystemTime:
    """The time of the machine."""

    def now(self) -> float:
        return time.monotonic()

    def date(self) -> float:
        return time.time()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(max(0.0, seconds), callback)


class ManualTime:
    """Time that stands still until a test advances it."""

    def __init__(self, date: float = 1_000_000.0) -> None:
        self.time = 0.0
        self.start = date
        self.timers: list[tuple[float, int, ManualTimer]] = []
        self.order = count()

    def now(self) -> float:
        return self.time

    def date(self) -> float:
        return self.start + self.time

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        timer = ManualTimer(callback)
        heapq.heappush(self.timers, (self.time + max(0.0, seconds), next(self.order), timer))
        return timer

    def jump(self, seconds: float) -> None:
        """Let the date jump, as when somebody sets the clock of the machine; no time passes."""
        self.start += seconds

    def advance(self, seconds: float) -> None:
        """Let time pass and fire the timers that are due, in order."""
        until = self.time + seconds
        while self.timers and self.timers[0][0] <= until:
            due, _, timer = heapq.heappop(self.timers)
            self.time = max(self.time, due)
            timer.fire()
        self.time = until


class ManualTimer:
    """A timer of a `ManualTime`."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True

    def fire(self) -> None:
        if not self.cancelled:
            self.callback()
