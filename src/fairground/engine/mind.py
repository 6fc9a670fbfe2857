"""What a bot is given instead of the match: one seat's knowledge, and worlds that fit it."""

from collections.abc import Callable

from mypy_extensions import i64

from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import State


class Mind:
    """What one seat knows.

    It is made from a world that the seat itself could imagine, never from the true state, so that
    even a bot that looks where it should not finds nothing there.
    """

    def __init__(
        self,
        world: State,
        seat: i64,
        view: object,
        rng: Rng,
        judge: Judge,
        words: Callable[[int], str],
        game: str,
    ) -> None:
        self._world = world
        self.game = game
        self.seat = seat
        self.seats = world.seats
        self.options = world.options
        self.view = view
        self.rng = rng
        self.judge = judge
        self.words = words

    def legal(self) -> list[int]:
        """The seat's moves."""
        return self._world.legal(self.seat)

    def imagine(self) -> State:
        """A fresh world that the seat cannot tell from the true one; do with it as you like."""
        return self._world.imagine(self.seat, self.rng)
