"""Every game as a PettingZoo environment: `env` asks seats one by one, `parallel_env` all at once.

    from fairground.research.pettingzoo import env

    match = env("...", seats=4, reward="points")
    match.reset(seed=7)
    for agent in match.agent_iter():
        observation, reward, ended, cut, info = match.last()
        done = ended or cut
        action = None if done else match.action_space(agent).sample(observation["action_mask"])
        match.step(action)

Seat k is the agent `seat_k`, and action k is the move `game.moves[k]`. An agent observes a dict: what its
seat may know as numbers (`observation`; `game.layout` tells what each means) and which actions are legal
now (`action_mask`, all 0 for a seat that is not asked). Choices that are made at once stay sealed: no
observation tells of them until the rules do.

The reward `win` is the seat's share of the win, given at the end: together 1, split among those who share
the first place. `points` is what the seat gained by each move, together its final points.

Importing this module also registers every game for `pettingzoo.make("aec", "fairground/<Name>-v1")`, the name
in CamelCase, and likewise for "parallel".

In `infos` there is nothing until the match is over; then `place` (from 1), `points` and `reason`.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.game import Features, Game
from fairground.engine.state import State
from fairground.games import list_games, load
from fairground.research.extra import missing
from fairground.research.screen import MODES, Frame, Screen
from fairground.research.sitting import ILLEGAL, LIMIT, Mask, Sitting, env_id

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error) from None

UPON_ILLEGAL: Final = ("terminate", "random")


class Observation(TypedDict):
    """What an agent is given."""

    observation: Features
    action_mask: Mask


Seen: TypeAlias = spaces.Space[Any]  # a space of dicts cannot be told from one of this very dict
Chosen: TypeAlias = spaces.Space[Any]
Infos: TypeAlias = dict[str, dict[str, Any]]


class Settings(TypedDict, total=False):
    """What can be said of a table.

    `options` are the game's; `reward` is "win" or "points"; `render_mode` is "human", "ansi", "svg" or
    "rgb_array"; `seed` is the one of a first reset without any; `max_cycles` cuts a match off.
    """

    seats: int | None
    options: Mapping[str, str] | None
    reward: str
    render_mode: str | None
    seed: int | str | None
    max_cycles: int | None
    box: Box[object] | str | None


class SettingsAtOnce(Settings, total=False):
    """`illegal` is "terminate" or "random"."""

    illegal: str


def env(
    game: str | Game[State, object], **settings: Unpack[Settings]
) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's usual checks around it.

    An illegal action ends the match for all: its agent gets -1, the others 0, and no move is made.
    """
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(game: str | Game[State, object], **settings: Unpack[Settings]) -> "SeatsInTurn":
    """The environment without checks; an illegal action raises IllegalMove and changes nothing."""
    return SeatsInTurn(game, **settings)


def parallel_env(game: str | Game[State, object], **settings: Unpack[SettingsAtOnce]) -> "SeatsAtOnce":
    """The environment in which all agents act in every step.

    Whoever owes a decision makes it, and what others say is not heard. Where seats race, their moves are
    made in an order drawn by lot, and a move that is no longer possible by then is not made.

    An illegal action ends the match as in `env`; with illegal="random" a legal one is drawn in its place.
    """
    return SeatsAtOnce(game, **settings)


