"""People with passports, for tests."""

import secrets
from contextlib import AsyncExitStack
from typing import Any

import httpx
import msgspec
from sqlalchemy import select

from fairground.server import wire
from fairground.server.people_wire import Me
from fairground.server.store import people_schema
from fairground.server.store.sql import SqlStore
from hosting import Guest, Host, options_of
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def new_passport_key() -> str:
    """Return a key as a browser makes it."""
    return f"fp-{secrets.token_hex(16)}"


class Traveller:
    """Somebody who shows a passport at any server."""

    def __init__(self, key: str = "") -> None:
        self.key = key or new_passport_key()
        self.id = ""

    @property
    def header(self) -> dict[str, str]:
        return {"X-Passport-Key": self.key}

    async def register(self, host: Host, **wish: Any) -> "Traveller":
        answer = await host.web.post("/api/me", json=wish, headers=self.header)
        assert answer.status_code == 201, answer.text
        self.id = msgspec.json.decode(answer.content, type=Me).person.id
        return self

    async def me(self, host: Host) -> Me:
        answer = await host.web.get("/api/me", headers=self.header)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=Me)

    async def create(self, host: Host, game: str, seats: int = 2, **wish: Any) -> dict[str, Any]:
        """Set up a table and return the answer."""
        return await self.post(host, "/api/tables", {"game": game, "seats": seats, **wish})

    async def take(
        self, host: Host, table: str, seat: int, invitation: str | None, name: str = ""
    ) -> dict[str, Any]:
        path = f"/api/tables/{table}/chairs/{seat}"
        return await self.post(host, path, {"invitation": invitation, "name": name})

    async def post(self, host: Host, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = await host.web.post(path, json=body, headers=self.header)
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def get(self, host: Host, path: str) -> httpx.Response:
        return await host.web.get(path, headers=self.header)

    async def delete(self, host: Host) -> None:
        """Delete the passport with all that hangs on it."""
        await self.post(host, "/api/me/delete", {})


async def rows(host: Host) -> list[tuple[object, ...]]:
    """Return the chairs of people with passports, as the store has them."""
    store = host.registry.services.store
    assert isinstance(store, SqlStore)
    table = people_schema.seatings
    wanted = select(table.c.table_id, table.c.seat, table.c.passport, table.c.phase, table.c.turn)
    return [tuple(row) for row in await store.read(wanted.order_by(table.c.table_id, table.c.seat))]


async def seat_two(
    host: Host, stack: AsyncExitStack, people: list[Traveller], **wish: Any
) -> dict[int, Guest]:
    """Set up a table of two people with passports and begin the match."""
    created = await people[0].create(host, GAME, options=options_of(GAME), **wish)
    table = created["table"]["id"]
    taken = await people[1].take(host, table, 1, created["invitations"][1], "Ben")
    first = await stack.enter_async_context(host.guest(table, created["key"], created["host"]))
    second = await stack.enter_async_context(host.guest(table, taken["key"]))
    await first.request(wire.Start())
    await second.until(second.is_playing)
    return {0: first, 1: second}
