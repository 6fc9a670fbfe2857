"""The bot that searches: within a budget of iterations and seconds, and until somebody calls it off."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from fairground.bots.parallel import FORKS, Findings, Other, added, start
from fairground.bots.search.ahead import NO_MOVE, winning
from fairground.bots.search.lookahead import Lookahead
from fairground.bots.search.search import Search, decided
from fairground.engine.judge import Judge, Student, tuned
from fairground.engine.mind import Mind

BREATH = 8  # iterations between two looks at the clock
POSITIONS = 4  # that alpha-beta judges in the time of an iteration


@dataclass
class Thinker:
    """Searches for at most so many iterations and seconds (None: as long as that takes).

    `insight` is how much it sees of what the game's judge sees; `terms` changes the judge, and so do
    `horizon` and `curiosity` where they are given. With several cores, each grows a tree of its own.
    """

    iterations: int
    seconds: float | None = None
    insight: float = 1.0
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
        return int(move if move != NO_MOVE else self._searched(mind, judge, until))

    def cancel(self) -> None:
        """Answer now with what was found so far; may be called from another thread."""
        self._called_off = True

    def judge(self, mind: Mind) -> Judge:
        """The judge of the game as this bot sees it."""
        teacher = tuned(mind.judge, self.terms)
        judge = teacher if self.insight >= 1.0 else Student(teacher, self.insight)
        if self.horizon is not None:
            judge.horizon = self.horizon
        if self.curiosity is not None:
            judge.curiosity = self.curiosity
        return judge

    def _searched(self, mind: Mind, judge: Judge, until: float | None) -> int:
        if judge.exact and mind.seats == 2 and self.insight >= 1.0:
            return self._looked_ahead(mind, judge, until)
        others = [self._start(mind, judge, until) for _ in range(self.cores - 1 if FORKS else 0)]
        search = Search(mind, judge, self.iterations)
        found = self._found(search, until)
        if self._called_off:
            for other in others:
                other.stop()
        found = added([found, *(other.heard() for other in others)])
        return int(decided(found, search.together, search.rng))

    def _looked_ahead(self, mind: Mind, judge: Judge, until: float | None) -> int:
        """Where both seats know everything, alpha-beta is the better search."""

        def enough() -> bool:
            return self._called_off or (until is not None and time.monotonic() >= until)

        looking = Lookahead(judge, mind.rng, mind.seat, POSITIONS * self.iterations, enough)
        return int(looking.best(mind.imagine()))

    def _start(self, mind: Mind, judge: Judge, until: float | None) -> Other:
        """Another process that searches by a generator of its own."""
        rng = mind.rng.fork()

        def think() -> Findings:
            mind.rng = rng
            return self._found(Search(mind, judge, self.iterations), until)

        return start(think)

    def _found(self, search: Search, until: float | None) -> Findings:
        """What a search finds until it is done; at least one iteration, so that there is a move to make."""
        more = search.think(1)
        while more and not self._called_off and (until is None or time.monotonic() < until):
            more = search.think(BREATH)
        return search.moves()
