"""People who talk at a table, for tests."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from fairground.server.settings import Limits
from hosting import GENEROUS, Guest, Host, open_server
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
TALKATIVE = msgspec.structs.replace(GENEROUS, chat_lines_a_minute=10**6, chat_requests=10**6)


@asynccontextmanager
async def seated(
    folder: Path, limits: Limits = TALKATIVE, seats: int = 2, free_text: bool = True
) -> AsyncIterator[tuple[Host, dict[int, Guest]]]:
    """Begin a match of people at a server with these limits."""
    async with open_server(folder, limits=limits) as host, AsyncExitStack() as stack:
        yield host, await host.sit_down(stack, GAME, seats, free_text=free_text)


async def said(guest: Guest, *wanted: str) -> None:
    await guest.until(lambda: guest.said == list(wanted))
