"""The rules of Festival Climbers on bitboards.

The space (level, place), both counted from 0, is bit 8 * level + place. The two spaces it rests on are
8 and 7 bits lower. A climb is the number 64 * (origin + 1) + target; an entry from the hand is the target
alone.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fairground.engine.state import OVER, State

WIDTH: Final = 8
SPACES: Final = 64
BASE: Final = 0xFF
BIT: Final = vec[i64]([2**n for n in range(63)])
# For each level, all spaces on the levels above it.
ABOVE: Final = vec[i64]([2**63 - 2 ** (8 * n + 8) for n in range(7)] + [0])
POPULATION: Final = vec[u8]([n.bit_count() for n in range(256)])
LOWEST: Final = vec[u8]([0] + [(n & -n).bit_length() - 1 for n in range(1, 256)])

# How a match ended.
PLAYING: Final = 0
SUMMIT: Final = 1
STUCK: Final = 2


def temple(levels: i64) -> i64:
    """§1 Return all spaces: the base has as many as there are levels, each level above one fewer."""
    spaces: i64 = 0
    for level in range(levels):
        spaces |= (BIT[levels - level] - 1) << (WIDTH * level)
    return spaces


def lowest(spaces: i64) -> i64:
    """Return the first space of a set, which must not be empty."""
    first: i64 = 0
    while not spaces & 0xFF:
        spaces >>= 8
        first += 8
    return first + i64(LOWEST[spaces & 0xFF])


def highest_level(spaces: i64) -> i64:
    """Return the highest level in a set of spaces, counted from 1; 0 if the set is empty."""
    level: i64 = 0
    while spaces:
        level += 1
        spaces >>= WIDTH
    return level


def sum_of_levels(spaces: i64) -> i64:
    """§4 Return what climbers on these spaces are worth."""
    total: i64 = 0
    level: i64 = 0
    while spaces:
        level += 1
        total += level * i64(POPULATION[spaces & 0xFF])
        spaces >>= WIDTH
    return total


class Climbers(State):
    """Where each seat's climbers stand, and how many it has in hand."""

    def __init__(self) -> None:
        super().__init__()
        self.levels: i64 = 0
        self.spaces: i64 = 0
        self.occupied: i64 = 0
        self.own: vec[i64] = vec[i64]()
        self.hand: vec[i64] = vec[i64]()
        self.moved: vec[i64] = vec[i64]()  # the number of each seat's last move in the match, from 1
        self.moves: i64 = 0
        self.ending: i64 = PLAYING

    def prepare(self, levels: i64, climbers: i64) -> None:
        """§2 Put all climbers in hand and let seat 0 begin."""
        self.levels = levels
        self.spaces = temple(levels)
        self.own = vec[i64]([0] * self.seats)
        self.hand = vec[i64]([climbers] * self.seats)
        self.moved = vec[i64]([0] * self.seats)
        self.actor = 0

    def copy(self) -> "Climbers":
        twin = Climbers()
        twin._adopt(self)
        twin.levels = self.levels
        twin.spaces = self.spaces
        twin.occupied = self.occupied
        twin.own = self.own[:]
        twin.hand = self.hand[:]
        twin.moved = self.moved[:]
        twin.moves = self.moves
        twin.ending = self.ending
        return twin

    # §3 A turn

    def legal(self, seat: i64) -> list[int]:
        moves: list[int] = []
        if seat != self.actor:
            return moves
        entries = self.entries(seat)
        while entries:
            moves.append(lowest(entries))
            entries &= entries - 1
        movers = self.movers(seat)
        while movers:
            origin = lowest(movers)
            movers &= movers - 1
            targets = self.targets(origin)
            while targets:
                moves.append(SPACES * (origin + 1) + lowest(targets))
                targets &= targets - 1
        return moves

    def entries(self, seat: i64) -> i64:
        """§3.1 Return the spaces where the seat may introduce a climber: the empty ones of the base."""
        return self.spaces & BASE & ~self.occupied if self.hand[seat] else 0

    def movers(self, seat: i64) -> i64:
        """§3.2 Return the seat's climbers that may leave: nobody above depends on them alone."""
        occupied = self.occupied
        on_one = occupied & ~BASE & ~((occupied << 8) & (occupied << 7))  # with a single supporter
        return self.own[seat] & ~((on_one >> 8) | (on_one >> 7))

    def open_spaces(self) -> i64:
        """§3.2 Return the empty spaces above the base with both spaces below occupied."""
        occupied = self.occupied
        return (occupied << 8) & (occupied << 7) & self.spaces & ~BASE & ~occupied

    def targets(self, origin: i64) -> i64:
        """§3.2 Return where the climber on `origin` may go: higher, and not onto its own shoulders."""
        itself = BIT[origin]
        return self.open_spaces() & ABOVE[origin >> 3] & ~((itself << 8) | (itself << 7))

    def play(self, seat: i64, move: i64) -> None:
        target = BIT[move & 63]
        origin = (move >> 6) - 1
        if origin < 0:
            self.hand[seat] -= 1
        else:
            self.own[seat] ^= BIT[origin]
            self.occupied ^= BIT[origin]
        self.own[seat] |= target
        self.occupied |= target
        self.moves += 1
        self.moved[seat] = self.moves
        if move & 63 == WIDTH * (self.levels - 1):
            self._end(SUMMIT)  # §5
        else:
            self._pass_on(seat)

    def _pass_on(self, seat: i64) -> None:
        """§3.3 Pass the turn to the next seat that can move; §5 end the match if none can."""
        following = seat
        for _ in range(self.seats):
            following += 1
            if following == self.seats:
                following = 0
            if self.can_move(following):
                self.actor = following
                return
        self._end(STUCK)

    def can_move(self, seat: i64) -> bool:
        if self.entries(seat):
            return True
        if not self.open_spaces():
            return False
        movers = self.movers(seat)
        while movers:
            if self.targets(lowest(movers)):
                return True
            movers &= movers - 1
        return False

    def _end(self, ending: i64) -> None:
        self.ending = ending
        self.actor = OVER

    # §4 Points

    def scores(self) -> list[int]:
        return [sum_of_levels(own) for own in self.own]

    def standing(self, seat: i64) -> list[int]:
        """Return what ranks the seat, in order of importance: points, highest level, last move."""
        own = self.own[seat]
        return [sum_of_levels(own), highest_level(own), self.moved[seat]]

    def points_by_level(self, seat: i64) -> list[int]:
        """Return what the seat's climbers on each level are worth, from the base up."""
        points: list[int] = []
        climbers = self.own[seat]
        for level in range(self.levels):
            points.append((level + 1) * i64(POPULATION[climbers & 0xFF]))
            climbers >>= 8
        return points
