"""What a network is told of a seat: how its Profit, Fruit, race, Banners and hand stand."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.games.banner_festival.bots import (
    REGION_A,
    REGION_B,
    BannerJudge,
    feast_profit,
    region_lead,
    region_reward,
)
from fairground.games.banner_festival.rules.cards import NUMBER, SUIT, SUITS, USUAL_NUMBERS
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival

JUDGE: Final = BannerJudge()
TRAITS: Final = (
    "profit so far",
    "Profit expected from the race",
    "space of the Watercraft",
    "Character cards",
    "Fruit",
    "Profit of a Feast now",
    "pool",
    *(f"{what} in Region {region}" for region in "AB" for what in ("reward", "lead", "Banners", "Tower")),
    "supply",
    "leads",
    "moves",
    *(f"cards with a {number} in hand" for number in range(USUAL_NUMBERS)),
    *(f"cards of the suit {place} after the highest" for place in range(len(SUITS))),
    *(f"round {number}" for number in range(ROUNDS + 1)),
    "bouts left",
)


def write_traits(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    scored = state.majorities[seat] + state.feasts[seat] + state.nines(seat) + state.character(seat)
    writer.part(scored, 10)
    writer.put(JUDGE.race_prospects(state, seat) / 5)
    writer.part(state.watercraft[seat], 8)
    writer.part(state.shown[seat], 3)
    writer.part(state.fruit[seat], 5)
    writer.part(feast_profit(state, seat), 5)
    writer.part(state.pool, 7)
    _region(state, seat, REGION_A, state.towers[seat], writer)
    _region(state, seat, REGION_B, state.towers[state.seats + seat], writer)
    writer.part(state.supply[seat], 14)
    writer.flag(state.lead == seat)
    writer.flag(state.actor == seat)
    _hand(state, seat, writer)
    writer.hot(state.round, ROUNDS + 1)
    writer.part(state.hand_size() if state.round < ROUNDS else 0, 8)


def _region(state: BannerFestival, seat: i64, quadrant: i64, tower: i64, writer: FeatureWriter) -> None:
    writer.part(region_reward(state, seat, quadrant), 6)
    writer.put(region_lead(state, seat, quadrant))
    writer.part(state.in_region(seat, quadrant), 5)
    writer.part(tower, 4)


def _hand(state: BannerFestival, seat: i64, writer: FeatureWriter) -> None:
    """Count the cards by number, and by how many suits are higher."""
    numbers = writer.room(USUAL_NUMBERS)
    suits = writer.room(i64(len(SUITS)))
    highest = state.quadrant()
    hand = state.hands[seat]
    card: i64 = 0
    while hand:
        if hand & 1:
            writer.add(numbers + min(NUMBER[card], USUAL_NUMBERS - 1), 1.0)
            writer.add(suits + (SUIT[card] - highest) % len(SUITS), 1.0)
        hand >>= 1
        card += 1
