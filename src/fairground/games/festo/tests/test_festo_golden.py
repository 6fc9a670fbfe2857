"""The golden records show every event, every ability, every kind of gain and every step of a payment."""

from functools import cache
from pathlib import Path
from typing import cast

import pytest

from fairground import Match, Record, load
from fairground.engine.game import Game
from fairground.engine.story import Entry, tell
from fairground.games.festo.box import FestoBox
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.story import PHRASES
from fairground.games.festo.words import CHARACTERS, EVENTS, GAINS

RECORDS = sorted((Path(__file__).parent / "golden").glob("*.game"))


@cache
def stories() -> list[Entry]:
    return [entry for path in RECORDS for entry in replay(path).story]


def replay(path: Path) -> Match[Festo, FestoBox]:
    record = Record.parse(path.read_text())
    return Match.replay(cast("Game[Festo, FestoBox]", load("festo", record.rules)), record)


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
    assert replay(path).outcome().decided == decided


def test_every_entry_of_the_story_has_a_sentence() -> None:
    names = ["Ann", "Bob", "Cid", "Dee", "Eve"]
    sentences = {tell(entry, PHRASES, names) for entry in stories()}
    assert "Ann passes" in sentences
    assert any(sentence.startswith("at the orc: ") for sentence in sentences)
    assert not any("{" in sentence for sentence in sentences)
    assert {entry.key for entry in stories()} >= set(PHRASES) - {"paid nothing"}
