"""What lies on the table: the fields of a position, and what every phase does with them."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fairground.engine.state import State
from fairground.games.festo.rules.numbers import (
    ACT,
    ARRIVE,
    COLOURS,
    DISC,
    ENDED,
    GROCERY,
    HELPER,
    KINDS,
    MIXED_BASKET,
    MORNING,
    N_GAINED,
    NO_DISH,
    NO_EVENT,
    PLACES,
    PREPARE,
    SALT,
    SHELVES,
    SLOTS,
)
from fairground.games.festo.rules.printed import NOTHING_PRINTED, FestoPrinted

SILENCE: Final = vec[i64]()


class Kitchen(State):
    """The fields of a position. Arrays by seat have one entry for each seat, or KINDS or PLACES entries."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: FestoPrinted = NOTHING_PRINTED  # shared until the box comes: making one takes long
        self.magic = False
        self.round: i64 = 0
        self.phase: i64 = PREPARE
        self.question: i64 = ENDED
        self.card: i64 = 0  # who holds the start card
        self.start: i64 = 0  # who begins this round; player order goes clockwise from here
        self.log: vec[i64] = SILENCE  # what the last move did

        self.supply: vec[i64] = vec[i64]()
        self.stock: vec[i64] = vec[i64]()  # KINDS for each seat
        self.shop: vec[i64] = vec[i64]()  # cubes at each place: COLOURS for each
        self.moved: vec[i64] = vec[i64]()  # those of `shop` that the Troll moved this round
        self.gained: vec[i64] = vec[i64]()

        self.home: vec[i64] = vec[i64]()
        self.disc_home: vec[i64] = vec[i64]()
        self.helpers: vec[i64] = vec[i64]()  # PLACES for each seat
        self.discs: vec[i64] = vec[i64]()  # PLACES for each seat
        self.laid: vec[i64] = vec[i64]()  # discs that count from the next round on, PLACES for each seat

        self.shelf: vec[i64] = vec[i64]()  # by slot: a dish or NO_DISH
        self.claim: vec[i64] = vec[i64]()  # by slot: 0, or 1 + 2 * seat + piece
        self.pile: vec[i64] = vec[i64]()  # `tiles` for each shelf; the last of `pile_left` is on top
        self.pile_left: vec[i64] = vec[i64]()
        self.roasts_left: i64 = 0
        self.mains_left: i64 = 0
        self.owned: vec[i64] = vec[i64]()  # for each seat its small dishes as a set
        self.repeats: vec[i64] = vec[i64]()  # for each seat how many more it has of each, two bits a dish
        self.roasts: vec[i64] = vec[i64]()
        self.mains: vec[i64] = vec[i64]()

        self.events: vec[i64] = vec[i64]()  # one for each round, or none at all; never written in place
        self.event: i64 = NO_EVENT

        self.covers: vec[i64] = vec[i64]()  # by character
        self.half: i64 = MORNING
        self.put: i64 = 0  # helpers the actor has placed this morning
        self.done = False

        self.place: i64 = 0
        self.stage: i64 = ARRIVE
        self.queue: vec[i64] = vec[i64]()  # the seats that act at this place, in order
        self.turn: i64 = 0
        self.top: i64 = -1  # who has the absolute majority here
        self.uses: i64 = 0
        self.starter_paid = False  # this seat has had its point for starters here
        self.piece: i64 = HELPER
        self.origin: i64 = 0
        self.fetches: i64 = 0

        self.passed: i64 = 0  # a set of seats
        self.slot: i64 = 0  # the dish being paid or freed; below, its steps, -1 while undecided
        self.colour: i64 = -1
        self.extra: i64 = -1
        self.waived: i64 = -1

    def _copy_from(self, other: "Kitchen") -> None:
        """Copy everything from another position except the log of its last move."""
        self._adopt(other)
        self.printed = other.printed
        self.magic = other.magic
        self.round = other.round
        self.phase = other.phase
        self.question = other.question
        self.card = other.card
        self.start = other.start
        self.supply = other.supply[:]
        self.stock = other.stock[:]
        self.shop = other.shop[:]
        self.moved = other.moved[:]
        self.gained = other.gained[:]
        self.home = other.home[:]
        self.disc_home = other.disc_home[:]
        self.helpers = other.helpers[:]
        self.discs = other.discs[:]
        self.laid = other.laid[:]
        self.shelf = other.shelf[:]
        self.claim = other.claim[:]
        self.pile = other.pile[:]
        self.pile_left = other.pile_left[:]
        self.roasts_left = other.roasts_left
        self.mains_left = other.mains_left
        self.owned = other.owned[:]
        self.repeats = other.repeats[:]
        self.roasts = other.roasts[:]
        self.mains = other.mains[:]
        self.events = other.events
        self.event = other.event
        self.covers = other.covers[:]
        self.half = other.half
        self.put = other.put
        self.done = other.done
        self.place = other.place
        self.stage = other.stage
        self.queue = other.queue[:]
        self.turn = other.turn
        self.top = other.top
        self.uses = other.uses
        self.starter_paid = other.starter_paid
        self.piece = other.piece
        self.origin = other.origin
        self.fetches = other.fetches
        self.passed = other.passed
        self.slot = other.slot
        self.colour = other.colour
        self.extra = other.extra
        self.waived = other.waived

    def lay_out(self, printed: FestoPrinted) -> None:
        """§2 Put everything at home and into the supplies, with unshuffled piles and empty shelves."""
        seats = self.seats
        self.printed = printed
        self.supply = vec[i64]([printed.cubes] * COLOURS + [printed.salt])
        self.stock = vec[i64]([0] * (KINDS * seats))
        self.shop = vec[i64]([0] * (COLOURS * PLACES))
        self.moved = vec[i64]([0] * (COLOURS * PLACES))
        self.gained = vec[i64]([0] * seats)
        self.home = vec[i64]([printed.helpers] * seats)
        self.disc_home = vec[i64]([printed.discs] * seats)
        self.helpers = vec[i64]([0] * (PLACES * seats))
        self.discs = vec[i64]([0] * (PLACES * seats))
        self.laid = vec[i64]([0] * (PLACES * seats))
        self.shelf = vec[i64]([NO_DISH] * SLOTS)
        self.claim = vec[i64]([0] * SLOTS)
        dishes = [COLOURS * sort + colour for sort in range(SHELVES) for colour in printed.colours]
        self.pile = vec[i64](dishes)
        self.pile_left = vec[i64]([printed.tiles] * SHELVES)
        self.roasts_left = printed.large
        self.mains_left = printed.large
        self.owned = vec[i64]([0] * seats)
        self.repeats = vec[i64]([0] * seats)
        self.roasts = vec[i64]([0] * seats)
        self.mains = vec[i64]([0] * seats)
        self.covers = vec[i64]([0] * COLOURS)

    # What happened

    def note(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        """Record what happened for the story."""
        self.log = append(self.log, kind | (seat << 8) | (a << 16) | (b << 32) | (c << 40))

    def gain(self, seat: i64, why: i64, points: i64) -> None:
        self.gained[seat] += points
        self.note(N_GAINED, seat, why, points, 0)

    # Questions

    def ask(self, question: i64) -> None:
        self.question = question

    # Pieces

    def pieces(self, seat: i64, place: i64) -> i64:
        """Return how many helpers and discs of a seat count at a place."""
        at = PLACES * seat + place
        return self.helpers[at] + self.discs[at]

    def lift(self, seat: i64, place: i64, piece: i64) -> None:
        """Take a piece off a place. The caller puts it somewhere else."""
        at = PLACES * seat + place
        if piece == DISC:
            self.discs[at] -= 1
        else:
            self.helpers[at] -= 1

    def go_home(self, seat: i64, piece: i64) -> None:
        if piece == DISC:
            self.disc_home[seat] += 1
        else:
            self.home[seat] += 1

    def one_home(self, seat: i64, place: i64) -> None:
        """Send one piece home, a helper first. Its kind does not matter because all of them will go home."""
        piece = HELPER if self.helpers[PLACES * seat + place] else DISC
        self.lift(seat, place, piece)
        self.go_home(seat, piece)

    def all_home(self, seat: i64, place: i64) -> None:
        at = PLACES * seat + place
        self.home[seat] += self.helpers[at]
        self.disc_home[seat] += self.discs[at]
        self.helpers[at] = 0
        self.discs[at] = 0

    # Cubes

    def cubes_at(self, place: i64) -> i64:
        """Return how many cubes lie at a place."""
        shop = self.shop
        at = COLOURS * place
        return shop[at] + shop[at + 1] + shop[at + 2] + shop[at + 3] + shop[at + 4] + shop[at + 5]

    def take(self, seat: i64, place: i64, colour: i64, cubes: i64) -> None:
        """Move cubes from a place into a stock; §4.1 the ones that the Troll moved first."""
        at = COLOURS * place + colour
        self.shop[at] -= cubes
        self.moved[at] = max(self.moved[at] - cubes, 0)
        self.stock[KINDS * seat + colour] += cubes

    def give_back(self, seat: i64, kind: i64, cubes: i64) -> None:
        """Move cubes from a stock into the supply of their kind."""
        self.stock[KINDS * seat + kind] -= cubes
        self.supply[kind] += cubes

    def draw(self, seat: i64, kind: i64) -> None:
        """Move a cube from the supply into a stock."""
        self.supply[kind] -= 1
        self.stock[KINDS * seat + kind] += 1

    def restock(self, place: i64, colour: i64, wanted: i64) -> i64:
        """Move cubes from the supply to a place, as far as it lasts; return how many."""
        cubes = max(min(wanted, self.supply[colour]), 0)
        self.supply[colour] -= cubes
        self.shop[COLOURS * place + colour] += cubes
        return cubes

    def salt(self, seat: i64) -> i64:
        return self.stock[KINDS * seat + SALT]

    def begun_colour(self) -> i64:
        """Return the colour that the actor has begun to take at the grocery, or -1."""
        if self.phase != ACT or self.place != GROCERY or not self.uses or self.event == MIXED_BASKET:
            return -1
        return self.origin % COLOURS

    # §8.2 Magic backs

    def backs(self, seat: i64, sort: i64) -> i64:
        """Return the colours of the seat's magic dishes of a sort, as a set; none without magic.

        A dish that the seat has twice gives its bonus once.
        """
        return (self.owned[seat] >> (COLOURS * sort)) & 63 if self.magic else 0


class Question:
    """A decision: which answers are legal, and what each of them does."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        raise NotImplementedError

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        raise NotImplementedError


def kinds_held(kitchen: Kitchen, seat: i64, first: i64) -> list[int]:
    """Return a move for each kind of cube that the seat has, numbered from `first`."""
    moves: list[int] = []
    at = KINDS * seat
    for kind in range(i64(KINDS)):
        if kitchen.stock[at + kind]:
            moves.append(first + kind)
    return moves
