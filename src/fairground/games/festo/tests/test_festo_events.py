"""§8.1 Each event, in positions where it matters."""

import pytest

from fairground import scripted
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.tables import afternoon, offers, play, stock, table
from fairground.games.festo.words import COLOURS, EVENTS


def turning_up(event: str, seats: int = 2, **state: object) -> Festo:
    """Return a position in which the second round begins with this event."""
    others = [name for name in EVENTS if name != event]
    told = {"passed": [*range(1, seats)], "events": [others[0], event, *others[1:3]], **state}
    return play(table(seats, "house", **told), "pass")


def under(event: str, seats: int = 2, magic: str = "off", **state: object) -> Festo:
    """Return a position before the last helper of the afternoon, in a round with this event."""
    others = [name for name in EVENTS if name != event]
    return afternoon(seats, "house", magic, events=[event, *others[:3]], **state)


def cooking(event: str, **state: object) -> Festo:
    others = [name for name in EVENTS if name != event]
    return table(2, "house", events=[event, *others[:3]], **state)


def market(state: Festo) -> list[int]:
    return [int(state.cubes_at(place)) for place in range(6)]


def row(state: Festo) -> list[int]:
    return [int(cubes) for cubes in state.shop[36:]]


def test_8_1_rich_harvest_gives_every_market_one_more_up_to_five() -> None:
    state = turning_up("rich harvest", markets={"elf": {"fruit": 1}, "dwarf": {"potato": 3}})
    assert market(state) == [4, 4, 4, 4, 5, 5]


def test_8_1_full_shelves_gives_every_row_one_more_up_to_three() -> None:
    state = turning_up("full shelves", markets={"grocery": {"meat": 1, "honey": 2, "spice": 3}})
    assert row(state) == [3, 3, 3, 2, 2, 2]
    assert market(state) == [3] * 6


def test_8_1_full_shelves_and_rich_harvest_respect_the_supply() -> None:
    stocks = [{"meat": 10, "honey": 10}]
    assert row(turning_up("full shelves", stocks=stocks))[:3] == [1, 1, 2]
    assert market(turning_up("rich harvest", stocks=stocks))[:3] == [3, 3, 4]


def test_8_1_the_salt_cart_drives_from_the_card_holder_while_salt_lasts() -> None:
    state = turning_up("salt cart", 3, card=1, actor=1, passed=[0, 2], stocks=[{}, {"salt": 2}])
    assert [stock(state, seat).get("salt", 0) for seat in range(3)] == [0, 3, 1]
    assert offers(state)[0] == "give 0"


def test_8_1_market_day_has_no_dice_in_the_morning() -> None:
    state = turning_up("market day")
    state.rng = scripted([0, 1, 2])
    play(state, "give 0")
    assert not any(state.covers) and len(offers(state)) == 8
    play(state, "done", "done")
    assert list(state.covers) == [1, 1, 1, 0, 0, 0]


def test_8_1_long_evening_has_no_dice_in_the_afternoon() -> None:
    state = turning_up("long evening")
    state.rng = scripted([0, 1, 2])
    play(state, "give 0")
    assert list(state.covers) == [1, 1, 1, 0, 0, 0]
    play(state, "done", "done")
    assert not any(state.covers) and len(offers(state)) == 7


def test_8_1_locked_doors_keeps_the_morning_covers() -> None:
    state = turning_up("locked doors")
    state.rng = scripted([0, 1, 2])
    play(state, "give 0", "done", "done")
    assert list(state.covers) == [1, 1, 1, 0, 0, 0]
    assert offers(state)[0] == "place magician"


def test_8_1_late_risers_place_at_most_two_in_the_morning() -> None:
    state = turning_up("late risers")
    play(state, "give 0", "place grocery", "place grocery")
    assert state.actor == 1
    play(state, "place grocery", "done")
    assert (state.actor, state.half) == (0, 1)
    play(state, *["place grocery"] * 4)
    assert state.actor == 1 and state.home[1] == 5


def test_8_1_double_magic_allows_two_uses_before_cubes() -> None:
    helpers = [{"magician": 3, "grocery": 3}, {"magician": 3, "grocery": 2}]
    state = under("double magic", helpers=helpers, markets={"magician": {"mushroom": 5}})
    play(state, "place grocery", "use")
    assert state.actor == 0 and offers(state) == ["use", "no ability"]
    play(state, "use")
    assert stock(state, 0) == {"salt": 2} and offers(state) == ["take mushroom", "stop"]
    play(state, "take mushroom")
    assert state.actor == 1
    play(state, "use")
    assert stock(state, 1) == {"salt": 1} and offers(state) == ["take mushroom", "stop"]  # no salt is left


