"""Tells what a decision did from what chance did afterwards, from the true position."""

from dataclasses import dataclass, field

from fairground.analysis.position_search import expect_sealed, expect_shares
from fairground.bots.search.walk import are_choices_sealed
from fairground.engine.judge import Judge
from fairground.engine.match import Made
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State


@dataclass(frozen=True)
class TruePosition:
    """A true position, with the choices that are sealed in it and the position in which those began."""

    state: State
    start: State
    sealed: list[tuple[int, int]] = field(default_factory=list)

    def after(self, made: Made, state: State) -> "TruePosition":
        """Return the position after a move that led to `state`."""
        waiting = self.state.actors()
        if len(waiting) < 2 or not are_choices_sealed(waiting, made.seat, state):
            return TruePosition(state, state)
        return TruePosition(state, self.start, [*self.sealed, (made.seat, made.move)])


@dataclass(frozen=True)
class Appraiser:
    """Estimates the shares of true positions by `walks` walks; chance is averaged over `worlds` worlds.

    `match` is the seed of the match. Without it the same moments of all matches would be tried with the same
    rolls, whose errors would add up over many matches instead of cancelling out.
    """

    judge: Judge
    walks: int = 128
    worlds: int = 8
    match: str | bytes = ""

    def generator(self, purpose: str) -> Rng:
        """Return the random generator for a moment of this match."""
        return seeded(f"{purpose} of {self.match!r}")

    def appraise(self, position: TruePosition, rng: Rng) -> list[float]:
        """Return each seat's share in a position."""
        if position.sealed:
            return expect_sealed(position.start, position.sealed, self.judge, rng, self.walks)
        return expect_shares(position.state, self.judge, rng, self.walks)

    def expect(self, position: TruePosition, made: Made, rng: Rng, trial: Rng) -> list[float]:
        """Return the mean shares after a move over what chance, drawn from `rng`, could do with it.

        Each world is appraised with the same rolls of `trial`, so that worlds differ by what chance did only.
        """
        totals = [0.0] * int(position.state.seats)
        for _ in range(self.worlds):
            world = position.state.with_other_chance(rng)
            world.play(made.seat, made.move)
            shares = self.appraise(position.after(made, world), trial.copy())
            totals = [total + share for total, share in zip(totals, shares, strict=True)]
        return [total / self.worlds for total in totals]


@dataclass(frozen=True)
class Appraisal:
    """The shares after a move, and what they were expected to be on the average of what chance could do."""

    shares: list[float]
    expected: list[float]


def appraise_move(
    at: int, before: TruePosition, made: Made, after: TruePosition, appraiser: Appraiser
) -> Appraisal:
    """Appraise the move that was made at moment `at`."""
    trial = appraiser.generator(f"shares at {at + 1}")
    shares = appraiser.appraise(after, trial.copy())
    if not made.final:  # chance had no part in it
        return Appraisal(shares, shares)
    return Appraisal(shares, appraiser.expect(before, made, appraiser.generator(f"chance at {at}"), trial))


@dataclass(frozen=True)
class Effect:
    """What the decision and what chance did to each seat's share; both add up to the change."""

    decision: list[float]
    luck: list[float]


def split_effect(before: list[float], appraisal: Appraisal) -> Effect:
    """Split the change of the shares since `before` into decision and luck."""
    return Effect(subtract(appraisal.expected, before), subtract(appraisal.shares, appraisal.expected))


def subtract(one: list[float], other: list[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]
