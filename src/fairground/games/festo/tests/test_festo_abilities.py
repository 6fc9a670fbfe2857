"""§4 The six characters."""

from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.tables import afternoon, offers, play, play_and_list_keys, stock, table
from fairground.games.festo.words import COLOURS, PLACES

ALL_SMALL = ("drink", "dessert", "starter", "side")


def at(place: str, **state: object) -> Festo:
    """Seat 0 with two helpers, and one of seat 1, have come to a place; seat 0 is asked first.

    Seat 0 has the majority; where there is a market it has already declined to take all of it.
    """
    pieces: dict[str, object] = {"helpers": [{place: 2, "grocery": 4}, {place: 1, "grocery": 4}]}
    position = play(afternoon(2, "none", "off", **{**pieces, **state}), "place grocery")
    return play(position, "not all") if offers(position)[0] == "take all" else position


# §4.1 Troll


def test_4_1_a_cube_goes_from_any_market_or_row_to_another() -> None:
    state = at("troll", markets={"troll": {"meat": 1}, "elf": {"fruit": 1}, "grocery": {"honey": 2}})
    play(state, "use")
    assert offers(state) == ["pick meat from troll", "pick fruit from elf", "pick honey from grocery"]
    play(state, "pick fruit from elf")
    assert offers(state) == [f"move to {place}" for place in PLACES if place != "elf"]
    play(state, "move to dwarf")
    assert state.shop[6 * 5 + 4] == 1 and state.moved[6 * 5 + 4] == 1
    assert offers(state) == ["take meat", "stop"]  # one helper is left


def test_4_1_not_from_grocery_to_grocery() -> None:
    state = play(at("troll", markets={"grocery": {"honey": 1, "meat": 1}}), "use", "pick honey from grocery")
    assert offers(state) == [f"move to {place}" for place in PLACES[:6]]


def test_4_1_a_full_row_takes_no_cube() -> None:
    markets = {"elf": {"fruit": 1, "meat": 1}, "grocery": {"fruit": 3, "meat": 2}}
    state = play(at("troll", markets=markets), "use")
    assert "move to grocery" not in offers(play(state.copy(), "pick fruit from elf"))
    assert "move to grocery" in offers(play(state.copy(), "pick meat from elf"))


def test_4_1_a_market_may_exceed_five() -> None:
    state = at("troll", markets={"orc": {"spice": 5}, "elf": {"fruit": 1}})
    play(state, "use", "pick fruit from elf", "move to orc")
    assert state.cubes_at(2) == 6


def test_4_1_a_single_cube_is_picked_without_asking() -> None:
    state = play(at("troll", markets={"elf": {"fruit": 1}}), "use")
    assert "move to orc" in offers(state)


def test_4_1_a_moved_cube_is_not_moved_again_this_round_by_anyone() -> None:
    helpers = [{"troll": 2, "orc": 1, "grocery": 3}, {"troll": 1, "grocery": 4}]
    state = play(at("troll", markets={"elf": {"fruit": 1}}, helpers=helpers), "use", "move to orc")
    assert offers(state) == ["take all", "not all"]  # seat 1 had nothing to move: this is the orc


def test_4_1_moved_cubes_are_not_offered_but_others_of_their_colour_are() -> None:
    state = at("troll", markets={"elf": {"fruit": 1}, "orc": {"fruit": 1}})
    play(state, "use", "pick fruit from elf", "move to orc")
    assert state.actor == 1
    play(state, "use")  # of two fruits at the orc one was moved: the other is picked
    assert offers(state)[0] == "move to troll" and state.origin == 6 * 2 + 4
    play(state, "move to dwarf")
    assert state.moved[6 * 2 + 4] == 1 and state.moved[6 * 5 + 4] == 1


def test_4_1_among_equal_cubes_moved_ones_are_taken_first() -> None:
    state = at("troll", markets={"troll": {"meat": 1}, "elf": {"meat": 1, "fruit": 1}})
    play(state, "use", "pick meat from elf", "move to troll", "take meat")
    assert state.shop[0] == 1 and state.moved[0] == 0


def test_4_1_without_a_cube_it_is_not_offered() -> None:
    assert at("troll").place == 6


def test_4_1_a_new_round_frees_moved_cubes() -> None:
    state = table(markets={"orc": {"fruit": 2}}, moved={"orc": {"fruit": 2}}, passed=[1])
    play(state, "pass")
    assert not any(state.moved)


# §4.2 Pixies


