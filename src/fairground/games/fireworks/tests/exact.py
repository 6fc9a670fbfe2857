"""§4 The exact optimum of a set of tiles, found by OR-Tools CP-SAT on counts.

Written independently of the arranger: the room for pairs is found by trying every place of the cores.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from ortools.sat.python import cp_model

from fairground.games.fireworks.tests.naive import ROWS, Grid

Kind = tuple[str, str, str]  # colour, shape, half
COLOURS = ("red", "yellow", "green", "blue")
SORTS = ("saturn", "kaleidoscope")


class Board:
    """The spaces of an outline, and what fits on them."""

    def __init__(self, rows: tuple[int, ...]) -> None:
        self.grid = Grid(rows)
        self.names = sorted(self.grid.at)
        self.near = {space: [self.grid.beside(space, d) for d in range(6)] for space in self.names}
        self.inner = [space for space in self.names if None not in self.near[space]]
        self.pairs: dict[frozenset[str], int] = {}
        self.best: dict[tuple[int, ...], int] = {}

    def most_pairs(self, free: frozenset[str]) -> int:
        """Return the most pairs of neighbours that a set of spaces can hold."""
        if len(free) < 2:
            return 0
        if free not in self.pairs:
            first = min(free)
            rest = free - {first}
            partners = [other for other in self.near[first] if other in rest]
            joined = [1 + self.most_pairs(rest - {str(other)}) for other in partners]
            self.pairs[free] = max([self.most_pairs(rest), *joined])
        return self.pairs[free]

    def beyond(self, core: str, free: frozenset[str]) -> list[str]:
        """Return the free spaces beyond the ring of a core, where a half can join one in the ring."""
        beyond = [self.grid.beside(str(self.near[core][d]), d) for d in range(6)]
        return [space for space in beyond if space in free]

    def meet(self, core: str, other: str) -> bool:
        """Return whether a half in the ring of one core points at a half in the ring of the other."""
        (x, y), (to_x, to_y) = self.grid.at[core], self.grid.at[other]
        return (abs(to_x - x), abs(to_y - y)) in {(6, 0), (3, 3)}

    def add(self, rings: tuple[str, ...], others: tuple[str, ...], joints: tuple[int, ...] = ()) -> None:
        """Find the most pairs outside the rings for each number of links of each ring."""
        used = {*rings, *others, *(str(space) for core in rings for space in self.near[core])}
        free = frozenset(self.names) - used
        choices = [[(), *_subsets(self.beyond(core, free))] for core in rings]
        for chosen in product(*choices):
            spaces = [space for subset in chosen for space in subset]
            if len(set(spaces)) == len(spaces):
                key = (*(len(subset) for subset in chosen), *joints)
                self.best[key] = max(self.best.get(key, 0), self.most_pairs(free - set(spaces)))


def _subsets(spaces: list[str]) -> list[tuple[str, ...]]:
    return [subset for size in range(1, len(spaces) + 1) for subset in combinations(spaces, size)]


@cache
def room(rows: tuple[int, ...] = ROWS) -> dict[tuple[int, ...], int]:
    """Return the room for pairs by the links of each ring, for no ring, one and two.

    With two rings a third number says whether a half of one ring meets one of the other.
    """
    board = Board(rows)
    apart = [
        (core, other)
        for core, other in product(board.inner, repeat=2)
        if not ({core, *board.near[core]} & {other, *board.near[other]})
    ]
    for cores in combinations(board.names, 2):
        if board.best.get(()) != (len(board.names) - 2) // 2:
            board.add((), cores)
    for core, other in product(board.inner, board.names):
        if other != core and other not in board.near[core]:
            board.add((core,), (other,))
    for core, other in apart:
        for joints in range(2 if board.meet(core, other) else 1):
            board.add((core, other), (), (joints,))
    return board.best


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
        rows: tuple[int, ...] = ROWS,
    ) -> None:
        self.model = cp_model.CpModel()
        self.prices = prices
        self.rows = rows
        self.kinds = kinds
        self.cores = cores
        self.value: list[cp_model.LinearExprT] = []
        self.ring = [self._ring(core) for core in range(2)]
        self.links = [self._numbers(f"link {core}") for core in range(2)]
        self.joints = self._numbers("joint")  # the colour in the first ring, then that in the second
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
        """A half is in one pair at most; only a joint has both halves inside rings."""
        for kind, count in self.kinds.items():
            self.model.add(sum(ring[kind] for ring in self.ring) <= count)
        for sort, colour in product(SORTS, COLOURS):
            here = [kind for kind in self.kinds if kind[2] == sort and kind[0] == colour]
            inside = [sum(ring[kind] for kind in here) for ring in self.ring]
            joined = [
                sum(self.joints[sort, colour, o] for o in COLOURS),
                sum(self.joints[sort, o, colour] for o in COLOURS),
            ]
            for core in range(2):
                linked = sum(self.links[core][sort, colour, o] for o in COLOURS)
                self.model.add(linked + joined[core] <= inside[core])
            outer = sum(self.links[core][sort, o, colour] for core in range(2) for o in COLOURS)
            pairs = sum(self.free[sort, colour, o] + self.free[sort, o, colour] for o in COLOURS)
            total = sum(self.kinds[kind] for kind in here)
            self.model.add(outer + pairs + sum(inside) <= total)
        for numbers in (*self.links, self.joints, self.free):
            for (sort, one, other), number in numbers.items():
                pair = self.prices.saturn if sort == "saturn" else self.prices.kaleidoscope
                self.value.append(pair[one != other] * number)

    def _geometry(self) -> None:
        """Links and pairs must fit on the board."""
        rows = []
        for key, pairs in room(self.rows).items():
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
                self._total("joints", list(self.joints.values()), 1),
                self._total("pairs", list(self.free.values()), 1),
            ],
            rows,
        )

    @staticmethod
    def _rows(key: tuple[int, ...], free: int) -> list[tuple[int, ...]]:
        if not key:
            return [(0, 0, 0, 0, 0, free)]
        if len(key) == 1:
            return [(1, 0, key[0], 0, 0, free), (0, 1, 0, key[0], 0, free)]
        return [(1, 1, *key, free)]

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
                number
                for numbers in (*self.links, self.joints, self.free)
                for (of, _, _), number in numbers.items()
                if of == sort
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
