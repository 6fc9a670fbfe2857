"""A batch plays the same matches as `Match` does one after another."""

from collections.abc import Iterator

import numpy as np
import pytest

from fairground import Match, Mind, State, load, seeded
from fairground.engine.errors import BadSetting, IllegalMove, UnknownGame
from fairground.engine.rng import Rng
from fairground.research.batch import Batch
from settings import EVERY_GAME, EVERY_TABLE, SETTINGS, Setting

PLACES = 3


class Place:
    """The matches of one row of a batch, played by `Match`."""

    def __init__(self, batch: Batch, i: int) -> None:
        self.batch, self.i, self.number = batch, i, -1
        self.rng = seeded(f"{batch.seed} {i} players")
        self.begin()

    def begin(self) -> None:
        self.number += 1
        seed = self.batch.seed_of(self.i, self.number)
        self.match = Match(self.batch.game, self.batch.seats, seed, self.batch.options)
        self.seat = int(self.match.state.someone(self.rng))

    def play(self, move: int) -> tuple[bool, list[float]]:
        """Return whether the move ended the match, and each seat's share of the win."""
        self.match.play(self.seat, move)
        rewards = [0.0] * self.batch.seats
        over = self.match.over
        if over:
            winners = self.match.outcome().winners
            rewards = [(seat in winners) / len(winners) for seat in range(self.batch.seats)]
            self.begin()
        else:
            self.seat = int(self.match.state.someone(self.rng))
        return over, rewards


def same(batch: Batch, places: list[Place]) -> None:
    for i, place in enumerate(places):
        state = place.match.state
        assert batch.actors[i] == place.seat
        assert batch.moves[batch.masks[i]].tolist() == state.legal(place.seat)
        assert batch.observations[i].tobytes() == batch.game.features(state, place.seat).tobytes()


def some_actions(batch: Batch, rng: Rng) -> list[int]:
    """Draw a legal action in each match."""
    legal = [np.flatnonzero(mask).tolist() for mask in batch.masks]
    return [int(actions[rng.below(len(actions))]) for actions in legal]


def compare(setting: Setting, steps: int) -> int:
    """Step a batch and single matches side by side; return how many matches ended."""
    batch = Batch(setting.name, PLACES, setting.seats, setting.options, seed="side by side")
    places = [Place(batch, i) for i in range(PLACES)]
    rng, ended = seeded("choices"), 0
    same(batch, places)
    for _ in range(steps):
        actions = some_actions(batch, rng)
        batch.step(actions)
        results = [place.play(int(batch.moves[a])) for place, a in zip(places, actions, strict=True)]
        assert batch.ends.tolist() == [over for over, _ in results]
        assert (
            batch.rewards.tolist() == np.array([shares for _, shares in results], dtype=np.float32).tolist()
        )
        same(batch, places)
        ended += int(batch.ends.sum())
    return ended


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_a_batch_is_the_same_as_single_matches_beyond_their_ends(setting: Setting) -> None:
    game = setting.game
    longest = 0
    for i in range(PLACES):
        state, rng = game.setup(setting.seats, seeded(f"side by side {i} 0"), setting.options), seeded("any")
        longest = max(longest, sum(1 for _ in random_states(state, rng)))
    assert compare(setting, longest + 20) > 0


