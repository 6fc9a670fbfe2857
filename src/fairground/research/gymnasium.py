"""All games as Gymnasium environments: one seat learns, bots play the others.

    import gymnasium
    import fairground.research.gymnasium

    env = gymnasium.make("fairground/SomeGame-v1", opponents="greedy", seat="rotate")
    observation, info = env.reset(seed=7)

Importing this module registers every game under its name in CamelCase and the version of its environment.
Gymnasium can import it, too: `gymnasium.make("fairground.research.gymnasium:fairground/SomeGame-v1")`.

Action k is the move `game.moves[k]`. An observation is what the learner's seat may know, as numbers;
`game.layout(seats)` describes them. `info["action_mask"]` and `action_masks()` say which actions are legal.
An illegal action makes no move and ends the episode with the reward -1 and `info["illegal"]`.

With the reward "win" the learner receives its share of the win at the end. With "points" it receives the
points it gained since its last move; they add up to its final points. `info["seat"]` is the learner's seat.
At the end `info` also holds `place` (from 1), `points` and `reason`.
"""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairground.bots import Bot, BotFault, bot, close
from fairground.bots.simple import RandomBot
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.game import Features, Game
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.research.episode import ILLEGAL, Episode, env_id, every_environment, versioned_name
from fairground.research.optional_imports import explain_missing
from fairground.research.rendering import MODES, Frame, Renderer

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise explain_missing(error) from None
from fairground.research.vector import observation_space

__all__ = ["SingleSeatEnv", "env_id", "register"]

SEAT_RULES: Final = ("rotate", "random")
RESET_OPTIONS: Final = ("seat",)
Info = dict[str, Any]


