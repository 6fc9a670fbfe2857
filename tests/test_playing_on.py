"""Playing on from a moment of a finished match: how it begins, its record, and what it reveals."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import pytest

from fairground import BadSetting, Match, PositionError, Record, RecordError, list_games, load, seeded
from fairground.engine.game import Game
from fairground.engine.match import CHECKPOINT
from fairground.engine.playing_on import check_parent, dump_without_generator, take_position
from fairground.engine.rng import Rng
from fairground.engine.start_position import ParentMoment, StartPosition, digest_of
from fairground.engine.state import State
from fairground.games import editions

AnyMatch: TypeAlias = Match[State, object]
AnyGame: TypeAlias = Game[State, object]
SECRET = bytes(range(32))


def every_edition() -> Iterator[object]:
    """Yield every edition of every game, with the fewest and the most seats."""
    for name in list_games():
        for game in editions(name):
            for seats in sorted({game.seats[0], game.seats[-1]}):
                yield pytest.param(name, game.rules, seats, id=f"{name}-{game.rules}-{seats}")


EVERYWHERE = pytest.mark.parametrize(("name", "rules", "seats"), list(every_edition()))


def move_once(match: AnyMatch, rng: Rng) -> None:
    seat = int(match.state.someone(rng))
    moves = match.state.legal(seat)
    match.play(seat, moves[rng.below(len(moves))])


def finish(match: AnyMatch, seed: str = "moves") -> AnyMatch:
    rng = seeded(seed)
    while not match.over:
        move_once(match, rng)
    return match


@cache
def parent_of(name: str, rules: int, seats: int) -> tuple[AnyMatch, str]:
    """Return a finished match and the text of its record."""
    match = finish(Match(load(name, rules), seats, "parent"))
    return match, str(match.record())


def play_on(
    parent: AnyMatch, text: str, moves: int, redealt: int | None = None, seed: str = "on"
) -> AnyMatch:
    start = take_position(parent, text, moves, seed, redealt)
    return Match(parent.game, None, seed, None, parent.box, start)


def moments(parent: AnyMatch) -> list[int]:
    last = len(parent.made) - 1
    return sorted({0, last // 3, last // 2, last})


@EVERYWHERE
def test_the_match_begins_as_its_parent_stood(name: str, rules: int, seats: int) -> None:
    parent, text = parent_of(name, rules, seats)
    for moves in moments(parent):
        there, here = parent.at(moves).state, play_on(parent, text, moves).state
        assert here.actors() == there.actors()
        for seat in (*range(seats), None):
            assert parent.game.view(here, seat) == parent.game.view(there, seat)
        for seat in range(seats):
            assert here.legal(seat) == there.legal(seat)


@EVERYWHERE
def test_its_record_round_trips_and_replays(name: str, rules: int, seats: int) -> None:
    parent, text = parent_of(name, rules, seats)
    for number, moves in enumerate(moments(parent)):
        match = finish(play_on(parent, text, moves, redealt=number % seats if number % 2 else None))
        written = str(match.record())
        record = Record.parse(written)
        assert str(record) == written
        assert record == match.record()
        again = Match.replay(parent.game, record, parent.box)
        assert again.outcome() == match.outcome() and again.story == match.story
        check_parent(again, parent, text)


@EVERYWHERE
def test_dealing_again_shows_nothing_of_what_the_seat_did_not_know(name: str, rules: int, seats: int) -> None:
    """From two positions that the seat cannot tell apart, the same match begins."""
    parent, text = parent_of(name, rules, seats)
    for moves in moments(parent):
        for seat in range(seats):
            start = take_position(parent, text, moves, "on", seat)
            twin = parent.at(moves)
            twin.state = twin.state.imagine(seat, seeded("twin"))
            again = TwinWorld(parent, twin)
            assert take_position(again, text, moves, "on", seat) == start
            state = parent.game.restore(start.position, parent.box)
            assert parent.game.view(state, seat) == parent.game.view(parent.at(moves).state, seat)


class TwinWorld(Match[State, object]):
    """The parent, but for a moment that another world stands in for."""

    def __init__(self, parent: AnyMatch, moment: AnyMatch) -> None:
        self.__dict__.update(parent.__dict__)
        self.moment = moment

    def at(self, length: int) -> AnyMatch:
        return self.moment


@pytest.mark.parametrize("name", [name for name in list_games() if load(name).hidden])
def test_dealing_again_depends_on_the_seed_alone(name: str) -> None:
    game = load(name)
    parent, text = parent_of(name, game.rules, game.seats[-1])
    middle = len(parent.made) // 2
    starts = [take_position(parent, text, middle, f"seed {number}", 0).position for number in range(8)]
    assert any(start != starts[0] for start in starts)
    assert take_position(parent, text, middle, "seed 0", 0).position == starts[0]
    secret = take_position(parent, text, middle, SECRET, 0)
    assert secret == take_position(parent, text, middle, SECRET, 0)


@EVERYWHERE
def test_undo_ends_at_the_start(name: str, rules: int, seats: int) -> None:
    parent, text = parent_of(name, rules, seats)
    for moves in moments(parent):
        match = play_on(parent, text, moves)
        before = parent.game.dump(match.state)
        assert all(match.undoable(seat, range(seats)) is None for seat in range(seats))
        seat = match.state.actors()[0]
        match.play(seat, match.state.legal(seat)[0])
        if match.undoable(seat) is not None:
            match.undo(seat)
            assert parent.game.dump(match.state) == before
        assert parent.game.dump(match.at(0).state) == before


@EVERYWHERE
def test_every_moment_after_the_start_is_what_a_replay_gives(name: str, rules: int, seats: int) -> None:
    parent, text = parent_of(name, rules, seats)
    match = play_on(parent, text, len(parent.made) // 3)
    rng = seeded("on")
    while not match.over and len(match.made) < 3 * CHECKPOINT:
        move_once(match, rng)
    for length in {0, 1, CHECKPOINT - 1, CHECKPOINT, CHECKPOINT + 1, len(match.made)}:
        earlier = match.at(length)
        record = replace(match.record(), moves=match.record().moves[:length], outcome=None)
        again = Match.replay(parent.game, record, parent.box)
        assert parent.game.dump(again.state) == parent.game.dump(earlier.state)
        assert again.story == earlier.story


def test_a_match_that_was_played_on_can_be_played_on_from() -> None:
    for name in list_games():
        game = load(name)
        parent, text = parent_of(name, game.rules, game.seats[0])
        child = finish(play_on(parent, text, len(parent.made) // 2))
        grandchild = finish(play_on(child, str(child.record()), len(child.made) // 2, redealt=1, seed="more"))
        record = Record.parse(str(grandchild.record()))
        assert record.start and record.start.parent
        assert record.start.parent.record == digest_of(str(child.record()))
        check_parent(Match.replay(game, record), child, str(child.record()))


def test_chance_is_the_new_matchs_own() -> None:
    """A generator in the parent's future would tell those who saw the replay what comes."""
    for name in list_games():
        game = load(name)
        parent, text = parent_of(name, game.rules, game.seats[0])
        one, other = (play_on(parent, text, 0, seed=seed) for seed in ("one", "other"))
        assert one.state.rng.dump() != other.state.rng.dump()
        assert str(parent.at(0).state.rng.dump()) not in str(one.record())
        assert "rng" not in take_position(parent, text, 0, "on").position


