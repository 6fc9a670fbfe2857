"""Annotated records: comments and side lines that round-trip, stay within bounds and are possible."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground import Match, Record, RecordError, load, seeded
from fairground.engine import annotations
from fairground.engine.annotations import MAIN, AnnotatedRecord, Comment, clean_author
from fairground.engine.side_lines import replay_annotated
from fairground.engine.state import State
from fairground.engine.text import clean_line
from lanterns import GAME
from settings import EVERY_GAME


def play_randomly(match: Match[State, object], seed: str, most: int = 10**6) -> list[tuple[int, str]]:
    """Make random moves and return them."""
    rng = seeded(seed)
    start = len(match.made)
    while not match.over and len(match.made) < start + most:
        seat = match.state.actors()[0]
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return [(made.seat, match.game.write(made.move)) for made in match.made[start:]]


def finished(name: str = GAME.name, seed: str = "storm") -> Match[State, object]:
    game = load(name)
    match = Match(game, game.seats[0], seed, game.settle_options({}, study=True))
    play_randomly(match, seed)
    return match


def annotate(match: Match[State, object], seed: str, count: int = 12) -> AnnotatedRecord:
    """Return a record with comments and side lines in random places, side lines of side lines too."""
    rng, annotated = seeded(seed), AnnotatedRecord(match.record())
    for number in range(count):
        line = [MAIN, *annotated.side_lines][rng.below(len(annotated.side_lines) + 1)]
        at = rng.below(len(annotated.moves_of(line)) + 1)
        annotated.comment(line, at, f"Ann {number}", f"what about this: {number}?")
        first = rng.below(10_001) / 10_000
        annotated.evaluate(line, at, [first, 1 - first, *[0.0] * (annotated.record.seats - 2)])
        branch = Match.replay(match.game, annotated.record_to(line, at))
        if annotated.depth(line) < annotations.DEEPEST and not branch.over:
            side = annotated.branch(line, at)
            for seat, words in play_randomly(branch, f"{seed} {number}", 1 + rng.below(5)):
                annotated.extend(side, seat, words)
    return annotated


EXAMPLE = """game lanterns 2
seats 2
seed storm
#annotated 1

#; Ann: Let us see.
0 card 1
#(
#; Ben: Or this
#. 1 card 2
#; : nobody said that
#(
#. 0 card 3
#)
#)
#(
#. 1 card 3
#)
1 card 1
# a remark that nobody keeps
"""


def test_comments_and_side_lines_are_read() -> None:
    annotated = AnnotatedRecord.parse(EXAMPLE)
    assert annotated.record == Record.parse(EXAMPLE)
    assert [*annotated.comments.values()] == [
        Comment(MAIN, 0, "Ann", "Let us see."),
        Comment(2, 0, "Ben", "Or this"),
        Comment(2, 1, "", "nobody said that"),
    ]
    assert {n: (s.parent, s.at, s.moves) for n, s in annotated.side_lines.items()} == {
        2: (MAIN, 1, ((1, "card 2"),)),
        5: (2, 1, ((0, "card 3"),)),
        6: (MAIN, 1, ((1, "card 3"),)),
    }
    assert annotated.moves_to(5, 1) == [(0, "card 1"), (1, "card 2"), (0, "card 3")]
    assert str(annotated) == EXAMPLE.replace("# a remark that nobody keeps\n", "")


def test_what_reads_records_reads_annotated_ones() -> None:
    match = finished()
    annotated = annotate(match, "reading")
    assert annotated.side_lines
    assert Record.parse(str(annotated)) == match.record()


def read_as_version_1_did(text: str) -> str:
    """The text that is left for a reader that knows annotations, but not evaluations."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#="))


def test_evaluations_are_read_written_and_ignored_by_older_readers() -> None:
    text = EXAMPLE.replace("#; Ann", "#= 0.25 0.75\n#; Ann").replace("#. 1 card 2\n", "#. 1 card 2\n#= 1 0\n")
    annotated = AnnotatedRecord.parse(text)
    assert annotated.evaluations == {(MAIN, 0): (0.25, 0.75), (2, 1): (1.0, 0.0)}
    assert str(annotated) == text.replace("# a remark that nobody keeps\n", "")
    assert Record.parse(text) == Record.parse(EXAMPLE)
    without = AnnotatedRecord.parse(read_as_version_1_did(text))
    assert (without.comments, without.side_lines) == (annotated.comments, annotated.side_lines)
    copied = annotated.copy()
    copied.cut(2, 0)
    assert [*copied.evaluations] == [(MAIN, 0)] and len(annotated.evaluations) == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("#= 0.5", "expected 2 shares from 0 to 1, got 0.5"),
        ("#= 0.9 0.9", "expected shares that are 1 together, got 0.9 0.9"),
        ("#= 1 nan", "expected `#= SHARE SHARE ...`, got '1 nan'"),
        ("#= 2 -1", "expected `#= SHARE SHARE ...`, got '2 -1'"),
        ("#=", "expected 2 shares from 0 to 1, got "),
        ("#= 0.5 0.5\n#= 0.5 0.5", "a second evaluation of the same moment"),
    ],
)
def test_an_evaluation_that_cannot_be_is_refused(line: str, told: str) -> None:
    with pytest.raises(RecordError, match=re.escape(told)):
        AnnotatedRecord.parse(EXAMPLE.replace("#; Ann: Let us see.", line))


