"""§5 Payments, compared with a naive implementation that lists every way to pay."""

import pytest

from fairground.engine.rng import Rng, seeded
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.naive import PRICES, Case, Payment, Way, steps
from fairground.games.festo.tests.tables import GAME, offers, play, stock, table
from fairground.games.festo.words import COLOURS, EVENTS, SLOTS, SORTS


def draw(rng: Rng) -> Case:
    """Draw a case in which the seat can often just pay, or just not."""
    dish = [*SLOTS, *SLOTS, "roast", "main"][rng.below(26)]
    colour = int(rng.below(6))
    rich = 1 + rng.below(6)
    cubes = [int(rng.below(rich + 1)) for _ in range(6)]
    cubes[rng.below(6)] += rng.below(4)
    drinks = {each for each in range(6) if rng.below(4) == 0} if rng.below(2) else set()
    drinks.discard(colour if dish.startswith("drink") else -1)
    return Case(
        dish=dish,
        colour=colour,
        cubes=cubes,
        salt=int(rng.below(4)) if rng.below(3) else 0,
        drinks=drinks,
        reserved=dish in SLOTS and rng.below(2) == 0,
        free_columns=rng.below(6) == 0,
    )


def lay(case: Case) -> Festo:
    """Return the case as a position in which only its dish is on the buffet."""
    state = (SELF_SERVICE if case.free_columns else ORDINARY).copy()
    for number in range(12):
        state.shelf[number] = -1
    for kind, cubes in enumerate([*case.cubes, case.salt]):
        state.stock[kind] = cubes
        state.supply[kind] = 20 - cubes
    state.owned[0] = sum(2**drink for drink in case.drinks)
    state.roasts_left = case.dish == "roast"
    state.mains_left = case.dish == "main"
    if case.dish in SLOTS:
        slot = SLOTS.index(case.dish)
        state.shelf[slot] = 6 * SORTS.index(case.dish[:-1]) + case.colour
        state.claim[slot] = int(case.reserved)
    return state


ORDINARY = table(2, "house", "on")
SELF_SERVICE = table(2, "house", "on")
SELF_SERVICE.event = EVENTS.index("self-service")


def agree(case: Case) -> None:
    """Check that the rules offer the dish, and at every step the same answers and payments."""
    ways = case.ways()
    state = lay(case)
    assert (f"cook {case.dish}" in offers(state)) == bool(ways), case
    if ways:
        state.play(0, GAME.read(f"cook {case.dish}"))
        follow(case, state, ways)


def follow(case: Case, state: Festo, ways: dict[Way, Payment]) -> None:
    answers = steps(case, ways)
    if not answers:
        (payment,) = set(ways.values())
        left = [cubes - paid for cubes, paid in zip([*case.cubes, case.salt], payment, strict=True)]
        assert list(state.stock[:7]) == left, case
        assert list(state.supply) == [20 - cubes for cubes in left], case
        assert state.actor == 1, case
        return
    assert state.actor == 0, case
    assert sorted(offers(state)) == sorted(answers), case
    for words, rest in answers.items():
        branch = state.copy()
        branch.play(0, GAME.read(words))
        follow(case, branch, rest)


def test_5_every_way_to_pay_agrees_with_the_naive_list() -> None:
    rng = seeded("payments")
    for _ in range(6_000):
        agree(draw(rng))


@pytest.mark.soak
def test_5_fifty_thousand_ways_to_pay_agree_with_the_naive_list() -> None:
    rng = seeded("many payments")
    for _ in range(50_000):
        agree(draw(rng))


def test_5_the_cases_reach_every_kind_of_step() -> None:
    """Without this the comparison would prove little."""
    rng = seeded("payments")
    asked: dict[str, int] = {}
    for _ in range(3_000):
        case = draw(rng)
        ways = case.ways()
        while ways and (answers := steps(case, ways)):
            words = next(iter(answers))
            asked[words.split()[0]] = asked.get(words.split()[0], 0) + 1
            ways = answers[words]
    assert set(asked) == {"with", "extra", "waive", "salt"}
    assert min(asked.values()) >= 100, asked


# Worked examples

BARE: dict[str, list[str]] = {sort: [] for sort in PRICES}
ALL_PILED = {sort: [*COLOURS] for sort in PRICES}


