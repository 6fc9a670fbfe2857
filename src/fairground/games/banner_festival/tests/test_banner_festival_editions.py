"""§6.1 Ties in a Region, in both rules versions: a second, naive implementation, and matches to their end."""

from itertools import groupby
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fairground import Match, Record, RecordError, load, seeded
from fairground.engine.game import Game
from fairground.games import editions
from fairground.games.banner_festival import GAME, PAST
from fairground.games.banner_festival.bots import region_reward
from fairground.games.banner_festival.bout_log import majorities
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.rules.scoring import reward
from fairground.games.banner_festival.tests.tables import move, table

GOLDEN = Path(__file__).parent / "golden"
FIRST, SECOND = PAST[0], GAME
LEVELS = {2: [6, 3], 3: [6, 3], 4: [6, 3, 1], 5: [6, 3, 1]}
NEEDED = {2: 2, 3: 2, 4: 1, 5: 1}
# In teal the first races to the gate, the second hangs on Odd, the third on Even, the fourth on the Tower.
CARDS = ("teal8", "teal7", "teal6", "yellow5", "purple4")
# Banners, Profit in version 1, Profit in version 2.
TIES = [
    ([3, 3, 3, 1], [6, 6, 6, 0], [6, 6, 6, 1]),
    ([1, 3, 3, 3], [0, 6, 6, 6], [1, 6, 6, 6]),
    ([5, 3, 3, 3, 1], [6, 3, 3, 3, 0], [6, 3, 3, 3, 0]),
    ([4, 4, 3, 1], [6, 6, 1, 0], [6, 6, 1, 0]),
    ([5, 3, 3, 1], [6, 3, 3, 0], [6, 3, 3, 0]),
    ([2, 2, 2, 2], [6, 6, 6, 6], [6, 6, 6, 6]),
    ([4, 4, 4, 4, 1], [6, 6, 6, 6, 0], [6, 6, 6, 6, 1]),
    ([4, 4, 4, 2, 2], [6, 6, 6, 0, 0], [6, 6, 6, 1, 1]),
    ([4, 4, 4, 2, 1], [6, 6, 6, 0, 0], [6, 6, 6, 1, 0]),
    ([4, 4, 4, 0, 0], [6, 6, 6, 0, 0], [6, 6, 6, 0, 0]),
    ([5, 5, 3, 3, 1], [6, 6, 1, 1, 0], [6, 6, 1, 1, 0]),
    ([3, 3, 3], [6, 6, 6], [6, 6, 6]),
    ([2, 2, 1], [6, 6, 0], [6, 6, 0]),
]


# A naive implementation


def pay_by_levels(banners: list[int]) -> list[int]:
    """Version 2: hand out the levels from the top; a tie also takes away the next one."""
    levels = list(LEVELS[len(banners)])
    profit = [0] * len(banners)
    for count, tied in groupby(
        sorted(range(len(banners)), key=lambda seat: -banners[seat]), banners.__getitem__
    ):
        seats = list(tied)
        prize = levels.pop(0) if levels else 0
        if len(seats) > 1 and levels:
            levels.pop(0)
        for seat in seats:
            profit[seat] = prize if count >= NEEDED[len(banners)] else 0
    return profit


def pay_by_ranks(banners: list[int]) -> list[int]:
    """Version 1: a seat has the rank that its first of equals has in the sorted row."""
    row = sorted(banners, reverse=True)
    prizes = [*LEVELS[len(banners)], 0, 0, 0]
    return [prizes[row.index(own)] if own >= NEEDED[len(banners)] else 0 for own in banners]


STARTS = {
    (edition.rules, seats): edition.setup(seats, seeded("ties"))
    for edition in (FIRST, SECOND)
    for seats in GAME.seats
}


def pay(rules: int, banners: list[int]) -> list[int]:
    state = STARTS[rules, len(banners)]
    tally = vec[i64](banners)
    return [int(reward(state, tally, 0, seat)) for seat in range(len(banners))]


def test_6_1_rewards_agree_with_the_naive_rules_in_both_versions() -> None:
    """Few different numbers of Banners, so that most Regions have ties."""
    rng = seeded("naive ties")
    apart = 0
    for _ in range(100_000):
        banners = [rng.below(5) for _ in range(2 + rng.below(4))]
        first, second = pay_by_ranks(banners), pay_by_levels(banners)
        assert pay(1, banners) == first, banners
        assert pay(2, banners) == second, banners
        apart += first != second
    assert apart > 1_000


# Whole scoring phases


def score(game: Game[BannerFestival, BannerBox], banners: list[int]) -> BannerFestival:
    """Return the position after a round's last bout, in teal; Region A has these Banners on its Tower."""
    cards = CARDS[: len(banners)]
    state = table(cards, game, asked="gate", lead=0, gate=4, towers={"A": banners})
    move(state, 0, "gate 1")
    return state


@pytest.mark.parametrize(("banners", "first", "second"), TIES)
def test_6_1_a_tie_skips_one_level_and_in_version_1_a_level_for_each_seat(
    banners: list[int], first: list[int], second: list[int]
) -> None:
    for game, expected in ((FIRST, first), (SECOND, second)):
        region = majorities(score(game, banners))[0]
        assert (region.banners, region.profit) == (banners, expected)


def test_6_1_bots_expect_what_their_version_pays() -> None:
    for game, last in ((FIRST, 0), (SECOND, 1)):
        state = table(CARDS[:4], game, asked="gate", lead=0, gate=4, towers={"A": [3, 3, 3, 1]})
        assert [region_reward(state, seat, 2) for seat in range(4)] == [6, 6, 6, last]


# Editions


def test_a_match_keeps_its_version_in_records_and_positions() -> None:
    assert [edition.rules for edition in editions("banner_festival")] == [2, 1]
    for rules in (1, 2):
        game = load("banner_festival", rules)
        match = Match(game, 4, "version")
        again = game.restore(game.dump(match.state))
        assert again.rules == match.state.copy().rules == match.state.imagine(0, seeded("x")).rules == rules
        assert Record.parse(str(match.record())).rules == rules


@pytest.mark.parametrize("name", ["out_of_banners", "tie_of_three", "tie_of_four", "tie_decides"])
def test_a_golden_record_ends_differently_under_the_other_version(name: str) -> None:
    """Its moves are legal in both versions, but only its own leads to its points."""
    record = Record.parse((GOLDEN / f"{name}.game").read_text())
    own, other = (FIRST, SECOND) if record.rules == 1 else (SECOND, FIRST)
    match = Match.replay(own, record)
    foreign = Match(other, record.seats, record.seed)
    for seat, words in record.moves:
        foreign.play(seat, words)
    assert match.outcome().points == record.outcome != foreign.outcome().points
    assert name != "tie_decides" or match.outcome().ranking != foreign.outcome().ranking
    with pytest.raises(RecordError, match="rules version"):
        Match.replay(other, record)
