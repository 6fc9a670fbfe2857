"""Every game as a Gymnasium environment: one seat learns, bots play the others.

Importing this module registers `fairground/<Name>-v<rules version>` for every game on the shelf, the name in
CamelCase. `gymnasium.make("fairground.research.gymnasium:fairground/...")` imports it by itself.

Action k is the move `game.moves[k]`; the observation is what the seat may know, as numbers (`game.layout`
tells what each means). Which actions are legal is told by `info["action_mask"]` and by `action_masks()`. An
illegal action makes no move: it ends the episode with the reward -1 and `info["illegal"]`.

The reward `win` is the seat's share of the win, given at the end; `points` is what the seat gained since its
last move, together its final points. `info["seat"]` is where the learner sits; at the end there are `place`
(from 1), `points` and `reason` as well.
"""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairground.bots import Bot, BotFault, bot, close
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.game import Features, Game
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.games import list_games, load
from fairground.research.extra import missing
from fairground.research.screen import MODES, Frame, Screen
from fairground.research.sitting import ILLEGAL, LIMIT, Sitting, env_id

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing(error) from None

MOVING: Final = ("rotate", "random")
RESETTING: Final = ("seat",)
Info = dict[str, Any]


class OneSeat(gymnasium.Env[Features, np.int64]):
    """One seat of a match against bots.

    `opponents` is a bot or its name, for all other seats, or a list with one for each of them, the first
    for the seat after the learner's. `seat` is the learner's; "rotate" takes the next one in each episode,
    beginning with 0 after every reset with a seed, and "random" draws it. `reset(options={"seat": 2})`
    says it for one episode.
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
        self.sitting = Sitting(game, seats, options, reward, None, box)
        self.screen = Screen(self.sitting.picture, self.sitting.game.title, render_mode)
        self.render_mode = render_mode
        self.opponents = _invited(opponents, self.sitting.seats - 1)
        self.place = seat if isinstance(seat, str) and seat in MOVING else self._chair(seat)
        self.seat = 0
        self.ended = True
        self.due = 0.0
        self.observation_space = spaces.Box(-LIMIT, LIMIT, (self.sitting.size,), np.float32)
        self.action_space = spaces.Discrete(len(self.sitting.moves))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, Info]:
        """Deal the next match, and let the bots play until the learner is asked."""
        super().reset(seed=seed)
        wanted = dict(options or {})
        place = wanted.pop("seat", self.place)
        if wanted:
            raise BadSetting(f"reset takes the option {', '.join(RESETTING)}, not {', '.join(wanted)}")
        number = 0 if seed is not None else self.sitting.seeds.used
        self.seat = self._drawn(place, number)
        self.sitting.begin(seed)
        self.due = 0.0
        self._wait()
        self.screen.change()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Features, float, bool, bool, Info]:
        """Make the learner's move, and let the bots play until it is asked again."""
        if self.ended:
            raise IllegalMove("the episode is over; call reset()")
        if not self.sitting.may(self.seat, int(action)):
            self.ended = True
            return self._seen(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self._play(int(action))
        self._wait()
        self.screen.change()
        reward, self.due = self.due, 0.0
        return self._seen(), reward, self.sitting.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as MaskablePPO of sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Frame | None:
        """What everybody may see: hidden things are in no picture."""
        return self.screen.show()

    def close(self) -> None:
        for each in self.opponents:
            close(each)

    # What the learner is given

    def _seen(self) -> Features:
        return self.sitting.features(self.seat)

    def _mask(self) -> NDArray[np.int8]:
        return self.sitting.no_mask() if self.ended else self.sitting.mask(self.seat)

    def _info(self) -> Info:
        info: Info = {"action_mask": self._mask(), "seat": self.seat}
        return {**info, **self.sitting.verdict(self.seat)} if self.sitting.over else info

    # The other seats

    def _wait(self) -> None:
        """Ask the bots until it is the learner's turn."""
        sitting = self.sitting
        while not sitting.over and sitting.asked != self.seat:
            self._play(self._answer(sitting.asked))
        self.ended = sitting.over

    def _play(self, action: int) -> None:
        self.due += self.sitting.play(self.sitting.asked, action)[self.seat]

    def _answer(self, seat: int) -> int:
        """The action of a bot, which is given the mind of its seat and nothing else."""
        sitting = self.sitting
        rng = seeded(f"{sitting.seed} bot {seat} at {len(sitting.made)}")
        answer = self._opponent(seat).choose(sitting.game.mind(sitting.state, seat, rng))
        try:
            move = operator.index(answer)
        except TypeError:
            move = -1
        if move not in sitting.state.legal(seat):
            raise BotFault(f"the bot in seat {seat} answered {answer!r}, which is none of its legal moves")
        return sitting.actions[move]

    def _opponent(self, seat: int) -> Bot:
        return self.opponents[(seat - self.seat) % self.sitting.seats - 1]

    # Chairs

    def _drawn(self, place: object, number: int) -> int:
        if place == "rotate":
            return number % self.sitting.seats
        if place == "random":
            return int(self.np_random.integers(self.sitting.seats))
        return self._chair(place)

    def _chair(self, seat: object) -> int:
        if not isinstance(seat, int | np.integer) or int(seat) not in range(self.sitting.seats):
            raise BadSetting(
                f"expected a seat from 0 to {self.sitting.seats - 1}, {' or '.join(MOVING)}, got {seat!r}"
            )
        return int(seat)


def _invited(opponents: str | Bot | Sequence[str | Bot], chairs: int) -> list[Bot]:
    listed = [*opponents] if isinstance(opponents, list | tuple) else [opponents] * chairs
    if len(listed) != chairs:
        raise BadSetting(f"expected {chairs} opponents, got {len(listed)}")
    return [_bot(each) for each in listed]


def _bot(who: object) -> Bot:
    if isinstance(who, str):
        return bot(who)
    if not callable(getattr(who, "choose", None)):
        raise BadSetting(f"expected the name of a bot or one with choose(mind), got {who!r}")
    chosen: Bot = who  # type: ignore[assignment]  # just looked
    return chosen


def register() -> None:
    """Make every game on the shelf known to Gymnasium; what is known already is left alone."""
    for name in list_games():
        identity = env_id(load(name))
        if identity not in gymnasium.registry:
            gymnasium.register(identity, entry_point=f"{__name__}:OneSeat", kwargs={"game": name})


register()
