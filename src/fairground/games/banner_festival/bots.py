"""What a good merchant looks at."""

from typing import Final, cast

from mypy_extensions import i64

from fairground.engine.judge import Judge, split
from fairground.engine.state import State
from fairground.games.banner_festival.rules.actions import LAST_CHARACTER
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival

LAP: Final = 8
FURTHER_LAP: Final = 2.0  # about what the Fruit of a lap beyond the last Character card brings
REGION_A: Final = 2  # a quadrant of each Region
REGION_B: Final = 0
DOUBT: Final = 0.7  # how little a majority counts at the start of a round


def judge() -> Judge:
    return BannerJudge()


class BannerJudge(Judge):
    """Profit so far, and what Fruit, Banners and the race promise."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0
        self.curiosity = 0.1
        self.swing = 3.5
        self.lessons = [(10, 0.0), (20, 0.15), (60, 0.35), (200, 0.65)]
        self.held = 4_000
        self.fruit = 0.9  # a Profit that a Feast would bring now
        self.basket = 0.3  # a Fruit
        self.race = 0.85  # a Profit of the Character card to be expected at the end
        self.pace = 0.2  # laps to be expected in a bout
        self.standing = 0.3  # a Profit that the majorities would bring now
        self.contest = 2.0  # a Region in which a seat is far ahead
        self.tower = 1.5  # a Banner on a Tower, for each round after this one

    def terms(self) -> list[str]:
        return ["swing", "fruit", "basket", "race", "pace", "standing", "contest", "tower"]

    def worth(self, state: State, seat: i64) -> float:
        market = cast(BannerFestival, state)
        worth = float(market.majorities[seat] + market.feasts[seat] + market.nines(seat))
        worth += float(market.character(seat)) + self.race * self.course(market, seat)
        worth += self.fruit * float(feast(market, seat)) + self.basket * float(market.fruit[seat])
        return worth + self.banners(market, seat) if market.round < ROUNDS else worth

    def course(self, market: BannerFestival, seat: i64) -> float:
        """What Character cards beyond the last one shown will bring, at the usual pace."""
        characters = market.printed.characters
        bouts = (ROUNDS - market.round) * market.printed.hand - market.bout
        laps = float(LAP * market.shown[seat] + market.watercraft[seat]) / LAP + self.pace * float(bouts)
        shown = float(market.character(seat))
        if laps >= LAST_CHARACTER:
            return float(characters[LAST_CHARACTER]) - shown + FURTHER_LAP * (laps - LAST_CHARACTER)
        whole = i64(laps)
        step = float(characters[whole + 1] - characters[whole])
        return float(characters[whole]) - shown + (laps - float(whole)) * step

    def banners(self, market: BannerFestival, seat: i64) -> float:
        """The majorities held now, the surer the later in the round, and what is there to win others."""
        sure = 1.0 - DOUBT * (1.0 - float(market.bout) / float(market.printed.hand))
        now = sure * float(reward(market, seat, REGION_A) + reward(market, seat, REGION_B))
        hope = edge(market, seat, REGION_A) + edge(market, seat, REGION_B)
        later = float((ROUNDS - 1 - market.round) * towers(market, seat))
        return self.standing * now + self.contest * hope + self.tower * later

    def result(self, state: State) -> list[float]:
        """§7 Points, then Banners on the board."""
        market = cast(BannerFestival, state)
        scores = market.scores()
        keys: list[int] = []
        for seat in range(market.seats):
            keys.append(scores[seat] * 64 + market.on_board(seat))
        return split(keys)


def feast(market: BannerFestival, seat: i64) -> i64:
    """§3.9 The Profit of a Feast now."""
    fruit = market.fruit[seat]
    for other in range(market.seats):
        if market.fruit[other] > fruit:
            return (fruit + 1) >> 1
    return fruit


def reward(market: BannerFestival, seat: i64, quadrant: i64) -> i64:
    """§6.1 The Profit of a Region if it were scored now."""
    own = market.in_region(seat, quadrant)
    if own < market.printed.least:
        return 0
    above: i64 = 0
    for other in range(market.seats):
        if market.in_region(other, quadrant) > own:
            above += 1
    return market.printed.rewards[above]


def towers(market: BannerFestival, seat: i64) -> i64:
    """The seat's Banners that stay for the rounds to come."""
    return market.towers[seat] + market.towers[market.seats + seat]


def edge(market: BannerFestival, seat: i64, quadrant: i64) -> float:
    """How far a seat is ahead of all others in a Region, from -1 to 1; the first Banner counts most."""
    most: i64 = 0
    for other in range(market.seats):
        if other != seat:
            most = max(most, market.in_region(other, quadrant))
    ahead = float(market.in_region(seat, quadrant) - most)
    return ahead / (1.0 + abs(ahead))
