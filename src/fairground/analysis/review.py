"""Reviews a finished match: what every decision was worth, and what was luck.

Every move is reviewed on its own, so the moves can be shared among processes, and coarse results can be
replaced by finer ones one after the other. Nothing depends on the order in which that happens.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, cast

from fairground.analysis.accuracy import accuracy
from fairground.analysis.calibration import calibrated_judge
from fairground.analysis.decisions import JudgedDecision, MoveSearch, MoveValue, open_search, search_decision
from fairground.analysis.labels import INACCURACY, label
from fairground.analysis.lines import expect_line
from fairground.analysis.luck import Appraisal, Appraiser, TruePosition, appraise_move, split_effect
from fairground.analysis.moments import find_moments
from fairground.analysis.reasons import explain
from fairground.analysis.report import VERSION, Judgement, MoveReview, Parts, Review, ValuedMove
from fairground.engine.errors import BadSetting
from fairground.engine.game import B, S
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.state import State

BUDGET = 8000  # how often the moves of a decision are tried, by default
COARSE = 16  # the first pass tries them so many times less often
SHOWN_VALUES = 40  # moves of a decision that are listed; the rest is worse than these


@dataclass(frozen=True)
class Effort:
    """How much goes into one move."""

    budget: int
    walks: int
    worlds: int
    playouts: int

    @classmethod
    def of(cls, budget: int) -> "Effort":
        return cls(budget, walks=max(16, budget // 32), worlds=8, playouts=min(200, max(4, budget // 40)))

    def coarse(self) -> "Effort":
        return Effort(max(1, self.budget // COARSE), max(8, self.walks // 4), worlds=2, playouts=0)


@dataclass(frozen=True)
class ReviewedMove:
    """What is known about one move without knowing the others."""

    appraisal: Appraisal
    judgement: Judgement | None


class Reviewer(Generic[S, B]):
    """Reviews the moves of one match, each on its own."""

    def __init__(self, match: Match[S, B], budget: int = BUDGET) -> None:
        if not match.over:
            raise BadSetting("only a match that is over can be reviewed; this one is still under way")
        if budget < 1:
            raise BadSetting(f"expected a budget of at least 1, got {budget}")
        self.match = match
        self.game = match.game
        self.effort = Effort.of(budget)
        self.judge = calibrated_judge(match.game, int(match.state.seats))
        self.positions = list(_list_positions(match))

    def start(self) -> list[float]:
        """Return each seat's share before the first move."""
        appraiser = self.appraiser(self.effort)
        return appraiser.appraise(self.positions[0], appraiser.generator("shares at 0"))

    def appraiser(self, effort: Effort) -> Appraiser:
        """Return what estimates the shares of this match."""
        return Appraiser(self.judge, effort.walks, effort.worlds, self.match.seed)

    def review_move(self, at: int, effort: Effort) -> ReviewedMove:
        """Review the move that was made at moment `at`."""
        before, after = self.positions[at], self.positions[at + 1]
        appraisal = appraise_move(at, before, self.match.made[at], after, self.appraiser(effort))
        return ReviewedMove(appraisal, self.judge_move(at, effort))

    def judge_move(self, at: int, effort: Effort) -> Judgement | None:
        """Judge the decision at moment `at` by what its seat knew; None if the move was forced."""
        state, made = self.positions[at].state, self.match.made[at]
        if len(state.legal(made.seat)) == 1:
            return None
        mind = self.game.mind(cast(S, state), made.seat, seeded(f"decision at {at}"))
        search = open_search(mind, self.judge)
        decision = search_decision(search, made.move, effort.budget, thorough=effort.playouts > 0)
        return self._conclude(at, state, search, decision, effort)

    def _conclude(
        self, at: int, state: State, search: MoveSearch, decision: JudgedDecision, effort: Effort
    ) -> Judgement:
        write = self.game.write
        named = label(decision)
        worse = decision.best != decision.made and decision.loss >= INACCURACY
        return Judgement(
            label=named,
            best=write(decision.best),
            loss=decision.loss,
            error=decision.error,
            values=[
                ValuedMove(write(each.move), each.value, each.error, each.weight)
                for each in shown_values(decision)
            ],
            line=expect_line(self.game, search, state, at, decision.best),
            why=explain(self.game, search, decision.made, decision.best, effort.playouts)
            if worse and effort.playouts
            else None,
        )

    # The whole

    def passes(self) -> Iterator[tuple[list[ReviewedMove], int]]:
        """Review all moves coarsely, then each finely; yield what is known and how many moves are fine."""
        count = len(self.match.made)
        known = [self.review_move(at, self.effort.coarse()) for at in range(count)]
        yield known, 0
        for at in range(count):
            known[at] = self.review_move(at, self.effort)
            yield known, at + 1

    def assemble(self, start: list[float], known: list[ReviewedMove], complete: bool) -> Review:
        """Put the reviews of all moves together."""
        moves: list[MoveReview] = []
        shares = start
        for at, reviewed in enumerate(known):
            moves.append(self._assemble_move(at, shares, reviewed))
            shares = reviewed.appraisal.shares
        seats = int(self.match.state.seats)
        parts = [add_parts(moves, seat, seats) for seat in range(seats)]
        return Review(
            version=VERSION,
            game=self.game.name,
            rules=self.game.rules,
            seats=seats,
            players=dict(self.match.players),
            budget=self.effort.budget,
            complete=complete,
            initial=start,
            final=shares,
            parts=parts,
            accuracy=[accuracy(losses_of(moves, seat)) for seat in range(seats)],
            adjusted=[share - part.luck for share, part in zip(shares, parts, strict=True)],
            moves=moves,
            moments=find_moments(moves),
        )

    def _assemble_move(self, at: int, before: list[float], reviewed: ReviewedMove) -> MoveReview:
        made = self.match.made[at]
        words = self.game.write(made.move)
        effect = split_effect(before, reviewed.appraisal)
        judged = reviewed.judgement
        best = judged.best if judged else words
        return MoveReview(
            at=at,
            seat=made.seat,
            words=words,
            path=self.game.path(made.move),
            label=judged.label if judged else None,
            best=best,
            best_path=self.game.path(self.game.read(best)),
            loss=judged.loss if judged else 0.0,
            error=judged.error if judged else 0.0,
            shares=reviewed.appraisal.shares,
            effect=effect.decision,
            luck=effect.luck,
            values=judged.values if judged else [],
            line=judged.line if judged else [],
            why=judged.why if judged else None,
        )


