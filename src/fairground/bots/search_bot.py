"""The bot that searches, within a budget of iterations and seconds, until it is cancelled."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from fairground.bots.parallel_search import ForkedSearch, MoveTally, add_tallies
from fairground.bots.search.alpha_beta import AlphaBeta
from fairground.bots.search.one_ply import NO_MOVE, winning_move
from fairground.bots.search.tree_search import TreeSearch, choose_move
from fairground.bots.trained_judge import TrainedJudge, shipped_judge
from fairground.engine.judge import Judge, Student, tune
from fairground.engine.mind import Mind
from fairground.processes import CAN_FORK

CLOCK_INTERVAL = 8  # iterations between two looks at the clock
GRACE = 0.25  # seconds that a search waits after its time for what other processes have found
MOST_ITERATIONS = 20_000  # bounds the memory of a search
POSITIONS = 4  # positions that alpha-beta judges in the time of one iteration


@dataclass
class SearchBot:
    """Searches for at most `iterations` iterations and `seconds` seconds; None means no limit.

    `insight` (0-1) is how much it sees of what the game's judge sees. A bot with a `level` (from 1) takes
    iterations and insight from the judge's `lessons` where they are not given. `terms`, `horizon`
    and `curiosity` change the judge where they are given. With several `cores`, each grows a tree of its own.
    With a `trained` network it sees what the network sees, at the tables that the network has learnt; if it
    has `learnt`, the network is the one that comes with the game. If it `reopens`, it does not believe that
    others seal just any choice, but lets them choose in its search. After `choose`, `searched` has each
    move's visits and gain; None if it needed no tree search.
    """

    iterations: int | None = None
    seconds: float | None = None
    insight: float | None = None
    level: int | None = None
    horizon: int | None = None
    curiosity: float | None = None
    terms: Mapping[str, float] = field(default_factory=dict)
    cores: int = 1
    trained: TrainedJudge | None = None
    learnt: bool = False
    reopens: bool = False
    searched: MoveTally | None = field(default=None, init=False, repr=False)
    _cancelled: bool = field(default=False, init=False, repr=False)

    def choose(self, mind: Mind) -> int:
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        self._cancelled = False
        self.searched = None
        moves = mind.legal()
        judge = self.judge(mind)
        if len(moves) == 1:
            return moves[0]
        move = winning_move(mind, judge)
        if move == NO_MOVE:
            move = self._search(mind, judge, self.budget(mind.judge)[0], deadline)
        return int(move)

    def cancel(self) -> None:
        """Make `choose` return the best move found so far; may be called from another thread."""
        self._cancelled = True

    def budget(self, judge: Judge) -> tuple[int, float]:
        """Return its iterations, and its insight into this judge."""
        iterations, insight = (MOST_ITERATIONS, 1.0) if self.level is None else judge.lessons[self.level - 1]
        return (
            iterations if self.iterations is None else self.iterations,
            insight if self.insight is None else self.insight,
        )

    def judge(self, mind: Mind) -> Judge:
        """Return the game's judge as this bot sees it."""
        teacher = tune(mind.judge, self.terms)
        trained = shipped_judge(mind.game) if self.learnt and self.trained is None else self.trained
        if trained is not None:
            teacher = trained.judge(mind, teacher)
        _, insight = self.budget(teacher)
        judge = teacher if insight >= 1.0 else Student(teacher, insight)
        if self.horizon is not None:
            judge.horizon = self.horizon
        if self.curiosity is not None:
            judge.curiosity = self.curiosity
        return judge

    def _search(self, mind: Mind, judge: Judge, iterations: int, deadline: float | None) -> int:
        if judge.exact and mind.seats == 2 and not isinstance(judge, Student):
            return self._alpha_beta(mind, judge, iterations, deadline)
        forks = [
            self._fork(mind, judge, iterations, deadline) for _ in range(self.cores - 1 if CAN_FORK else 0)
        ]
        search = TreeSearch(mind, judge, iterations, self.reopens)
        own = self._run(search, deadline)
        if self._cancelled:
            for fork in forks:
                fork.cancel()
        patience = None if deadline is None else deadline + GRACE
        self.searched = add_tallies([own, *(fork.result(patience) for fork in forks)])
        return int(choose_move(self.searched, search.together, search.rng))

    def _alpha_beta(self, mind: Mind, judge: Judge, iterations: int, deadline: float | None) -> int:
        """Search exactly, which is better where both seats know everything."""

        def time_up() -> bool:
            return self._cancelled or (deadline is not None and time.monotonic() >= deadline)

        search = AlphaBeta(judge, mind.rng, mind.seat, POSITIONS * iterations, time_up)
        return int(search.best(mind.imagine()))

    def _fork(self, mind: Mind, judge: Judge, iterations: int, deadline: float | None) -> ForkedSearch:
        """Start another process that searches with a generator of its own."""
        rng = mind.rng.fork()

        def search() -> MoveTally:
            mind.rng = rng
            return self._run(TreeSearch(mind, judge, iterations, self.reopens), deadline)

        return ForkedSearch.start(search)

    def _run(self, search: TreeSearch, deadline: float | None) -> MoveTally:
        """Run a search to its end, for at least one iteration so that there is a move to make."""
        more = search.think(1)
        while more and not self._cancelled and (deadline is None or time.monotonic() < deadline):
            more = search.think(CLOCK_INTERVAL)
        return search.moves()
