"""Boxes of strangers: whatever a game accepts is bounded work, and whatever it refuses gets a sentence.

`hostile_boxes` searches for slow boxes by the clock. Here its boxes come from a seed, and work is counted.
"""

import random
import re
from pathlib import Path

import pytest

from fairground import BoxError, load
from fairground.engine.box import canonical
from fairground.engine.box_text import TOKEN
from hostile_boxes import AnyGame, measure, mutate, stretch
from settings import EVERY_GAME, folder_of

TOO_MUCH = {"a million": 10**6, "minus one": -1, "i64": 10**19, "minus i64": -(10**19), "bits": 10**30}
BOXES = 12
MOST_VIEW = 20_000
MOST_LEGAL = 600
MOST_STORY = 200


def numbers_in(text: str) -> list[re.Match[str]]:
    """Return the numbers of a box file."""
    words = [token for token in TOKEN.finditer(text) if token.lastgroup == "word"]
    return [word for word in words if re.fullmatch(r"-?\d+", word[0])]


def replace(text: str, number: re.Match[str], new: str) -> str:
    return text[: number.start()] + new + text[number.end() :]


def demand_sentence_or_match(game: AnyGame, text: str, line: int) -> None:
    """Demand a refusal with the line of the number, or of the table or list around it, or a match."""
    if refused := refusal(game, text):
        named = re.match(r"mine\.toml, line (\d+)( \(.*\))?: expected .+, got .+", refused)
        assert named and int(named[1]) <= line and len(refused) < 1_000, refused
    else:
        assert 0 < measure(game, text, "played").work.moves <= game.longest


def refusal(game: AnyGame, text: str) -> str:
    """Return why the game refuses a box, or nothing."""
    try:
        game.box(text, "mine.toml")
    except BoxError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("size", TOO_MUCH)
@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_number_out_of_range_is_refused_with_its_line_or_can_be_played(name: str, size: str) -> None:
    game = load(name)
    text = game.document("box.toml")
    for number in numbers_in(text):
        line = text.count("\n", 0, number.start()) + 1
        demand_sentence_or_match(game, replace(text, number, str(TOO_MUCH[size])), line)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_number_of_thousands_of_digits_is_refused_with_its_line(name: str) -> None:
    game = load(name)
    text = game.document("box.toml")
    for number in numbers_in(text):
        line = text.count("\n", 0, number.start()) + 1
        with pytest.raises(BoxError, match=f"mine, line {line}: expected a word of at most 64 characters"):
            game.box(replace(text, number, "9" * 5_000), "mine")


@pytest.mark.parametrize("greatest", [True, False], ids=["greatest", "smallest"])
@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_box_with_every_number_at_its_bound_is_bounded_work(name: str, greatest: bool) -> None:
    game = load(name)
    data = stretch(game, game.box().data, greatest)
    for number in range(6):
        demand_bounded_work(game, canonical(data), f"bound {number}")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_box_changed_at_random_is_bounded_work(name: str) -> None:
    game = load(name)
    chance = random.Random(name)
    data = game.box().data
    for number in range(BOXES):
        data = mutate(game, data, chance)
        demand_bounded_work(game, canonical(data), f"changed {number}")
    assert data != game.box().data


def demand_bounded_work(game: AnyGame, text: str, seed: str) -> None:
    work = measure(game, text, seed).work
    assert 0 < work.moves <= game.longest
    assert work.most_legal <= MOST_LEGAL
    assert work.most_view <= MOST_VIEW
    assert work.most_story <= MOST_STORY


HOSTILE = [
    (name, path) for name in EVERY_GAME for path in sorted((folder_of(name) / "tests/hostile").glob("*"))
]


@pytest.mark.parametrize(("name", "path"), HOSTILE, ids=str)
def test_a_box_that_once_stopped_a_server_is_refused(name: str, path: Path) -> None:
    with pytest.raises(BoxError, match="expected"):
        load(name).box(path.read_text())
