"""People in rated matches and tournaments, for tests."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from fairground.engine.rng import seeded
from fairground.server import wire
from fairground.server.ratings.rating_book import RatingBook
from fairground.server.tournament_wire import TournamentPage, TournamentTable
from hosting import PATIENCE, Guest, Host, open_server, play_randomly
from travellers import Traveller

LIVE = {"kind": "bank", "seconds": 600, "increment": 5}


def open_fair(folder: Path, **changes: Any) -> AbstractAsyncContextManager[Host]:
    """Start a server on which the next round of a tournament begins at once."""
    return open_server(folder, **{"tournament_pause": 0.0, **changes})


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a condition holds that has to be asked for."""
    async with asyncio.timeout(PATIENCE):
        while not await condition():
            await asyncio.sleep(0.02)


def book(host: Host) -> RatingBook:
    assert host.backend.contests is not None
    return host.backend.contests.book


async def people(host: Host, count: int) -> list[Traveller]:
    """Make passports for so many people, called P0, P1 and so on."""
    return [await Traveller().register(host, name=f"P{number}") for number in range(count)]


# Rated matches


async def seat_rated(
    host: Host, stack: AsyncExitStack, sitters: list[Traveller], game: str, **wish: Any
) -> dict[int, Guest]:
    """Set up a rated table of people, begin the match, and return them by their seats."""
    wish = {"clock": LIVE, "rated": True, **wish}
    created = await sitters[0].create(host, game, len(sitters) + len(wish.get("bots", [])[1:]), **wish)
    table = created["table"]["id"]
    guests = {0: await stack.enter_async_context(host.guest(table, created["key"], created["host"]))}
    for seat, sitter in enumerate(sitters[1:], 1):
        taken = await sitter.take(host, table, seat, created["invitations"][seat])
        guests[seat] = await stack.enter_async_context(host.guest(table, taken["key"]))
    await guests[0].request(wire.Start())
    for guest in guests.values():
        await guest.until(guest.is_playing)
    return guests


async def play_rated(host: Host, winner: Traveller, loser: Traveller, game: str) -> str:
    """Play a rated match of two that the loser gives up; return its table."""
    async with AsyncExitStack() as stack:
        guests = await seat_rated(host, stack, [winner, loser], game)
        await guests[1].request(wire.Resign())
        return guests[0].table


# Tournaments


class Fair:
    """A tournament, as a test sees it."""

    def __init__(self, host: Host, name: str, players: list[Traveller]) -> None:
        self.host = host
        self.name = name
        self.players = players

    async def page(self, viewer: Traveller | None = None) -> TournamentPage:
        path = f"/api/tournaments/{self.name}"
        answer = await self.host.web.get(path, headers=viewer.header if viewer else {})
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=TournamentPage)

    async def do(self, who: Traveller, what: str) -> TournamentPage:
        path = f"/api/tournaments/{self.name}/{what}"
        answer = await self.host.web.post(path, json={}, headers=who.header)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=TournamentPage)

    async def until(self, condition: Callable[[TournamentPage], bool]) -> TournamentPage:
        """Wait until the page is as expected, and return it."""

        async def holds() -> bool:
            return condition(await self.page())

        await until(holds)
        return await self.page()

    async def round(self, number: int) -> TournamentPage:
        """Wait until a round has begun and all its tables are there."""
        page = await self.until(lambda page: len(page.rounds) >= number or page.about.phase == "over")
        tables = [table.table for table in page.rounds[-1].tables]

        async def there() -> bool:
            return await self.host.registry.services.store.existing(tables) == set(tables)

        await until(there)
        return page

    def traveller(self, page: TournamentPage, number: int | None) -> Traveller | None:
        ids = {player.id: player for player in self.players}
        return None if number is None else ids[page.players[number].id]

    async def play_table(
        self, page: TournamentPage, table: TournamentTable, seed: str, whole: bool = False
    ) -> None:
        """Play one match: to its end, or until all people but one have given up; all, if a bot plays."""
        async with AsyncExitStack() as stack:
            guests = {}
            for seat, number in enumerate(table.chairs):
                if traveller := self.traveller(page, number):
                    guest = self.host.guest(table.table, passport=traveller.key)
                    guests[seat] = await stack.enter_async_context(guest)
                    welcome = guests[seat].welcome
                    assert welcome is not None and welcome.seat == seat
            if whole:
                await play_randomly(guests, seed)
                return
            staying = sorted(guests)[seeded(seed).below(len(guests))]
            for seat in guests:
                if seat != staying or None in table.chairs:
                    await guests[seat].request(wire.Resign())

    async def play_rounds(self, seed: str, first: int = 1, last: int = 99, whole: int = 0) -> TournamentPage:
        """Play rounds until the tournament is over; so many matches of the first round to their end."""
        for number in range(first, last + 1):
            page = await self.round(number)
            if page.about.phase == "over":
                break
            for place, table in enumerate(page.rounds[number - 1].tables):
                if table.places is None:
                    ended = number == 1 and place < whole
                    await self.play_table(page, table, f"{seed} {number} {place}", ended)
            await self.until(partial(is_decided, number=number))
            page = await self.until(partial(is_past, number=number))
            if page.about.phase == "over":
                break
        return await self.page()


def is_decided(page: TournamentPage, number: int) -> bool:
    """Whether all matches of a round are decided."""
    return all(table.places for table in page.rounds[number - 1].tables)


def is_past(page: TournamentPage, number: int) -> bool:
    """Whether the next round has begun, or the tournament is over."""
    return len(page.rounds) > number or page.about.phase == "over"


async def set_up(
    host: Host, game: str, count: int, style: str = "swiss", seats: int = 2, **wish: Any
) -> Fair:
    """Set up a tournament with so many players, of whom the first is the host."""
    players = await people(host, count)
    rounds = 3 if style == "swiss" else 0
    body = {"title": "Fair", "game": game, "seats": seats, "format": style, "clock": LIVE}
    made = await players[0].post(
        host, "/api/tournaments", {**body, "round_seconds": 3600, "rounds": rounds, **wish}
    )
    fair = Fair(host, made["about"]["id"], players)
    for player in players:
        await fair.do(player, "players")
    return fair
