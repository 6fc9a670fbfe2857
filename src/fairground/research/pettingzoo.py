"""All games as PettingZoo environments: `env` asks one seat at a time, `parallel_env` all seats at once.

    from fairground.research.pettingzoo import env

    table = env(name, seats=4, reward="points")
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        done = terminated or truncated
        table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))

Seat k is the agent `seat_k`, and action k is the move `game.moves[k]`. An observation is a dict:

- `observation` is what the seat may know, as numbers; `game.layout(seats)` describes them.
- `action_mask` is 1 for each legal action. It is all 0 for a seat that owes no decision.

Simultaneous choices stay sealed: no observation reveals them before the rules do.

With the reward "win" each seat receives its share of the win at the end; the shares add up to 1, and seats
that tie for first place split it. With "points" each seat receives the points that each move gained it; they
add up to its final points.

An agent's `info` is empty until the match is over. Then it holds `place` (from 1), `points` and `reason`.

Importing this module registers every game under its name in CamelCase and the version of its environment:
`pettingzoo.make("aec", "fairground/SomeGame-v1")` and `pettingzoo.make("parallel", ...)`.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.game import Features, Game
from fairground.engine.state import State
from fairground.research.episode import (
    ILLEGAL,
    Episode,
    Mask,
    env_id,
    every_environment,
    versioned_name,
)
from fairground.research.optional_imports import explain_missing
from fairground.research.rendering import MODES, Frame, Renderer

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise explain_missing(error) from None

__all__ = [
    "EnvSettings",
    "MatchAECEnv",
    "MatchParallelEnv",
    "Observation",
    "ParallelEnvSettings",
    "env",
    "parallel_env",
    "raw_env",
    "register",
]

UPON_ILLEGAL: Final = ("terminate", "random")


class Observation(TypedDict):
    """What an agent observes: the features of its seat, and which actions are legal."""

    observation: Features
    action_mask: Mask


ObservationSpace: TypeAlias = spaces.Space[Any]  # mypy cannot match `spaces.Dict` with the dict `Observation`
ActionSpace: TypeAlias = spaces.Space[Any]
Infos: TypeAlias = dict[str, dict[str, Any]]


class EnvSettings(TypedDict, total=False):
    """The settings of an environment, all optional.

    - `seats`: the number of seats; by default the smallest number that the game allows.
    - `options`: options of the game; those you leave out take their defaults for studies.
    - `reward`: "win" (the default) or "points".
    - `render_mode`: "human", "ansi", "svg" or "rgb_array".
    - `seed`: the seed of the first match if the first `reset` is given none.
    - `max_cycles`: truncate a match after so many cycles.
    - `box`: a box, or the text of a box file, to use in place of the game's own.
    """

    seats: int | None
    options: Mapping[str, str] | None
    reward: str
    render_mode: str | None
    seed: int | str | None
    max_cycles: int | None
    box: Box[object] | str | None


class ParallelEnvSettings(EnvSettings, total=False):
    """The settings of a parallel environment, all optional.

    `illegal` says what an illegal action does: "terminate" (the default) ends the match, "random" replaces it
    with a random legal action.
    """

    illegal: str


def env(
    game: str | Game[State, object], **settings: Unpack[EnvSettings]
) -> AECEnv[str, Observation, int | None]:
    """Return an environment that asks one seat at a time, wrapped in PettingZoo's usual checks.

    An illegal action makes no move and ends the match: its agent receives -1, the others 0.

        table = env(name, seats=3, options={"option": "value"}, render_mode="ansi")
    """
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(game: str | Game[State, object], **settings: Unpack[EnvSettings]) -> "MatchAECEnv":
    """Return the environment without wrappers: an illegal action raises IllegalMove and changes nothing."""
    return MatchAECEnv(game, **settings)


def parallel_env(
    game: str | Game[State, object], **settings: Unpack[ParallelEnvSettings]
) -> "MatchParallelEnv":
    """Return an environment in which all agents act in every step.

    Only the actions of seats that owe a decision count. If several do, their moves are made in random order,
    and a move that has become impossible by its turn is skipped.

    An illegal action ends the match as in `env`; with `illegal="random"` a random legal action replaces it.

        table = parallel_env(name, illegal="random")
        observations, infos = table.reset(seed=7)
        while table.agents:
            actions = {
                agent: table.action_space(agent).sample(observations[agent]["action_mask"])
                for agent in table.agents
                if observations[agent]["action_mask"].any()
            }
            observations, rewards, terminations, truncations, infos = table.step(actions)
    """
    return MatchParallelEnv(game, **settings)


class MatchEnv:
    """What both kinds of environments share: agents, spaces, observations and rendering."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2, "is_parallelizable": False}  # noqa: RUF012  # as PettingZoo declares it

    def __init__(
        self,
        game: str | Game[State, object],
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        seed: int | str | None = None,
        max_cycles: int | None = None,
        box: Box[object] | str | None = None,
    ) -> None:
        super().__init__()
        self.episode = Episode(game, seats, options, reward, seed, box)
        game = self.episode.game
        self.renderer = Renderer(game, lambda: self.episode.view(None), render_mode)
        self.render_mode = render_mode
        self.max_cycles = _positive(max_cycles)
        self.metadata = {**self.metadata, "name": f"{game.name}_v{game.environment}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _observation_space(self.episode) for agent in self.possible_agents}
        self.action_spaces = {agent: _action_space(self.episode) for agent in self.possible_agents}
        least, most = (np.tile(bound, self.episode.seats) for bound in self.episode.bounds)
        self.state_space = spaces.Box(least, most, dtype=np.float32)

    def observation_space(self, agent: str) -> ObservationSpace:
        """Return the space of the dicts that `observe` returns."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> ActionSpace:
        """Return the space of actions: one for each move of the game."""
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """Return what all seats know together, for a centralised critic; no agent may play by it."""
        return np.concatenate([self.episode.features(seat) for seat in range(self.episode.seats)])

    def render(self) -> Frame | None:
        """Render what every seat may see, without hidden information."""
        return self.renderer.render()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _observation(self, agent: str, asked: bool) -> Observation:
        seat = self.seat_of[agent]
        mask = self.episode.mask(seat) if asked else self.episode.empty_mask()
        return {"observation": self.episode.features(seat), "action_mask": mask}

    def _infos(self) -> Infos:
        over = self.episode.over
        return {agent: self.episode.result(self.seat_of[agent]) if over else {} for agent in self.agents}


class MatchAECEnv(MatchEnv, AECEnv[str, Observation, int | None]):
    """Ask one seat at a time. A cycle of `max_cycles` is as many moves as there are seats."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next match. `options` is ignored: the options are fixed when the environment is made."""
        self.episode.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self._skip_agent_selection = None  # type: ignore[assignment]  # as PettingZoo does
        self.agent_selection = self.possible_agents[self.episode.asked]
        self.renderer.update()

    def observe(self, agent: str) -> Observation:
        """Return what the agent may know now, and which actions are legal if it is asked."""
        live = agent in self.agents and not self._is_done(agent)
        return self._observation(agent, asked=live and agent == self.agent_selection)

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; None for an agent whose match is over."""
        agent = self.agent_selection
        if self._is_done(agent):
            self._was_dead_step(action)
            return
        gains = self.episode.play(self.seat_of[agent], _number(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))
        self._accumulate_rewards()
        self._advance()
        self.renderer.update()

    def _advance(self) -> None:
        over = self.episode.over
        moves = len(self.episode.made)
        cut = self.max_cycles is not None and moves >= self.max_cycles * self.episode.seats and not over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = self._infos()
        self.agent_selection = self.agents[0 if over or cut else self.episode.asked]

    def _is_done(self, agent: str) -> bool:
        return self.terminations[agent] or self.truncations[agent]


class MatchParallelEnv(MatchEnv, ParallelEnv[str, Observation, int | None]):
    """Ask all seats in every step. A cycle of `max_cycles` is one step."""

    def __init__(
        self, game: str | Game[State, object], illegal: str = "terminate", **settings: Unpack[EnvSettings]
    ) -> None:
        super().__init__(game, **settings)
        if illegal not in UPON_ILLEGAL:
            raise BadSetting(f"expected illegal to be {' or '.join(UPON_ILLEGAL)}, got {illegal!r}")
        self.illegal = illegal

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deal the next match. `options` is ignored: the options are fixed when the environment is made."""
        self.episode.begin(seed)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        self.renderer.update()
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play the actions of all seats that owe a decision."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        asked = self.episode.state.actors()
        chosen = {seat: _number(actions.get(self.possible_agents[seat])) for seat in asked}
        illegal = [seat for seat in asked if not self.episode.is_legal(seat, chosen[seat])]
        self.cycles += 1
        if illegal and self.illegal == "terminate":
            gains = [ILLEGAL if seat in illegal else 0.0 for seat in range(self.episode.seats)]
            return self._results(gains, over=True)
        chosen.update({seat: self.episode.random_action(seat) for seat in illegal})
        return self._results(self._race(chosen), over=self.episode.over)

    def _race(self, chosen: dict[int, int]) -> list[float]:
        """Play the actions in random order, skipping those that have become illegal by then."""
        order = list(chosen)
        self.episode.order.shuffle(order)
        gains = np.zeros(self.episode.seats)
        for seat in order:
            if self.episode.is_legal(seat, chosen[seat]):
                gains += self.episode.play(seat, chosen[seat])
        return [float(gain) for gain in gains]

    def _results(
        self, gains: list[float], over: bool
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        cut = self.max_cycles is not None and self.cycles >= self.max_cycles and not over
        present, infos = self.agents, self._infos()
        rewards = dict(zip(present, gains, strict=True))
        if over or cut:
            self.agents = []
        self.renderer.update()
        ended, stopped = dict.fromkeys(present, over), dict.fromkeys(present, cut)
        return self._observations(present), rewards, ended, stopped, infos

    def _observations(self, present: list[str] | None = None) -> dict[str, Observation]:
        live = bool(self.agents)
        return {agent: self._observation(agent, live) for agent in present or self.agents}


def _number(action: int | None) -> int:
    return -1 if action is None else int(action)


def _positive(cycles: int | None) -> int | None:
    if cycles is not None and cycles < 1:
        raise BadSetting(f"expected max_cycles to be at least 1, got {cycles}")
    return cycles


def _observation_space(episode: Episode) -> ObservationSpace:
    mask = spaces.Box(0, 1, (len(episode.moves),), np.int8)
    numbers = spaces.Box(*episode.bounds, dtype=np.float32)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def _action_space(episode: Episode) -> ActionSpace:
    return spaces.Discrete(len(episode.moves))


def register() -> None:
    """Register all versions of every game's environment with PettingZoo.

    Importing this module does it; calling it again is harmless.
    """
    for version in every_environment():
        identity, settings = env_id(version), {"game": versioned_name(version)}
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, env, kwargs=settings)
        if identity not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", identity, parallel_env, kwargs=settings)


register()
