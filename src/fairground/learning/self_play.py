"""Matches that a search plays against itself, and what can be learnt from them."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fairground.bots.search import Search, SearchedMove
from fairground.bots.search.alpha_beta import AlphaBeta
from fairground.bots.search.network_judge import FINENESS, LearntJudge
from fairground.bots.search_bot import POSITIONS
from fairground.bots.trained_judge import TrainedJudge
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import OVER, State
from fairground.learning.plan import TrainingPlan
from fairground.learning.samples import Samples

OPENING = 8  # of so many moves at first, about half are random, so that matches differ
CURIOUS = 4  # one move of so many is drawn by visits and not the best one
SLIP = 40  # where a search does not count visits, one move of so many is random
TRUST = 0.5  # how much of a target is what the search expected; the rest is the result


@dataclass
class Thought:
    """What a search found: its move, what it expects each seat to win, and its visits, if it counts them."""

    move: int
    shares: list[float] | None = None
    visits: list[SearchedMove] = field(default_factory=list)


@dataclass
class MatchRows:
    """The rows of one match until its result is known."""

    features: list[NDArray[np.float16]] = field(default_factory=list)
    worths: list[list[float]] = field(default_factory=list)
    shares: list[list[float] | None] = field(default_factory=list)
    actors: list[int] = field(default_factory=list)
    visits: list[NDArray[np.float16]] = field(default_factory=list)

    def finish(self, result: list[float]) -> Samples:
        """Mix what the search expected with what came of it."""
        expected = [result if shares is None else shares for shares in self.shares]
        target = TRUST * np.array(expected) + (1 - TRUST) * np.array([result] * len(expected))
        return Samples(
            np.stack(self.features),
            np.array(self.worths, dtype=np.float32),
            target.astype(np.float32),
            np.array(self.actors, dtype=np.int64),
            np.stack(self.visits),
        )


class SelfPlayer:
    """Plays matches of a plan, with the network that is the best so far, or with the tuned judge."""

    def __init__(self, plan: TrainingPlan, trained: TrainedJudge | None = None) -> None:
        self.plan = plan
        self.game = plan.edition
        self.trained = trained
        self.tuned = self.game.judge()

    def play(self, seed: str) -> Samples | None:
        """Play a match and return its samples; None if it ended before there was a choice."""
        state = self.game.setup(self.plan.seats, seeded(seed), self.plan.options, self.plan.open_box)
        rng, rows = seeded(f"{seed} players"), MatchRows()
        made = 0
        while state.actor != OVER and made < self.game.longest:
            seat = int(state.someone(rng))
            legal = state.legal(seat)
            if len(legal) == 1 or (made < OPENING and rng.below(2)):
                move = legal[rng.below(len(legal))]
            else:
                thought = self._think(state, seat, rng)
                self._note(rows, state, seat, thought)
                move = self._choose(thought, legal, rng)
            state.play(seat, move)
            made += 1
        return rows.finish(self.tuned.result(state)) if rows.actors else None

    def _think(self, state: State, seat: int, rng: Rng) -> Thought:
        mind = self.game.mind(state, seat, rng.fork())
        judge = self.trained.judge(mind, mind.judge) if self.trained else mind.judge
        return self._look_ahead(mind, judge) if self.plan.looks_ahead else self._search(mind, judge)

    def _search(self, mind: Mind, judge: Judge) -> Thought:
        search = Search(mind, judge, self.plan.iterations)
        search.run()
        return Thought(search.best(), search.shares(), search.moves())

    def _look_ahead(self, mind: Mind, judge: Judge) -> Thought:
        world, budget = mind.imagine(), POSITIONS * self.plan.iterations
        search = AlphaBeta(judge, mind.rng, mind.seat, budget, lambda: False)
        move = int(search.best(world))
        share = win_chance(search.value, judge)
        shares = [share if seat == mind.seat else 1 - share for seat in range(mind.seats)]
        return Thought(move, shares)

    def _choose(self, thought: Thought, legal: list[int], rng: Rng) -> int:
        """Return the best move, and now and then another one."""
        if not thought.visits:
            return legal[rng.below(len(legal))] if rng.below(SLIP) == 0 else thought.move
        if rng.below(CURIOUS):
            return thought.move
        left = int(rng.below(sum(found.visits for found in thought.visits)))
        for found in thought.visits:
            left -= found.visits
            if left < 0:
                return found.move
        return thought.move

    def _note(self, rows: MatchRows, state: State, seat: int, thought: Thought) -> None:
        seats = range(self.plan.seats)
        rows.features.append(np.stack([self.inputs(state, each) for each in seats]).astype(np.float16))
        rows.worths.append([self.tuned.worth(state, each) for each in seats])
        rows.shares.append(thought.shares)
        rows.actors.append(seat)
        rows.visits.append(self._policy(thought))

    def inputs(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return what a network sees of a seat: its features, or its traits."""
        traits = self.game.modules.traits
        if self.plan.inputs == "features" or traits is None:
            return self.game.features(state, seat)
        writer = FeatureWriter(len(traits.TRAITS))
        traits.write_traits(state, seat, writer)
        return np.frombuffer(memoryview(writer.cells), dtype=np.float64).astype(np.float32)

    def _policy(self, thought: Thought) -> NDArray[np.float16]:
        """Return the part of the visits that each action got."""
        if not self.plan.rates_moves:
            return np.zeros(0, dtype=np.float16)
        policy = np.zeros(len(self.game.moves), dtype=np.float16)
        total = sum(found.visits for found in thought.visits)
        for found in thought.visits:
            policy[np.searchsorted(self.game.moves, found.move)] = found.visits / total
        return policy


def win_chance(lead: float, judge: Judge) -> float:
    """Return the share that a lead in this judge's points stands for; a certain win is a very large lead."""
    swing = FINENESS * judge.swing if isinstance(judge, LearntJudge) else judge.swing
    return 1 / (1 + math.exp(min(max(-lead / swing, -50.0), 50.0)))
