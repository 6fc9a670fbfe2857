"""The WebSocket of the lobby, over which the server only sends."""

import asyncio

from litestar import websocket
from litestar.datastructures import State

from fairground.server import wire
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.http.socket import Web, close
from fairground.server.tables.connection import FULL
from fairground.server.tables.lobby import LobbyFeed, LobbyListener
from fairground.server.tables.table import LEAVING

SILENCE = "the lobby takes no messages"


@websocket("/api/lobby")
async def lobby_socket(socket: Web, state: State) -> None:
    """Listen to the lobby: all public tables, and again whenever they change."""
    await socket.accept()
    limits, address = state.backend.registry.services.address_limits, address_of(socket.scope)
    if not (limits.connects.take(address) and limits.lobby_listeners.enter(address)):
        await close(socket, wire.Closing(TOO_MANY, again=False))
        return
    try:
        if not limits.all_lobby_listeners.enter(""):
            await close(socket, wire.Closing(FULL, again=False))
            return
        try:
            await close(socket, await listen(socket, state.backend.registry.lobby))
        finally:
            limits.all_lobby_listeners.leave("")
    finally:
        limits.lobby_listeners.leave(address)


async def listen(socket: Web, feed: LobbyFeed) -> wire.Closing:
    """Pass messages on until either side ends the connection; return the last message."""
    listener = feed.enter()
    reader = asyncio.create_task(socket.receive_data("text"))
    sender = asyncio.create_task(send(socket, listener))
    try:
        await asyncio.wait({reader, sender}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        feed.leave(listener)
        for task in (reader, sender):
            task.cancel()
        await asyncio.gather(reader, sender, return_exceptions=True)
    return wire.Closing(LEAVING, again=True) if feed.closing else wire.Closing(SILENCE, again=False)


async def send(socket: Web, listener: LobbyListener) -> None:
    while (message := await listener.next()) is not None:
        await socket.send_text(message)
