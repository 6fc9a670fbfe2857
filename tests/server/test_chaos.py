"""Clients with two tabs each, whose messages are lost, repeated, late and out of order, end in sync."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from crowd import Player, all_play, look, seat_people
from fairground.engine.rng import seeded
from fairground.server import wire
from fairground.server.settings import Limits
from hosting import GENEROUS, PATIENCE, Host, open_server, run
from settings import EVERY_GAME

CROWDED: Limits = msgspec.structs.replace(GENEROUS, connections_an_address=10**4)
ONE_IN = 12


class Chaotic(Player):
    """A player whose connection loses, repeats and delays messages."""

    last: wire.FromBrowser | None = None

    async def send(self, socket: ClientConnection, message: wire.FromBrowser) -> None:
        if isinstance(message, wire.Hello):
            await super().send(socket, message)
            return
        mishap = int(self.rng.below(ONE_IN))
        if mishap == 0:
            self.lose(socket)  # before it was sent
        if mishap == 1:
            await asyncio.sleep(int(self.rng.below(30)) / 1000)
        if mishap == 2:
            await super().send(socket, wire.Rename(f"guest {int(self.rng.below(9))}"))
        await super().send(socket, message)
        if mishap == 3:
            await super().send(socket, message)
        if mishap == 4 and self.last:
            await super().send(socket, self.last)  # an old one arrives after a newer one
        self.last = message
        if mishap == 5:
            self.lose(socket)  # before the answer came

    async def hear(self, socket: ClientConnection, message: object) -> None:
        if int(self.rng.below(3 * ONE_IN)) == 0:
            self.lose(socket)  # with what was under way
        await super().hear(socket, message)

    def lose(self, socket: ClientConnection) -> None:
        socket.transport.abort()
        raise EOFError


async def mess_about(host: Host, game: str, seed: str) -> list[Chaotic]:
    """Play a whole match between people with two tabs each."""
    seats = await seat_people(host.web, game)
    players = [
        Chaotic(lambda: f"127.0.0.1:{host.port}", seats.table, key, seeded(f"{seed} {seat} {tab}"), seat)
        for seat, key in seats.keys.items()
        for tab in range(2)
    ]
    await all_play(players)
    return players


async def check(host: Host, player: Player) -> None:
    """Check that the screen equals that of a new connection, and that acknowledged moves are stored."""
    screen, story = await look(player.address, player.table, player.key)
    assert player.screen is not None and player.screen.all() == screen.all()
    assert player.story == story
    made = iter(
        [m.words for m in await host.registry.services.store.moves(player.table) if m.seat == player.seat]
    )
    assert all(words in made for words in player.done), "an acknowledged move is missing or misplaced"


def chaos(folder: Path, tables: int) -> int:
    """Play chaotic sessions of every game; return their number."""

    async def scenario() -> int:
        async with open_server(folder, limits=CROWDED) as host:
            names = [EVERY_GAME[i % len(EVERY_GAME)] for i in range(tables)]
            all_tables = [mess_about(host, name, f"{name} {i}") for i, name in enumerate(names)]
            players = [player for found in await asyncio.gather(*all_tables) for player in found]
            for player in players:
                await player.refresh()
                await check(host, player)
            assert sum(player.connects for player in players) > len(players)
            return len(players)

    return run(scenario(), PATIENCE * (5 + tables))


def test_60_chaotic_sessions_end_in_sync(tmp_path: Path) -> None:
    assert chaos(tmp_path, tables=15) >= 60


@pytest.mark.soak
def test_1000_chaotic_sessions_end_in_sync(tmp_path: Path) -> None:
    assert chaos(tmp_path, tables=250) >= 1000
