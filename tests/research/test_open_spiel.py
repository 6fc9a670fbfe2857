"""OpenSpiel games: OpenSpiel finds no fault in them, and they play the same matches as `Match`."""

import json
import pickle
import runpy
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from fairground import Match, UnknownGame, load, scripted, seeded
from fairground.engine.errors import BadSetting
from fairground.engine.rng import Rng
from fairground.research import open_spiel as spiel
from fairground.research.game_tree import ViewDigest
from fairground.research.open_spiel import SpielState
from lanterns import GAME
from lanterns.rules import Lanterns
from settings import EVERY_GAME, EVERY_TABLE, SETTINGS, Setting

EXPLICIT = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
SAMPLED = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
HIDDEN = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def covering() -> Iterator[Setting]:
    """Return settings with every number of seats and every choice of every option at least once."""
    for name in EVERY_GAME:
        game = load(name)
        plain = game.settle_options({}, study=True)
        chosen = [
            {**plain, o.name: choice} for o in game.options for choice in o.choices if choice != plain[o.name]
        ]
        for seats in game.seats:
            yield Setting(name, seats, plain)
        for at, options in enumerate(chosen):
            yield Setting(name, game.seats[at % len(game.seats)], options)


def in_real_time(setting: Setting) -> bool:
    """Return whether several seats may act at the start."""
    state = setting.game.setup(setting.seats, seeded("first"), setting.options)
    return len({int(state.someone(seeded(str(number)))) for number in range(20)}) > 1


COVERING = list(covering())
FIRST_TABLES = [next(table for table in EVERY_TABLE if table.name == name) for name in EVERY_GAME]
REAL_TIME = [setting for setting in COVERING if in_real_time(setting)]
CASES = list(product(EVERY_TABLE, spiel.CHANCES))
BOTH = list(product(FIRST_TABLES, spiel.CHANCES))


@pytest.fixture(scope="module", autouse=True)
def _toys() -> None:
    spiel.register(GAME)
    spiel.register(WINDY)
    spiel.register(DIM)


class Windy(Lanterns):
    """A game whose prize is 1 in three of four cases, else 3. Two more draws have only one outcome."""

    def _reveal(self) -> None:
        assert self.rng.likely(5, 5) and not self.rng.likely(0, 7)
        self.rng = scripted([0] if self.rng.likely(3, 4) else [2])
        super()._reveal()


class Dim(msgspec.Struct, frozen=True):
    """A view that shows almost nothing."""

    points: list[int]


class DimView:
    """A module that shows only the points."""

    def view(self, state: Lanterns, seat: int | None) -> Dim:
        return Dim(state.points)


WINDY = replace(GAME, name="windy", state=Windy)
DIM = replace(GAME, name="dim", modules=replace(GAME.modules, view=DimView()))


def load_game(setting: Setting, chance: str = "explicit", **more: Any) -> Any:
    if chance == "sampled":
        more.setdefault("seed", "fixed")
    return spiel.load(setting.name, setting.seats, setting.options, chance, **more)


def draw_outcome(state: SpielState, rng: Rng) -> int:
    """Draw an outcome of a chance node with its probability."""
    chosen = rng.below(1 << 30) / (1 << 30)
    for action, likelihood in state.chance_outcomes():
        chosen -= likelihood
        if chosen < 0:
            return action
    return action


def advance(state: SpielState, rng: Rng) -> None:
    """Make one random step."""
    if state.is_chance_node():
        state.apply_action(draw_outcome(state, rng))
    else:
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])


def walk(state: SpielState, seed: str) -> Iterator[SpielState]:
    """Yield the state at every step of a random match."""
    rng = seeded(seed)
    while not state.is_terminal():
        yield state
        advance(state, rng)
    yield state


def dealt(game: Any, seed: str = "deal", moves: int = 0) -> SpielState:
    """Return a decision node a few moves into a random match."""
    state: SpielState = game.new_initial_state()
    rng = seeded(seed)
    while state.is_chance_node() or (len(state.tree.transitions) < moves and not state.is_terminal()):
        advance(state, rng)
    return state


