"""The bot that searches: within a budget of iterations and seconds, and until somebody calls it off."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from fairground.bots.parallel import FORKS, Findings, Other, added, start
from fairground.bots.search.ahead import NO_MOVE, winning
from fairground.bots.search.lookahead import Lookahead
from fairground.bots.search.search import Search, decided
from fairground.engine.judge import Judge, Student, tune
from fairground.engine.mind import Mind

BREATH = 8  # iterations between two looks at the clock
MOST = 20_000  # iterations, for they take memory
POSITIONS = 4  # that alpha-beta judges in the time of an iteration


@dataclass
class Thinker:
    """Searches for at most so many iterations and seconds (None: as long as that takes).

    `insight` is how much it sees of what the game's judge sees. Of one of the lower levels the judge says
    both, where they are not given. `terms` changes the judge, and so do `horizon` and `curiosity` where
    they are given. With several cores, each grows a tree of its own.
    """

    iterations: int | None = None
    seconds: float | None = None
    insight: float | None = None
    level: int | None = None  # from 1
    horizon: int | None = None
    curiosity: float | None = None
    terms: Mapping[str, float] = field(default_factory=dict)
    cores: int = 1
    _called_off: bool = field(default=False, init=False, repr=False)

    def choose(self, mind: Mind) -> int:
        until = None if self.seconds is None else time.monotonic() + self.seconds
        self._called_off = False
        moves = mind.legal()
        judge = self.judge(mind)
        if len(moves) == 1:
            return moves[0]
        move = winning(mind, judge)
        if move == NO_MOVE:
            move = self._searched(mind, judge, self.lesson(mind.judge)[0], until)
        return int(move)

    def cancel(self) -> None:
        """Answer now with what was found so far; may be called from another thread."""
        self._called_off = True

    def lesson(self, judge: Judge) -> tuple[int, float]:
        """How many iterations it thinks, and how much it sees of this judge."""
        iterations, insight = (MOST, 1.0) if self.level is None else judge.lessons[self.level - 1]
        return (
            iterations if self.iterations is None else self.iterations,
            insight if self.insight is None else self.insight,
        )

    def judge(self, mind: Mind) -> Judge:
        """The judge of the game as this bot sees it."""
        teacher = tune(mind.judge, self.terms)
        _, insight = self.lesson(teacher)
        judge = teacher if insight >= 1.0 else Student(teacher, insight)
        if self.horizon is not None:
            judge.horizon = self.horizon
        if self.curiosity is not None:
            judge.curiosity = self.curiosity
        return judge

    def _searched(self, mind: Mind, judge: Judge, iterations: int, until: float | None) -> int:
        if judge.exact and mind.seats == 2 and not isinstance(judge, Student):
            return self._looked_ahead(mind, judge, iterations, until)
        others = [self._start(mind, judge, iterations, until) for _ in range(self.cores - 1 if FORKS else 0)]
        search = Search(mind, judge, iterations)
        found = self._found(search, until)
        if self._called_off:
            for other in others:
                other.stop()
        found = added([found, *(other.heard() for other in others)])
        return int(decided(found, search.together, search.rng))

    def _looked_ahead(self, mind: Mind, judge: Judge, iterations: int, until: float | None) -> int:
        """Where both seats know everything, alpha-beta is the better search."""

        def enough() -> bool:
            return self._called_off or (until is not None and time.monotonic() >= until)

        looking = Lookahead(judge, mind.rng, mind.seat, POSITIONS * iterations, enough)
        return int(looking.best(mind.imagine()))

    def _start(self, mind: Mind, judge: Judge, iterations: int, until: float | None) -> Other:
        """Another process that searches by a generator of its own."""
        rng = mind.rng.fork()

        def think() -> Findings:
            mind.rng = rng
            return self._found(Search(mind, judge, iterations), until)

        return start(think)

    def _found(self, search: Search, until: float | None) -> Findings:
        """What a search finds until it is done; at least one iteration, so that there is a move to make."""
        more = search.think(1)
        while more and not self._called_off and (until is None or time.monotonic() < until):
            more = search.think(BREATH)
        return search.moves()
