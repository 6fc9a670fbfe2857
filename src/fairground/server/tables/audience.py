"""Everybody who is connected to a table: who they are there, and what they are sent."""

from collections.abc import Collection
from itertools import count

from fairground.server import wire
from fairground.server.services import Services
from fairground.server.tables.connection import Connection
from fairground.server.tables.contest import is_vacated
from fairground.server.tables.room import close_oldest, find_peers, refuse_spectator
from fairground.server.tables.state import TableState, facts
from fairground.server.tables.updates import make_update

NEW_KEY = "this passport has a new key"


class Audience:
    """The connections of a table, those that sit there and those that watch."""

    def __init__(self, state: TableState, services: Services) -> None:
        self.state = state
        self.services = services
        self.connections: set[Connection] = set()
        self.arrivals = count(1)

    def is_seen_by(self, passport: str) -> bool:
        """Return whether the person with this passport has the table in sight, from a chair of theirs."""
        chairs = self.state.chairs
        return any(
            connection.looking
            and connection.seat is not None
            and chairs[connection.seat].passport == passport
            for connection in self.connections
        )

    def reconnect(self, passport: str) -> None:
        """Let whoever has shown a passport connect again, because its key has changed."""
        for connection in self.connections:
            if connection.passport == passport:
                connection.close(NEW_KEY, again=True)

    # Coming and going

    def enter(self, connection: Connection, since: int) -> bool:
        """Let a connection in that has seen the update `since`; return False if there is no room for it."""
        if not self.make_room(connection):
            return False
        connection.arrival = next(self.arrivals)
        connection.last_update = since if since <= self.state.stored.update_number else 0
        self.connections.add(connection)
        connection.send(self.welcome(connection))
        return True

    def make_room(self, connection: Connection) -> bool:
        """Return whether the connection may come in; one with a key always may, in place of an older one."""
        limits = self.services.settings.limits
        peers = find_peers(connection, self.connections)
        if refuse_spectator(connection, peers, limits):
            return False
        if (connection.seat is not None or connection.host) and len(peers) >= limits.windows_a_seat:
            self.connections.remove(close_oldest(peers))
        return True

    def unseat_leavers(self, why: str | None) -> None:
        """Make spectators of all connections, in any window, whose chair was given up or taken away."""
        for connection in list(self.connections):
            if connection.seat is not None and is_vacated(self.state.chairs[connection.seat]):
                self.connections.remove(connection)
                connection.seat, connection.last_update = None, 0
                if self.make_room(connection):
                    self.connections.add(connection)
                    connection.send(self.welcome(connection, why))
                self.send_presence()

    def reseat(self, order: list[int]) -> None:
        """Move all connections along with their people to the chairs that these have drawn."""
        for connection in self.connections:
            if connection.seat is not None:
                connection.seat, connection.last_update = order.index(connection.seat), 0

    # What they are sent

    def welcome(self, connection: Connection, why: str | None = None) -> wire.Welcome:
        return wire.Welcome(facts(self.state.stored), connection.seat, connection.host, why)

    def welcome_again(self) -> None:
        """Tell everybody who sits at the table which chair is theirs now."""
        for connection in self.connections:
            if connection.seat is not None:
                connection.send(self.welcome(connection))
        self.send_presence()

    def show(self, connections: Collection[Connection] | None = None) -> None:
        """Send the present to everybody, or to some; those that may know the same get the same bytes."""
        now, number = self.services.time.now(), self.state.stored.update_number
        self.state.clocks.run(self.state.deciding_people(), now)  # the update says whose clocks run
        encoded: dict[tuple[int | None, int, bool], bytes] = {}
        for connection in self.connections if connections is None else connections:
            wanted = (connection.seat, connection.last_update, connection.picture)
            if wanted not in encoded:
                encoded[wanted] = wire.write(make_update(self.state, *wanted, now))
            connection.send_update(number, encoded[wanted])

    def send_presence(self) -> None:
        present = {connection.seat for connection in self.connections}
        watching = sum(connection.seat is None for connection in self.connections)
        seats = [seat in present for seat in range(self.state.stored.seats)]
        message = wire.write(wire.Presence(seats, watching))
        for connection in self.connections:
            connection.send_bytes(message)
