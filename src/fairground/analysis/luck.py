"""Tells what a decision did from what chance did afterwards, from the true position."""

from dataclasses import dataclass

from fairground.engine.judge import Judge
from fairground.engine.match import Made
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State


@dataclass(frozen=True)
class Effect:
    """How a move changed each seat's share: `decision` on the average of all that chance could do, `luck` by what it did.

    Together they are exactly the difference of the shares after and before the move.
    """

    decision: list[float]
    luck: list[float]


def appraise(state: State, judge: Judge) -> list[float]:
    """Return each seat's share; when the match is over, of the win."""
    return judge.result(state) if state.actor == OVER else judge.shares(state)


def split_effect(before: State, made: Made, after: State, judge: Judge, rng: Rng, worlds: int) -> Effect:
    """Split the effect of a move that was made in the true position `before`."""
    start, end = appraise(before, judge), appraise(after, judge)
    expected = expect_shares(before, made, judge, rng, worlds) if made.final else end
    return Effect(
        [mean - share for mean, share in zip(expected, start, strict=True)],
        [share - mean for mean, share in zip(expected, end, strict=True)],
    )


def expect_shares(before: State, made: Made, judge: Judge, rng: Rng, worlds: int) -> list[float]:
    """Return the mean shares after a move over everything that chance could do with it."""
    totals = [0.0] * int(before.seats)
    for _ in range(worlds):
        world = before.with_other_chance(rng)
        world.play(made.seat, made.move)
        totals = [total + share for total, share in zip(totals, appraise(world, judge), strict=True)]
    return [total / worlds for total in totals]
