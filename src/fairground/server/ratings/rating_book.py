"""The ratings of a server: brings results into them, and answers who stands where.

Nobody is shown to others who has not said that they want to be.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from fairground.games import list_games
from fairground.server import keys
from fairground.server.errors import Refusal
from fairground.server.people.passports import person
from fairground.server.people_wire import Person
from fairground.server.rating_wire import (
    BotRating,
    GameRating,
    Leaderboard,
    LeaderboardRow,
    PersonRatings,
    RatingHistory,
    RatingPoint,
)
from fairground.server.ratings.anchors import bot_ratings, duel_below
from fairground.server.ratings.rating_run import STEADY_MATCHES, STEADY_SIGMA, Rating, RatingRun, RatingStep
from fairground.server.ratings.scale import shown_margin, shown_rating
from fairground.server.store.passports import PassportStore, StoredPassport
from fairground.server.store.ratings import RatingStore

SHOWN: Final = "ratings.shown"  # the setting of a passport that lets others see its ratings
MOST_ROWS, MOST_READ, READ_AT_ONCE = 100, 2_000, 200
MOST_POINTS: Final = 400
PRIVATE: Final = "this person's ratings are not public, or there is no such person"


class RatingBook:
    """The ratings in the store. `section` is their name in the export of a passport."""

    section = "ratings"

    def __init__(self, store: RatingStore, passports: PassportStore) -> None:
        self.store = store
        self.passports = passports

    async def enter_results(self) -> None:
        """Bring all results that wait into the ratings."""
        for game in await self.store.waiting_games():
            while await self.store.enter(game):
                pass

    async def recompute(self) -> int:
        """Compute all ratings again from the results; return how many steps there are."""
        await self.store.forget()
        await self.enter_results()
        return sum([len(await self.store.all_steps(game)) for game in await self.store.games()])

    async def find_differences(self) -> list[str]:
        """Return where the stored ratings differ from what the results give, one sentence each."""
        found = []
        for game in await self.store.games():
            stored = await self.store.all_steps(game)
            expected = list(RatingRun().steps(await self.store.entered_results(game)))
            found += _compare(game, stored, expected)
            found += await self._compare_present(game, expected)
        return found

    async def _compare_present(self, game: str, expected: Sequence[RatingStep]) -> list[str]:
        last = {step.player: step.rating for step in expected}
        present = await self.store.of_players(game, list(last))
        return [f"{game}: the rating of {name} differs" for name in last if present.get(name) != last[name]]

    # What people see

    async def leaderboard(self, game: str) -> Leaderboard:
        """Return the people with a steady rating who want to be seen, and the bots."""
        if game not in list_games():
            raise Refusal(f"there is no game {game!r} here", 404)
        rows = list[LeaderboardRow]()
        for offset in range(0, MOST_READ, READ_AT_ONCE):
            found = await self.store.best(game, READ_AT_ONCE, offset, STEADY_MATCHES, STEADY_SIGMA)
            faces = await self._faces([name for name, _ in found])
            rows += [_row(faces[name], rating) for name, rating in found if name in faces]
            if len(found) < READ_AT_ONCE or len(rows) >= MOST_ROWS:
                break
        bots = [_bot(game, level, mu) for level, mu in bot_ratings(game).items()]
        return Leaderboard(game, rows[:MOST_ROWS], sorted(bots, key=lambda bot: -bot.rating))

    async def _faces(self, players: list[str]) -> dict[str, Person]:
        """Return those of some people who want to be seen."""
        found = await self.passports.people(players)
        return {passport.id: person(passport) for passport in found if is_shown(passport)}

    async def person(self, name: str, viewer: str) -> PersonRatings:
        """Return somebody's ratings; Refusal unless they are the viewer's own, or public."""
        found = await self.passports.people([name])
        if not found or not (name == viewer or is_shown(found[0])):
            raise Refusal(PRIVATE, 404)
        ratings = await self.store.of_player(name)
        games = [_game_rating(game, rating) for game, rating in sorted(ratings.items())]
        return PersonRatings(person(found[0]), is_shown(found[0]), games)

    async def history(self, name: str, game: str, viewer: str) -> RatingHistory:
        """Return how somebody's rating has changed, oldest first."""
        await self.person(name, viewer)
        steps = await self.store.history(name, game, MOST_POINTS)
        return RatingHistory(game, [_point(step, own=name == viewer) for step in steps])

    # What belongs to a passport

    async def export_passport(self, passport: str) -> Any:
        games = await self.store.of_player(passport)
        return {
            game: [
                msgspec.to_builtins(_point(step)) for step in await self.store.history(passport, game, 10**6)
            ]
            for game in games
        }

    async def delete_passport(self, passport: str) -> None:
        """Let an alias stand for a person: their results stay, so that the ratings of others stay right."""
        await self.store.rename(passport, f"-{keys.new_person()}")


def is_shown(passport: StoredPassport) -> bool:
    """Return whether somebody wants others to see their ratings."""
    return passport.settings.get(SHOWN) is True


def _compare(game: str, stored: Sequence[RatingStep], expected: Sequence[RatingStep]) -> list[str]:
    theirs: Mapping[tuple[str, str], RatingStep] = {(step.table, step.player): step for step in stored}
    ours = {(step.table, step.player): step for step in expected}
    wrong = [
        f"{game}: the step of {name} in {table} differs"
        for (table, name), step in ours.items()
        if theirs.get((table, name)) != step
    ]
    return wrong + [
        f"{game}: there is no result for the step in {table}" for table, _ in theirs.keys() - ours
    ]


def _bot(game: str, level: str, mu: float) -> BotRating:
    step = duel_below(game, level)
    below, wins = (step.lower, step.won / step.matches) if step else ("", 0.0)
    return BotRating(level, shown_rating(mu), below, round(wins, 3))


def _row(who: Person, rating: Rating) -> LeaderboardRow:
    return LeaderboardRow(who, shown_rating(rating.mu), shown_margin(rating), rating.matches)


def _game_rating(game: str, rating: Rating) -> GameRating:
    return GameRating(game, shown_rating(rating.mu), shown_margin(rating), rating.matches, not rating.steady)


def _point(step: RatingStep, own: bool = True) -> RatingPoint:
    """Return a step as it is shown. Its table, which opens the record, only to the person."""
    return RatingPoint(
        step.table if own else "",
        step.ended,
        step.place,
        step.seats,
        step.counts,
        step.left,
        shown_rating(step.rating.mu),
        shown_margin(step.rating),
    )