def known_to(state: SpielState, seat: int) -> tuple[object, ...]:
    """Return everything that OpenSpiel tells a player."""
    public = state.get_game().make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    return (
        state.information_state_string(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.information_state_tensor(seat),
        public.string_from(state, seat),
        int(state.current_player()),
        state.legal_actions(seat),
    )


# Facts and settings


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_string_of_a_game_loads_the_same_game(setting: Setting) -> None:
    game = load_game(setting, "sampled", reward="points")
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.settings == game.settings and again.reward == "points"
    assert (game.settings.seats, game.settings.options) == (setting.seats, setting.options)


@pytest.mark.parametrize(("setting", "chance"), CASES, ids=str)
def test_a_game_declares_its_facts(setting: Setting, chance: str) -> None:
    game, ours = load_game(setting, chance), setting.game
    kind = game.get_type()
    assert game.num_players() == setting.seats
    assert game.num_distinct_actions() == len(ours.moves)
    assert game.max_game_length() == ours.longest
    assert (kind.information == HIDDEN) == ours.hides(setting.options)
    assert game.observation_tensor_shape() == [ours.size(setting.seats)]
    if ours.widest:
        assert kind.chance_mode == (EXPLICIT if chance == "explicit" else SAMPLED)
        assert game.new_initial_state().is_chance_node()
    else:
        assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        assert game.max_chance_outcomes() == game.max_chance_nodes_in_history() == 0


@pytest.mark.parametrize("name", EVERY_GAME)
def test_games_are_registered_by_the_import(name: str) -> None:
    assert f"python_fairground_{name}" in pyspiel.registered_names()
    game = pyspiel.load_game(f"python_fairground_{name}(seats={load(name).seats[-1]},chance=sampled)")
    assert game.num_players() == load(name).seats[-1]


def test_an_unknown_setting_is_refused_with_a_sentence() -> None:
    name = EVERY_GAME[0]
    with pytest.raises(UnknownGame, match=f"no game 'nonsense'; the games are {name}"):
        spiel.load("nonsense")
    with pytest.raises(BadSetting, match="seats, not 99"):
        spiel.load(name, seats=99)
    with pytest.raises(BadSetting, match="explicit or sampled, got 'maybe'"):
        spiel.load(name, chance="maybe")
    with pytest.raises(BadSetting, match="win or points, got 'fame'"):
        pyspiel.load_game(f"python_fairground_{name}(reward=fame)")
    with pytest.raises(BadSetting, match="no option 'salt'"):
        spiel.load(name, options={"salt": "more"})
    with pytest.raises(BadSetting, match="read as a number"):
        spiel.load(name, chance="sampled", seed="12")
    with pytest.raises(BadSetting, match="read as a number"):
        spiel.load(name, chance="sampled", seed="a(b")
    with pytest.raises(BadSetting, match="expected no seed with explicit chance"):
        spiel.load("lanterns", seed="storm")
    with pytest.raises(BadSetting, match="expected no parameters"):
        spiel.load(name).make_py_observer(None, {"size": 3})


def test_without_open_spiel_one_sentence_tells_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "fairground.research.open_spiel")
    with pytest.raises(ModuleNotFoundError, match=r"^pyspiel is not installed; pip install 'fairground\[res"):
        __import__("fairground.research.open_spiel")


# The same matches as `Match`


@pytest.mark.parametrize("setting", [*EVERY_TABLE, *REAL_TIME], ids=str)
def test_a_sampled_match_equals_a_match_with_the_same_seed(setting: Setting) -> None:
    game = setting.game
    match = Match(game, setting.seats, "storm", setting.options)
    state = load_game(setting, "sampled", seed="storm").new_initial_state()
    rng = seeded("players")
    for _ in range(400):
        if state.is_chance_node():
            state.apply_action(0)
        if state.is_terminal():
            break
        seat, actions = state.current_player(), state.legal_actions()
        assert [game.moves[action] for action in actions] == match.state.legal(seat)
        action = actions[rng.below(len(actions))]
        match.play(seat, state.action_to_string(seat, action))
        state.apply_action(action)
        assert _position(setting, state) == {**game.dump(match.state), "rng": None}
        assert not game.widest or state.tree.dealt.rng.dump() == match.state.rng.dump()
    assert state.is_terminal() == match.over


