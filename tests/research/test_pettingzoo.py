"""PettingZoo environments: PettingZoo's own tests pass, and no observation reveals a secret."""

import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

from fairground import (
    BadSetting,
    Game,
    IllegalMove,
    Match,
    Record,
    State,
    UnknownGame,
    list_games,
    load,
    seeded,
)
from fairground.engine.playout import playout
from fairground.research.episode import env_id, every_environment
from fairground.research.pettingzoo import MatchAECEnv, Observation, env, parallel_env, raw_env
from lanterns import GAME
from settings import EVERY_GAME, EVERY_TABLE, SETTINGS, Setting

with warnings.catch_warnings():  # it imports its own games in a way that it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

LANTERNS = cast("Game[State, object]", GAME)


def allow_masks(test: Callable[..., None]) -> Callable[..., None]:
    """Let `api_test` accept dicts as observations; it does so only for environments that it knows by name."""
    one = pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
    two = pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
    return cast("Callable[..., None]", one(two(test)))


def few(name: str, seats: int) -> Iterator[Setting]:
    """Return up to three settings that together cover every value of options with up to three values."""
    options = load(name).options
    for number in range(min(3, max((len(option.choices) for option in options), default=1))):
        chosen = {
            option.name: option.choices[(number + seats * place) % len(option.choices)]
            for place, option in enumerate(options)
        }
        yield Setting(name, seats, chosen)


FEW = [setting for table in EVERY_TABLE for setting in few(table.name, table.seats)]
SOME = [setting for setting in SETTINGS if setting in EVERY_TABLE or setting in FEW]


def lasts(setting: Setting, cycles: int) -> bool:
    """Return whether matches last for more than that many moves per seat."""
    most, rng = cycles * setting.seats + 1, seeded("cycles")
    states = [setting.game.setup(setting.seats, rng.fork(), setting.options) for _ in range(20)]
    return all(playout(state, rng, most) == most for state in states)


def each(settings: list[Setting], cycles: int = 0) -> pytest.MarkDecorator:
    """Return these settings, and all others marked as soak; only with matches that last so many cycles."""
    lasting = [setting for setting in SETTINGS if not cycles or lasts(setting, cycles)]
    soaked = [pytest.param(s, marks=pytest.mark.soak) for s in lasting if s not in settings]
    chosen = [setting for setting in settings if setting in lasting]
    return pytest.mark.parametrize("setting", [*chosen, *soaked], ids=str)


def arguments(setting: Setting) -> dict[str, Any]:
    return {"game": setting.name, "seats": setting.seats, "options": setting.options}


