"""The compiled core of `Batch`: steps many matches of one game side by side."""

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

# Who chooses the moves of a seat. OUTSIDE is the caller of `step`.
OUTSIDE: Final = 0
RANDOM: Final = 1
JUDGE: Final = 2
BOT: Final = 3


class BatchCore:
    """`n` matches, each waiting for a decision of a seat that the caller plays.

    `mask`, `seat`, `reward` and `end` have one row per match; numpy views them without copying.
    `writer` has only `rows` rows, so that it stays in the processor's cache. The caller therefore advances
    the matches in groups of at most `rows`, from `first` up to but excluding `last`, and copies its numbers
    before it advances the next group. A match that ends is replaced by a new one at once.
    """

    def __init__(
        self,
        n: i64,
        seats: i64,
        size: i64,
        rows: i64,
        moves: list[int],
        encode: Callable[[State, int, FeatureWriter], None],
        fresh: Callable[[int], State],
        ask: Callable[[State, int, Rng], int],
        judge: Judge,
    ) -> None:
        """Allocate the arrays. `fresh(i)` deals the next match of row i; `ask` lets a bot choose."""
        self.n = n
        self.seats = seats
        self.size = size
        self.rows = rows
        self.moves: vec[i64] = vec[i64](moves)
        self.actions: vec[i64] = vec[i64]([-1] * (moves[-1] + 1))
        for action in range(len(moves)):
            self.actions[moves[action]] = action
        self.encode = encode
        self.fresh = fresh
        self.ask = ask
        self.judge = judge
        self.by: vec[i64] = vec[i64]([OUTSIDE] * (n * seats))  # who plays each seat of each match
        self.gains = False
        self.hides = True
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.legal: list[list[int]] = [[] for _ in range(n)]
        self.writer = FeatureWriter(rows * size)
        self.mask: vec[u8] = vec[u8]([0] * (n * len(moves)))
        self.seat: vec[i64] = vec[i64]([0] * n)
        self.length: vec[i64] = vec[i64]([0] * n)
        self.reward: vec[float] = vec[float]([0.0] * (n * seats))
        self.had: vec[float] = vec[float]([0.0] * (n * seats))
        self.end: vec[u8] = vec[u8]([0] * n)
        self.early: vec[float] = vec[float]([0.0] * (n * seats))  # gained before a match's first decision
        self.opening: vec[u8] = vec[u8]([0] * n)  # 1 until that decision
        self.last: list[State | None] = [None] * n  # the final state of a match that the last step ended

    # Observations

    def begin(self, first: i64, last: i64) -> None:
        """Start the matches that the caller put into `states`.

        `rngs` holds a generator per match for everything that the rules do not draw themselves.
        """
        for at in range(first * self.seats, last * self.seats):
            self.early[at] = 0.0
        self._clear(first, last)
        for i in range(first, last):
            self._start(i)
            self._settle(i)

    def show(self, first: i64, last: i64) -> None:
        """Write the observations of matches whose states the caller put back."""
        for i in range(first, last):
            self._show(i, self.seat[i])

    def put_back(self, counts: list[int], sums: list[float]) -> None:
        """Take over the numbers of a snapshot, as `counts` and `sums` return them."""
        for i in range(self.n):
            at = 4 * i
            self.seat[i] = counts[at]
            self.length[i] = counts[at + 1]
            self.end[i] = u8(counts[at + 2])
            self.opening[i] = u8(counts[at + 3])
        for at in range(self.n * self.seats):
            self.reward[at] = sums[3 * at]
            self.had[at] = sums[3 * at + 1]
            self.early[at] = sums[3 * at + 2]

    def counts(self) -> list[int]:
        """Return four numbers for each match: seat, length, whether it ended, whether it is opening."""
        found: list[int] = []
        for i in range(self.n):
            found += [self.seat[i], self.length[i], i64(self.end[i]), i64(self.opening[i])]
        return found

    def sums(self) -> list[float]:
        """Return three numbers for each seat of each match: its reward, what it had, what it gained early."""
        found: list[float] = []
        for at in range(self.n * self.seats):
            found += [self.reward[at], self.had[at], self.early[at]]
        return found

    def _start(self, i: i64) -> None:
        self.length[i] = 0
        self.opening[i] = 1
        for seat in range(self.seats):
            self.had[i * self.seats + seat] = 0.0

    def _settle(self, i: i64) -> None:
        """Play the seats of the batch until the caller must choose, then write that seat's observation."""
        state = self.states[i]
        seat = state.someone(self.rngs[i])
        first = i * self.seats
        while self.by[first + seat] != OUTSIDE:
            legal = state.legal(seat)
            self._play(i, seat, self._pick(self.by[first + seat], state, seat, legal, self.rngs[i]))
            state = self.states[i]
            seat = state.someone(self.rngs[i])
        self.opening[i] = 0
        self._show(i, seat)

    def _show(self, i: i64, seat: i64) -> None:
        state, row = self.states[i], i * len(self.moves)
        mask, actions = self.mask, self.actions
        for move in self.legal[i]:
            mask[row + actions[move]] = 0
        legal = state.legal(seat)
        for move in legal:
            mask[row + actions[move]] = 1
        self.legal[i] = legal
        self.seat[i] = seat
        self.writer.at = i % self.rows * self.size
        self.encode(state, seat, self.writer)

    # Moves

    def step(self, first: i64, last: i64, chosen: list[int]) -> None:
        """Play one action in each match. The caller has checked that all of them are legal.

        -1 ends a match without a result.
        """
        self._clear(first, last)
        for i in range(first, last):
            if chosen[i] < 0:
                self._replace(i, self.states[i])
            else:
                self._play(i, self.seat[i], self.moves[chosen[i]])
            self._settle(i)

    def run(self, first: i64, last: i64, steps: i64, policy: i64) -> None:
        """Make `steps` steps in which the policy chooses in every match, and write every observation."""
        for _ in range(steps):
            self._clear(first, last)
            for i in range(first, last):
                state, seat = self.states[i], self.seat[i]
                self._play(i, seat, self._pick(policy, state, seat, self.legal[i], self.rngs[i]))
                self._settle(i)

    def first_illegal(self, chosen: list[int]) -> i64:
        """Return the first match whose action is illegal, or -1 if all are legal."""
        width: i64 = len(self.moves)
        for i in range(self.n):
            action: i64 = chosen[i]
            if not 0 <= action < width or not self.mask[i * width + action]:
                return i
        return -1

    def _clear(self, first: i64, last: i64) -> None:
        for i in range(first, last):
            if self.end[i]:
                self.end[i] = 0
                self.last[i] = None
        for at in range(first * self.seats, last * self.seats):
            self.reward[at] = self.early[at]
            self.early[at] = 0.0

    def _pick(self, policy: i64, state: State, seat: i64, legal: list[int], rng: Rng) -> i64:
        if policy == RANDOM:
            return legal[rng.below(len(legal))]
        if policy == JUDGE:
            world = state.imagine(seat, rng) if self.hides else state
            return self.judge.pick(world, seat, legal, rng)
        return self.ask(state, seat, rng)

    def _play(self, i: i64, seat: i64, move: i64) -> None:
        state = self.states[i]
        state.play(seat, move)
        self.length[i] += 1
        if self.gains:
            self._gain(i, state)
        if state.actor == OVER:
            self._finish(i, state)

    def _gain(self, i: i64, state: State) -> None:
        """Add the points that each seat gained since the last move.

        What is gained before the first decision of a match is paid by the step that makes this decision.
        """
        row, points = i * self.seats, state.scores()
        earned = self.early if self.opening[i] else self.reward
        for seat in range(self.seats):
            now = float(points[seat])
            earned[row + seat] += now - self.had[row + seat]
            self.had[row + seat] = now

    def _finish(self, i: i64, state: State) -> None:
        if not self.gains:
            shares = self.judge.result(state)
            for seat in range(self.seats):
                self.reward[i * self.seats + seat] += shares[seat]
        self._replace(i, state)

    def _replace(self, i: i64, state: State) -> None:
        """Begin the next match of a row."""
        self.end[i] = 1
        self.last[i] = state
        self.states[i] = self.fresh(i)
        self._start(i)
