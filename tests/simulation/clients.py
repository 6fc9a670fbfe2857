"""Simulated people: they connect, play what they are offered, change their minds, and lose their network."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, cast, get_args

import msgspec

from fairground.server import wire
from simulation.network import Link

if TYPE_CHECKING:
    from simulation.world import World


class ShownUpdate(wire.Update, tag="update", frozen=True):
    """An update whose view stays as the bytes that were sent."""

    view: msgspec.Raw


_MESSAGES = reduce(or_, (ShownUpdate if kind is wire.Update else kind for kind in get_args(wire.FromServer)))
read_message = cast(Callable[[bytes], wire.FromServer], msgspec.json.Decoder(_MESSAGES).decode)


class Guest:
    """Somebody at a table with one window. Without a key it is a spectator; without requests it only watches.

    A request that was not answered is sent again with the same mark, as the site does it.
    """

    def __init__(
        self, world: "World", name: str, table: str, key: str | None, host: str | None, requests: int
    ) -> None:
        self.world = world
        self.rng = world.rng
        self.name = name
        self.table = table
        self.key = key
        self.host = host
        self.requests = requests
        self.pace = self.rng.choice([0.1, 0.5, 2.0])
        self.seat: int | None = None
        self.link: Link | None = None
        self.welcomed = False
        self.update: wire.Update | None = None
        self.update_link: Link | None = None
        self.story: list[wire.Told] = []
        self.pending: wire.Request | None = None
        self.marks = 0
        self.done: set[str] = set()

    def __str__(self) -> str:
        return self.name

    @property
    def number(self) -> int:
        return self.update.update if self.update else 0

    def start(self) -> None:
        self._later(self.rng.expovariate(1.0), self.connect)
        self._later(self.rng.expovariate(1.0), self.live)

    def _later(self, seconds: float, what: object) -> None:
        self.world.loop.call_later(seconds, what, context=self.world.context)  # type: ignore[arg-type]

    # The link

    def connect(self) -> None:
        if self.link is not None:
            return
        since = 0 if self.rng.random() < 0.1 else self.number
        server = self.rng.choice(self.world.servers)
        self.welcomed = False
        self.world.trace(f"{self} connects to server {server.place} with update {since}")
        self.link = Link(self.world, server, self, self.table, wire.Hello(self.key, self.host, since))

    def lose(self, link: Link) -> None:
        """Reconnect after a while."""
        if link is self.link:
            self.link = None
            self._later(self.rng.expovariate(2.0), self.connect)

    def disconnect(self) -> None:
        if self.link:
            self.world.trace(f"{self} disconnects")
            self.link.close()
            self.lose(self.link)

    # Messages

    def receive(self, link: Link, data: bytes) -> None:
        if link is not self.link:
            return
        message = read_message(data)
        if isinstance(message, wire.Update):
            self._receive_update(message)
        elif isinstance(message, wire.Welcome):
            self._receive_welcome(message)
        elif isinstance(message, wire.Done | wire.Refused):
            self._receive_answer(message)
        elif isinstance(message, wire.Closing):
            self.world.trace(f"{self} is told: {message.why}")
            if not message.again:
                self.key, self.pending = None, None  # the key is void: only watch from now on,
                self.update, self.story = None, []  # and begin with the story that spectators are told

    def _receive_welcome(self, message: wire.Welcome) -> None:
        self.seat, self.welcomed = message.seat, True
        if self.pending:
            self.send(self.pending)

    def _receive_update(self, update: wire.Update) -> None:
        self.world.trace(f"{self} gets update {update.update} with {update.moves} moves")
        self.story = self.story[: update.kept] + update.story
        self.world.truth.check_update(self, update)
        self.update, self.update_link = update, self.link

    def _receive_answer(self, message: wire.Done | wire.Refused) -> None:
        self.world.trace(f"{self} is answered: {message}")
        if self.pending is None or message.mark != self.pending.mark:
            return
        if isinstance(message, wire.Done):
            self.done.add(message.mark)
        self.world.truth.check_answer(self, self.pending, message)
        self.pending = None

    # Requests

    def live(self) -> None:
        """Do something now and then."""
        if self.world.chaos:
            self._later(self.rng.expovariate(1 / self.pace), self.live)
            if self.link and self.welcomed and self.update:
                self.act(self.update)

    def act(self, update: wire.Update) -> None:
        if self.rng.random() < 0.03:
            self.disconnect()
        elif self.pending:
            if self.rng.random() < 0.2:
                self.send(self.pending)
        elif self.requests and self.seat is not None:
            request = self._choose(update, self.seat)
            if request:
                self.requests -= 1
                self.ask(request)

    def ask(self, request: wire.Request) -> None:
        """Make a new request with a mark of its own."""
        self.marks += 1
        request.mark = f"{self.name} {self.marks}"
        self.pending = request
        self.send(request)

    def send(self, request: wire.Request) -> None:
        self.world.trace(f"{self} asks: {request}")
        if self.link:
            self.link.send(request)

    def _choose(self, update: wire.Update, seat: int) -> wire.Request | None:
        whim = self.rng.random()
        if update.phase == "over":
            return wire.Rematch() if whim < 0.1 else None
        if update.chairs[seat].bot:
            return wire.Return() if whim < 0.5 else None
        if whim < 0.04:
            return wire.Rename(f"{self.name} {self.marks}")
        if whim < 0.06:
            return wire.Resign()
        if whim < 0.065:
            return wire.Leave()
        if update.undo and whim < 0.3:
            return wire.Undo(update.update)
        if update.offers and whim < 0.98:
            return wire.Play(update.update, self.rng.choice(update.offers).move)
        return wire.Play(self.rng.randint(0, update.update), self.rng.randint(0, 50)) if whim > 0.98 else None
