"""The patterns of objectives: what a card asks for, and every way to place it on a board.

A cell asks for a colour, a type, both joined by a hyphen, or `any` tile. A `^` after it asks for a
raised tile (at least level 2), `^3` for at least level 3. `linked` draws rows of cells in their positions,
with `.` for a space that does not matter. `free` lists cells that may be anywhere, each on a different
space. `same = "type"` asks that all cells have the same type, `same = "colour"` the same colour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Final, Literal, TypeAlias

from fairground.games.festival.rules.festival import BIT, COLUMN, HIGHEST, KINDS, SPACES, TILES

Same: TypeAlias = Literal["type", "colour"]
Placement: TypeAlias = tuple[int, int]  # the bits that `colours` and `types` must have

COLOURS: Final = ("green", "yellow", "blue", "red")
WIDTH: Final = 3
MOST_FREE: Final = 4  # because every order of free cells is listed in advance


@dataclass(frozen=True)
class Cell:
    """What one visible tile must be; None means that it does not matter."""

    row: int = 0
    column: int = 0
    colour: int | None = None
    type: int | None = None
    level: int = 1

    def rotate(self) -> "Cell":
        """Return the cell after turning the whole layout clockwise by a quarter."""
        return replace(self, row=self.column, column=-self.row)


@dataclass(frozen=True)
class Pattern:
    """The cells of a card. Linked cells keep their drawn shape, turned but never mirrored."""

    cells: tuple[Cell, ...]
    linked: bool = True
    same: Same | None = None

    def placements(self) -> list[Placement]:
        """Return every way to place the card on the board."""
        ways = self._linked() if self.linked else self._free()
        return sorted({_needs(spaced) for way in ways for spaced in _agreeing(way, self.same)})

    def _linked(self) -> Iterator[list[tuple[int, Cell]]]:
        cells = list(self.cells)
        for _ in range(4):
            cells = [cell.rotate() for cell in cells]
            for down, across in product(range(-2, 5), repeat=2):
                moved = [(cell.row + down, cell.column + across) for cell in cells]
                if all(0 <= place < WIDTH for pair in moved for place in pair):
                    yield [
                        (WIDTH * row + column, cell) for (row, column), cell in zip(moved, cells, strict=True)
                    ]

    def _free(self) -> Iterator[list[tuple[int, Cell]]]:
        for spaces in permutations(range(SPACES), len(self.cells)):
            yield list(zip(spaces, self.cells, strict=True))


def _agreeing(way: list[tuple[int, Cell]], same: Same | None) -> Iterator[list[tuple[int, Cell]]]:
    """Yield the way itself, or one for each kind that all its cells can share."""
    if same is None:
        yield way
        return
    for kind in range(KINDS):
        asked = [cell.type if same == "type" else cell.colour for _, cell in way]
        if all(each in {None, kind} for each in asked):
            yield [(space, _of_kind(cell, same, kind)) for space, cell in way]


def _of_kind(cell: Cell, same: Same, kind: int) -> Cell:
    return replace(cell, type=kind) if same == "type" else replace(cell, colour=kind)


def _needs(way: list[tuple[int, Cell]]) -> Placement:
    colours = types = 0
    for space, cell in way:
        if cell.colour is not None:
            colours |= BIT[SPACES * cell.colour + space]
        if cell.type is not None:
            types |= BIT[SPACES * cell.type + space]
        step, high = (cell.level - 1) % 3, cell.level > 3
        types |= BIT[36 + SPACES * step + space] if high else 0
        colours |= 0 if high else BIT[36 + SPACES * step + space]
    return colours, types


def accepts(placement: Placement, space: int, tile: int) -> bool:
    """Tell whether a placement has a cell on a space, and the tile has the colour and type for it."""
    colours, types = placement
    level = BIT[36 + space] | BIT[45 + space] | BIT[54 + space]
    if not (colours | types) & level:
        return False  # no cell there: every cell asks for a level
    wrong_colour = colours & COLUMN[space] & ~BIT[SPACES * (tile // KINDS) + space]
    wrong_type = types & COLUMN[space] & ~BIT[SPACES * (tile % KINDS) + space]
    return not (wrong_colour or wrong_type)


def placements_by_tile(placements: Sequence[Placement]) -> list[list[Placement]]:
    """Return, at 16 * space + tile, the placements that accept this tile on this space."""
    return [
        [placement for placement in placements if accepts(placement, space, tile)]
        for space in range(SPACES)
        for tile in range(TILES)
    ]


# Reading and describing


def read_pattern(
    linked: Sequence[str], free: Sequence[str], same: Same | None, types: Sequence[str]
) -> Pattern:
    """Read the pattern that a box draws; a ValueError says what was expected."""
    if bool(linked) == bool(free):
        raise ValueError("expected either a linked layout or free cells")
    cells = _drawn(linked, types) if linked else [read_cell(word, types) for word in free]
    if not cells:
        raise ValueError("expected at least one cell, got none")
    if free and len(cells) > MOST_FREE:
        raise ValueError(f"expected at most {MOST_FREE} free cells, got {len(cells)}")
    return Pattern(tuple(cells), bool(linked), same)


def _drawn(rows: Sequence[str], types: Sequence[str]) -> list[Cell]:
    words = [row.split() for row in rows]
    widest = max(len(row) for row in words)
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
    if pattern.linked:
        text = " / ".join(" ".join(row) for row in drawing(pattern, types))
    else:
        text = " + ".join(describe_cell(cell, types) for cell in pattern.cells) + " anywhere"
    return text + (f", all of one {pattern.same}" if pattern.same else "")


def drawing(pattern: Pattern, types: Sequence[str]) -> list[list[str]]:
    """Return the cells of a linked pattern row by row, with `.` where it does not matter."""
    high = max(cell.row for cell in pattern.cells) + 1
    wide = max(cell.column for cell in pattern.cells) + 1
    rows = [["."] * wide for _ in range(high)]
    for cell in pattern.cells:
        rows[cell.row][cell.column] = describe_cell(cell, types)
    return rows


def describe_cell(cell: Cell, types: Sequence[str]) -> str:
    colour = [] if cell.colour is None else [COLOURS[cell.colour]]
    kind = [] if cell.type is None else [types[cell.type]]
    raised = "" if cell.level == 1 else "^" if cell.level == 2 else f"^{cell.level}"
    return ("-".join(colour + kind) or "any") + raised
