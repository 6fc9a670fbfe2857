"""§4, §5 The ten abilities, laps, stunts and Character cards."""

import pytest

from fairground.games.banner_festival.bout_log import BoutResult, bouts
from fairground.games.banner_festival.positions import dock, tower
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.tests.tables import bout

TEAL, PURPLE = 0, 1
A, B = 0, 1
OTHERS = ["teal8", "teal7", "teal6"]


def lowest(number: int, **facts: object) -> BannerFestival:
    """Return the position after the last seat's yellow card was lowest in teal, with the gate on 5."""
    seats = 5 if number == 0 else 4
    cards = [*OTHERS, *(["purple5"] if seats == 5 else []), f"yellow{number}"]
    return bout(cards, gate=5, **facts)


def last_result(state: BannerFestival) -> BoutResult:
    """Return what the last bout brought the last seat."""
    return bouts(state)[-1].deeds[-1]


# §4 Abilities


@pytest.mark.parametrize(("boat", "steps", "laps"), [(1, 4, 0), (5, 8, 1), (7, 6, 1)])
def test_4_ability_0_moves_to_the_gate(boat: int, steps: int, laps: int) -> None:
    result = last_result(lowest(0, watercraft=[1, 1, 1, 1, boat]))
    assert (result.steps, result.landed, result.laps) == (steps, 5, laps)


def test_4_ability_1_gains_a_fruit_and_moves_two() -> None:
    after = lowest(1, watercraft=[1, 1, 1, 4])
    assert (last_result(after).steps, last_result(after).landed, after.fruit[3]) == (2, 6, 1)


def test_4_ability_2_hangs_on_the_nearest_free_space_with_its_bonus() -> None:
    """A yellow 2 on the Odd space: the Even one is taken."""
    after = lowest(2, docks={"teal": [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]})
    assert dock(after, TEAL)[1] == [0, 2, 0, 2]


def test_4_ability_2_ignores_the_suit_too() -> None:
    after = lowest(2, docks={"teal": [[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [0] * 4]})
    assert dock(after, TEAL)[3] == [0, 0, 0, 1] and after.fruit[3] == 2


def test_4_ability_2_takes_the_tower_when_the_dock_is_full() -> None:
    after = lowest(2, docks={"teal": [[1, 0, 0, 0]] * 4})
    assert tower(after, B) == [0, 1, 1, 1] and after.fruit[3] == 0


def test_4_ability_2_judges_free_spaces_at_the_start_of_the_bout() -> None:
    after = lowest(2)
    assert dock(after, TEAL)[0] == [0, 0, 2, 2]


@pytest.mark.parametrize(("number", "each"), [(3, 1), (6, 2)])
def test_4_abilities_3_and_6_move_for_each_own_banner_in_the_region(number: int, each: int) -> None:
    """Both docks and the Tower count; the other Region and other seats do not."""
    docks = {
        "teal": [[0] * 4, [0] * 4, [1, 0, 0, 1], [0] * 4],
        "purple": [[0, 0, 0, 2], [0] * 4, [0] * 4, [0] * 4],
        "orange": [[0, 0, 0, 2], [0] * 4, [0] * 4, [0] * 4],
    }
    after = lowest(number, docks=docks, towers={"A": [0, 0, 0, 1], "B": [3, 0, 0, 1]})
    assert last_result(after).steps == 4 * each


@pytest.mark.parametrize(("number", "least"), [(3, 1), (6, 2)])
def test_4_abilities_3_and_6_have_a_shortest_move(number: int, least: int) -> None:
    assert last_result(lowest(number, towers={"A": [0, 0, 0, 5]})).steps == least


@pytest.mark.parametrize(("hung", "fruit"), [(0, 1), (1, 1), (3, 3), (4, 4), (6, 4)])
def test_4_ability_4_gains_fruit_for_the_quadrant_and_its_tower(hung: int, fruit: int) -> None:
    docks = {
        "teal": [[0] * 4, [0] * 4, [0, 0, 0, min(hung, 1)], [0] * 4],
        "purple": [[0, 0, 0, 2], [0] * 4, [0] * 4, [0] * 4],
    }
    after = lowest(4, docks=docks, towers={"A": [0, 0, 0, 2], "B": [2, 0, 0, max(0, hung - 1)]})
    assert after.fruit[3] == fruit


@pytest.mark.parametrize(("number", "banners"), [(5, 1), (8, 2)])
def test_4_abilities_5_and_8_hang_on_the_tower(number: int, banners: int) -> None:
    after = lowest(number)
    assert tower(after, B) == [0, 0, 0, banners] and not after.fruit[3]
    assert last_result(after).space == 5


@pytest.mark.parametrize(("hung", "fruit"), [(0, 1), (1, 1), (5, 5), (6, 6), (8, 6)])
def test_4_ability_7_gains_fruit_for_the_region(hung: int, fruit: int) -> None:
    docks = {"purple": [[0, 0, 0, min(hung, 2)], [0] * 4, [0] * 4, [0] * 4]}
    after = lowest(7, docks=docks, towers={"A": [0, 0, 0, 3], "B": [2, 0, 0, max(0, hung - 2)]})
    assert after.fruit[3] == fruit


def test_4_the_worked_example_counts_docks_and_tower() -> None:
    """One Banner on the teal dock, two on the purple dock and one on the Tower."""
    docks = {
        "teal": [[0] * 4, [0] * 4, [0, 0, 0, 1], [0] * 4],
        "purple": [[0, 0, 0, 2], [0] * 4, [0] * 4, [0] * 4],
    }
    towers = {"B": [0, 0, 0, 1]}
    assert lowest(4, docks=docks, towers=towers).fruit[3] == 2
    assert lowest(7, docks=docks, towers=towers).fruit[3] == 4
    assert last_result(lowest(6, docks=docks, towers=towers)).steps == 8


def test_4_ability_9_keeps_the_card_for_five_profit() -> None:
    after = lowest(9)
    assert after.scores() == [0, 0, 0, 5]
    assert after.kept[3] == 2**39 and not after.played & 2**39


def test_4_other_nines_are_not_kept() -> None:
    after = bout(["teal9", "purple9", "orange9", "yellow5"], gate=5)
    assert not any(after.kept) and after.scores() == [0, 0, 0, 0]


# §5 The race


def race(steps_from: int, shown: int, **facts: object) -> BannerFestival:
    """Return the position after seat 0 raced from a space to the gate on 6."""
    return bout(
        ["teal8", "teal7", "teal6", "yellow5"],
        gate=6,
        watercraft=[steps_from, 1, 1, 1],
        characters=[shown, 0, 0, 0],
        **facts,
    )


@pytest.mark.parametrize(("start", "laps"), [(1, 0), (5, 0), (6, 1), (7, 1), (8, 1)])
def test_5_passing_from_8_to_1_reveals_the_next_character(start: int, laps: int) -> None:
    after = race(start, 0)
    assert after.shown[0] == laps
    assert after.scores()[0] == (0, 1)[laps]


def test_5_only_the_profit_of_the_last_revealed_character_counts() -> None:
    points = [race(1, shown).scores()[0] for shown in range(8)]
    assert points == [0, 1, 3, 6, 10, 15, 21, 28]


@pytest.mark.parametrize(("shown", "fruit"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 0), (5, 0), (6, 0), (7, 0)])
def test_5_a_stunt_is_landing_on_the_space_of_the_top_character(shown: int, fruit: int) -> None:
    """The 6 Profit card, the third, shows space 6."""
    after = race(1, shown)
    assert after.fruit[0] == fruit and bouts(after)[0].deeds[0].stunt == bool(fruit)


