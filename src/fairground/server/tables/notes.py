"""Notes: what happens to the chairs of a table, as entries of the story that everybody is told.

A note has its place between two moves. In the whole story, notes and moves together, update numbers only
rise, so a client that has update n has exactly the entries up to the last one with a number of at most n.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from fairground.engine.story import Entry, Value
from fairground.engine.text import LONGEST_NAME, clean_name
from fairground.server.errors import Refusal
from fairground.server.store.store import StoredChair, StoredNote, StoredTable

MOST_NOTES: Final = 100
KEPT_NOTES: Final = 50  # how many are left when there are too many
PHRASES: Final = {
    "table.drawn": "by lot {name} sits in {chair} (before the draw: {former})",
    "table.drawn_bot": "by lot the bot {level} sits in {chair} (before the draw: {former})",
    "table.took": "{name} sits down in {chair}",
    "table.took_from_bot": "{name} sits down in {chair}, where the bot {level} has played until now",
    "table.left": "{name} leaves {chair} for good; the bot {level} plays there now",
    "table.resigned": "{name} lets the bot {level} play",
    "table.absent": "{name} is away; the bot {level} plays until they come back",
    "table.handed_over": "{name} is away for long; the host lets the bot {level} play until they come back",
    "table.time_up": "{name} has no time left; a bot makes all further moves",
    "table.departed": "{name} leaves this match and comes last in it; the bot {level} plays on",
    "table.late": "{name} ran out of time; a bot decides this once",
    "table.hint": "{name} takes a hint",
    "table.returned": "{name} is back and plays again",
    "table.seated_bot": "the host seats the bot {level} in {chair}",
    "table.removed_bot": "the host takes the bot out of {chair}",
    "table.removed": "the host removes {name} from {chair}",
    "table.agreed": "{name} agrees that somebody sits down in {chair}",
    "table.withdrew": "{name} no longer agrees that somebody sits down in {chair}",
}
LASTING: Final = frozenset(
    {"table.drawn", "table.drawn_bot", "table.took", "table.took_from_bot", "table.removed", "table.departed"}
)
EXPIRIES: Final = frozenset({"table.time_up", "table.late"})
VALUES: Final = frozenset({"name", "chair", "former", "level"})


def name_in(chairs: Sequence[StoredChair], seat: int) -> Value:
    """Return the name of the person in a chair; the number of the seat if they gave none."""
    return chairs[seat].name or seat


def tell_person(chairs: Sequence[StoredChair], key: str, seat: int) -> Entry:
    """Return an entry about the person in a chair, and the bot that plays for them, if one does."""
    level: dict[str, Value] = {"level": bot} if (bot := chairs[seat].bot) else {}
    return Entry(key, {"name": name_in(chairs, seat), "chair": seat, **level})


def add_notes(stored: StoredTable, entries: Iterable[Entry], moves: int) -> None:
    """Add entries to the story after so many moves, as part of the table's latest update."""
    number, progress = stored.update_number, stored.progress
    progress.notes += [StoredNote(number, moves, entry.key, dict(entry.values)) for entry in entries]
    if len(progress.notes) > MOST_NOTES:
        progress.notes = _trim(progress.notes)
        progress.trimmed = number


def _trim(notes: list[StoredNote]) -> list[StoredNote]:
    """Drop the oldest notes; those that tell who sat down where go last, so that nobody can push them out."""
    by_worth = sorted(range(len(notes)), key=lambda place: (notes[place].key in LASTING, place))
    return [notes[place] for place in sorted(by_worth[-KEPT_NOTES:])]


def move_notes(stored: StoredTable, moves: int) -> None:
    """Move the notes of moves that were taken back to the last move that is left.

    They become part of the table's latest update, because clients drop them with the moves.
    """
    number = stored.update_number
    stored.progress.notes = [
        note if note.moves <= moves else msgspec.structs.replace(note, moves=moves, update_number=number)
        for note in stored.progress.notes
    ]


def check_notes(stored: StoredTable, moves: int) -> None:
    """Raise a Refusal unless the notes of an imported table could have been written by this server."""
    notes = stored.progress.notes
    places, numbers = [note.moves for note in notes], [note.update_number for note in notes]
    if len(notes) > MOST_NOTES or places != sorted(places) or numbers != sorted(numbers):
        raise Refusal(f"expected at most {MOST_NOTES} notes, in the order of the story")
    latest = stored.update_number
    known = all(0 <= note.moves <= moves and 0 < note.update_number <= latest for note in notes)
    if not known or not 0 <= stored.progress.trimmed <= latest:
        raise Refusal("expected notes about moves and updates that there are")
    if not all(_is_plausible(note, stored.seats) for note in notes):
        raise Refusal("expected notes with known keys and values")


def _is_plausible(note: StoredNote, seats: int) -> bool:
    if note.key not in PHRASES or not note.values.keys() <= VALUES:
        return False
    return all(_is_plausible_value(value, seats) for value in note.values.values())


def _is_plausible_value(value: Value, seats: int) -> bool:
    if isinstance(value, str):
        return value == clean_name(value) and len(value) <= LONGEST_NAME
    return isinstance(value, int) and 0 <= value < seats
