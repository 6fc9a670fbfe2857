"""The messages about passports. `docs/protocol.md` explains how they are used."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from fairground.server.wire import Name

PersonId: TypeAlias = Annotated[str, Meta(pattern="^[a-z]{16}$")]
Picture: TypeAlias = Annotated[str, Meta(pattern="^[a-z_]{0,24}$")]
Language: TypeAlias = Literal["en", "de", "fr"]
SettingName: TypeAlias = Annotated[str, Meta(pattern="^[a-z_.]{1,40}$")]
Setting: TypeAlias = bool | Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=200)]
Settings: TypeAlias = Annotated[dict[SettingName, Setting], Meta(max_length=40)]


class Person(Struct, frozen=True):
    """A person as others may see them. `picture` is one of the site's own set; empty for none."""

    id: str
    name: str
    picture: str


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


PEOPLE_REST: tuple[type[Struct], ...] = (Person, NewPassport, ChangePassport, Me)
