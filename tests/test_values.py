"""States and matches are values: they can be compared, hashed, copied, shown and pickled."""

import copy
import pickle
from typing import cast

import numpy as np
import pytest

from fairground import Match, State, load
from fairground.engine.game import Game
from fairground.engine.rng import Rng, keyed, scripted, seeded
from fairground.games import environments
from lanterns import GAME
from settings import EVERY_GAME, EVERY_TABLE, Setting
from toys import Nim

LONG = [setting for setting in EVERY_TABLE if setting.game.longest > 50]
EVERY = pytest.mark.parametrize("setting", LONG, ids=str)


def played(setting: Setting, moves: int, seed: str | bytes = "values") -> Match[State, object]:
    match, rng = Match(setting.game, setting.seats, seed, setting.options), seeded("moves")
    while not match.over and len(match.made) < moves:
        seat = int(match.state.someone(rng))
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def wander(state: State, moves: int) -> list[int]:
    """Play random moves and return them with the points in the end."""
    rng = seeded("wander")
    made: list[int] = []
    while state.actors() and len(made) < moves:
        seat = int(state.someone(rng))
        legal = state.legal(seat)
        made.append(legal[rng.below(len(legal))])
        state.play(seat, made[-1])
    return [*made, *state.scores()]


@EVERY
def test_copies_and_pickles_are_equal_and_play_on_alike(setting: Setting) -> None:
    state = played(setting, 25).state
    others = [state.copy(), copy.copy(state), copy.deepcopy([state])[0], pickle.loads(pickle.dumps(state))]
    for other in others:
        assert other is not state and other == state and hash(other) == hash(state)
    expected = wander(state, 40)
    for other in others:
        assert other != state
        assert wander(other, 40) == expected
        assert other == state


@EVERY
def test_positions_that_differ_are_not_equal(setting: Setting) -> None:
    seen = [played(setting, moves).state for moves in range(12)]
    assert len(set(seen)) == 12 and len({repr(state) for state in seen}) == 12
    others = played(setting, 11, "another").state, "no state", None
    assert not any(seen[-1] == other for other in others if other is not others[0] or setting.game.widest)


@EVERY
def test_worlds_of_a_seat_are_equal_only_if_nothing_that_is_hidden_differs(setting: Setting) -> None:
    state = played(setting, 10).state
    worlds = {state.imagine(0, seeded(str(number))) for number in range(8)}
    assert (len(worlds) == 1) == (not setting.game.hides(state.options))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_state_says_what_it_is(name: str) -> None:
    match = Match(load(name), 2, "repr")
    told = repr(match.state)
    assert told.startswith(f"<{load(name).title} position ") and "2 seats" in told and "to move" in told
    assert repr(played(Setting(name, 2, {}), 1_000_000).state).count("over") == 1


@pytest.mark.parametrize("name", EVERY_GAME)
def test_games_of_every_version_are_pickled_by_name(name: str) -> None:
    for game in environments(name):
        assert pickle.loads(pickle.dumps(game)) is game
        state = pickle.loads(pickle.dumps(game.setup(2, seeded("pickle"))))
        assert state.rules == game.rules and game.mind(state, 0, seeded("x")).features() is not None


def test_a_state_with_a_box_of_its_own_keeps_it() -> None:
    box = GAME.box(GAME.document("box.toml").replace("9", "10"))
    state = GAME.setup(2, seeded("box"), {}, box)
    assert pickle.loads(pickle.dumps(state)).box == box.digest != GAME.box().digest
    assert pickle.loads(pickle.dumps(Match(GAME, 2, "box", box=box))).box == box


def test_a_state_that_no_game_made_is_equal_only_to_itself() -> None:
    one, other = Nim(), Nim()
    assert one == one and one != other and len({one, other}) == 2
    with pytest.raises(TypeError, match="only a state that a game has set up"):
        pickle.dumps(one)


# Matches


@EVERY
def test_matches_are_pickled_as_their_record(setting: Setting) -> None:
    match = played(setting, 12, bytes(range(32)))
    others = [copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
    for other in others:
        assert other == match and hash(other) == hash(match) and other.state == match.state
        assert other.story == match.story
    wander_match(match)
    for other in others:
        assert other != match
        wander_match(other)
        assert str(other.record()) == str(match.record())


def wander_match(match: Match[State, object]) -> None:
    seat = int(match.state.actor)
    match.play(seat, match.state.legal(seat)[0])


# Minds


@EVERY
def test_a_mind_has_features_and_a_mask(setting: Setting) -> None:
    match = played(setting, 15)
    seat = int(match.state.actor)
    mind = match.mind(seat, seeded("mind"))
    assert np.array_equal(cast(np.ndarray, mind.features()), setting.game.features(match.state, seat))
    moves = np.array(setting.game.moves)[cast(np.ndarray, mind.mask())]
    assert moves.tolist() == mind.legal()
    assert mind.view == setting.game.view(match.state, seat)
    assert mind.words(mind.legal()[0]) == setting.game.write(mind.legal()[0])


def test_a_view_is_made_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(load(EVERY_GAME[0]), 2, "lazy")
    asked: list[int | None] = []
    monkeypatch.setattr(Game, "view", lambda game, state, seat: asked.append(seat))
    mind = match.mind(0, seeded("x"))
    assert mind.legal() and not asked
    assert mind.view is None and asked == [0]


@pytest.mark.parametrize(
    "rng", [seeded("a"), keyed(bytes(32)), scripted([1, 2, 3])], ids=["fast", "keyed", "scripted"]
)
def test_generators_are_pickled(rng: Rng) -> None:
    assert pickle.loads(pickle.dumps(rng)).dump() == rng.dump()