@pytest.mark.parametrize(("shown", "space"), [(2, 3), (3, 6), (4, 2), (5, 7)])
def test_5_the_stunt_spaces_are_3_6_2_and_7(shown: int, space: int) -> None:
    suit = {3: "yellow", 6: "teal", 2: "orange", 7: "purple"}[space]
    cards = [f"{suit}8", f"{suit}7", f"{suit}6", f"{suit}5"]
    after = bout(cards, gate=space, watercraft=[1, 1, 1, 1], characters=[shown, 0, 0, 0])
    assert after.fruit[0] == 1


def test_5_the_stunt_is_that_of_the_card_on_top_before_the_move() -> None:
    """A full lap from 6 to 6 with the third card on top: its stunt counts, then the fourth is revealed."""
    after = race(6, 3)
    assert (after.fruit[0], after.shown[0]) == (1, 4)
    beforehand = race(6, 2)  # the card with the stunt on 6 is revealed too late
    assert (beforehand.fruit[0], beforehand.shown[0]) == (0, 3)


def test_5_the_worked_example_a_stunt_and_a_lap_in_one_move() -> None:
    """From 7 to the gate on 3, in yellow, with the second card on top: its stunt is on 3."""
    cards = ["yellow8", "yellow7", "yellow6", "yellow5"]
    after = bout(cards, gate=3, watercraft=[7, 1, 1, 1], characters=[2, 0, 0, 0])
    assert (after.fruit[0], after.shown[0]) == (1, 3)


def test_5_one_move_may_pass_the_lap_line_several_times() -> None:
    """Ability 6 with nine Banners in the Region: 18 steps from 8 to 2, three laps."""
    after = lowest(6, towers={"B": [0, 0, 0, 9]}, watercraft=[1, 1, 1, 8], characters=[0, 0, 0, 1])
    assert (last_result(after).steps, last_result(after).landed, last_result(after).laps) == (18, 2, 3)
    assert after.shown[3] == 4 and after.fruit[3] == 0


def test_5_with_all_seven_revealed_a_lap_gives_three_fruit() -> None:
    after = race(7, 7)
    assert (after.shown[0], after.fruit[0]) == (7, 3)


def test_5_laps_of_the_move_that_passes_the_seventh_give_fruit_too() -> None:
    """Two laps with six revealed: the seventh Character, then three Fruit."""
    after = lowest(6, towers={"B": [0, 0, 0, 5]}, watercraft=[1, 1, 1, 8], characters=[0, 0, 0, 6])
    assert (last_result(after).steps, last_result(after).laps) == (10, 2)
    assert (after.shown[3], after.fruit[3], after.scores()[3]) == (7, 3, 28)


def test_5_every_lap_beyond_the_seventh_character_gives_fruit() -> None:
    """Three laps with six revealed: one Character and two laps left over."""
    after = lowest(6, towers={"B": [0, 0, 0, 9]}, watercraft=[1, 1, 1, 8], characters=[0, 0, 0, 6])
    assert (last_result(after).laps, after.shown[3], after.fruit[3]) == (3, 7, 6)


def test_5_moves_of_abilities_show_stunts() -> None:
    after = lowest(1, watercraft=[1, 1, 1, 4], characters=[0, 0, 0, 3])
    assert after.fruit[3] == 2  # one of the ability, one of the stunt on 6
