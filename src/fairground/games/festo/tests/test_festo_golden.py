"""The golden records show every event, every ability, every kind of gain and every step of a payment."""

from functools import cache
from pathlib import Path

import pytest

from fairground import Match, Record
from fairground.engine.story import Entry, tell
from fairground.games.festo.story import PHRASES
from fairground.games.festo.tests.tables import GAME
from fairground.games.festo.words import CHARACTERS, EVENTS, GAINS

RECORDS = sorted((Path(__file__).parent / "golden").glob("*.game"))


@cache
def stories() -> list[Entry]:
    return [entry for path in RECORDS for entry in Match.replay(GAME, Record.parse(path.read_text())).story]


def values(key: str, name: str) -> set[object]:
    return {entry.values[name] for entry in stories() if entry.key == key}


def test_every_event_occurs() -> None:
    assert values("event", "event") == set(EVENTS)


def test_every_ability_is_used() -> None:
    assert values("used", "place") == set(CHARACTERS)
    assert values("used", "piece") == {"helper", "disc"}


def test_every_reason_to_gain_points_occurs() -> None:
    assert values("gained", "why") == set(GAINS)


def test_every_step_of_a_payment_is_taken() -> None:
    words = {str(move).split()[0] for move in values("chose", "move")}
    assert {"cook", "with", "extra", "waive", "salt", "free"} <= words


@pytest.mark.parametrize("decided", ["points", "dishes", "cubes", "shared"])
def test_a_record_is_named_for_how_it_was_decided(decided: str) -> None:
    (path,) = (path for path in RECORDS if path.stem == decided)
    assert Match.replay(GAME, Record.parse(path.read_text())).outcome().decided == decided


def test_every_entry_of_the_story_has_a_sentence() -> None:
    names = ["Ann", "Bob", "Cid", "Dee", "Eve"]
    sentences = {tell(entry, PHRASES, names) for entry in stories()}
    assert "Ann passes" in sentences
    assert any(sentence.startswith("at the orc: ") for sentence in sentences)
    assert not any("{" in sentence for sentence in sentences)
    assert {entry.key for entry in stories()} >= set(PHRASES) - {"paid nothing"}
