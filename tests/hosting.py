"""A real server in the test's own event loop, and guests who talk to it over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fairground import load
from fairground.engine.match import Match
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State
from fairground.server import jobs, wire
from fairground.server.clock import Watch
from fairground.server.hall import Hall
from fairground.server.pool import Workers
from fairground.server.run import hall_of, running
from fairground.server.settings import Limits, Settings
from fairground.server.thinker import Thinker

T = TypeVar("T")
PATIENCE = 120.0
GENEROUS = Limits(
    requests=10**6,
    tables=10**6,
    tables_a_day=10**6,
    connects=10**6,
    replays=10**6,
    messages_a_second=10**4,
    hello_seconds=600,
)


def run(scenario: Coroutine[None, None, T], patience: float = 5 * PATIENCE) -> T:
    """Play a scenario to its end."""
    return asyncio.run(asyncio.wait_for(scenario, patience))


class Inline:
    """Workers without processes: jobs are done at once."""

    def __init__(self) -> None:
        self.thinker = Thinker()
        self.done: list[jobs.Job] = []

    async def ask(self, job: jobs.Job) -> jobs.Answer:
        self.done.append(job)
        await asyncio.sleep(0)
        return jobs.read_answer(jobs.write(self.thinker.answer(job)))


@asynccontextmanager
async def fair(
    folder: Path, watch: Watch | None = None, workers: Workers | None = None, **changes: object
) -> AsyncIterator["Fair"]:
    """A server whose store lies in `folder`."""
    usual = Settings(port=0, store=f"sqlite:///{folder / 'tables.db'}", pace=(0.0, 0.0), limits=GENEROUS)
    settings = msgspec.structs.replace(usual, **changes)
    async with (
        hall_of(settings, watch, workers or Inline()) as hall,
        running(hall) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as web,
    ):
        yield Fair(hall, port, web)


def options_of(name: str) -> dict[str, str]:
    """The options with which a game is played quickest."""
    return load(name).settle_options({}, study=True)


class Fair:
    """What a test does at a server."""

    def __init__(self, hall: Hall, port: int, web: httpx.AsyncClient) -> None:
        self.hall = hall
        self.port = port
        self.web = web

    async def create(self, game: str, seats: int = 2, **wish: object) -> wire.Created:
        answer = await self.web.post("/api/tables", json={"game": game, "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=wire.Created)

    async def take(self, table: str, seat: int, invitation: str | None = None, name: str = "") -> wire.Taken:
        body = {"name": name, "invitation": invitation}
        answer = await self.web.post(f"/api/tables/{table}/chairs/{seat}", json=body)
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=wire.Taken)

    async def refusal(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        """The status and the sentence with which a request is refused."""
        answer = await self.web.request(method, path, **more)
        return answer.status_code, msgspec.json.decode(answer.content, type=wire.Problem).why

    @asynccontextmanager
    async def guest(
        self, table: str, key: str | None = None, host: str | None = None, since: int = 0, **more: Any
    ) -> AsyncIterator["Guest"]:
        """Somebody who came in; for a table that lets them."""
        async with self.socket(table) as socket:
            guest = Guest(socket)
            await guest.send(wire.Hello(key, host, since, **more))
            await guest.until(lambda: guest.welcome is not None and guest.update is not None)
            yield guest

    @asynccontextmanager
    async def socket(self, table: str, origin: str | None = None) -> AsyncIterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        headers = {"Origin": origin} if origin else {}
        async with connect(
            address,
            additional_headers=headers,
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=10,
            ping_interval=None,  # a busy machine is no reason to hang up
        ) as socket:
            yield socket

    async def sit_down(
        self, stack: AsyncExitStack, name: str, seats: int = 2, **wish: object
    ) -> dict[int, "Guest"]:
        """A table of people, its match begun; seat 0 is the host's."""
        created = await self.create(name, seats, **{"options": options_of(name), **wish})
        table = created.table.id
        guests = {0: await stack.enter_async_context(self.guest(table, created.key, created.host))}
        guests[0].key = created.key
        for seat in range(1, seats):
            taken = await self.take(table, seat, created.invitations[seat], f"guest {seat}")
            guests[seat] = await stack.enter_async_context(self.guest(table, taken.key))
            guests[seat].key = taken.key
        await guests[0].granted(wire.Start())
        for guest in guests.values():
            await guest.until(guest.is_playing)
        return guests

    def match(self, table: str) -> Match[State, object]:
        """The true match, which nobody outside ever sees."""
        match = self.hall.tables[table].live.match
        assert match is not None
        return match


