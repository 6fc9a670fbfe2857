"""A row of numbers that is written from left to right: what one seat may know, for learning."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NOWHERE: Final[i64] = -1  # chosen where nothing is


class FeatureWriter:
    """Cells and the place where the next number goes; several rows may share one writer."""

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

    def part(self, number: i64, whole: float) -> None:
        """A number divided by what it is at most, or about."""
        self.cells[self.at] = float(number) / whole
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
            cells[at + place] = 1.0 if held & 1 else 0.0
            held >>= 1
        self.at = at + size

    def parts(self, numbers: vec[i64], start: i64, end: i64, whole: float) -> None:
        """The numbers from `start` to before `end`, each divided by what it is at most, or about."""
        cells, at = self.cells, self.at - start
        for place in range(start, end):
            cells[at + place] = float(numbers[place]) / whole
        self.at = at + end

    # Around the table

    def clockwise(self, numbers: vec[i64], seat: i64, each: i64, whole: float) -> None:
        """So many numbers of each seat, those of `seat` first; divided by what they are at most, or about."""
        self.parts(numbers, each * seat, len(numbers), whole)
        self.parts(numbers, 0, each * seat, whole)

    def whose(self, owner: i64, seat: i64, seats: i64) -> None:
        """A number for each seat, that of `seat` first: 1 for the owner, unless that is nobody (-1)."""
        self.hot((owner - seat) % seats if owner >= 0 else NOWHERE, seats)

    # What is counted while it is written

    def room(self, size: i64) -> i64:
        """So many zeros; returns the place of the first."""
        self.hot(NOWHERE, size)
        return self.at - size

    def add(self, place: i64, number: float) -> None:
        """To what was written there."""
        self.cells[place] += number
