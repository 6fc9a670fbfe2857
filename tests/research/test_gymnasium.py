"""Gymnasium environments: one seat learns against bots, and nobody sees more than its seat may know."""

from typing import Any, cast
from zlib import crc32

import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from fairground import (
    BadSetting,
    FairgroundError,
    Game,
    IllegalMove,
    Match,
    Mind,
    Record,
    State,
    list_games,
    load,
    seeded,
)
from fairground.bots import BotFault, list_bots
from fairground.research.episode import env_id, every_environment
from fairground.research.gymnasium import SingleSeatEnv, register
from lanterns import GAME
from settings import EVERY_GAME, EVERY_TABLE, SETTINGS, Setting

LANTERNS = cast("Game[State, object]", GAME)


def make_table(setting: Setting, **more: Any) -> SingleSeatEnv:
    settings = {"seats": setting.seats, "options": setting.options, "opponents": "random", **more}
    return cast(SingleSeatEnv, gymnasium.make(env_id(setting.game), **settings).unwrapped)


def play(table: SingleSeatEnv, seed: int = 1) -> tuple[float, dict[str, Any]]:
    """Play a random match; return the sum of its rewards and the last info."""
    rng = np.random.default_rng(seed)
    _, info = table.reset(seed=seed)
    total, ended = 0.0, False
    while not ended:
        _, reward, ended, _, info = table.step(random_action(rng, info))
        total += reward
    return total, info


def random_action(rng: np.random.Generator, info: dict[str, Any]) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def position(table: SingleSeatEnv, state: State | None = None) -> bytes:
    dumped = table.episode.game.dump(state or table.episode.state)
    return msgspec.json.encode({**dumped, "rng": None}, order="sorted")


# Gymnasium's own checks


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_gymnasiums_check_env_passes(setting: Setting) -> None:
    check_env(make_table(setting), skip_render_check=setting.seats > setting.game.seats[0])


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_gymnasiums_check_env_passes_with_every_option(setting: Setting) -> None:
    check_env(make_table(setting, reward="points", seat="rotate"))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_game_is_made_by_its_name_and_version(name: str) -> None:
    identity = env_id(load(name))
    camel = name.replace("_", " ").title().replace(" ", "")
    assert identity == f"fairground/{camel}-v{load(name).environment}"
    table = gymnasium.make(f"fairground.research.gymnasium:{identity}", opponents="random")
    seen, info = table.reset(seed=1)
    assert table.observation_space.contains(seen)
    assert (table.get_wrapper_attr("action_masks")() == info["action_mask"].astype(bool)).all()
    table.close()


def test_registering_twice_changes_nothing() -> None:
    before = dict(gymnasium.registry)
    register()
    assert dict(gymnasium.registry) == before
    assert sum(identity.startswith("fairground/") for identity in before) == len(every_environment())


def former_versions() -> list[Game[State, object]]:
    return [
        edition for edition in every_environment() if edition.environment != load(edition.name).environment
    ]


def test_former_versions_stay_registered() -> None:
    """Gymnasium itself warns that there is a newer version."""
    assert former_versions()
    for edition in former_versions():
        with pytest.warns(DeprecationWarning, match="out of date"):
            table = gymnasium.make(env_id(edition), opponents="random")
        table.reset(seed=1)
        episode = cast(SingleSeatEnv, table.unwrapped).episode
        assert episode.state.rules == episode.record().rules == edition.rules
        assert table.observation_space.shape == (edition.size(episode.seats),)
        table.close()


def test_environments_can_be_vectorised() -> None:
    identity = env_id(load(EVERY_GAME[0]))
    tables = gymnasium.make_vec(identity, num_envs=3, vectorization_mode="sync", opponents="random")
    assert isinstance(tables, SyncVectorEnv) and tables.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(1)
    _, infos = tables.reset(seed=1)
    for _ in range(5):
        masks = infos["action_mask"]
        _, _, ended, _, infos = tables.step(
            np.array([random_action(rng, {"action_mask": mask}) for mask in masks])
        )
        assert not ended.any()
    tables.close()


