"""The network between people and servers: messages in order, each after a delay, until the link breaks."""

import asyncio
from typing import TYPE_CHECKING, Protocol

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.tables.connection import Connection
from simulation.loop import Process

if TYPE_CHECKING:
    from simulation.server import SimulatedServer
    from simulation.world import World


class Receiver(Protocol):
    """Whoever opens a link: gets its messages, and is told when it ends."""

    def receive(self, link: "Link", message: bytes) -> None: ...

    def lose(self, link: "Link") -> None: ...


class Link:
    """One WebSocket, and the task that serves it in the server's process."""

    def __init__(
        self, world: "World", server: "SimulatedServer", guest: Receiver, table: str, hello: wire.Hello
    ) -> None:
        self.world = world
        self.server = server
        self.guest = guest
        self.table = table
        self.hello = hello
        self.connection = Connection("192.0.2.1")
        self.early: list[wire.Request] = []
        self.submit = self.early.append
        self.task: asyncio.Task[None] | None = None
        self.intact = True
        self.arrival = {"up": 0.0, "down": 0.0}
        self.process = server.process
        if self.process is None:
            self._tell_lost()
        else:
            world.links.append(self)
            self._call_server(self._accept)

    # The person's end

    def send(self, request: wire.Request) -> None:
        """Send a request. The link may break before it arrives, or before it is answered."""
        if self.intact and self.world.faults.happens("break"):
            after = 2 * self.world.faults.latency() if self.world.rng.random() < 0.7 else 0.0
            self.world.loop.call_later(after, self.break_off, context=self.world.context)
        self._call_server(self._receive, request)

    def close(self) -> None:
        """Close the link as a browser does; the server is told."""
        self._call_server(self._close)
        self.intact = False

    def break_off(self) -> None:
        """Lose everything under way. Each side notices when it likes."""
        if not self.intact:
            return
        self.world.trace(f"{self.guest} loses the network")
        self._call_server(self._close, after=self.world.rng.choice([0.0, 1.0, 20.0]))
        self.intact = False
        self._tell_lost(self.world.rng.choice([0.0, 0.5, 5.0]))

    # The server's end

    def drop(self) -> None:
        """End the link because the server is gone; what it sent before still arrives."""
        self._tell_lost(0.0)

    def _accept(self) -> None:
        backend = self.server.backend
        if backend is None or self.server.process is not self.process:
            self.drop()
        else:
            self.task = asyncio.get_running_loop().create_task(self._serve())

    def _receive(self, request: wire.Request) -> None:
        if self.intact:
            self.submit(request)

    def _close(self) -> None:
        if self.task:
            self.task.cancel()

    async def _serve(self) -> None:
        """Pass messages on, as the server's own WebSocket handler does."""
        assert self.server.backend is not None
        try:
            table = await self.server.backend.find_table(self.table, self.connection.address, self.hello.key)
        except FairgroundError as error:
            self._end(wire.Closing(str(error), again=getattr(error, "status", 503) == 503))
            return
        table.connect(self.connection, self.hello)
        for request in self.early:
            table.submit(self.connection, request)
        self.submit = lambda request: table.submit(self.connection, request)
        try:
            while (message := await self.connection.next()) is not None:
                self._call_person(self.guest.receive, self, message)
                if self.world.faults.happens("slow reader"):
                    await asyncio.sleep(self.world.rng.expovariate(1.0))
        finally:
            table.disconnect(self.connection)
        if self.connection.closing:
            self._end(self.connection.closing)

    def _end(self, closing: wire.Closing) -> None:
        self._call_person(self.guest.receive, self, wire.write(closing))
        self._tell_lost(0.0)

    # Delivery

    def _call_server(self, deliver: object, *args: object, after: float = 0.0) -> None:
        process: Process | None = self.process
        if process is not None and self.intact:
            when = self._arrival("up", after)
            self.world.loop.call_at(when, deliver, *args, context=process.context)  # type: ignore[arg-type]

    def _call_person(self, deliver: object, *args: object) -> None:
        if self.intact:
            when = self._arrival("down", 0.0)
            self.world.loop.call_at(when, self._deliver, deliver, args, context=self.world.context)

    def _deliver(self, deliver: object, args: tuple[object, ...]) -> None:
        if self.intact:
            deliver(*args)  # type: ignore[operator]

    def _tell_lost(self, after: float = 0.0) -> None:
        when = self._arrival("down", after)
        self.world.loop.call_at(when, self.guest.lose, self, context=self.world.context)

    def _arrival(self, way: str, after: float) -> float:
        """Return when a message arrives: after a delay, and never before an earlier one."""
        soonest = self.world.loop.now + after + self.world.faults.latency()
        self.arrival[way] = max(soonest, self.arrival[way] + 1e-6)
        return self.arrival[way]