def review_match(match: Match[S, B], budget: int = BUDGET) -> Review:
    """Review a finished match in this process."""
    reviewer = Reviewer(match, budget)
    moves = [reviewer.review_move(at, reviewer.effort) for at in range(len(match.made))]
    return reviewer.assemble(reviewer.start(), moves, complete=True)


def shown_values(decision: JudgedDecision) -> list[MoveValue]:
    """Return the best moves of a decision and the one made."""
    listed = decision.moves[:SHOWN_VALUES]
    return listed + [each for each in decision.moves[SHOWN_VALUES:] if each.move == decision.made]


def losses_of(moves: list[MoveReview], seat: int) -> list[float]:
    """Return what each decision of a seat lost; forced moves are no decisions."""
    return [move.loss for move in moves if move.seat == seat and move.label is not None]


def add_parts(moves: list[MoveReview], seat: int, seats: int) -> Parts:
    """Add up what own decisions, those of each other seat, and chance did to a seat's share."""
    by_seat = [sum(move.effect[seat] for move in moves if move.seat == other) for other in range(seats)]
    own, by_seat[seat] = by_seat[seat], 0.0
    return Parts(own=own, others=by_seat, luck=sum(move.luck[seat] for move in moves))


def _list_positions(match: Match[S, B]) -> Iterator[TruePosition]:
    """Yield the positions of a match, from before its first move to its end."""
    state = match.at(0).state
    position = TruePosition(state, state)
    yield position
    for made in match.made:
        after = position.state.copy()
        after.play(made.seat, made.move)
        position = position.after(made, after)
        yield position