# Secrecy


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_the_learner_cannot_tell_its_world_from_an_imagined_one(setting: Setting) -> None:
    table = make_table(setting, seat="random", render_mode="ansi")
    rng, ended, others = np.random.default_rng(2), False, 0
    seen, info = table.reset(seed=2)
    while not ended:
        truth, shown = table.episode.state, table.render()
        table.episode.state = truth.imagine(table.seat, seeded("world"))
        others += position(table) != position(table, truth)
        assert np.array_equal(table._observation(), seen) and np.array_equal(
            table._mask(), info["action_mask"]
        )
        assert table.render() == shown
        table.episode.state = truth
        seen, _, ended, _, info = table.step(random_action(rng, info))
    assert (others > 0) == setting.game.hides(setting.options)


class Doubting(SingleSeatEnv):
    """Ask every bot a second time in a world that its seat cannot tell from the true one."""

    def _ask(self, seat: int) -> int:
        answer, truth = super()._ask(seat), self.episode.state
        self.episode.state = truth.imagine(seat, seeded("another world"))
        assert super()._ask(seat) == answer
        self.episode.state = truth
        return answer


class Peeping:
    """Choose by a digest of the whole mind, so that any trace of the true state changes the choice."""

    def __init__(self, game: Game[State, object]) -> None:
        self.game = game

    def choose(self, mind: Mind) -> int:
        whole = {**self.game.dump(mind._world), "rng": None}
        moves = mind.legal()
        return moves[crc32(msgspec.json.encode(whole, order="sorted")) % len(moves)]


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_bots_choose_by_what_their_seats_may_know(setting: Setting) -> None:
    table = Doubting(setting.name, setting.seats, Peeping(setting.game), 0, setting.options)
    rng = np.random.default_rng(3)
    _, info = table.reset(seed=3)
    for _ in range(8):
        _, _, over, _, info = table.step(random_action(rng, info))
        if over:
            _, info = table.reset()


# Actions and rewards


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_action_k_is_the_kth_move_and_the_masks_are_the_legal_moves(setting: Setting) -> None:
    table = make_table(setting)
    rng = np.random.default_rng(4)
    _, info = table.reset(seed=4)
    for _ in range(8):
        assert np.array_equal(table.action_masks(), info["action_mask"].astype(bool))
        moves = [setting.game.moves[action] for action in np.flatnonzero(info["action_mask"]).tolist()]
        assert moves == table.episode.state.legal(table.seat)
        action, before = random_action(rng, info), len(table.episode.made)
        _, _, over, _, info = table.step(action)
        assert table.episode.made[before] == (table.seat, setting.game.moves[action])
        if over:
            _, info = table.reset()


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_the_points_of_all_steps_are_the_final_points(setting: Setting) -> None:
    table = make_table(setting, reward="points", seat=setting.seats - 1)
    total, info = play(table)
    outcome = setting.game.outcome(table.episode.state)
    assert total == info["points"] == outcome.points[table.seat]
    assert (info["place"], info["reason"]) == (outcome.places[table.seat], outcome.reason)


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_the_win_is_shared_by_the_winners(setting: Setting) -> None:
    table = make_table(setting)
    total, info = play(table)
    winners = setting.game.outcome(table.episode.state).winners
    assert total == (1 / len(winners) if info["place"] == 1 else 0.0)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_illegal_action_costs_one_and_makes_no_move(name: str) -> None:
    table = SingleSeatEnv(name, opponents="random")
    for action in (-1, None, len(load(name).moves)):
        _, info = table.reset(seed=1)
        before = position(table)
        barred = int(np.flatnonzero(info["action_mask"] == 0)[0]) if action is None else action
        _, reward, ended, cut, info = table.step(barred)
        assert (reward, ended, cut, info["illegal"]) == (-1.0, True, False, True)
        assert position(table) == before
        assert not info["action_mask"].any() and not table.action_masks().any()
        with pytest.raises(IllegalMove, match="call reset"):
            table.step(0)


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(IllegalMove, match="call reset"):
        SingleSeatEnv(LANTERNS).step(0)


# Seats, seeds, opponents


def test_the_learner_plays_the_given_seat() -> None:
    table = SingleSeatEnv(LANTERNS, seats=3, opponents="random", seat=2)
    assert table.reset()[1]["seat"] == 2
    assert table.reset(options={"seat": 1})[1]["seat"] == 1
    assert table.reset()[1]["seat"] == 2


