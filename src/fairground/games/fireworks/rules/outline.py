"""§1 The outline of a city board: which spaces are next to each other, and where big fireworks fit."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.rules.tiles import DIRECTIONS, EMPTY, NAMED_ROWS

STEPS: Final = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))  # by direction, in half hexagons


class Outline:
    """Centred rows of hexagons. Spaces count from 0 in reading order."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        # For each space and direction the neighbouring space, EMPTY beyond the board.
        self.next: vec[i64] = vec[i64](_neighbours(rows))
        # For each space and direction of a petal the space that the half on the opposite edge points to.
        self.behind: vec[i64] = vec[i64](
            [
                int(self.next[at // DIRECTIONS * DIRECTIONS + (at + 3) % DIRECTIONS])
                for at in range(len(self.next))
            ]
        )
        self.cores = self._find_cores()
        # Where the cores lie at first: as far from each other as the first of them allows.
        self.starts: vec[i64] = vec[i64](list(self._first_cores()))

    def around(self, space: int) -> list[int]:
        """Return the neighbours of a space by direction."""
        return [int(self.next[space * DIRECTIONS + direction]) for direction in range(DIRECTIONS)]

    def inner_spaces(self) -> list[int]:
        """Return the spaces around which a ring fits."""
        return [space for space in range(sum(self.rows)) if EMPTY not in self.around(space)]

    def _find_cores(self) -> list[tuple[int, int]]:
        """Return all pairs of spaces around which two big fireworks fit side by side, the first one first."""
        inner = self.inner_spaces()
        whole = {core: {core, *self.around(core)} for core in inner}
        return [
            (one, other) for one in inner for other in inner if one < other and not whole[one] & whole[other]
        ]

    def _first_cores(self) -> tuple[int, int]:
        if not self.cores:
            return 0, 1
        first = self.cores[0][0]
        return first, max(other for one, other in self.cores if one == first)


def _neighbours(rows: list[int]) -> list[int]:
    at: dict[tuple[int, int], int] = {}
    for y in range(len(rows)):
        for place in range(rows[y]):
            at[(2 * place - rows[y] + 1, y)] = len(at)
    return [at.get((x + dx, y + dy), EMPTY) for x, y in at for dx, dy in STEPS]


def direction_to(outline: Outline, space: i64, other: i64) -> i64:
    """Return the direction in which a neighbouring space lies."""
    near = outline.next
    for direction in range(i64(DIRECTIONS)):
        if near[space * DIRECTIONS + direction] == other:
            return direction
    raise ValueError(f"expected neighbouring spaces, got {space} and {other}")


USUAL: Final = Outline(list(NAMED_ROWS))
