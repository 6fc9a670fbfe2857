"""A second, naive implementation of Festival Climbers, to check the bitboards against."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground import OVER, seeded
from fairground.games.festival_climbers import GAME
from fairground.games.festival_climbers.notation import names
from fairground.games.festival_climbers.rules import Climbers

LEVELS = "abcdefgh"
SPACES = [(level, place) for level in range(8) for place in range(8 - level)]


class Naive:
    """The rules space by space, as rules.en.md states them."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.stands: dict[tuple[int, int], int] = {}
        self.hand = [24 // seats] * seats
        self.seat = 0
        self.over = False

    def moves(self, seat: int) -> list[str]:
        entries = [
            name((0, place)) for place in range(8) if self.hand[seat] and (0, place) not in self.stands
        ]
        climbs = [
            f"{name(s)}-{name(t)}"
            for s in SPACES
            if self.stands.get(s) == seat
            for t in SPACES
            if self.can_climb(s, t)
        ]
        return entries + climbs

    def can_climb(self, s: tuple[int, int], t: tuple[int, int]) -> bool:
        if t in self.stands or t[0] <= s[0]:
            return False
        if any(space not in self.stands or space == s for space in rests_on(t)):
            return False
        above = [u for u in self.stands if u[0] > 0 and s in rests_on(u)]
        return all(any(v in self.stands and v != s for v in rests_on(u)) for u in above)

    def play(self, move: str) -> None:
        parts = [(LEVELS.index(part[0]), int(part[1]) - 1) for part in move.split("-")]
        if len(parts) == 1:
            self.hand[self.seat] -= 1
        else:
            del self.stands[parts[0]]
        self.stands[parts[-1]] = self.seat
        order = [(self.seat + step) % self.seats for step in range(1, self.seats + 1)]
        able = [seat for seat in order if self.moves(seat)]
        self.over = parts[-1] == (7, 0) or not able
        self.seat = able[0] if able else self.seat

    def copy(self) -> "Naive":
        twin = Naive(self.seats)
        twin.stands, twin.hand, twin.seat = dict(self.stands), list(self.hand), self.seat
        return twin


def rests_on(space: tuple[int, int]) -> list[tuple[int, int]]:
    level, place = space
    return [(level - 1, place), (level - 1, place + 1)]


def name(space: tuple[int, int]) -> str:
    return f"{LEVELS[space[0]]}{space[1] + 1}"


def perft(position: Naive, depth: int) -> int:
    moves = position.moves(position.seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = position.copy()
        child.play(move)
        total += 0 if child.over else perft(child, depth - 1)
    return total


def published() -> dict[tuple[int, int], int]:
    lines = (Path(__file__).parent / "perft.txt").read_text().splitlines()
    rows = [tuple(map(int, line.split())) for line in lines if not line.startswith("#")]
    return {(seats, depth): nodes for seats, depth, nodes in rows}


@pytest.mark.parametrize("deepest", [6, pytest.param(7, marks=pytest.mark.soak)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_perft_agrees_with_the_naive_rules(seats: int, deepest: int) -> None:
    for depth in range(1, deepest + 1):
        assert perft(Naive(seats), depth) == published()[seats, depth]


def agree(state: Climbers, naive: Naive) -> None:
    assert state.actors() == ([] if naive.over else [naive.seat])
    if not naive.over:
        assert [GAME.write(move) for move in state.legal(naive.seat)] == naive.moves(naive.seat)
    for seat in range(naive.seats):
        stands = sorted(name(space) for space, owner in naive.stands.items() if owner == seat)
        assert sorted(names(state.own[seat])) == stands
        assert state.scores()[seat] == sum(LEVELS.index(space[0]) + 1 for space in stands)


@given(st.integers(2, 4), st.integers(0, 2**30))
def test_whole_matches_agree_with_the_naive_rules(seats: int, seed: int) -> None:
    state, naive, rng = GAME.setup(seats, seeded("x")), Naive(seats), seeded(str(seed))
    while state.actor != OVER:
        agree(state, naive)
        moves = state.legal(state.actor)
        move = moves[rng.below(len(moves))]
        state.play(state.actor, move)
        naive.play(GAME.write(move))
    agree(state, naive)
