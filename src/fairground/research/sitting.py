"""One match after another as learners meet them: actions instead of moves, arrays instead of views."""

import secrets
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.game import Features, Game
from fairground.engine.match import generator
from fairground.engine.record import Record
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State
from fairground.games import load

REWARDS: Final = ("win", "points")
ILLEGAL: Final = -1.0  # the reward of an action that is not legal
LIMIT: Final = 100.0  # features are parts of a whole, or little more; none comes near this
Mask = NDArray[np.int8]


def env_id(game: Game[State, object]) -> str:
    """What the registries of learners' tools call a game: its name in CamelCase and its rules version."""
    name = "".join(word.capitalize() for word in game.name.split("_"))
    return f"fairground/{name}-v{game.rules}"


def checked_reward(reward: str) -> str:
    """`win` is the share of the win, given at the end; `points` is what was gained by each move."""
    if reward not in REWARDS:
        raise BadSetting(f"expected the reward {' or '.join(REWARDS)}, got {reward!r}")
    return reward


class Seeds:
    """Texts for one match after another; the same seed gives the same row of them."""

    def __init__(self, seed: int | str | None) -> None:
        self.text = secrets.token_hex(8) if seed is None else str(seed)
        self.used = 0
        generator(self.text)  # refuses what is no seed

    def draw(self) -> str:
        text = f"{self.text} match {self.used}" if self.used else self.text
        self.used += 1
        return text


class Sitting:
    """The present match at a table of learners, and how to begin the next.

    Action k is the move `game.moves[k]`. `asked` is the seat whose decision comes next. Options that are
    not given have their defaults for study.
    """

    def __init__(
        self,
        game: str | Game[State, object],
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        seed: int | str | None = None,
        box: Box[object] | str | None = None,
    ) -> None:
        checked_reward(reward)
        self.game = load(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.settle_options(options or {}, study=True)
        self.box = self.game.box(box) if isinstance(box, str) else box or self.game.box()
        self.reward = reward
        self.seeds = Seeds(seed)
        self.judge = self.game.judge()
        self.moves = list(self.game.moves)
        self.actions = {move: action for action, move in enumerate(self.moves)}
        self._deal("before the first match")  # refuses a wrong number of seats
        self.size = self.game.size(self.seats)

    def begin(self, seed: int | str | None = None) -> None:
        """Deal the next match; a seed begins a new row of matches."""
        if seed is not None:
            self.seeds = Seeds(seed)
        self._deal(self.seeds.draw())

    def _deal(self, seed: str) -> None:
        self.seed = seed
        self.state = self.game.setup(self.seats, generator(seed), self.options, self.box)
        self.made: list[tuple[int, int]] = []
        self.had = [0.0] * self.seats
        self.order: Rng = generator(f"{seed} order")
        self.asked = int(self.state.someone(self.order))

    @property
    def over(self) -> bool:
        return self.state.actor == OVER

    # What a seat is given

    def features(self, seat: int) -> Features:
        """What the seat may know, as numbers."""
        return np.clip(self.game.features(self.state, seat), -LIMIT, LIMIT)

    def mask(self, seat: int) -> Mask:
        """1 for each action that is legal for the seat now; all 0 for one that owes no decision."""
        mask = self.no_mask()
        mask[[self.actions[move] for move in self.state.legal(seat)]] = 1
        return mask

    def no_mask(self) -> Mask:
        return np.zeros(len(self.moves), dtype=np.int8)

    def picture(self) -> str:
        """What everybody may see, with markup."""
        return self.game.picture(self.game.view(self.state, None))

    def verdict(self, seat: int) -> dict[str, object]:
        """How the match ended for a seat."""
        outcome = self.game.outcome(self.state)
        return {"place": outcome.places[seat], "points": outcome.points[seat], "reason": outcome.reason}

    # Moves

    def play(self, seat: int, action: int) -> list[float]:
        """Make the move and tell what each seat gained; IllegalMove says why not, and changes nothing."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(f"expected an action from 0 to {len(self.moves) - 1}, got {action}")
        self._play(seat, self.game.legal_move(self.state, seat, self.moves[action]))
        return self._gained()

    def may(self, seat: int, action: int) -> bool:
        return 0 <= action < len(self.moves) and self.moves[action] in self.state.legal(seat)

    def anything(self, seat: int) -> int:
        """A legal action, each as likely."""
        legal = self.state.legal(seat)
        return self.actions[legal[self.order.below(len(legal))]]

    def _play(self, seat: int, move: int) -> None:
        self.state.play(seat, move)
        self.made.append((seat, move))
        self.asked = int(self.state.someone(self.order))

    def _gained(self) -> list[float]:
        """Points since the last move; or shares of the win, all at the end."""
        if self.reward == "points":
            had, self.had = self.had, [float(points) for points in self.state.scores()]
            return [now - before for now, before in zip(self.had, had, strict=True)]
        return self.judge.result(self.state) if self.over else [0.0] * self.seats

    def record(self) -> Record:
        """The match so far, as a `.game` file tells it."""
        return Record(
            game=self.game.name,
            rules=self.game.rules,
            seats=self.seats,
            seed=self.seed,
            options=dict(self.options),
            box=self.box.digest,
            moves=[(seat, self.game.write(move)) for seat, move in self.made],
            outcome=self.game.outcome(self.state).points if self.over else None,
        )
