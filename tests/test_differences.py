"""How a box of one's own differs from the usual one: every printed value, in few and short words."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fairground import load
from fairground.cli.main import app
from fairground.engine.box import canonical
from fairground.engine.differences import LONGEST, MOST_DIFFERENCES, Difference, find_differences
from hostile_boxes import Data, at, put
from settings import EVERY_GAME
from shown_values import another_value, printed_places

EVERY = pytest.mark.parametrize("name", EVERY_GAME)


@EVERY
def test_the_usual_box_does_not_differ_from_itself(name: str) -> None:
    data = load(name).box().data
    assert find_differences(data, data) == ([], 0)


@EVERY
def test_one_changed_value_is_the_only_difference(name: str) -> None:
    """Unless it is the name of an entry, by which the entry is known."""
    data = load(name).box().data
    places = [place for each in printed_places(data).values() for place in each if place[-1] != "name"]
    for place in random.Random(name).sample(places, min(60, len(places))):
        new = another_value(load(name), data, place, at(data, place))
        if new is not None:
            found, more = find_differences(data, put(data, new, place))
            assert [(each.usual, each.own) for each in found] == [(text(at(data, place)), text(new))]
            assert more == 0 and found[0].place.startswith(str(place[0]))


def text(value: object) -> str:
    return value if isinstance(value, str) else str(value).lower()


def test_entries_are_known_by_their_names() -> None:
    """An entry more at the front does not make all others differ."""
    usual = {"cards": [{"source": "R", "name": "A", "points": 1}, {"name": "B", "points": 2}]}
    own = {"cards": [{"name": "C", "points": 7}, {"name": "A", "points": 1}, {"name": "B", "points": 5}]}
    assert find_differences(usual, own) == (
        [
            Difference("cards.B.points", "2", "5"),
            Difference("cards.C.name", None, "C"),
            Difference("cards.C.points", None, "7"),
        ],
        0,
    )


def test_values_are_compared_and_not_how_they_are_written() -> None:
    usual = {"board": {"source": "R", "type": {"source": "C", "name": "palm"}}}
    assert find_differences(usual, {"board": {"type": "palm", "source": "I"}}) == ([], 0)
    assert find_differences({"on": True, "tiles": ["a", "b"]}, {"on": 1, "tiles": ["a"]}) == (
        [Difference("on", "true", "1"), Difference("tiles.1", "b", None)],
        0,
    )


def test_a_strange_box_gives_few_and_short_differences() -> None:
    own: Data = {f"{number} " + "long\u202e" * 100: "word " * 1000 for number in range(300)}
    found, more = find_differences({}, own)
    assert len(found) == MOST_DIFFERENCES and len(found) + more == 300
    assert all(len(each.place) <= LONGEST and len(each.own or "") <= LONGEST for each in found)
    assert not any("\u202e" in each.place for each in found)


@EVERY
def test_the_terminal_tells_the_differences_before_the_rules(name: str, tmp_path: Path) -> None:
    game, file = load(name), tmp_path / "own.toml"
    place = next(place for places in printed_places(game.box().data).values() for place in places)
    old = at(game.box().data, place)
    new = another_value(game, game.box().data, place, old)
    file.write_text(canonical(game.box().data if new is None else put(game.box().data, new, place)))
    shown = CliRunner().invoke(app, ["rules", name, "--box", str(file)])
    assert shown.exit_code == 0
    head = shown.output.split(f"# {game.title}")[0]
    assert ("This box differs from the usual one" in head and str(new) in head) == (new is not None)
    assert "This box differs" not in CliRunner().invoke(app, ["rules", name]).output
