"""The messages about passports. `docs/protocol.md` explains how they are used."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from fairground.server.table_wire import TableFacts
from fairground.server.wire import Key, Name

PersonId: TypeAlias = Annotated[str, Meta(pattern="^[a-z]{16}$")]
# The site's own set of pictures; web/src/people/faces.ts draws them. Empty for none.
Picture: TypeAlias = Literal[
    "",
    "fox",
    "cat",
    "owl",
    "bear",
    "rabbit",
    "frog",
    "panda",
    "tiger",
    "koala",
    "pig",
    "chick",
    "wolf",
    "monkey",
    "dragon",
    "moon",
    "lantern",
]
Language: TypeAlias = Literal["en", "de", "fr"]
SettingName: TypeAlias = Annotated[str, Meta(pattern="^[a-z_.]{1,40}$")]
Setting: TypeAlias = bool | Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=200)]
Settings: TypeAlias = Annotated[dict[SettingName, Setting], Meta(max_length=40)]


class Person(Struct, frozen=True):
    """A person as others may see them. `picture` is one of the site's own set; empty for none."""

    id: str
    name: str
    picture: Picture


class NewPassport(Struct, forbid_unknown_fields=True):
    """Make a passport for the key in the header `X-Passport-Key`, which the browser has made itself."""

    name: Name = ""
    picture: Picture = ""
    language: Language = "en"


class ChangePassport(Struct, forbid_unknown_fields=True):
    """Change what a passport says. What is None stays; a setting that is None is removed."""

    name: Name | None = None
    picture: Picture | None = None
    language: Language | None = None
    settings: Annotated[dict[SettingName, Setting | None], Meta(max_length=40)] = {}


class Me(Struct, frozen=True):
    """A passport as its holder sees it. `created` is a date in seconds."""

    person: Person
    language: Language
    created: float
    settings: dict[str, Setting]


class NewKey(Struct, forbid_unknown_fields=True):
    """Replace the key of a passport: whoever has the former one, or its words, can no longer use it."""

    key: Key


class NewTransfer(Struct, forbid_unknown_fields=True):
    """Make a link that takes the passport to another device, once and not for long.

    `sealed` is the key, each of its bytes combined (XOR) with one of 16 random bytes that stand in the link
    only. So what the server keeps is worth nothing without the link.
    """

    sealed: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Transfer(Struct, frozen=True):
    """What belongs in the link: whoever shows the `token` before the date `expires` gets `sealed`, once."""

    token: str
    expires: float


class ClaimTransfer(Struct, forbid_unknown_fields=True):
    """Ask for the sealed key of a passport with the token of a link."""

    token: Key


class SealedKey(Struct, frozen=True):
    """The sealed key of a passport. The link is used up now."""

    sealed: str


class OwnSeat(Struct, forbid_unknown_fields=True):
    """A chair that the person has the key of."""

    table: Annotated[str, Meta(max_length=32)]
    key: Key


class KeepSeats(Struct, forbid_unknown_fields=True):
    """Hang chairs on the passport that were taken without it."""

    seats: Annotated[list[OwnSeat], Meta(max_length=20)]


class KeptSeats(Struct, frozen=True):
    """The tables whose chairs hang on the passport now; the others cannot."""

    tables: list[str]


class MyMatch(Struct, frozen=True):
    """A match of the person: the table with their seat, whether it is their turn, and since when it is so."""

    table: TableFacts
    turn: bool
    changed: float


class MyMatches(Struct, frozen=True):
    """Some of the person's matches; `next` asks for those that follow, None after the last."""

    matches: list[MyMatch]
    next: str | None


class MyTurns(Struct, frozen=True):
    """At how many tables it is the person's turn."""

    turns: int


PEOPLE_REST: tuple[type[Struct], ...] = (
    Person,
    NewPassport,
    ChangePassport,
    Me,
    NewKey,
    NewTransfer,
    Transfer,
    ClaimTransfer,
    SealedKey,
    KeepSeats,
    KeptSeats,
    MyMatches,
    MyTurns,
)