def play(table: MatchAECEnv, seed: int = 1) -> Iterator[str]:
    """Play at random to the end; yield the agent to act before each move."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    while not any(table.terminations.values()) and not any(table.truncations.values()):
        agent = table.agent_selection
        yield agent
        table.step(random_action(rng, table.observe(agent)))


# PettingZoo's own tests


@allow_masks
@each(SOME)
def test_pettingzoos_api_test_passes(setting: Setting) -> None:
    api_test(env(**arguments(setting)))


@allow_masks
@each(EVERY_TABLE)
def test_pettingzoos_api_test_passes_with_points_as_reward(setting: Setting) -> None:
    api_test(env(**arguments(setting), reward="points"))


@each(SOME)
def test_pettingzoos_seed_test_passes(setting: Setting) -> None:
    seed_test(partial(env, **arguments(setting)), num_cycles=100)


@each(SOME, cycles=4)
def test_pettingzoos_max_cycles_test_passes(setting: Setting) -> None:
    """It samples without masks and expects all agents to act in every cycle, as in `parallel_env`."""
    at_once = partial(parallel_env, **arguments(setting), illegal="random")
    module = SimpleNamespace(parallel_env=at_once, env=lambda **more: parallel_to_aec(at_once(**more)))
    max_cycles_test(module)


@each(SOME)
def test_pettingzoos_render_test_passes(setting: Setting) -> None:
    render_test(partial(env, **arguments(setting)), {"svg": lambda drawn: drawn.startswith("<svg")})


@each(EVERY_TABLE)
def test_pettingzoos_parallel_api_test_passes(setting: Setting) -> None:
    parallel_api_test(parallel_env(**arguments(setting)))


@each(EVERY_TABLE, cycles=3)
def test_max_cycles_truncates_a_match_after_that_many_moves_per_seat(setting: Setting) -> None:
    table = raw_env(**arguments(setting), max_cycles=3)
    moves = len(list(play(table)))
    assert moves == 3 * setting.seats
    assert all(table.truncations.values()) and not any(table.terminations.values())


# Secrecy


@each(SOME)
def test_an_agent_cannot_tell_its_world_from_an_imagined_one(setting: Setting) -> None:
    table = raw_env(**arguments(setting), render_mode="ansi")
    others, rng = 0, seeded("worlds")
    for _ in every_so_often(play(table), 7):
        truth, shown = table.episode.state, table.render()
        for seat, agent in enumerate(table.agents):
            seen = table.observe(agent)
            table.episode.state = truth.imagine(seat, rng)
            others += position(table) != position(table, truth)
            assert same(table.observe(agent), seen)
            assert table.render() == shown
            table.episode.state = truth
    assert (others > 0) == setting.game.hides(setting.options)


@each(EVERY_TABLE)
def test_an_agent_of_a_parallel_environment_cannot_tell_its_world_from_an_imagined_one(
    setting: Setting,
) -> None:
    table = parallel_env(**arguments(setting))
    rng = np.random.default_rng(2)
    seen, _ = table.reset(seed=2)
    for _ in range(40):
        truth = table.episode.state
        for seat, agent in enumerate(table.agents):
            table.episode.state = truth.imagine(seat, seeded("world"))
            assert same(table._observations()[agent], seen[agent])
        table.episode.state = truth
        seen = table.step({agent: random_action(rng, seen[agent]) for agent in table.agents})[0]


def test_a_sealed_choice_is_in_no_other_observation() -> None:
    one, other = raw_env(LANTERNS, seats=3), raw_env(LANTERNS, seats=3)
    for table, place in ((one, 0), (other, 2)):
        table.reset(seed=4)
        table.step(int(np.flatnonzero(table.observe("seat_0")["action_mask"])[place]))
    assert one.episode.made != other.episode.made
    assert all(same(one.observe(agent), other.observe(agent)) for agent in ("seat_1", "seat_2"))


# Observations and masks


@each(EVERY_TABLE)
def test_only_the_selected_agent_has_legal_actions(setting: Setting) -> None:
    table = raw_env(**arguments(setting))
    for asked in every_so_often(play(table), 5):
        for seat, agent in enumerate(table.agents):
            mask = table.observe(agent)["action_mask"]
            moves = [setting.game.moves[action] for action in np.flatnonzero(mask).tolist()]
            assert moves == (table.episode.state.legal(seat) if agent == asked else [])
    assert not any(table.observe(agent)["action_mask"].any() for agent in table.possible_agents)


@each(EVERY_TABLE)
def test_in_a_parallel_environment_all_actors_have_legal_actions(setting: Setting) -> None:
    table = parallel_env(**arguments(setting))
    rng = np.random.default_rng(3)
    seen, _ = table.reset(seed=3)
    for _ in range(40):
        owing = [agent for agent in table.agents if seen[agent]["action_mask"].any()]
        assert owing == [table.agents[seat] for seat in table.episode.state.actors()]
        seen = table.step({agent: random_action(rng, seen[agent]) for agent in owing})[0]


@each(EVERY_TABLE)
def test_every_observation_is_within_the_bounds_of_the_space(setting: Setting) -> None:
    table = raw_env(**arguments(setting))
    assert all(table.state_space.contains(table.state()) for _ in every_so_often(play(table), 10))
    assert table.state_space.contains(table.state())


def test_the_state_for_a_centralised_critic_is_what_all_seats_know() -> None:
    table = raw_env(LANTERNS, seats=3)
    table.reset(seed=1)
    known = [table.observe(agent)["observation"] for agent in table.agents]
    assert np.array_equal(table.state(), np.concatenate(known))
    assert table.state_space.contains(table.state())


# Rewards and ends


@each(EVERY_TABLE)
def test_the_points_of_all_moves_are_the_final_points(setting: Setting) -> None:
    table: Any = env(**arguments(setting), reward="points")
    assert total_rewards(table) == [float(points) for points in table.unwrapped.episode.state.scores()]


@each(EVERY_TABLE)
def test_the_win_is_shared_by_the_winners(setting: Setting) -> None:
    table: Any = env(**arguments(setting))
    shares, episode = total_rewards(table), table.unwrapped.episode
    winners = episode.game.outcome(episode.state).winners
    assert shares == [1 / len(winners) if seat in winners else 0.0 for seat in range(setting.seats)]


@pytest.mark.parametrize("reward", ["win", "points"])
@each(EVERY_TABLE)
def test_a_parallel_environment_pays_the_same_rewards_in_total(setting: Setting, reward: str) -> None:
    table = parallel_env(**arguments(setting), reward=reward)
    rng, sums = np.random.default_rng(5), np.zeros(setting.seats)
    seen, _ = table.reset(seed=5)
    while table.agents:
        seen, rewards, *_ = table.step({agent: random_action(rng, seen[agent]) for agent in table.agents})
        sums += list(rewards.values())
    outcome = setting.game.outcome(table.episode.state)
    assert list(sums) == pytest.approx(outcome.points) if reward == "points" else sums.sum() == 1.0


@pytest.mark.parametrize("name", EVERY_GAME)
def test_infos_tell_the_outcome_at_the_end_and_nothing_before(name: str) -> None:
    table = raw_env(name)
    assert all(table.infos == {agent: {} for agent in table.agents} for _ in play(table))
    outcome = load(name).outcome(table.episode.state)
    for seat, agent in enumerate(table.agents):
        place, points = outcome.places[seat], outcome.points[seat]
        assert table.infos[agent] == {"place": place, "points": points, "reason": outcome.reason}


# Illegal actions


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_illegal_action_ends_the_match_and_makes_no_move(name: str) -> None:
    table: Any = env(name, seats=2)
    table.reset(seed=1)
    agent, before = table.agent_selection, position(table.unwrapped)
    table.step(illegal_action(table.observe(agent)))
    assert position(table.unwrapped) == before
    assert all(table.terminations.values())
    assert table.rewards == {each: -1.0 if each == agent else 0 for each in table.agents}
    assert not any(table.observe(each)["action_mask"].any() for each in table.agents)
    table.reset(seed=1)
    assert position(table.unwrapped) == before


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_raw_environment_says_why_an_action_is_illegal_and_goes_on(name: str) -> None:
    table = raw_env(name)
    table.reset(seed=1)
    before, seen = position(table), table.observe(table.agent_selection)
    with pytest.raises(IllegalMove, match="is not possible"):
        table.step(illegal_action(seen))
    with pytest.raises(IllegalMove, match=f"from 0 to {len(load(name).moves) - 1}, got -1"):
        table.step(None)
    assert position(table) == before
    assert same(table.observe(table.agent_selection), seen)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_illegal_action_of_a_parallel_environment_ends_the_match_or_is_replaced(name: str) -> None:
    strict, lenient = parallel_env(name), parallel_env(name, illegal="random")
    seen, _ = strict.reset(seed=1)
    lenient.reset(seed=1)
    before = position(strict)
    culprit, *others = [strict.agents[seat] for seat in strict.episode.state.actors()]
    actions = {agent: random_action(np.random.default_rng(1), seen[agent]) for agent in others}
    _, rewards, ended, _, _ = strict.step({**actions, culprit: illegal_action(seen[culprit])})
    assert position(strict) == before
    assert all(ended.values()) and not strict.agents
    assert rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in strict.possible_agents}
    assert strict.step({}) == ({}, {}, {}, {}, {})
    lenient.step({**actions, culprit: illegal_action(seen[culprit])})
    assert len(lenient.episode.made) == 1 + len(others)


# Seeds and records


@each(EVERY_TABLE)
def test_the_record_of_a_match_replays_to_the_same_position(setting: Setting) -> None:
    table = raw_env(**arguments(setting))
    moves = len(list(play(table, seed=9)))
    record = Record.parse(str(table.episode.record()))
    assert record.seed == "9" and len(record.moves) == moves
    again = Match.replay(setting.game, record)
    assert setting.game.dump(again.state) == setting.game.dump(table.episode.state)


def test_the_record_of_a_complete_match_has_its_outcome() -> None:
    table = raw_env(EVERY_GAME[0])
    assert all(table.episode.record().outcome is None for _ in play(table))
    assert table.episode.record().outcome == table.episode.state.scores()


def test_a_seed_always_gives_the_same_sequence_of_matches() -> None:
    def row(table: MatchAECEnv, first: int | None) -> list[str]:
        table.reset(seed=first)
        seeds = [table.episode.seed]
        for _ in range(2):
            table.reset()
            seeds.append(table.episode.seed)
        return seeds

    given = row(raw_env(LANTERNS), 7)
    assert given == row(raw_env(LANTERNS, seed=7), None) == row(raw_env(LANTERNS, seed="storm"), 7)
    assert len(set(given)) == 3
    assert row(raw_env(LANTERNS), None) != row(raw_env(LANTERNS), None)


def test_options_that_are_not_given_take_their_defaults_for_studies() -> None:
    for name in list_games():
        assert raw_env(name).episode.options == load(name).settle_options({}, study=True)


# Bad input


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"reward": "fame"}, "expected the reward win or points, got 'fame'"),
        ({"render_mode": "oil"}, "expected the render mode human, ansi, svg, rgb_array or None, got 'oil'"),
        ({"options": {"moon": "full"}}, "Lanterns has no option 'moon'; its options: none"),
        ({"seats": 9}, "Lanterns is for 2-3 seats, not 9"),
        ({"max_cycles": 0}, "expected max_cycles to be at least 1, got 0"),
        ({"seed": " "}, "a seed is a line of text"),
        ({"illegal": "forgive"}, "expected illegal to be terminate or random, got 'forgive'"),
    ],
)
def test_an_unknown_setting_is_refused_with_the_known_ones(settings: dict[str, Any], told: str) -> None:
    make = parallel_env if "illegal" in settings else env
    with pytest.raises(BadSetting, match=told):
        make(LANTERNS, **settings)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match=f"no game 'ludo'; the games are {', '.join(list_games())}"):
        env("ludo")


@pytest.mark.parametrize("name", ["pettingzoo", "gymnasium"])
def test_without_its_library_a_module_says_how_to_install_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"fairground.research.{name}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=rf"{name} is not .*; pip install 'fairground\[research\]'"):
        import_module(f"fairground.research.{name}")


# Playing


def every_so_often(asked: Iterator[str], gap: int) -> Iterator[str]:
    """Yield all of the first items, then fewer and fewer."""
    for number, agent in enumerate(asked):
        if number % (gap * (1 + number // 100)) == 0:
            yield agent


def total_rewards(table: Any) -> list[float]:
    """Return what each agent earned in a random match."""
    sums = dict.fromkeys(table.possible_agents, 0.0)
    rng = np.random.default_rng(6)
    table.reset(seed=6)
    for agent in table.agent_iter():
        seen, reward, ended, _, _ = table.last()
        sums[agent] += reward
        table.step(None if ended else random_action(rng, seen))
    return list(sums.values())


def random_action(rng: np.random.Generator, seen: Observation) -> int:
    legal = np.flatnonzero(seen["action_mask"])
    return int(rng.choice(legal)) if legal.size else 0


def illegal_action(seen: Observation) -> int:
    return int(np.flatnonzero(seen["action_mask"] == 0)[0])


def same(one: Observation, other: Observation) -> bool:
    return np.array_equal(one["observation"], other["observation"]) and np.array_equal(
        one["action_mask"], other["action_mask"]
    )


def position(table: Any, state: State | None = None) -> bytes:
    """Return the full position without its generator."""
    dumped = table.episode.game.dump(state or table.episode.state)
    return msgspec.json.encode({**dumped, "rng": None}, order="sorted")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_game_is_registered(name: str) -> None:
    identity = env_id(load(name))
    seats = load(name).seats[-1]
    for kind in ("aec", "parallel"):
        made = cast(Any, pettingzoo.make(kind, identity, seats=seats))
        assert len(made.possible_agents) == seats
        assert made.metadata["name"] == f"{name}_v{load(name).environment}"


def test_former_versions_stay_registered() -> None:
    former = [
        edition for edition in every_environment() if edition.environment != load(edition.name).environment
    ]
    assert former
    for edition in former:
        for kind in ("aec", "parallel"):
            made = cast(Any, pettingzoo.make(kind, env_id(edition)))
            assert made.metadata["name"] == f"{edition.name}_v{edition.environment}"
            assert made.unwrapped.episode.game.environment == edition.environment
