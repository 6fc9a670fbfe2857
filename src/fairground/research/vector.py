"""Many matches as one Gymnasium vector environment: in each of them one seat learns and bots play the others.

    import gymnasium
    import fairground.research.gymnasium

    envs = gymnasium.make_vec("fairground/SomeGame-v1", 256, opponents="random", seat="rotate")
    observations, infos = envs.reset(seed=7)
    observations, rewards, ended, truncated, infos = envs.step(actions)

`infos["action_mask"]` has the legal actions of every row and `infos["seat"]` its learner's seat. A match that
ends is replaced in the same step (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has its last observation,
and `infos["final_info"]` place, points and reason, with masks of rows as Gymnasium writes them. An illegal
action makes no move and ends the episode with the reward -1, as in a single environment.

With `workers`, processes share the rows and memory. The matches are the same however many there are.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fairground.bots import Bot
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.match import generator
from fairground.engine.state import State
from fairground.research.shared_rows import Finals, Rows, SharedRows, make_batch

__all__ = ["MatchVectorEnv"]

Infos = dict[str, Any]


def observation_space(
    game: Game[State, object], seats: int, box: Box[object]
) -> spaces.Space[NDArray[np.float32]]:
    """Return the space that every observation of a game with a box lies in."""
    least, most = game.bounds(seats, box)
    return spaces.Box(least, most, dtype=np.float32)


class MatchVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` matches, in each of which one seat plays against bots.

    Args:
        num_envs: The number of matches that are played side by side.
        game: The game or its name.
        seats: The number of seats. The default is the smallest number that the game allows.
        opponents: A bot or the name of one for all other seats. If the learner's seat is fixed, also a list
            with one for each of them; the first plays the seat after the learner's.
        seat: The learner's seat, "rotate" or "random".
        options: Options of the game. Those you leave out take their defaults for studies.
        reward: "win" or "points".
        box: A box, or the text of a box file, to use in place of the game's own.
        workers: The number of processes that play the matches; 0 plays them in this one.
        copy: Return copies of the observations. Without, every step overwrites the array.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as in VectorEnv

    def __init__(
        self,
        num_envs: int,
        game: str | Game[State, object],
        seats: int | None = None,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        seat: int | str = 0,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        box: Box[object] | str | None = None,
        workers: int = 0,
        copy: bool = True,
        render_mode: None = None,
    ) -> None:
        settings = {
            "game": game,
            "n": num_envs,
            "seats": seats,
            "opponents": opponents,
            "seat": seat,
            "options": options,
            "reward": reward,
            "box": box,
        }
        if not 0 <= workers <= num_envs:
            raise BadSetting(f"expected from 0 to {num_envs} workers, got {workers}")
        self.rows: Rows | SharedRows = (
            SharedRows(settings, workers) if workers else Rows(make_batch(settings))
        )
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self.rows.game, self.rows.seats, self.rows.box)
        self.single_action_space = spaces.Discrete(self.rows.masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Infos]:
        """Begin all rows. A seed determines all matches of all rows."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise BadSetting(f"expected one whole number as the seed of all rows, got {seed!r}")
        if options:
            raise BadSetting(f"expected no reset options, got {', '.join(options)}")
        text = secrets.token_hex(8) if seed is None else str(seed)
        generator(text)
        self.rows.reset(text)
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Make the learners' moves and let the bots play until it is their turn again."""
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise BadSetting(f"expected {self.num_envs} actions, got an array of shape {chosen.shape}")
        finals = self.rows.step(chosen)
        rewards, ended = self.rows.rewards.copy(), self.rows.ended.copy()
        return (
            self._observations(),
            rewards,
            ended,
            np.zeros_like(ended),
            self._infos() | self._final_infos(finals),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now in every row."""
        return self.rows.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the opponents and end the processes."""
        self.rows.close()

    def _observations(self) -> NDArray[np.float32]:
        return self.rows.observations.copy() if self.copy else self.rows.observations

    def _infos(self) -> Infos:
        every = np.ones(self.num_envs, dtype=np.bool_)
        return {
            "action_mask": self.rows.masks.astype(np.int8),
            "_action_mask": every,
            "seat": self.rows.learners.copy(),
            "_seat": every.copy(),
        }

    def _final_infos(self, finals: Finals) -> Infos:
        """Return what is told of matches that have ended; in these no action is legal any more."""
        if not finals.infos:
            return {}
        told = gather_infos(finals.infos, self.num_envs)
        seen, ended = np.full(self.num_envs, None, dtype=object), told["_seat"]
        for i, observation in zip(finals.infos, finals.observations, strict=True):
            seen[i] = observation
        told |= {"action_mask": np.zeros(self.rows.masks.shape, dtype=np.int8), "_action_mask": ended.copy()}
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": told,
            "_final_info": ended.copy(),
        }


def gather_infos(rows: Mapping[int, Mapping[str, object]], n: int) -> Infos:
    """Return numbers and words of some of n rows by key, with masks of rows, in the form of Gymnasium.

    Gymnasium's own function adds one row after the other and makes new arrays for each.
    """
    infos: Infos = {}
    for key in dict.fromkeys(key for info in rows.values() for key in info):
        having = [i for i, info in rows.items() if key in info]
        values = [rows[i][key] for i in having]
        kind = type(values[0])
        column = np.full(n, None, dtype=object) if kind is str else np.zeros(n, dtype=kind)
        column[having] = values
        mask = np.zeros(n, dtype=np.bool_)
        mask[having] = True
        infos |= {key: column, f"_{key}": mask}
    return infos
