"""Vector environments: many matches at once, in this process or in several, as Gymnasium wants them."""

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from fairground import load
from fairground.engine.errors import BadSetting
from fairground.research.gymnasium import env_id
from fairground.research.vector import MatchVectorEnv, gather_infos
from settings import EVERY_GAME, EVERY_TABLE, Setting

EVERY = pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)


def vector(setting: Setting, n: int = 4, **settings: Any) -> MatchVectorEnv:
    settings = {"opponents": "random", "seats": setting.seats, "options": setting.options, **settings}
    return MatchVectorEnv(n, setting.game, **settings)


def choose(rng: np.random.Generator, infos: dict[str, Any]) -> np.ndarray:
    chosen: np.ndarray = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(axis=1)
    return chosen


def play(envs: MatchVectorEnv, steps: int) -> Iterator[tuple[Any, ...]]:
    """Play random legal actions and yield what every step returns."""
    rng = np.random.default_rng(4)
    _, infos = envs.reset(seed=4)
    for _ in range(steps):
        found = envs.step(choose(rng, infos))
        infos = found[-1]
        yield found


@EVERY
def test_every_row_is_played_to_the_end_and_begins_again(setting: Setting) -> None:
    envs = vector(setting, reward="points", seat="rotate")
    gained, ends, seats = np.zeros(4), 0, set()
    for observations, rewards, ended, truncated, infos in play(envs, 3_000):
        assert observations.shape == (4, setting.game.size(setting.seats)) and not truncated.any()
        assert infos["_action_mask"].all() and infos["action_mask"].any(axis=1).all()
        gained += rewards
        for i in np.flatnonzero(ended):
            final = infos["final_info"]
            assert infos["_final_obs"][i] and final["_points"][i] and final["reason"][i]
            assert final["points"][i] == gained[i]
            assert envs.single_observation_space.contains(infos["final_obs"][i])
            seats.add(int(final["seat"][i]))
            gained[i], ends = 0, ends + 1
        assert ended.any() == ("final_obs" in infos)
        assert envs.observation_space.contains(observations)
        if ends > 5 and len(seats) == setting.seats:
            break
    assert ends > 5 and seats == set(range(setting.seats))
    envs.close()


@EVERY
def test_a_row_plays_the_match_with_its_seed(setting: Setting) -> None:
    """The learner sees what its seat sees in a `Match` with that seed."""
    envs = vector(setting, seat=setting.seats - 1)
    observations, infos = envs.reset(seed=9)
    batch = envs.rows.batch  # type: ignore[union-attr]  # there are no workers
    for i in range(4):
        state, seat = batch.state(i), int(infos["seat"][i])
        assert np.array_equal(observations[i], setting.game.features(state, seat))
        assert batch.seed_of(i, 0) == f"9 {i} 0" and seat == setting.seats - 1 == int(state.actor)


def test_infos_are_written_as_gymnasium_writes_them() -> None:
    """Compare with what Gymnasium makes of the same rows, one after the other."""
    finals: list[tuple[int, dict[str, Any]]] = [
        (4, {"place": 1, "reason": "cards", "share": 0.5, "illegal": True}),
        (0, {"place": 2, "reason": "summit"}),
        (1, {"share": 0.25}),
    ]
    envs, expected = vector(EVERY_TABLE[0], 6), dict[str, Any]()
    for i, info in finals:
        expected = envs._add_info(expected, info, i)
    found = gather_infos(dict(finals), 6)
    assert found.keys() == expected.keys()
    for key, array in expected.items():
        assert found[key].dtype == array.dtype and found[key].shape == array.shape
        assert str(found[key]) == str(array), key


def first_end(envs: gymnasium.vector.VectorEnv[Any, Any, Any]) -> dict[str, Any]:
    """Play until a match ends and return the infos of that step."""
    rng = np.random.default_rng(4)
    infos = envs.reset(seed=4)[1]
    while "final_info" not in infos:
        infos = envs.step(choose(rng, infos))[-1]
    return infos


