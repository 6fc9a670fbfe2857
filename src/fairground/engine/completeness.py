"""The law of completeness: what a seat sees, and what can follow from it, is in its features.

Positions are compared with *twins*: the same position with something changed, and positions of other
matches. If a seat has equal features and equal legal moves in both, then it sees the same in both, and
whatever it does leads to the same. `OMITTED` in `features.py` lists what is left out on purpose.
"""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Final, Generic, TypeAlias, cast

import msgspec

from fairground.engine.box import Box
from fairground.engine.errors import PositionError
from fairground.engine.game import B, Game, S
from fairground.engine.laws import BrokenLaw
from fairground.engine.match import Match
from fairground.engine.rng import Rng, seeded

Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str, Data] | None"
Place: TypeAlias = tuple[str | int, ...]
MOVES: Final = 6  # moves of a seat that are tried in two positions that look alike
LONG: Final = 100  # moves after which positions are checked half as often, then a third as often, and so on
KEPT: Final = 100  # values that are remembered for each kind of place


class Twins:
    """Changes positions as data: mostly into impossible ones, which `restore` refuses."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.known: dict[Place, list[Data]] = {}

    def learn(self, position: Data) -> None:
        """Remember the values at each kind of place, to try them elsewhere."""
        for place, value in places(position):
            values = self.known.setdefault(kind(place), [])
            if len(values) < KEPT and value not in values:
                values.append(value)

    def change(self, position: Data) -> Data:
        """Return the position with one to three changes."""
        twin = duplicate(position)
        for _ in range(1 + self.rng.below(3)):
            every = [place for place, _ in places(twin) if place]
            place, other = self._pick(every), self._pick(every)
            how = (self._replace, self._nudge, self._swap, self._balance, self._move)
            how[self.rng.below(len(how))](twin, place, other)
        return twin

    def _pick(self, things: list[Place]) -> Place:
        """Choose a kind of place, then one of that kind, so that rare kinds are changed as often."""
        kinds: dict[Place, list[Place]] = {}
        for place in things:
            kinds.setdefault(kind(place), []).append(place)
        chosen = list(kinds.values())[self.rng.below(len(kinds))]
        return chosen[self.rng.below(len(chosen))]

    def _replace(self, twin: Data, place: Place, other: Place) -> None:
        """Put a value there that was at such a place before."""
        values = self.known.get(kind(place), [])
        if values:
            put(twin, place, duplicate(values[self.rng.below(len(values))]))

    def _nudge(self, twin: Data, place: Place, other: Place) -> None:
        """Change a number by one, or yes into no."""
        value = look(twin, place)
        if isinstance(value, bool):
            put(twin, place, not value)
        elif isinstance(value, int):
            put(twin, place, value + 1 - 2 * self.rng.below(2))

    def _swap(self, twin: Data, place: Place, other: Place) -> None:
        """Exchange two values of one type, more often than not neighbours."""
        if self.rng.below(2):
            siblings = look(twin, place[:-1])
            ends = list(siblings) if isinstance(siblings, dict) else range(len(cast("list[Data]", siblings)))
            other = (*place[:-1], ends[self.rng.below(len(ends))])
        if not apart(place, other):
            return
        one, two = look(twin, place), look(twin, other)
        if type(one) is type(two):
            put(twin, place, two)
            put(twin, other, one)

    def _balance(self, twin: Data, place: Place, other: Place) -> None:
        """Take one from a number and add it to another."""
        numbers = [each for each, value in places(twin) if type(value) is int]
        if len(numbers) > 1:
            place, other = self._pick(numbers), self._pick(numbers)
            put(twin, place, cast(int, look(twin, place)) - 1)
            put(twin, other, cast(int, look(twin, other)) + 1)

    def _move(self, twin: Data, place: Place, other: Place) -> None:
        """Move an entry of one list into another, or within it."""
        one, two = look(twin, place), look(twin, other)
        if (
            isinstance(one, list)
            and isinstance(two, list)
            and one
            and (place == other or apart(place, other))
        ):
            entry = one.pop(self.rng.below(len(one)))
            two.insert(self.rng.below(len(two) + 1), entry)


class Completeness(Generic[S, B]):
    """Looks for twins whose features do not tell them apart."""

    def __init__(self, game: Game[S, B], rng: Rng, box: Box[B] | None = None) -> None:
        self.game = game
        self.box = box or game.box()
        self.rng = rng
        self.twins = Twins(rng.fork())
        self.met: dict[bytes, bytes] = {}  # for each sight, the first position where it was met
        self.tried = self.possible = self.alike = 0

    def check_match(self, seats: int, options: Mapping[str, str], seed: str, every: int, tries: int) -> None:
        """Play a random match and look for twins of every `every`-th position, in long matches of fewer."""
        match = Match(self.game, seats, seed, options, self.box)
        while not match.over:
            seat = int(match.state.someone(self.rng))
            moves = match.state.legal(seat)
            match.play(seat, moves[self.rng.below(len(moves))])
            if len(match.made) % (every * (1 + len(match.made) // LONG)) == 0:
                try:
                    self.check(match.state, tries)
                except BrokenLaw as broken:
                    broken.record = match.record()
                    raise

    def check(self, state: S, tries: int) -> None:
        """Compare a position with what was met before, and with so many changed ones."""
        sights = [self._sight(state, seat) for seat in range(state.seats)]
        position = cast("dict[str, Data]", msgspec.to_builtins(self.game.dump(state)))
        self._compare_with_earlier(state, position, sights)
        self.twins.learn(position["state"])
        for _ in range(tries):
            self.tried += 1
            twin = self._twin(position)
            if twin is not None:
                self.possible += 1
                for seat, sight in enumerate(sights):
                    if self._sight(twin, seat) == sight:
                        self._compare(state, twin, seat)

    def _compare_with_earlier(self, state: S, position: Data, sights: list[bytes]) -> None:
        written = msgspec.json.encode(position)
        for seat, sight in enumerate(sights):
            earlier = self.met.setdefault(b"%d " % seat + sight, written)
            if earlier != written:
                self._compare(state, self.game.restore(msgspec.json.decode(earlier), self.box), seat)

    def _twin(self, position: dict[str, Data]) -> S | None:
        changed = self.twins.change(position["state"])
        try:
            if changed == position["state"]:
                return None
            return self.game.restore({**position, "state": changed}, self.box)
        except PositionError:
            return None

    def _sight(self, state: S, seat: int) -> bytes:
        """Return what a learner in a seat gets: features and mask, and for which kind of match."""
        about = f"{state.seats} {state.options} {state.legal(seat)} "
        return about.encode() + self.game.features(state, seat).tobytes()

    def _compare(self, state: S, twin: S, seat: int) -> None:
        self.alike += 1
        self._demand_equal(state, twin, seat, "seat {seat} sees {path}, and its features do not tell it")
        moves = state.legal(seat)
        for move in moves[:: max(1, len(moves) // MOVES)]:
            seed = str(self.rng.below(1 << 30))
            one, other = (cast(S, each.imagine(seat, seeded(seed))) for each in (state, twin))
            one.play(seat, move)
            other.play(seat, move)
            words = self.game.write(move)
            self._demand_equal(
                one, other, seat, f"after {words!r}, {{path}} depends on what the features do not tell"
            )

    def _demand_equal(self, one: S, other: S, seat: int, sentence: str) -> None:
        seen, there = (msgspec.to_builtins(self.game.view(each, seat)) for each in (one, other))
        omitted = [pattern.split(".") for pattern in self.game.omitted]
        for path in differences(seen, there):
            if not any(matches(path, pattern) for pattern in omitted):
                raise BrokenLaw("completeness", sentence.format(seat=seat, path=".".join(path)))


# Positions as data


def places(data: Data, at: Place = ()) -> Iterator[tuple[Place, Data]]:
    """Yield every value in the data, also lists and tables, with its place."""
    yield at, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*at, key))


def kind(place: Place) -> Place:
    """Return the place without its indices: such places hold values of one kind."""
    return tuple("*" if isinstance(step, int) else step for step in place)


def look(data: Data, place: Place) -> Data:
    """Return the value at a place."""
    for step in place:
        data = data[step]  # type: ignore[index]  # places lead through lists and tables only
    return data


def put(data: Data, place: Place, value: Data) -> None:
    """Replace the value at a place."""
    look(data, place[:-1])[place[-1]] = value  # type: ignore[index]  # as above


def apart(place: Place, other: Place) -> bool:
    """Whether neither of two places is inside the other."""
    shorter = min(len(place), len(other))
    return place[:shorter] != other[:shorter]


def duplicate(data: Data) -> Data:
    """Return an independent copy."""
    if isinstance(data, dict):
        return {key: duplicate(value) for key, value in data.items()}
    return [duplicate(value) for value in data] if isinstance(data, list) else data


def differences(one: object, other: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of everything that differs; entries of lists have the path of their list."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from differences(one.get(key), other.get(key), (*path, str(key)))
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for each, its_twin in zip(one, other, strict=True):
            yield from differences(each, its_twin, path)
    elif one != other:
        yield path


def matches(path: tuple[str, ...], pattern: list[str]) -> bool:
    """Whether a path, or a part that it leads through, is the one that a pattern describes."""
    return len(pattern) <= len(path) and all(map(fnmatchcase, path, pattern))
