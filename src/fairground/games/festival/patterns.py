"""The patterns of objectives: what a card asks for, and every way to place it on a board.

A cell asks for a colour, a type, both joined by a hyphen, or `any` tile. A `^` after it asks for a
raised tile (at least level 2), `^3` for at least level 3. `linked` draws rows of cells in their positions,
with `.` for a space that does not matter. `free` lists cells that may be anywhere, each on a different
space. A card may have both: then its free cells are on spaces that the drawn ones do not use. `same =
"type"` asks that all cells have the same type, `same = "colour"` the same colour.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from math import factorial, perm, prod
from operator import or_
from typing import Final, Literal, TypeAlias

from fairground.games.festival.rules.festival import BIT, FACES, HIGHEST, KINDS, SPACES

Same: TypeAlias = Literal["type", "colour"]
Placement: TypeAlias = tuple[int, int]  # the bits that `colours` and `types` must have

COLOURS: Final = ("green", "yellow", "blue", "red")
WIDTH: Final = 3
MOST_FREE: Final = 4  # because every order of free cells is listed in advance
MOST_USES: Final = 120_000  # of tiles in the placements of all cards, because these are listed too


@dataclass(frozen=True)
class Cell:
    """What one visible tile must be; None means that it does not matter."""

    row: int = 0
    column: int = 0
    colour: int | None = None
    type: int | None = None
    level: int = 1

    def tiles(self) -> list[int]:
        """Return the tiles that have the cell's colour and type."""
        colours = range(KINDS) if self.colour is None else [self.colour]
        types = range(KINDS) if self.type is None else [self.type]
        return [KINDS * colour + kind for colour in colours for kind in types]

    def needs(self) -> list[Placement]:
        """Return what the cell needs on each space."""
        return [self._needs(space) for space in range(SPACES)]

    def _needs(self, space: int) -> Placement:
        colours = 0 if self.colour is None else BIT[SPACES * self.colour + space]
        types = 0 if self.type is None else BIT[SPACES * self.type + space]
        level = BIT[36 + SPACES * ((self.level - 1) % 3) + space]
        return (colours, types | level) if self.level > 3 else (colours | level, types)


@dataclass(frozen=True)
class Spread:
    """Placements of the same cells: the spaces that each of them uses, in the order of the cells."""

    cells: tuple[Cell, ...]
    spaces: dict[Placement, tuple[int, ...]]

    def by_space(self) -> Iterator[list[list[Placement]]]:
        """Yield for each cell the placements that have it on each space."""
        for number in range(len(self.cells)):
            there: list[list[Placement]] = [[] for _ in range(SPACES)]
            for placement, spaces in self.spaces.items():
                there[spaces[number]].append(placement)
            yield there