def test_4_2_the_acting_helper_goes_further_right_and_counts_there() -> None:
    state = play(at("pixies", markets={"orc": {"spice": 3}}), "use")
    assert offers(state) == [f"send to {place}" for place in PLACES[2:]]
    play(state, "send to orc")
    assert state.actor == 1
    play(state, "no ability")
    assert state.actor == 0 and offers(state) == ["take all", "not all"]


def test_4_2_helper_or_disc_where_both_stand() -> None:
    helpers = [{"pixies": 1, "grocery": 5}, {"grocery": 5}]
    state = at("pixies", helpers=helpers, discs=[{"pixies": 1}], markets={"elf": {"fruit": 1}})
    assert offers(state) == ["use", "use disc", "no ability"]
    assert play(state.copy(), "use disc", "send to elf").discs[4] == 1
    assert play(state, "use", "send to elf").helpers[4] == 1


def test_4_2_a_sent_piece_may_win_the_card() -> None:
    state = at("pixies", card=1, helpers=[{"pixies": 2, "grocery": 4}, {"pixies": 1, "grocery": 4}])
    play(state, "use", "send to grocery", "use", "send to orc")
    while state.place != 6:
        play(state, offers(state)[-1])
    assert list(state.queue) == [0, 1] and state.card == 0


# §4.3 Orc


def test_4_3_a_reserved_dish_is_for_one_seat_only() -> None:
    state = play(at("orc", stocks=[{"meat": 3, "honey": 3}] * 2), "use")
    assert len(offers(state)) == 12
    play(state, "reserve drink1", "use")
    assert "reserve drink1" not in offers(state)
    play(state, "reserve drink2")
    assert state.actor == 1 and "cook drink2" in offers(state)  # it won the card
    assert "cook drink1" not in offers(state)
    play(state, "pass")
    assert "cook drink1" in offers(state) and "cook drink2" not in offers(state)


def test_4_3_the_only_free_dish_is_reserved_without_asking() -> None:
    bare: dict[str, list[str | None]] = {sort: [] for sort in ALL_SMALL}
    piles = {sort: [*COLOURS] for sort in ALL_SMALL}
    shelves = {**bare, "side": [None, "honey", None]}
    piles["side"].remove("honey")
    state = play(at("orc", shelves=shelves, piles=piles), "use")
    assert state.claim[10] == 1
    assert state.place == 6  # seat 1 finds no free dish, and no cubes


def test_4_3_a_disc_may_stand_on_a_dish() -> None:
    state = at("orc", helpers=[{"grocery": 6}, {"grocery": 5}], discs=[{"orc": 2}])
    assert offers(state) == ["use disc", "no ability"]
    play(state, "use disc", "reserve side3")
    assert state.claim[11] == 2 and state.disc_home[0] == 1


def test_4_3_the_piece_comes_home_when_the_dish_is_prepared() -> None:
    claims = {"drink1": {"seat": 0, "piece": "disc"}}
    state = table(stocks=[{"meat": 1, "honey": 1}], claims=claims)
    assert state.disc_home[0] == 1
    play(state, "cook drink1")
    assert state.disc_home[0] == 2 and state.claim[0] == 0


def test_4_3_a_piece_is_taken_back_for_a_cube_and_the_turn_goes_on() -> None:
    claims = {"starter1": {"seat": 0}, "side2": {"seat": 0}, "side3": {"seat": 1}}
    state = table(stocks=[{"fruit": 1, "salt": 1}], claims=claims)
    assert offers(state) == ["free starter1", "free side2", "pass"]
    play(state, "free side2")
    assert offers(state) == ["free with fruit", "free with salt"]
    play(state, "free with salt")
    assert state.actor == 0 and state.home[0] == 5 and offers(state) == ["free starter1", "pass"]
    play(state, "free starter1")  # the only cube is paid by itself
    assert (state.home[0], stock(state, 0), offers(state)) == (6, {}, ["pass"])


def test_4_3_without_a_cube_a_piece_stays() -> None:
    assert offers(table(claims={"drink1": {"seat": 0}})) == ["pass"]


def test_4_3_a_reservation_stays_over_rounds() -> None:
    state = table(claims={"drink1": {"seat": 0}}, passed=[1])
    play(state, "pass")
    assert state.claim[0] == 1 and state.home[0] == 5


# §4.4 Magician


def test_4_4_one_salt_while_there_is_any() -> None:
    state = at("magician")
    play(state, "use", "use")
    assert stock(state, 0) == stock(state, 1) == {"salt": 1}
    bare = at("magician", stocks=[{"salt": 2}, {"salt": 1}])
    assert bare.place == 6


