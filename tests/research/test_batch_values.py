"""A batch goes on from a snapshot exactly as it did, and pays every reward once."""

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

from fairground.engine.errors import BadSetting
from fairground.research.batch import Batch
from settings import EVERY_GAME, EVERY_TABLE, Setting


def advance(batch: Batch, steps: int, seed: int) -> list[NDArray[np.float32]]:
    """Play random actions and return everything that the batch showed."""
    rng, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        preferences = rng.random(batch.masks.shape) * batch.masks
        batch.step(preferences.argmax(axis=1))
        shown = (batch.observations, batch.masks, batch.actors, batch.rewards, batch.ends, batch.matches)
        seen += [np.array(each, dtype=np.float32) for each in shown]
    return seen


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_a_batch_goes_on_from_a_snapshot(setting: Setting) -> None:
    batch = Batch(setting.game, 5, setting.seats, reward="points", inside={0: "random"})
    advance(batch, 7, 1)
    saved = pickle.loads(pickle.dumps(batch.snapshot()))
    then = np.array(batch.observations), np.array(batch.masks), np.array(batch.rewards)
    expected = advance(batch, 30, 2)
    for other in (batch, Batch(setting.game, 5, setting.seats, reward="points", inside={0: "random"})):
        other.restore(saved)
        for before, now in zip(then, (other.observations, other.masks, other.rewards), strict=True):
            assert np.array_equal(before, now) or before is then[2]
        again = advance(other, 30, 2)
        assert all(np.array_equal(one, two) for one, two in zip(expected, again, strict=True))


def test_a_snapshot_of_another_batch_is_refused() -> None:
    batch = Batch(EVERY_GAME[0], 3)
    for other in (Batch(EVERY_GAME[0], 4), Batch(EVERY_GAME[1], 3), Batch(EVERY_GAME[0], 3, seats=3)):
        with pytest.raises(BadSetting, match="expected a snapshot of 3 matches"):
            batch.restore(other.snapshot())


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_points_add_up_to_the_final_points_although_others_move_first(setting: Setting) -> None:
    """What a seat gains in a new match before its first decision is paid by the step of that decision."""
    last = setting.seats - 1
    batch = Batch(
        setting.game, 4, setting.seats, reward="points", inside=dict.fromkeys(range(last), "random")
    )
    rng, paid = np.random.default_rng(3), np.zeros((4, setting.seats))
    for _ in range(400):
        preferences = rng.random(batch.masks.shape) * batch.masks
        batch.step(preferences.argmax(axis=1))
        paid += batch.rewards
        for i in np.flatnonzero(batch.ends):
            final = batch._core.last[i]
            assert final is not None and paid[i].tolist() == final.scores()
            paid[i] = 0
        if batch.matches.sum() > 4:
            return