# What is refused


def a_parent() -> tuple[AnyMatch, str]:
    game = load(list_games()[0])
    return parent_of(game.name, game.rules, game.seats[0])


def test_only_matches_that_are_over_are_played_on_from() -> None:
    game = load(list_games()[0])
    with pytest.raises(BadSetting, match="only from a match that is over"):
        take_position(Match(game, seed="s"), "", 0, "on")


@pytest.mark.parametrize(
    ("beyond", "told"),
    [(0, "the match is over: expected a moment from 0 to"), (1, "expected a moment from 0 to")],
)
def test_a_moment_at_which_nobody_moves_is_refused(beyond: int, told: str) -> None:
    parent, text = a_parent()
    with pytest.raises(BadSetting, match=told):
        take_position(parent, text, len(parent.made) + beyond, "on")
    with pytest.raises(BadSetting, match="got -1"):
        take_position(parent, text, -1, "on")


def test_a_seat_that_there_is_not_is_refused() -> None:
    parent, text = a_parent()
    for seat in (-1, int(parent.state.seats)):
        with pytest.raises(BadSetting, match="expected a seat from 0 to"):
            take_position(parent, text, 0, "on", seat)


def test_another_parent_is_told_apart() -> None:
    parent, text = a_parent()
    match = play_on(parent, text, 3, redealt=0)
    check_parent(match, parent, text)
    with pytest.raises(RecordError, match="names the parent"):
        check_parent(match, parent, text + "# a comment\n")
    assert match.start
    moved = StartPosition(match.start.position, ParentMoment(digest_of(text), 4, 0))
    with pytest.raises(RecordError, match="is not the one of its parent"):
        check_parent(Match(parent.game, None, "on", None, parent.box, moved), parent, text)
    with pytest.raises(RecordError, match="names no parent"):
        check_parent(parent, parent, text)