def test_rotating_takes_every_seat_in_turn_and_starts_again_with_a_seed() -> None:
    table = SingleSeatEnv(LANTERNS, seats=3, opponents="random", seat="rotate")
    assert [table.reset(seed=seed)[1]["seat"] for seed in (5, None, None, None, 5, None)] == [
        0,
        1,
        2,
        0,
        0,
        1,
    ]


def test_random_seats_follow_the_seed() -> None:
    table = SingleSeatEnv(LANTERNS, seats=3, opponents="random", seat="random")
    rows = [[table.reset(seed=seed)[1]["seat"] for seed in (6, *[None] * 20)] for _ in range(2)]
    assert rows[0] == rows[1]
    assert set(rows[0]) == {0, 1, 2}


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_the_same_seed_is_the_same_match_and_its_record_replays(setting: Setting) -> None:
    one, other = make_table(setting, seat="random"), make_table(setting, seat="random")
    play(one, seed=7)
    play(other, seed=7)
    assert one.episode.made == other.episode.made
    record = Record.parse(str(one.episode.record()))
    assert setting.game.dump(Match.replay(setting.game, record).state) == setting.game.dump(one.episode.state)


class Named:
    """Play the first legal move and remember which seats asked for it."""

    def __init__(self) -> None:
        self.seats: set[int] = set()
        self.closed = 0

    def choose(self, mind: Mind) -> int:
        assert type(mind) is Mind
        self.seats.add(int(mind.seat))
        return mind.legal()[0]

    def close(self) -> None:
        self.closed += 1


def test_opponents_sit_in_order_after_the_learner() -> None:
    bots = [Named(), Named()]
    for seat, places in ((0, [{1}, {2}]), (1, [{2}, {0}]), (2, [{0}, {1}])):
        play(SingleSeatEnv(LANTERNS, seats=3, opponents=bots, seat=seat))
        assert [bot.seats for bot in bots] == places
        for bot in bots:
            bot.seats.clear()


def test_closing_the_environment_closes_the_bots() -> None:
    bot = Named()
    SingleSeatEnv(LANTERNS, opponents=[bot]).close()
    assert bot.closed == 1


class Cheat:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, mind: Mind) -> int:
        return cast(int, self.answer)


@pytest.mark.parametrize("answer", [-1, 10**6, "card 1", None])
def test_a_bot_that_answers_with_an_illegal_move_is_named(answer: object) -> None:
    table = SingleSeatEnv(LANTERNS, opponents=Cheat(answer), seat=1)
    with pytest.raises(BotFault, match=f"the bot in seat 0 answered {answer!r}"):
        table.reset(seed=1)


# Bad input


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"reward": "fame"}, "expected the reward win or points, got 'fame'"),
        ({"render_mode": "oil"}, "expected the render mode human, ansi, svg, rgb_array or None, got 'oil'"),
        ({"options": {"moon": "full"}}, "Lanterns has no option 'moon'; its options: none"),
        ({"seats": 9}, "Lanterns is for 2-3 seats, not 9"),
        ({"seat": 2}, "expected a seat from 0 to 1, rotate or random, got 2"),
        ({"seat": "north"}, "expected a seat from 0 to 1, rotate or random, got 'north'"),
        ({"opponents": "nemo"}, f"there is no bot 'nemo'; the bots are {list_bots()[0]}"),
        ({"opponents": ["random", "greedy"]}, "expected 1 opponents, got 2"),
        ({"opponents": 7}, "expected the name of a bot or an object with choose"),
    ],
)
def test_an_unknown_setting_is_refused_with_the_known_ones(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        SingleSeatEnv(LANTERNS, **settings)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(FairgroundError, match=f"no game 'ludo'; the games are {', '.join(list_games())}"):
        SingleSeatEnv("ludo")


def test_an_unknown_option_of_reset_is_refused() -> None:
    with pytest.raises(BadSetting, match="expected no reset option but seat, got moon"):
        SingleSeatEnv(LANTERNS).reset(options={"moon": "full"})
