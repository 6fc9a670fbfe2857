"""Matches, positions, minds, boxes and the shelf, tested on the toy game."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairground
from fairground import (
    BadSetting,
    BoxError,
    IllegalMove,
    Match,
    NotationError,
    PositionError,
    Record,
    UnknownGame,
    games,
    list_games,
    load,
    seeded,
)
from fairground.engine.box import MOST_CACHED, once
from fairground.engine.match import CHECKPOINT
from fairground.engine.misprints import line_of
from fairground.engine.outcome import decide
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for, tell
from fairground.games import version_of
from lanterns import GAME
from lanterns.rules import Lanterns
from settings import EVERY_GAME


def test_an_illegal_move_changes_nothing_and_says_why() -> None:
    match = Match(GAME, 2, "x")
    before = GAME.dump(match.state)
    card = next(card for card in range(9) if card not in match.state.hands[0])
    with pytest.raises(IllegalMove, match=f"card {card} is not possible: you do not hold it"):
        match.play(0, f"card {card}")
    with pytest.raises(NotationError, match="expected a card such as"):
        match.play(0, "hello")
    with pytest.raises(IllegalMove, match="seat 5 is not to move, seat 0 and 1 is"):
        match.play(5, 0)
    assert GAME.dump(match.state) == before
    assert match.made == []


def test_a_match_that_is_over_takes_no_moves() -> None:
    match = Match(GAME, 2, "x")
    while not match.over:
        seat = match.state.actors()[0]
        match.play(seat, match.state.legal(seat)[0])
    with pytest.raises(IllegalMove, match="the match is over"):
        match.play(0, 0)


@pytest.mark.parametrize("seed", ["", " x", "x\ny"])
def test_a_seed_is_one_line_of_text(seed: str) -> None:
    with pytest.raises(BadSetting, match="a seed is"):
        Match(GAME, 2, seed)


def test_settings_are_checked() -> None:
    with pytest.raises(BadSetting, match="Lanterns is for 2-3 seats, not 4"):
        Match(GAME, 4)
    with pytest.raises(BadSetting, match="has no option 'a'"):
        Match(GAME, 2, options={"a": "b"})


def test_a_whole_number_is_a_seed() -> None:
    match = Match(GAME, 2, seed=5)
    assert match.seed == "5"
    assert GAME.dump(match.state) == GAME.dump(Match(GAME, 2, "5").state)
    assert Record.parse(str(match.record())).seed == "5"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"game": "lanterns"}, r"expected a game, as `fairground.load\(NAME\)` returns it, got 'lanterns'"),
        ({"game": None}, "expected a game, .*, got None"),
        ({"seed": 5.5}, "expected a seed that is text, a whole number or 32 bytes, got 5.5"),
        ({"seed": True}, "expected a seed .*, got True"),
        ({"seats": "2"}, "is for 2-3 seats, not '2'"),
        ({"seats": 2.0}, "is for 2-3 seats, not 2.0"),
        ({"options": ["open"]}, r"expected options as a dict .*, got \['open'\]"),
        ({"box": 5}, "expected a box, .*, got 5"),
    ],
)
def test_a_match_says_what_was_expected(given: dict[str, Any], expected: str) -> None:
    with pytest.raises(BadSetting, match=expected):
        Match(**{"game": GAME, "seed": "x", **given})


def test_a_move_is_words_or_any_whole_number() -> None:
    match = Match(GAME, 2, "x")
    with pytest.raises(IllegalMove, match=r"expected a move as words or as a number, got 1\.5"):
        match.play(0, 1.5)  # type: ignore[arg-type]
    match.play(0, np.int64(match.state.legal(0)[0]))
    assert len(match.made) == 1


def test_without_a_seed_matches_differ() -> None:
    assert Match(GAME, 2).seed != Match(GAME, 2).seed


def test_a_choice_can_be_taken_back_until_something_is_learnt() -> None:
    match = Match(GAME, 2, "x")
    start = GAME.dump(match.state)
    match.play(0, match.state.legal(0)[0])
    match.undo(0)
    assert GAME.dump(match.state) == start
    match.play(0, match.state.legal(0)[0])
    match.play(1, match.state.legal(1)[0])
    assert match.undoable(0) is match.undoable(1) is None
    with pytest.raises(IllegalMove, match="nothing can be taken back"):
        match.undo(1)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_earlier_moment_is_what_a_replay_gives(name: str) -> None:
    """Undo and `at` start from a state that the match remembers, and replay only a few moves."""
    game, rng = load(name), seeded(f"moments {name}")
    match = Match(game, seed="moments")
    while not match.over and len(match.made) < 3 * CHECKPOINT:
        seat = match.state.actors()[0]
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    for length in range(len(match.made) + 1):
        fresh = Match(game, seed="moments")
        for made in match.made[:length]:
            fresh.play(made.seat, made.move)
        earlier = match.at(length)
        assert game.dump(earlier.state) == game.dump(fresh.state)
        assert (earlier.made, earlier.story) == (fresh.made, fresh.story)
        assert earlier.at(length // 2).made == match.made[: length // 2]
        for made in match.made[length:]:  # it goes on like the match, and does not change it
            earlier.play(made.seat, made.move)
        assert game.dump(earlier.state) == game.dump(match.state)
        assert earlier.story == match.story


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_earlier_moment_takes_only_a_few_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the match is."""
    played: list[int] = []
    original = Match.play

    def counted(match: Match[State, object], seat: int, move: int | str) -> list[Entry]:
        played.append(seat)
        return original(match, seat, move)

    rng, match = seeded(name), Match(load(name), seed=name)
    while not match.over and len(match.made) < 200:
        seat = match.state.actors()[0]
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    monkeypatch.setattr(Match, "play", counted)
    match.at(len(match.made) - 1)
    assert len(played) < CHECKPOINT


