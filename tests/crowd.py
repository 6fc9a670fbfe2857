"""Players who go on no matter what happens to their connection, for tests of failing servers and for load."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Literal, TypeAlias, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fairground import load
from fairground.engine.rng import Rng
from fairground.server import table_wire, wire
from fairground.server.chat_wire import ChatMessage
from fairground.server.notification_wire import Notifications
from fairground.server.people_wire import Me
from push_service import Subscriber

PATIENCE = 120.0
BROWSER = Subscriber()  # its push service is nowhere
LOST = (OSError, WebSocketException, EOFError)
T = TypeVar("T")
Address: TypeAlias = Callable[[], str]


class Screen(msgspec.Struct, tag="update"):
    """An update; the parts that only a game understands stay encoded."""

    update: int
    phase: Literal["waiting", "playing", "over"]
    moves: int
    kept: int
    story: list[msgspec.Raw]
    offers: list[wire.Offer]
    chairs: msgspec.Raw
    actors: msgspec.Raw
    undo: bool
    view: msgspec.Raw
    points: msgspec.Raw
    outcome: msgspec.Raw

    def all(self) -> tuple[object, ...]:
        """Return everything but the story, to compare it."""
        raw = (self.chairs, self.actors, self.view, self.points, self.outcome)
        return (self.update, self.phase, self.moves, self.undo, self.offers, *map(bytes, raw))


_read = msgspec.json.Decoder(
    Screen | wire.Welcome | wire.Presence | wire.Done | wire.Refused | wire.Closing | ChatMessage
).decode


class Player:
    """Plays at random in a chair until the match is over, and repeats each move until it is answered.

    `done` are the words of the moves that were acknowledged, in order. `source` is the address they connect
    from, if it matters.
    """

    source: str | None = None

    def __init__(
        self, address: Address, table: str, key: str | None, rng: Rng, seat: int | None = None
    ) -> None:
        self.address = address
        self.table = table
        self.key = key
        self.rng = rng
        self.seat = seat
        self.screen: Screen | None = None
        self.story: list[bytes] = []
        self.pending: tuple[wire.Play, str] | None = None
        self.done: list[str] = []
        self.known = 0  # the number of the update that must be seen before the next move
        self.connects = 0
        self.stopped = False

    @property
    def finished(self) -> bool:
        over = self.screen is not None and self.screen.phase == "over"
        return self.pending is None and (over or self.stopped)

    @property
    def able(self) -> bool:
        """Whether the player owes a move and has seen the latest update."""
        screen = self.screen
        return bool(not self.pending and screen and screen.offers and screen.update >= self.known)

    async def play(self) -> None:
        """Play until the match is over, reconnecting as often as necessary."""
        while not self.finished:
            with suppress(*LOST):
                async with self.connection() as socket:
                    await self.visit(socket)
            if not self.finished:
                await asyncio.sleep(0.02 + self.rng.below(50) / 1000)

    async def refresh(self) -> None:
        """Reconnect once more, only to get the latest update."""
        async with self.connection() as socket:
            await Player.send(self, socket, self.hello())
            while True:
                message = _read(await asyncio.wait_for(socket.recv(), PATIENCE))
                if isinstance(message, Screen):
                    self.show(message)
                    return

    def connection(self) -> connect:
        return connect(
            f"ws://{self.address()}/api/tables/{self.table}/live",
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=1,
            local_addr=(self.source, 0) if self.source else None,
        )

    def hello(self) -> wire.Hello:
        return wire.Hello(self.key, since=self.screen.update if self.screen else 0)

    async def visit(self, socket: ClientConnection) -> None:
        """Play over one connection until it breaks."""
        self.connects += 1
        await self.send(socket, self.hello())
        if self.pending:
            await self.send(socket, self.pending[0])
        while not self.finished:
            message = _read(await asyncio.wait_for(socket.recv(), PATIENCE))
            await self.hear(socket, message)

    async def send(self, socket: ClientConnection, message: wire.FromBrowser) -> None:
        await socket.send(wire.write(message), text=True)

    async def hear(self, socket: ClientConnection, message: object) -> None:
        if isinstance(message, Screen):
            self.show(message)
        elif isinstance(message, wire.Done) and self.pending and message.mark == self.pending[0].mark:
            self.done.append(self.pending[1])
            self.pending, self.known = None, message.update
        elif isinstance(message, wire.Refused) and self.pending and message.mark == self.pending[0].mark:
            self.pending = None
            if "could not be saved" in message.why:
                raise EOFError  # reconnect to see whether it was saved
        elif isinstance(message, wire.Closing):
            assert message.again, message.why
        if isinstance(message, Screen | wire.Done | wire.Refused):
            await self.act(socket)

    def show(self, screen: Screen) -> None:
        if screen.kept > len(self.story):
            self.screen = None  # something was lost: start afresh
            raise EOFError
        assert screen.update >= self.known, "something that was acknowledged is gone"
        self.screen = screen
        self.story = self.story[: screen.kept] + [bytes(entry) for entry in screen.story]

    async def act(self, socket: ClientConnection) -> None:
        """Make a move if the player owes one."""
        if self.finished or self.screen is None or not self.able:
            return
        offer = self.screen.offers[self.rng.below(len(self.screen.offers))]
        mark = f"{self.table}-{self.rng.below(1 << 30)}-{len(self.done)}"
        self.pending = (wire.Play(self.screen.update, offer.move, mark), offer.words)
        await self.send(socket, self.pending[0])


async def look(address: Address, table: str, key: str | None) -> tuple[Screen, list[bytes]]:
    """Return what a new connection sees."""

    class Passer(Player):
        async def act(self, socket: ClientConnection) -> None:
            self.stopped = True

    passer = Passer(address, table, key, Rng())
    await passer.play()
    assert passer.screen is not None
    return passer.screen, passer.story


class Seats(msgspec.Struct):
    """A table and the keys of the people who sit at it."""

    table: str
    keys: dict[int, str]


async def seat_people(
    web: httpx.AsyncClient, game: str, people: int | None = None, passports: bool = False, **wish: object
) -> Seats:
    """Set up a table with some people and bots in the other chairs, and begin the match.

    With `passports`, each of them has one of their own, and a browser that is to be told of every turn.
    """
    seats = load(game).seats[0]
    people = seats if people is None else people
    options = load(game).settle_options({}, study=True)
    bots = [None] * people + ["random"] * (seats - people)
    body = {"game": game, "seats": seats, "options": options, "bots": bots, "away": None, **wish}
    shown = [await _register(web) if passports else {} for _ in range(people)]
    created = await post(web, "/api/tables", body, table_wire.Created, shown[0])
    found = Seats(created.table.id, {0: created.key or ""})
    for seat in range(1, people):
        path = f"/api/tables/{found.table}/chairs/{seat}"
        taken = await post(
            web, path, {"invitation": created.invitations[seat]}, table_wire.Taken, shown[seat]
        )
        found.keys[seat] = taken.key
    await start(web, found.table, created.host)
    return found


async def start(web: httpx.AsyncClient, table: str, host: str) -> None:
    place = f"ws://{web.base_url.host}:{web.base_url.port}/api/tables/{table}/live"
    async with connect(place, max_size=None, compression=None) as socket:
        await socket.send(wire.write(wire.Hello(host=host)), text=True)
        await socket.send(wire.write(wire.Start("start")), text=True)
        while not isinstance(_read(await asyncio.wait_for(socket.recv(), PATIENCE)), wire.Done):
            pass


async def _register(web: httpx.AsyncClient) -> dict[str, str]:
    """Make a passport with a browser that has subscribed, and return the header that shows it."""
    key = secrets.token_hex(16)
    header = {"X-Passport-Key": f"fp-{key}"}
    await post(web, "/api/me", {}, Me, header)
    device = {"endpoint": f"https://push.invalid/{key}", "keys": BROWSER.keys}
    await post(web, "/api/notifications/devices", device, Notifications, header)
    return header


async def post(
    web: httpx.AsyncClient, path: str, body: object, kind: type[T], headers: dict[str, str] | None = None
) -> T:
    answer = await web.post(path, json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=kind)


async def all_play(players: Iterable[Player]) -> None:
    """Let all players play until everybody has finished."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
