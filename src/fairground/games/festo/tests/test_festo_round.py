"""§2 and §3: set-up, prepare, shop and act."""

import pytest

from fairground import IllegalMove, scripted, seeded
from fairground.games.festo.rules import prepare
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import COOK
from fairground.games.festo.tests.tables import GAME, PLAIN, afternoon, offers, play, stock, table
from fairground.games.festo.words import COLOURS


def cubes(state: Festo, place: int) -> list[int]:
    return [int(state.shop[6 * place + colour]) for colour in range(6)]


# §2 Set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_2_cubes_pieces_and_dishes_at_the_start(seats: int) -> None:
    state = GAME.setup(seats, seeded("set-up"), PLAIN)
    market = 4 if seats == 5 else 3
    assert [cubes(state, place) for place in range(6)] == [
        [market * (colour == place) for colour in range(6)] for place in range(6)
    ]
    assert cubes(state, 6) == [1] * 6
    assert list(state.supply) == [14 - market - 1] * 6 + [seats + 1]
    assert all(dish >= 0 for dish in state.shelf) and list(state.pile_left) == [3] * 4
    assert (state.roasts_left, state.mains_left) == (seats, seats)
    assert list(state.home) == [6] * seats and list(state.disc_home) == [2] * seats
    assert not any(state.stock)


def test_2_the_start_player_and_the_buffet_are_drawn() -> None:
    states = [GAME.setup(3, seeded(f"draw {n}"), {}) for n in range(40)]
    assert {int(state.card) for state in states} == {0, 1, 2}
    assert len({tuple(state.shelf) for state in states}) == 40
    assert len({int(state.event) for state in states}) > 8
    assert all(len(set(state.events)) == 4 for state in states)


# §3.1 Prepare


def test_3_1_a_market_is_filled_up_to_five() -> None:
    """The example of §3.1: four seats, the Elf's market holds 4: it gets 1, all others 3."""
    state = table(4, markets={"elf": {"fruit": 4}}, passed=[1, 2, 3])
    play(state, "pass")
    assert [sum(cubes(state, place)) for place in range(6)] == [3, 3, 3, 3, 5, 3]


def test_3_1_cubes_of_other_colours_count_and_are_not_removed() -> None:
    state = table(4, markets={"elf": {"meat": 4}, "orc": {"honey": 7}}, passed=[1, 2, 3])
    play(state, "pass")
    assert cubes(state, 4) == [4, 0, 0, 0, 1, 0]
    assert cubes(state, 2) == [0, 7, 0, 0, 0, 0]


def test_3_1_rows_get_one_up_to_three() -> None:
    state = table(markets={"grocery": {"meat": 3, "honey": 2}}, passed=[1])
    play(state, "pass")
    assert cubes(state, 6) == [3, 3, 1, 1, 1, 1]


def test_3_1_a_short_supply_fills_markets_before_rows() -> None:
    state = table(stocks=[{"meat": 12}, {"honey": 11, "spice": 14}], passed=[1])
    play(state, "pass")
    assert [cubes(state, place)[place] for place in range(3)] == [2, 3, 0]
    assert cubes(state, 6)[:4] == [0, 0, 0, 1]
    assert list(state.supply)[:3] == [0, 0, 0]


def test_3_1_dishes_shift_left_with_their_reservations_and_the_pile_fills_up() -> None:
    state = table(
        shelves={"drink": ["meat", None, "honey"], "side": [None, None, "potato"]},
        piles={"drink": ["spice", "fruit"], "side": ["meat", "honey", "spice", "fruit", "mushroom"]},
        claims={"drink3": {"seat": 1, "piece": "disc"}, "side3": {"seat": 0}},
        dishes=[["mushroom drink"], ["potato drink"]],
        passed=[1],
    )
    play(state, "pass")
    assert [COLOURS[dish % 6] for dish in state.shelf[:3]] == ["meat", "honey", "spice"]
    assert [COLOURS[dish % 6] for dish in state.shelf[9:]] == ["potato", "meat", "honey"]
    assert list(state.claim) == [0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]


def test_3_1_an_empty_pile_leaves_gaps_on_the_right() -> None:
    owned = ["honey drink", "spice drink", "fruit drink", "mushroom drink", "potato drink"]
    state = table(shelves={"drink": [None, None, "meat"]}, piles={"drink": []}, dishes=[owned], passed=[1])
    play(state, "pass")
    assert list(state.shelf[:3]) == [0, -1, -1]


def test_3_1_the_holder_gives_the_card_to_anybody_or_keeps_it() -> None:
    state = table(3, card=1, passed=[0, 2], actor=1)
    play(state, "pass")
    assert state.actor == 1 and offers(state) == ["give 0", "give 1", "give 2"]
    play(state, "give 2")
    assert (state.card, state.start, state.actor) == (2, 2, 2)


# §3.2 Shop