def test_somebody_elses_act_bars_undo_unless_they_are_patient() -> None:
    match = Match(GAME, 3, "x")
    match.play(0, match.state.legal(0)[0])
    match.play(1, match.state.legal(1)[0])
    assert match.undoable(0) is None
    assert match.undoable(1) == 1
    assert match.undoable(0, patient=[1]) == 0


def test_a_mind_is_not_made_from_the_truth() -> None:
    """Twin worlds, the same generator: the same mind, whatever the others hold."""
    match = Match(GAME, 3, "x")
    twin = match.state.imagine(0, seeded("twin"))
    assert isinstance(twin, Lanterns)
    one, other = (GAME.mind(state, 0, seeded("mind")) for state in (match.state, twin))
    assert match.state.hands[1] != twin.hands[1]
    assert (one.view, one.legal(), one.seats) == (other.view, other.legal(), 3)
    for _ in range(5):
        a, b = one.imagine(), other.imagine()
        assert isinstance(a, Lanterns)
        assert isinstance(b, Lanterns)
        assert a.hands == b.hands


def test_a_position_tells_what_is_wrong_with_it() -> None:
    position = GAME.dump(GAME.setup(2, seeded("x")))
    for change, told in (
        ({"game": "chess"}, "it is one of 'chess'"),
        ({"rules": 1}, "rules version 1"),
        ({"box": "0" * 16}, "never came with the box 0000"),
        ({"seats": 7}, "not 7"),
        ({"state": {"hands": 3}}, "Expected"),
        ({"rng": ["slow"]}, "fast, keyed or scripted"),
        ({"extra": 1}, "unknown field"),
    ):
        with pytest.raises(PositionError, match=told):
            GAME.restore({**position, **change})
    broken = {**position, "state": {**position["state"], "shown": [[0, 1, 2, 3, 4, 5, 6, 7, 8]]}}  # type: ignore[dict-item]
    with pytest.raises(PositionError, match="impossible position of Lanterns: a card lies in two places"):
        GAME.restore(broken)


def test_a_box_names_the_line() -> None:
    with pytest.raises(BoxError, match=r"mine, line 3 \(deck.cards\): expected 9 to 100 cards, got 2"):
        GAME.box('[deck]\nsource = "C"\ncards = 2\n', "mine")
    text = 'a = 1\n[[cards]]\nname = "x"\n[[cards]]\nname = "y"\n'
    assert line_of(text, ("cards", 1, "name")) == 5
    assert line_of(text, ("cards", 1, "price")) == 4


