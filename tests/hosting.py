"""A real server in the test's own event loop, and guests who connect to it over real sockets."""

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
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State
from fairground.server import chat_wire, table_wire, wire
from fairground.server.backend import Backend
from fairground.server.run import listen, open_backend
from fairground.server.settings import Limits, ServerSettings
from fairground.server.store.store import StoredChair, StoredTable, TableProgress
from fairground.server.time_source import TimeSource
from fairground.server.workers import jobs
from fairground.server.workers.pool import JobExecutor
from fairground.server.workers.worker import JobHandler

T = TypeVar("T")
PATIENCE = 120.0
GENEROUS = Limits(
    requests=10**6,
    tables=10**6,
    tables_a_day=10**6,
    connects=10**6,
    replays=10**6,
    studies=10**6,
    studies_a_day=10**6,
    comments=10**6,
    passports_an_hour=10**6,
    tournaments_a_day=10**6,
    devices_an_hour=10**6,
    confirmations_a_day=10**6,
    messages_a_second=10**4,
    hello_seconds=600,
    jobs_an_address=10**6,
    thinking_seconds_an_hour=10**6,
)


def run(scenario: Coroutine[None, None, T], patience: float = 5 * PATIENCE) -> T:
    """Run a scenario to its end."""
    return asyncio.run(asyncio.wait_for(scenario, patience))


class Inline:
    """An executor without processes: does jobs at once."""

    def __init__(self) -> None:
        self.handler = JobHandler()
        self.done: list[jobs.Job] = []
        self.expected: set[str] = set()

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        self.done.append(job)
        await asyncio.sleep(0)
        return jobs.read_answer(jobs.write(self.handler.answer(job)))

    def expect_bot(self, level: str, own_box: bool) -> None:
        self.expected.add(level)


@asynccontextmanager
async def open_server(
    folder: Path, time: TimeSource | None = None, workers: JobExecutor | None = None, **changes: object
) -> AsyncIterator["Host"]:
    """Start a server whose store is in `folder`."""
    usual = ServerSettings(
        port=0, store=f"sqlite:///{folder / 'tables.db'}", pace=(0.0, 0.0), limits=GENEROUS
    )
    settings = msgspec.structs.replace(usual, **changes)
    async with (
        open_backend(settings, time, workers or Inline()) as backend,
        listen(backend) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as web,
    ):
        yield Host(backend, port, web)


def options_of(name: str) -> dict[str, str]:
    """Return the options with which a game is played fastest."""
    return load(name).settle_options({}, study=True)


def stored_table(
    game: Game[State, object], options: dict[str, str], chairs: list[StoredChair]
) -> StoredTable:
    """Return a table of two whose match has just begun, as a store has it."""
    return StoredTable(
        id="stored",
        game=game.name,
        rules=game.rules,
        seats=2,
        options=options,
        box=game.box().digest,
        own_box=None,
        listed=False,
        clock=wire.Clock(),
        away=None,
        seed=bytes(32),
        host="host",
        created=1.0,
        phase="playing",
        update_number=1,
        progress=TableProgress(chairs, [0.0, 0.0]),
        changed=1.0,
    )


