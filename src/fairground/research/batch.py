"""Step many matches at once in compiled code, with observations, masks, rewards and ends as numpy arrays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairground.bots import Bot, bot
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.game import Game
from fairground.engine.match import generator
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State
from fairground.research.batch_core import BOT, JUDGE, OUTSIDE, RANDOM, BatchCore
from fairground.research.episode import check_reward, find_game, is_shipped

__all__ = ["Batch"]

T = TypeVar("T", bound=np.generic)
INSIDE = {"random": RANDOM, "judge": JUDGE}
CACHED = 32_768  # features that fit into the processor's cache beside the matches


class Batch:
    """`n` matches of a game, each waiting for a decision of one seat.

    Choose an action for every match from the arrays below and call `step`. A match that ends is replaced by
    a new one at once.

        batch = Batch(name, 1024, seats=2)
        while batch.matches.sum() < 10_000:
            batch.step(policy(batch.observations, batch.masks))

    Every step overwrites the arrays, so copy what you want to keep:

    | array | shape | content |
    |---|---|---|
    | `observations` | n, features | what the seat to move may know (float32) |
    | `masks` | n, actions | which actions are legal for it |
    | `actors` | n | the seat to move |
    | `rewards` | n, seats | what the last step earned each seat |
    | `ends` | n | whether the last step ended the match |
    | `matches` | n | how many matches have ended in this row |

    Args:
        game: The game or its name.
        n: How many matches to play side by side.
        seats: The number of seats. The default is the smallest number that the game allows.
        options: Options of the game. Those you leave out take their defaults for studies.
        seed: Determines all matches. The matches of row i have the seeds `seed_of(i, 0)`,
            `seed_of(i, 1)` and so on, and equal a `Match` with the same seed.
        reward: "win" pays each seat its share of the win at the end; "points" pays points as they are gained.
        inside: Seats that the batch plays itself, each with a policy: "random", "judge" (the game's own
            choice for playouts), the name of a bot, or a bot. Bots run in Python and are slow.
        box: A box, or the text of a box file, to use in place of the game's own.
    """

    first = 0  # the number of the first row, where several batches share rows

    def __init__(
        self,
        game: str | Game[State, object],
        n: int,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: str = "batch",
        reward: str = "win",
        inside: Mapping[int, str | Bot] | None = None,
        box: Box[object] | str | None = None,
    ) -> None:
        self.game = find_game(game)
        self.n = _positive(n)
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.settle_options(options or {}, study=True)
        self.box = self.game.box(box) if isinstance(box, str) else box or self.game.box()
        self.seed = seed
        generator(seed)  # raises if this is not a valid seed
        self.moves = np.array(self.game.moves_with(self.box), dtype=np.int64)
        self.matches = np.zeros(self.n, dtype=np.int64)
        self._start = self._fixed_start()
        self._width = self.game.size(self.seats, self.box)
        self._bounds = self.game.bounds(self.seats, self.box)
        self._own_box = not is_shipped(self.game, self.box)
        self._bots: dict[int, Bot] = {}
        self._core = self._make_core(check_reward(reward), inside or {})
        self._show_arrays()
        self.reset()

    def __repr__(self) -> str:
        return f"Batch({self.game.name!r}, {self.n}, seats={self.seats}, seed={self.seed!r})"

    # Stepping

    def reset(self) -> None:
        """Start every row again from its first match, as in a new batch."""
        self.matches[:] = 0
        self._core.states = [self._deal(i) for i in range(self.n)]
        self._core.rngs = [seeded(f"{self.seed} {self.first + i} players") for i in range(self.n)]
        self._group_by_group(self._core.begin)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each match.

        Action k is the move `moves[k]`; it is legal in match i if `masks[i, k]` is true. If any action is
        illegal, IllegalMove names it and no match changes.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadSetting(f"expected {self.n} whole numbers, got {chosen.dtype} of shape {chosen.shape}")
        listed = chosen.tolist()
        illegal = int(self._core.first_illegal(listed))
        if illegal >= 0:
            raise IllegalMove(self._explain_illegal(illegal, listed[illegal]))
        self._group_by_group(lambda first, last: self._core.step(first, last, listed))

    def run(self, steps: int, policy: str = "random") -> None:
        """Make `steps` steps in which the batch chooses for every seat: "random" or "judge"."""
        if policy not in INSIDE:
            raise BadSetting(f"expected the policy {' or '.join(INSIDE)}, got {policy!r}")
        self._group_by_group(lambda first, last: self._core.run(first, last, steps, INSIDE[policy]))

    def _explain_illegal(self, i: int, action: int) -> str:
        if not 0 <= action < len(self.moves):
            return f"match {i}: expected an action from 0 to {len(self.moves) - 1}, got {action}"
        words = self.game.write(int(self.moves[action]))
        return f"match {i}: {words} (action {action}) is not legal now; see masks[{i}]"

    # Snapshots

    def snapshot(self) -> "BatchSnapshot":
        """Return everything that the batch needs to go on from here; it can be pickled."""
        core = self._core
        states, rngs = [state.copy() for state in core.states], [rng.copy() for rng in core.rngs]
        last = [state and state.copy() for state in core.last]
        counts, sums = core.counts(), core.sums()
        matches = self.matches.copy()
        return BatchSnapshot(self.game.name, self.seats, states, rngs, last, matches, counts, sums)

    def restore(self, snapshot: "BatchSnapshot") -> None:
        """Go on from a snapshot of this batch, or of one with the same game, seats and size.

        Its matches are followed by those of this batch's seed. Bots that remember are not part of it.
        """
        core, size = self._core, (self.game.name, self.seats, self.n)
        if (snapshot.game, snapshot.seats, len(snapshot.states)) != size:
            raise BadSetting(
                f"expected a snapshot of {self.n} matches of {self.game.name} with {self.seats} seats, got "
                f"{len(snapshot.states)} of {snapshot.game} with {snapshot.seats}"
            )
        core.states = [state.copy() for state in snapshot.states]
        core.rngs = [rng.copy() for rng in snapshot.rngs]
        core.last = [state and state.copy() for state in snapshot.last]
        self.matches[:] = snapshot.matches
        core.put_back(snapshot.counts, snapshot.sums)
        self._group_by_group(core.show)

    # Inspection

    def state(self, i: int) -> State:
        """Return a copy of the state of match i, hidden information included."""
        return self._core.states[i].copy()

    def seed_of(self, i: int, match: int) -> str:
        """Return the seed of a match in row i; `match` counts the matches of that row from 0."""
        return f"{self.seed} {self.first + i} {match}"

    @property
    def bots(self) -> list[Bot]:
        """The bots that play seats of the batch."""
        return list(self._bots.values())

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of moves made in each running match."""
        return np.frombuffer(memoryview(self._core.length), dtype=np.int64).copy()

    def _make_core(self, reward: str, inside: Mapping[int, str | Bot]) -> BatchCore:
        core = BatchCore(
            self.n,
            self.seats,
            self._width,
            self._rows(),
            self.moves.tolist(),
            self.game.modules.features.encode,
            self._next,
            self._ask,
            self.game.judge(),
        )
        core.gains = reward == "points"
        core.hides = self.game.hides(self.options)
        plays = [OUTSIDE] * self.seats
        for seat, policy in inside.items():
            plays[self._check_seat(seat)] = self._policy(seat, policy)
        if OUTSIDE not in plays:
            raise BadSetting("expected at least one seat that is not in `inside`, got none")
        for at in range(self.n * self.seats):
            core.by[at] = plays[at % self.seats]
        return core

    def _check_seat(self, seat: int) -> int:
        if seat not in range(self.seats):
            raise BadSetting(f"expected a seat from 0 to {self.seats - 1}, got {seat!r}")
        return seat

    def _policy(self, seat: int, policy: str | Bot) -> int:
        if isinstance(policy, str) and policy in INSIDE:
            return INSIDE[policy]
        self._bots[seat] = bot(policy) if isinstance(policy, str) else policy
        return BOT

    def _ask(self, state: State, seat: int, rng: Rng) -> int:
        return self._bots[seat].choose(self.game.mind(state, seat, rng.fork()))

    # Chance

    def _fixed_start(self) -> State | None:
        """Return the initial state if setup draws nothing: copying it is cheaper than another setup."""
        state = self.game.setup(self.seats, seeded("start"), self.options, self.box)
        return state if state.rng.dump() == seeded("start").dump() else None

    def _next(self, i: int) -> State:
        self.matches[i] += 1
        return self._deal(i)

    def _deal(self, i: int) -> State:
        rng = seeded(self.seed_of(i, int(self.matches[i])))
        if self._start is None:
            return self.game.setup(self.seats, rng, self.options, self.box)
        state = self._start.copy()
        state.rng = rng
        return state

    # Arrays

    def _show_arrays(self) -> None:
        core, n = self._core, self.n
        cells = np.frombuffer(memoryview(core.writer.cells), dtype=np.float64)
        self._cells = cells.reshape(self._rows(), -1)
        self._rewards = np.frombuffer(memoryview(core.reward), dtype=np.float64).reshape(n, self.seats)
        self.observations = np.zeros((n, self._cells.shape[1]), dtype=np.float32)
        self.rewards = np.zeros(self._rewards.shape, dtype=np.float32)
        self.masks = _read_only(np.frombuffer(memoryview(core.mask), dtype=np.bool_).reshape(n, -1))
        self.actors = _read_only(np.frombuffer(memoryview(core.seat), dtype=np.int64))
        self.ends = _read_only(np.frombuffer(memoryview(core.end), dtype=np.bool_))

    def _rows(self) -> int:
        """Return how many observations are written before they are copied."""
        return min(self.n, max(1, CACHED // self._width))

    def _group_by_group(self, move: Callable[[int, int], None]) -> None:
        rows = len(self._cells)
        for first in range(0, self.n, rows):
            last = min(first + rows, self.n)
            move(first, last)
            np.copyto(self.observations[first:last], self._cells[: last - first], casting="same_kind")
        if self._own_box:
            np.clip(self.observations, *self._bounds, out=self.observations)
        np.copyto(self.rewards, self._rewards, casting="same_kind")


@dataclass(frozen=True, eq=False)
class BatchSnapshot:
    """A moment of a batch. `last` has the final states of the matches that the last step ended."""

    game: str
    seats: int
    states: list[State]
    rngs: list[Rng]
    last: list[State | None]
    matches: NDArray[np.int64]
    counts: list[int]
    sums: list[float]


def _read_only(array: NDArray[T]) -> NDArray[T]:
    """Mark an array that only the core may write."""
    array.flags.writeable = False
    return array


def _positive(n: int) -> int:
    if n < 1:
        raise BadSetting(f"expected at least one match, got {n}")
    return n
