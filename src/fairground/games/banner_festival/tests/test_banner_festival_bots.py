"""What the judge of Banner Festival sees, and what studies are told."""

import pytest

from fairground import seeded
from fairground.engine.playout import playout
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.bots import BannerJudge, edge, feast, reward
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


def test_more_fruit_is_worth_more_than_its_number_tells() -> None:
    """§3.9 Most Fruit counts in full, less by half."""
    state = table(HANDS, up="orange5", down="orange6", fruit=[3, 2])
    assert [feast(state, seat) for seat in range(2)] == [3, 1]
    first, second = worths(fruit=[3, 2])
    assert first - second > 1


def test_a_region_rewards_whoever_has_most_banners_there() -> None:
    """§6.1 Two at least among two seats."""
    docks = {"orange": [[0, 0], [0, 0], [2, 0], [0, 1]], "teal": [[0, 0], [0, 0], [2, 0], [0, 2]]}
    state = table(HANDS, up="orange5", down="orange6", docks=docks)
    assert [reward(state, seat, ORANGE) for seat in range(2)] == [6, 0]
    assert [reward(state, seat, TEAL) for seat in range(2)] == [6, 6]
    first, second = worths(docks=docks)
    assert first > second


def test_the_first_banner_ahead_counts_most() -> None:
    """§6.1 Rank alone earns Profit, and a lead of one Banner is soon lost."""
    ahead = []
    for banners in range(4):
        docks = {"teal": [[0, 0], [0, 0], [banners, 0], [0, 1]]}
        state = table(HANDS, up="orange5", down="orange6", docks=docks)
        ahead.append(edge(state, 0, TEAL))
        assert edge(state, 1, TEAL) == -ahead[-1]
        assert edge(state, 0, ORANGE) == 0
    assert ahead == [-1 / 2, 0, 1 / 2, 2 / 3]


def test_banners_on_a_tower_are_worth_more_than_those_on_a_dock_while_rounds_remain() -> None:
    dock = worths(docks={"teal": [[0, 0], [0, 0], [2, 0], [0, 0]]})
    tower = worths(towers={"B": [2, 0]})
    assert tower[0] - tower[1] > dock[0] - dock[1]


def test_a_watercraft_ahead_is_worth_more() -> None:
    first, second = worths(watercraft=[7, 1])
    assert first > second


def test_a_lap_is_worth_more_the_more_were_made() -> None:
    early = worths(characters=[1, 0], round=3)
    late = worths(characters=[5, 4], round=3)
    assert late[0] - late[1] > early[0] - early[1]


def liked(state: BannerFestival, seat: int, answer: str) -> str:
    """The card after which the judge gives the seat most, if the other seat answers so."""

    def share(card: int) -> float:
        after = state.copy()
        after.play(seat, card)
        move(after, 1 - seat, answer)
        return BannerJudge().shares(after)[seat]

    return GAME.write(max(state.legal(seat), key=share))


def test_a_nine_is_kept_where_it_is_the_lowest() -> None:
    """The gate is in yellow: orange ranks lowest there, and nothing else does so much as 5 Profit."""
    state = table(
        ("orange9 teal5 purple5", "yellow1 yellow2 yellow3"), up="yellow7", down="teal1", gate=4, round=3
    )
    assert liked(state, 0, "play yellow1") == "play orange9"


@pytest.mark.parametrize("seats", GAME.seats)
def test_studies_are_told_what_was_won(seats: int) -> None:
    state = GAME.setup(seats, seeded("kept"))
    playout(state, seeded(f"kept {seats}"), GAME.longest)
    told = holdings(state)
    nines = [card for own in told["nine"] for card in own]
    assert set(nines) <= {card for card in deck(seats) if card.endswith("9")}
    assert [5 * len(own) for own in told["nine"]] == [int(state.nines(seat)) for seat in range(seats)]
    last = [int(own[-1].split()[1]) if own else 0 for own in told["character"]]
    assert last == [int(state.character(seat)) for seat in range(seats)]
