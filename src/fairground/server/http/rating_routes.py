"""The REST routes of ratings."""

from typing import Annotated

from litestar import get
from litestar.datastructures import State
from litestar.params import PathParameter

from fairground.server.contests import contests_of
from fairground.server.http.addresses import address_of
from fairground.server.http.routes import GameName, PassportKey, Web, backend_of, people_of, problems
from fairground.server.rating_wire import Leaderboard, PersonRatings, RatingHistory
from fairground.server.ratings.rating_book import RatingBook

PersonName = Annotated[str, PathParameter(max_length=16, description="The public id of a passport.")]


@get("/api/ratings/{name:str}", responses=problems(404))
async def leaderboard(name: GameName, state: State) -> Leaderboard:
    """The people with a steady rating in a game who want to be seen, and the bots."""
    return await book_of(state).leaderboard(name)


@get("/api/people/{person:str}/ratings", responses=problems(401, 404))
async def ratings_of(
    person: PersonName, request: Web, state: State, passport: PassportKey = None
) -> PersonRatings:
    """Somebody's ratings, if they are public or one's own."""
    viewer = await people_of(state).id_of(passport, address_of(request.scope))
    return await book_of(state).person(person, viewer)


@get("/api/people/{person:str}/ratings/{name:str}", responses=problems(401, 404))
async def rating_history(
    person: PersonName, name: GameName, request: Web, state: State, passport: PassportKey = None
) -> RatingHistory:
    """How somebody's rating in a game has changed, if that is public or one's own."""
    viewer = await people_of(state).id_of(passport, address_of(request.scope))
    return await book_of(state).history(person, name, viewer)


def book_of(state: State) -> RatingBook:
    return contests_of(backend_of(state)).book


ROUTES = [leaderboard, ratings_of, rating_history]
