"""A seat's observation as numbers: the seat itself first, then the others clockwise."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.modules import Block
from fairground.engine.state import OVER
from fairground.games.banner_festival.box import BannerBox, longest_round
from fairground.games.banner_festival.rules.cards import SPACES, SUITS, USUAL_CARDS, count
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival
from fairground.games.banner_festival.rules.table import GATE, NO_CARD

QUADRANTS: Final = 4
DOCK_SPACES: Final = 16
# Divisors that scale numbers to about 1.
MOST_BANNERS: Final = 14
FRUIT: Final = 10
POINTS: Final = 50

OMITTED: Final = {
    "last": "what happened in the last bout: where everything is now is what counts",
    "scored": "how the last scoring went: everybody's points are there",
    "seats.profit": "what everybody's points were for",
    "seats.kept": "which of the kept cards is whose: all of them are worth the same",
}


def layout(seats: int, box: BannerBox) -> list[Block]:
    cards = max(USUAL_CARDS, len(SUITS) * len(box.abilities))
    above = ", then each number above 9 in the order of suits" if cards > USUAL_CARDS else ""
    bouts, characters = longest_round(box), len(box.characters.profit)
    return [
        Block("hand", cards, f"1 for each card in the seat's hand, from teal 0 to yellow 9{above}"),
        Block("choice", cards, "1 for the seat's sealed card"),
        Block("dummy", cards, "1 for the face-up dummy"),
        Block("played", cards, "1 for each card played this round"),
        Block("kept", cards, "1 for each card that any seat has kept"),
        Block("chosen", seats, "1 for each seat that has chosen"),
        Block("turn", seats, "1 for each seat that owes a decision"),
        Block("lead", seats, "1 for the Lead Player"),
        Block("asked", 1, "1 if the gate is to be moved"),
        Block("gate", SPACES, "1 for the space of the gate"),
        Block("quadrant", QUADRANTS, "1 for the active quadrant"),
        Block("round", ROUNDS, "1 for the round"),
        Block("bouts", 1, f"bouts left in the round, divided by {bouts}"),
        Block("docks", DOCK_SPACES * seats, "Banners of each seat on each dock space, divided by 2", most=7),
        Block("occupied", DOCK_SPACES, "1 for each dock space with any Banner"),
        Block("towers", 2 * seats, "Banners of each seat on Tower A and B, divided by 14"),
        Block("supply", seats, "Banners that each seat has left, divided by 14"),
        Block("fruit", seats, "Fruit of each seat, divided by 10", most=2),
        Block("pool", 1, "Fruit in the pool, divided by 10", most=2),
        Block("watercraft", SPACES * seats, "for each seat, 1 for the space of its Watercraft"),
        Block("characters", seats, f"revealed Character cards of each seat, divided by {characters}"),
        Block("stunts", SPACES * seats, "for each seat, 1 for the stunt space of its top Character card"),
        Block("nines", seats, "kept cards of each seat, divided by 4"),
        Block("points", seats, "points of each seat now, divided by 50", most=10),
    ]


def encode(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    _cards(state, seat, writer)
    _seats(state, seat, writer)
    _progress(state, writer)
    _banners(state, seat, writer)
    _fruit(state, seat, writer)
    _race(state, seat, writer)
    _points(state, seat, writer)


def _cards(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    kept: i64 = 0
    cards = max(4 * state.printed.numbers, i64(USUAL_CARDS))
    for own in state.kept:
        kept |= own
    writer.bits(state.hands[seat], cards)
    writer.hot(state.sealed[seat], cards)
    writer.hot(state.up, cards)
    writer.bits(state.played, cards)
    writer.bits(kept, cards)


def _seats(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    """Write who has chosen, who owes a decision, and who leads."""
    seats, actors = state.seats, state.actors()
    for turn in range(seats):
        writer.flag(state.sealed[(seat + turn) % seats] != NO_CARD)
    for turn in range(seats):
        writer.flag((seat + turn) % seats in actors)
    writer.whose(state.lead, seat, seats)


def _progress(state: BannerFestival, writer: FeatureWriter) -> None:
    writer.flag(state.actor != OVER and state.asked == GATE)
    writer.hot(state.gate, SPACES)
    writer.hot(state.quadrant(), QUADRANTS)
    writer.hot(min(state.round, ROUNDS - 1), ROUNDS)
    writer.part(state.hand_size(), float(state.printed.bouts))


def _banners(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    seats = state.seats
    for turn in range(seats):
        _docks(state, (seat + turn) % seats, writer)
    writer.bits(state.taken, DOCK_SPACES)
    for turn in range(seats):
        own = (seat + turn) % seats
        writer.part(state.towers[own], MOST_BANNERS)
        writer.part(state.towers[seats + own], MOST_BANNERS)
    writer.clockwise(state.supply, seat, 1, MOST_BANNERS)


def _docks(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    docks, seats = state.docks, state.seats
    for space in range(i64(DOCK_SPACES)):
        writer.part(docks[seats * space + seat], 2)


def _fruit(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    writer.clockwise(state.fruit, seat, 1, FRUIT)
    writer.part(state.pool, FRUIT)


def _race(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    seats, stunts, width = state.seats, state.printed.stunts, state.printed.last + 1
    for turn in range(seats):
        writer.hot(state.watercraft[(seat + turn) % seats], SPACES)
    writer.clockwise(state.shown, seat, 1, float(state.printed.last))
    for turn in range(seats):
        own = (seat + turn) % seats
        writer.hot(stunts[width * own + state.shown[own]], SPACES)


def _points(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    seats, points = state.seats, state.scores()
    for turn in range(seats):
        writer.part(count(state.kept[(seat + turn) % seats]), 4)
    for turn in range(seats):
        writer.part(points[(seat + turn) % seats], POINTS)
