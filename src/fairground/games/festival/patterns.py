"""The language of the objectives: what a card asks for, and every way to lay it on a board.

A cell asks for a colour, a type, both joined by a hyphen, or `any` tile. `^` after it asks for a
raised one (level 2 at least), `^3` for level 3 at least. `linked` draws rows of cells as they must lie,
`.` where it does not matter; `free` lists cells that may lie anywhere, each on a space of its own.
`same = "type"` asks that all cells agree in type, `same = "colour"` in colour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Final, Literal, TypeAlias

from fairground.games.festival.rules.festival import BIT, COLUMN, HIGHEST, KINDS, SPACES, TILES

Same: TypeAlias = Literal["type", "colour"]
Placement: TypeAlias = tuple[int, int]  # the bits it needs in `colours` and in `types`

COLOURS: Final = ("green", "yellow", "blue", "red")
WIDTH: Final = 3
MOST_FREE: Final = 4  # every order of free cells is laid out beforehand


@dataclass(frozen=True)
class Cell:
    """What one visible tile must be; None where it does not matter."""

    row: int = 0
    column: int = 0
    colour: int | None = None
    type: int | None = None
    level: int = 1

    def turned(self) -> "Cell":
        """The cell after a quarter turn clockwise of the whole layout."""
        return replace(self, row=self.column, column=-self.row)

    def fits(self) -> bool:
        return 0 <= self.row < WIDTH and 0 <= self.column < WIDTH


@dataclass(frozen=True)
class Pattern:
    """The cells of a card. If linked, they lie as drawn, turned but never mirrored; if not, anywhere."""

    cells: tuple[Cell, ...]
    linked: bool = True
    same: Same | None = None

    def placements(self) -> list[Placement]:
        """Every way to lay the card on the board."""
        ways = self._linked() if self.linked else self._free()
        return sorted({_needs(spaced) for way in ways for spaced in _agreeing(way, self.same)})

    def _linked(self) -> Iterator[list[tuple[int, Cell]]]:
        cells = list(self.cells)
        for _ in range(4):
            cells = [cell.turned() for cell in cells]
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
    """The way itself, or one for each kind in which all its cells can agree."""
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


def helped(placement: Placement, space: int, tile: int) -> bool:
    """Whether a tile on a space, as far as its colour and type go, serves the placement."""
    colours, types = placement
    level = BIT[36 + space] | BIT[45 + space] | BIT[54 + space]
    if not (colours | types) & level:
        return False  # every cell asks for a level
    wrong_colour = colours & COLUMN[space] & ~BIT[SPACES * (tile // KINDS) + space]
    wrong_type = types & COLUMN[space] & ~BIT[SPACES * (tile % KINDS) + space]
    return not (wrong_colour or wrong_type)


def parts(placements: Sequence[Placement]) -> list[list[Placement]]:
    """For each space and tile, at 16 * space + tile, the placements that it serves."""
    return [
        [placement for placement in placements if helped(placement, space, tile)]
        for space in range(SPACES)
        for tile in range(TILES)
    ]


# Reading and telling


def read_pattern(
    linked: Sequence[str], free: Sequence[str], same: Same | None, types: Sequence[str]
) -> Pattern:
    """The pattern that a box draws; ValueError says what was expected."""
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
    """`green`, `palm^`, `red-rose^3` or `any`."""
    name, raised, level = word.partition("^")
    asked = [] if name == "any" else name.split("-")
    colours = [COLOURS.index(each) for each in asked if each in COLOURS]
    kinds = [types.index(each) for each in asked if each in types]
    if len(colours) > 1 or len(kinds) > 1 or len(colours) + len(kinds) < len(asked):
        told = ", ".join([*COLOURS, *types])
        raise ValueError(f"expected any, or a colour and a type of {told} as in red-{types[0]}, got {word!r}")
    return Cell(
        colour=colours[0] if colours else None,
        type=kinds[0] if kinds else None,
        level=_level(level or "2") if raised else 1,
    )


def _level(digits: str) -> int:
    if digits not in {str(level) for level in range(1, HIGHEST + 1)}:
        raise ValueError(f"expected a level from 1 to {HIGHEST} after ^, got {digits!r}")
    return int(digits)


def tell(pattern: Pattern, types: Sequence[str]) -> str:
    """The pattern in the words it is read from, rows divided by strokes."""
    if pattern.linked:
        told = " / ".join(" ".join(row) for row in drawing(pattern, types))
    else:
        told = " + ".join(tell_cell(cell, types) for cell in pattern.cells) + " anywhere"
    return told + (f", all of one {pattern.same}" if pattern.same else "")


def drawing(pattern: Pattern, types: Sequence[str]) -> list[list[str]]:
    """The cells of a linked pattern row by row, `.` where it does not matter."""
    high = max(cell.row for cell in pattern.cells) + 1
    wide = max(cell.column for cell in pattern.cells) + 1
    rows = [["."] * wide for _ in range(high)]
    for cell in pattern.cells:
        rows[cell.row][cell.column] = tell_cell(cell, types)
    return rows


def tell_cell(cell: Cell, types: Sequence[str]) -> str:
    colour = [] if cell.colour is None else [COLOURS[cell.colour]]
    kind = [] if cell.type is None else [types[cell.type]]
    raised = "" if cell.level == 1 else "^" if cell.level == 2 else f"^{cell.level}"
    return ("-".join(colour + kind) or "any") + raised
