"""Remembers the values of positions that a search reaches in several ways."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

MISSING: Final = -1
EXACT: Final = 0  # kinds of value: what it is, at least it, or at most it
LEAST: Final = 1
MOST: Final = 2
DEPTHS: Final = 0xFF  # the largest depth
REPLY: Final = 0x1000  # facts hold a move above the depth, the kind of value and whether it was cut
SIZES: Final = (1021, 8191, 65521, 524287, 1048573)  # primes, so that no digit of a key is lost


class PositionTable:
    """One place for each remainder of a position's key; a new position takes it from an older one."""

    def __init__(self, room: i64) -> None:
        """Make an empty table for about so many positions, within limits."""
        self.size: i64 = SIZES[-1]
        for size in SIZES[:-1]:
            if room <= size:
                self.size = size
                break
        self.keys: vec[i64] = vec[i64]([0] * self.size)
        self.facts: vec[i64] = vec[i64]([0] * self.size)
        self.values: vec[float] = vec[float]([0.0] * self.size)

    def find(self, key: i64, depth: i64) -> i64:
        """Return the place of what a search of this depth found, MISSING if it is not known.

        A value that no deeper search changes is as good as one of any greater depth.
        """
        place = key % self.size
        if self.keys[place] != key:
            return MISSING
        known = self.facts[place] >> 3 & DEPTHS
        return place if known == depth or (known < depth and not self.is_cut(place)) else MISSING

    def reply(self, key: i64) -> i64:
        """Return the place of the best move in the latest search of a position; MISSING if unknown."""
        place = key % self.size
        return self.facts[place] // REPLY if self.keys[place] == key else MISSING

    def is_cut(self, place: i64) -> bool:
        """Return whether a deeper search might change the value."""
        return self.facts[place] & 1 == 1

    def decides(self, place: i64, alpha: float, beta: float) -> bool:
        """Return whether the value is all that a search between alpha and beta needs."""
        kind = (self.facts[place] >> 1) & 3
        value = self.values[place]
        return kind == EXACT or (kind == LEAST and value >= beta) or (kind == MOST and value <= alpha)

    def keep(self, key: i64, depth: i64, value: float, kind: i64, cut: bool, reply: i64) -> None:
        """Keep what a search found; `reply` is the place of the best move among the legal ones."""
        place = key % self.size
        self.keys[place] = key
        self.facts[place] = reply * REPLY + (depth << 3 | kind << 1 | i64(cut))
        self.values[place] = value
