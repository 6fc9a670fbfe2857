"""States as values: what is compared, shown and pickled; and what a bot perceives of one."""

import hashlib
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.engine.box import Box
from fairground.engine.mind import Senses
from fairground.engine.state import OVER, Provenance, State

if TYPE_CHECKING:  # games use this module
    from fairground.engine.game import Game

S = TypeVar("S", bound=State)
B = TypeVar("B")


class GameSenses(Senses):
    """What bots of a game perceive."""

    def __init__(self, game: "Game[State, object]") -> None:
        super().__init__()
        self.game = game

    def view(self, world: State, seat: int) -> msgspec.Struct:
        return self.game.view(world, seat)

    def features(self, world: State, seat: int) -> NDArray[np.float32]:
        return self.game.features(world, seat)

    def mask(self, world: State, seat: int) -> NDArray[np.bool_]:
        return self.game.mask(world, seat)

    def words(self, move: int) -> str:
        return self.game.write(move)


class GameProvenance(Provenance):
    """The game and the box that a state belongs to."""

    def __init__(self, game: "Game[State, object]", box: Box[object]) -> None:
        super().__init__()
        self.game = game
        self.box = box

    def position(self, state: State) -> bytes:
        return msgspec.json.encode({**self.game.dump(state), "rng": None}, order="sorted")

    def describe(self, state: State) -> str:
        over = state.actor == OVER
        waiting = "over" if over else f"seat {' and '.join(map(str, state.actors()))} to move"
        points = ":".join(map(str, state.scores()))
        mark = hashlib.blake2b(self.position(state), digest_size=4).hexdigest()
        return f"<{self.game.title} position {mark}: {state.seats} seats, {waiting}, {points} points>"

    def reduce(self, state: State) -> tuple[object, ...]:
        own = None if self.box.digest == self.game.box().digest else self.box
        return restore_state, (self.game, msgspec.json.encode(self.game.dump(state)), own)


def restore_state(game: "Game[S, B]", position: bytes, box: Box[B] | None) -> S:
    """Return the state that was pickled."""
    return game.restore(msgspec.json.decode(position), box)


def find_game(package: str, rules: int, environment: int) -> "Game[State, object]":
    """Return the game of a package in one of its versions."""
    module = import_module(package)
    for game in (module.GAME, *getattr(module, "OBSERVED", ()), *getattr(module, "PAST", ())):
        if (game.rules, game.environment) == (rules, environment):
            found: Game[State, object] = game
            return found
    raise LookupError(f"{package} has no rules version {rules} with the environment version {environment}")