class Guest:
    """A person with a browser: keeps what was sent, and the story put together from it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.welcome: wire.Welcome | None = None
        self.update: wire.Update | None = None
        self.updates: list[wire.Update] = []
        self.presence: wire.Presence | None = None
        self.story: list[wire.Told] = []
        self.done: list[str] = []
        self.done_at = 0
        self.refused: list[wire.Refused] = []
        self.closing: wire.Closing | None = None
        self.marks = 0
        self.key: str | None = None

    @property
    def table(self) -> str:
        assert self.welcome is not None
        return self.welcome.table.id

    def is_playing(self) -> bool:
        return self.now.phase == "playing"

    @property
    def now(self) -> wire.Update:
        assert self.update is not None
        return self.update

    async def send(self, message: wire.FromBrowser) -> None:
        await self.socket.send(wire.write(message).decode())

    async def receive(self) -> wire.FromServer:
        frame = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = wire.read_answer(frame)
        self._note(message)
        return message

    def _note(self, message: wire.FromServer) -> None:
        if isinstance(message, wire.Welcome):
            self.welcome = message
        elif isinstance(message, wire.Update):
            self.update = message
            self.updates.append(message)
            self.story = self.story[: message.kept] + message.story
        elif isinstance(message, wire.Presence):
            self.presence = message
        elif isinstance(message, wire.Done):
            self.done.append(message.mark)
            self.done_at = message.number
        elif isinstance(message, wire.Refused):
            self.refused.append(message)
        else:
            self.closing = message

    async def until(self, condition: Callable[[], bool]) -> None:
        """Take in messages until something is so."""
        while not condition():
            await self.receive()

    async def ask(self, request: wire.Request) -> wire.Refused | None:
        """Send a request and wait for the answer; None if it was carried out."""
        self.marks += 1
        request.mark = request.mark or f"{id(self)}-{self.marks}"
        answered, refused = self.done.count(request.mark), len(self.refused)
        await self.send(request)
        await self.until(lambda: self.done.count(request.mark) > answered or len(self.refused) > refused)
        return self.refused[-1] if len(self.refused) > refused else None

    async def granted(self, request: wire.Request) -> None:
        """Ask for something, and see its update too."""
        refused = await self.ask(request)
        assert refused is None, refused
        await self.until(lambda: self.now.number >= self.done_at)

    async def play(self, move: int) -> None:
        await self.granted(wire.Play(self.now.number, move))

    async def closed(self) -> wire.Closing | None:
        """Wait until the server closes the connection; gives its last words."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed:
            return self.closing


async def play_randomly(guests: dict[int, Guest], seed: str, most: int = 10**6) -> Rng:
    """Let people play at random until the match is over, or for so many moves in all."""
    rng = seeded(seed)
    for _ in range(most):
        newest = max(guests.values(), key=lambda guest: guest.now.number)
        if newest.now.phase == "over":
            break
        await catch_up(guests)
        able = [guest for guest in guests.values() if guest.now.offers]
        if not able:
            await newest.receive()
            continue
        guest = able[rng.below(len(able))]
        await guest.play(guest.now.offers[rng.below(len(guest.now.offers))].move)
    await catch_up(guests)
    return rng


async def catch_up(guests: dict[int, Guest]) -> None:
    """Let everybody have the newest update that anybody has."""
    newest = max(guest.now.number for guest in guests.values())
    for guest in guests.values():
        await guest.until(lambda guest=guest: guest.now.number >= newest)  # type: ignore[misc]
