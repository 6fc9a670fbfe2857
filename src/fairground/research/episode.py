"""One match after another as a learner sees them: actions in place of moves, arrays in place of views."""

import secrets
from collections.abc import Mapping
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.game import Features, Game
from fairground.engine.match import generator
from fairground.engine.record import Record
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State
from fairground.games import environments, list_games, load, load_environment

REWARDS: Final = ("win", "points")
ILLEGAL: Final = -1.0  # the reward of an illegal action
Mask = NDArray[np.int8]


def env_id(game: Game[State, object]) -> str:
    """Return the id of a game in the registries of Gymnasium and PettingZoo.

    It is the name in CamelCase and the version of the environment: `fairground/SomeGame-v1`.
    """
    name = "".join(word.capitalize() for word in game.name.split("_"))
    return f"fairground/{name}-v{game.environment}"


def versioned_name(game: Game[State, object]) -> str:
    """Return the name of a version, as environments take it: `some_game-v1`."""
    return f"{game.name}-v{game.environment}"


def every_environment() -> list[Game[State, object]]:
    """Return all games, each in all versions of its environment, the newest first."""
    return [version for name in list_games() for version in environments(name)]


def find_game(game: str | Game[State, object]) -> Game[State, object]:
    """Return a game by its name; `some_game-v1` is the game in that version of its environment."""
    if not isinstance(game, str):
        return game
    name, _, version = game.partition("-v")
    return load_environment(name, int(version)) if version.isdecimal() else load(game)


def is_shipped(game: Game[State, object], box: Box[object]) -> bool:
    """Return whether this is the game's own box, for which the bounds of its features are true."""
    return box.digest == game.box().digest


def check_reward(reward: str) -> str:
    """Return the reward scheme if it exists.

    `win` is the share of the win, paid at the end; `points` is what each move gained.
    """
    if reward not in REWARDS:
        raise BadSetting(f"expected the reward {' or '.join(REWARDS)}, got {reward!r}")
    return reward


class Seeds:
    """Produce the seeds of successive matches; the same first seed gives the same sequence."""

    def __init__(self, seed: int | str | None) -> None:
        self.text = secrets.token_hex(8) if seed is None else str(seed)
        self.used = 0
        generator(self.text)  # raises if this is not a valid seed

    def draw(self) -> str:
        """Return the seed of the next match."""
        text = f"{self.text} match {self.used}" if self.used else self.text
        self.used += 1
        return text


class Episode:
    """The current match of an environment, and how to start the next one.

    Action k is the move `game.moves[k]`. `asked` is the seat that decides next. Options that are not given
    take their defaults for studies.
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
        check_reward(reward)
        self.game = find_game(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.settle_options(options or {}, study=True)
        self.box = self.game.box(box) if isinstance(box, str) else box or self.game.box()
        self.reward = reward
        self.seeds = Seeds(seed)
        self.judge = self.game.judge()
        self.moves = list(self.game.moves_with(self.box))
        self.actions = {move: action for action, move in enumerate(self.moves)}
        self._deal("before the first match")  # raises if the number of seats is wrong
        self.size = self.game.size(self.seats, self.box)
        self.writer = FeatureWriter(self.size)
        self.cells = np.frombuffer(memoryview(self.writer.cells), dtype=np.float64)
        self.encode = self.game.modules.features.encode
        self.bounds = self.game.bounds(self.seats, self.box)
        self.own_box = not is_shipped(self.game, self.box)

    def begin(self, seed: int | str | None = None) -> None:
        """Deal the next match; a seed starts a new sequence of matches."""
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

    # Observations

    def features(self, seat: int) -> Features:
        """Return what the seat may know, as numbers."""
        self.writer.at = 0
        self.encode(self.state, seat, self.writer)
        numbers = self.cells.astype(np.float32)
        return np.clip(numbers, *self.bounds) if self.own_box else numbers

    def mask(self, seat: int) -> Mask:
        """Return 1 for each action that is legal for the seat now; all 0 if it owes no decision."""
        mask = self.empty_mask()
        mask[[self.actions[move] for move in self.state.legal(seat)]] = 1
        return mask

    def empty_mask(self) -> Mask:
        return np.zeros(len(self.moves), dtype=np.int8)

    def view(self, seat: int | None) -> msgspec.Struct:
        """Return what a seat, or a spectator (None), may know."""
        return self.game.view(self.state, seat)

    def result(self, seat: int) -> dict[str, object]:
        """Return how the match ended for a seat: its place, its points and the reason."""
        outcome = self.game.outcome(self.state)
        return {"place": outcome.places[seat], "points": outcome.points[seat], "reason": outcome.reason}

    # Moves

    def play(self, seat: int, action: int) -> list[float]:
        """Make the move and return the rewards of all seats. If it is illegal, raise and change nothing."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(f"expected an action from 0 to {len(self.moves) - 1}, got {action}")
        self._play(seat, self.game.legal_move(self.state, seat, self.moves[action]))
        return self._rewards()

    def play_checked(self, seat: int, action: int) -> list[float]:
        """Make a move that is known to be legal and return the rewards of all seats."""
        self._play(seat, self.moves[action])
        return self._rewards()

    def is_legal(self, seat: int, action: int) -> bool:
        return 0 <= action < len(self.moves) and self.moves[action] in self.state.legal(seat)

    def random_action(self, seat: int) -> int:
        """Draw a legal action; all are equally likely."""
        legal = self.state.legal(seat)
        return self.actions[legal[self.order.below(len(legal))]]

    def _play(self, seat: int, move: int) -> None:
        self.state.play(seat, move)
        self.made.append((seat, move))
        self.asked = int(self.state.someone(self.order))

    def _rewards(self) -> list[float]:
        """Return the points gained since the last move, or the shares of the win at the end."""
        if self.reward == "points":
            had, self.had = self.had, [float(points) for points in self.state.scores()]
            return [now - before for now, before in zip(self.had, had, strict=True)]
        return self.judge.result(self.state) if self.over else [0.0] * self.seats

    def record(self) -> Record:
        """Return the record of the match so far, as in a `.game` file."""
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
