"""Reviews for tests: finished matches, and people who follow a review over a real socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fairground import Match, load
from fairground.analysis.report import Review
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.server import review_wire
from fairground.server.settings import Limits
from hosting import GENEROUS, PATIENCE, Host, options_of

BUDGET = 16  # tries a decision: enough to go through everything
PLENTY = msgspec.structs.replace(
    GENEROUS,
    review_budget=BUDGET,
    reviews_an_address=10**6,
    reviews_an_hour=10**6,
    review_seconds_an_hour=10**6,
    review_listeners_an_address=10**6,
)


def review_limits(**changes: int) -> Limits:
    return msgspec.structs.replace(PLENTY, **changes)


@cache
def finished_match(name: str, seed: str = "finished", seats: int = 2) -> Match[State, object]:
    """Return a match that was played at random to its end."""
    match = Match(load(name), seats, seed, options_of(name))
    rng = seeded(seed)
    while not match.over:
        seat = int(match.state.someone(rng))
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return match


@cache
def finished_record(name: str, seed: str = "finished", seats: int = 2) -> str:
    return str(finished_match(name, seed, seats).record())


async def ask(host: Host, **wish: object) -> review_wire.ReviewFacts:
    """Ask for a review that is not refused."""
    answer = await host.web.post("/api/reviews", json=wish)
    assert answer.status_code in {200, 202}, answer.text
    return msgspec.json.decode(answer.content, type=review_wire.ReviewFacts)


async def read(host: Host, key: str) -> Review:
    answer = await host.web.get(f"/api/reviews/{key}")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Review)


async def review(host: Host, **wish: object) -> Review:
    """Ask for a review and follow it to its end."""
    async with following(host, (await ask(host, **wish)).key) as follower:
        return await follower.end()


class Follower:
    """Somebody who follows a review: remembers every message."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[review_wire.FromReview] = []
        self.frames: list[str] = []

    async def receive(self) -> review_wire.FromReview:
        frame = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        self.messages.append(review_wire.read_review(frame))
        return self.messages[-1]

    async def all(self) -> list[review_wire.FromReview]:
        """Wait until the server closes the connection; return all messages."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed:
            return self.messages

    async def end(self) -> Review:
        """Wait for the complete review."""
        last = (await self.all())[-1]
        assert isinstance(last, review_wire.ReviewNews), last
        assert last.review.complete
        return last.review

    @property
    def reviews(self) -> list[Review]:
        return [message.review for message in self.messages if isinstance(message, review_wire.ReviewNews)]


@asynccontextmanager
async def following(host: Host, key: str) -> AsyncIterator[Follower]:
    """Follow a review."""
    address = f"ws://127.0.0.1:{host.port}/api/reviews/{key}/live"
    async with connect(address, max_size=None, open_timeout=PATIENCE, ping_interval=None) as socket:
        yield Follower(socket)
