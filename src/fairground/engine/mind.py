"""What a bot gets instead of the match: one seat's knowledge, and worlds that fit it."""

from mypy_extensions import i64, mypyc_attr

from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Senses:
    """How a seat perceives a world; a game has its own."""

    def view(self, world: State, seat: int) -> object:
        """Return what the seat sees."""
        return None

    def features(self, world: State, seat: int) -> object:
        """Return the same as numbers, in a numpy array."""
        raise NotImplementedError

    def mask(self, world: State, seat: int) -> object:
        """Return which actions are legal, in a numpy array."""
        raise NotImplementedError

    def words(self, move: int) -> str:
        """Return the words of a move."""
        return str(move)


class Mind:
    """What one seat knows.

    It is made from a world that the seat itself could imagine, never from the true state. So even a bot
    that looks at private attributes learns nothing hidden.
    """

    def __init__(self, world: State, seat: i64, senses: Senses, rng: Rng, judge: Judge, game: str) -> None:
        self._world = world
        self._senses = senses
        self.game = game
        self.seat = seat
        self.seats = world.seats
        self.options = world.options
        self.rules = world.rules
        self.box = world.box
        self.rng = rng
        self.judge = judge

    @property
    def view(self) -> object:
        """What the seat sees; it is made when you ask."""
        return self._senses.view(self._world, self.seat)

    def features(self) -> object:
        """Return what the seat knows as numbers: a numpy array of float32."""
        return self._senses.features(self._world, self.seat)

    def mask(self) -> object:
        """Return whether each action is legal: a numpy array; action k is the move `game.moves[k]`."""
        return self._senses.mask(self._world, self.seat)

    def words(self, move: int) -> str:
        """Return the words of a move."""
        return self._senses.words(move)

    def legal(self) -> list[int]:
        """Return the seat's legal moves."""
        return self._world.legal(self.seat)

    def imagine(self) -> State:
        """Return a new world that the seat cannot tell from the true one. You may change it."""
        return self._world.imagine(self.seat, self.rng)