@pytest.mark.parametrize("setting", [*FIRST_TABLES, *REAL_TIME], ids=str)
def test_an_explicit_match_equals_a_match_with_its_draws_as_a_script(setting: Setting) -> None:
    game = setting.game
    state = load_game(setting).new_initial_state()
    for _ in walk(state, "explicit"):
        if len(state.tree.transitions) == 200:
            break
    match = Match(game, setting.seats, "any", setting.options)
    match.state = game.setup(setting.seats, scripted(state.tree.script), setting.options)
    for event in state.tree.transitions:
        match.play(event.seat, event.move)
    assert {**game.dump(match.state), "rng": None} == _position(setting, state)
    assert len(match.made) == len(state.tree.transitions) > 2


@pytest.mark.parametrize("setting", FIRST_TABLES, ids=str)
def test_the_string_of_an_action_is_the_move_in_words(setting: Setting) -> None:
    state = dealt(load_game(setting))
    player = state.current_player()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        setting.game.write(move) for move in state.tree.dealt.legal(player)
    ]
    assert all(state.string_to_action(state.action_to_string(a)) == a for a in state.legal_actions())


# Chance


@pytest.mark.parametrize("setting", [*EVERY_TABLE, *REAL_TIME], ids=str)
def test_explicit_chance_stays_within_the_declared_bounds(setting: Setting) -> None:
    game = load_game(setting)
    state = game.new_initial_state()
    draws = 0
    for _ in walk(state, "declared"):
        if state.is_chance_node():
            draws += 1
            chances = [likelihood for _, likelihood in state.chance_outcomes()]
            assert 1 < len(chances) <= game.max_chance_outcomes()
            assert sum(chances) == pytest.approx(1) and min(chances) > 0
        if len(state.tree.transitions) == 150:
            break
    assert draws <= game.max_chance_nodes_in_history()
    assert len(state.tree.script) <= setting.game.draws
    assert (draws > 0) == (setting.game.widest > 0)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_some_draw_is_as_wide_as_declared(name: str) -> None:
    """The declared width is exact, not just an upper bound."""
    widest = 0
    for setting in (setting for setting in EVERY_TABLE if setting.name == name):
        state = load_game(setting).new_initial_state()
        while state.is_chance_node():
            widest = max(widest, len(state.chance_outcomes()))
            advance(state, seeded(str(widest + len(state.tree.made))))
    assert widest == setting.game.widest


def test_every_outcome_of_a_draw_is_as_likely_as_in_the_rules() -> None:
    state = dealt(spiel.load("lanterns"))
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    points = [max(state.child(outcome).tree.dealt.scores()) for outcome, _ in state.chance_outcomes()]
    assert points == [1, 2, 3]


def test_a_yes_or_no_draw_has_two_outcomes_and_a_certain_one_is_no_node() -> None:
    state = dealt(spiel.load("windy"))
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(0, 1 / 4), (1, 3 / 4)]
    points = [max(state.child(outcome).tree.dealt.scores()) for outcome in (0, 1)]
    assert points == [3, 1]


def test_sampled_chance_is_one_deal_that_differs_from_match_to_match() -> None:
    game = spiel.load("lanterns", chance="sampled")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    assert len({str(state.child(0)) for _ in range(8)}) == 8
    chosen = game.new_initial_state("storm").child(0)
    assert str(chosen) == str(game.new_initial_state("storm").child(0)) == "seed storm\ndraw 0"


def test_in_real_time_play_chance_decides_who_acts_first() -> None:
    assert REAL_TIME
    for setting in REAL_TIME:
        state = load_game(setting).new_initial_state()
        while state.tree.state is None:
            advance(state, seeded(str(len(state.tree.made))))
        assert state.is_chance_node()
        quickest = [state.child(outcome).current_player() for outcome, _ in state.chance_outcomes()]
        assert quickest == state.tree.dealt.actors()


# Secrets