def test_a_position_of_a_match_that_is_over_is_no_start() -> None:
    for name in list_games():
        game = load(name)
        parent, _ = parent_of(name, game.rules, game.seats[0])
        start = StartPosition(dump_without_generator(game, parent.state))
        with pytest.raises(PositionError, match="somebody is to move"):
            Match(game, None, "on", None, parent.box, start)


def lines_of(match: AnyMatch) -> dict[str, str]:
    head = str(match.record()).partition("\n\n")[0].splitlines()
    return {line.split()[0]: line for line in head}


@pytest.mark.parametrize(
    ("parent", "told"),
    [
        ("parent", "expected `parent DIGEST MOVES true`"),
        ("parent 0123456789abcdeg 3 true", "expected `parent DIGEST MOVES true`"),
        ("parent 0123456789abcdef -3 true", "expected `parent DIGEST MOVES true`"),
        ("parent 0123456789abcdef 3", "expected `parent DIGEST MOVES true`"),
        ("parent 0123456789abcdef 3 redealt", "expected `parent DIGEST MOVES true`"),
        ("parent 0123456789abcdef 3 redealt 9", "expected a seat below"),
        ("parent 0123456789abcdef ٣ true", "expected `parent DIGEST MOVES true`"),
    ],
)
def test_a_parent_that_cannot_be_read_is_named_with_its_line(parent: str, told: str) -> None:
    match = play_on(*a_parent(), 3)
    text = str(match.record()).replace(lines_of(match)["parent"], parent)
    with pytest.raises(RecordError, match=told) as refused:
        Record.parse(text)
    assert str(refused.value).startswith("line ")


def test_a_parent_without_a_position_is_refused() -> None:
    match = play_on(*a_parent(), 3)
    text = str(match.record()).replace(lines_of(match)["position"] + "\n", "")
    with pytest.raises(RecordError, match="a `parent` and no `position`"):
        Record.parse(text)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "expected a position in JSON"),
        ("[]", "expected a position in JSON"),
        ("{" * 1000, "brackets within another"),
        ('{"a":' * 9 + "1" + "}" * 9, "brackets within another"),
        ('{"a":"' + "x" * 300 + '"}', "a text of at most 200 characters"),
        ('{"a":' + "9" * 65 + "}", "a word of at most 64 characters"),
        ('{"a":[' + "1," * 6000 + "1]}", "words, numbers and marks"),
        ('{"a":' + " " * 100_000 + "1}", "the position: expected at most 100000 characters"),
    ],
)
def test_a_position_is_bounded_before_it_is_read(position: str, told: str) -> None:
    match = play_on(*a_parent(), 3)
    text = str(match.record()).replace(lines_of(match)["position"], f"position {position}")
    with pytest.raises(RecordError, match=told):
        Record.parse(text)


def change(position: dict[str, object], name: str, value: object) -> dict[str, object]:
    return {**position, name: value}


def test_a_position_must_fit_the_head_of_its_record() -> None:
    for name in list_games():
        game = load(name)
        parent, text = parent_of(name, game.rules, game.seats[0])
        record = play_on(parent, text, 3).record()
        assert record.start
        good = dict(record.start.position)
        wrong = [
            change(good, "game", "another"),
            change(good, "rules", 99),
            change(good, "seats", 99),
            change(good, "seats", game.seats[-1] if game.seats[1:] else 1),
            change(good, "box", "0" * 16),
            change(good, "options", {"no such": "option"}),
            change(good, "rng", ["fast", 1, 2, 3, 4]),
            change(good, "state", None),
            change(good, "state", {"no such": "field"}),
            {},
        ]
        for bad in wrong:
            start = StartPosition(bad, record.start.parent)
            with pytest.raises(RecordError) as refused:
                Match.replay(game, Record.parse(str(replace(record, start=start))))
            assert len(str(refused.value)) <= 320 and "\n" not in str(refused.value)


def test_a_position_is_one_line_whatever_its_words() -> None:
    start = StartPosition({"game": "x", "words": "two\u2028lines\x85here\n"})
    record = Record("x", 1, 2, "seed", start=start)
    assert Record.parse(str(record)) == record
    assert json.loads(str(record).splitlines()[3].removeprefix("position ")) == start.position
