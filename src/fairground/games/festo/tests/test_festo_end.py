"""§3.4 and §6: cooking, points, sets and ties; §7 what is hidden."""

from functools import cache
from itertools import product

import pytest

from fairground import OVER, seeded
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.tables import GAME, offers, play, table
from fairground.games.festo.words import COLOURS, EVENTS

SET_TABLES = ([1, 3, 6, 10, 15, 21], [0, 0, 0, 5, 10, 15], [4, 8, 12, 16, 20, 24], [2, 5, 9, 13, 18, 30])


# §3.4 Cook


def test_3_4_the_card_holder_begins_and_seats_follow_in_ascending_order() -> None:
    stocks = [{"meat": 9, "honey": 9}, {}, {"spice": 9, "fruit": 9}]
    state = table(3, card=2, actor=2, stocks=stocks)
    play(state, "cook roast", "with spice")
    assert state.actor == 0
    play(state, "cook roast", "with honey")
    assert state.actor == 1 and offers(state) == ["pass"]


def test_3_4_a_pass_is_final_and_the_phase_ends_when_all_have_passed() -> None:
    state = table(stocks=[{}, {"meat": 12}])
    play(state, "pass", "cook roast")
    assert state.actor == 1
    play(state, "cook roast", "pass")
    assert state.round == 2 and offers(state) == ["give 0", "give 1"]


def test_3_4_the_buffet_is_not_refilled_while_cooking() -> None:
    state = table(stocks=[{"meat": 9, "honey": 9}])
    shelf = list(state.shelf)
    play(state, "cook drink1")
    assert list(state.shelf) == [-1, *shelf[1:]]


def test_3_4_roasts_and_mains_run_out() -> None:
    state = table(stocks=[{"meat": 14}], dishes=[["roast"], ["roast"]])
    assert "cook roast" not in offers(state)


# §6 End


def test_6_the_fourth_round_is_the_last() -> None:
    state = play(table(round=4, passed=[1]), "pass")
    assert state.actor == OVER and state.actors() == [] and state.legal(0) == []
    assert GAME.outcome(state).reason == "fourth round"
    assert GAME.outcome(table(round=4, passed=[1])).reason is None


def test_6_the_example_gives_78() -> None:
    """The example of §6: 58 for six dishes of 4 sorts, two twice, 10 + 3 for sets, 2 cubes, 5 gained."""
    dishes = ["meat drink", "meat dessert", "meat starter", "honey starter", "meat side", "honey side"]
    state = play(
        table(dishes=[dishes], stocks=[{"fruit": 1, "salt": 1}], gained=[5, 0], round=4, passed=[1]), "pass"
    )
    outcome = GAME.outcome(state)
    assert {heading: points[0] for heading, points in outcome.headings.items()} == {
        "dishes": 58,
        "sets": 13,
        "cubes": 2,
        "gained": 5,
    }
    assert outcome.points == [78, 0] and outcome.decided == "points"


@pytest.mark.parametrize("points", SET_TABLES, ids=str)
def test_6_the_split_into_sets_is_as_good_as_the_best_of_all_splits(points: list[int]) -> None:
    """Tries every collection of up to three dishes of each sort, and every way to split it."""
    groups = [[sort for sort in range(6) if bits & 2**sort] for bits in range(1, 64)]

    @cache
    def best(counts: tuple[int, ...]) -> int:
        found = [0]
        for group in groups:
            if all(counts[sort] for sort in group):
                rest = tuple(count - (sort in group) for sort, count in enumerate(counts))
                found.append(points[len(group) - 1] + best(rest))
        return max(found)

    text = GAME.document("box.toml").replace("[1, 3, 6, 10, 15, 21]", str(points))
    state = GAME.setup(5, seeded("sets"), {}, GAME.box(text))
    for counts in product(range(4), repeat=6):
        if list(counts) == sorted(counts):  # sorts are worth the same, so their order does not matter
            own(state, counts)
            assert state.set_points(0) == best(counts), counts


def own(state: Festo, counts: tuple[int, ...]) -> None:
    state.owned[0] = sum((2**count - 1) << (6 * sort) for sort, count in enumerate(counts[:4]))
    state.roasts[0], state.mains[0] = counts[4], counts[5]


@pytest.mark.parametrize(
    ("decided", "ranking", "seats"),
    [
        ("points", [[1], [0]], [{"gained": 1}, {"gained": 2}]),
        ("dishes", [[1], [0]], [{"gained": 6}, {"dishes": ["meat drink"]}]),
        ("cubes", [[0], [1]], [{"stock": {"meat": 2}, "gained": 1}, {"gained": 3}]),
        ("shared", [[0, 1]], [{"stock": {"meat": 2}}, {"stock": {"honey": 1, "salt": 1}}]),
    ],
)
def test_6_ties(decided: str, ranking: list[list[int]], seats: list[dict[str, object]]) -> None:
    """More dishes win, then more cubes left; then the win is shared."""
    state = table(
        stocks=[seat.get("stock", {}) for seat in seats],
        dishes=[seat.get("dishes", []) for seat in seats],
        gained=[seat.get("gained", 0) for seat in seats],
        round=4,
        passed=[1],
    )
    outcome = GAME.outcome(play(state, "pass"))
    assert (outcome.decided, outcome.ranking) == (decided, ranking)


