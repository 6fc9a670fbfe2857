"""Tiny games without a box, on which it is easy to see what a search does."""

from fairground.engine.judge import Judge
from fairground.engine.mind import Mind, Senses
from fairground.engine.rng import seeded
from fairground.engine.state import OVER, State


class Pennies(State):
    """Both choose a side at the same time; seat 0 wants them equal, seat 1 different.

    `prize[side]` points are what seat 0 gets for an equal pair of that side.
    """

    def __init__(self, prize: tuple[int, int] = (2, 2)) -> None:
        super().__init__()
        self.seats = 2
        self.actor = 0
        self.prize = prize
        self.sealed = [-1, -1]

    def copy(self) -> "Pennies":
        twin = Pennies(self.prize)
        twin._adopt(self)
        twin.sealed = list(self.sealed)
        return twin

    def actors(self) -> list[int]:
        return [seat for seat in range(2) if self.sealed[seat] < 0]

    def legal(self, seat: int) -> list[int]:
        return [0, 1] if self.sealed[seat] < 0 else []

    def play(self, seat: int, move: int) -> None:
        self.sealed[seat] = move
        self.actor = min(self.actors(), default=OVER)

    def scores(self) -> list[int]:
        a, b = self.sealed
        return [self.prize[a], 0] if a == b >= 0 else [0, 2]


class Parity(Judge):
    """Half the points are half a win."""

    def result(self, state: State) -> list[float]:
        share = state.scores()[0] / 2
        return [share, 1 - share]


class Ambush(Pennies):
    """Seat 0 takes one of two roads, the second of which is always worse; seat 1 waits at one of them.

    Against somebody who takes any road, seat 1 does best at side 0; against the better road, at side 1.
    """

    def copy(self) -> "Ambush":
        twin = Ambush(self.prize)
        twin._adopt(self)
        twin.sealed = list(self.sealed)
        return twin

    def redeal(self, seat: int) -> None:
        for other in range(2):
            if other != seat and self.sealed[other] >= 0:
                self.sealed[other] = self.rng.below(2)

    def reopen(self, seat: int) -> None:
        self.sealed = [-1, -1]
        self.actor = 0


class Robber(Judge):
    """What seat 1 can expect by road and side."""

    def result(self, state: State) -> list[float]:
        assert isinstance(state, Ambush)
        road, side = state.sealed
        caught = [[0.4, 0.5], [1.0, 0.6]][road][side]
        return [1 - caught, caught]


class Nim(State):
    """Take 1 to 3 counters; the seat that takes the last one wins."""

    def __init__(self, counters: int = 10, seats: int = 2) -> None:
        super().__init__()
        self.seats = seats
        self.actor = 0
        self.counters = counters
        self.winner = OVER

    def copy(self) -> "Nim":
        twin = Nim(self.counters, self.seats)
        twin._adopt(self)
        twin.winner = self.winner
        return twin

    def legal(self, seat: int) -> list[int]:
        return list(range(1, min(3, self.counters) + 1)) if seat == self.actor else []

    def play(self, seat: int, move: int) -> None:
        self.counters -= move
        self.actor = (seat + 1) % self.seats if self.counters else OVER
        self.winner = OVER if self.counters else seat

    def scores(self) -> list[int]:
        return [int(seat == self.winner) for seat in range(self.seats)]


class Scramble(State):
    """Nobody has a turn: the quickest seat takes a coin, until none is left."""

    def __init__(self, coins: tuple[int, ...] = (1, 1, 5), seats: int = 3) -> None:
        super().__init__()
        self.seats = seats
        self.actor = 0
        self.coins = list(coins)
        self.purses = [0] * seats

    def copy(self) -> "Scramble":
        twin = Scramble(seats=self.seats)
        twin._adopt(self)
        twin.coins = list(self.coins)
        twin.purses = list(self.purses)
        return twin

    def actors(self) -> list[int]:
        return [] if self.actor == OVER else list(range(self.seats))

    def someone(self, rng: object) -> int:
        return self.rng.below(self.seats)

    def legal(self, seat: int) -> list[int]:
        return list(range(len(self.coins)))

    def play(self, seat: int, move: int) -> None:
        self.purses[seat] += self.coins.pop(move)
        self.actor = 0 if self.coins else OVER

    def scores(self) -> list[int]:
        return list(self.purses)


def mind_of(state: State, seat: int, seed: str, judge: Judge | None = None) -> Mind:
    """Return what a bot in `seat` of a toy gets; only sealed choices are hidden."""
    return Mind(state.copy(), seat, Senses(), seeded(seed), judge or Judge(), "toy")
