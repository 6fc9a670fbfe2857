"""§3.9, §6, §7 Feasts, scoring phases and the end."""

from collections.abc import Sequence

import pytest

from fairground import OVER
from fairground.games.banner_festival.bout_log import bouts, majorities
from fairground.games.banner_festival.outcome import outcome
from fairground.games.banner_festival.positions import dock, tower
from fairground.games.banner_festival.rules.cards import count
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.rules.table import CARD, GATE, NOBODY
from fairground.games.banner_festival.tests.tables import bout, move, table

PURPLE = 1
A, B = 0, 1
# In teal the first races to the gate, the second hangs on Odd, the third on Even, the last on the Tower.
CARDS = ("teal8", "teal7", "teal6", "yellow5")


def last_bout(cards: Sequence[str] = CARDS, **facts: object) -> BannerFestival:
    """Return the position after a round's last bout, in teal."""
    state = table(cards, asked="gate", lead=0, gate=4, **facts)
    move(state, 0, "gate 1")
    return state


# §3.9 Feasts


def test_3_9_a_feast_follows_when_the_pool_is_emptied() -> None:
    """Three seats have 4, 4 and 2 Fruit: the tied seats get 4 each, the other one half of its 2."""
    after = bout(["purple6", "teal8", "yellow4"], gate=5, up="purple5", fruit=[3, 4, 1])
    assert list(after.feasts) == [4, 4, 1]
    assert list(after.fruit) == [0, 0, 0] and after.pool == 9
    assert bouts(after)[0].feast and [result.served for result in bouts(after)[0].deeds] == [4, 4, 2]


def test_3_9_half_is_rounded_up() -> None:
    after = bout(["orange6", "teal8", "yellow5", "yellow3"], gate=5, fruit=[5, 1, 3, 1])
    assert not any(after.feasts)  # the orange 6 hangs on Even
    full = {"teal": [[0, 1, 0, 0], [0, 1, 0, 0], [0] * 4, [0] * 4]}
    after = bout(["orange6", "teal8", "yellow5", "yellow3"], gate=5, fruit=[5, 1, 3, 1], docks=full)
    assert list(after.feasts) == [7, 1, 2, 1]


def test_3_9_fruit_missing_in_the_pool_comes_from_the_supply() -> None:
    """One Fruit in the pool and four due: all four count."""
    full = {"teal": [[0, 0, 1, 0], [0, 0, 1, 0], [0] * 4, [0] * 4]}
    cards = ["orange6", "orange5", "teal8", "yellow5"]
    after = bout(cards, gate=5, fruit=[0, 0, 10, 0], docks=full)
    assert [result.served for result in bouts(after)[0].deeds] == [2, 2, 10, 0]
    assert list(after.feasts) == [1, 1, 10, 0]
    assert after.pool == 11 and not any(after.fruit)


def test_3_9_no_feast_while_the_pool_holds_one() -> None:
    full = {"teal": [[0, 0, 1, 0], [0, 0, 1, 0], [0] * 4, [0] * 4]}
    after = bout(["orange6", "purple5", "teal8", "yellow5"], gate=5, fruit=[0, 0, 7, 0], docks=full)
    assert not bouts(after)[0].feast and after.pool == 1 and list(after.fruit) == [2, 1, 7, 0]


def test_3_9_in_the_last_bout_of_a_round_the_feast_precedes_scoring() -> None:
    full = {"teal": [[0, 0, 1, 0], [0, 0, 1, 0], [0] * 4, [0] * 4]}
    after = last_bout(["orange6", "orange5", "teal8", "yellow5"], fruit=[0, 0, 10, 0], docks=full)
    assert list(after.feasts) == [1, 1, 10, 0] and after.pool == 11
    assert (after.round, after.bout) == (1, 0) and any(after.majorities)


# §6.1 Majorities


