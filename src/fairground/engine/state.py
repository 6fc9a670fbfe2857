"""A position of a game: what every game's rules are made of."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from fairground.engine.rng import Rng

OVER: Final = -1
NO_CHANCE: Final = Rng()


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position. Games extend it; `docs/adding-a-game.md` tells what each member promises."""

    def __init__(self) -> None:
        """An empty state; a game's `deal` fills it.

        `revealed` rises whenever something hidden comes to light; `box` is the digest of the printed values.
        """
        self.seats: i64 = 0
        self.actor: i64 = OVER
        self.revealed: i64 = 0
        self.rng: Rng = NO_CHANCE
        self.options: dict[str, str] = {}
        self.box = ""

    def actors(self) -> list[int]:
        """Every seat that owes a decision, ascending; empty when the match is over."""
        return [] if self.actor == OVER else [self.actor]

    def legal(self, seat: i64) -> list[int]:
        """The moves of `seat`: ascending, unique, never empty for an actor, empty for anyone else."""
        raise NotImplementedError

    def play(self, seat: i64, move: i64) -> None:
        """Carry out a legal move and all that follows from it: unchecked, in place."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points now; final when the match is over."""
        raise NotImplementedError

    def copy(self) -> "State":
        """An independent twin, written by hand, field by field."""
        raise NotImplementedError

    def redeal(self, seat: i64) -> None:
        """Deal afresh what `seat` cannot know, uniformly over all that fits what it has seen.

        The result may depend on `self.rng` and on what `seat` knows, on nothing else.
        Where nothing is hidden there is nothing to do.
        """

    def imagine(self, seat: i64, rng: Rng) -> "State":
        """A world that `seat` cannot tell from this one."""
        world = self.copy()
        world.rng = rng.fork()
        world.redeal(seat)
        return world

    def someone(self, rng: Rng) -> i64:
        """The seat to ask next where no clock decides: real-time games draw it from `rng`."""
        return self.actor

    def _adopt(self, other: "State") -> None:
        """Take over the fields that every game has; for `copy`."""
        self.seats = other.seats
        self.actor = other.actor
        self.revealed = other.revealed
        self.rng = other.rng.copy()
        self.options = other.options
        self.box = other.box
