"""Everything on the table: tiles, boards, cards, and the pending decision."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from fairground.games.fireworks.rules.editions import FireworksEdition
from fairground.games.fireworks.rules.printed import NOTHING_PRINTED, FireworksPrinted
from fairground.games.fireworks.rules.tiles import EMPTY, FUNCTION, SPACES, START_TILES

# Variants (§9) and ways to arrange (§4).
STANDARD: Final = 0
ADVANCED: Final = 1
SPEED: Final = 2
HAND: Final = 0
AUTO: Final = 1
AT_END: Final = 2

# Where a tile is. In the box or fallen out of it, the lowest bit is its side.
DOWN: Final = 0
UP: Final = 1
OUT_DOWN: Final = 2
OUT_UP: Final = 3
BOARD: Final = 4  # + seat
GONE: Final = 8
FAR: Final = 30_000  # the x of a tile that is not in the box, so that no launch reaches it

# Phases: what is being decided.
LAUNCH: Final = 0
HELPERS: Final = 1
CHOOSE: Final = 2
PLACE: Final = 3
GIVE: Final = 4
RETURN: Final = 5
LAST: Final = 6
GRAB: Final = 7
FINISHED: Final = 8

# What triggered the end (§6).
NOT_YET: Final = 0
FULL_BOARD: Final = 1
TURN_LIMIT: Final = 2

NONE: Final = -1
SYMBOL: Final = 0
MOST_IMPACTS: Final = 6
TRAIL: Final = 3 * MOST_IMPACTS
FLIPS: Final = 100

# Events, for the story. Each is packed as (event * 8 + seat + 1) * 2048 + value.
GATHERED: Final = 0
LAUNCHED: Final = 1
FAILED: Final = 2
DREW: Final = 3
HELPED: Final = 4
TOOK: Final = 5
FILLED: Final = 6
ARRANGED: Final = 7
READY: Final = 8
CHOSE: Final = 9
PASSED: Final = 10
RAINED: Final = 11
CALM: Final = 12
AGAIN_BY_SYMBOL: Final = 13
AGAIN_BY_TILE: Final = 14
SPENT: Final = 15
WENT_BACK: Final = 16
TURN: Final = 17
LAST_ARRANGING: Final = 18
OUT_OF_TURNS: Final = 19
MATCH_OVER: Final = 20
EMPTY_SKY: Final = 21
RESHUFFLED: Final = 22


NO_EVENTS: Final = vec[i64]()


def _filled(length: i64, value: i64) -> vec[i64]:
    return vec[i64]([value] * length)


class FireworksTable(FireworksEdition):
    """The fields of a position. The rules are in the other modules of this package."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: FireworksPrinted = NOTHING_PRINTED  # shared until the box comes: making one takes long
        self.variant: i64 = STANDARD
        self.arranging: i64 = HAND
        # Tiles, by number. The types are small so that many matches fit into the processor's cache.
        self.face: vec[u8] = vec[u8]()
        self.place: vec[u8] = vec[u8]()
        self.seen: vec[u8] = vec[u8]()
        self.facing: vec[u8] = vec[u8]()
        self.rank: vec[u8] = vec[u8]()
        self.x: vec[i16] = vec[i16]()
        self.y: vec[i16] = vec[i16]()
        # Seats.
        self.character: vec[i64] = vec[i64]()
        self.board: vec[i64] = vec[i64]()  # 23 spaces a seat
        self.tiles: vec[i64] = vec[i64]()  # how many lie on each board
        self.stale: vec[i64] = vec[i64]()  # 1 for a board that the arranger has yet to arrange
        self.late: list[int] = []  # tiles taken onto them since: 8 * tile + seat; never written in place
        self.taken: vec[i64] = vec[i64]()
        self.helping: vec[i64] = vec[i64]()
        self.busy: vec[i64] = vec[i64]()  # arranging moves left, 0 for a seat that does not arrange
        self.sealed: vec[i64] = vec[i64]()
        # Cards. These lists are never written in place, so that copies share them.
        self.first_pile: list[int] = []
        self.second_pile: list[int] = []
        self.discards: list[int] = []
        self.sorted_piles: i64 = 0  # 1 once it is known which cards are in which pile
        self.card: i64 = NONE
        # The turn.
        self.phase: i64 = LAUNCH
        self.active: i64 = 0
        self.turns: i64 = 0
        self.gathered: i64 = 0
        self.second: i64 = 0  # 1 for the second launch, after a failure
        self.die: i64 = NONE
        self.takeable: i64 = 0
        self.functions: i64 = 0  # function tiles to carry out
        self.waiting: list[int] = []  # those that wait for the end of the next turn; never written in place
        self.fallen: i64 = 0  # tiles outside the box
        self.symbol_used: i64 = 0
        self.tile_used: i64 = 0
        self.again: i64 = 0
        self.ending: i64 = NOT_YET
        # The last launch.
        self.impacts: i64 = 0
        self.trail: vec[i64] = vec[i64]()  # x, y and strength of each impact
        self.rest_x: i64 = NONE
        self.rest_y: i64 = NONE
        self.rolled: i64 = NONE
        self.flips: i64 = 0
        self.flipped: vec[i64] = vec[i64]()  # impact, tile and what happened to it, in order
        self.shares_path = False  # `trail` and `flipped`, with a copy or an original
        # The last move.
        self.latest: i64 = NONE
        self.latest_by: i64 = NONE
        self.events: vec[i64] = vec[i64]()
        self.event_count: i64 = 0  # how many of `events` belong to the last move; the rest is old
        self.shares_events = False  # with a copy or an original

    def lay_out(self) -> None:
        """Make room for all tiles and an empty board for each seat."""
        slots = self.printed.slots
        tiles = slots + START_TILES
        self.face = vec[u8]([0] * tiles)
        for at in range(len(self.printed.starts)):
            self.face[slots + at] = u8(self.printed.starts[at])
        self.place = vec[u8]([GONE] * tiles)
        self.seen = vec[u8]([0] * tiles)
        self.facing = vec[u8]([0] * tiles)
        self.rank = vec[u8]([0] * slots)
        self.x = vec[i16]([FAR] * slots)
        self.y = vec[i16]([0] * slots)
        self.trail = _filled(TRAIL, 0)
        self.flipped = _filled(FLIPS, 0)
        self.character = _filled(self.seats, 0)
        self.board = _filled(self.seats * SPACES, EMPTY)
        self.tiles = _filled(self.seats, 0)
        self.stale = _filled(self.seats, 0)
        self.taken = _filled(self.seats, 0)
        self.helping = _filled(self.seats, 0)
        self.busy = _filled(self.seats, 0)
        self.sealed = _filled(self.seats, NONE)

    def _take_over(self, other: "FireworksTable") -> None:
        """Become an independent copy of `other`."""
        self._adopt(other)
        self.printed = other.printed
        self.variant = other.variant
        self.arranging = other.arranging
        self.face = other.face[:]
        self.place = other.place[:]
        self.seen = other.seen[:]
        self.facing = other.facing[:]
        self.rank = other.rank
        self.x = other.x[:]
        self.y = other.y[:]
        self.character = other.character
        self.board = other.board[:]
        self.tiles = other.tiles[:]
        self.stale = other.stale[:]
        self.late = other.late
        self.taken = other.taken[:]
        self.helping = other.helping[:]
        self.busy = other.busy[:]
        self.sealed = other.sealed[:]
        self.first_pile = other.first_pile
        self.second_pile = other.second_pile
        self.discards = other.discards
        self.sorted_piles = other.sorted_piles
        self.card = other.card
        self.phase = other.phase
        self.active = other.active
        self.turns = other.turns
        self.gathered = other.gathered
        self.second = other.second
        self.die = other.die
        self.takeable = other.takeable
        self.functions = other.functions
        self.waiting = other.waiting
        self.fallen = other.fallen
        self.symbol_used = other.symbol_used
        self.tile_used = other.tile_used
        self.again = other.again
        self.ending = other.ending
        self._take_over_launch(other)
        self.latest = other.latest
        self.latest_by = other.latest_by
        self.events = other.events
        self.event_count = other.event_count
        self.shares_events = other.shares_events = True

    def _take_over_launch(self, other: "FireworksTable") -> None:
        self.impacts = other.impacts
        self.trail = other.trail
        self.rest_x = other.rest_x
        self.rest_y = other.rest_y
        self.rolled = other.rolled
        self.flips = other.flips
        self.flipped = other.flipped
        self.shares_path = other.shares_path = True

    # Copy on write: a copy and its original share what only the next move, or the next launch, writes anew.

    def begin_events(self) -> None:
        """Forget the events of the last move."""
        self.event_count = 0
        if self.shares_events:
            self.events = NO_EVENTS
            self.shares_events = False

    def begin_path(self) -> None:
        """Forget the path of the last launch."""
        self.impacts = 0
        self.flips = 0
        if self.shares_path:
            self.trail = self.trail[:]
            self.flipped = self.flipped[:]
            self.shares_path = False

    def log(self, event: i64, seat: i64, value: i64) -> None:
        """Record an event of this move for the story."""
        packed = (event * 8 + seat + 1) * 2048 + value
        if self.event_count < len(self.events):
            self.events[self.event_count] = packed
        else:
            self.events = append(self.events, packed)
        self.event_count += 1

    # Tiles and boards

    def may_be_taken(self, tile: i64) -> bool:
        """§3.3 Return whether a tile lies face up in the box and is no function tile."""
        return self.place[tile] == UP and self.face[tile] < FUNCTION

    def open_tiles(self, base: i64) -> list[int]:
        """Return the tiles that may be taken, ascending, each added to `base`."""
        face = self.face
        found: list[int] = []
        tile: i64 = -1
        for place in self.place:
            tile += 1
            if place == UP and face[tile] < FUNCTION:
                found.append(base + tile)
        return found

    def count_face_up(self) -> None:
        """Count the tiles that may be taken, and the function tiles that will take effect."""
        face, minds_all = self.face, self.minds_every_function_tile()
        takeable: i64 = 0
        functions: i64 = 0
        tile: i64 = -1
        for place in self.place:
            tile += 1
            if place == UP:
                if face[tile] < FUNCTION:
                    takeable += 1
                else:
                    functions += 1
            elif place == OUT_UP and minds_all and face[tile] >= FUNCTION:
                functions += 1
        self.takeable = takeable
        self.functions = len(self.open_functions()) if minds_all and self.waiting else functions

    def open_functions(self) -> list[int]:
        """§3.6 Return the function tiles that wait, then those that lie face up, also outside the box."""
        found = self.waiting[:]
        for tile in range(self.printed.slots):
            open_ = self.place[tile] == UP or self.place[tile] == OUT_UP
            if open_ and self.face[tile] >= FUNCTION and tile not in found:
                found.append(tile)
        return found

    def first_open(self) -> i64:
        for tile in range(self.printed.slots):
            if self.may_be_taken(tile):
                return tile
        return NONE

    def count_outside(self) -> i64:
        count: i64 = 0
        for tile in range(self.printed.slots):
            if self.place[tile] == OUT_DOWN or self.place[tile] == OUT_UP:
                count += 1
        return count

    def drop(self, seat: i64, tile: i64) -> None:
        """§3.4 Put a tile of the sky on the first free space of a board, petal to the east."""
        board, at = self.board, seat * SPACES
        while board[at] != EMPTY:
            at += 1
        board[at] = tile
        self.facing[tile] = 0
        self.place[tile] = u8(BOARD + seat)
        self.tiles[seat] += 1
        self.x[tile] = FAR

    def lift(self, seat: i64, tile: i64) -> None:
        """Take a tile off a board."""
        base = seat * SPACES
        for space in range(i64(SPACES)):
            if self.board[base + space] == tile:
                self.board[base + space] = EMPTY
        self.tiles[seat] -= 1

    def toss(self, tile: i64, side: i64) -> None:
        """§3.7 Put a tile at a random place in the box."""
        reach = self.printed.size + 1
        self.x[tile] = i16(self.rng.below(reach))
        self.y[tile] = i16(self.rng.below(reach))
        self.place[tile] = u8(side)

    def fill_sky(self, faces: vec[i64], ranks: vec[i64], side: i64) -> None:
        """§2 Put tiles with these faces and ranks at random places. Face-up tiles count as seen."""
        for tile in range(i64(len(faces))):
            self.face[tile] = u8(faces[tile])
            self.seen[tile] = u8(side)
            self.toss(tile, side)
        for tile in range(i64(len(ranks))):
            self.rank[tile] = u8(ranks[tile])

    def givable_tiles(self, seat: i64) -> list[int]:
        """§3.6 Return the tiles that may leave a board: all except the start tiles."""
        here = u8(BOARD + seat)
        found: list[int] = []
        tile: i64 = -1
        for place in self.place[: self.printed.slots]:
            tile += 1
            if place == here:
                found.append(tile)
        return found