def test_a_record_without_annotations_stays_as_it_is() -> None:
    text = str(finished().record())
    assert str(AnnotatedRecord.parse(text)) == text


def test_lines_that_look_like_annotations_mean_nothing_in_a_record_without_the_header() -> None:
    text = EXAMPLE.replace("#annotated 1\n", "").replace("#)", "#) # (")
    annotated = AnnotatedRecord.parse(text)
    assert not annotated.comments and not annotated.side_lines


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_annotated_matches_of_every_game_round_trip_and_are_possible(name: str, seed: str) -> None:
    match = finished(name, seed)
    annotated = AnnotatedRecord.parse(str(annotate(match, seed)))
    assert AnnotatedRecord.parse(str(annotated)) == annotated
    replayed, checked = replay_annotated(match.game, annotated)
    assert replayed.record() == match.record()
    assert checked == annotated
    assert annotated.side_lines


def test_a_side_line_draws_what_the_match_would_have_drawn() -> None:
    """The same moves in a side line lead to the same position as in the match."""
    match = finished()
    annotated = AnnotatedRecord(match.record())
    side = annotated.branch(MAIN, 2)
    for seat, words in match.record().moves[2:]:
        annotated.extend(side, seat, words)
    whole = Match.replay(match.game, annotated.record_to(side, len(match.made) - 2))
    assert match.game.dump(whole.state) == match.game.dump(match.state)


def test_an_impossible_side_line_is_named_with_its_line() -> None:
    match = finished()
    annotated = AnnotatedRecord(match.record())
    annotated.extend(annotated.branch(MAIN, 1), 1, "card 99")
    text = str(annotated)
    line = text.splitlines().index("#. 1 card 99") + 1
    with pytest.raises(RecordError, match=f"line {line}: "):
        replay_annotated(match.game, AnnotatedRecord.parse(text))


HEAD = "game lanterns 2\nseats 2\nseed storm\n#annotated 1\n\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD.replace("annotated 1", "annotated 2"), "line 4: expected annotations of version 1, got '2'"),
        (HEAD + "#. 0 card 1\n", "line 6: expected `#(`"),
        (HEAD + "#)\n", "line 6: expected `#(`"),
        (HEAD + "#(\n#)\n", "line 7: expected a side line with moves, got none"),
        (HEAD + "#(\n#. 0 card 1\n", "the last side line does not end"),
        (HEAD + "#(\n#. 0 card 1\n0 card 1\n", "line 8: the side line before it does not end"),
        (HEAD + "#(\n#. x card 1\n#)\n", "line 7: expected `#. SEAT MOVE`"),
        (HEAD + "#(\n#. 2 card 1\n#)\n", "line 7: expected a seat below 2, got 2"),
        (HEAD + "#(\n#. 0\n#)\n", "line 7: expected a move in words, got ''"),
        (HEAD + f"#(\n#. 0 {'x' * 201}\n#)\n", "line 7: expected a move in words"),
        (HEAD + "#;\n", "line 6: expected a comment, got nothing"),
        (HEAD + "#; Ann:\n", "line 6: expected a comment, got nothing"),
        (HEAD + f"#; Ann: {'x' * 501}\n", "line 6: expected a comment of at most 500 characters, got 501"),
        (HEAD + f"#; {'Ann' * 9}: x\n", "line 6: expected a name of at most 24 characters"),
        (HEAD + "#(\n" * 5, "line 10: expected side lines of at most 4 levels"),
        (HEAD + "#; a: b\n" * 1001, "line 1006: there are 1000 comments already"),
        (HEAD + "#(\n#. 0 x\n#)\n" * 201, "line 606: there are 200 side lines already"),
        (HEAD + "#(\n" + "#. 0 x\n" * 2001, "line 2007: there are 2000 moves in side lines already"),
        (HEAD + f"#; a: {'x' * 500}\n" * 500, "expected annotations of at most 200000 characters"),
    ],
)
def test_hostile_annotations_are_refused_with_a_short_sentence(text: str, told: str) -> None:
    with pytest.raises(RecordError) as caught:
        AnnotatedRecord.parse(text)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 400


