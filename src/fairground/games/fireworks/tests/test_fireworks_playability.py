"""A new box is refused if something printed on it can never happen."""

import msgspec
import pytest

from fairground.engine.errors import BoxError
from fairground.engine.misprints import Misprint, Path
from fairground.games.fireworks import GAME
from fairground.games.fireworks.box import (
    COLOUR_NAMES,
    SHAPE_NAMES,
    SPECIAL_NAMES,
    FireworksBox,
    check,
    check_playable,
    tiles_of,
)
from hostile_boxes import Data, Place, put

USUAL = GAME.box().data


def read(data: Data) -> FireworksBox:
    """Read a box that the rules can work with."""
    box = msgspec.convert(data, FireworksBox)
    check(box)
    return box


def changed(*changes: tuple[Place, object]) -> FireworksBox:
    data = USUAL
    for place, value in changes:
        data = put(data, value, place)
    return read(data)


def with_tiles(tiles: dict[tuple[str, str], list[int]]) -> FireworksBox:
    """Return the usual box with other basic tiles; colours and shapes that are not named have none."""
    places = [(("basic", colour, shape), [0, 0, 0, 0]) for colour in COLOUR_NAMES for shape in SHAPE_NAMES]
    named = [(("basic", colour, shape), numbers) for (colour, shape), numbers in tiles.items()]
    return changed(*places, *named)


def even(numbers: list[int]) -> dict[tuple[str, str], list[int]]:
    """Return tiles of two shapes, the same of each colour."""
    return {(colour, shape): numbers for colour in COLOUR_NAMES for shape in ("peony", "willow")}


def refusal(box: FireworksBox) -> tuple[Path, str]:
    with pytest.raises(Misprint) as caught:
        check_playable(box)
    return caught.value.path, str(caught.value)


def set_character(at: int, **values: object) -> FireworksBox:
    kept = {"source": "C", "name": "Own", **values}
    return changed((("characters", at), kept))


@pytest.mark.parametrize("rules", [1, 2])
def test_the_boxes_that_the_game_comes_with_can_be_played(rules: int) -> None:
    name = "box-1.toml" if rules == 1 else "box.toml"
    check_playable(GAME.box(GAME.document(name)).values)


def test_a_box_from_outside_is_held_to_it_and_named_with_its_place() -> None:
    text = GAME.document("box.toml").replace("faces = [1, 2, 2, 3, 3, 0]", "faces = [0, 0, 0, 0, 0, 0]")
    with pytest.raises(BoxError, match=r"line \d+ .*faces.*a side with paws"):
        GAME.box(text, "mine")


# Tiles


def test_a_colour_without_enough_tiles_for_a_ring_is_refused() -> None:
    tiles = even([8, 1, 1, 1])
    tiles |= {("blue", "peony"): [2, 1, 0, 0], ("blue", "willow"): [0, 1, 1, 0]}
    tiles["red", "palm"] = [17, 0, 0, 0]
    assert refusal(with_tiles(tiles)) == (
        ("basic", "blue"),
        "expected at least 6 tiles, for a ring of one colour, got 5",
    )


def test_six_tiles_of_a_colour_are_enough() -> None:
    tiles = even([8, 1, 1, 1])
    tiles |= {("blue", "peony"): [2, 1, 0, 0], ("blue", "willow"): [1, 1, 1, 0]}
    tiles["red", "palm"] = [16, 0, 0, 0]
    check_playable(with_tiles(tiles))


def test_some_colour_and_shape_has_a_ring_of_both() -> None:
    tiles = {(colour, shape): [2, 1, 1, 0] for colour in COLOUR_NAMES for shape in SHAPE_NAMES}
    tiles = {key: [1, 1, 1, 1] if at % 3 else [1, 1, 1, 0] for at, key in enumerate(tiles)}
    path, message = refusal(with_tiles(tiles))
    assert path == ("basic",)
    assert message == "expected 6 tiles of some colour and shape, for a ring of both, got at most 4"


