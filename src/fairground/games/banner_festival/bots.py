"""What a good merchant looks at."""

from typing import cast

from mypy_extensions import i64

from fairground.engine.judge import Judge, split
from fairground.engine.state import State
from fairground.games.banner_festival.rules.actions import LAST_CHARACTER
from fairground.games.banner_festival.rules.cards import REGION
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival

LAP = 8


class BannerJudge(Judge):
    """Profit so far, and what Fruit, Banners and the race promise."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0
        self.swing = 6.0
        self.fruit = 0.7
        self.basket = 0.1
        self.race = 1.0
        self.pace = 0.18
        self.standing = 0.7
        self.banner = 0.3
        self.tower = 0.5
        self.lead = 0.3
        self.supply = 0.0

    def terms(self) -> list[str]:
        return ["swing", "fruit", "basket", "race", "pace", "standing", "banner", "tower", "lead", "supply"]

    def worth(self, state: State, seat: i64) -> float:
        market = cast(BannerFestival, state)
        left = ROUNDS - market.round
        worth = float(market.majorities[seat] + market.feasts[seat] + market.nines(seat))
        worth += float(market.character(seat))
        worth += self.race * self.course(market, seat)
        worth += self.fruit * float(feast(market, seat)) + self.basket * float(market.fruit[seat])
        if left > 0:
            worth += self.standing * self.majorities(market, seat)
            worth += self.banner * float(market.on_board(seat))
            worth += self.tower * float((left - 1) * towers(market, seat))
            worth += self.supply * float(min(4, market.supply[seat]))
        if market.lead == seat:
            worth += self.lead
        return worth

    def course(self, market: BannerFestival, seat: i64) -> float:
        """What the Character cards will bring beyond the last one shown, at the usual pace."""
        bouts = (ROUNDS - market.round) * market.printed.hand - market.bout
        laps = float(LAP * market.shown[seat] + market.watercraft[seat]) / LAP + self.pace * float(bouts)
        if laps >= LAST_CHARACTER:
            last = float(market.printed.characters[LAST_CHARACTER])
            return last + 2.0 * (laps - LAST_CHARACTER) - float(market.character(seat))
        whole = i64(laps)
        here = float(market.printed.characters[whole])
        following = float(market.printed.characters[whole + 1])
        return here + (laps - float(whole)) * (following - here) - float(market.character(seat))

    def majorities(self, market: BannerFestival, seat: i64) -> float:
        """The Profit of both Regions if they were scored now, the surer the later in the round."""
        played = float(market.bout) / float(market.printed.hand)
        return (0.3 + 0.7 * played) * float(reward(market, seat, 0) + reward(market, seat, 2))

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