lines = st.one_of(
    st.sampled_from(["#(", "#)", "#. 0 card 1", "#. 1 card 2", "0 card 1", "1 card 1", "", "outcome 1 2"]),
    st.builds("#; {}: {}".format, st.text(max_size=8), st.text(max_size=12)),
    st.text(max_size=10).map("#".__add__),
)


@given(st.lists(lines, max_size=25))
def test_any_annotations_are_read_or_refused_with_a_sentence(body: list[str]) -> None:
    with suppress(RecordError):
        annotated = AnnotatedRecord.parse(HEAD + "\n".join(body))
        assert AnnotatedRecord.parse(str(annotated)) == annotated


@given(st.text(max_size=60), st.text(max_size=600))
def test_any_comment_is_refused_or_round_trips(author: str, text: str) -> None:
    annotated = AnnotatedRecord(finished().record())
    with suppress(RecordError):
        annotated.comment(MAIN, 1, clean_author(author), text)
        (comment,) = AnnotatedRecord.parse(str(annotated)).comments.values()
        assert comment == Comment(MAIN, 1, clean_author(author), clean_line(text))


@given(st.data())
def test_a_damaged_file_is_refused_or_still_possible(data: st.DataObject) -> None:
    text = str(annotate(finished(), "damage", 6))
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    with suppress(RecordError):
        annotated = AnnotatedRecord.parse(damaged)
        replay_annotated(GAME, annotated)
        assert AnnotatedRecord.parse(str(annotated)) == annotated


# Changing


def fresh() -> AnnotatedRecord:
    return AnnotatedRecord(Record("lanterns", 2, 2, "storm", moves=[(0, "a"), (1, "b"), (0, "c")]))


def test_a_move_steps_along_a_line_if_it_is_the_next_one() -> None:
    annotated = fresh()
    assert annotated.play(MAIN, 1, 1, "b") == (MAIN, 2)
    assert not annotated.side_lines


def test_another_move_begins_a_side_line_and_the_next_ones_continue_it() -> None:
    annotated = fresh()
    assert annotated.play(MAIN, 1, 1, "x") == (1, 1)
    assert annotated.play(1, 1, 0, "y") == (1, 2)
    assert annotated.play(MAIN, 1, 1, "x") == (1, 1), "the side line is there already"
    assert annotated.play(1, 1, 0, "z") == (2, 1), "a side line of the side line"
    assert annotated.side_lines[2].parent == 1
    assert annotated.moves_to(2, 1) == [(0, "a"), (1, "x"), (0, "z")]


def test_a_cut_takes_everything_along_that_hangs_on_it() -> None:
    annotated = fresh()
    for line, at, words in ((MAIN, 1, "x"), (1, 1, "y"), (1, 1, "z"), (1, 2, "w"), (1, 2, "v")):
        annotated.play(line, at, 1, words)
    stays, goes = annotated.comment(1, 1, "", "stays"), annotated.comment(1, 2, "", "goes")
    assert {n: s.parent for n, s in annotated.side_lines.items()} == {1: MAIN, 2: 1, 3: 1}
    annotated.cut(1, 1)
    assert {n: s.moves for n, s in annotated.side_lines.items()} == {1: ((1, "x"),), 2: ((1, "z"),)}
    assert stays in annotated.comments and goes not in annotated.comments
    annotated.cut(1, 0)
    assert not annotated.side_lines and not annotated.comments
    assert annotated.comment(MAIN, 0, "", "new") > goes, "no number is used twice"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda a: a.cut(MAIN, 1), "the match itself cannot be cut"),
        (lambda a: a.cut(7, 0), "there is no such side line"),
        (lambda a: a.extend(MAIN, 0, "x"), "the match itself cannot be continued"),
        (lambda a: a.comment(MAIN, 4, "", "x"), "expected a moment from 0 to 3, got 4"),
        (lambda a: a.comment(MAIN, -1, "", "x"), "expected a moment from 0 to 3, got -1"),
        (lambda a: a.delete_comment(7), "there is no such comment"),
        (lambda a: a.play(MAIN, 0, 0, "x" * 300), "expected a move in words"),
    ],
)
def test_what_cannot_be_changed_is_refused_and_nothing_has_changed(change: object, told: str) -> None:
    annotated = fresh()
    with pytest.raises(RecordError, match=re.escape(told)):
        change(annotated)  # type: ignore[operator]
    assert annotated == fresh()
