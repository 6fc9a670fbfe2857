"""The judge of Banner Festival, and the holdings for balance studies."""

import pytest

from fairground import Rng, seeded
from fairground.engine.playout import playout
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.bots import BannerJudge, feast_profit, region_lead, region_reward
from fairground.games.banner_festival.holdings import holdings
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.tests.tables import deck, move, table

HANDS = ("teal1 teal2 teal3", "purple1 purple2 purple3")
ORANGE, TEAL = 2, 0


def worths(**facts: object) -> list[float]:
    state = table(HANDS, up="orange5", down="orange6", **facts)
    return [BannerJudge().worth(state, seat) for seat in range(2)]


def test_equal_seats_are_worth_the_same() -> None:
    first, second = worths()
    assert first == second


def test_having_the_most_fruit_is_worth_more_than_one_fruit_more() -> None:
    """§3.9 The most Fruit counts in full, less Fruit by half."""
    state = table(HANDS, up="orange5", down="orange6", fruit=[3, 2])
    assert [feast_profit(state, seat) for seat in range(2)] == [3, 1]
    first, second = worths(fruit=[3, 2])
    assert first - second > 1


def test_a_region_rewards_the_seat_with_the_most_banners() -> None:
    """§6.1 With two seats, it takes at least two Banners."""
    docks = {"orange": [[0, 0], [0, 0], [2, 0], [0, 1]], "teal": [[0, 0], [0, 0], [2, 0], [0, 2]]}
    state = table(HANDS, up="orange5", down="orange6", docks=docks)
    assert [region_reward(state, seat, ORANGE) for seat in range(2)] == [6, 0]
    assert [region_reward(state, seat, TEAL) for seat in range(2)] == [6, 6]
    first, second = worths(docks=docks)
    assert first > second


def test_the_first_banner_ahead_counts_most() -> None:
    """§6.1 Only the rank earns Profit, so a larger lead adds little."""
    ahead = []
    for banners in range(4):
        docks = {"teal": [[0, 0], [0, 0], [banners, 0], [0, 1]]}
        state = table(HANDS, up="orange5", down="orange6", docks=docks)
        ahead.append(region_lead(state, 0, TEAL))
        assert region_lead(state, 1, TEAL) == -ahead[-1]
        assert region_lead(state, 0, ORANGE) == 0
    assert ahead == [-1 / 2, 0, 1 / 2, 2 / 3]


def test_banners_on_a_tower_are_worth_more_than_those_on_a_dock_while_rounds_remain() -> None:
    dock = worths(docks={"teal": [[0, 0], [0, 0], [2, 0], [0, 0]]})
    tower = worths(towers={"B": [2, 0]})
    assert tower[0] - tower[1] > dock[0] - dock[1]


def test_a_watercraft_ahead_is_worth_more() -> None:
    first, second = worths(watercraft=[7, 1])
    assert first > second


def test_later_laps_are_worth_more() -> None:
    early = worths(characters=[1, 0], round=3)
    late = worths(characters=[5, 4], round=3)
    assert late[0] - late[1] > early[0] - early[1]


def best_card(state: BannerFestival, seat: int, answer: str) -> str:
    """Return the card that gives the seat the largest share if the other seat plays `answer`."""

    def share(card: int) -> float:
        after = state.copy()
        after.play(seat, card)
        move(after, 1 - seat, answer)
        return BannerJudge().shares(after)[seat]

    return GAME.write(max(state.legal(seat), key=share))


def test_the_judge_plays_a_nine_where_it_is_lowest_and_kept() -> None:
    """The gate is in yellow, where orange ranks lowest; no other card brings as much as 5 Profit."""
    state = table(
        ("orange9 teal5 purple5", "yellow1 yellow2 yellow3"), up="yellow7", down="teal1", gate=4, round=3
    )
    assert best_card(state, 0, "play yellow1") == "play orange9"


def tie_points(state: BannerFestival, rng: Rng) -> BannerFestival:
    """Change a final position so that points and Banners are often equal."""
    for seat in range(state.seats):
        state.feasts[seat] += 60 - state.scores()[seat] + rng.below(2)
        state.supply[seat] = state.printed.banners - rng.below(2)
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_judge_splits_the_win_as_the_outcome_does(seats: int) -> None:
    """§7 Points, then Banners on the board; ties share."""
    rng, judge, deciders = seeded(f"result {seats}"), BannerJudge(), set()
    finals = [GAME.setup(seats, rng.fork()) for _ in range(40)]
    for state in finals:
        playout(state, rng, GAME.longest)
    for state in [*finals, *(tie_points(state.copy(), rng) for state in finals for _ in range(5))]:
        outcome = GAME.outcome(state)
        share = 1 / len(outcome.winners)
        assert judge.result(state) == [share * (seat in outcome.winners) for seat in range(seats)]
        deciders.add(outcome.decided)
    assert deciders == set(GAME.deciders)


@pytest.mark.parametrize("seats", GAME.seats)
def test_holdings_list_what_was_won(seats: int) -> None:
    state = GAME.setup(seats, seeded("kept"))
    playout(state, seeded(f"kept {seats}"), GAME.longest)
    held = holdings(state)
    nines = [card for own in held["nine"] for card in own]
    assert set(nines) <= {card for card in deck(seats) if card.endswith("9")}
    assert [5 * len(own) for own in held["nine"]] == [int(state.nines(seat)) for seat in range(seats)]
    last = [int(own[-1].split()[1]) if own else 0 for own in held["character"]]
    assert last == [int(state.character(seat)) for seat in range(seats)]
