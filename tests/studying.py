"""People in study rooms: what tests do with a room over a real socket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fairground import Match, load
from fairground.engine.playout import trace
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.server import study_wire, wire
from fairground.server.settings import Limits
from fairground.server.study_wire import StudyCreated, StudyPlace
from hosting import GENEROUS, PATIENCE, Host
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


@cache
def played(name: str = GAME) -> Match[State, object]:
    game = load(name)
    match = Match(game, game.seats[0], "study", game.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded("study"), game.longest):
        match.play(seat, move)
    return match


def other_move(at: int, name: str = GAME) -> tuple[int, str]:
    """Return a move that could have been made at a moment, other than the one that was."""
    match = played(name)
    state = match.at(at).state
    made = match.made[at]
    moves = [move for move in state.legal(made.seat) if move != made.move]
    return made.seat, match.game.write(moves[0])


def branching(name: str = GAME, after: int = 0) -> int:
    """Return a moment at which there was a choice."""
    match = played(name)
    return next(
        at for at in range(after, len(match.made)) if len(match.at(at).state.legal(match.made[at].seat)) > 1
    )


def limits(**changes: int) -> Limits:
    return msgspec.structs.replace(GENEROUS, **changes)


class Visitor:
    """Somebody in a study room, and what they know of it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: study_wire.StudyState | None = None
        self.place = StudyPlace()
        self.lines: dict[int, study_wire.StudyLine] = {}
        self.comments: dict[int, study_wire.StudyComment] = {}
        self.people: study_wire.StudyPeople | None = None
        self.comments_open = False
        self.answers: list[study_wire.StudyDone | study_wire.StudyRefused] = []
        self.closing: wire.Closing | None = None

    async def receive(self) -> None:
        message = study_wire.read_study_answer(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        if isinstance(message, study_wire.StudyState):
            self.state, self.place, self.comments_open = message, message.place, message.comments_open
            self.lines = {line.number: line for line in message.lines}
            self.comments = {comment.number: comment for comment in message.comments}
        elif isinstance(message, study_wire.StudyLine):
            self.lines[message.number] = message
        elif isinstance(message, study_wire.StudyComment):
            self.comments[message.number] = message
        elif isinstance(message, study_wire.StudyRemoved):
            for number in message.lines:
                del self.lines[number]
            for number in message.comments:
                del self.comments[number]
        elif isinstance(message, study_wire.StudyLed):
            self.place = message.place
        elif isinstance(message, study_wire.StudyPeople):
            self.people = message
        elif isinstance(message, study_wire.StudyAllowed):
            self.comments_open = message.comments_open
        elif isinstance(message, wire.Closing):
            self.closing = message
        else:
            self.answers.append(message)

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self.receive()

    async def ask(self, request: study_wire.StudyRequest) -> str | None:
        """Send a request and wait for its answer; return why it was refused, or None."""
        request.mark = "asked"
        seen = len(self.answers)
        await self.socket.send(study_wire.write(request).decode())
        await self.until(lambda: len(self.answers) > seen)
        answer = self.answers[-1]
        return answer.why if isinstance(answer, study_wire.StudyRefused) else None

    async def request(self, request: study_wire.StudyRequest) -> StudyPlace | None:
        """Make a request that must not be refused."""
        assert await self.ask(request) is None, self.answers[-1]
        answer = self.answers[-1]
        assert isinstance(answer, study_wire.StudyDone)
        return answer.place

    async def wait_for_close(self) -> wire.Closing:
        try:
            while True:
                await self.receive()
        except ConnectionClosed:
            assert self.closing is not None
            return self.closing

    @property
    def texts(self) -> list[str]:
        return [comment.text for comment in self.comments.values()]


@asynccontextmanager
async def entering(host: Host, study: str) -> AsyncIterator[ClientConnection]:
    address = f"ws://127.0.0.1:{host.port}/api/studies/{study}/live"
    async with connect(address, max_size=None, compression=None, ping_interval=None) as socket:
        yield socket


@asynccontextmanager
async def visiting(host: Host, study: str, key: str | None = None) -> AsyncIterator[Visitor]:
    """Enter a room and wait until everything is shown."""
    async with entering(host, study) as socket:
        visitor = Visitor(socket)
        await socket.send(study_wire.write(study_wire.Follow(key)).decode())
        await visitor.until(lambda: visitor.people is not None)
        yield visitor


async def create(host: Host, record: str | None = None, **wish: Any) -> StudyCreated:
    if not wish:
        wish = {"record": str(played().record()) if record is None else record}
    answer = await host.web.post("/api/studies", json=wish)
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=StudyCreated)


async def download(host: Host, study: str) -> study_wire.StudyFile:
    answer = await host.web.get(f"/api/studies/{study}")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=study_wire.StudyFile)
