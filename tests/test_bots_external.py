"""Programs that play over standard input and output, sound and faulty."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from fairground import Match, load
from fairground.bots import BotFault, bot, close
from fairground.bots.external import ExternalBot, encode_question
from fairground.engine.rng import seeded
from settings import EVERY_GAME
from toys import Nim, mind_of

PROGRAM = f"{sys.executable} {Path(__file__).parent / 'programs.py'}"


@contextmanager
def program(name: str, patience: float = 120.0) -> Iterator[ExternalBot]:
    made = ExternalBot(f"{PROGRAM} {name}", patience)
    yield made
    close(made)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_program_plays_every_game(name: str) -> None:
    match = Match(load(name), 2, "program")
    made = bot(f"exec:{PROGRAM} sound")
    for number in range(6):
        seat = match.state.actors()[0]
        match.play(seat, made.choose(match.mind(seat, seeded(f"{number}"))))
        assert match.made[-1].move == match.at(number).state.legal(seat)[0]
    close(made)


def test_words_may_stand_without_quotes() -> None:
    with program("unquoted") as made:
        assert made.choose(mind_of(Nim(), 0, "words")) == 3


def test_the_question_tells_view_moves_and_table() -> None:
    match = Match(load(EVERY_GAME[0]), 2, "question")
    mind = match.mind(match.state.actors()[0], seeded("question"))
    asked = msgspec.json.decode(encode_question(mind, {mind.words(move): move for move in mind.legal()}))
    assert set(asked) == {"game", "seat", "seats", "options", "view", "moves"}
    assert asked["game"] == match.game.name
    assert [entry["move"] for entry in asked["moves"]] == mind.legal()
    assert [match.game.read(entry["words"]) for entry in asked["moves"]] == mind.legal()
    assert asked["view"] == msgspec.to_builtins(match.game.view(match.state, int(mind.seat)))


FAULTS = [
    ("crash", "ended without an answer"),
    ("nonsense", "answered 'pass the salt', expected one of its 3 moves"),
    ("illegal", "answered '987654321', expected one of its 3 moves"),
    ("flood", "wrote more than 65536 bytes without an end of line"),
]


@pytest.mark.parametrize(("name", "sentence"), FAULTS)
def test_a_faulty_program_is_stopped_with_a_sentence(name: str, sentence: str) -> None:
    with program(name) as made:
        with pytest.raises(BotFault) as fault:
            made.choose(mind_of(Nim(), 0, name))
        assert sentence in str(fault.value)
        assert made.child is None


def test_a_program_that_keeps_silent_is_stopped_when_patience_ends() -> None:
    with (
        program("hang", patience=0.2) as made,
        pytest.raises(BotFault, match=r"did not answer within 0\.2 seconds"),
    ):
        made.choose(mind_of(Nim(), 0, "hang"))


def test_a_program_that_never_listens_does_not_stop_us() -> None:
    """Its input is full after a while: then it gives no answer, whatever it says."""

    class Large(Nim):
        """A game with a long list of moves."""

        def legal(self, seat: int) -> list[int]:
            return list(range(20_000))

        def copy(self) -> "Large":
            return Large()

    with (
        program("deaf", patience=1.0) as made,
        pytest.raises(BotFault, match="did not answer within 1 seconds"),
    ):
        made.choose(mind_of(Large(), 0, "deaf"))


def test_a_program_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(BotFault, match="cannot start the bot '/no/such/program': No such file"):
        bot("exec:/no/such/program").choose(mind_of(Nim(), 0, "none"))


def test_closing_ends_the_program() -> None:
    with program("sound") as made:
        made.choose(mind_of(Nim(), 0, "close"))
        assert made.child
        number = made.child.pid
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_after_a_fault_the_program_is_started_afresh() -> None:
    with program("nonsense") as made:
        for _ in range(2):
            with pytest.raises(BotFault, match="pass the salt"):
                made.choose(mind_of(Nim(), 0, "again"))


DOCS = (Path(__file__).parent.parent / "docs/bots.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
CLASS = next(text for text in EXAMPLES if "class Hasty" in text)
PROGRAM_TEXT = next(text for text in EXAMPLES if "sys.stdin" in text)


def test_the_class_in_the_docs_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hasty.py").write_text(CLASS)
    monkeypatch.syspath_prepend(tmp_path)
    assert bot("python:hasty.Hasty").choose(mind_of(Nim(2), 0, "docs")) == 2


def test_the_program_in_the_docs_plays(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(PROGRAM_TEXT)
    made = bot(f"exec:{sys.executable} {tmp_path / 'first.py'}")
    assert made.choose(mind_of(Nim(), 0, "docs")) == 1
    close(made)
