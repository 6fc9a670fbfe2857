"""The WebSocket over which somebody follows a review. The server only sends."""

import asyncio
import contextlib

from litestar import websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from fairground.engine.errors import FairgroundError
from fairground.server import review_wire, wire
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.http.socket import STAY_AWAY, Web
from fairground.server.reviews.feed import ReviewFeed, ReviewListener
from fairground.server.tables.connection import FULL

DONE = 1000  # the code with which a WebSocket is closed


@websocket("/api/reviews/{key:str}/live")
async def review_socket(socket: Web, key: FromPath[str], state: State) -> None:
    """Follow a review until it is complete."""
    await socket.accept()
    limits, address = state.backend.registry.services.address_limits, address_of(socket.scope)
    if not (limits.connects.take(address) and limits.review_listeners.enter(address)):
        await refuse(socket, review_wire.ReviewError(TOO_MANY))
        return
    try:
        if not limits.all_review_listeners.enter(""):
            await refuse(socket, review_wire.ReviewError(FULL, again=True))
            return
        try:
            await follow(socket, await state.backend.reviews.follow(key, address))
        except FairgroundError as error:
            await refuse(socket, review_wire.ReviewError(str(error), getattr(error, "status", 503) == 503))
        finally:
            limits.all_review_listeners.leave("")
    finally:
        limits.review_listeners.leave(address)


async def refuse(socket: Web, why: review_wire.ReviewError) -> None:
    """Say why there is nothing to follow, and close the connection."""
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):  # it may be closed already
        await socket.send_text(wire.write(why))
        await socket.close(STAY_AWAY)


async def follow(socket: Web, feed: ReviewFeed) -> None:
    """Pass the news on until the review ends, or whoever follows it goes away or says something."""
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
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):  # it may be closed already
        await socket.close(DONE)


async def send(socket: Web, listener: ReviewListener) -> None:
    while (message := await listener.next()) is not None:
        await socket.send_text(message)
