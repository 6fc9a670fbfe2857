"""The view as numbers, seen from one seat: its own things come first, then clockwise."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.game import Block
from fairground.engine.sheet import Sheet
from fairground.engine.state import OVER
from fairground.games.banner_festival.rules.cards import CARDS, SPACES, count
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival
from fairground.games.banner_festival.rules.table import GATE, NO_CARD

QUADRANTS: Final = 4
DOCK_SPACES: Final = 16
MOST: Final = 14  # Banners of a seat; other numbers are scaled to about one too
CHARACTERS: Final = 7
FRUIT: Final = 10
POINTS: Final = 50


def layout(seats: int) -> list[Block]:
    return [
        Block("hand", CARDS, "1 for each card in the own hand, teal 0 to yellow 9"),
        Block("choice", CARDS, "1 for the own sealed card"),
        Block("dummy", CARDS, "1 for the dummy that lies face up"),
        Block("played", CARDS, "1 for each card gone this round"),
        Block("kept", CARDS, "1 for each card somebody keeps"),
        Block("chosen", seats, "1 for each seat that has chosen"),
        Block("turn", seats, "1 for each seat that owes a decision"),
        Block("lead", seats, "1 for the Lead Player"),
        Block("asked", 1, "1 if the gate is asked for"),
        Block("gate", SPACES, "1 for its space"),
        Block("quadrant", QUADRANTS, "1 for the active one"),
        Block("round", ROUNDS, "1 for the round"),
        Block("bouts", 1, "bouts left in the round, divided by 8"),
        Block("docks", DOCK_SPACES * seats, "Banners of each seat on each dock space, divided by 2"),
        Block("occupied", DOCK_SPACES, "1 for each dock space with any Banner"),
        Block("towers", 2 * seats, "Banners of each seat on Tower A and B, divided by 14"),
        Block("supply", seats, "Banners each seat has left, divided by 14"),
        Block("fruit", seats, "Fruit of each seat, divided by 10"),
        Block("pool", 1, "Fruit in the pool, divided by 10"),
        Block("watercraft", SPACES * seats, "for each seat, 1 for the space of its Watercraft"),
        Block("characters", seats, "revealed Character cards of each seat, divided by 7"),
        Block("stunts", SPACES * seats, "for each seat, 1 for the stunt space of its top Character card"),
        Block("nines", seats, "kept cards of each seat, divided by 4"),
        Block("points", seats, "points of each seat now, divided by 50"),
    ]


def encode(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    _cards(state, seat, sheet)
    _seats(state, seat, sheet)
    _course(state, sheet)
    _banners(state, seat, sheet)
    _fruit(state, seat, sheet)
    _race(state, seat, sheet)
    _points(state, seat, sheet)


def _cards(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    kept: i64 = 0
    for cards in state.kept:
        kept |= cards
    sheet.bits(state.hands[seat], CARDS)
    sheet.hot(state.sealed[seat], CARDS)
    sheet.hot(state.up, CARDS)
    sheet.bits(state.played, CARDS)
    sheet.bits(kept, CARDS)


def _seats(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    """Who has chosen, who owes a decision, who leads."""
    seats, actors = state.seats, state.actors()
    for turn in range(seats):
        sheet.flag(state.sealed[(seat + turn) % seats] != NO_CARD)
    for turn in range(seats):
        sheet.flag((seat + turn) % seats in actors)
    sheet.whose(state.lead, seat, seats)


def _course(state: BannerFestival, sheet: Sheet) -> None:
    sheet.flag(state.actor != OVER and state.asked == GATE)
    sheet.hot(state.gate, SPACES)
    sheet.hot(state.quadrant(), QUADRANTS)
    sheet.hot(min(state.round, ROUNDS - 1), ROUNDS)
    sheet.part(state.hand_size(), 8)


def _banners(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    seats = state.seats
    for turn in range(seats):
        _docks(state, (seat + turn) % seats, sheet)
    sheet.bits(state.taken, DOCK_SPACES)
    for turn in range(seats):
        own = (seat + turn) % seats
        sheet.part(state.towers[own], MOST)
        sheet.part(state.towers[seats + own], MOST)
    sheet.clockwise(state.supply, seat, 1, MOST)


def _docks(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    docks, seats = state.docks, state.seats
    for space in range(i64(DOCK_SPACES)):
        sheet.part(docks[seats * space + seat], 2)


def _fruit(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    sheet.clockwise(state.fruit, seat, 1, FRUIT)
    sheet.part(state.pool, FRUIT)


def _race(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    seats, stunts = state.seats, state.printed.stunts
    for turn in range(seats):
        sheet.hot(state.watercraft[(seat + turn) % seats], SPACES)
    sheet.clockwise(state.shown, seat, 1, CHARACTERS)
    for turn in range(seats):
        own = (seat + turn) % seats
        sheet.hot(stunts[8 * own + state.shown[own]], SPACES)


def _points(state: BannerFestival, seat: i64, sheet: Sheet) -> None:
    seats, points = state.seats, state.scores()
    for turn in range(seats):
        sheet.part(count(state.kept[(seat + turn) % seats]), 4)
    for turn in range(seats):
        sheet.part(points[(seat + turn) % seats], POINTS)