def test_the_shelf_lists_and_loads() -> None:
    assert list_games()
    for name in list_games():
        assert load(name).name == name
    with pytest.raises(LookupError) as caught:
        load("chess")
    assert all(name in str(caught.value) for name in list_games())


def test_the_package_of_a_game_is_found_without_being_imported() -> None:
    name = list_games()[-1]
    code = f"import fairground; print(fairground.games.{name}.GAME.name)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == name
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        _ = fairground.games.chess


def test_games_outside_the_repository_are_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load("lanterns") is GAME
    monkeypatch.setattr(games, "FOLDERS", [])
    assert "lanterns" not in list_games()


def test_a_game_of_the_repository_comes_before_another_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = next(name for name in list_games() if name != "lanterns")
    (tmp_path / ours).mkdir()
    (tmp_path / ours / "__init__.py").write_text("")
    monkeypatch.setattr(games, "FOLDERS", [str(tmp_path)])
    assert load(ours).package == f"fairground.games.{ours}"


def test_a_match_goes_on_with_a_box_that_is_not_accepted_any_longer() -> None:
    text = '[deck]\nsource = "C"\ncards = 91\n'
    with pytest.raises(BoxError, match="expected at most 90 cards, got 91"):
        Match(GAME, box=text)
    match = Match(GAME, seed="kept", box=GAME.kept_box(text))
    replayed = Match.replay(GAME, match.record(), GAME.kept_box(text))
    assert replayed.state.cards == 91


def test_a_kept_box_must_still_be_one_that_the_rules_work_with() -> None:
    with pytest.raises(BoxError, match="expected 9 to 100 cards, got 101"):
        GAME.kept_box('[deck]\nsource = "C"\ncards = 101\n')


def test_a_folder_keeps_its_past_editions() -> None:
    now = load("lanterns")
    editions = (now, now.former(rules=1))
    assert version_of(editions, None).rules == 2
    assert version_of(editions, 1).rules == 1
    with pytest.raises(UnknownGame, match="Lanterns has no rules version 7; it has 2, 1"):
        version_of(editions, 7)


def test_ranking_by_criteria_in_order() -> None:
    outcome = decide({"points": [5, 7, 7, 5], "cards": [1, 2, 3, 1]}, {}, "x")
    assert outcome.ranking == [[2], [1], [0, 3]]
    assert outcome.places == [3, 2, 1, 3]
    assert (outcome.winners, outcome.decided) == ([2], "cards")
    assert decide({"points": [1, 1]}, {}, None).decided == "shared"
    assert decide({"points": [1, 2]}, {}, None).decided == "points"


def test_stories_are_told_to_those_who_may_hear() -> None:
    entries = [Entry("chosen", {"seat": 1}), Entry("own", {"card": 4}, to=1)]
    assert entries_for(entries, None) == entries_for(entries, 0) == entries[:1]
    assert entries_for(entries, 1) == entries
    assert tell(entries[0], GAME.phrases, ["Ann", "Ben"]) == "Ben has chosen"
    assert tell(Entry("shown", {"cards": [1, 2]}), GAME.phrases, []) == "the cards are 1, 2"


def test_what_a_box_gives_is_made_once_for_each_setting() -> None:
    made: list[tuple[list[str], int]] = []

    @once
    def numbers(values: list[str], seats: int) -> int:
        made.append((values, seats))
        return len(values) * seats

    first, second = ["a"], ["a", "b"]
    asked = [numbers(first, 2), numbers(first, 2), numbers(first, seats=3), numbers(second, 2)]
    assert asked == [2, 2, 3, 4]
    assert made == [(first, 2), (first, 3), (second, 2)]
    assert numbers(first, seats=5) == 5, "a number by its name is a setting of its own"


def test_boxes_of_strangers_do_not_pile_up() -> None:
    made: list[int] = []

    @once
    def numbers(values: list[int]) -> int:
        made.append(values[0])
        return values[0]

    boxes = [[number] for number in range(MOST_CACHED + 1)]
    assert [numbers(box) for box in boxes] == list(range(MOST_CACHED + 1))
    assert numbers(boxes[0]) == 0
    assert made == [*range(MOST_CACHED + 1), 0], "the first was let go when there were too many"