class SingleSeatEnv(gymnasium.Env[Features, np.int64]):
    """One seat of a match against bots.

    Args:
        game: The game or its name.
        seats: The number of seats. The default is the smallest number that the game allows.
        opponents: A bot or the name of one for all other seats, or a list with one for each of them; the
            first plays the seat after the learner's.
        seat: The learner's seat. "rotate" takes the next seat in every episode, starting with 0 after each
            reset with a seed; "random" draws it. `reset(options={"seat": 2})` sets it for one episode.
        options: Options of the game. Those you leave out take their defaults for studies.
        reward: "win" or "points".
        render_mode: "human", "ansi", "svg" or "rgb_array": what the learner's seat may know, as printed text,
            as text, or as the board drawn in SVG or in 1280 x 800 pixels.
        box: A box, or the text of a box file, to use in place of the game's own.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012  # as in gymnasium.Env

    def __init__(
        self,
        game: str | Game[State, object],
        seats: int | None = None,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        seat: int | str = 0,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        box: Box[object] | str | None = None,
    ) -> None:
        self.episode = Episode(game, seats, options, reward, None, box)
        self.renderer = Renderer(self.episode.game, lambda: self.episode.view(self.seat), render_mode)
        self.render_mode = render_mode
        self.opponents = _make_opponents(opponents, self.episode.seats - 1)
        self.seat_rule = seat if isinstance(seat, str) and seat in SEAT_RULES else self._check_seat(seat)
        self.seat = 0
        self.ended = True
        self.pending_reward = 0.0
        self.observation_space = observation_space(self.episode.game, self.episode.seats, self.episode.box)
        self.action_space = spaces.Discrete(len(self.episode.moves))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, Info]:
        """Deal the next match and let the bots play until it is the learner's turn."""
        super().reset(seed=seed)
        wanted = dict(options or {})
        rule = wanted.pop("seat", self.seat_rule)
        if wanted:
            raise BadSetting(
                f"expected no reset option but {', '.join(RESET_OPTIONS)}, got {', '.join(wanted)}"
            )
        number = 0 if seed is not None else self.episode.seeds.used
        self.seat = self._choose_seat(rule, number)
        self.episode.begin(seed)
        self.pending_reward = 0.0
        self._play_bots()
        self.renderer.update()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Features, float, bool, bool, Info]:
        """Make the learner's move and let the bots play until it is the learner's turn again."""
        if self.ended:
            raise IllegalMove("the episode is over; call reset()")
        if not self.episode.is_legal(self.seat, int(action)):
            self.ended = True
            return self._observation(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self._play(int(action))
        self._play_bots()
        self.renderer.update()
        reward, self.pending_reward = self.pending_reward, 0.0
        return self._observation(), reward, self.episode.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now; MaskablePPO of sb3-contrib calls this."""
        return self._mask().astype(np.bool_)

    def render(self) -> Frame | None:
        """Render what the learner's seat may know."""
        return self.renderer.render()

    def close(self) -> None:
        """Close the opponents, some of which are processes."""
        for each in self.opponents:
            close(each)

    # The learner

    def _observation(self) -> Features:
        return self.episode.features(self.seat)

    def _mask(self) -> NDArray[np.int8]:
        return self.episode.empty_mask() if self.ended else self.episode.mask(self.seat)

    def _info(self) -> Info:
        info: Info = {"action_mask": self._mask(), "seat": self.seat}
        return {**info, **self.episode.result(self.seat)} if self.episode.over else info

    # The other seats

    def _play_bots(self) -> None:
        """Let the bots move until it is the learner's turn."""
        episode = self.episode
        while not episode.over and episode.asked != self.seat:
            self._play(self._ask(episode.asked))
        self.ended = episode.over

    def _play(self, action: int) -> None:
        self.pending_reward += self.episode.play_checked(self.episode.asked, action)[self.seat]

    def _ask(self, seat: int) -> int:
        """Return the action of a bot, which receives the mind of its seat and nothing else."""
        episode = self.episode
        rng = seeded(f"{episode.seed} bot {seat} at {len(episode.made)}")
        opponent = self._opponent(seat)
        if type(opponent) is RandomBot:  # it needs no worlds, but draws after the one that a mind would hold
            rng.fork()
            legal = episode.state.legal(seat)
            return episode.actions[legal[rng.below(len(legal))]]
        answer = opponent.choose(episode.game.mind(episode.state, seat, rng))
        try:
            move = operator.index(answer)
        except TypeError:
            move = -1
        if move not in episode.state.legal(seat):
            raise BotFault(f"the bot in seat {seat} answered {answer!r}, which is not a legal move")
        return episode.actions[move]

    def _opponent(self, seat: int) -> Bot:
        return self.opponents[(seat - self.seat) % self.episode.seats - 1]

    # Seats

    def _choose_seat(self, rule: object, number: int) -> int:
        if rule == "rotate":
            return number % self.episode.seats
        if rule == "random":
            return int(self.np_random.integers(self.episode.seats))
        return self._check_seat(rule)

    def _check_seat(self, seat: object) -> int:
        if not isinstance(seat, int | np.integer) or int(seat) not in range(self.episode.seats):
            raise BadSetting(
                f"expected a seat from 0 to {self.episode.seats - 1}, {' or '.join(SEAT_RULES)}, got {seat!r}"
            )
        return int(seat)


def _make_opponents(opponents: str | Bot | Sequence[str | Bot], chairs: int) -> list[Bot]:
    listed = [*opponents] if isinstance(opponents, list | tuple) else [opponents] * chairs
    if len(listed) != chairs:
        raise BadSetting(f"expected {chairs} opponents, got {len(listed)}")
    return [_bot(each) for each in listed]


def _bot(who: object) -> Bot:
    if isinstance(who, str):
        return bot(who)
    if not callable(getattr(who, "choose", None)):
        raise BadSetting(f"expected the name of a bot or an object with choose(mind), got {who!r}")
    chosen: Bot = who  # type: ignore[assignment]  # just checked
    return chosen


def register() -> None:
    """Register all versions of every game's environment with Gymnasium.

    Importing this module does it; calling it again is harmless.
    """
    for version in every_environment():
        identity, settings = env_id(version), {"game": versioned_name(version)}
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point=f"{__name__}:SingleSeatEnv",
                vector_entry_point="fairground.research.vector:MatchVectorEnv",
                kwargs=settings,
            )


register()
