"""People with passports at a table: their chairs hang on the passport, and can be made to forget them."""

from fairground.engine.story import Entry
from fairground.server import keys
from fairground.server.errors import Refusal
from fairground.server.people_wire import Person
from fairground.server.store.store import StoredChair, StoredTable
from fairground.server.tables.consent import void_consent
from fairground.server.tables.contest import depart, is_fixed
from fairground.server.tables.notes import tell_person

NOT_YOURS = "this chair hangs on another passport"


def new_sitter(key_hash: str, name: str, person: Person | None) -> StoredChair:
    """Return the chair of a person who sits down, with a passport or without."""
    passport, picture = (person.id, person.picture) if person else ("", "")
    return StoredChair(key_hash, person=True, name=name, passport=passport, picture=picture)


def keep_chair(chair: StoredChair, person: Person) -> bool:
    """Hang a chair on a person's passport; return False if it does so already. Refusal if it is another's."""
    if chair.passport == person.id:
        return False
    if chair.passport:
        raise Refusal(NOT_YOURS)
    chair.passport, chair.picture = person.id, person.picture
    return True


def forget_person(stored: StoredTable, passport: str, stand_in: str) -> list[Entry] | None:
    """Delete all that a table knows about a person; return what to tell, None if they are not there.

    Before the match their chairs become free, during it a bot plays on; in a finished one they are somebody.
    From a match that counts they depart, like anybody who leaves it.
    """
    progress = stored.progress
    seats = [seat for seat, chair in enumerate(progress.chairs) if chair.passport == passport]
    hosted = progress.host_passport == passport
    if not seats and not hosted:
        return None
    if hosted:
        progress.host_passport = ""
    for seat in seats:
        _forget_name(stored, seat)
        progress.chairs[seat] = _forgotten(stored, seat, stand_in)
        void_consent(progress.chairs, seat)
        if is_fixed(stored):
            depart(stored, seat, stand_in)
    return [_tell_forgotten(stored, seat, stand_in) for seat in seats] if stored.phase == "playing" else []


def _forgotten(stored: StoredTable, seat: int, stand_in: str) -> StoredChair:
    """Return the chair of somebody who is forgotten. Nobody has its key, so only an invitation opens it."""
    key_hash, bot = keys.hash_key(keys.new_key()), stored.progress.chairs[seat].bot
    if stored.phase == "over" or is_fixed(stored):
        return StoredChair(key_hash, person=True, bot=bot, gone=True)
    return StoredChair(key_hash, bot=stand_in if stored.phase == "playing" else None)


def _tell_forgotten(stored: StoredTable, seat: int, stand_in: str) -> Entry:
    if is_fixed(stored):
        return tell_person(stored.progress.chairs, "table.departed", seat)
    return Entry("table.left", {"name": seat, "chair": seat, "level": stand_in})


def _forget_name(stored: StoredTable, seat: int) -> None:
    """Let the story call somebody by the number of their seat."""
    name = stored.progress.chairs[seat].name
    for note in stored.progress.notes:
        if name and note.values.get("name") == name:
            note.values["name"] = seat