class Host:
    """A running server, and what tests do with it."""

    def __init__(self, backend: Backend, port: int, web: httpx.AsyncClient) -> None:
        self.backend = backend
        self.registry = backend.registry
        self.port = port
        self.web = web

    async def create(self, game: str, seats: int = 2, **wish: object) -> table_wire.Created:
        answer = await self.web.post("/api/tables", json={"game": game, "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=table_wire.Created)

    async def take(
        self, table: str, seat: int, invitation: str | None = None, name: str = ""
    ) -> table_wire.Taken:
        body = {"name": name, "invitation": invitation}
        answer = await self.web.post(f"/api/tables/{table}/chairs/{seat}", json=body)
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=table_wire.Taken)

    async def refusal(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        """Make a request that is refused; return the status and the sentence."""
        answer = await self.web.request(method, path, **more)
        return answer.status_code, msgspec.json.decode(answer.content, type=wire.Problem).why

    @asynccontextmanager
    async def guest(
        self, table: str, key: str | None = None, host: str | None = None, since: int = 0, **more: Any
    ) -> AsyncIterator["Guest"]:
        """Connect to a table, and wait for the welcome and the first update."""
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
            ping_interval=None,  # a busy machine may answer late
        ) as socket:
            yield socket

    async def sit_down(
        self, stack: AsyncExitStack, name: str, seats: int = 2, **wish: object
    ) -> dict[int, "Guest"]:
        """Set up a table of people and begin the match; seat 0 is the host's."""
        created = await self.create(name, seats, **{"options": options_of(name), **wish})
        table = created.table.id
        guests = {0: await stack.enter_async_context(self.guest(table, created.key, created.host))}
        guests[0].key = created.key
        for seat in range(1, seats):
            taken = await self.take(table, seat, created.invitations[seat], f"guest {seat}")
            guests[seat] = await stack.enter_async_context(self.guest(table, taken.key))
            guests[seat].key = taken.key
        await guests[0].request(wire.Start())
        for guest in guests.values():
            await guest.until(guest.is_playing)
        return guests

    def match(self, table: str) -> Match[State, object]:
        """Return the true match, which no client ever sees."""
        match = self.registry.tables[table].state.match
        assert match is not None
        return match


class Guest:
    """A person with a browser: remembers every message, and puts the story together."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.welcome: wire.Welcome | None = None
        self.update: wire.Update | None = None
        self.updates: list[wire.Update] = []
        self.presence: wire.Presence | None = None
        self.story: list[wire.Told] = []
        self.done: list[str] = []
        self.done_update = 0
        self.refused: list[wire.Refused] = []
        self.hint: wire.Hint | None = None
        self.obstacles: list[wire.ClickObstacle] = []
        self.chat: dict[int, chat_wire.ChatLine] = {}
        self.chat_open = False
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
            self.chat = {}
        elif isinstance(message, wire.Update):
            self.update = message
            self.updates.append(message)
            self.story = self.story[: message.kept] + message.story
        elif isinstance(message, wire.Presence):
            self.presence = message
        elif isinstance(message, wire.Done):
            self.done.append(message.mark)
            self.done_update = message.update
        elif isinstance(message, wire.Refused):
            self.refused.append(message)
        elif isinstance(message, wire.Hint):
            self.hint = message
        elif isinstance(message, wire.ClickObstacle):
            self.obstacles.append(message)
        elif isinstance(message, chat_wire.ChatHistory):
            self.chat = {line.number: line for line in message.lines}
            self.chat_open = message.open
        elif isinstance(message, chat_wire.Said):
            self.chat[message.line.number] = message.line
        elif isinstance(message, chat_wire.Unsaid):
            self.chat.pop(message.line, None)
        else:
            self.closing = message

    async def until(self, condition: Callable[[], bool]) -> None:
        """Receive messages until the condition holds."""
        while not condition():
            await self.receive()

    @property
    def said(self) -> list[str | None]:
        """What this person has read: the texts, or the codes of phrases."""
        return [line.text or line.phrase for _, line in sorted(self.chat.items())]

    async def ask(self, request: wire.Request) -> wire.Refused | None:
        """Send a request and wait for the answer; return the refusal, or None if it was carried out."""
        self.marks += 1
        request.mark = request.mark or f"{id(self)}-{self.marks}"
        answered, refused = self.done.count(request.mark), len(self.refused)
        await self.send(request)
        await self.until(lambda: self.done.count(request.mark) > answered or len(self.refused) > refused)
        return self.refused[-1] if len(self.refused) > refused else None

    async def request(self, request: wire.Request) -> None:
        """Send a request that must not be refused, and wait for its update."""
        refused = await self.ask(request)
        assert refused is None, refused
        await self.until(lambda: self.now.update >= self.done_update)

    async def play(self, move: int) -> None:
        await self.request(wire.Play(self.now.update, move))

    async def wait_for_close(self) -> wire.Closing | None:
        """Wait until the server closes the connection; return its last message."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed:
            return self.closing


async def play_randomly(guests: dict[int, Guest], seed: str, most: int = 10**6) -> Rng:
    """Let people play at random until the match is over, or for at most `most` moves in total."""
    rng = seeded(seed)
    for _ in range(most):
        newest = max(guests.values(), key=lambda guest: guest.now.update)
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
    """Wait until everybody has the newest update."""
    newest = max(guest.now.update for guest in guests.values())
    for guest in guests.values():
        await guest.until(lambda guest=guest: guest.now.update >= newest)  # type: ignore[misc]
