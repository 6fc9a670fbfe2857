"""Measure how fast matches are reviewed: seconds to the first results, to the end, and per decision."""

import time

import msgspec

from fairground.analysis.parallel_review import ParallelReview
from fairground.bots import LEVELS, bot
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.state import State

LEVEL = LEVELS[1]
SEATS = 2


class ReviewRow(msgspec.Struct):
    """The speed of the review of one match of `LEVEL` against itself, on `cores` processes.

    `first_seconds` is the time until every move has a coarse review. It includes starting the processes.
    """

    game: str
    seats: int
    moves: int
    decisions: int
    budget: int
    cores: int
    first_seconds: float
    seconds: float
    seconds_per_decision: float
    options: dict[str, str] = {}


def play_match(game: Game[State, object], seats: int, options: dict[str, str]) -> Match[State, object]:
    """Play the match that is reviewed."""
    match = Match(game, seats, "pace", options)
    rng, player = seeded("pace"), bot(LEVEL)
    while actors := match.state.actors():
        match.play(actors[0], player.choose(match.mind(actors[0], rng.fork())))
    return match


def measure_match(match: Match[State, object], budget: int, cores: int) -> ReviewRow:
    """Review a match once and return how long it took."""
    began, first = time.perf_counter(), 0.0
    work = ParallelReview(match, budget, cores)
    for _ in work.run():
        if not first and work.has_first_results():
            work.assemble()
            first = time.perf_counter() - began
    review = work.assemble()
    seconds = time.perf_counter() - began
    decisions = sum(move.label is not None for move in review.moves)
    return ReviewRow(
        game=match.game.name,
        seats=review.seats,
        moves=len(review.moves),
        decisions=decisions,
        budget=budget,
        cores=cores,
        first_seconds=first,
        seconds=seconds,
        seconds_per_decision=seconds / max(1, decisions),
        options=dict(match.state.options),
    )


def measure(
    games: list[Game[State, object]], seats: int | None, options: dict[str, str], budget: int, cores: int
) -> list[ReviewRow]:
    """Measure the review of a match of each game; with two seats, or its fewest, unless `seats` says more."""
    return [
        measure_match(play_match(game, seats or max(SEATS, game.seats[0]), chosen), budget, cores)
        for game in games
        for chosen in game.options_to_measure(options)
    ]
