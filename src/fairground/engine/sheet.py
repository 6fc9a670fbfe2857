"""A row of numbers that is written from left to right: what one seat may know, for learning."""

from librt.vecs import vec
from mypy_extensions import i64


class Sheet:
    """Cells and the place where the next number goes; several rows may share one sheet."""

    def __init__(self, size: i64) -> None:
        self.cells: vec[float] = vec[float]([0.0] * size)
        self.at: i64 = 0

    def put(self, number: float) -> None:
        """One number."""
        self.cells[self.at] = number
        self.at += 1

    def flag(self, yes: bool) -> None:
        """1 for yes, 0 for no."""
        self.cells[self.at] = 1.0 if yes else 0.0
        self.at += 1

    def part(self, number: i64, whole: i64) -> None:
        """A number divided by what it is at most, or about."""
        self.cells[self.at] = float(number) / float(whole)
        self.at += 1

    def hot(self, chosen: i64, size: i64) -> None:
        """So many zeros with a 1 in the chosen place; none of them, if it lies outside."""
        cells, at = self.cells, self.at
        for place in range(size):
            cells[at + place] = 0.0
        if 0 <= chosen < size:
            cells[at + chosen] = 1.0
        self.at = at + size

    def bits(self, held: i64, size: i64) -> None:
        """The lowest bits of a set, one number each."""
        cells, at = self.cells, self.at
        for place in range(size):
            cells[at + place] = float(held & 1)
            held >>= 1
        self.at = at + size
