"""What a bot is given instead of the match: one seat's knowledge, and worlds that fit it."""

from mypy_extensions import i64

from fairground.engine.rng import Rng
from fairground.engine.state import State


class Mind:
    """What one seat knows.

    It is made from a world that the seat itself could imagine, never from the true state, so that
    even a bot that looks where it should not finds nothing there.
    """

    def __init__(self, world: State, seat: i64, view: object, rng: Rng) -> None:
        self._world = world
        self.seat = seat
        self.seats = world.seats
        self.view = view
        self.rng = rng

    def legal(self) -> list[int]:
        """The seat's moves."""
        return self._world.legal(self.seat)

    def imagine(self) -> State:
        """A fresh world that the seat cannot tell from the true one; do with it as you like."""
        return self._world.imagine(self.seat, self.rng)
