"""Look one move ahead: what each move is worth at once, and whether one of them wins."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

NO_MOVE: Final = -1
WORLDS: Final = 8  # imagined worlds in which a winning move must win


def winning_move(mind: Mind, judge: Judge) -> i64:
    """Return a move that ends the match with a sole win in every world tried, or NO_MOVE."""
    moves = mind.legal()
    for _ in range(WORLDS):
        moves = winning_moves(mind.imagine(), mind.seat, moves, judge)
        if not moves:
            return NO_MOVE
    return moves[0]


def winning_moves(world: State, seat: i64, moves: list[int], judge: Judge) -> list[int]:
    """Return those of the moves that win the match in this world."""
    found: list[int] = []
    for move in moves:
        after = world.copy()
        after.play(seat, move)
        if after.actor == OVER and judge.result(after)[seat] == 1.0:
            found.append(move)
    return found


def move_prospects(mind: Mind, judge: Judge, worlds: i64) -> list[float]:
    """Return the seat's share right after each of its moves, added up over some imagined worlds."""
    moves = mind.legal()
    totals = [0.0] * len(moves)
    for _ in range(worlds):
        world = mind.imagine()
        for i in range(len(moves)):
            after = world.copy()
            after.play(mind.seat, moves[i])
            reveal_choices(after, mind.seat, world.actors(), judge, mind.rng)
            totals[i] += share(after, mind.seat, judge)
    return totals


def reveal_choices(world: State, seat: i64, chose: list[int], judge: Judge, rng: Rng) -> None:
    """Let the seats play that still owe a choice made at the same time as the seat's own."""
    while world.actor != OVER and len(chose) > 1 and seat not in world.actors():
        other = world.actors()[0]
        if other not in chose:
            return
        chose = [waiting for waiting in chose if waiting != other]
        world.play(other, judge.pick(world, other, world.legal(other), rng))


def share(world: State, seat: i64, judge: Judge) -> float:
    """Return the seat's prospect of winning."""
    return (judge.result(world) if world.actor == OVER else judge.shares(world))[seat]