def check_alike(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Compare the form of infos; what they hold differs from match to match."""
    assert ours.keys() == theirs.keys()
    for key, value in theirs.items():
        if isinstance(value, dict):
            check_alike(ours[key], value)
        else:
            assert (ours[key].dtype, ours[key].shape) == (value.dtype, value.shape), key


@pytest.mark.parametrize("name", EVERY_GAME)
def test_final_infos_have_the_form_of_gymnasiums_own_vectors(name: str) -> None:
    settings: dict[str, Any] = {"num_envs": 3, "opponents": "random"}
    ours = gymnasium.make_vec(env_id(load(name)), **settings)
    mode = {"autoreset_mode": AutoresetMode.SAME_STEP}
    theirs = gymnasium.make_vec(env_id(load(name)), vectorization_mode="sync", vector_kwargs=mode, **settings)
    mine, others = first_end(ours), first_end(theirs)
    check_alike(mine, others)
    last = mine["final_obs"][mine["_final_obs"]][0]
    assert last.dtype == np.float32 and ours.single_observation_space.contains(last)


def test_an_illegal_action_ends_the_episode() -> None:
    envs = vector(EVERY_TABLE[0])
    _, infos = envs.reset(seed=1)
    legal = infos["action_mask"].argmax(axis=1)
    actions = np.array([-1, legal[1], 10_000, infos["action_mask"][3].argmin()])
    _, rewards, ended, _, infos = envs.step(actions)
    assert rewards.tolist()[0::2] == [-1, -1] and rewards[3] == -1
    assert ended.tolist() == [True, False, True, True]
    assert infos["final_info"]["illegal"].tolist() == [True, False, True, True]
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_processes_play_the_same_matches(name: str) -> None:
    setting = Setting(name, load(name).seats[-1], load(name).settle_options({}, study=True))
    alone, shared = vector(setting, 5, seat="random"), vector(setting, 5, seat="random", workers=2)
    for one, other in zip(play(alone, 60), play(shared, 60), strict=True):
        for mine, theirs in zip(one[:-1], other[:-1], strict=True):
            assert np.array_equal(mine, theirs)
        assert np.array_equal(one[-1]["action_mask"], other[-1]["action_mask"])
        assert np.array_equal(one[-1]["seat"], other[-1]["seat"])
        assert one[-1].keys() == other[-1].keys()
        for i in np.flatnonzero(one[2]):
            assert np.array_equal(one[-1]["final_obs"][i], other[-1]["final_obs"][i])
            assert one[-1]["final_info"]["points"][i] == other[-1]["final_info"]["points"][i]
    shared.close()
    assert not any(process.is_alive() for process in shared.rows.processes)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_gymnasium_makes_a_vector_environment_of_every_game(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = gymnasium.make_vec(env_id(load(name)), num_envs=3, opponents="random")
    assert isinstance(envs.unwrapped, MatchVectorEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=3)
    assert envs.observation_space.contains(observations) and len(infos["seat"]) == 3
    again, _ = envs.reset(seed=3)
    assert again is not observations and np.array_equal(again, observations)
    envs.close()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"seat": 9}, "expected a seat from 0 to 1"),
        ({"opponents": ["random", "greedy"]}, "expected 1 opponents, got 2"),
        ({"opponents": ["random", "greedy"], "seats": 3, "seat": "rotate"}, "expected one bot for all"),
        ({"workers": 9}, "expected from 0 to 4 workers"),
        ({"workers": 2, "reward": "gold"}, "expected the reward"),
    ],
)
def test_wrong_settings_get_a_sentence(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        MatchVectorEnv(4, EVERY_GAME[0], **settings)
    envs = MatchVectorEnv(4, EVERY_GAME[0], opponents="random")
    with pytest.raises(BadSetting, match="expected 4 actions"):
        envs.step(np.zeros(3, dtype=np.int64))
    with pytest.raises(BadSetting, match="expected one whole number"):
        envs.reset(seed=[1, 2, 3, 4])
