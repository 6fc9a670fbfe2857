"""A batch in which one seat of every match learns and bots play the others."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairground.bots import Bot
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.game import Features, Game
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.research.batch import Batch
from fairground.research.batch_core import OUTSIDE
from fairground.research.episode import find_game

SEAT_RULES: Final = ("rotate", "random")
ENDED: Final = -1  # in place of an action: the match ends without a result


class LearnerBatch(Batch):
    """Rows of matches, each with the seat of its learner in `learners`.

    With "rotate" the learner has seat i + k in match k of row i, counted around the table; with "random" the
    seat is drawn. `first` is the number of the first row, for rows that several batches share.
    """

    def __init__(
        self,
        game: str | Game[State, object],
        n: int,
        seats: int | None = None,
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        seat: int | str = 0,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        box: Box[object] | str | None = None,
        seed: str = "learner",
        first: int = 0,
    ) -> None:
        self.rule = seat
        self.first = first
        self.learners = np.zeros(n, dtype=np.int64)
        self.before = self.learners
        listed = list_opponents(opponents)
        rows = _count_seats(game, seats)
        own = _fixed_seat(seat, rows, len(listed))
        if len(listed) not in {1, rows - 1}:
            raise BadSetting(f"expected {rows - 1} opponents, got {len(listed)}")
        inside = {(own + 1 + k) % rows: listed[k % len(listed)] for k in range(rows - 1)}
        super().__init__(game, n, seats, options, seed, reward, inside, box)

    def start(self, seed: str) -> None:
        """Begin all rows with a new seed."""
        self.seed = seed
        self.reset()

    def step_or_end(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Play one action in each match; return in which it was illegal, so that the match ended at once."""
        known = (actions >= 0) & (actions < len(self.moves))
        legal = known & self.masks[np.arange(self.n), np.where(known, actions, 0)]
        chosen = np.where(legal, actions, ENDED).tolist()
        self.before = self.learners.copy()
        self._group_by_group(lambda first, last: self._core.step(first, last, chosen))
        return ~legal

    def final_observation(self, i: int) -> Features:
        """Return what the learner of a match that has just ended saw last."""
        return self.game.features(self._final_state(i), int(self.before[i]))

    def final_info(self, i: int) -> dict[str, object]:
        """Return how a match that has just ended did so for its learner."""
        state, seat = self._final_state(i), int(self.before[i])
        if state.actors():
            return {"seat": seat, "illegal": True}
        outcome = self.game.outcome(state)
        return {
            "seat": seat,
            "place": outcome.places[seat],
            "points": outcome.points[seat],
            "reason": outcome.reason,
        }

    def _final_state(self, i: int) -> State:
        state = self._core.last[i]
        assert state, "the last step ended this match"
        return state

    def _deal(self, i: int) -> State:
        """Deal the next match of a row, and give its learner a seat."""
        match = int(self.matches[i])
        self.learners[i] = seat = self._choose_seat(i, match)
        if self.rule in SEAT_RULES:
            core, first = self._core, i * self.seats
            inside = next(
                by for by in (core.by[first + other] for other in range(self.seats)) if by != OUTSIDE
            )
            for other in range(self.seats):
                core.by[first + other] = OUTSIDE if other == seat else inside
        return super()._deal(i)

    def _choose_seat(self, i: int, match: int) -> int:
        if self.rule == "rotate":
            return (self.first + i + match) % self.seats
        if self.rule == "random":
            return int(seeded(f"{self.seed_of(i, match)} seat").below(self.seats))
        return int(self.rule)


def _count_seats(game: str | Game[State, object], seats: int | None) -> int:
    return find_game(game).seats[0] if seats is None else seats


def _fixed_seat(seat: int | str, seats: int, opponents: int) -> int:
    """Return the learner's seat, or 0 where it changes from match to match."""
    if seat in SEAT_RULES:
        if opponents > 1:
            raise BadSetting("expected one bot for all opponents of a learner that changes its seat")
        return 0
    if not isinstance(seat, int | np.integer) or int(seat) not in range(seats):
        raise BadSetting(f"expected a seat from 0 to {seats - 1}, {' or '.join(SEAT_RULES)}, got {seat!r}")
    return int(seat)


def list_opponents(opponents: str | Bot | Sequence[str | Bot]) -> list[str | Bot]:
    """Return the bots: one for all other seats, or one for each of them."""
    return [*opponents] if isinstance(opponents, list | tuple) else [opponents]  # type: ignore[list-item]  # no other sequence