@dataclass(frozen=True)
class Pattern:
    """The cells of a card: drawn ones keep their shape, turned but never mirrored; free ones are anywhere."""

    drawn: tuple[Cell, ...]
    free: tuple[Cell, ...] = ()
    same: Same | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return all cells, the drawn ones first."""
        return self.drawn + self.free

    def placements(self) -> list[Placement]:
        """Return every way to place the card on the board."""
        return [placement for spread in self.spreads() for placement in spread.spaces]

    def spreads(self) -> list[Spread]:
        """Return the placements together with the spaces they use."""
        spaces = self._spaces()
        return [Spread(cells, _place(cells, spaces)) for cells in self.agreeing()]

    def count_uses(self) -> int:
        """Return how many placements `placements_by_tile` lists at most, without listing them."""
        uses = sum(len(cell.tiles()) for cells in self.agreeing() for cell in cells)
        return self._count_turned() * self._count_free() * uses

    def agreeing(self) -> list[tuple[Cell, ...]]:
        """Return the cells themselves, or the cells of each kind that all of them can share."""
        if self.same is None:
            return [self.cells]
        asked = {getattr(cell, self.same) for cell in self.cells} - {None}
        kinds = [kind for kind in range(KINDS) if asked <= {kind}]
        return [tuple(_of_kind(cell, self.same, kind) for cell in self.cells) for kind in kinds]

    def _count_turned(self) -> int:
        if not self.drawn:
            return 1
        rows, columns = zip(*self._places(), strict=True)
        high: int = max(rows) - min(rows)
        wide: int = max(columns) - min(columns)
        return 4 * (WIDTH - high) * (WIDTH - wide)

    def _count_free(self) -> int:
        orders: int = prod(factorial(self._free_alike().count(cell)) for cell in set(self._free_alike()))
        return perm(SPACES - len(self.drawn), len(self.free)) // orders

    def _free_alike(self) -> list[Cell]:
        """Return the free cells as they are once all cells agree: those of one kind may become equal."""
        return list(self.agreeing()[0][len(self.drawn) :]) if self.agreeing() else []

    def _spaces(self) -> list[tuple[int, ...]]:
        """Return the spaces that the cells can be on, in the order of the cells."""
        alike = self._free_alike()
        firsts = tuple(map(alike.index, alike))
        found = []
        for turned in self._turned():
            rest = [space for space in range(SPACES) if space not in turned]
            found += [(*turned, *(rest[at] for at in free)) for free in free_spaces(firsts, len(rest))]
        return found

    def _places(self) -> list[tuple[int, int]]:
        return [(cell.row, cell.column) for cell in self.drawn]

    def _turned(self) -> list[tuple[int, ...]]:
        """Return the spaces of the drawn cells, for every turn of the drawing and every place it fits."""
        if not self.drawn:
            return [()]
        places = self._places()
        found: list[tuple[int, ...]] = []
        for _ in range(4):
            places = [(column, -row) for row, column in places]
            top, left = min(row for row, _ in places), min(column for _, column in places)
            high, wide = max(row for row, _ in places) - top, max(column for _, column in places) - left
            for down, across in product(range(WIDTH - high), range(WIDTH - wide)):
                first = WIDTH * (down - top) + across - left
                found.append(tuple(first + WIDTH * row + column for row, column in places))
        return found


def _of_kind(cell: Cell, same: Same, kind: int) -> Cell:
    return replace(cell, type=kind) if same == "type" else replace(cell, colour=kind)


@cache
def free_spaces(firsts: tuple[int, ...], spaces: int) -> list[tuple[int, ...]]:
    """Return which of so many spaces free cells can be on; `firsts` has the first cell that each is equal to.

    Equal cells take their spaces in ascending order, so that no placement comes twice.
    """
    alike = [(one, other) for other, one in enumerate(firsts) if one != other]
    orders = [(max(at for at in range(other) if firsts[at] == one), other) for one, other in alike]
    every = permutations(range(spaces), len(firsts))
    return [chosen for chosen in every if all(chosen[one] < chosen[other] for one, other in orders)]


def _place(cells: tuple[Cell, ...], spaces: list[tuple[int, ...]]) -> dict[Placement, tuple[int, ...]]:
    """Return the placements of the cells on these spaces, each with its spaces; equal ones come once."""
    columns = list(zip(*spaces, strict=True))
    needs = [tuple(zip(*cell.needs(), strict=True)) for cell in cells]
    colours = _join([colours for colours, _ in needs], columns)
    types = _join([types for _, types in needs], columns)
    return dict(zip(zip(colours, types, strict=True), spaces, strict=True))


def _join(needs: list[tuple[int, ...]], columns: list[tuple[int, ...]]) -> Iterable[int]:
    """Return what all cells need together, for the spaces in each row of the columns."""
    joined: Iterable[int] = [0] * len(columns[0])
    for need, column in zip(needs, columns, strict=True):
        joined = map(or_, joined, map(need.__getitem__, column))
    return joined


def placements_by_tile(spreads: Iterable[Spread]) -> list[list[Placement]]:
    """Return, at 16 * space + tile, the placements that use this tile on this space."""
    using: list[list[Placement]] = [[] for _ in range(SPACES * FACES)]
    for spread in spreads:
        for cell, there in zip(spread.cells, spread.by_space(), strict=True):
            for space, tile in product(range(SPACES), cell.tiles()):
                using[FACES * space + tile] += there[space]
    return using


# Reading and describing


def read_pattern(
    linked: Sequence[str], free: Sequence[str], same: Same | None, types: Sequence[str]
) -> Pattern:
    """Read the pattern that a box draws; a ValueError says what was expected."""
    if not linked and not free:
        raise ValueError("expected a linked layout, free cells, or both")
    if len(free) > MOST_FREE:
        raise ValueError(f"expected at most {MOST_FREE} free cells, got {len(free)}")
    drawn = _drawn(linked, types)
    if linked and not drawn:
        raise ValueError("expected at least one cell in the layout, got none")
    if len(drawn) + len(free) > SPACES:
        raise ValueError(f"expected at most {SPACES} cells, got {len(drawn)} linked and {len(free)} free")
    return Pattern(tuple(drawn), tuple(read_cell(word, types) for word in free), same)


def _drawn(rows: Sequence[str], types: Sequence[str]) -> list[Cell]:
    words = [row.split() for row in rows]
    widest = max((len(row) for row in words), default=0)
    if len(rows) > WIDTH or widest > WIDTH:
        raise ValueError(f"expected a layout that fits 3 x 3 spaces, got {len(rows)} x {widest}")
    return [
        replace(read_cell(word, types), row=row, column=column)
        for row, line in enumerate(words)
        for column, word in enumerate(line)
        if word != "."
    ]


def read_cell(word: str, types: Sequence[str]) -> Cell:
    """Read a cell such as `green`, `palm^`, `red-rose^3` or `any`."""
    name, raised, level = word.partition("^")
    asked = [] if name == "any" else name.split("-")
    colours = [COLOURS.index(each) for each in asked if each in COLOURS]
    kinds = [types.index(each) for each in asked if each in types]
    if len(colours) > 1 or len(kinds) > 1 or len(colours) + len(kinds) < len(asked):
        known = ", ".join([*COLOURS, *types])
        raise ValueError(
            f"expected any, or a colour and a type of {known} as in red-{types[0]}, got {word!r}"
        )
    return Cell(
        colour=colours[0] if colours else None,
        type=kinds[0] if kinds else None,
        level=_level(level or "2") if raised else 1,
    )


def _level(digits: str) -> int:
    if digits not in {str(level) for level in range(1, HIGHEST + 1)}:
        raise ValueError(f"expected a level from 1 to {HIGHEST} after ^, got {digits!r}")
    return int(digits)


def describe(pattern: Pattern, types: Sequence[str]) -> str:
    """Write the pattern in the words it is read from, with strokes between rows."""
    rows = " / ".join(" ".join(row) for row in drawing(pattern, types))
    free = " + ".join(describe_cell(cell, types) for cell in pattern.free)
    parts = [rows] if rows else []
    parts += [f"{free} anywhere"] if free else []
    return " and ".join(parts) + (f", all of one {pattern.same}" if pattern.same else "")


def drawing(pattern: Pattern, types: Sequence[str]) -> list[list[str]]:
    """Return the drawn cells of a pattern row by row, with `.` where it does not matter."""
    high = max((cell.row for cell in pattern.drawn), default=-1) + 1
    wide = max((cell.column for cell in pattern.drawn), default=-1) + 1
    rows = [["."] * wide for _ in range(high)]
    for cell in pattern.drawn:
        rows[cell.row][cell.column] = describe_cell(cell, types)
    return rows


def describe_cell(cell: Cell, types: Sequence[str]) -> str:
    colour = [] if cell.colour is None else [COLOURS[cell.colour]]
    kind = [] if cell.type is None else [types[cell.type]]
    raised = "" if cell.level == 1 else "^" if cell.level == 2 else f"^{cell.level}"
    return ("-".join(colour + kind) or "any") + raised
