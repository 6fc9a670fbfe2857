"""Search for boxes that are slow to build or to play with: `python -m hostile_boxes GAME --seconds 60`.

A search starts from the box that a game comes with, changes it at random, and keeps what costs more. It
never keeps what the game refuses, so what it finds is the worst that a stranger can bring.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic, process_time
from typing import TypeAlias, cast

import msgspec

from fairground import BoxError, State, list_games, load, seeded
from fairground.engine.box import canonical
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.playout import playout
from fairground.engine.rng import Rng
from fairground.engine.state import OVER

Data: TypeAlias = dict[str, object]
AnyGame: TypeAlias = Game[State, object]
Place: TypeAlias = tuple[str | int, ...]

NUMBERS = (-1, 0, 1, 2, 3, 5, 6, 9, 10, 16, 36, 50, 64, 88, 99, 100, 200, 500, 999, 1000, 10**6)
WATCHED = 60  # moves of a match that are made as a server makes them; random play finishes it


@dataclass(frozen=True)
class Work:
    """What a match with a box took, in numbers that do not depend on the machine."""

    moves: int = 0
    most_legal: int = 0
    most_view: int = 0  # bytes
    most_story: int = 0  # entries of one move


@dataclass(frozen=True)
class Cost:
    """What a box took: seconds to build, seconds of the slowest and the mean move, and its work."""

    build: float
    slowest: float
    mean: float
    work: Work


# Measuring


def measure(game: AnyGame, text: str, seed: str, most_seats: bool = False) -> Cost:
    """Build a box and play a match with it, with seats and options that the seed draws."""
    chance = random.Random(seed)
    options = chance.choice(game.combinations())
    seats = game.seats[-1] if most_seats else chance.choice(game.seats)
    began = process_time()
    match = Match(game, seats, seed, options, text)
    built = process_time()
    times: list[float] = []
    work = play(match, seed, times)
    return Cost(built - began, max(times), sum(times) / len(times), work)


def play(match: Match[State, object], seed: str, times: list[float], watched: int = WATCHED) -> Work:
    """Play a random match: its first moves as a server does, the rest as fast as possible."""
    rng = seeded(seed)
    work = Work()
    while not match.over and len(match.made) < watched:
        began = process_time()
        work = _move(match, rng, work)
        times.append(process_time() - began)
    rest = int(playout(match.state, rng, match.game.longest))
    assert match.state.actor == OVER, f"not over after {match.game.longest} moves"
    match.game.outcome(match.state)
    return Work(len(match.made) + rest, work.most_legal, work.most_view, work.most_story)


def _move(match: Match[State, object], rng: Rng, work: Work) -> Work:
    seat = int(match.state.someone(rng))
    legal = match.state.legal(seat)
    entries = match.play(seat, legal[rng.below(len(legal))])
    everybody = [*range(int(match.state.seats)), None]
    views = [len(msgspec.json.encode(match.game.view(match.state, each))) for each in everybody]
    match.game.outcome(match.state)
    return Work(
        0,
        max(work.most_legal, len(legal)),
        max(work.most_view, *views),
        max(work.most_story, len(entries)),
    )


# Changing a box


def leaves(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Yield every number and text of a box with its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*place, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*place, number))
    else:
        yield place, value


def at(data: object, place: Place) -> object:
    for step in place:
        data = cast("dict[str | int, object]", data)[step]
    return data


def put(data: Data, value: object, *places: Place) -> Data:
    """Return a copy of the data with another value at these places."""
    changed: Data = msgspec.json.decode(msgspec.json.encode(data))
    for place in places:
        holder = cast("dict[str | int, object]", at(changed, place[:-1]))
        holder[place[-1]] = value
    return changed


def mutate(game: AnyGame, data: Data, chance: random.Random) -> Data:
    """Return the data with a few random changes, each of which the game accepts."""
    for _ in range(chance.choice((1, 2, 4, 16))):
        if chance.random() < 0.1:
            changed = _stretch_any(game, data, chance)
        else:
            changed = chance.choice(CHANGES)(data, chance)
        if is_accepted(game, changed):
            data = changed
    return data


def _stretch_any(game: AnyGame, data: Data, chance: random.Random) -> Data:
    return _furthest(game, data, [chance.choice(_numbers(data))], chance.random() < 0.5)


def _change_leaf(data: Data, chance: random.Random) -> Data:
    place, value = chance.choice(list(leaves(data)))
    return put(data, _another(data, place, value, chance), place)


def _change_everywhere(data: Data, chance: random.Random) -> Data:
    """Give every value with one name the same new value."""
    place, value = chance.choice(list(leaves(data)))
    same = [other for other, _ in leaves(data) if _group(other) == _group(place)]
    return put(data, _another(data, place, value, chance), *same)


def _another(data: Data, place: Place, value: object, chance: random.Random) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([*NUMBERS, value + 1, value - 1, 2 * value])
    words = [word for other, word in leaves(data) if _key(other) == _key(place)]
    return chance.choice([*words, "x" * 40, f"{value}^", f"{value}^3", "any", f"{value} any"])


def _key(place: Place) -> str:
    return next((step for step in reversed(place) if isinstance(step, str)), "")


def _change_list(data: Data, chance: random.Random) -> Data:
    """Repeat, drop, reorder or replace the entries of a list."""
    places = [place[:end] for place, _ in leaves(data) for end, step in enumerate(place) if step == 0]
    if not places:
        return data
    place = chance.choice(places)
    entries = list(cast("list[object]", at(data, place)))
    kind = chance.randrange(4)
    if kind == 0:
        entries += chance.choices(entries, k=chance.choice((1, len(entries))))
    elif kind == 1 and len(entries) > 1:
        entries.pop(chance.randrange(len(entries)))
    elif kind == 2:
        chance.shuffle(entries)
    else:
        entries[chance.randrange(len(entries))] = chance.choice(entries)
    return put(data, entries, place)


def _copy_fields(data: Data, chance: random.Random) -> Data:
    """Give all tables of a list the fields of one of them, except its name."""
    lists = [key for key, value in data.items() if isinstance(value, list)]
    if not lists:
        return data
    key = chance.choice(lists)
    tables = cast("list[Data]", data[key])
    model = chance.choice(tables)
    kept = ("name", "number", "quadrant", "board", "side", "colour", "points", "source")
    fields = {name: value for name, value in model.items() if name not in kept}
    own = [{name: value for name, value in table.items() if name in kept} for table in tables]
    first = chance.randrange(len(tables))  # those before it stay as they are
    changed = [*tables[:first], *({**table, **fields} for table in own[first:])]
    return put(data, changed, (key,))


CHANGES: tuple[Callable[[Data, random.Random], Data], ...] = (
    _change_leaf,
    _change_everywhere,
    _change_list,
    _copy_fields,
)


def is_accepted(game: AnyGame, data: Data) -> bool:
    try:
        game.box(canonical(data))
    except BoxError:
        return False
    return True


def stretch(game: AnyGame, data: Data, greatest: bool) -> Data:
    """Return the box with all numbers of each name as great, or as small, as the game accepts."""
    for number in list(dict.fromkeys(map(_group, _numbers(data)))):
        data = _furthest(game, data, [place for place in _numbers(data) if _group(place) == number], greatest)
    return data


def _numbers(data: Data) -> list[Place]:
    return [place for place, value in leaves(data) if type(value) is int]


def _group(place: Place) -> tuple[str | int, str]:
    """Return what the places of numbers with the same meaning have in common."""
    return place[0], _key(place)


def _furthest(game: AnyGame, data: Data, places: list[Place], greatest: bool) -> Data:
    """Search for the last accepted number by halving the distance to one that is refused."""
    best = data
    good, bad = cast(int, at(data, places[0])), 1_001 if greatest else -1_001
    while abs(bad - good) > 1:
        middle = (good + bad) // 2
        changed = put(data, middle, *places)
        if is_accepted(game, changed):
            best, good = changed, middle
        else:
            bad = middle
    return best


# Searching

AIMS: dict[str, Callable[[Cost], float]] = {
    "build": lambda cost: cost.build,
    "slowest": lambda cost: cost.slowest,
    "mean": lambda cost: cost.mean,
    "moves": lambda cost: cost.work.moves,
    "view": lambda cost: cost.work.most_view,
    "legal": lambda cost: cost.work.most_legal,
}


def starts_for(game: AnyGame) -> list[Data]:
    """Return the boxes that a search starts from: the shipped one, and its numbers at their extremes."""
    shipped = game.box().data
    return [shipped, stretch(game, shipped, True), stretch(game, shipped, False)]


def search(
    game: AnyGame, starts: list[Data], aim: str, seconds: float, seed: str = "hostile"
) -> tuple[Data, Cost]:
    """Climb for so many seconds; return the costliest box and what it cost."""
    chance = random.Random(f"{seed} {aim}")
    measured = [(data, _steady(game, data, "start")) for data in starts]
    best, cost = max(measured, key=lambda found: AIMS[aim](found[1]))
    until = monotonic() + seconds
    while monotonic() < until:
        data = mutate(game, best if chance.random() < 0.8 else chance.choice(starts), chance)
        try:
            found = _steady(game, data, str(chance.random()))
        except Exception as error:
            raise RuntimeError(f"this box breaks {game.title}: {canonical(data)}") from error
        if AIMS[aim](found) > AIMS[aim](cost):
            best, cost = data, found
    return best, cost


def _steady(game: AnyGame, data: Data, seed: str) -> Cost:
    """Measure again what seems slow and keep the faster, because a busy machine slows anything now and then.

    A game may remember what it built, so only the first measure of building counts.
    """
    first, second = (measure(game, canonical(data), seed, True) for _ in range(2))
    return Cost(first.build, min(first.slowest, second.slowest), min(first.mean, second.mean), first.work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list_games())
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", default="hostile")
    parser.add_argument("--show", action="store_true", help="print the boxes too")
    wish = parser.parse_args()
    game = load(wish.game)
    print("shipped", measure(game, game.box().canonical, "start"))
    starts = starts_for(game)
    for aim in AIMS:
        data, cost = search(game, starts, aim, wish.seconds / len(AIMS), wish.seed)
        print(aim, cost)
        if wish.show:
            print(canonical(data))


if __name__ == "__main__":
    main()
