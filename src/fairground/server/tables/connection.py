"""One connection as a table sees it: who it is, which update it has, and what is waiting to be sent to it."""

import asyncio
from collections import deque

from fairground.server import wire

MOST_WAITING = 200
FULL = "the server is full: come back later"


class Connection:
    """Somebody connected to a table. `last_update` is the number of the last update sent to them.

    `arrival` counts the connections of a table in the order they came. With `only_seated`, the server is so
    full that it has room only for people who sit at a table. `passport` is the public id of the passport that
    they have shown.

    `looking` says whether the page is in sight, as far as it has told us.

    Small messages wait in a queue. Of updates only the newest waits, so a slow connection skips those in
    between.
    """

    def __init__(self, address: str = "", only_seated: bool = False, passport: str = "") -> None:
        self.address = address
        self.passport = passport
        self.only_seated = only_seated
        self.arrival = 0
        self.seat: int | None = None
        self.host = False
        self.bad_key = False
        self.picture = False
        self.looking = True
        self.last_update = 0
        self.waiting: deque[bytes] = deque()
        self.update: tuple[int, bytes] | None = None
        self.closing: wire.Closing | None = None
        self.changed = asyncio.Event()

    @property
    def is_player(self) -> bool:
        """Whether they have a chair or are the host, so that they are more than a spectator."""
        return self.seat is not None or self.host

    def send(self, message: wire.FromServer) -> None:
        self.send_bytes(wire.write(message))

    def send_bytes(self, message: bytes) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.close("your connection is too slow for the messages it gets", again=True)
            return
        self.waiting.append(message)
        self.changed.set()

    def send_update(self, number: int, update: bytes) -> None:
        """Send this update, in place of an older one that was not sent yet."""
        self.update = (number, update)
        self.changed.set()

    def close(self, why: str, again: bool) -> None:
        self.closing = self.closing or wire.Closing(why, again)
        self.changed.set()

    async def next(self) -> bytes | None:
        """Wait for the next message to send; None when the connection is to be closed."""
        while not (self.waiting or self.update or self.closing):
            self.changed.clear()
            await self.changed.wait()
        if self.waiting:
            return self.waiting.popleft()
        if self.update:
            self.last_update, message = self.update
            self.update = None
            return message
        return None
