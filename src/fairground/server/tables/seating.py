"""Seats by lot: when the match begins, everybody moves to the chair that the table's seed draws for them."""

from collections.abc import Sequence
from typing import TypeVar

from fairground.engine.seating import draw_order
from fairground.engine.story import Entry
from fairground.server.store.store import StoredChair, StoredTable
from fairground.server.tables.notes import add_notes, name_in

T = TypeVar("T")


def drawn_order(stored: StoredTable) -> list[int]:
    """Return the former chair of whoever gets each chair; everybody stays if the table does not draw."""
    return draw_order(stored.seed, stored.seats) if stored.progress.draw else list(range(stored.seats))


def reorder(items: Sequence[T], order: Sequence[int]) -> list[T]:
    """Return what belongs to each chair, given what belonged to the chairs before the draw."""
    return [items[former] for former in order]


def draw_chairs(stored: StoredTable) -> list[int]:
    """Move everybody to the chair that they draw, note that before the first move, and return the order."""
    order, progress = drawn_order(stored), stored.progress
    progress.chairs = reorder(progress.chairs, order)
    add_notes(stored, tell_draw(progress.chairs, order), moves=0)
    return order


def tell_draw(chairs: Sequence[StoredChair], order: Sequence[int]) -> list[Entry]:
    """Return a note about everybody at the table: the chair they have drawn, and their former one."""
    return [_tell_lot(chairs, chair, former) for chair, former in enumerate(order)]


def _tell_lot(chairs: Sequence[StoredChair], chair: int, former: int) -> Entry:
    bot = chairs[chair].bot
    if bot and not chairs[chair].person:
        return Entry("table.drawn_bot", {"level": bot, "chair": chair, "former": former})
    return Entry("table.drawn", {"name": name_in(chairs, chair), "chair": chair, "former": former})