def test_8_1_double_magic_needs_a_second_piece_and_ends_when_declined() -> None:
    helpers = [{"magician": 1, "grocery": 5}, {"magician": 2, "grocery": 3}]
    state = under("double magic", helpers=helpers)
    play(state, "place grocery", "no ability")
    assert state.actor == 0
    play(state, "use")
    assert stock(state, 0) == {"salt": 1} and state.place == 6


def test_8_1_double_magic_of_the_troll_does_not_move_a_cube_twice() -> None:
    helpers = [{"troll": 2, "grocery": 4}, {"grocery": 5}]
    state = under("double magic", helpers=helpers, markets={"elf": {"fruit": 1}})
    play(state, "place grocery", "use", "move to orc")
    assert state.place == 6


def test_8_1_no_hoarding_bars_whole_markets() -> None:
    helpers = [{"elf": 2, "grocery": 4}, {"grocery": 5}]
    state = under("no hoarding", helpers=helpers, markets={"elf": {"fruit": 4}})
    play(state, "place grocery")
    assert offers(state) == ["take fruit", "stop"]
    play(state, "take fruit", "take fruit")
    assert stock(state, 0) == {"fruit": 2}


def test_8_1_regulars_pays_each_majority_at_a_character() -> None:
    """Even if the market is empty, but not on a tie and not at the grocery."""
    helpers = [
        {"troll": 2, "elf": 1, "dwarf": 1, "grocery": 2},
        {"troll": 1, "orc": 1, "elf": 1, "grocery": 2},
    ]
    state = under("regulars", helpers=helpers, round=1)
    play(state, "place grocery", "no ability", "no ability")
    assert list(state.gained) == [2, 1]


def test_8_1_mixed_basket_lets_colours_differ() -> None:
    helpers = [{"grocery": 4, "elf": 2}, {"grocery": 2, "elf": 3}]
    rows = {"grocery": dict.fromkeys(COLOURS, 1)}
    state = under("mixed basket", helpers=helpers, markets=rows)
    play(state, "place elf", "buy meat", "buy honey")
    assert "buy meat" not in offers(state) and state.actor == 0
    play(state, "buy spice")  # three at most, even with four helpers
    assert (state.actor, stock(state, 0)) == (1, {"meat": 1, "honey": 1, "spice": 1})
    play(state, "buy fruit", "nothing")
    assert stock(state, 1) == {"fruit": 1} and offers(state)[-1] == "pass"


def test_8_1_a_mixed_basket_holds_no_more_than_helpers() -> None:
    helpers = [{"grocery": 2, "elf": 4}, {"grocery": 1, "elf": 4}]
    rows = {"grocery": dict.fromkeys(COLOURS, 3)}
    state = under("mixed basket", helpers=helpers, markets=rows)
    play(state, "place elf", "buy meat", "buy honey")
    assert state.actor == 1


def test_8_1_self_service_waives_the_surcharge() -> None:
    stocks = [{"mushroom": 2, "meat": 2}]
    shelves = {"dessert": ["honey", "spice", "mushroom"]}
    assert "cook dessert3" not in offers(table(stocks=stocks, shelves=shelves))
    state = cooking("self-service", stocks=stocks, shelves=shelves)
    assert stock(play(state, "cook dessert3"), 0) == {}


@pytest.mark.parametrize(("event", "main", "drink"), [("royal praise", 1, 1), ("banquet", 2, 0)])
def test_8_1_praise_and_banquet_pay_for_dishes(event: str, main: int, drink: int) -> None:
    state = cooking(event, stocks=[dict.fromkeys(COLOURS, 1), {"meat": 2, "honey": 1}])
    play(state, "cook main", "cook drink1")
    assert list(state.gained) == [main, drink]
    state = cooking(
        event, stocks=[{"meat": 6}], shelves={"drink": ["honey"]}, piles={"drink": ["meat", *COLOURS[2:]]}
    )
    assert list(play(state, "cook roast").gained) == [main, 0]


def test_8_1_without_events_nothing_is_turned_up() -> None:
    state = play(table(passed=[1]), "pass")
    assert state.event == -1 and not len(state.events)
