"""The chairs of people with passports: which table each sits at, and whether it is their turn.

Their rows follow from the tables and are written together with them, but only when something about them
changed.
"""

from collections.abc import Iterable

from sqlalchemy import Executable, bindparam, delete, text

from fairground.server.store import people_schema
from fairground.server.store.store import Change, Occupancy, Sitter, StoredChair, StoredTable

_DELETE = delete(people_schema.seatings).where(
    people_schema.seatings.c.table_id == bindparam("which"),
    people_schema.seatings.c.seat == bindparam("place"),
)
_PUT = text(
    "INSERT INTO seatings (table_id, seat, passport, game, phase, turn, changed)"
    " VALUES (:table_id, :seat, :passport, :game, :phase, :turn, :changed)"
    " ON CONFLICT (table_id, seat) DO UPDATE SET passport = excluded.passport, phase = excluded.phase,"
    " turn = excluded.turn, changed = excluded.changed"
)


def occupancy_of(stored: StoredTable) -> Occupancy:
    """Return how a table stands for the people at it."""
    chairs = enumerate(stored.progress.chairs)
    return Occupancy(stored.phase, tuple(_sitter(stored, seat, chair) for seat, chair in chairs))


def _sitter(stored: StoredTable, seat: int, chair: StoredChair) -> Sitter | None:
    if not chair.person:
        return None
    # Who moves first is not known to the store until somebody has moved.
    asked = seat in stored.progress.actors or not stored.progress.actors
    return Sitter(chair.hash, chair.passport, stored.phase == "playing" and asked and not chair.bot)


def statements(changes: Iterable[Change]) -> list[tuple[Executable, list[dict[str, object]]]]:
    """Return the statements that bring the chairs of people with passports up to date."""
    gone, rows = [], []
    for change in changes:
        before = None if change.new else change.before
        if before is None and not change.new:
            continue
        table, now = change.table, occupancy_of(change.table)
        for seat, sitter in enumerate(now.sitters):
            was = before.sitters[seat] if before else None
            if sitter and sitter.passport:
                if _row(table, seat, before, was) != (row := _row(table, seat, now, sitter)):
                    rows.append({**row, "changed": table.changed})
            elif was and was.passport:
                gone.append({"which": table.id, "place": seat})
    return [(_DELETE, gone), (_PUT, rows)]


def _row(
    table: StoredTable, seat: int, occupancy: Occupancy | None, sitter: Sitter | None
) -> dict[str, object]:
    """Return the row of a chair but for its date; an empty one if nobody with a passport sits there."""
    if occupancy is None or sitter is None or not sitter.passport:
        return {}
    about = {"table_id": table.id, "seat": seat, "game": table.game}
    return {**about, "passport": sitter.passport, "phase": occupancy.phase, "turn": sitter.turn}
