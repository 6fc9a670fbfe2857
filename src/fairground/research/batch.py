"""Many matches at once: numpy arrays of observations, masks, rewards and ends, filled by compiled code."""

from collections.abc import Callable, Mapping
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
from fairground.games import load
from fairground.research.flock import BOT, JUDGE, OUTSIDE, RANDOM, Flock
from fairground.research.sitting import checked_reward

T = TypeVar("T", bound=np.generic)
INSIDE = {"random": RANDOM, "judge": JUDGE}
CACHED = 32_768  # numbers of observations that stay in a processor's cache beside the matches


class Batch:
    """`n` matches of a game, each at a decision of one seat.

    Arrays are filled anew by every step, so copy what you keep. Match after match in place i has the
    seeds `seed_of(i, 0)`, `seed_of(i, 1)`, ...: a `Match` with such a seed is the very same match.

    Seats named in `inside` are moved by the batch itself: "random", "judge" (the game's own choice for
    playouts), the name of a bot, or a bot. The last is slow: it thinks in Python.
    """

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
        self.game = load(game) if isinstance(game, str) else game
        self.n = _positive(n)
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.settle_options(options or {}, study=True)
        self.box = self.game.box(box) if isinstance(box, str) else box or self.game.box()
        self.seed = seed
        generator(seed)  # refuses what is no seed
        self.moves = np.array(self.game.moves, dtype=np.int64)
        self.matches = np.zeros(self.n, dtype=np.int64)
        self._start = self._fixed_start()
        self._bots: dict[int, Bot] = {}
        self._flock = self._gathered(checked_reward(reward), inside or {})
        self._show_arrays()
        self.reset()

    def __repr__(self) -> str:
        return f"Batch({self.game.name!r}, {self.n}, seats={self.seats}, seed={self.seed!r})"

    # Stepping

    def reset(self) -> None:
        """Every match from the start, as after making the batch."""
        self.matches[:] = 0
        self._flock.states = [self._deal(i) for i in range(self.n)]
        self._flock.rngs = [seeded(f"{self.seed} {i} players") for i in range(self.n)]
        self._group_by_group(self._flock.begin)

    def step(self, actions: ArrayLike) -> None:
        """One action in each match, places in `moves` as in the masks; if one is illegal, none is played."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadSetting(f"expected {self.n} whole numbers, got {chosen.dtype} of shape {chosen.shape}")
        listed = chosen.tolist()
        barred = int(self._flock.barred(listed))
        if barred >= 0:
            raise IllegalMove(self._refusal(barred, listed[barred]))
        self._group_by_group(lambda first, last: self._flock.step(first, last, listed))

    def run(self, steps: int, policy: str = "random") -> None:
        """So many steps in which the batch itself chooses for every seat."""
        if policy not in INSIDE:
            raise BadSetting(f"expected the policy {' or '.join(INSIDE)}, got {policy!r}")
        self._group_by_group(lambda first, last: self._flock.drift(first, last, steps, INSIDE[policy]))

    def _refusal(self, i: int, action: int) -> str:
        if not 0 <= action < len(self.moves):
            return f"match {i}: expected an action from 0 to {len(self.moves) - 1}, got {action}"
        words = self.game.write(int(self.moves[action]))
        return f"match {i}: {words} (action {action}) is not possible now; see masks[{i}]"

    # What is inside

    def state(self, i: int) -> State:
        """A copy of the whole position of a match, hidden things included: for tests and debugging."""
        return self._flock.states[i].copy()

    def seed_of(self, i: int, match: int) -> str:
        """The seed of a match in place i, counted from 0."""
        return f"{self.seed} {i} {match}"

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many moves were made in each running match."""
        return np.frombuffer(memoryview(self._flock.length), dtype=np.int64).copy()

    def _gathered(self, reward: str, inside: Mapping[int, str | Bot]) -> Flock:
        flock = Flock(
            self.n,
            self.seats,
            self.game.size(self.seats),
            self._rows(),
            list(self.game.moves),
            self.game.modules.features.encode,
            self._next,
            self._ask,
            self.game.judge(),
        )
        flock.gains = reward == "points"
        flock.hides = self.game.hides(self.options)
        for seat, policy in inside.items():
            flock.by[self._checked_seat(seat)] = self._policy(seat, policy)
        if all(by != OUTSIDE for by in flock.by):
            raise BadSetting("expected at least one seat that is not inside, got none")
        return flock

    def _checked_seat(self, seat: int) -> int:
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
        """The start, if nothing is drawn for it: copies of it are cheaper than new ones."""
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
        flock, n = self._flock, self.n
        cells = np.frombuffer(memoryview(flock.writer.cells), dtype=np.float64)
        self._cells = cells.reshape(self._rows(), -1)
        self._rewards = np.frombuffer(memoryview(flock.reward), dtype=np.float64).reshape(n, self.seats)
        self.observations = np.zeros((n, self._cells.shape[1]), dtype=np.float32)
        self.rewards = np.zeros(self._rewards.shape, dtype=np.float32)
        self.masks = _read_only(np.frombuffer(memoryview(flock.mask), dtype=np.bool_).reshape(n, -1))
        self.actors = _read_only(np.frombuffer(memoryview(flock.seat), dtype=np.int64))
        self.ends = _read_only(np.frombuffer(memoryview(flock.end), dtype=np.bool_))

    def _rows(self) -> int:
        """How many observations are written before they are copied."""
        return min(self.n, max(1, CACHED // self.game.size(self.seats)))

    def _group_by_group(self, move: Callable[[int, int], None]) -> None:
        rows = len(self._cells)
        for first in range(0, self.n, rows):
            last = min(first + rows, self.n)
            move(first, last)
            np.copyto(self.observations[first:last], self._cells[: last - first], casting="same_kind")
        np.copyto(self.rewards, self._rewards, casting="same_kind")


def _read_only(array: NDArray[T]) -> NDArray[T]:
    """What the flock writes, nobody else shall."""
    array.flags.writeable = False
    return array


def _positive(n: int) -> int:
    if n < 1:
        raise BadSetting(f"expected at least one match, got {n}")
    return n
