"""The ratings of bots: fixed points of each game's scale, from the strength that is published in its folder.

If one bot wins a share p of its matches against another, both ratings would stay where they are, on average,
if they differed by c times the logarithm of p / (1 - p). The ladder of a game says how often each level beats
the one below, so it gives the differences. One level is in the middle of the scale, where people begin.
"""

import math
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec
from openskill.models import PlackettLuce

from fairground.games import load

FILE: Final = "strength.toml"
MODEL: Final = PlackettLuce()
MIDDLE: Final = "artisan"
SIGMA: Final = 1.0  # the uncertainty with which bots count; their ratings never move
SPREAD: Final = math.sqrt(2 * (MODEL.beta**2 + SIGMA**2))


class StrengthStep(msgspec.Struct, frozen=True):
    """How often one bot beat others in so many matches; a shared win counts as its part."""

    upper: str
    lower: str
    matches: int
    won: float
    seats: int = 2


class PublishedStrength(msgspec.Struct, frozen=True):
    """What a game's folder says about the strength of bots."""

    steps: list[StrengthStep] = []


@cache
def bot_ratings(game: str) -> dict[str, float]:
    """Return the rating of each bot whose strength in a game is published."""
    return anchor_bots(duels(game))


@cache
def duels(game: str) -> tuple[StrengthStep, ...]:
    """Return the published steps of a game at two seats, the weakest bots first."""
    try:
        text = load(game).document(FILE)
    except FileNotFoundError:
        return ()
    steps = msgspec.convert(tomllib.loads(text), PublishedStrength).steps
    return tuple(step for step in steps if step.seats == 2)


def duel_below(game: str, level: str) -> StrengthStep | None:
    """Return the step of a bot against the one below it; None for the lowest."""
    return next((step for step in duels(game) if step.upper == level), None)


def anchor_bots(steps: Sequence[StrengthStep]) -> dict[str, float]:
    """Return the ratings that fit the steps, from the middle outward; the first step about a bot counts."""
    ratings, left = {MIDDLE: MODEL.mu}, list(steps)
    while linked := [step for step in left if (step.upper in ratings) != (step.lower in ratings)]:
        step = linked[0]
        left.remove(step)
        gap = rating_gap(step.won, step.matches)
        if step.lower in ratings:
            ratings[step.upper] = ratings[step.lower] + gap
        else:
            ratings[step.lower] = ratings[step.upper] - gap
    return ratings if len(ratings) > 1 else {}


def rating_gap(won: float, matches: int) -> float:
    """Return how far two bots are apart of which one won so many matches against the other.

    Half a match is added to both sides, so that a bot that never lost is not infinitely far away.
    """
    return SPREAD * math.log((won + 0.5) / (matches - won + 0.5))
