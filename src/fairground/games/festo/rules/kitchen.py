"""What lies on the table: the fields of a position, and the small things that every phase does to them."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fairground.engine.state import State
from fairground.games.festo.rules.numbers import (
    ARRIVE,
    COLOURS,
    DISC,
    ENDED,
    HELPER,
    KINDS,
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
from fairground.games.festo.rules.printed import FestoPrinted

SILENCE: Final = vec[i64]()


class Kitchen(State):
    """One position. Arrays by seat have one entry a seat, or KINDS or PLACES of them."""

    def __init__(self) -> None:
        super().__init__()
        self.printed = FestoPrinted()
        self.magic = False
        self.round: i64 = 0
        self.phase: i64 = PREPARE
        self.question: i64 = ENDED
        self.card: i64 = 0  # who holds the start card
        self.start: i64 = 0  # who begins this round: the player order
        self.log: vec[i64] = SILENCE  # what the last move did

        self.supply: vec[i64] = vec[i64]()
        self.stock: vec[i64] = vec[i64]()  # KINDS a seat
        self.shop: vec[i64] = vec[i64]()  # cubes at each place: COLOURS a place
        self.moved: vec[i64] = vec[i64]()  # those of them that the Troll moved this round
        self.gained: vec[i64] = vec[i64]()

        self.home: vec[i64] = vec[i64]()
        self.disc_home: vec[i64] = vec[i64]()
        self.helpers: vec[i64] = vec[i64]()  # PLACES a seat
        self.discs: vec[i64] = vec[i64]()  # PLACES a seat
        self.laid: vec[i64] = vec[i64]()  # PLACES a seat: discs that count from the next round on

        self.shelf: vec[i64] = vec[i64]()  # a dish or NO_DISH by slot
        self.claim: vec[i64] = vec[i64]()  # by slot: 0, or 1 + 2 * seat + piece
        self.pile: vec[i64] = vec[i64]()  # COLOURS a shelf, the top is the last of `pile_left`
        self.pile_left: vec[i64] = vec[i64]()
        self.roasts_left: i64 = 0
        self.mains_left: i64 = 0
        self.owned: vec[i64] = vec[i64]()  # a set of small dishes a seat
        self.roasts: vec[i64] = vec[i64]()
        self.mains: vec[i64] = vec[i64]()

        self.events: vec[i64] = vec[i64]()  # one a round, or none at all
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
        self.thanked = False  # the starters' point of this seat here
        self.piece: i64 = HELPER
        self.origin: i64 = 0
        self.fetches: i64 = 0

        self.passed: i64 = 0  # a set of seats
        self.slot: i64 = 0  # what is being paid or freed, and the steps of it; -1 is undecided
        self.colour: i64 = -1
        self.extra: i64 = -1
        self.waived: i64 = -1

    def _adopt_kitchen(self, other: "Kitchen") -> None:
        """Take over everything; the log stays with the state that made the move."""
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
        self.roasts = other.roasts[:]
        self.mains = other.mains[:]
        self.events = other.events[:]
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
        self.thanked = other.thanked
        self.piece = other.piece
        self.origin = other.origin
        self.fetches = other.fetches
        self.passed = other.passed
        self.slot = other.slot
        self.colour = other.colour
        self.extra = other.extra
        self.waived = other.waived

    def lay_out(self, printed: FestoPrinted) -> None:
        """§2 Everything at home and in the supplies; the piles unshuffled, the shelves bare."""
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
        self.pile = vec[i64](list(range(COLOURS * SHELVES)))
        self.pile_left = vec[i64]([COLOURS] * SHELVES)
        self.roasts_left = seats
        self.mains_left = seats
        self.owned = vec[i64]([0] * seats)
        self.roasts = vec[i64]([0] * seats)
        self.mains = vec[i64]([0] * seats)
        self.covers = vec[i64]([0] * COLOURS)

    # What happened

    def note(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        """Remember for the story what happened."""
        self.log = append(self.log, kind | (seat << 8) | (a << 16) | (b << 32) | (c << 40))

    def gain(self, seat: i64, why: i64, points: i64) -> None:
        self.gained[seat] += points
        self.note(N_GAINED, seat, why, points, 0)

    # Questions

    def ask(self, question: i64) -> None:
        self.question = question

    # Pieces

    def pieces(self, seat: i64, place: i64) -> i64:
        """Helpers and the discs that count like them."""
        at = PLACES * seat + place
        return self.helpers[at] + self.discs[at]

    def lift(self, seat: i64, place: i64, piece: i64) -> None:
        """Take a piece off a place, into the air."""
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
        """A piece whose kind does not matter goes home: all of them will."""
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
        """How many cubes of any colour lie at a place."""
        shop = self.shop
        at = COLOURS * place
        return shop[at] + shop[at + 1] + shop[at + 2] + shop[at + 3] + shop[at + 4] + shop[at + 5]

    def take(self, seat: i64, place: i64, colour: i64, cubes: i64) -> None:
        """From a place into a stock; §4.1 of equal cubes the moved ones first."""
        at = COLOURS * place + colour
        self.shop[at] -= cubes
        self.moved[at] = max(self.moved[at] - cubes, 0)
        self.stock[KINDS * seat + colour] += cubes

    def give_back(self, seat: i64, kind: i64, cubes: i64) -> None:
        """From a stock into the supply of its colour."""
        self.stock[KINDS * seat + kind] -= cubes
        self.supply[kind] += cubes

    def draw(self, seat: i64, kind: i64) -> None:
        """From the supply into a stock."""
        self.supply[kind] -= 1
        self.stock[KINDS * seat + kind] += 1

    def restock(self, place: i64, colour: i64, wanted: i64) -> i64:
        """As many cubes as the supply still has go to a place; returns how many."""
        cubes = max(min(wanted, self.supply[colour]), 0)
        self.supply[colour] -= cubes
        self.shop[COLOURS * place + colour] += cubes
        return cubes

    def salt(self, seat: i64) -> i64:
        return self.stock[KINDS * seat + SALT]

    # §1.3 Magic backs

    def backs(self, seat: i64, sort: i64) -> i64:
        """The colours of the seat's turned dishes of a sort, as a set; none without magic."""
        return (self.owned[seat] >> (COLOURS * sort)) & 63 if self.magic else 0


class Question:
    """A decision: what may be answered, and what each answer does."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        raise NotImplementedError

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        raise NotImplementedError


def kinds_held(kitchen: Kitchen, seat: i64, first: i64) -> list[int]:
    """A move from `first` on for each kind of cube that the seat has."""
    moves: list[int] = []
    at = KINDS * seat
    for kind in range(i64(KINDS)):
        if kitchen.stock[at + kind]:
            moves.append(first + kind)
    return moves
