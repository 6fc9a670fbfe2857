"""Random play and counting. It is compiled, because benchmarks and searches run it millions of times."""

import hashlib

from mypy_extensions import i64

from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State


def playout(state: State, rng: Rng, limit: i64) -> i64:
    """Play random moves in place, to the end or up to `limit`, and return how many."""
    made: i64 = 0
    while state.actor != OVER and made < limit:
        seat = state.someone(rng)
        moves = state.legal(seat)
        state.play(seat, moves[rng.below(len(moves))])
        made += 1
    return made


def trace(state: State, rng: Rng, limit: i64) -> list[tuple[int, int]]:
    """Play as `playout` does and return the moves as (seat, move)."""
    made: list[tuple[int, int]] = []
    while state.actor != OVER and len(made) < limit:
        seat = state.someone(rng)
        moves = state.legal(seat)
        move = moves[rng.below(len(moves))]
        state.play(seat, move)
        made.append((seat, move))
    return made


def imaginings(state: State, seat: i64, rng: Rng, worlds: i64) -> None:
    """Imagine a number of worlds and discard them."""
    for _ in range(worlds):
        state.imagine(seat, rng)


def perft(state: State, depth: i64) -> i64:
    """Return how many sequences of `depth` moves start here."""
    if depth == 0:
        return 1
    if state.actor == OVER:
        return 0
    moves = state.legal(state.actor)
    if depth == 1:
        return len(moves)
    nodes: i64 = 0
    for move in moves:
        child = state.copy()
        child.play(state.actor, move)
        nodes += perft(child, depth - 1)
    return nodes


def digest(states: list[State], rng: Rng, limit: i64) -> str:
    """Return a digest of one random match from each of the states: every move and the final points."""
    seal = hashlib.sha256()
    for state in states:
        for seat, move in trace(state, rng, limit):
            seal.update(f"{seat} {move}\n".encode())
        seal.update(f"= {state.scores()}\n".encode())
    return seal.hexdigest()