def test_rings_of_one_colour_need_not_be_of_one_shape() -> None:
    tiles = {(colour, shape): [10, 5, 5, 2] for colour, shape in zip(COLOUR_NAMES, SHAPE_NAMES, strict=False)}
    assert refusal(with_tiles(tiles))[1].startswith("expected a colour with several shapes")


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([5, 0, 5, 1], "two saturn halves of some colour"),
        ([5, 5, 0, 1], "two kaleidoscope halves of some colour"),
        ([6, 3, 2, 0], "a tile with a small flower"),
    ],
)
def test_every_price_of_pairs_and_flowers_can_be_earned(numbers: list[int], message: str) -> None:
    assert message in refusal(with_tiles(even(numbers)))[1]


def test_a_pair_of_two_colours_can_be_made() -> None:
    tiles = even([10, 0, 1, 0])
    tiles["red", "peony"] = [7, 2, 1, 1]
    assert "saturn halves of two colours" in refusal(with_tiles(tiles))[1]


@pytest.mark.parametrize(("types", "fine"), [(4, False), (5, True), (8, True)])
def test_there_are_as_many_special_types_as_have_a_price(types: int, fine: bool) -> None:
    many = [16 - (types - 1) if at == 0 else int(at < types) for at in range(8)]
    box = changed(*((("special", name), number) for name, number in zip(SPECIAL_NAMES, many, strict=True)))
    if fine:
        check_playable(box)
    else:
        assert refusal(box) == (
            ("special",),
            "expected at least 5 types, since so many have a price, got 4",
        )


@pytest.mark.parametrize("place", [("score", "specials"), ("characters", 6, "specials")])
def test_more_special_types_are_not_worth_less(place: Place) -> None:
    check_playable(changed((place, [0, 0, 5, 5, 99])))
    assert refusal(changed((place, [1, 2, 3, 5, 4])))[0] == place


@pytest.mark.parametrize("name", ["big_shape", "big_colour"])
def test_a_complete_ring_is_worth_more_than_none(name: str) -> None:
    check_playable(changed((("score", name), 2)))
    assert refusal(changed((("score", name), 1)))[0] == ("score", name)


# Characters


@pytest.mark.parametrize(
    ("needs", "fine"),
    [
        ({"special_types": 8}, True),
        ({"special_types": 9}, False),
        ({"big_fireworks": 2}, True),
        ({"big_fireworks": 3}, False),
        ({"kaleidoscopes": 10}, True),
        ({"kaleidoscopes": 11}, False),
        ({"saturns": 10}, True),
        ({"saturns": 11}, False),
        ({"saturns": 5, "kaleidoscopes": 5, "flowers": 1}, True),
        ({"saturns": 5, "kaleidoscopes": 5, "flowers": 2}, False),
        ({"saturns": 5, "kaleidoscopes": 6}, False),
        ({"big_fireworks": 1, "saturns": 9}, True),
        ({"big_fireworks": 1, "saturns": 10}, False),
        ({"big_fireworks": 2, "saturns": 5}, True),
        ({"big_fireworks": 2, "saturns": 6}, False),
        ({"big_fireworks": 2, "special_types": 8}, True),
        ({"big_fireworks": 2, "special_types": 8, "saturns": 1}, True),
        ({"big_fireworks": 2, "special_types": 8, "saturns": 2}, False),
        ({"flowers": 99}, False),
    ],
)
def test_a_bonus_can_be_reached(needs: dict[str, int], fine: bool) -> None:
    box = set_character(0, bonus=3, **needs)
    if fine:
        check_playable(box)
    else:
        path, message = refusal(box)
        assert path[:2] == ("characters", 0) and message.startswith("expected ")


def test_a_need_is_bounded_by_the_tiles_of_the_box() -> None:
    box = GAME.box().values
    flowers = sum(tiles_of(box, colour, shape)[3] for colour in COLOUR_NAMES for shape in SHAPE_NAMES)
    check_playable(set_character(0, bonus=1, flowers=flowers))
    assert refusal(set_character(0, bonus=1, flowers=flowers + 1)) == (
        ("characters", 0, "flowers"),
        f"expected at most {flowers}, as many as there can be, got {flowers + 1}",
    )


def test_a_bonus_goes_with_a_need() -> None:
    check_playable(set_character(0))
    assert refusal(set_character(0, bonus=3))[0] == ("characters", 0, "bonus")
    assert refusal(set_character(0, saturns=1))[0] == ("characters", 0, "bonus")


