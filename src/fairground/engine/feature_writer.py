"""Writes what one seat may know as a row of numbers, from left to right."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NOWHERE: Final[i64] = -1  # a chosen place that does not exist


class FeatureWriter:
    """The numbers, and the place of the next one; several rows may share one writer."""

    def __init__(self, size: i64) -> None:
        self.cells: vec[float] = vec[float]([0.0] * size)
        self.at: i64 = 0

    def put(self, number: float) -> None:
        """Write one number."""
        self.cells[self.at] = number
        self.at += 1

    def flag(self, yes: bool) -> None:
        """Write 1 for yes or 0 for no."""
        self.cells[self.at] = 1.0 if yes else 0.0
        self.at += 1

    def part(self, number: i64, whole: float) -> None:
        """Write a number divided by its maximum, or by a typical value."""
        self.cells[self.at] = float(number) / whole
        self.at += 1

    def hot(self, chosen: i64, size: i64) -> None:
        """Write `size` zeros with a 1 in the chosen place, or without a 1 if that lies outside."""
        cells, at = self.cells, self.at
        for place in range(size):
            cells[at + place] = 0.0
        if 0 <= chosen < size:
            cells[at + chosen] = 1.0
        self.at = at + size

    def bits(self, held: i64, size: i64) -> None:
        """Write the lowest bits of a set, one number each."""
        cells, at = self.cells, self.at
        for place in range(size):
            cells[at + place] = 1.0 if held & 1 else 0.0
            held >>= 1
        self.at = at + size

    def parts(self, numbers: vec[i64], start: i64, end: i64, whole: float) -> None:
        """Write the numbers from `start` up to but not including `end`, each divided by `whole`."""
        cells, at = self.cells, self.at - start
        for place in range(start, end):
            cells[at + place] = float(numbers[place]) / whole
        self.at = at + end

    # Around the table

    def clockwise(self, numbers: vec[i64], seat: i64, each: i64, whole: float) -> None:
        """Write `each` numbers of every seat, those of `seat` first, divided by `whole`."""
        self.parts(numbers, each * seat, len(numbers), whole)
        self.parts(numbers, 0, each * seat, whole)

    def whose(self, owner: i64, seat: i64, seats: i64) -> None:
        """Write a number for each seat, that of `seat` first: 1 for the owner, 0 for others; -1 is nobody."""
        self.hot((owner - seat) % seats if owner >= 0 else NOWHERE, seats)

    # Counting

    def room(self, size: i64) -> i64:
        """Write `size` zeros and return the place of the first."""
        self.hot(NOWHERE, size)
        return self.at - size

    def add(self, place: i64, number: float) -> None:
        """Add to the number at a place."""
        self.cells[place] += number
