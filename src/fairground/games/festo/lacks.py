"""What a seat lacks for each dish of the buffet, if it pays in the cheapest way."""

import msgspec

from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import NO_DISH, ROAST
from fairground.games.festo.rules.price import Purse, surcharge
from fairground.games.festo.words import COLOURS, SLOTS


class Lack(msgspec.Struct, frozen=True):
    """The cubes missing from a price: of the dish's own colour (a roast has only one), and of another.

    For a main, `colours` names the missing ones. `salt` is what salt replaces of them, `left` what is missing
    even then: nothing, if the seat can cook the dish.
    """

    own: int
    other: int
    colours: list[str]
    salt: int
    left: int


def lacks(state: Festo, seat: int) -> dict[str, Lack]:
    """Return what the seat lacks for every dish that is left and that nobody else has reserved."""
    purse = Purse(state, seat)
    found = {
        name: _lack(purse, *_missing_from_small(state, slot, purse))
        for slot, name in enumerate(SLOTS)
        if _is_open(state, slot, seat)
    }
    if state.roasts_left:
        found["roast"] = _lack(purse, max(int(state.printed.own[ROAST] - purse.most), 0), 0)
    if state.mains_left:
        missing = [name for colour, name in enumerate(COLOURS) if not purse.worth(colour)]
        found["main"] = _lack(purse, len(missing), 0, missing)
    return found


def _is_open(state: Festo, slot: int, seat: int) -> bool:
    claim = state.claim[slot]
    return state.shelf[slot] != NO_DISH and (not claim or (claim - 1) >> 1 == seat)


def _lack(purse: Purse, own: int, other: int, colours: list[str] | None = None) -> Lack:
    salt = min(int(purse.salt), own + other)
    return Lack(own, other, colours or [], salt, own + other - salt)


def _missing_from_small(state: Festo, slot: int, purse: Purse) -> tuple[int, int]:
    """Return the missing cubes of both colours: the surcharge and a reservation's cube go where they help."""
    dish = int(state.shelf[slot])
    sort, colour = divmod(dish, len(COLOURS))
    own = int(state.printed.own[sort] - purse.worth(colour))
    other = int(state.printed.other[sort] - (purse.second if colour == purse.best else purse.most))
    extra = int(surcharge(state, slot))
    ways = [(max(own + extra, 0), max(other, 0)), (max(own, 0), max(other + extra, 0))]
    first, second = min(ways, key=sum)
    if state.claim[slot]:
        return (first - 1, second) if first else (0, max(second - 1, 0))
    return first, second


class DishSet(msgspec.Struct, frozen=True):
    """§6 Dishes of different sorts, and the points for so many."""

    dishes: list[str]
    points: int


def split_into_sets(state: Festo, dishes: list[str]) -> list[DishSet]:
    """Split dishes the way `Festo.set_points` counts them: each joins the first set without its sort."""
    sets: list[dict[str, str]] = []
    for dish in dishes:
        sort = dish.split()[-1]
        room = next((each for each in sets if sort not in each), None)
        if room is None:
            room = {}
            sets.append(room)
        room[sort] = dish
    return [DishSet(list(each.values()), int(state.printed.sets[len(each)])) for each in sets]
