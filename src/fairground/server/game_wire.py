"""The messages about games: what they are, their rules and their boxes."""

from msgspec import Struct

from fairground.engine.differences import Difference


class OptionFacts(Struct, frozen=True):
    """An option of a game."""

    name: str
    choices: list[str]
    default: str
    meaning: str


class GameFacts(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    tagline: str
    credits: str
    rules: int
    seats: list[int]
    options: list[OptionFacts]
    phrases: dict[str, str]


class RulesText(Struct, frozen=True):
    """The rules of a game in Markdown, and their short form; `language` is the one they are in."""

    game: str
    title: str
    language: str
    text: str
    card: str


class Printed(Struct, frozen=True):
    """One printed value and the letter of its source."""

    place: str
    value: str
    source: str


class BoxFacts(Struct, frozen=True):
    """A game's box: its digest, every value with its source, and the text to base a box of your own on."""

    game: str
    digest: str
    sources: dict[str, str]
    values: list[Printed]
    text: str


class TableBox(Struct, frozen=True):
    """How the box of a table differs from the one that the rules tell of; `more` differences are left out.

    `own` says whether somebody brought the box; if not, it is one that the game came with, now or once.
    """

    table: str
    game: str
    own: bool
    differences: list[Difference]
    more: int


GAME_REST: tuple[type[Struct], ...] = (
    OptionFacts,
    GameFacts,
    RulesText,
    Printed,
    BoxFacts,
    TableBox,
)
