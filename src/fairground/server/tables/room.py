"""Who gets in: spectators while there is room, and always somebody with the key to a chair or the host's."""

from collections.abc import Iterable

from fairground.server.settings import Limits
from fairground.server.tables.connection import FULL, Connection

CROWDED = "too many people are at this table already"
OTHER_WINDOW = "you have opened your chair in too many windows: this one was closed"


def find_peers(connection: Connection, others: Iterable[Connection]) -> list[Connection]:
    """Return the connections that count together with this one: to its chair, the host's, the spectators'."""
    return [other for other in others if _group(other) == _group(connection)]


def refuse_spectator(connection: Connection, peers: list[Connection], limits: Limits) -> bool:
    """Close the connection of a spectator for whom there is no room; return whether that was done."""
    if connection.seat is not None or connection.host:
        return False
    if connection.only_seated:
        connection.close(FULL, again=False)
    elif len(peers) >= limits.visitors_a_table:
        connection.close(CROWDED, again=False)
    return connection.closing is not None


def close_oldest(peers: list[Connection]) -> Connection:
    """Close the oldest of the connections with one key, so that a new one has room."""
    oldest = min(peers, key=lambda other: other.arrival)
    oldest.close(OTHER_WINDOW, again=False)
    return oldest


def _group(connection: Connection) -> tuple[int | None, bool]:
    return connection.seat, connection.seat is None and connection.host