def random_states(state: State, rng: Rng) -> Iterator[State]:
    while state.actors():
        seat = int(state.someone(rng))
        legal = state.legal(seat)
        state.play(seat, legal[rng.below(len(legal))])
        yield state


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_batch_stepped_in_groups_gives_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch that is too large for the cache: here two groups, the second with one match."""
    whole = Batch(name, 3, seed="groups")
    monkeypatch.setattr("fairground.research.batch.CACHED", 2 * whole.observations.shape[1])
    grouped = Batch(name, 3, seed="groups")
    assert len(grouped._cells) == 2
    rng = seeded("groups")
    for _ in range(60):
        assert (grouped.observations == whole.observations).all()
        actions = some_actions(whole, rng)
        for batch in (whole, grouped):
            batch.step(actions)
            batch.run(1)
        assert (grouped.masks == whole.masks).all() and (grouped.rewards == whole.rewards).all()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_batch_starts_like_single_matches_with_every_option(setting: Setting) -> None:
    compare(setting, 6)


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_batch_is_the_same_as_single_matches_with_every_option(setting: Setting) -> None:
    compare(setting, 400)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_illegal_action_changes_nothing_and_is_named(name: str) -> None:
    batch = Batch(name, 4)
    actions = some_actions(batch, seeded("legal"))
    before = [batch.game.dump(batch.state(i)) for i in range(4)]
    actions[2] = int(np.flatnonzero(~batch.masks[2])[-1])
    words = batch.game.write(int(batch.moves[actions[2]]))
    with pytest.raises(IllegalMove, match="match 2") as refused:
        batch.step(actions)
    assert words in str(refused.value)
    assert [batch.game.dump(batch.state(i)) for i in range(4)] == before


@pytest.mark.parametrize("actions", [[0], [0.5, 0.5], [[0, 0]], [10**6, 0], [-1, 0]])
def test_a_wrong_array_of_actions_is_refused_with_a_sentence(actions: list[int]) -> None:
    batch = Batch(EVERY_GAME[0], 2)
    with pytest.raises((BadSetting, IllegalMove), match="expected"):
        batch.step(actions)
    assert batch.lengths.tolist() == [0, 0]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_point_rewards_add_up_to_the_final_points(name: str) -> None:
    batch = Batch(name, 1, reward="points", seed="points")
    match = Match(batch.game, batch.seats, batch.seed_of(0, 0), batch.options)
    rng, total = seeded("points"), np.zeros(batch.seats)
    while not batch.ends[0]:
        action = some_actions(batch, rng)
        match.play(int(batch.actors[0]), int(batch.moves[action[0]]))
        batch.step(action)
        total += batch.rewards[0]
    assert total.tolist() == match.outcome().points


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_batch_plays_the_seats_inside(name: str) -> None:
    batch = Batch(name, 4, inside={1: "random"}, seed="inside")
    rng, ended = seeded("outside"), 0
    while ended < 2:
        assert batch.actors.tolist() == [0] * 4
        batch.step(some_actions(batch, rng))
        ended += int(batch.ends.sum())


def test_a_bot_inside_receives_the_mind_of_its_own_seat() -> None:
    seen: list[int] = []

    class Spy:
        def choose(self, mind: Mind) -> int:
            seen.append(int(mind.seat))
            return mind.legal()[0]

    batch = Batch(EVERY_GAME[0], 2, inside={1: Spy()})
    for _ in range(3):
        batch.step(some_actions(batch, seeded("bot")))
    assert seen
    assert set(seen) == {1}


@pytest.mark.parametrize("policy", ["random", "judge"])
@pytest.mark.parametrize("name", EVERY_GAME)
def test_running_many_steps_at_once_equals_running_them_one_by_one(name: str, policy: str) -> None:
    one, many = Batch(name, 3, seed="run"), Batch(name, 3, seed="run")
    one.run(40, policy)
    for _ in range(40):
        many.run(1, policy)
    assert one.observations.tobytes() == many.observations.tobytes()
    assert one.lengths.tolist() == many.lengths.tolist()


@pytest.mark.parametrize("name", [name for name in EVERY_GAME if load(name).hidden])
def test_the_judge_inside_cannot_peek(name: str) -> None:
    """It chooses the same move in every world that the seat cannot tell from the true one."""
    game = load(name)
    batch = Batch(name, 1, inside={1: "judge"}, seed="peek")
    core, rng = batch._core, seeded("worlds")
    for _ in range(10):
        batch.step(some_actions(batch, rng))
        state = core.states[0]
        seat = int(batch.actors[0])
        legal, world = state.legal(seat), state.imagine(seat, rng)
        picks = {int(core._pick(2, each, seat, legal, seeded("pick"))) for each in (state, world)}
        assert len(picks) == 1, game.name


def test_a_reset_starts_the_same_matches_again() -> None:
    batch = Batch(EVERY_GAME[-1], 3, seed="again")
    first = batch.observations.copy(), batch.masks.copy()
    batch.run(50)
    batch.reset()
    assert (batch.observations == first[0]).all() and (batch.masks == first[1]).all()
    assert not batch.ends.any() and not batch.rewards.any()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"n": 0}, "at least one match"),
        ({"seats": 99}, "seats"),
        ({"reward": "fame"}, "win or points"),
        ({"inside": {0: "nobody"}}, "the bots are"),
        ({"inside": {7: "random"}}, "a seat from 0"),
        ({"inside": {0: "random", 1: "random"}}, "at least one seat"),
        ({"options": {"colour": "red"}}, "option"),
        ({"seed": " "}, "seed"),
    ],
)
def test_bad_settings_get_a_sentence(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        Batch(EVERY_GAME[0], **{"n": 2, **wrong})  # type: ignore[arg-type]  # that is the point


def test_an_unknown_game_lists_what_exists() -> None:
    with pytest.raises(UnknownGame, match=EVERY_GAME[0]):
        Batch("chess", 1)
