"""§8.2 The bonuses of small dishes, and §8 what a table can choose."""

from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.tables import GAME, afternoon, offers, play, stock, table
from fairground.games.festo.words import COLOURS


def test_8_a_table_has_events_and_no_magic_unless_it_chooses_otherwise() -> None:
    chosen = {option.name: (set(option.choices), option.default) for option in GAME.options}
    assert chosen == {"events": ({"house", "none"}, "house"), "magic": ({"off", "on"}, "off")}


def test_8_2_a_drink_saves_one_cube_of_its_colour_in_any_dish() -> None:
    dishes = [["fruit drink"]]
    roast = table(2, "none", "on", stocks=[{"fruit": 5}], dishes=dishes)
    assert stock(play(roast, "cook roast"), 0) == {}
    five = {colour: 1 for colour in COLOURS if colour != "fruit"}
    assert stock(play(table(2, "none", "on", stocks=[five], dishes=dishes), "cook main"), 0) == {}
    small = table(
        2, "none", "on", stocks=[{"honey": 2}], dishes=dishes, shelves={"drink": ["honey", "meat", "spice"]}
    )
    assert stock(play(small, "cook drink1"), 0) == {}  # the fruit it needs is saved
    assert "cook roast" not in offers(table(stocks=[{"fruit": 5}], dishes=dishes))


def test_8_2_a_drink_does_not_pay_for_itself() -> None:
    shelves = {"drink": ["honey", "meat", "spice"]}
    state = table(2, "none", "on", stocks=[{"honey": 1, "meat": 1}], shelves=shelves)
    assert offers(state) == ["pass"]


def test_8_2_discounts_come_before_the_waived_cube() -> None:
    """2 honey and 2 fruit: the drinks leave one of each, and one of these is waived."""
    state = table(
        2,
        "none",
        "on",
        dishes=[["honey drink", "fruit drink"]],
        shelves={"dessert": ["honey", "meat", "spice"]},
        claims={"dessert1": {"seat": 0}},
        stocks=[{"honey": 1, "fruit": 1}],
    )
    play(state, "cook dessert1")
    assert offers(state) == ["waive own", "waive other"]
    assert stock(play(state, "waive own"), 0) == {"honey": 1}


def test_8_2_a_price_never_falls_below_zero() -> None:
    state = table(
        2,
        "none",
        "on",
        dishes=[["honey drink", "fruit drink"]],
        shelves={"drink": ["potato"]},
        piles={"drink": ["meat", "spice", "mushroom"]},
        claims={"drink1": {"seat": 0}},
        stocks=[{"potato": 1}],
    )
    assert stock(play(state, "cook drink1"), 0) == {}  # 2 potatoes less 1, and a fruit less 1


def test_8_2_a_dessert_gains_when_its_colour_is_paid_in_real_cubes() -> None:
    dishes = [["honey dessert", "spice dessert"]]
    shelves = {"drink": ["honey", "meat", "spice"]}
    state = table(2, "none", "on", stocks=[{"honey": 2, "spice": 1}], dishes=dishes, shelves=shelves)
    assert list(play(state, "cook drink1").gained) == [2, 0]
    salted = table(2, "none", "on", stocks=[{"honey": 2, "salt": 1}], dishes=dishes, shelves=shelves)
    assert list(play(salted, "cook drink1").gained) == [1, 0]
    plain = table(2, "none", "off", stocks=[{"honey": 2, "spice": 1}], dishes=dishes, shelves=shelves)
    assert list(play(plain, "cook drink1").gained) == [0, 0]


def test_8_2_a_dessert_does_not_gain_by_its_own_payment() -> None:
    shelves = {"dessert": ["honey", "meat", "spice"]}
    state = table(2, "none", "on", stocks=[{"honey": 2, "fruit": 2}], shelves=shelves)
    assert list(play(state, "cook dessert1").gained) == [0, 0]


def at_elf(dishes: list[list[str]], **state: object) -> Festo:
    """Seat 0 has three helpers at the Elf, whose market holds fruit and meat; seat 1 has one."""
    helpers = [{"elf": 3, "grocery": 3}, {"elf": 1, "grocery": 4}]
    market = {"elf": {"fruit": 3, "meat": 2}}
    told: dict[str, object] = {"helpers": helpers, "markets": market, "dishes": dishes, **state}
    return play(afternoon(2, "none", "on", **told), "place grocery")


def test_8_2_a_starter_gains_once_a_character_when_its_colour_is_taken() -> None:
    dishes = [["fruit starter", "meat starter"]]
    assert list(play(at_elf(dishes), "take all").gained) == [1, 0]
    state = play(at_elf(dishes), "not all", "take fruit", "take meat", "take fruit")
    assert list(state.gained) == [1, 0]
    foreign = play(at_elf([["meat starter"]]), "not all", "take fruit")
    assert list(foreign.gained) == [0, 0]
    assert list(play(foreign, "take meat").gained) == [1, 0]


def test_8_2_a_starter_gains_nothing_from_the_elf() -> None:
    state = at_elf([["fruit starter"]], stocks=[{"honey": 1}])
    play(state, "not all", "use", "fetch fruit", "fetch fruit", "stop")
    assert list(state.gained) == [0, 0]


def test_8_2_a_starter_gains_nothing_at_the_grocery() -> None:
    helpers = [{"grocery": 6}, {"grocery": 5}]
    state = afternoon(
        2, "none", "on", helpers=helpers, dishes=[["meat starter"]], markets={"grocery": {"meat": 3}}
    )
    assert list(play(state, "place grocery", "buy meat").gained) == [0, 0]


def test_8_2_a_side_gains_once_for_a_majority_when_the_character_begins() -> None:
    state = at_elf([["fruit side", "meat side"], ["honey side"]])
    assert list(state.gained) == [1, 0]  # before anything is taken
    helpers = [{"grocery": 6}, {"grocery": 5}]
    grocery = afternoon(2, "none", "on", helpers=helpers, dishes=[["meat side"]])
    assert list(play(grocery, "place grocery").gained) == [0, 0]


def test_8_2_a_drink_saves_honey_while_a_dessert_rewards_fruit() -> None:
    """The example of §8.2: a fruit starter with honey costs 3 fruit and 1 honey, and gains a point."""
    state = table(
        2,
        "none",
        "on",
        dishes=[["honey drink", "fruit dessert"]],
        shelves={"starter": ["fruit", "meat", "spice"]},
        stocks=[{"fruit": 3, "honey": 1}],
    )
    play(state, "cook starter1")
    assert stock(state, 0) == {} and list(state.gained) == [1, 0]


def test_8_2_without_magic_nothing_is_gained() -> None:
    helpers = [{"elf": 3, "grocery": 3}, {"elf": 1, "grocery": 4}]
    dishes = [["fruit starter", "fruit side"]]
    state = afternoon(helpers=helpers, dishes=dishes, markets={"elf": {"fruit": 3}})
    assert list(play(state, "place grocery", "take all").gained) == [0, 0]