@pytest.mark.parametrize(
    ("banners", "rewards"),
    [
        ([4, 3, 2, 1], [6, 3, 1, 0]),
        ([4, 4, 3, 0], [6, 6, 1, 0]),
        ([4, 4, 3, 1], [6, 6, 1, 0]),
        ([3, 3, 3, 1], [6, 6, 6, 1]),
        ([4, 2, 2, 1], [6, 3, 3, 0]),
        ([5, 3, 3, 1], [6, 3, 3, 0]),
        ([2, 2, 2, 2], [6, 6, 6, 6]),
        ([5, 3, 3, 3, 1], [6, 3, 3, 3, 0]),
        ([0, 0, 2, 0], [0, 0, 6, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([1, 1, 1, 1], [6, 6, 6, 6]),
        ([2, 1, 1, 1, 5], [3, 1, 1, 1, 6]),
        ([5, 4, 4, 4, 4], [6, 3, 3, 3, 3]),
        ([5, 4, 3, 2, 1], [6, 3, 1, 0, 0]),
        ([2, 1], [6, 0]),
        ([2, 2], [6, 6]),
        ([1, 0], [0, 0]),
        ([3, 2, 2], [6, 3, 3]),
        ([4, 3, 2], [6, 3, 0]),
        ([3, 1, 2], [6, 0, 3]),
    ],
)
def test_6_1_most_second_and_third_by_levels(banners: list[int], rewards: list[int]) -> None:
    """The bout is in teal, so nothing changes in Region A."""
    seats = len(banners)
    cards = [*CARDS[:seats], *(["purple4"] if seats == 5 else [])]
    after = last_bout(cards, towers={"A": banners})
    region = majorities(after)[A]
    assert (region.banners, region.profit) == (banners, rewards)


def test_6_1_both_docks_and_the_tower_of_a_region_count() -> None:
    docks = {
        "orange": [[2, 0, 0, 0], [0, 2, 0, 0], [0] * 4, [0] * 4],
        "yellow": [[0] * 4, [0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]],
    }
    after = last_bout(docks=docks, towers={"A": [0, 1, 0, 3]})
    assert majorities(after)[A].banners == [3, 5, 1, 3]
    assert majorities(after)[A].profit == [3, 6, 0, 3]
    assert majorities(after)[B].banners == [0, 2, 2, 1]
    assert list(after.majorities) == [3, 12, 6, 4]


# §6.2 Clearing


def test_6_2_dock_banners_return_and_tower_banners_stay() -> None:
    after = last_bout(docks={"purple": [[2, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]}, towers={"A": [0, 0, 4, 0]})
    assert not any(after.docks) and after.taken == 0
    assert (tower(after, A), tower(after, B)) == ([0, 0, 4, 0], [0, 0, 0, 1])
    assert list(after.supply) == [14, 14, 10, 13]


def test_6_2_neutral_banners_stay() -> None:
    after = last_bout(CARDS[:3], docks={"purple": [[0] * 3, [0] * 3, [1, 0, 0], [0] * 3]})
    assert after.taken == after.printed.neutral != 0
    assert dock(after, PURPLE)[2] == [0, 0, 0]


# §6.3 The next round


@pytest.mark.parametrize("number", [1, 2])
def test_6_3_all_cards_except_the_kept_nines_are_dealt_again(number: int) -> None:
    after = last_bout(round=number, kept=[["teal9"], [], ["orange9"], []])
    assert (after.round, after.bout, after.played) == (number, 0, 0)
    assert [count(hand) for hand in after.hands] == [8, 8, 8, 8]
    kept = 2**9 | 2**29
    assert not any(hand & kept for hand in after.hands) and not after.deck & kept
    assert count(after.deck) == 2


def test_6_3_everything_else_stays() -> None:
    after = last_bout(fruit=[1, 2, 0, 3], characters=[1, 2, 3, 0], watercraft=[2, 3, 4, 8])
    assert list(after.fruit) == [1, 2, 0, 3]
    assert list(after.shown) == [1, 2, 3, 0]
    assert [space + 1 for space in after.watercraft] == [5, 3, 4, 8]


# §7 The end


def test_7_the_final_table_of_the_rulebook() -> None:
    """Pink, green, red and white before the last bout; the gate goes to teal.

    Green races, red takes one Fruit, pink takes two, and white hangs on the Tower. The pool is emptied.
    """
    state = table(
        ["orange6", "teal2", "purple7", "yellow5"],
        asked="gate",
        lead=1,
        gate=4,
        round=3,
        fruit=[0, 3, 2, 4],
        characters=[6, 3, 5, 2],
        kept=[[], ["teal9"], [], ["orange9"]],
        majorities=[12, 9, 7, 10],
        feasts=[9, 6, 7, 6],
        docks={
            "teal": [[0, 0, 2, 0], [0, 0, 0, 2], [0] * 4, [0] * 4],
            "orange": [[2, 0, 0, 0], [0, 2, 0, 0], [0] * 4, [0] * 4],
            "yellow": [[0] * 4, [0, 0, 2, 0], [1, 0, 0, 0], [0] * 4],
        },
        towers={"A": [2, 2, 1, 0], "B": [1, 0, 1, 1]},
    )
    assert [a + b for a, b in zip(state.majorities, state.feasts, strict=True)] == [21, 15, 14, 16]
    move(state, 1, "gate 1")
    assert state.actor == OVER
    result = outcome(state)
    assert result.points == [50, 31, 38, 34]
    assert [region.banners for region in majorities(state)] == [[5, 4, 3, 0], [2, 0, 4, 4]]
    assert [region.profit for region in majorities(state)] == [[6, 3, 1, 0], [1, 0, 6, 6]]
    assert [result.served for result in bouts(state)[0].deeds] == [2, 3, 3, 4]
    assert [result.earned for result in bouts(state)[0].deeds] == [1, 2, 2, 4]
    assert result.headings == {
        "majorities": [19, 12, 14, 16],
        "feasts": [10, 8, 9, 10],
        "character": [21, 6, 15, 3],
        "nines": [0, 5, 0, 5],
    }
    assert (result.ranking, result.reason, result.decided) == ([[0], [2], [3], [1]], "third round", "points")


def test_7_the_match_ends_with_a_last_feast_that_does_not_refill_the_pool() -> None:
    after = last_bout(round=3, fruit=[4, 1, 3, 0])
    assert after.actor == OVER and not bouts(after)[0].feast
    assert list(after.feasts) == [4, 1, 2, 0]
    assert not any(after.fruit) and after.pool == 3


def test_7_no_revealed_character_is_worth_nothing() -> None:
    after = last_bout(round=3)
    assert outcome(after).headings["character"] == [0, 0, 0, 0]


def test_7_each_kept_nine_is_worth_five() -> None:
    after = last_bout(round=3, kept=[["teal9", "purple9", "orange9"], [], [], []])
    assert outcome(after).headings["nines"] == [15, 0, 0, 0]


def test_7_a_tie_is_decided_by_banners_on_the_board() -> None:
    """The third round brings 7, 9, 6 and 1. Seats 0 and 1 are tied, with 5 and 3 Banners on Towers."""
    towers = {"A": [4, 3, 0, 0], "B": [1, 0, 0, 0]}
    result = outcome(last_bout(round=3, towers=towers, majorities=[2, 0, 0, 0]))
    assert result.points == [9, 9, 6, 1]
    assert (result.ranking, result.decided) == ([[0], [1], [2], [3]], "banners")


def test_7_banners_on_docks_do_not_break_ties() -> None:
    """Seat 1 hangs two on Odd in the last bout; seat 0 has one on a Tower, and only that one counts."""
    result = outcome(last_bout(round=3, towers={"A": [1, 0, 0, 0]}, feasts=[20, 20, 0, 0]))
    assert result.points == [26, 26, 6, 1]
    assert (result.ranking[0], result.decided) == ([0], "banners")


def test_7_equal_seats_share_a_place() -> None:
    """The third round brings 0, 6, 6 and 1, and only the last seat has a Banner on a Tower."""
    result = outcome(last_bout(round=3, feasts=[30, 24, 24, 29]))
    assert result.points == [30, 30, 30, 30]
    assert (result.ranking, result.decided) == ([[3], [0, 1, 2]], "banners")
    result = outcome(last_bout(round=3, feasts=[30, 24, 24, 0]))
    assert (result.ranking, result.decided) == ([[0, 1, 2], [3]], "shared")


# §3.1, §6.1 Where we had to decide


def test_3_1_after_a_dummy_was_lowest_the_gate_moves_3_into_the_new_round() -> None:
    """All cards of the seats are high teal ones, so the dummy is lowest whichever it is."""
    after = last_bout(("teal8", "teal7", "teal6"))
    assert (after.round, after.bout, after.lead) == (1, 0, NOBODY)
    assert (after.gate + 1, after.asked) == (5 + 3, CARD)


def test_3_1_a_lead_is_kept_into_the_new_round() -> None:
    after = last_bout()
    assert (after.round, after.lead, after.asked, after.actor) == (1, 3, GATE, 3)


@pytest.mark.parametrize(
    ("banners", "rewards"), [([1, 1, 1], [0, 0, 0]), ([2, 1, 0], [6, 0, 0]), ([3, 3, 2], [6, 6, 0])]
)
def test_6_1_neutral_banners_take_no_reward_but_ask_for_two(banners: list[int], rewards: list[int]) -> None:
    assert majorities(last_bout(CARDS[:3], towers={"A": banners}))[A].profit == rewards