def test_3_2_rolled_characters_are_closed_and_doubles_stack() -> None:
    """The example of §3.2: roll 4, 5, 5: one cover on the Magician, two on the Elf."""
    state = table(4, passed=[1, 2, 3])
    play(state, "pass")
    state.rng = scripted([3, 4, 4])
    play(state, "give 0")
    assert list(state.covers) == [0, 0, 0, 1, 2, 0]
    assert offers(state) == [
        "place troll",
        "place pixies",
        "place orc",
        "place dwarf",
        "place grocery",
        "done",
    ]


def test_3_2_five_seats_roll_two_dice() -> None:
    state = table(5, passed=[1, 2, 3, 4])
    play(state, "pass", "give 0")
    assert sum(state.covers) == 2


def test_3_2_morning_and_afternoon() -> None:
    """Each seat in player order: any number of helpers in the morning, the rest in the afternoon."""
    state = table(3, passed=[1, 2])
    play(state, "pass")
    state.rng = scripted([0, 0, 0, 1, 1, 2])
    play(state, "give 1", "place orc", "place orc", "done")
    assert state.actor == 2
    play(state, "done")
    assert state.actor == 0
    play(state, *["place dwarf"] * 6)  # the last helper ends the seat's morning
    assert (state.actor, list(state.covers)) == (1, [0, 2, 1, 0, 0, 0])
    assert "done" not in offers(state) and "place orc" not in offers(state)
    play(state, *["place elf"] * 4)
    assert state.actor == 2
    play(state, *["place grocery"] * 6)
    assert not any(state.covers) and not any(state.home)  # seat 0 has none left; phase 3 begins
    assert offers(state) == ["take all", "not all"] and state.actor == 1


def test_3_2_discs_count_at_a_closed_character() -> None:
    state = afternoon(
        covers={"troll": 1},
        discs=[{"troll": 1}],
        helpers=[{"grocery": 6}, {"grocery": 5}],
        markets={"troll": {"meat": 3}},
    )
    assert "place troll" not in offers(state)
    play(state, "place grocery")
    assert state.actor == 0 and offers(state) == ["take all", "not all"]
    assert stock(play(state, "take all"), 0) == {"meat": 3}
    assert list(state.disc_home) == [2, 2]


# §3.3 Act


def test_3_3_nobody_takes_all_on_a_tie() -> None:
    """An example of §3.3: 3:3 at the Orc, 4 spices: A takes 3; B reserves, takes 1, one helper goes home."""
    state = afternoon(
        helpers=[{"orc": 3, "grocery": 3}, {"orc": 2, "grocery": 3}], markets={"orc": {"spice": 4}}
    )
    play(state, "place orc")
    assert state.actor == 0 and offers(state) == ["use", "no ability"]
    play(state, "no ability", "take spice", "take spice", "take spice")
    assert (state.actor, stock(state, 0), state.home[0]) == (1, {"spice": 3}, 3)
    play(state, "use", "reserve drink2")
    assert offers(state) == ["take spice", "stop"]
    play(state, "take spice")
    assert stock(state, 1) == {"spice": 1}
    assert (state.home[1], state.claim[1]) == (5, 3)  # all but the one on the dish


def test_3_3_most_pieces_act_first_and_ties_follow_the_player_order() -> None:
    state = afternoon(
        4,
        start=2,
        actor=1,
        helpers=[{"troll": 1, "dwarf": 5}, {"troll": 2, "dwarf": 3}, {"troll": 1, "dwarf": 5}, {"dwarf": 6}],
        markets={"troll": {"meat": 1}},
    )
    play(state, "place dwarf")
    assert list(state.queue) == [1, 2, 0]


def test_3_3_a_single_piece_alone_is_a_majority() -> None:
    state = afternoon(
        helpers=[{"elf": 1, "grocery": 5}, {"grocery": 5}], markets={"elf": {"fruit": 4, "meat": 1}}
    )
    play(state, "place grocery")
    assert offers(state) == ["take all", "not all"]
    assert stock(play(state.copy(), "take all"), 0) == {"meat": 1, "fruit": 4}
    play(state, "not all")  # no cube of its own: no ability
    assert offers(state) == ["take meat", "take fruit", "stop"]


def test_3_3_take_all_is_not_offered_at_an_empty_market() -> None:
    state = afternoon(helpers=[{"magician": 2, "grocery": 4}, {"grocery": 5}], markets={})
    play(state, "place grocery")
    assert offers(state) == ["use", "no ability"]
    play(state, "use")
    assert stock(state, 0) == {"salt": 1} and state.place == 6  # the second helper finds nothing


def test_3_3_the_majority_uses_no_ability_after_taking_all() -> None:
    state = afternoon(
        helpers=[{"magician": 3, "grocery": 3}, {"magician": 1, "grocery": 4}],
        markets={"magician": {"mushroom": 1}},
    )
    play(state, "place grocery", "take all")
    assert state.actor == 1 and offers(state) == ["use", "no ability"]
    assert state.home[0] == 3


