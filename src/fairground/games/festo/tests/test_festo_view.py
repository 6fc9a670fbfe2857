"""What the view tells: what a seat lacks, the sets of a menu, and the numbers of whichever box is played."""

from collections.abc import Callable
from typing import cast

import pytest

from fairground import Match
from fairground.engine.box import Box
from fairground.engine.picture import plain
from fairground.engine.rng import seeded
from fairground.games.festo.box import AMOUNTS, FestoBox
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.tables import GAME, table
from fairground.games.festo.view import FestoView

TEXT = GAME.document("box.toml")
OTHER_PRICES = {
    "drink = 1 ": "drink = 2 ",
    "roast = 6": "roast = 4",
    "side = [3, 3]": "side = [1, 5]",
    "drink = [2, 1]": "drink = [4, 1]",
}
NUMBERS: dict[
    str, tuple[str, Callable[[FestoView], int]]
] = {  # the lines of the box, a number that none of them has, and where the view tells it
    "cubes = 14 ": ("cubes = 88 ", lambda view: view.printed.cubes),
    "salt = 1 ": ("salt = 4 ", lambda view: view.printed.salt - 2),  # more than the two seats
    "helpers = 6 ": ("helpers = 11 ", lambda view: view.printed.helpers),
    "discs = 2": ("discs = 5", lambda view: view.printed.discs),
    "dice = 3 ": ("dice = 4 ", lambda view: view.printed.dice),
    "refill = 3 ": ("refill = 2 ", lambda view: view.printed.market.refill),
    "most = 5 ": ("most = 8 ", lambda view: view.printed.market.most),
    "refill = 1 ": ("refill = 2 ", lambda view: view.printed.row.refill),
    "most = 3": ("most = 7", lambda view: view.printed.row.most),
    "points = 2 ": ("points = 8 ", lambda view: view.printed.dwarf),
    "drink = 1 ": ("drink = 2 ", lambda view: view.printed.backs["drink"]),
    "dessert = 1 ": ("dessert = 3 ", lambda view: view.printed.backs["dessert"]),
    "starter = 1 ": ("starter = 4 ", lambda view: view.printed.backs["starter"]),
    "side = 1 ": ("side = 5 ", lambda view: view.printed.backs["side"]),
    "side = 13": ("side = 77", lambda view: view.worth["side"]),
    "roast = 6 ": ("roast = 5 ", lambda view: view.prices["roast"][0]),
}


def changed(changes: dict[str, str]) -> Box[FestoBox]:
    text = TEXT
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    return GAME.box(text)


def view_of(state: Festo, seat: int | None = 0) -> FestoView:
    return cast("FestoView", GAME.view(state, seat))


@pytest.mark.parametrize("changes", [{}, OTHER_PRICES])
@pytest.mark.parametrize("seats", [2, 5])
def test_5_a_seat_lacks_nothing_for_exactly_the_dishes_on_offer(seats: int, changes: dict[str, str]) -> None:
    match = Match(GAME, seats, f"lacks {seats}", {"magic": "on"}, changed(changes))
    rng, cooked = seeded(f"lacks {seats}"), 0
    while not match.over:
        seat = int(match.state.actor)
        words = [GAME.write(move) for move in match.state.legal(seat)]
        view = view_of(match.state, seat)
        if view.question == "cook":
            offered = {each for each in words if each.startswith("cook ")}
            assert {f"cook {name}" for name, lack in view.lacks.items() if not lack.left} == offered
            cooked += len(offered)
        match.play(seat, words[rng.below(len(words))])
    assert cooked


def test_5_a_view_says_what_is_missing_and_what_salt_replaces() -> None:
    """A reserved spice drink in column 3 costs two spice, another and two more, less one."""
    state = table(
        stocks=[{"spice": 1, "honey": 2, "salt": 1}],
        shelves={"drink": ["meat", "honey", "spice"]},
        claims={"drink3": {"seat": 0}, "drink1": {"seat": 1}},
    )
    lacks = view_of(state).lacks
    assert "drink1" not in lacks  # somebody else reserved it
    lack = lacks["drink3"]
    assert (lack.own + lack.other, lack.salt, lack.left) == (1, 1, 0)
    assert lacks["main"].colours == ["meat", "mushroom", "fruit", "potato"]
    assert (lacks["main"].salt, lacks["main"].left) == (1, 3)
    assert (lacks["roast"].own, lacks["roast"].left) == (4, 3)
    assert view_of(state, None).lacks == {}


def test_6_the_sets_of_the_view_give_the_points_that_count() -> None:
    dishes = ["meat drink", "honey drink", "meat side", "roast", "fruit side", "spice drink"]
    state = table(dishes=[dishes])
    sets = view_of(state).players[0].sets
    assert [len(each.dishes) for each in sets] == [3, 2, 1]
    assert sum(each.points for each in sets) == state.set_points(0) == 6 + 3 + 1
    assert sorted(dish for each in sets for dish in each.dishes) == sorted(dishes)


@pytest.mark.parametrize("line", NUMBERS)
def test_1_the_view_tells_the_numbers_of_the_box_that_is_played(line: str) -> None:
    new, told = NUMBERS[line]
    options = {"magic": "on", "events": "none"}
    view = view_of(Match(GAME, 2, "numbers", options, changed({line: new})).state)
    assert told(view) == int(new.split("= ")[1])


@pytest.mark.parametrize(("event", "most"), AMOUNTS.items())
def test_8_1_the_view_tells_the_amount_on_the_event_card(event: str, most: int) -> None:
    head = f'name = "{event}"\n'
    line = TEXT.split(head)[1].splitlines()[0]
    box = changed({head + line: f"{head}amount = {most}"})
    view = view_of(GAME.restore({"game": "festo", "seats": 2, "state": {"events": [event]}}, box))
    assert view.amount == most
    assert view.effect is not None and f" {most} " in f"{view.effect} "
    assert f"({view.effect})" in plain(GAME.picture(view))


def test_8_1_an_event_without_an_amount_has_none() -> None:
    view = view_of(table(2, "house", events=["self-service"]))
    assert view.amount is None
    assert view.surcharges == [0, 0, 0]
    assert view_of(table()).surcharges == [0, 1, 2]


def test_8_2_the_picture_tells_sets_and_bonuses() -> None:
    box = changed({"drink = 1 ": "drink = 2 ", "side = 1 ": "side = 9 ", "15, 21]": "15, 33]"})
    view = view_of(Match(GAME, 2, "picture", {"magic": "on"}, box).state)
    text = plain(GAME.picture(view))
    assert "drink -2 of its colour" in text and "side +9" in text and "6 = 33" in text
    assert "magic:" not in plain(GAME.picture(view_of(table())))
