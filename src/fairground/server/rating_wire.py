"""The messages about ratings. `docs/protocol.md` explains how they are used.

Ratings are whole numbers around 1500; the truth lies within the margin to both sides in 19 of 20 cases.
"""

from msgspec import Struct

from fairground.server.people_wire import Person


class BotRating(Struct, frozen=True):
    """The fixed rating of a level of bots, and which part of its matches it wins against the one `below`."""

    level: str
    rating: int
    below: str
    wins: float


class LeaderboardRow(Struct, frozen=True):
    """Somebody with a steady rating who wants to be seen."""

    person: Person
    rating: int
    margin: int
    matches: int


class Leaderboard(Struct, frozen=True):
    """The best people in a game, and the bots on the same scale."""

    game: str
    rows: list[LeaderboardRow]
    bots: list[BotRating]


class GameRating(Struct, frozen=True):
    """Somebody's rating in a game; a `provisional` one is not on the leaderboard."""

    game: str
    rating: int
    margin: int
    matches: int
    provisional: bool


class PersonRatings(Struct, frozen=True):
    """Somebody's ratings in all games; `shown` says whether others may see them."""

    person: Person
    shown: bool
    games: list[GameRating]


class RatingPoint(Struct, frozen=True):
    """A rated match that ended at the date `ended`, and the rating after it.

    A match that does not `count` left the rating as it was. `left` says that the person left it. `table` is
    empty for others than the person.
    """

    table: str
    ended: float
    place: int
    seats: int
    counts: bool
    left: bool
    rating: int
    margin: int


class RatingHistory(Struct, frozen=True):
    """How somebody's rating in a game has changed, oldest first."""

    game: str
    points: list[RatingPoint]


RATING_REST: tuple[type[Struct], ...] = (
    BotRating,
    LeaderboardRow,
    Leaderboard,
    GameRating,
    PersonRatings,
    RatingPoint,
    RatingHistory,
)
