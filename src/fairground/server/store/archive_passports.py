"""Passports in an archive: each is one line, with the hash of its key."""

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from fairground.engine.text import clean_name
from fairground.server import people_wire, wire
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.archive_entry import Date, Hash, PassportId
from fairground.server.store.passports import StoredPassport

Fields: TypeAlias = dict[str, Any]


class ArchivedPassport(Struct, forbid_unknown_fields=True):
    """A passport as an archive has it."""

    id: PassportId
    key_hash: Hash
    name: wire.Name
    picture: people_wire.Picture
    language: people_wire.Language
    created: Date
    used: Date
    settings: people_wire.Settings = {}


class PassportEntry(Struct, forbid_unknown_fields=True):
    """A line of an archive that is a passport."""

    passport: ArchivedPassport


def archive_passport(stored: StoredPassport) -> PassportEntry:
    """Return the line of a passport."""
    return PassportEntry(ArchivedPassport(**msgspec.structs.asdict(stored)))


def read_archived_passport(fields: Fields) -> StoredPassport:
    """Return what to store of a line."""
    passport = msgspec.convert(fields, PassportEntry).passport
    if not passport.id:
        raise ArchiveError("expected the public id of a passport")
    passport.name = clean_name(passport.name)
    return StoredPassport(**msgspec.structs.asdict(passport))