@pytest.mark.parametrize(("setting", "chance"), CASES, ids=str)
def test_a_player_is_told_the_same_in_a_world_it_cannot_tell_apart(setting: Setting, chance: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    other_worlds = 0
    for state in walk(load_game(setting, chance).new_initial_state(), "secrets"):
        if state.is_terminal() or len(state.tree.transitions) > 120:
            break
        if state.is_chance_node() or len(state.tree.transitions) % 7:
            continue
        for seat in range(setting.seats):
            world = state.resample_from_infostate(seat, sampler)
            other_worlds += _position(setting, world) != _position(setting, state)
            assert known_to(world, seat) == known_to(state, seat)
    assert (other_worlds > 0) == setting.game.hides(setting.options)


def _position(setting: Setting, state: SpielState) -> dict[str, object]:
    return {**setting.game.dump(state.tree.dealt), "rng": None}


@pytest.mark.parametrize(
    "setting", [*EVERY_TABLE, Setting("lanterns", 2, {}), Setting("lanterns", 3, {})], ids=str
)
def test_a_sealed_choice_is_known_to_nobody_else(setting: Setting) -> None:
    for state in walk(load_game(setting, "sampled", seed="seal").new_initial_state(), "sealed"):
        if len(state.tree.transitions) > 150:
            break
        if state.is_chance_node() or state.is_terminal() or len(state.tree.dealt.actors()) < 2:
            continue
        after = [state.child(action) for action in state.legal_actions()]
        sealed = [child for child in after if child.tree.dealt.revealed == state.tree.dealt.revealed]
        for other in set(range(setting.seats)) - {state.current_player()}:
            views = {child.observation_string(other) for child in sealed}
            if len(views) == 1:
                assert len({repr(known_to(child, other)) for child in sealed}) == 1


def test_the_comparison_of_sealed_choices_finds_some_in_the_toy_game() -> None:
    state = dealt(spiel.load("lanterns", seats=3))
    children = [state.child(action) for action in state.legal_actions()]
    assert len(children) == 3
    assert len({str(known_to(child, 1)) for child in children}) == 1
    assert len({str(known_to(child, 0)) for child in children}) == 3


def test_in_an_imagined_world_the_others_remember_no_secrets() -> None:
    state = dealt(spiel.load("lanterns", seats=3), moves=4)
    assert any(line.startswith("> ") for line in state.tree.log(0))
    world = state.resample_from_infostate(1, lambda: 0.5)
    assert world.tree.log(1) == state.tree.log(1)
    assert world.tree.log(0) == world.tree.log(2) == state.tree.log(None)
    assert not any(line.startswith("> ") for line in world.tree.log(0))


def test_an_imagined_world_does_not_know_the_seed_of_the_true_one() -> None:
    state = dealt(spiel.load("lanterns", chance="sampled", seed="treasure"), moves=2)
    assert "treasure" in str(state)
    world = state.resample_from_infostate(1, lambda: 0.5)
    assert "treasure" not in str(world) + world.tree.seed
    assert b"treasure" not in pickle.dumps(world.tree)


def test_only_what_a_seat_or_everybody_knows_can_be_observed() -> None:
    game = spiel.load("lanterns")
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(BadSetting, match="of what one seat knows or of what is public"):
        game.make_py_observer(everything)


def test_what_is_private_and_what_is_public_are_what_a_seat_sees() -> None:
    state = dealt(spiel.load("lanterns", chance="sampled", seed="private"), moves=1)
    kind = pyspiel.IIGObservationType
    single, none = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    private = state.get_game().make_py_observer(kind(False, False, single))
    public = state.get_game().make_py_observer(kind(True, False, none))
    assert private.tensor is None and set(json.loads(private.string_from(state, 0))) == {"hand", "own"}
    for seat in range(2):
        parts = [json.loads(each.string_from(state, seat)) for each in (public, private)]
        assert {**parts[0], **parts[1]} == json.loads(state.observation_string(seat))
    world = state.resample_from_infostate(1, lambda: 0.5)
    assert private.string_from(world, 1) == private.string_from(state, 1)
    assert private.string_from(state.get_game().new_initial_state(), 0) == ""
    with pytest.raises(BadSetting, match="without recall"):
        state.get_game().make_py_observer(kind(False, True, single))


# Information states


@pytest.mark.parametrize("setting", FIRST_TABLES, ids=str)
def test_a_player_forgets_nothing_that_it_was_told(setting: Setting) -> None:
    heard: list[list[str]] = [[] for _ in range(setting.seats)]
    for state in walk(load_game(setting, "sampled", seed="recall").new_initial_state(), "recall"):
        if state.is_chance_node() or len(state.tree.transitions) > 60:
            continue
        for seat, before in enumerate(heard):
            lines = state.information_state_string(seat).splitlines()[:-2]
            assert lines[: len(before)] == before
            heard[seat] = lines
        own = [event for event in state.tree.transitions if event.seat == 0]
        assert sum(line.startswith("> ") for line in heard[0]) == len(own)


def test_what_is_no_longer_visible_still_distinguishes_information_states() -> None:
    state = dealt(spiel.load("dim"), "same")
    ways = [state.child(action) for action in state.legal_actions()]
    assert len({state.observation_string(0) for state in ways}) == 1
    assert len({state.information_state_string(0) for state in ways}) == len(ways)


def test_a_view_digest_ignores_repeated_views_and_nothing_else() -> None:
    a, b, c = Dim([0]), Dim([1]), Dim([2])
    assert ViewDigest().then(a).then(b) == ViewDigest().then(a).then(a).then(b).then(b)
    assert ViewDigest().then(a).then(b).all != ViewDigest().then(c).then(b).all
    assert ViewDigest().then(a).then(b).then(a).all != ViewDigest().then(a).all


@pytest.mark.parametrize("setting", FIRST_TABLES, ids=str)
def test_the_tensor_is_the_features_block_by_block(setting: Setting) -> None:
    game = load_game(setting)
    state = dealt(game, moves=3)
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    features = setting.game.features(state.tree.dealt, 1)
    assert np.array_equal(observer.tensor, features)
    assert np.array_equal(np.concatenate(list(observer.dict.values())), features)
    assert list(observer.dict) == [block.name for block in setting.game.layout(setting.seats)]
    assert state.observation_tensor(1) == features.tolist()


# Copies, pickles, illegal actions


@pytest.mark.parametrize("setting", FIRST_TABLES, ids=str)
def test_tensors_of_information_states_tell_them_apart_as_their_strings_do(setting: Setting) -> None:
    state = dealt(load_game(setting, "sampled"))
    seen: dict[tuple[int, bytes], str] = {}
    size = setting.game.size(setting.seats)
    for later in walk(state, "recall"):
        if later.is_chance_node():
            continue
        for seat in range(setting.seats):
            tensor = np.array(later.information_state_tensor(seat), np.float32)
            assert tensor[:size].tolist() == later.observation_tensor(seat)
            assert set(tensor[size:].tolist()) <= {0.0, 1.0}
            text = later.information_state_string(seat)
            assert seen.setdefault((seat, tensor.tobytes()), text) == text
    assert len(seen) == len({(seat, text) for (seat, _), text in seen.items()}) > 2 * setting.seats


@pytest.mark.parametrize(("setting", "chance"), BOTH, ids=str)
def test_clones_are_independent_and_draw_the_same_if_played_the_same(setting: Setting, chance: str) -> None:
    state = dealt(load_game(setting, chance), moves=3)
    before = str(state), known_to(state, 0)
    ways = [state.clone(), state.clone()]
    for clone in ways:
        rng = seeded("on")
        for _ in range(20):
            if not clone.is_terminal():
                advance(clone, rng)
    assert str(ways[0]) == str(ways[1]) != str(state)
    assert known_to(ways[0], 0) == known_to(ways[1], 0)
    assert (str(state), known_to(state, 0)) == before


@pytest.mark.parametrize(("setting", "chance"), BOTH, ids=str)
def test_a_pickled_state_continues_the_same_imagined_or_not(setting: Setting, chance: str) -> None:
    true = dealt(load_game(setting, chance), moves=3)
    for state in (true, true.resample_from_infostate(0, lambda: 0.25)):
        again = pickle.loads(pickle.dumps(state))
        for rng in (seeded("on"), seeded("off")):
            twin, other = state.clone(), again.clone()
            for walker in (twin, other):
                walking = rng.copy()
                for _ in range(15):
                    if not walker.is_terminal():
                        advance(walker, walking)
            assert str(twin) == str(other)
            assert all(known_to(twin, s) == known_to(other, s) for s in range(setting.seats))


@pytest.mark.parametrize("setting", FIRST_TABLES, ids=str)
def test_open_spiel_stores_and_restores_at_any_step_of_explicit_chance(setting: Setting) -> None:
    game = load_game(setting)
    for at, state in enumerate(walk(game.new_initial_state(), "store")):
        if at % 20 == 0:
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.legal_actions() == state.legal_actions()
        if at > 150:
            break


@pytest.mark.parametrize(("setting", "chance"), BOTH, ids=str)
def test_an_illegal_action_is_refused_and_changes_nothing(setting: Setting, chance: str) -> None:
    state = dealt(load_game(setting, chance), moves=3)
    before = str(state), known_to(state, 0), state.history()
    barred = [a for a in range(len(setting.game.moves)) if a not in state.legal_actions()][:5]
    for action in (*barred, -1, len(setting.game.moves), 1 << 40):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(action)
        with pytest.raises(pyspiel.SpielError):
            state.apply_action_with_legality_check(action)
    assert (str(state), known_to(state, 0), state.history()) == before
    advance(state, seeded("on"))
    assert len(state.tree.transitions) >= 3


def test_an_outcome_that_chance_does_not_have_is_refused_and_changes_nothing() -> None:
    state = spiel.load("lanterns").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="expected an outcome from 0 to 8"):
        state.apply_action(9)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(-1)
    assert str(state) == "" and state.history() == []
    with pytest.raises(pyspiel.SpielError, match="got a chance node"):
        state.resample_from_infostate(0, lambda: 0.5)