class Seats:
    """What both kinds of environments have: agents, spaces, observations, pictures."""

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
        self.sitting = Sitting(game, seats, options, reward, seed, box)
        game = self.sitting.game
        self.screen = Screen(self.sitting.picture, game.title, render_mode)
        self.render_mode = render_mode
        self.max_cycles = _positive(max_cycles)
        self.metadata = {**self.metadata, "name": f"{game.name}_v{game.rules}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.sitting.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _seen(self.sitting) for agent in self.possible_agents}
        self.action_spaces = {agent: _chosen(self.sitting) for agent in self.possible_agents}
        self.state_space = _box(self.sitting.size * self.sitting.seats)

    def observation_space(self, agent: str) -> Seen:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Chosen:
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """What all seats together know, for training with a common critic; no agent may play by it."""
        return np.concatenate([self.sitting.features(seat) for seat in range(self.sitting.seats)])

    def render(self) -> Frame | None:
        """What everybody may see: hidden things are in no picture."""
        return self.screen.show()

    def close(self) -> None:
        """Nothing is held open."""

    def _observation(self, agent: str, asked: bool) -> Observation:
        seat = self.seat_of[agent]
        mask = self.sitting.mask(seat) if asked else self.sitting.no_mask()
        return {"observation": self.sitting.features(seat), "action_mask": mask}

    def _verdicts(self) -> Infos:
        over = self.sitting.over
        return {agent: self.sitting.verdict(self.seat_of[agent]) if over else {} for agent in self.agents}


class SeatsInTurn(Seats, AECEnv[str, Observation, int | None]):
    """One seat is asked at a time; `max_cycles` counts as many moves as there are seats."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next match. `options` are not used: what is played is settled when the table is set."""
        self.sitting.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._verdicts()
        self._skip_agent_selection = None  # type: ignore[assignment]  # as PettingZoo does
        self.agent_selection = self.possible_agents[self.sitting.asked]
        self.screen.change()

    def observe(self, agent: str) -> Observation:
        live = agent in self.agents and not self._gone(agent)
        return self._observation(agent, asked=live and agent == self.agent_selection)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self._gone(agent):
            self._was_dead_step(action)
            return
        gained = self.sitting.play(self.seat_of[agent], _number(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        self._accumulate_rewards()
        self._go_on()
        self.screen.change()

    def _go_on(self) -> None:
        over = self.sitting.over
        moves = len(self.sitting.made)
        cut = self.max_cycles is not None and moves >= self.max_cycles * self.sitting.seats and not over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = self._verdicts()
        self.agent_selection = self.agents[0 if over or cut else self.sitting.asked]

    def _gone(self, agent: str) -> bool:
        return self.terminations[agent] or self.truncations[agent]


class SeatsAtOnce(Seats, ParallelEnv[str, Observation, int | None]):
    """All seats are asked in every step; `max_cycles` counts steps."""

    def __init__(
        self, game: str | Game[State, object], illegal: str = "terminate", **settings: Unpack[Settings]
    ) -> None:
        super().__init__(game, **settings)
        if illegal not in UPON_ILLEGAL:
            raise BadSetting(f"expected illegal to be {' or '.join(UPON_ILLEGAL)}, got {illegal!r}")
        self.illegal = illegal

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deal the next match. `options` are not used: what is played is settled when the table is set."""
        self.sitting.begin(seed)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        self.screen.change()
        return self._observations(), self._verdicts()

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        asked = self.sitting.state.actors()
        chosen = {seat: _number(actions.get(self.possible_agents[seat])) for seat in asked}
        barred = [seat for seat in asked if not self.sitting.may(seat, chosen[seat])]
        self.cycles += 1
        if barred and self.illegal == "terminate":
            gained = [ILLEGAL if seat in barred else 0.0 for seat in range(self.sitting.seats)]
            return self._told(gained, over=True)
        chosen.update({seat: self.sitting.anything(seat) for seat in barred})
        return self._told(self._race(chosen), over=self.sitting.over)

    def _race(self, chosen: dict[int, int]) -> list[float]:
        """Make all moves that are still possible when their turn comes."""
        order = list(chosen)
        self.sitting.order.shuffle(order)
        gained = np.zeros(self.sitting.seats)
        for seat in order:
            if self.sitting.may(seat, chosen[seat]):
                gained += self.sitting.play(seat, chosen[seat])
        return [float(gain) for gain in gained]

    def _told(
        self, gained: list[float], over: bool
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        cut = self.max_cycles is not None and self.cycles >= self.max_cycles and not over
        present, infos = self.agents, self._verdicts()
        rewards = dict(zip(present, gained, strict=True))
        if over or cut:
            self.agents = []
        self.screen.change()
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


def _box(size: int) -> spaces.Box:
    return spaces.Box(-LIMIT, LIMIT, (size,), np.float32)


def _seen(sitting: Sitting) -> Seen:
    mask = spaces.Box(0, 1, (len(sitting.moves),), np.int8)
    return spaces.Dict({"observation": _box(sitting.size), "action_mask": mask})


def _chosen(sitting: Sitting) -> Chosen:
    return spaces.Discrete(len(sitting.moves))


def register() -> None:
    """Make every game on the shelf known to PettingZoo; what is known already is left alone."""
    for name in list_games():
        identity, settings = env_id(load(name)), {"game": name}
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, env, kwargs=settings)
        if identity not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", identity, parallel_env, kwargs=settings)


register()
