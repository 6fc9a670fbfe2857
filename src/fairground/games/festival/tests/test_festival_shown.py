"""What is shown of a printed value comes from the box, whatever box that is."""

import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground import Match, seeded
from fairground.engine.picture import plain
from fairground.engine.story import tell
from fairground.games.festival import GAME
from fairground.games.festival.picture import MARKS

TEXT = GAME.document("box.toml")
NAMES = ["Ann", "Ben", "Cem", "Dot"]


def shown(text: str, moves: int = 24) -> str:
    """Return everything that a few moves with a box show: views, pictures and stories."""
    match, rng = Match(GAME, 4, "shown", box=text), seeded("shown")
    parts = []
    for _ in range(moves):
        view = GAME.view(match.state, 0)
        parts += [msgspec.json.encode(view).decode(), plain(GAME.picture(view))]
        seat = int(match.state.actor)
        legal = match.state.legal(seat)
        told = match.play(seat, legal[rng.below(len(legal))])
        parts += [tell(entry, GAME.phrases, NAMES) for entry in told]
    return "\n".join(parts)


def renumber(text: str, add: int) -> str:
    """Return a box in which all points are higher."""
    text = re.sub(
        r"^points = (\d+)", lambda found: f"points = {int(found[1]) + add}", text, flags=re.MULTILINE
    )
    text = text.replace("a = 7\nb = 7", f"a = {7 + add}\nb = {8 + add}")
    return text.replace("a = [2, 2, 3, 3]\nb = [2, 3, 2, 2]", f"a = {[add] * 4}\nb = {[add + 1] * 4}")


@settings(max_examples=8)
@given(st.integers(20, 80))
def test_points_are_those_of_the_box(add: int) -> None:
    text = shown(renumber(TEXT, add), moves=6)
    worth = {int(found) for found in re.findall(r"(?:, |[ab] )(\d+) points?:", text)}
    assert worth and worth <= {add, *range(add + 1, add + 9)}
    assert {int(found) for found in re.findall(r'"points":(\d+)', text)} <= {add, *range(add + 1, add + 9)}


NUMBERS = {
    "colour": ('"colour"\nleast = 4', '"colour"\nleast = 8', "8 or more visible tiles share a colour"),
    "type": ('"type"\nleast = 4', '"type"\nleast = 3', "3 or more visible tiles share a type"),
    "stacks": ("least = 1\nlevel = 4", "least = 3\nlevel = 7", "3 or more stacks of 7 or more tiles"),
    "values": ('"values"\nleast = 4', '"values"\nleast = 5', "objectives of 5 or more different values"),
    "objectives": ("least = 3", "least = 6", "6 or more completed objectives"),
    "covered": ("least = 9", "least = 7", "tiles on 7 or more spaces"),
    "variety": ('"variety"\nleast = 4', '"variety"\nleast = 3', "3 or more colours and as many types"),
}


@pytest.mark.parametrize("asks", NUMBERS)
def test_conditions_are_those_of_the_box(asks: str) -> None:
    """The view has the numbers, and the picture has them in words."""
    old, new, words = NUMBERS[asks]
    box = GAME.box(TEXT.replace(old, new, 1))
    side = next(n for n, (condition, _) in enumerate(box.values.pleasers()) if condition.asks == asks)
    state = Match(GAME, 2, "conditions", box=box).state
    state.showing[side // 2] = side
    view = GAME.view(state, 0)
    pleaser = msgspec.to_builtins(view)["pleasers"][side // 2]
    condition = next(each for each in box.values.conditions if each.asks == asks)
    assert (pleaser["asks"], pleaser["least"], pleaser["level"]) == (asks, condition.least, condition.level)
    assert words in plain(GAME.picture(view))


def test_names_and_symbols_are_those_of_the_box() -> None:
    text = TEXT.replace("palm", "comet").replace("rose", "willow").replace("Montreal", "Oslo")
    text = text.replace('green = "cross"', 'green = "star"').replace('yellow = "star"', 'yellow = "cross"')
    seen = shown(text)
    assert "comet" in seen and "willow" in seen and "Oslo" in seen
    assert not re.search("palm|rose|Montreal", seen)
    assert f"{MARKS['star']} green" in seen and f"{MARKS['cross']} green" not in seen


def test_a_partly_linked_card_is_shown_with_both_parts() -> None:
    text = re.sub(r"^linked = .*$", 'linked = ["red blue"]\nfree = ["palm^"]', TEXT, flags=re.MULTILINE)
    seen = shown(text, moves=8)
    assert "red blue and palm^ anywhere" in seen and "green yellow" not in seen