def test_5_the_surcharge_is_all_in_one_colour() -> None:
    """An example of §5: 2 mushrooms and 2 others in column 3, with meat: 4 + 2 or 2 + 4, never 3 + 3."""
    shelf = {"dessert": ["honey", "spice", "mushroom"]}
    state = table(stocks=[{"mushroom": 4, "meat": 4}], shelves=shelf)
    play(state, "cook dessert3")
    assert offers(state) == ["extra own", "extra other"]
    assert stock(play(state.copy(), "extra own"), 0) == {"meat": 2}
    assert stock(play(state.copy(), "extra other"), 0) == {"mushroom": 2}
    assert "cook dessert3" not in offers(table(stocks=[{"mushroom": 3, "meat": 3}], shelves=shelf))


def test_5_three_honey_and_two_of_another_colour() -> None:
    shelf = {"starter": ["honey", "spice", "mushroom"]}
    state = table(stocks=[{"honey": 3, "spice": 2, "meat": 1}], shelves=shelf)
    play(state, "cook starter1")
    assert stock(state, 0) == {"meat": 1}
    assert "cook starter1" not in offers(table(stocks=[{"honey": 3, "spice": 1, "meat": 1}], shelves=shelf))


def test_5_the_other_colour_is_asked_where_two_can_pay() -> None:
    shelf = {"drink": ["honey", "spice", "mushroom"]}
    state = play(table(stocks=[{"honey": 3, "spice": 2, "meat": 1}], shelves=shelf), "cook drink1")
    assert offers(state) == ["with meat", "with spice"]
    assert stock(play(state, "with spice"), 0) == {"honey": 1, "meat": 1, "spice": 1}


def test_5_a_roast_is_six_of_one_colour_and_a_main_one_of_each() -> None:
    six = dict.fromkeys(COLOURS, 1)
    assert stock(play(table(stocks=[six]), "cook main"), 0) == {}
    state = play(table(stocks=[{"fruit": 6, "potato": 7}]), "cook roast")
    assert offers(state) == ["with fruit", "with potato"]
    assert stock(play(state, "with potato"), 0) == {"fruit": 6, "potato": 1}
    assert offers(table(stocks=[{"fruit": 5, "meat": 1}], shelves=BARE, piles=ALL_PILED)) == ["pass"]


def test_5_salt_is_listed_in_one_decision() -> None:
    state = table(stocks=[{"fruit": 6, "salt": 2}], shelves=BARE, piles=ALL_PILED)
    play(state, "cook roast")
    assert offers(state) == ["salt 0+0", "salt 1+0", "salt 2+0"]
    assert stock(play(state, "salt 1+0"), 0) == {"fruit": 1, "salt": 1}


def test_5_salt_that_must_be_used_is_not_asked_for() -> None:
    state = table(stocks=[{"fruit": 4, "salt": 2}], shelves=BARE, piles=ALL_PILED)
    assert stock(play(state, "cook roast"), 0) == {}


def test_5_steps_end_where_all_ways_pay_the_same() -> None:
    """Salt replaces the second colour, so it does not matter which colour that would have been."""
    shelf = {"drink": ["honey", "spice", "mushroom"]}
    state = table(stocks=[{"honey": 2, "salt": 1}], shelves=shelf)
    assert stock(play(state, "cook drink1"), 0) == {}


def test_5_a_reserved_dish_is_one_cube_cheaper_of_either_colour() -> None:
    state = table(
        stocks=[{"honey": 2, "meat": 2}],
        shelves={"dessert": ["honey", "spice", "fruit"]},
        claims={"dessert1": {"seat": 0}},
    )
    play(state, "cook dessert1")
    assert offers(state) == ["waive own", "waive other"]
    assert stock(play(state.copy(), "waive own"), 0) == {"honey": 1}
    assert stock(play(state, "waive other"), 0) == {"meat": 1}


def test_5_a_reserved_starter_in_column_2_leaves_three_payments() -> None:
    """An example of §5: 3 honey and 2 meat, one more for the column, one less for the reservation."""
    state = table(
        stocks=[{"honey": 4, "meat": 3}],
        shelves={"starter": ["spice", "honey", "fruit"]},
        claims={"starter2": {"seat": 0}},
    )
    play(state, "cook starter2")
    left = [
        stock(play(state.copy(), extra, waived), 0)
        for extra in ("extra own", "extra other")
        for waived in ("waive own", "waive other")
    ]
    assert left == [{"meat": 1, "honey": 1}, {"meat": 2}, {"honey": 2}, {"meat": 1, "honey": 1}]


def test_5_paid_cubes_return_to_their_supplies() -> None:
    state = table(stocks=[dict.fromkeys(COLOURS, 1)])
    assert list(state.supply) == [13] * 6 + [3]
    play(state, "cook main")
    assert list(state.supply) == [14] * 6 + [3]
