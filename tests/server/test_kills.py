"""Nothing is lost when servers are killed again and again, at random moments, while people play."""

import asyncio
from pathlib import Path

import httpx
import pytest

from crowd import LOST, Player, Seats, all_play, look, seat_people
from fairground.engine.rng import seeded
from fairground.server.settings import ServerSettings
from fairground.server.store.opening import open_store
from hosting import GENEROUS, PATIENCE, run
from postgres import postgres
from processes import Server, Stable, stable
from settings import EVERY_GAME

NOWHERE = "127.0.0.1:9"


class Killing:
    """Some tables on several servers. The first server is killed, and a new one started, `kills` times.

    Tables are set up at the first server, so it owns them; people connect to all of them.
    """

    def __init__(self, stable: Stable, settings: ServerSettings, kills: int, seed: str) -> None:
        self.stable = stable
        self.settings = settings
        self.kills = kills
        self.rng = seeded(seed)
        self.servers: list[Server] = []
        self.players: list[Player] = []

    def address(self, seat: int = 0) -> str:
        return self.servers[seat % len(self.servers)].address if self.servers else NOWHERE

    async def run(self, servers: int = 1) -> None:
        for _ in range(servers):
            self.servers.append(await self.stable.server(self.settings))
        async with asyncio.TaskGroup() as group:
            murder = group.create_task(self._murder())
            for name in EVERY_GAME:
                group.create_task(self._matches(name, murder))
        for player in self.players:
            await self._check_screen(player)
        for server in self.servers:
            await server.kill()
        await self._check_store()

    async def _murder(self) -> None:
        """Kill the server each time some more moves were acknowledged."""
        for _ in range(self.kills):
            wanted = self._acknowledged() + 1 + int(self.rng.below(40))
            while self._acknowledged() < wanted:
                await asyncio.sleep(0.001 * int(self.rng.below(20)))
            await self.servers.pop(0).kill()
            self.servers.append(await self.stable.server(self.settings))

    def _acknowledged(self) -> int:
        return sum(len(player.done) for player in self.players)

    async def _matches(self, game: str, murder: "asyncio.Task[None]") -> None:
        """Play one match after another, each to its end, until no more servers are killed."""
        while not murder.done():
            seats = await self._seats(game)
            players = [
                Player(
                    self.address, seats.table, key, seeded(f"{game} {len(self.players)} {seat}"), seat=seat
                )
                for seat, key in seats.keys.items()
            ]
            self.players += players
            await all_play(players)

    async def _seats(self, game: str) -> Seats:
        """Set up a table, retrying until no server is killed meanwhile."""
        while True:
            try:
                async with httpx.AsyncClient(base_url=f"http://{self.address()}", timeout=PATIENCE) as web:
                    return await seat_people(web, game)
            except (*LOST, httpx.HTTPError):
                await asyncio.sleep(0.02)

    async def _check_screen(self, player: Player) -> None:
        """Check that players who reconnected many times see what a new connection sees."""
        screen, story = await look(self.address, player.table, player.key)
        assert player.screen is not None and player.screen.all() == screen.all()
        assert player.story == story
        assert screen.phase == "over"

    async def _check_store(self) -> None:
        """Check that exactly the acknowledged moves are stored, once each and in order."""
        async with open_store(self.settings.store) as store:
            for player in self.players:
                moves = await store.moves(player.table)
                assert player.done == [move.words for move in moves if move.seat == player.seat]
                assert [move.ordinal for move in moves] == list(range(len(moves)))


def killed(folder: Path, store: str, kills: int, servers: int = 1) -> Killing:
    """Play on servers of one store, so many of which are killed."""

    async def scenario() -> Killing:
        settings = ServerSettings(port=0, store=store, limits=GENEROUS)
        async with stable(folder / "log") as horses:
            killing = Killing(horses, settings, kills, f"{kills} kills")
            await killing.run(servers)
            return killing

    return run(scenario(), PATIENCE * (5 + kills))


def test_no_acknowledged_move_is_lost_or_repeated_in_20_kills(tmp_path: Path) -> None:
    killing = killed(tmp_path, f"sqlite:///{tmp_path / 'tables.db'}", 20)
    assert len(killing.stable.servers) == 21
    assert any(player.connects > 1 for player in killing.players)


@pytest.mark.soak
def test_no_acknowledged_move_is_lost_or_repeated_in_200_kills(tmp_path: Path) -> None:
    killing = killed(tmp_path, f"sqlite:///{tmp_path / 'tables.db'}", 200)
    assert len(killing.stable.servers) == 201


def test_another_server_takes_over_the_tables_of_one_that_was_killed(tmp_path: Path) -> None:
    with postgres() as database:
        killing = killed(tmp_path, database.url, kills=4, servers=2)
        assert len(killing.stable.servers) == 6


@pytest.mark.soak
def test_tables_change_owners_40_times(tmp_path: Path) -> None:
    with postgres() as database:
        killing = killed(tmp_path, database.url, kills=40, servers=2)
        assert len(killing.stable.servers) == 42
