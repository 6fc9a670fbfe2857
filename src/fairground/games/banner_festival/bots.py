"""The judge of Banner Festival: how bots value a position."""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.judge import Judge, split_by_standing
from fairground.engine.state import State
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival
from fairground.games.banner_festival.rules.scoring import reward

LAP: Final = 8
FURTHER_LAP: Final = 2.0  # roughly the Profit from the Fruit of a lap beyond the last Character card
REGION_A: Final = 2  # one quadrant of each Region
REGION_B: Final = 0
DOUBT: Final = 0.7  # how much less a majority counts at the start of a round


def judge() -> Judge:
    return BannerJudge()


class BannerJudge(Judge):
    """Count the Profit so far and what to expect from Fruit, Banners and the race."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0
        self.curiosity = 0.1
        self.swing = 3.5
        self.lessons = [(10, 0.0), (20, 0.15), (60, 0.35), (200, 0.65)]
        self.held = 4_000
        self.fruit = 0.9  # each Profit that a Feast would bring now
        self.basket = 0.3  # each Fruit
        self.race = 0.85  # each Profit of the Character card expected at the end
        self.pace = 0.2  # laps expected for each bout
        self.standing = 0.3  # each Profit that the majorities would bring now
        self.contest = 2.0  # a Region in which the seat is far ahead
        self.tower = 1.5  # each Banner on a Tower, for each round after this one

    def terms(self) -> list[str]:
        return ["swing", "fruit", "basket", "race", "pace", "standing", "contest", "tower"]

    def worth(self, state: State, seat: i64) -> float:
        market = cast(BannerFestival, state)
        worth = float(market.majorities[seat] + market.feasts[seat] + market.nines(seat))
        worth += float(market.character(seat)) + self.race * self.race_prospects(market, seat)
        worth += self.fruit * float(feast_profit(market, seat)) + self.basket * float(market.fruit[seat])
        return worth + self.banners(market, seat) if market.round < ROUNDS else worth

    def progress(self, state: State) -> float:
        market = cast(BannerFestival, state)
        bouts = market.round * market.printed.hand + market.bout
        return float(bouts) / float(ROUNDS * market.printed.hand)

    def race_prospects(self, market: BannerFestival, seat: i64) -> float:
        """Return what Character cards beyond the last one shown will bring, at the usual pace."""
        characters = market.printed.characters
        bouts = (ROUNDS - market.round) * market.printed.hand - market.bout
        laps = float(LAP * market.shown[seat] + market.watercraft[seat]) / LAP + self.pace * float(bouts)
        shown = float(market.character(seat))
        last = market.printed.last
        if laps >= float(last):
            return float(characters[last]) - shown + FURTHER_LAP * (laps - float(last))
        whole = i64(laps)
        step = float(characters[whole + 1] - characters[whole])
        return float(characters[whole]) - shown + (laps - float(whole)) * step

    def banners(self, market: BannerFestival, seat: i64) -> float:
        """Value the majorities, more surely late in the round, the leads, and the Banners that stay."""
        certainty = 1.0 - DOUBT * (1.0 - float(market.bout) / float(market.printed.hand))
        now = certainty * float(region_reward(market, seat, REGION_A) + region_reward(market, seat, REGION_B))
        leads = region_lead(market, seat, REGION_A) + region_lead(market, seat, REGION_B)
        later = float((ROUNDS - 1 - market.round) * tower_banners(market, seat))
        return self.standing * now + self.contest * leads + self.tower * later

    def result(self, state: State) -> list[float]:
        """Split the win among the seats with the best standing."""
        market = cast(BannerFestival, state)
        return split_by_standing([market.standing(seat) for seat in range(market.seats)])


def feast_profit(market: BannerFestival, seat: i64) -> i64:
    """§3.9 Return the Profit that a Feast would bring the seat now."""
    fruit = market.fruit[seat]
    for other in range(market.seats):
        if market.fruit[other] > fruit:
            return (fruit + 1) >> 1
    return fruit


def region_reward(market: BannerFestival, seat: i64, quadrant: i64) -> i64:
    """§6.1 Return the Profit that the seat would get if the Region were scored now."""
    tally = vec[i64]([market.in_region(other, quadrant) for other in range(market.seats)])
    return reward(market, tally, 0, seat)


def tower_banners(market: BannerFestival, seat: i64) -> i64:
    """Return how many Banners the seat has on Towers, where they stay for later rounds."""
    return market.towers[seat] + market.towers[market.seats + seat]


def region_lead(market: BannerFestival, seat: i64, quadrant: i64) -> float:
    """Return how far a seat leads all others in a Region, from -1 to 1; the first Banner counts most."""
    most: i64 = 0
    for other in range(market.seats):
        if other != seat:
            most = max(most, market.in_region(other, quadrant))
    ahead = float(market.in_region(seat, quadrant) - most)
    return ahead / (1.0 + abs(ahead))
