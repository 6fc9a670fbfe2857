"""A position of a game. Every game's rules extend this class."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from fairground.engine.rng import Rng

OVER: Final = -1
NO_CHANCE: Final = Rng()


@mypyc_attr(allow_interpreted_subclasses=True)
class Provenance:
    """The game and the box that states belong to, which know how to write them as data."""

    def position(self, state: "State") -> bytes:
        """Return the position as bytes, without its generator: equal positions have equal ones."""
        raise NotImplementedError

    def describe(self, state: "State") -> str:
        """Return a line that tells which position this is."""
        raise NotImplementedError

    def reduce(self, state: "State") -> tuple[object, ...]:
        """Return what `pickle` needs to make the state again."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position. Games extend it; `docs/adding-a-game.md` explains what each method must do."""

    def __init__(self) -> None:
        """Make an empty state; a game's `deal` fills it.

        `rules` is the version of the rules that the match follows. `revealed` goes up whenever something
        hidden comes to light; `box` is the digest of the box. `provenance` is None if no game made the state.
        """
        self.provenance: Provenance | None = None
        self.rules: i64 = 0
        self.seats: i64 = 0
        self.actor: i64 = OVER
        self.revealed: i64 = 0
        self.rng: Rng = NO_CHANCE
        self.options: dict[str, str] = {}
        self.box = ""

    def actors(self) -> list[int]:
        """Return every seat that owes a decision, in ascending order; none when the match is over."""
        return [] if self.actor == OVER else [self.actor]

    def legal(self, seat: i64) -> list[int]:
        """Return the legal moves of `seat`: ascending, unique, at least one for an actor, none for others."""
        raise NotImplementedError

    def play(self, seat: i64, move: i64) -> None:
        """Carry out a legal move and everything that follows from it, in place and without checks."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Return the points of each seat; they are final when the match is over."""
        raise NotImplementedError

    def copy(self) -> "State":
        """Return an independent copy. Games write this by hand, field by field."""
        raise NotImplementedError

    def redeal(self, seat: i64) -> None:
        """Deal again what `seat` cannot know, uniformly over everything that fits what it has seen.

        The result may depend only on `self.rng` and on what `seat` knows. If nothing is hidden, there is
        nothing to do.
        """

    def reshuffle(self) -> None:
        """Deal again what no seat knows, uniformly over everything that fits what the seats have seen.

        Hands and sealed choices stay as they are, because their seats know them. If there is nothing that
        nobody knows, there is nothing to do.
        """

    def reopen(self, seat: i64) -> None:
        """Take back the choices that others have sealed and `seat` does not know, so that they choose again.

        It is done in imagined worlds while `seat` owes a decision. What is legal for `seat` stays the same.
        If there are no sealed choices, there is nothing to do.
        """

    def with_other_chance(self, rng: Rng) -> "State":
        """Return the same position in which everything that chance still decides is open again."""
        world = self.copy()
        world.rng = rng.fork()
        world.reshuffle()
        return world

    def imagine(self, seat: i64, rng: Rng) -> "State":
        """Return a world that `seat` cannot tell from this one."""
        world = self.copy()
        world.rng = rng.fork()
        world.redeal(seat)
        return world

    # States are values

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same position of the same game. What chance will do does not matter."""
        if self is other:
            return True
        if not isinstance(other, State):
            return False
        provenance, there = self.provenance, other.provenance
        if provenance is None or there is None:
            return False
        return provenance.position(self) == there.position(other)

    def __hash__(self) -> int:
        """Return a hash of the position as it is now; do not change a state that is in a set."""
        provenance = self.provenance
        return id(self) if provenance is None else hash(provenance.position(self))

    def __repr__(self) -> str:
        provenance = self.provenance
        return object.__repr__(self) if provenance is None else provenance.describe(self)

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        provenance = self.provenance
        if provenance is None:
            raise TypeError("only a state that a game has set up or restored can be pickled")
        return provenance.reduce(self)

    # For games

    def someone(self, rng: Rng) -> i64:
        """Return the seat to ask next. Real-time games, in which seats have no order, draw it from `rng`."""
        return self.actor

    def _adopt(self, other: "State") -> None:
        """Copy the fields that every game has; for use in `copy`."""
        self.rules = other.rules
        self.seats = other.seats
        self.actor = other.actor
        self.revealed = other.revealed
        self.rng = other.rng.copy()
        self.options = other.options
        self.box = other.box
        self.provenance = other.provenance
