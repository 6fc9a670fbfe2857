"""Passports: by a key that a browser has made, the server knows the same person again, without an account."""

import re
from typing import Any, Final, Protocol

import msgspec

from fairground.engine.text import clean_name
from fairground.server import keys
from fairground.server.errors import Refusal
from fairground.server.http.rate_limits import TOO_MANY, AddressLimits
from fairground.server.people_wire import ChangePassport, Me, NewPassport, Person
from fairground.server.store.passports import PassportStore, StoredPassport
from fairground.server.time_source import TimeSource

UNKNOWN: Final = "this passport is not known here, or no longer"
TOO_MANY_NEW: Final = "too many new passports from your address: come back in an hour"
MOST_SETTINGS: Final = 40
DAY: Final = 24 * 60 * 60.0
_KEY = re.compile(keys.PASSPORT_KEY)


class PersonalData(Protocol):
    """What a part of the server keeps about people, so that all of it can be exported and deleted.

    `section` is its name in the export. What `delete_passport` deletes may be gone already.
    """

    section: str

    async def export_passport(self, passport: str) -> Any:
        """Return all that is kept about a person, as values that can be written as JSON."""

    async def delete_passport(self, passport: str) -> None:
        """Delete all that is kept about a person."""


class PassportRegistry:
    """Finds passports by their keys and changes them. `parts` keep more about people than their passports."""

    def __init__(self, store: PassportStore, limits: AddressLimits, time: TimeSource) -> None:
        self.store = store
        self.limits = limits
        self.time = time
        self.parts: list[PersonalData] = []

    async def find(self, key: str | None, address: str) -> StoredPassport | None:
        """Return the passport of a key; None without a key. Refusal if there is none with that key.

        A wrong key counts against the address, like a wrong key of a chair.
        """
        if key is None:
            return None
        if self.limits.is_guessing(address):
            raise Refusal(TOO_MANY, 429)
        found = await self.store.find(keys.hash_key(key)) if _KEY.fullmatch(key) else None
        if found is None:
            self.limits.count_bad_key(address)
            raise Refusal(UNKNOWN, 401)
        await self._note_use(found)
        return found

    async def require(self, key: str | None, address: str) -> StoredPassport:
        """Return the passport of a key; Refusal if there is none, or no key."""
        found = await self.find(key, address)
        if found is None:
            raise Refusal("this needs a passport", 401)
        return found

    async def id_of(self, key: str | None, address: str) -> str:
        """Return the public id of the passport of a key; nothing without a key."""
        found = await self.find(key, address)
        return found.id if found else ""

    async def create(self, key: str | None, wish: NewPassport, address: str) -> StoredPassport:
        """Make a passport for a key, or return the one that it has already."""
        if key is None or not _KEY.fullmatch(key):
            raise Refusal("expected the key of a passport: fp- and 32 hexadecimal digits", 400)
        key_hash, date = keys.hash_key(key), self.time.date()
        if found := await self.store.find(key_hash):
            return found
        if not self.limits.passports_an_hour.take(address):
            raise Refusal(TOO_MANY_NEW, 429)
        name = clean_name(wish.name)
        made = StoredPassport(keys.new_person(), key_hash, name, wish.picture, wish.language, date, date)
        return made if await self.store.add(made) else await self.require(key, address)

    async def change(self, passport: StoredPassport, wish: ChangePassport) -> StoredPassport:
        """Change what a passport says."""
        settings = {
            name: value for name, value in (passport.settings | wish.settings).items() if value is not None
        }
        if len(settings) > MOST_SETTINGS:
            raise Refusal(f"expected at most {MOST_SETTINGS} settings, got {len(settings)}", 400)
        changed = msgspec.structs.replace(
            passport,
            name=passport.name if wish.name is None else clean_name(wish.name),
            picture=passport.picture if wish.picture is None else wish.picture,
            language=wish.language or passport.language,
            settings=settings,
        )
        if not await self.store.replace(changed):
            raise Refusal(UNKNOWN, 401)
        return changed

    async def delete(self, passport: StoredPassport) -> None:
        """Delete a passport with all that hangs on it. If that fails half-way, it can be done again."""
        for part in self.parts:
            await part.delete_passport(passport.id)
        await self.store.delete(passport.id)

    async def export(self, passport: StoredPassport) -> dict[str, Any]:
        """Return all that the server keeps about a person, section by section."""
        about = msgspec.to_builtins(face(passport))
        del about["person"]["id"]
        sections = {part.section: await part.export_passport(passport.id) for part in self.parts}
        return {"passport": about, **sections}

    async def _note_use(self, passport: StoredPassport) -> None:
        date = self.time.date()
        if abs(date - passport.used) > DAY:
            await self.store.note_use(passport.id, date)


def person(passport: StoredPassport) -> Person:
    """Return the person as others may see them."""
    return Person(passport.id, passport.name, passport.picture)


def face(passport: StoredPassport) -> Me:
    """Return a passport as its holder sees it."""
    return Me(person(passport), passport.language, passport.created, passport.settings)