def test_characters_and_cities_can_be_told_apart() -> None:
    assert refusal(changed((("characters", 1, "name"), "Maicho")))[0] == ("characters",)
    assert refusal(changed((("cities", "names", 1), "Tokyo")))[0] == ("cities", "names")


# The launch


def test_a_die_shows_paws() -> None:
    check_playable(changed((("die", "faces"), [0, 0, 0, 0, 0, 1])))
    check_playable(changed((("die", "faces"), [3] * 6)))
    assert refusal(changed((("die", "faces"), [0] * 6)))[0] == ("die", "faces")


@pytest.mark.parametrize(
    ("third", "least", "most"),
    [(0, 0, 66), (1, 66, 133), (2, 133, 200)],
)
def test_a_target_lies_in_its_third(third: int, least: int, most: int) -> None:
    for centre in (least, most):
        check_playable(changed((("launch", "zones", third), centre)))
    for centre in (least - 1, most + 1):
        if 0 <= centre <= 200:
            assert refusal(changed((("launch", "zones", third), centre)))[0] == ("launch", "zones", third)


def test_a_direction_leads_somewhere() -> None:
    check_playable(changed((("launch", "ways"), [[1, 0]])))
    assert refusal(changed((("launch", "ways", 3), [0, 0])))[0] == ("launch", "ways", 3)


def test_every_card_makes_the_die_strike() -> None:
    place: Place = ("cards", "one", 7, "strength")
    alone: tuple[Place, object] = (("cards", "one", 7, "barrel"), False)
    check_playable(changed(alone, (place, 20)))
    path, message = refusal(changed(alone, (place, 20), (("launch", "rest"), 21)))
    assert path == place and message.endswith("got 20")


def test_the_barrel_strikes_from_every_height() -> None:
    piles = {"one": 20, "two": 20, "two_to_four": 10}
    cards = [("cards", name, at, "barrel") for name, many in piles.items() for at in range(many)]
    without: list[tuple[Place, object]] = [(card, False) for card in cards]
    without += [(("launch", "barrel_strength"), 50), (("launch", "rest"), 50)]
    check_playable(changed(*without))
    lower = (("launch", "heights", "low", "strength"), 99)
    assert refusal(changed(*without, lower))[0] == ("launch", "barrel_strength")


def test_tiles_can_turn_over_from_every_height() -> None:
    check_playable(changed((("launch", "heights", "low", "flip"), 3)))
    place: Place = ("launch", "heights", "low", "flip")
    assert refusal(changed((place, 2)))[0] == place


HEIGHT_LEAPS = [("launch", "heights", name, "leap") for name in ("low", "middle", "high")]


@pytest.mark.parametrize(
    "changes",
    [
        [(("launch", "flip"), 4)],
        [
            (("launch", "leap"), 50),
            *((place, 1000) for place in HEIGHT_LEAPS),
        ],  # whatever is touched leaps out
        [(("launch", "radius_least"), 1), (("launch", "radius_tenths"), 0)],  # hardly anything is touched
    ],
    ids=["flip", "leap", "radius"],
)
def test_launches_mostly_turn_something_up(changes: list[tuple[Place, object]]) -> None:
    path, message = refusal(changed(*changes))
    assert path == ("launch",)
    assert message.startswith("expected launches of which 10 in 20 turn a tile up")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("launch", "flip"), 1000),
        (("launch", "leap"), 0),
        (("launch", "nearest"), 16),
        (("launch", "push"), 1000),
        (("launch", "bounce_tenths"), 0),
        (("launch", "bounce_tenths"), 10),
        (("launch", "fade_twentieths"), 1),
        (("launch", "rest"), 10),
        (("launch", "mound"), 1),
        (("launch", "mound_part"), 1),
        (("launch", "barrel_scatter"), 0),
        (("launch", "radius_least"), 40),
    ],
)
def test_the_greatest_and_smallest_numbers_that_can_be_played_are_accepted(place: Place, value: int) -> None:
    check_playable(changed((place, value)))


def test_a_box_of_one_s_own_without_heights_is_accepted() -> None:
    check_playable(changed((("launch", "heights"), {})))
