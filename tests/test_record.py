"""Records: text that says everything, and sentences about what cannot be read."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground import Match, Record, RecordError, seeded
from lanterns import GAME

TEXT = """game lanterns 2
seats 2
seed storm

"""


def finished(seed: str | bytes = "storm") -> Match:  # type: ignore[type-arg]  # the toy's types do not matter here
    match, rng = Match(GAME, 2, seed), seeded("moves")
    while not match.over:
        seat = match.state.actors()[0]
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return match


def test_a_record_round_trips_through_text() -> None:
    record = finished().record()
    assert Record.parse(str(record)) == record


def test_a_secret_seed_round_trips_too() -> None:
    record = finished(bytes(range(32))).record()
    assert "secret 000102" in str(record)
    assert Match.replay(GAME, Record.parse(str(record))).over


def test_comments_and_blank_lines_do_not_matter() -> None:
    text = str(finished().record()).replace("\n\n", "\n# a comment\n\n\n")
    assert Match.replay(GAME, Record.parse(text)).over


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the record has no line `game`"),
        ("seats 2\n", "line 1: expected `game NAME VERSION` first, got 'seats'"),
        ("game Lanterns 2\n", "line 1: expected `game NAME VERSION`, got 'Lanterns 2'"),
        ("game lanterns two\n", "line 1: expected a rules version, got 'two'"),
        ("game lanterns 2\nseats many\n", "line 2: expected a number of seats, got 'many'"),
        ("game lanterns 2\nseats 2\n", "the record has no line `seed`"),
        ("game lanterns 2\nseats 2\n0 card 1\n", "line 3: expected `seed ...` before the first move"),
        (TEXT + "2 card 1\n", "line 5: expected a seat below 2, got 2"),
        (TEXT + "0\n", "line 5: expected a move after the seat, got nothing"),
        (TEXT + "hello\n", "line 5: expected a move such as `0 ...`, got 'hello'"),
        (TEXT + "seed other\n", "line 5: a second `seed`"),
        (TEXT + "0 card 1\nseats 2\n", "line 6: `seats` must come before the moves"),
        (TEXT + "outcome 1\n", "line 5: expected points for 2 seats, got '1'"),
        (TEXT + "outcome 1 2\n0 card 1\n", "line 6: nothing may follow the outcome"),
        (TEXT + "option a\n", "line 5: expected `option NAME VALUE`, got 'a'"),
        (TEXT + "player 7 Ann\n", "line 5: expected a seat below 2, got 7"),
        (TEXT + "box 12\n", "line 5: expected the box's 16 hexadecimal digits, got '12'"),
        ("game lanterns 2\nseats 2\nsecret 12\n", "line 3: expected a secret of 64"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, told: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(text)
    assert told in str(caught.value)


@given(st.text())
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    with suppress(RecordError):
        record = Record.parse(text)
        assert Record.parse(str(record)) == record


@given(st.data())
def test_a_damaged_record_is_refused_or_still_a_record(data: st.DataObject) -> None:
    text = str(finished().record())
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    with suppress(RecordError):
        assert Match.replay(GAME, Record.parse(damaged)).made


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("game lanterns 2", "game lanterns 1"), "rules version 1, not of lanterns with 2"),
        (("seats 2", "seats 3"), "line 8: seat 0 is not to move, seat 2 is"),
        (("seats 2", "seats 9"), "2-3 seats, not 9"),
        (("outcome ", "outcome 1"), "replaying gives"),
    ],
)
def test_a_record_that_cannot_have_happened_is_refused(change: tuple[str, str], told: str) -> None:
    text = str(finished().record()).replace(*change)
    if change[0] == "seats 2":
        text = text[: text.index("outcome")]
    with pytest.raises(RecordError) as caught:
        Match.replay(GAME, Record.parse(text))
    assert told in str(caught.value)


def test_another_box_is_refused() -> None:
    record = finished().record()
    record.box = "0" * 16
    with pytest.raises(RecordError, match="never came with the box 0000"):
        Match.replay(GAME, record)


def test_a_refusal_is_never_long() -> None:
    for text in (
        "game x 1\nseats " + "9" * 4000,
        "x" * 10_000,
        "game x " + "9" * 300_000,
        "0 " + "y" * 10_000,
    ):
        with pytest.raises(RecordError) as refused:
            Record.parse(text)
        assert len(str(refused.value)) < 400