# Rewards


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_returns_are_the_win_or_the_points(setting: Setting) -> None:
    won = load_game(setting, "sampled", seed="end").new_initial_state()
    scored = load_game(setting, "sampled", seed="end", reward="points").new_initial_state()
    for _ in walk(won, "end"):
        assert won.is_terminal() or won.returns() == [0.0] * setting.seats
    for _ in walk(scored, "end"):
        pass
    outcome = setting.game.outcome(won.tree.dealt)
    assert scored.returns() == outcome.points
    assert sum(won.returns()) == pytest.approx(0)
    best = max(won.returns())
    assert [seat for seat in range(setting.seats) if won.returns()[seat] == best] == outcome.winners
    if len(outcome.winners) < setting.seats:
        assert min(won.returns()) == pytest.approx(-1 / (setting.seats - 1))


def test_a_shared_win_is_shared() -> None:
    assert spiel._zero_sum_returns([1], 3) == [-0.5, 1.0, -0.5]
    assert spiel._zero_sum_returns([0, 1], 2) == [0.0, 0.0]
    assert spiel._zero_sum_returns([0, 2], 3) == pytest.approx([0.25, -0.5, 0.25])


# OpenSpiel's own tests and players


def simulate(setting: Setting, chance: str) -> None:
    game = load_game(setting, chance)
    stored = (
        game.get_type().chance_mode != SAMPLED
    )  # OpenSpiel cannot store a Python game with sampled chance
    pyspiel.random_sim_test(game, num_sims=1, serialize=stored, verbose=False)