# §4.5 Elf


def test_4_5_one_cube_back_and_two_from_the_supplies() -> None:
    state = play(at("elf", stocks=[{"meat": 1, "salt": 1}]), "use")
    assert offers(state) == ["return meat", "return salt"]
    play(state, "return salt")
    assert offers(state) == [f"fetch {colour}" for colour in COLOURS]
    play(state, "fetch honey", "fetch honey")
    assert stock(state, 0) == {"meat": 1, "honey": 2} and state.supply[6] == 3


def test_4_5_a_single_kind_is_returned_without_asking_and_may_be_fetched_again() -> None:
    state = play(at("elf", stocks=[{"meat": 2}]), "use")
    assert offers(state)[0] == "fetch meat"
    assert stock(play(state, "fetch meat", "fetch fruit"), 0) == {"meat": 2, "fruit": 1}


def test_4_5_it_needs_a_cube() -> None:
    assert at("elf").place == 6


def test_4_5_the_supplies_are_limited() -> None:
    """With one colour left, its cubes are fetched without asking, as many as there are."""
    stocks = [{"meat": 6}, dict.fromkeys(COLOURS, 14) | {"meat": 8}]
    state = play(at("elf", stocks=stocks, markets={}), "use")
    assert stock(state, 0) == {"meat": 6}  # the returned meat was the only one there
    stocks = [{"salt": 1}, dict.fromkeys(COLOURS, 14) | {"meat": 13, "honey": 13}]
    state = play(at("elf", stocks=stocks, markets={}), "use")
    assert offers(state) == ["fetch meat", "fetch honey"]
    play(state, "fetch honey")
    assert stock(state, 0) == {"meat": 1, "honey": 1}


# §4.6 Dwarf


def test_4_6_every_disc_at_home_is_laid_on_a_character() -> None:
    state = play(at("dwarf"), "use")
    assert offers(state) == [f"lay {place}" for place in PLACES[:6]]
    play(state, "lay dwarf", "lay orc")
    assert state.disc_home[0] == 0 and state.laid[5] == state.laid[2] == 1
    assert state.actor == 1


def test_4_6_discs_count_from_the_next_round_on() -> None:
    state = play(at("dwarf"), "use", "lay dwarf", "lay dwarf")
    assert state.pieces(0, 5) == 0
    while state.round == 1:
        play(state, offers(state)[-1])
    assert state.pieces(0, 5) == 2 and not any(state.laid)


def test_4_6_one_disc_at_home_is_laid_alone() -> None:
    state = play(at("dwarf", claims={"drink1": {"seat": 0, "piece": "disc"}}), "use", "lay elf")
    assert state.actor == 1


def test_4_6_a_disc_that_acts_goes_home_first() -> None:
    """Without a disc at home, a disc can act but a helper cannot."""
    pieces = {"helpers": [{"dwarf": 1, "grocery": 5}, {"grocery": 5}], "discs": [{"dwarf": 1}]}
    claims = {"drink1": {"seat": 0, "piece": "disc"}}
    state = at("dwarf", **pieces, claims=claims)
    assert offers(state) == ["use disc", "no ability"]
    play(state, "use disc", "lay troll")
    assert state.laid[0] == 1
    both = at("dwarf", **pieces)
    assert offers(both) == ["use", "use disc", "no ability"]
    assert play(both.copy(), "use", "lay elf").place == 6  # one disc was at home, the other comes later
    assert offers(play(both.copy(), "use disc", "lay elf"))[0] == "lay troll"  # now two were


def test_4_6_without_a_disc_it_is_not_offered() -> None:
    claims = {"drink1": {"seat": 0, "piece": "disc"}, "drink2": {"seat": 0, "piece": "disc"}}
    assert at("dwarf", claims=claims).actor == 1


def test_4_6_in_the_last_round_it_gives_two_points() -> None:
    claims = {"drink1": {"seat": 0, "piece": "disc"}, "drink2": {"seat": 0, "piece": "disc"}}
    state = at("dwarf", claims=claims, round=4)
    assert offers(state) == ["use", "no ability"]
    assert "gained" in play_and_list_keys(state, "use")
    assert list(state.gained) == [2, 0] and not any(state.laid)


def test_4_an_ability_takes_exactly_one_piece_and_is_offered_once() -> None:
    state = at("magician", markets={"magician": {"mushroom": 4}})
    play(state, "use")
    assert offers(state) == ["take mushroom", "stop"]
    play(state, "take mushroom")
    assert state.actor == 1
