"""The rules of Festival on bit masks.

The space (row, column), both counted from 0, is 3 * row + column; a tile is 4 * colour + type. Two masks
hold what a board shows: `colours` has the bits 9 * colour + space, `types` the bits 9 * type + space.
The bits above these 36 hold heights: bit 36 + 9 * (level - 1) + space of `colours` is set where a stack
is at least `level` high, for levels 1 to 3; `types` holds levels 4 to 6 in the same way.
A card is its number among the objectives, or objectives + 2 * colour + side for a starting objective. How
many objectives, tiles behind each back and crowd-pleasers there are is in `printed`.
A move is 9 * stack + space (left is 0, right is 1), PILE + pile, or SIDE + side.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fairground.engine.bag import Bag
from fairground.engine.state import OVER, State
from fairground.games.festival.rules.printed import NOTHING_PRINTED, FestivalPrinted

SPACES: Final = 9
KINDS: Final = 4  # the number of colours, and of types
FACES: Final = 16  # tiles that differ: each pair of colour and type
PILES: Final = 4
STARTING: Final = 8  # starting objectives; they follow the other ones
HIGHEST: Final = 6  # the highest level that a card can ask for
MOST: Final = 6  # incomplete objectives that a seat may hold, and completed ones that end the match

LEFT: Final = 0
RIGHT: Final = 9
PILE: Final = 18
SIDE: Final = 22
NOBODY: Final = -1
UNCHOSEN: Final = -1

# Why a match ends; both may be true at once.
PLAYING: Final = 0
SIXTH: Final = 1
EMPTY: Final = 2

# What a crowd-pleaser asks for.
COLOUR: Final = 0
TYPE: Final = 1
STACKS: Final = 2
VALUES: Final = 3
OBJECTIVES: Final = 4
COVERED: Final = 5
VARIETY: Final = 6

HEIGHT_BITS: Final = 6  # bits that hold the height of one stack
BOARD: Final = 0x1FF  # all spaces
BIT: Final = vec[i64]([2**n for n in range(63)])
COLUMN: Final = vec[i64]([0o1001001001 << n for n in range(SPACES)])
POPULATION: Final = vec[u8]([n.bit_count() for n in range(512)])
LOWEST: Final = vec[u8]([0] + [(n & -n).bit_length() - 1 for n in range(1, 512)])


def level_bits(lowest_level: int) -> vec[i64]:
    """Return, at 9 * height + space, the bit that a stack sets when it reaches this height."""
    bits: list[int] = [0] * (SPACES * 64)
    for step in range(3):
        for space in range(SPACES):
            bits[SPACES * (lowest_level + step) + space] = 2 ** (36 + SPACES * step + space)
    return vec[i64](bits)


def moves_of(choices: int) -> list[int]:
    """Return the moves that a set of choices allows: bits 0 and 1 are the stacks, 2 to 5 the piles."""
    left = range(LEFT, LEFT + SPACES * (choices & 1))
    right = range(RIGHT, RIGHT + SPACES * (choices >> 1 & 1))
    piles = [PILE + pile for pile in range(PILES) if choices >> 2 + pile & 1]
    return [*left, *right, *piles]


HIDDEN_TILES: Final = Bag(FACES)  # reused whenever stacks are shuffled again
HIDDEN_CARDS: Final = Bag(len(BIT))
LOW_LEVEL_BIT: Final = level_bits(1)
HIGH_LEVEL_BIT: Final = level_bits(4)
MOVES_OF_CHOICES: Final = [moves_of(choices) for choices in range(64)]


def population(mask: i64) -> i64:
    """Return how many cards a set has."""
    count: i64 = 0
    while mask:
        count += i64(POPULATION[mask & BOARD])
        mask >>= 9
    return count


def lowest(mask: i64) -> i64:
    """Return the first card of a set, which must not be empty."""
    first: i64 = 0
    while not mask & BOARD:
        mask >>= 9
        first += 9
    return first + i64(LOWEST[mask & BOARD])


class Festival(State):
    """Boards, cards, and what is left in stacks and piles."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: FestivalPrinted = NOTHING_PRINTED
        self.stacks: vec[i64] = vec[i64]()  # `room` tiles each, the bottom first; never written in place
        self.piles: vec[i64] = vec[i64]()  # `depth` cards each, the bottom first; never written in place
        self.stack_size: vec[i64] = vec[i64]()
        self.pile_size: vec[i64] = vec[i64]()
        self.board: vec[i64] = vec[i64]()  # the colour of each seat's board
        self.sides: vec[i64] = vec[i64]()  # never written in place once the match has begun
        self.colours: vec[i64] = vec[i64]()
        self.types: vec[i64] = vec[i64]()
        self.heights: vec[i64] = vec[i64]()  # of each seat, six bits a space
        self.laid: vec[i64] = vec[i64]()  # 18 * seat + move, in order
        self.lays: i64 = 0
        self.held: vec[i64] = vec[i64]()  # the incomplete objectives of each seat
        self.done: vec[i64] = vec[i64]()  # its completed ones
        self.since: vec[i64] = vec[i64]()  # the `clock` when each card was taken, or later completed
        self.shares_since = False  # with a copy or an original
        self.clock: i64 = 0
        self.showing: vec[i64] = vec[i64]()  # the side of each crowd-pleaser that is up: 2 * tile + side
        self.owner: vec[i64] = vec[i64]()  # of each crowd-pleaser; never written in place, as above
        self.ending: i64 = PLAYING

    def prepare(self, printed: FestivalPrinted) -> None:
        """§2 Start with empty boards; `deal` or `unpack` says what is in stacks and piles."""
        self.printed = printed
        self.stack_size = vec[i64]([0] * self.seats)
        self.pile_size = vec[i64]([0] * PILES)
        self.sides = vec[i64]([UNCHOSEN] * self.seats)
        self.colours = vec[i64]([0] * self.seats)
        self.types = vec[i64]([0] * self.seats)
        self.heights = vec[i64]([0] * self.seats)
        self.laid = vec[i64]([0] * (printed.room * self.seats))
        self.held = vec[i64]([0] * self.seats)
        self.done = vec[i64]([0] * self.seats)
        self.since = vec[i64]([0] * (printed.objectives + STARTING))
        self.owner = vec[i64]([NOBODY] * printed.pleasers)
        self.actor = 0

    def copy(self) -> "Festival":
        twin = Festival()
        twin._adopt(self)
        twin.printed = self.printed
        twin.stacks = self.stacks
        twin.piles = self.piles
        twin.stack_size = self.stack_size[:]
        twin.pile_size = self.pile_size[:]
        twin.board = self.board
        twin.sides = self.sides
        twin.colours = self.colours[:]
        twin.types = self.types[:]
        twin.heights = self.heights[:]
        twin.laid = self.laid[:]
        twin.lays = self.lays
        twin.held = self.held[:]
        twin.done = self.done[:]
        twin.since = self.since
        twin.shares_since = self.shares_since = True
        twin.clock = self.clock
        twin.showing = self.showing
        twin.owner = self.owner
        twin.ending = self.ending
        return twin

    def redeal(self, seat: i64) -> None:
        self.reshuffle()  # §6 all seats know the same

    def reshuffle(self) -> None:
        """§6 Shuffle each stack below its top, and the cards below the tops of all piles together."""
        self.stacks = self.stacks[:]
        room = self.printed.room
        for stack in range(self.seats):
            self._shuffle_stack(room * stack, room * stack + self.stack_size[stack] - 1)
        self._shuffle_piles()

    def _shuffle_stack(self, start: i64, end: i64) -> None:
        """Shuffle the tiles from `start` to before `end`."""
        stacks, hidden = self.stacks, HIDDEN_TILES
        for at in range(start, end):
            hidden.add(stacks[at])
        hidden.shuffle(self.rng)
        shuffled = hidden.items
        for at in range(start, end):
            stacks[at] = shuffled[at - start]

    def _shuffle_piles(self) -> None:
        piles, depth, hidden = self.piles[:], self.printed.depth, HIDDEN_CARDS
        for pile in range(i64(PILES)):
            for at in range(depth * pile, depth * pile + self.pile_size[pile] - 1):
                hidden.add(piles[at])
        hidden.shuffle(self.rng)
        shuffled = hidden.items
        used: i64 = 0
        for pile in range(i64(PILES)):
            for at in range(depth * pile, depth * pile + self.pile_size[pile] - 1):
                piles[at] = shuffled[used]
                used += 1
        self.piles = piles

    # §3 A turn

    def legal(self, seat: i64) -> list[int]:
        if seat != self.actor:
            return []
        if self.sides[seat] == UNCHOSEN:
            return [SIDE, SIDE + 1]  # §2.1
        return MOVES_OF_CHOICES[self.choices(seat)][:]

    def choices(self, seat: i64) -> i64:
        """§3.1 Return what a seat can take: bits 0 and 1 are its stacks, 2 to 5 the piles."""
        choices: i64 = 0
        if self.stack_size[seat]:
            choices |= 1
        if self.stack_size[self.right(seat)]:
            choices |= 2
        if population(self.held[seat]) < MOST:
            for pile in range(PILES):
                if self.pile_size[pile]:
                    choices |= BIT[pile + 2]
        return choices

    def right(self, seat: i64) -> i64:
        """§2 Return the stack to the right of a seat."""
        return seat - 1 if seat else self.seats - 1

    def play(self, seat: i64, move: i64) -> None:
        if move < PILE:
            self._lay(seat, move)
        elif move < SIDE:
            self._take(seat, move - PILE)
        else:
            self._choose(seat, move - SIDE)

    def _choose(self, seat: i64, side: i64) -> None:
        """§2.1 Choose a side of the starting objective."""
        self.sides = self.sides[:]
        self.sides[seat] = side
        self._hold(seat, self.printed.objectives + 2 * self.board[seat] + side)
        self.actor = seat + 1 if seat + 1 < self.seats else 0

    def _take(self, seat: i64, pile: i64) -> None:
        """§3.1 Take the top objective of a pile."""
        size = self.pile_size[pile] - 1
        self.pile_size[pile] = size
        if size:
            self.revealed += 1
        card = self.piles[self.printed.depth * pile + size]
        self._hold(seat, card)
        self._check(seat, BIT[card] if self.fulfils(seat, card) else 0)
        self._pass_on(seat)

    def _lay(self, seat: i64, move: i64) -> None:
        """§3.1 Lay the top tile of a stack on a space."""
        stack, space = (seat, move) if move < RIGHT else (self.right(seat), move - RIGHT)
        size = self.stack_size[stack] - 1
        self.stack_size[stack] = size
        if size:
            self.revealed += 1
        tile = self.stacks[self.printed.room * stack + size]
        self.laid[self.lays] = PILE * seat + move
        self.lays += 1
        self.cover(seat, space, tile)
        self._check(seat, self._newly_fulfilled(seat, space, tile))
        self._pass_on(seat)

    def cover(self, seat: i64, space: i64, tile: i64) -> None:
        """Put a tile on a space; only the top tile of a stack is visible."""
        height = self.height(seat, space) + 1
        bare = ~COLUMN[space]
        at = SPACES * height + space
        self.heights[seat] += BIT[HEIGHT_BITS * space]
        self.colours[seat] = self.colours[seat] & bare | BIT[SPACES * (tile >> 2) + space] | LOW_LEVEL_BIT[at]
        self.types[seat] = self.types[seat] & bare | BIT[SPACES * (tile & 3) + space] | HIGH_LEVEL_BIT[at]

    def height(self, seat: i64, space: i64) -> i64:
        """Return how many tiles are on a space."""
        return self.heights[seat] >> HEIGHT_BITS * space & 63

    def _hold(self, seat: i64, card: i64) -> None:
        self.held[seat] |= BIT[card]
        self._stamp(card)

    def _stamp(self, card: i64) -> None:
        if self.shares_since:  # copy on write: few moves take or complete a card
            self.since = self.since[:]
            self.shares_since = False
        self.since[card] = self.clock
        self.clock += 1

    # §3.2 Objectives and crowd-pleasers

    def fulfils(self, seat: i64, card: i64) -> bool:
        """Tell whether the visible tiles show the card in any of its placements."""
        printed = self.printed
        colours = self.colours[seat]
        types = self.types[seat]
        for at in range(printed.first_placement[card], printed.first_placement[card + 1]):
            if not (printed.placement_colours[at] & ~colours or printed.placement_types[at] & ~types):
                return True
        return False

    def _newly_fulfilled(self, seat: i64, space: i64, tile: i64) -> i64:
        """Return the incomplete objectives that the tile just laid on `space` fulfils."""
        cards = self.held[seat] & self.printed.cards_served[FACES * space + tile]
        fulfilled: i64 = 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if self._completes(seat, FACES * (SPACES * card + space) + tile):
                fulfilled |= BIT[card]
        return fulfilled

    def _completes(self, seat: i64, touching: i64) -> bool:
        """Do the same as `fulfils`, but only for the placements that use a certain tile."""
        printed = self.printed
        colours = self.colours[seat]
        types = self.types[seat]
        for at in range(printed.first_touching[touching], printed.first_touching[touching + 1]):
            if not (printed.touching_colours[at] & ~colours or printed.touching_types[at] & ~types):
                return True
        return False

    def _check(self, seat: i64, fulfilled: i64) -> None:
        """§3.2 Complete objectives in the order they were taken, then claim crowd-pleasers."""
        self.held[seat] &= ~fulfilled
        self.done[seat] |= fulfilled
        while fulfilled:
            card = self._earliest(fulfilled)
            fulfilled &= ~BIT[card]
            self._stamp(card)
        for pleaser in range(self.printed.pleasers):
            if self.owner[pleaser] == NOBODY and self.pleases(seat, self.showing[pleaser]):
                self.owner = self.owner[:]
                self.owner[pleaser] = seat

    def _earliest(self, cards: i64) -> i64:
        eldest = lowest(cards)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if self.since[card] < self.since[eldest]:
                eldest = card
        return eldest

    def pleases(self, seat: i64, side: i64) -> bool:
        """Tell whether a seat meets the condition on a crowd-pleaser's side."""
        asks = self.printed.asks[side]
        least = self.printed.least[side]
        if asks == COLOUR:
            return most_alike(self.colours[seat]) >= least
        if asks == TYPE:
            return most_alike(self.types[seat]) >= least
        if asks == STACKS:
            return self._stacks(seat, self.printed.level[side]) >= least
        if asks == VALUES:
            return self._values(seat) >= least
        if asks == OBJECTIVES:
            return population(self.done[seat]) >= least
        if asks == COVERED:
            return self._stacks(seat, 1) >= least
        return kinds(self.colours[seat]) >= least and kinds(self.types[seat]) >= least

    def _stacks(self, seat: i64, level: i64) -> i64:
        """Return how many stacks of a seat are at least `level` high."""
        count: i64 = 0
        heights = self.heights[seat]
        for _ in range(SPACES):
            if heights & 63 >= level:
                count += 1
            heights >>= HEIGHT_BITS
        return count

    def _values(self, seat: i64) -> i64:
        """Return how many different values a seat's completed objectives have."""
        ranks: i64 = 0
        cards = self.done[seat]
        while cards:
            ranks |= BIT[self.printed.rank[lowest(cards)]]
            cards &= cards - 1
        return population(ranks)

    # §5 The end

    def _pass_on(self, seat: i64) -> None:
        """Note what ends the match, once; pass the turn on until the round is played out."""
        if self.ending == PLAYING:
            self.ending = self._reasons_to_end(seat)
        following = seat + 1
        if self.ending != PLAYING:
            while following < self.seats and not self.choices(following):
                following += 1  # §3.1 passed over
        if following < self.seats:
            self.actor = following
        else:
            self.actor = 0 if self.ending == PLAYING else OVER

    def _reasons_to_end(self, seat: i64) -> i64:
        """Return which reasons to end the match are true after the seat's turn."""
        ending: i64 = PLAYING
        if population(self.done[seat]) >= MOST:
            ending |= SIXTH
        for stack in range(self.seats):
            if not self.stack_size[stack]:
                ending |= EMPTY
        return ending

    # §4 Points

    def scores(self) -> list[int]:
        return [self.total(seat) for seat in range(self.seats)]

    def standing(self, seat: i64) -> list[int]:
        """Return what ranks the seat, in order of importance: points, crowd-pleasers."""
        pleasers: i64 = 0
        for pleaser in range(self.printed.pleasers):
            if self.owner[pleaser] == seat:
                pleasers += 1
        return [self.total(seat), pleasers]

    def total(self, seat: i64) -> i64:
        """Return all points of a seat."""
        return (
            self._objective_points(seat)
            + self._pleaser_points(seat)
            + self._colour_points(seat)
            + self._type_points(seat)
        )

    def points(self, seat: i64) -> list[int]:
        """Return a seat's points by heading: objectives, crowd-pleasers, colour, type."""
        return [
            self._objective_points(seat),
            self._pleaser_points(seat),
            self._colour_points(seat),
            self._type_points(seat),
        ]

    def _colour_points(self, seat: i64) -> i64:
        """Return the points for visible tiles in the colour of the board."""
        return self._levels(seat, self.colours[seat] >> SPACES * self.board[seat])

    def _type_points(self, seat: i64) -> i64:
        return self._levels(seat, self.types[seat] >> SPACES * self.printed.board_type[self.board[seat]])

    def _levels(self, seat: i64, spaces: i64) -> i64:
        """Add up the levels of the visible tiles on a set of spaces."""
        levels: i64 = 0
        for space in range(SPACES):
            if spaces & BIT[space]:
                levels += self.height(seat, space)
        return levels

    def _objective_points(self, seat: i64) -> i64:
        points: i64 = 0
        cards = self.done[seat]
        while cards:
            points += self.printed.points[lowest(cards)]
            cards &= cards - 1
        return points

    def _pleaser_points(self, seat: i64) -> i64:
        points: i64 = 0
        for pleaser in range(self.printed.pleasers):
            if self.owner[pleaser] == seat:
                points += self.printed.pleaser_points[self.showing[pleaser]]
        return points


def most_alike(mask: i64) -> i64:
    """Return the largest number of visible tiles that share a colour, or a type."""
    most: i64 = 0
    for _ in range(KINDS):
        most = max(most, i64(POPULATION[mask & BOARD]))
        mask >>= SPACES
    return most


def kinds(mask: i64) -> i64:
    """Return how many different colours, or types, are visible."""
    count: i64 = 0
    for _ in range(KINDS):
        if mask & BOARD:
            count += 1
        mask >>= SPACES
    return count