@pytest.mark.parametrize("setting", FIRST_TABLES, ids=str)
def test_open_spiel_finds_no_fault_in_a_sampled_match(setting: Setting) -> None:
    simulate(setting, "sampled")


@pytest.mark.soak
@pytest.mark.parametrize(("setting", "chance"), list(product(COVERING, spiel.CHANCES)), ids=str)
def test_open_spiel_finds_no_fault_with_any_option(setting: Setting, chance: str) -> None:
    simulate(setting, chance)


@pytest.mark.parametrize(("setting", "chance"), BOTH, ids=str)
def test_open_spiels_searches_play_a_whole_match(setting: Setting, chance: str) -> None:
    game = load_game(setting, chance)
    numbers = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers, max_length=10)
    search = mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=numbers)
    players = [search] * setting.seats
    if game.get_type().information == HIDDEN:
        players[1] = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=numbers)
    state, rng = game.new_initial_state(), seeded("searches")
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw_outcome(state, rng))
        else:
            state.apply_action(int(players[state.current_player()].step(state)))
    assert setting.game.outcome(state.tree.dealt).reason in setting.game.reasons


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_example_plays_a_whole_match(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = Path(__file__).parents[2] / "examples/open_spiel_match.py"
    monkeypatch.setattr(sys, "argv", [example.name, name, "2"])
    runpy.run_path(str(example))
    assert "\nreturns [" in capsys.readouterr().out