def test_3_3_an_emptied_market_still_has_its_ability() -> None:
    """An example of §3.3: 2:1 at the Magician with 3 mushrooms."""
    helpers = [{"magician": 2, "grocery": 4}, {"magician": 1, "grocery": 4}]
    state = play(afternoon(helpers=helpers, markets={"magician": {"mushroom": 3}}), "place grocery")
    modest = play(state.copy(), "not all", "use", "take mushroom")
    assert stock(modest, 0) == {"mushroom": 1, "salt": 1}
    play(state, "take all", "use")
    assert (stock(state, 0), stock(state, 1)) == ({"mushroom": 3}, {"salt": 1})


def test_3_3_declining_a_cube_ends_the_taking() -> None:
    state = afternoon(helpers=[{"elf": 6}, {"elf": 5}], markets={"elf": {"fruit": 5}})
    play(state, "place elf", "take fruit", "stop")
    assert (state.actor, stock(state, 0), state.home[0]) == (1, {"fruit": 1}, 6)


def test_3_3_the_grocery_gives_the_card_and_one_colour_each() -> None:
    """An example of §3.3: 4 helpers take the card and 3 mushrooms, 2 helpers 2 honey, 1 helper 1 fruit."""
    state = afternoon(
        3,
        helpers=[{"grocery": 2, "pixies": 4}, {"grocery": 1, "pixies": 5}, {"grocery": 3, "pixies": 2}],
        markets={"grocery": dict.fromkeys(COLOURS, 3)},
    )
    state = play(state, "place grocery", "no ability", "no ability", "no ability")
    assert (state.card, state.actor, state.start) == (2, 2, 0)
    play(state, *["buy mushroom"] * 3)
    assert stock(state, 2) == {"mushroom": 3}
    play(state, "buy honey", "buy honey", "buy fruit")
    assert (stock(state, 0), stock(state, 1)) == ({"honey": 2}, {"fruit": 1})
    assert state.actor == 2 and "pass" in offers(state)  # the new holder cooks first
    assert list(state.home) == [6, 6, 6]


def test_3_3_a_tie_at_the_grocery_follows_the_player_order() -> None:
    state = afternoon(3, start=1, actor=0, card=1, helpers=[{"grocery": 5}, {"dwarf": 6}, {"grocery": 6}])
    play(state, "place grocery")
    while state.place != 6:
        play(state, offers(state)[-1])
    assert list(state.queue) == [2, 0] and state.card == 2


def test_3_3_nobody_at_the_grocery_leaves_the_card() -> None:
    state = afternoon(card=1, start=0, helpers=[{"dwarf": 6}, {"dwarf": 5}], round=4)
    play(state, "place dwarf", "no ability", "no ability")
    assert (state.card, state.actor) == (1, 1) and offers(state) == ["pass"]


def test_3_3_an_empty_grocery_asks_nothing() -> None:
    state = afternoon(helpers=[{"grocery": 6}, {"grocery": 5}])
    play(state, "place grocery")
    assert offers(state) == ["pass"] and list(state.home) == [6, 6]


def test_3_3_a_row_gives_what_it_has() -> None:
    state = afternoon(helpers=[{"grocery": 6}, {"grocery": 5}], markets={"grocery": {"honey": 2}})
    play(state, "place grocery")
    assert offers(state) == ["buy honey", "nothing"]
    assert stock(play(state, "buy honey", "buy honey"), 0) == {"honey": 2}
    assert state.phase == COOK


def test_3_3_one_takes_as_few_cubes_of_a_row_as_one_likes() -> None:
    """What is left lies there for the next seat; a second colour is not offered."""
    rows = {"grocery": {"honey": 2, "spice": 1}}
    state = afternoon(helpers=[{"grocery": 6}, {"grocery": 5}], markets=rows)
    play(state, "place grocery", "buy honey")
    assert offers(state) == ["buy honey", "nothing"]
    with pytest.raises(IllegalMove, match="all cubes must have one colour"):
        play(state, "buy spice")
    play(state, "nothing")
    assert (stock(state, 0), state.actor) == ({"honey": 1}, 1)
    assert offers(state) == ["buy honey", "buy spice", "nothing"]


def test_3_3_the_pieces_at_the_grocery_bound_the_cubes() -> None:
    helpers = [{"grocery": 2, "elf": 4}, {"elf": 5}]
    state = afternoon(helpers=helpers, markets={"grocery": {"honey": 3}})
    assert stock(play(state, "place elf", "buy honey", "buy honey"), 0) == {"honey": 2}
    assert state.phase == COOK


def test_3_3_a_new_card_holder_does_not_change_the_player_order_of_the_round() -> None:
    state = afternoon(helpers=[{"grocery": 1, "dwarf": 5}, {"grocery": 4, "dwarf": 1}], round=4)
    play(state, "place grocery")
    while state.place != 6:
        play(state, offers(state)[-1])
    assert (state.card, state.start) == (1, 0)


def test_a_whole_round_comes_back_to_the_card_holder() -> None:
    state = table(passed=[1], round=2)
    play(state, "pass")
    assert state.round == 3 and offers(state)[0] == "give 0"
    prepare.begin_round(state)  # nothing was laid
    assert not any(state.discs)
