"""One connection, as a table sees it: who it is, what it has, and what is on its way to it."""

import asyncio
from collections import deque

from fairground.server import wire

MOST_WAITING = 200


class Visitor:
    """Somebody at a table.

    Small messages wait in line; of updates only the newest waits, made for what the visitor really
    has: one who is slow skips what lies between.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.seat: int | None = None
        self.host = False
        self.bad_key = False
        self.picture = False
        self.has = 0
        self.waiting: deque[bytes] = deque()
        self.update: tuple[int, bytes] | None = None
        self.over: wire.Closing | None = None
        self.news = asyncio.Event()

    def send(self, message: wire.FromServer) -> None:
        self.push(wire.write(message))

    def push(self, message: bytes) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.close("you take in messages too slowly", again=True)
            return
        self.waiting.append(message)
        self.news.set()

    def show(self, number: int, update: bytes) -> None:
        """Let the visitor have this update, instead of an older one that was not sent yet."""
        self.update = (number, update)
        self.news.set()

    def close(self, why: str, again: bool) -> None:
        self.over = self.over or wire.Closing(why, again)
        self.news.set()

    async def next(self) -> bytes | None:
        """What to send next; None when the connection is to end."""
        while not (self.waiting or self.update or self.over):
            self.news.clear()
            await self.news.wait()
        if self.waiting:
            return self.waiting.popleft()
        if self.update:
            self.has, message = self.update
            self.update = None
            return message
        return None
