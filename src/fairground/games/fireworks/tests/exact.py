"""§6 The exact optimum of a set of tiles, found by OR-Tools CP-SAT on counts.

Written independently of the arranger: the room for pairs is found by trying every place of the cores.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from ortools.sat.python import cp_model

from fairground.games.fireworks.tests.naive import AT, beside

NAMES = sorted(AT)
NEAR = {space: [beside(space, d) for d in range(6)] for space in NAMES}
INNER = [space for space in NAMES if None not in NEAR[space]]
Kind = tuple[str, str, str]  # colour, shape, half
COLOURS = ("red", "yellow", "green", "blue")
SORTS = ("saturn", "kaleidoscope")


@cache
def most_pairs(free: frozenset[str]) -> int:
    """Return the most pairs of neighbours that a set of spaces can hold."""
    if len(free) < 2:
        return 0
    first = min(free)
    rest = free - {first}
    partners = [other for other in NEAR[first] if other in rest]
    return max([most_pairs(rest), *(1 + most_pairs(rest - {str(other)}) for other in partners)])


def links(core: str, free: frozenset[str]) -> list[str]:
    """Return the free spaces beyond the ring of a core, where a half can join one in the ring."""
    beyond = [beside(str(NEAR[core][d]), d) for d in range(6)]
    return [space for space in beyond if space in free]


def frontier(rings: tuple[str, ...], others: tuple[str, ...]) -> dict[tuple[int, ...], int]:
    """Return the most pairs outside the rings for each number of links of each ring."""
    used = {*rings, *others, *(str(space) for core in rings for space in NEAR[core])}
    free = frozenset(NAMES) - used
    best: dict[tuple[int, ...], int] = {}
    choices = [[(), *_subsets(links(core, free))] for core in rings]
    for chosen in product(*choices):
        spaces = [space for subset in chosen for space in subset]
        if len(set(spaces)) == len(spaces):
            key = tuple(len(subset) for subset in chosen)
            best[key] = max(best.get(key, 0), most_pairs(free - set(spaces)))
    return best


def _subsets(spaces: list[str]) -> list[tuple[str, ...]]:
    return [subset for size in range(1, len(spaces) + 1) for subset in combinations(spaces, size)]


@cache
def room() -> dict[tuple[int, ...], int]:
    """Return the room for pairs by the links of each ring, for no ring, one and two."""
    best: dict[tuple[int, ...], int] = {(): most_pairs(frozenset(NAMES) - {"A1", "A2"})}
    for core in INNER:
        for other in NAMES:
            if other != core and other not in NEAR[core]:
                _merge(best, frontier((core,), (other,)))
    for core, other in product(INNER, INNER):
        apart = not ({core, *NEAR[core]} & {other, *NEAR[other]})
        if apart:
            _merge(best, frontier((core, other), ()))
    return best


def _merge(best: dict[tuple[int, ...], int], more: dict[tuple[int, ...], int]) -> None:
    for key, pairs in more.items():
        best[key] = max(best.get(key, 0), pairs)


@dataclass(frozen=True)
class Prices:
    """§5 What things are worth; a pair of one colour first, then one of two."""

    both: int = 10
    shape: int = 7
    colour: int = 6
    incomplete: int = 1
    saturn: tuple[int, int] = (3, 2)
    kaleidoscope: tuple[int, int] = (2, 3)


RULEBOOK = Prices()


class Exact:
    """The model: how many tiles of each kind are in each ring, and which halves are paired."""

    def __init__(
        self,
        kinds: Counter[Kind],
        cores: tuple[str, str],
        needs: dict[str, int],
        prices: Prices = RULEBOOK,
    ) -> None:
        self.model = cp_model.CpModel()
        self.prices = prices
        self.kinds = kinds
        self.cores = cores
        self.value: list[cp_model.LinearExprT] = []
        self.ring = [self._ring(core) for core in range(2)]
        self.links = [self._numbers(f"link {core}") for core in range(2)]
        self.free = self._numbers("free")
        self._halves()
        self._geometry()
        self._bonus(needs)

    def _numbers(self, name: str) -> dict[tuple[str, str, str], cp_model.IntVar]:
        every = product(SORTS, COLOURS, COLOURS)
        return {key: self.model.new_int_var(0, 11, f"{name} {key}") for key in every}

    def _ring(self, core: int) -> dict[Kind, cp_model.IntVar]:
        """Six tiles that fit one goal, or none."""
        goals = {
            (shape, colour): self.model.new_bool_var(f"{core} {shape} {colour}")
            for shape in (*sorted({kind[1] for kind in self.kinds}), "any")
            for colour in (self.cores[core], "any")
            if (shape, colour) != ("any", "any")
        }
        complete = self.model.new_bool_var(f"complete {core}")
        self.model.add(sum(goals.values()) == complete)
        used = {
            kind: self.model.new_int_var(0, count, f"{core} {kind}") for kind, count in self.kinds.items()
        }
        self.model.add(sum(used.values()) == 6 * complete)
        for kind, number in used.items():
            fits = [
                goal
                for (shape, colour), goal in goals.items()
                if shape in {kind[1], "any"} and colour in {kind[0], "any"}
            ]
            self.model.add(number <= 6 * sum(fits))
        for (shape, colour), goal in goals.items():
            self.value.append(self._worth(shape, colour) * goal)
        self.value.append(self.prices.incomplete * (1 - complete))
        return used

    def _worth(self, shape: str, colour: str) -> int:
        if shape == "any":
            return self.prices.colour
        return self.prices.shape if colour == "any" else self.prices.both

    def _halves(self) -> None:
        """A half is in one pair at most; a pair has at most one half inside a ring."""
        for kind, count in self.kinds.items():
            self.model.add(sum(ring[kind] for ring in self.ring) <= count)
        for sort, colour in product(SORTS, COLOURS):
            here = [kind for kind in self.kinds if kind[2] == sort and kind[0] == colour]
            inside = [sum(ring[kind] for kind in here) for ring in self.ring]
            for core in range(2):
                self.model.add(sum(self.links[core][sort, colour, o] for o in COLOURS) <= inside[core])
            outer = sum(self.links[core][sort, o, colour] for core in range(2) for o in COLOURS)
            pairs = sum(self.free[sort, colour, o] + self.free[sort, o, colour] for o in COLOURS)
            total = sum(self.kinds[kind] for kind in here)
            self.model.add(outer + pairs + sum(inside) <= total)
        for numbers in (*self.links, self.free):
            for (sort, one, other), number in numbers.items():
                pair = self.prices.saturn if sort == "saturn" else self.prices.kaleidoscope
                self.value.append(pair[one != other] * number)

    def _geometry(self) -> None:
        """Links and pairs must fit on the board."""
        rows = []
        for key, pairs in room().items():
            for free in range(pairs + 1):
                rows += self._rows(key, free)
        self.model.add_allowed_assignments(
            [
                *(
                    self._total(f"complete {core}", [sum(ring.values())], 6)
                    for core, ring in enumerate(self.ring)
                ),
                *(
                    self._total(f"links {core}", list(links.values()), 1)
                    for core, links in enumerate(self.links)
                ),
                self._total("pairs", list(self.free.values()), 1),
            ],
            rows,
        )

    @staticmethod
    def _rows(key: tuple[int, ...], free: int) -> list[tuple[int, ...]]:
        if not key:
            return [(0, 0, 0, 0, free)]
        if len(key) == 1:
            return [(1, 0, key[0], 0, free), (0, 1, 0, key[0], free)]
        return [(1, 1, key[0], key[1], free)]

    def _total(self, name: str, parts: list[cp_model.LinearExprT], unit: int) -> cp_model.IntVar:
        total = self.model.new_int_var(0, 12, name)
        self.model.add(unit * total == sum(parts))
        return total

    def _bonus(self, needs: dict[str, int]) -> None:
        """Three points if all needs are met."""
        if "never" in needs:
            return
        paid = self.model.new_bool_var("bonus")
        for sort in SORTS:
            pairs = [
                n for numbers in (*self.links, self.free) for (s, _, _), n in numbers.items() if s == sort
            ]
            self.model.add(sum(pairs) >= needs.get(sort, 0) * paid)
        rings = [number for ring in self.ring for number in ring.values()]
        self.model.add(sum(rings) >= 6 * needs.get("big", 0) * paid)
        self.value.append(3 * paid)

    def best(self) -> int:
        """Return the most points of rings, pairs and bonus, proved to be optimal."""
        self.model.maximize(sum(self.value))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(self.model)
        assert status == cp_model.OPTIMAL
        return round(solver.objective_value)
