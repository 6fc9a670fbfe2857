"""What is on the table: hands, docks, Towers, Fruit, Watercraft, and the log of the last bouts."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.state import State
from fairground.games.banner_festival.rules.cards import BESIDE, BIT, REGION, count, nth
from fairground.games.banner_festival.rules.printed import BannerPrinted

NOBODY: Final = -1
NO_CARD: Final = -1

# Which decision is due.
GATE: Final = 0
CARD: Final = 1

# The log of a bout, for the story and the views: a head, then a line for each seat.
HEAD: Final = 6
ROUND: Final = 0
BOUT: Final = 1
GATE_AT: Final = 2
FACE_UP: Final = 3
FACE_DOWN: Final = 4
FEAST: Final = 5
LINE: Final = 11
PLAYED: Final = 0  # the card that was played
STEPS: Final = 1
LANDED: Final = 2
LAPS: Final = 3
STUNT: Final = 4
SPACE: Final = 5  # where Banners were hung, or NO_SPACE
HUNG: Final = 6
TAKEN: Final = 7  # Fruit that was taken
SERVED: Final = 8  # Fruit that the seat had at the Feast
EARNED: Final = 9  # Profit that it earned there
SHOWN: Final = 10  # Character cards revealed after a race

NOTHING_PRINTED: Final = BannerPrinted()


class BannerTable(State):
    """The state without the sequence of play.

    `docks` has the Banners of a seat on a dock space at seats * (4 * quadrant + space) + seat.
    """

    def __init__(self) -> None:
        super().__init__()
        self.printed: BannerPrinted = NOTHING_PRINTED
        self.asked: i64 = CARD
        self.round: i64 = 0  # the number of rounds scored
        self.bout: i64 = 0  # the number of bouts played in this round
        self.gate: i64 = 0
        self.lead: i64 = NOBODY
        self.hands: vec[i64] = vec[i64]()  # sealed cards included
        self.sealed: vec[i64] = vec[i64]()
        self.deck: i64 = 0  # the undealt cards
        self.up: i64 = NO_CARD  # the dummy that is face up
        self.down: i64 = NO_CARD  # the dummy that is face down
        self.played: i64 = 0  # in this round
        self.kept: vec[i64] = vec[i64]()
        self.taken: i64 = 0  # dock spaces with any Banner: bits 4 * quadrant + space
        self.docks: vec[i64] = vec[i64]()
        self.towers: vec[i64] = vec[i64]()  # at seats * region + seat
        self.supply: vec[i64] = vec[i64]()
        self.pool: i64 = 0
        self.fruit: vec[i64] = vec[i64]()
        self.watercraft: vec[i64] = vec[i64]()
        self.shown: vec[i64] = vec[i64]()  # revealed Character cards
        self.majorities: vec[i64] = vec[i64]()
        self.feasts: vec[i64] = vec[i64]()
        self.log: vec[i64] = vec[i64]()  # the one or two bouts that the last resolving move resolved
        self.logged: i64 = 0
        self.tally: vec[i64] = vec[i64]()  # Banners at the last scoring: seats * region + seat
        self.awards: vec[i64] = vec[i64]()  # Profit from the last scoring

    def prepare(self, printed: BannerPrinted) -> None:
        """§2 Set up the table; nothing is dealt yet."""
        seats = self.seats
        self.printed = printed
        self.gate = printed.gate
        self.pool = printed.pool
        self.taken = printed.neutral
        self.deck = printed.cards
        self.hands = vec[i64]([0] * seats)
        self.sealed = vec[i64]([NO_CARD] * seats)
        self.kept = vec[i64]([0] * seats)
        self.docks = vec[i64]([0] * (16 * seats))
        self.towers = vec[i64]([0] * (2 * seats))
        self.supply = vec[i64]([printed.banners] * seats)
        self.fruit = vec[i64]([0] * seats)
        self.watercraft = vec[i64]([printed.watercraft] * seats)
        self.shown = vec[i64]([0] * seats)
        self.majorities = vec[i64]([0] * seats)
        self.feasts = vec[i64]([0] * seats)
        self.log = vec[i64]([0] * (2 * (HEAD + LINE * seats)))
        self.tally = vec[i64]([0] * (2 * seats))
        self.awards = vec[i64]([0] * (2 * seats))

    def _copy_from(self, other: "BannerTable") -> None:
        """Copy every field of another table."""
        self._adopt(other)
        self.printed = other.printed
        self.asked = other.asked
        self.round = other.round
        self.bout = other.bout
        self.gate = other.gate
        self.lead = other.lead
        self.hands = other.hands[:]
        self.sealed = other.sealed[:]
        self.deck = other.deck
        self.up = other.up
        self.down = other.down
        self.played = other.played
        self.kept = other.kept[:]
        self.taken = other.taken
        self.docks = other.docks[:]
        self.towers = other.towers[:]
        self.supply = other.supply[:]
        self.pool = other.pool
        self.fruit = other.fruit[:]
        self.watercraft = other.watercraft[:]
        self.shown = other.shown[:]
        self.majorities = other.majorities[:]
        self.feasts = other.feasts[:]
        self.log = other.log[:]
        self.logged = other.logged
        self.tally = other.tally[:]
        self.awards = other.awards[:]

    # Cards

    def draw(self) -> i64:
        """Draw a card; the deck has no order, so any card is equally likely."""
        deck = self.deck
        card = nth(deck, self.rng.below(count(deck)))
        self.deck = deck ^ BIT[card]
        return card

    def draw_hand(self, size: i64) -> i64:
        hand: i64 = 0
        for _ in range(size):
            hand |= BIT[self.draw()]
        return hand

    def hand_size(self) -> i64:
        """Return how many cards every hand has; a sealed card counts."""
        return self.printed.hand - self.bout

    # Places

    def quadrant(self) -> i64:
        """Return the active quadrant."""
        return self.printed.ring[self.gate]

    def on_dock(self, seat: i64, quadrant: i64) -> i64:
        """Return how many Banners the seat has on the four spaces of a dock."""
        seats = self.seats
        first = 4 * seats * quadrant + seat
        docks = self.docks
        return docks[first] + docks[first + seats] + docks[first + 2 * seats] + docks[first + 3 * seats]

    def in_quadrant(self, seat: i64, quadrant: i64) -> i64:
        """Return how many Banners the seat has on a dock and its Tower."""
        return self.on_dock(seat, quadrant) + self.towers[self.seats * REGION[quadrant] + seat]

    def in_region(self, seat: i64, quadrant: i64) -> i64:
        """Return how many Banners the seat has in the Region of a quadrant, Tower included."""
        return self.in_quadrant(seat, quadrant) + self.on_dock(seat, BESIDE[quadrant])

    def on_board(self, seat: i64) -> i64:
        """Return how many Banners a seat has hung."""
        return self.printed.banners - self.supply[seat]

    # The log of the last bouts

    def line(self, seat: i64) -> i64:
        """Return where the seat's line of the present bout begins in the log."""
        return self.logged * (HEAD + LINE * self.seats) + HEAD + LINE * seat
