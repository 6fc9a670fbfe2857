"""Ratings and tournaments of a server, put together."""

from collections.abc import Sequence

from fairground.server.backend import Backend, FindTable
from fairground.server.cluster.locks import TableLocks
from fairground.server.errors import Refusal
from fairground.server.periodic import PeriodicWork
from fairground.server.ratings.rating_book import RatingBook
from fairground.server.services import Services
from fairground.server.store.passports import PassportStore
from fairground.server.store.ratings import RatingStore
from fairground.server.store.results import ResultStore
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Change
from fairground.server.store.tournaments import TournamentStore
from fairground.server.tournaments.director import Director
from fairground.server.tournaments.tournament_registry import TournamentRegistry

RATING_SECONDS, DIRECTING_SECONDS = 60.0, 5.0  # between two looks; this server's own results come at once


class Contests:
    """What comes of matches that count. `start` begins what happens by itself."""

    def __init__(self, services: Services, store: SqlStore, locks: TableLocks, find_table: FindTable) -> None:
        tournaments = TournamentStore(store)
        self.book = RatingBook(RatingStore(store), PassportStore(store))
        director = Director(services, tournaments, ResultStore(store), locks, find_table)
        self.rating = PeriodicWork(self.book.enter_results, RATING_SECONDS, services.time)
        self.directing = PeriodicWork(director.direct, DIRECTING_SECONDS, services.time)
        self.tournaments = TournamentRegistry(services, tournaments, self.directing.wake)
        services.people.parts += [self.book, self.tournaments]
        services.writer.watchers.append(self._note_changes)

    def start(self) -> None:
        self.rating.start()
        self.directing.start()

    async def close(self) -> None:
        await self.directing.stop()
        await self.rating.stop()

    def _note_changes(self, changes: Sequence[Change]) -> None:
        """Take up results as soon as they are stored."""
        results = [change.result for change in changes if change.result]
        if any(result.rated for result in results):
            self.rating.wake()
        if any(result.tournament for result in results):
            self.directing.wake()


def contests_of(backend: Backend) -> Contests:
    """Return the ratings and tournaments of a server; Refusal if it has none."""
    if backend.contests is None:
        raise Refusal("this server has no ratings and no tournaments", 404)
    return backend.contests
