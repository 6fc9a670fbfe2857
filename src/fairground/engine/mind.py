"""What a bot gets instead of the match: one seat's knowledge, and worlds that fit it."""

from collections.abc import Callable

from mypy_extensions import i64

from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import State


class Mind:
    """What one seat knows.

    It is made from a world that the seat itself could imagine, never from the true state. So even a bot
    that looks at private attributes learns nothing hidden.
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
        self.rules = world.rules
        self.box = world.box
        self.view = view
        self.rng = rng
        self.judge = judge
        self.words = words

    def legal(self) -> list[int]:
        """Return the seat's legal moves."""
        return self._world.legal(self.seat)

    def imagine(self) -> State:
        """Return a new world that the seat cannot tell from the true one. You may change it."""
        return self._world.imagine(self.seat, self.rng)
