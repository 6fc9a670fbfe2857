"""Where the match of a table begins, if that is not the start of the game."""

from fairground.engine.errors import PositionError
from fairground.engine.start_position import ParentMoment, StartPosition, read_position
from fairground.server.errors import Refusal
from fairground.server.store.store import StoredTable


def start_of(stored: StoredTable, position: str | None) -> StartPosition | None:
    """Return the start of a table from the position in the store; Refusal if it is not what it must be."""
    parent = stored.progress.parent
    if parent is None and position is None:
        return None
    if parent is None or position is None:
        raise Refusal("this table cannot be played here: where its match begins is missing", 409)
    try:
        return StartPosition(
            read_position(position), ParentMoment(parent.record, parent.moves, parent.redealt)
        )
    except PositionError as error:
        raise Refusal(f"this table cannot be played here: {error}", 409) from None