# §7 Hidden information


def test_7_imagined_piles_hold_the_unseen_dishes_in_any_order() -> None:
    state = GAME.setup(3, seeded("hidden"), {"events": "none"})
    rng = seeded("worlds")
    orders = set()
    for _ in range(300):
        world = state.imagine(0, rng)
        assert isinstance(world, Festo) and list(world.shelf) == list(state.shelf)
        orders.add(tuple(world.pile[at] for at in (0, 1, 2)))
        assert sorted(world.pile[:3]) == sorted(state.pile[:3])
    assert len(orders) == 6


def test_7_events_to_come_are_any_that_were_not_turned_up() -> None:
    state = table(2, "house", round=2, events=["banquet", "regulars", "salt cart", "market day"])
    rng = seeded("worlds")
    counts = dict.fromkeys(EVENTS, 0)
    for _ in range(2_400):
        world = state.imagine(1, rng)
        assert isinstance(world, Festo)
        names = [EVENTS[event] for event in world.events]
        assert names[:2] == ["banquet", "regulars"] and len(set(names)) == 4
        counts[names[2]] += 1
    assert counts.pop("banquet") == counts.pop("regulars") == 0
    assert all(130 < count < 280 for count in counts.values()), counts  # 200 each, 5 deviations


def test_7_imagined_worlds_do_not_depend_on_the_true_one() -> None:
    events = [["banquet", "regulars", "salt cart", "market day"], ["banquet", "late risers", "regulars"]]
    piles = [["spice", "fruit", "potato"], ["potato", "fruit", "spice"]]
    shelf = {"side": ["meat", "honey", "mushroom"]}
    worlds = []
    for truth in (0, 1):
        hidden = {"events": events[truth], "piles": {"side": piles[truth]}}
        world = table(2, "house", shelves=shelf, **hidden).imagine(0, seeded("same"))
        assert isinstance(world, Festo)
        worlds.append((list(world.pile), list(world.events)))
    assert worlds[0] == worlds[1]


def test_7_a_spectator_sees_what_everybody_sees() -> None:
    state = GAME.setup(2, seeded("spectator"), {})
    text = GAME.picture(GAME.view(state, None))
    assert text == GAME.picture(GAME.view(state, 0)) == GAME.picture(GAME.view(state, 1))


# Invariants, and impossible positions


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"stocks": [{"meat": 15}]}, "expected 14 meat in all"),
        ({"stocks": [{"salt": 4}]}, "expected 3 salt in all"),
        ({"stocks": [{"milk": 1}]}, "expected one of meat"),
        ({"markets": {"grocery": {"meat": 4}}}, "the row of meat at the grocery is too long"),
        ({"helpers": [{"orc": 7}]}, "expected 6 helpers of seat 0"),
        ({"discs": [{"orc": 3}]}, "expected 2 discs of seat 0"),
        ({"laid": [{"grocery": 1}]}, "a disc is laid at the grocery"),
        ({"dishes": [["roast"] * 3]}, "expected 2 roasts in all, got -1 left and 3 prepared"),
        ({"dishes": [["meat drink"], ["meat drink"]]}, "a small dish is missing or there too often"),
        ({"shelves": {"drink": ["meat", "meat"]}}, "a small dish is missing or there too often"),
        (
            {"shelves": {"drink": [None]}, "claims": {"drink1": {"seat": 0}}},
            "a piece stands on a slot without",
        ),
        ({"moved": {"orc": {"meat": 1}}}, "more cubes count as moved"),
        ({"round": 5}, "there is no round 5"),
        ({"round": 10**18 * 7}, "there is no round"),
        ({"stocks": [{"meat": 10**19}]}, "too big|expected 14 meat"),
        ({"actor": 2}, "expected a seat below 2"),
        ({"actor": -1}, "a seat is to move after the match, or none before its end"),
        ({"question": "salt", "payment": {"slot": "drink1"}}, "the colours of the payment"),
        ({"events": ["banquet"]}, "expected no events"),
    ],
)
def test_an_impossible_position_is_refused(state: dict[str, object], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        table(**state)


def test_words_for_all_moves_are_distinct_and_read_back() -> None:
    words = [GAME.write(move) for move in range(327)]
    assert len(set(words)) == 327
    assert [GAME.read(each) for each in words] == list(range(327))
    assert GAME.read("  place   orc ") == GAME.read("place orc")
    assert f"take {COLOURS[0]}" in words
