"""§4 Pairs of halves outside the rings: how many there are, and what they and the character are worth."""

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.arranger.plan import least
from fairground.games.fireworks.rules.printed import NEEDS, FireworksPrinted
from fairground.games.fireworks.rules.tiles import COLOURS


class CharacterBonus:
    """The bonus of a character, and the pairs and rings that earn it."""

    def __init__(self) -> None:
        self.points: i64 = 0
        self.kaleidoscopes: i64 = 0
        self.saturns: i64 = 0
        self.rings: i64 = 0

    def set_character(self, printed: FireworksPrinted, character: i64, flowers: i64, types: i64) -> None:
        """Look a character up. Without the flowers and types of special tiles it needs, it earns nothing."""
        need, needs = printed.needs, character * NEEDS
        if flowers >= need[needs + 3] and types >= need[needs]:
            self.points = printed.bonus[character]
            self.kaleidoscopes = need[needs + 1]
            self.saturns = need[needs + 2]
            self.rings = need[needs + 4]
        else:
            self.points = 0
            self.kaleidoscopes = 0
            self.saturns = 0
            self.rings = 0

    def earned_by(self, rings: i64, saturns: i64, kaleidoscopes: i64) -> i64:
        """Return the points for a board with so many rings and pairs."""
        if rings >= self.rings and saturns >= self.saturns and kaleidoscopes >= self.kaleidoscopes:
            return self.points
        return 0


class PairCounts:
    """Pairs of each sort, split into good ones (of the colours that pay more) and lesser ones."""

    def __init__(self) -> None:
        self.good: vec[i64] = vec[i64]([0, 0])
        self.lesser: vec[i64] = vec[i64]([0, 0])
        self.better: vec[i64] = vec[i64]([0, 0])  # points of a good pair
        self.worse: vec[i64] = vec[i64]([0, 0])  # points of a lesser pair
        self.prefer_same: vec[i64] = vec[i64]([0, 0])  # 1 if pairs of one colour are the good ones
        self.order: vec[i64] = vec[i64]([0, 1, 2, 3])  # good pairs of each sort, lesser ones: dearest first

    def set_points(self, printed: FireworksPrinted) -> None:
        """Look up what pairs of one colour and of two are worth."""
        self._set_sort(0, printed.saturn_same, printed.saturn_different)
        self._set_sort(1, printed.kaleidoscope_same, printed.kaleidoscope_different)

        for at in range(i64(4)):
            self.order[at] = at

    def sort_by_points(self) -> None:
        """Let dearer pairs come first in any room, even if it is the lesser ones of a sort."""
        order = self.order
        for end in range(i64(1), i64(4)):
            at = end
            while at and self._points_at(at) > self._points_at(at - 1):
                order[at], order[at - 1] = order[at - 1], order[at]
                at -= 1

    def _points_at(self, at: i64) -> i64:
        """Return the points of a pair of those that come here in the order."""
        place = self.order[at]
        return self.better[place] if place < 2 else self.worse[place - 2]

    def _set_sort(self, sort: i64, same: i64, different: i64) -> None:
        prefer_same = same >= different
        self.prefer_same[sort] = 1 if prefer_same else 0
        self.better[sort] = same if prefer_same else different
        self.worse[sort] = different if prefer_same else same

    def expect(self, sort: i64, good: i64, pairs: i64) -> None:
        """Set so many pairs of a sort, at most so many of them good."""
        good = least(good, pairs)
        self.good[sort] = good
        self.lesser[sort] = pairs - good

    def count(self, free: vec[i64]) -> None:
        """Count the pairs that free halves make, given by class."""
        for sort in range(i64(2)):
            total: i64 = 0
            most: i64 = 0
            alike: i64 = 0
            for colour in range(i64(COLOURS)):
                halves = free[sort * COLOURS + colour]
                total += halves
                alike += halves >> 1
                if halves > most:
                    most = halves
            if self.prefer_same[sort]:
                self.good[sort] = alike
                self.lesser[sort] = (total >> 1) - alike
            else:
                mixed = least(total - most, total >> 1)
                self.good[sort] = mixed
                self.lesser[sort] = (total >> 1) - mixed

    def number(self, sort: i64) -> i64:
        return self.good[sort] + self.lesser[sort]

    def points_in(self, room: i64) -> i64:
        """Return the most points that pairs of either sort can make in a room for so many."""
        points: i64 = 0
        for place in self.order:
            if place < 2:
                many = least(self.good[place], room)
                points += many * self.better[place]
            else:
                many = least(self.lesser[place - 2], room)
                points += many * self.worse[place - 2]
            room -= many
        return points

    def points_of(self, sort: i64, pairs: i64) -> i64:
        """Return the points of so many pairs of a sort, the good ones first."""
        good = least(self.good[sort], pairs)
        return good * self.better[sort] + (pairs - good) * self.worse[sort]
