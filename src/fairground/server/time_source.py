"""Time, as a thing that can be replaced: tests turn its hands themselves."""

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol


class Alarm(Protocol):
    """Something that will ring unless it is cancelled."""

    def cancel(self) -> None: ...


class Watch(Protocol):
    """What a table knows of time."""

    def now(self) -> float:
        """Seconds that never go backward."""

    def date(self) -> float:
        """Seconds since 1970."""

    def alarm(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        """Ring after so many seconds."""


class RealWatch:
    """The time of the machine."""

    def now(self) -> float:
        return time.monotonic()

    def date(self) -> float:
        return time.time()

    def alarm(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0.0, seconds), ring)


class HandWatch:
    """A watch that only goes when somebody turns it."""

    def __init__(self, date: float = 1_000_000.0) -> None:
        self.time = 0.0
        self.start = date
        self.alarms: list[tuple[float, int, HandAlarm]] = []
        self.order = count()

    def now(self) -> float:
        return self.time

    def date(self) -> float:
        return self.start + self.time

    def alarm(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        alarm = HandAlarm(ring)
        heapq.heappush(self.alarms, (self.time + max(0.0, seconds), next(self.order), alarm))
        return alarm

    def turn(self, seconds: float) -> None:
        """Let time pass; whatever is due rings, in order."""
        until = self.time + seconds
        while self.alarms and self.alarms[0][0] <= until:
            due, _, alarm = heapq.heappop(self.alarms)
            self.time = max(self.time, due)
            alarm.ring()
        self.time = until


class HandAlarm:
    """An alarm of a `HandWatch`."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self.sound = ring
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True

    def ring(self) -> None:
        if not self.cancelled:
            self.sound()
