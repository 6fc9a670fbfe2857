"""Seats by lot: when the match begins, everybody moves to the chair that the table's seed draws for them."""

from collections.abc import Sequence
from typing import TypeVar

from fairground.engine.seating import draw_order
from fairground.engine.story import Entry
from fairground.server.store.store import StoredChair, StoredTable
from fairground.server.tables.notes import name_in

T = TypeVar("T")


def drawn_order(stored: StoredTable) -> list[int]:
    """Return the former chair of whoever gets each chair; everybody stays if the table does not draw."""
    return draw_order(stored.seed, stored.seats) if stored.progress.draw else list(range(stored.seats))


def reorder(items: Sequence[T], order: Sequence[int]) -> list[T]:
    """Return what belongs to each chair, given what belonged to the chairs before the draw."""
    return [items[former] for former in order]


def tell_draw(chairs: Sequence[StoredChair], order: Sequence[int]) -> list[Entry]:
    """Return a note about everybody at the table: the chair they have drawn, and their former one."""
    return [_tell_lot(chairs, chair, former) for chair, former in enumerate(order)]


def _tell_lot(chairs: Sequence[StoredChair], chair: int, former: int) -> Entry:
    bot = chairs[chair].bot
    if bot and not chairs[chair].person:
        return Entry("table.drawn_bot", {"level": bot, "chair": chair, "former": former})
    return Entry("table.drawn", {"name": name_in(chairs, chair), "chair": chair, "former": former})
