"""What lies on the table: hands, docks, Towers, Fruit, Watercraft, and what the last bouts did."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.state import State
from fairground.games.banner_festival.rules.cards import BESIDE, BIT, REGION, count, nth
from fairground.games.banner_festival.rules.printed import BannerPrinted

NOBODY: Final = -1
NO_CARD: Final = -1

# What is asked.
GATE: Final = 0
CARD: Final = 1

# What is kept of a bout, for the story and the views: a head, then a line a seat.
HEAD: Final = 6
ROUND: Final = 0
BOUT: Final = 1
GATE_AT: Final = 2
FACE_UP: Final = 3
FACE_DOWN: Final = 4
FEAST: Final = 5
LINE: Final = 11
PLAYED: Final = 0  # the card
STEPS: Final = 1
LANDED: Final = 2
LAPS: Final = 3
STUNT: Final = 4
SPACE: Final = 5  # where Banners were hung, or NO_SPACE
HUNG: Final = 6
TAKEN: Final = 7  # Fruit
SERVED: Final = 8  # Fruit at the Feast
EARNED: Final = 9  # Profit of the Feast
SHOWN: Final = 10  # Character cards revealed after a lap

NOTHING_PRINTED: Final = BannerPrinted()


class Table(State):
    """Everything but the course of the match. Dock spaces: seats * (4 * quadrant + space) + seat."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: BannerPrinted = NOTHING_PRINTED
        self.asked: i64 = CARD
        self.round: i64 = 0  # rounds scored
        self.bout: i64 = 0  # bouts played of the round
        self.gate: i64 = 0
        self.lead: i64 = NOBODY
        self.hands: vec[i64] = vec[i64]()  # sealed cards included
        self.sealed: vec[i64] = vec[i64]()
        self.deck: i64 = 0  # the undealt cards
        self.up: i64 = NO_CARD
        self.down: i64 = NO_CARD
        self.played: i64 = 0  # this round
        self.kept: vec[i64] = vec[i64]()
        self.taken: i64 = 0  # dock spaces with any Banner: bit 4 * quadrant + space
        self.docks: vec[i64] = vec[i64]()
        self.towers: vec[i64] = vec[i64]()  # seats * region + seat
        self.supply: vec[i64] = vec[i64]()
        self.pool: i64 = 0
        self.fruit: vec[i64] = vec[i64]()
        self.watercraft: vec[i64] = vec[i64]()
        self.shown: vec[i64] = vec[i64]()  # Character cards
        self.majorities: vec[i64] = vec[i64]()
        self.feasts: vec[i64] = vec[i64]()
        self.log: vec[i64] = vec[i64]()  # the bouts that the last resolving move resolved: one or two
        self.logged: i64 = 0
        self.tally: vec[i64] = vec[i64]()  # the last scoring's Banners: seats * region + seat
        self.awards: vec[i64] = vec[i64]()  # and its Profit

    def lay_out(self, printed: BannerPrinted) -> None:
        """§2 An empty table: nothing is dealt yet."""
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

    def _lay_like(self, other: "Table") -> None:
        """Take over everything; for `copy`."""
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
        """A card from the deck; its order is not kept, so any is as likely as any other."""
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
        """Cards in every hand; a sealed one counts."""
        return self.printed.hand - self.bout

    # Places

    def quadrant(self) -> i64:
        """The active one."""
        return self.printed.ring[self.gate]

    def on_dock(self, seat: i64, quadrant: i64) -> i64:
        """The seat's Banners on the four spaces of a dock."""
        seats = self.seats
        first = 4 * seats * quadrant + seat
        docks = self.docks
        return docks[first] + docks[first + seats] + docks[first + 2 * seats] + docks[first + 3 * seats]

    def in_quadrant(self, seat: i64, quadrant: i64) -> i64:
        """The seat's Banners on a dock and its Tower."""
        return self.on_dock(seat, quadrant) + self.towers[self.seats * REGION[quadrant] + seat]

    def in_region(self, seat: i64, quadrant: i64) -> i64:
        """The seat's Banners in the Region of a quadrant, Tower included."""
        return self.in_quadrant(seat, quadrant) + self.on_dock(seat, BESIDE[quadrant])

    def on_board(self, seat: i64) -> i64:
        """All Banners that a seat has hung."""
        return self.printed.banners - self.supply[seat]

    # What the last bouts did

    def line(self, seat: i64) -> i64:
        """Where the seat's line of the bout being resolved begins in the log."""
        return self.logged * (HEAD + LINE * self.seats) + HEAD + LINE * seat
