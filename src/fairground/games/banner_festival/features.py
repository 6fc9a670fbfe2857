"""The view as numbers, seen from one seat: its own things come first, then clockwise."""

import numpy as np

from fairground.engine.game import Block, Features
from fairground.engine.sheet import Sheet
from fairground.games.banner_festival.position import dock, tower
from fairground.games.banner_festival.rules.cards import BIT, CARDS, REGIONS, SPACES, SUITS, count
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival
from fairground.games.banner_festival.rules.table import GATE, NO_CARD, NOBODY

MOST = 14  # Banners of a seat; other numbers are scaled to about one too
CHARACTERS = 7
FRUIT = 10
POINTS = 50


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
        Block("quadrant", len(SUITS), "1 for the active one"),
        Block("round", ROUNDS, "1 for the round"),
        Block("bouts", 1, "bouts left in the round, divided by 8"),
        Block("docks", 16 * seats, "Banners of each seat on each dock space, divided by 2"),
        Block("occupied", 16, "1 for each dock space with any Banner"),
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


def features(state: BannerFestival, seat: int) -> Features:
    order = [(seat + turn) % int(state.seats) for turn in range(state.seats)]
    numbers = [*_cards(state, seat), *_course(state, order), *_banners(state, order), *_race(state, order)]
    return np.array(numbers, dtype=np.float32)


def _cards(state: BannerFestival, seat: int) -> list[float]:
    choice, up = state.sealed[seat], state.up
    sets = [
        state.hands[seat],
        0 if choice == NO_CARD else BIT[choice],
        0 if up == NO_CARD else BIT[up],
        state.played,
        sum(state.kept),
    ]
    return [float(bool(cards & BIT[card])) for cards in sets for card in range(CARDS)]


def _course(state: BannerFestival, order: list[int]) -> list[float]:
    actors = state.actors()
    round_ = min(int(state.round), ROUNDS - 1)
    return [
        *(float(state.sealed[each] != NO_CARD) for each in order),
        *(float(each in actors) for each in order),
        *(float(each == state.lead != NOBODY) for each in order),
        float(bool(actors) and state.asked == GATE),
        *_one_hot(int(state.gate), SPACES),
        *_one_hot(int(state.quadrant()), len(SUITS)),
        *_one_hot(round_, ROUNDS),
        int(state.hand_size()) / 8,
    ]


def _banners(state: BannerFestival, order: list[int]) -> list[float]:
    docks = [space for quadrant in range(len(SUITS)) for space in dock(state, quadrant)]
    towers = [tower(state, region) for region in range(len(REGIONS))]
    return [
        *(space[each] / 2 for each in order for space in docks),
        *(float(bool(state.taken & BIT[at])) for at in range(16)),
        *(tower[each] / MOST for each in order for tower in towers),
        *(state.supply[each] / MOST for each in order),
        *(state.fruit[each] / FRUIT for each in order),
        state.pool / FRUIT,
    ]


def _race(state: BannerFestival, order: list[int]) -> list[float]:
    points = state.scores()
    stunts = [int(state.printed.stunts[8 * each + state.shown[each]]) for each in order]
    return [
        *(place for each in order for place in _one_hot(int(state.watercraft[each]), SPACES)),
        *(state.shown[each] / CHARACTERS for each in order),
        *(place for stunt in stunts for place in _one_hot(stunt, SPACES)),
        *(count(state.kept[each]) / len(SUITS) for each in order),
        *(points[each] / POINTS for each in order),
    ]


def _one_hot(place: int, size: int) -> list[float]:
    return [float(at == place) for at in range(size)]


def encode(state: BannerFestival, seat: int, sheet: Sheet) -> None:
    for number in features(state, seat).tolist():
        sheet.put(number)
