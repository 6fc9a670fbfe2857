"""The parts of a server that keep something about people, put together."""

from dataclasses import dataclass

from fairground.server.backend import FindTable
from fairground.server.people.seats import PassportSeats
from fairground.server.people.transfers import PassportTransfers
from fairground.server.store.seating_rows import SeatingStore
from fairground.server.store.sql import SqlStore
from fairground.server.store.transfers import TransferStore
from fairground.server.tables.registry import TableRegistry


@dataclass(frozen=True)
class PeopleParts:
    """The seats of people, and the links that take passports to other devices."""

    seats: PassportSeats
    transfers: PassportTransfers


def make_people(registry: TableRegistry, find_table: FindTable, store: SqlStore) -> PeopleParts:
    """Put the parts together. Each of them takes part in exports and deletions."""
    services = registry.services
    parts = PeopleParts(
        PassportSeats(registry, SeatingStore(store), find_table),
        PassportTransfers(TransferStore(store), services.address_limits, services.time),
    )
    services.people.parts += [parts.seats, parts.transfers]
    registry.maintenance.chores += [parts.transfers.prune, services.people.prune]
    return parts
