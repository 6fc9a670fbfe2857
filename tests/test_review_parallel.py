"""A review on several processes is the review on one, and survives the death of a worker."""

import math
import os
import signal

import msgspec
import pytest

from fairground import FairgroundError, list_games
from fairground.analysis import parallel_review
from fairground.analysis.parallel_review import ParallelReview
from fairground.analysis.report import Review
from fairground.analysis.review import review_match
from fairground.engine.errors import BadSetting
from fairground.processes import task_pool
from fairground.processes.command import python_command
from reviewed import HIDDEN, OPEN, play_match

QUICK = (OPEN, HIDDEN)
GAMES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in list_games()]
BUDGET = 20


def finish(work: ParallelReview) -> Review:
    for _ in work.run():
        pass
    return work.assemble()


@pytest.mark.parametrize("name", GAMES)
def test_the_review_is_bit_for_bit_the_same_on_one_process_and_on_two(name: str) -> None:
    match = play_match(name)
    alone = finish(ParallelReview(match, BUDGET, cores=1))
    together = finish(ParallelReview(match, BUDGET, cores=2))
    assert msgspec.json.encode(alone) == msgspec.json.encode(together)
    assert msgspec.json.encode(alone) == msgspec.json.encode(review_match(match, BUDGET))
    assert together.complete


def test_coarse_results_for_all_moves_come_before_the_fine_ones() -> None:
    work = ParallelReview(play_match(OPEN), BUDGET)
    moves = len(work.tasks) // 2
    seen = []
    for task in work.run():
        seen.append(task)
        if len(seen) < moves:
            assert not work.has_first_results()
        if len(seen) == moves:
            assert work.has_first_results()
            first = work.assemble()
            assert not first.complete
            assert len(first.moves) == moves
    assert [task.at for task in seen] == [*range(moves), *range(moves)]
    assert [task.fine for task in seen] == [False] * moves + [True] * moves


def test_parts_add_up_to_the_change_of_every_share() -> None:
    review = finish(ParallelReview(play_match(HIDDEN), BUDGET, cores=2))
    for seat, parts in enumerate(review.parts):
        change = review.final[seat] - review.initial[seat]
        assert math.isclose(parts.own + sum(parts.others) + parts.luck, change, abs_tol=1e-9)


def test_a_worker_that_is_killed_is_replaced_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[task_pool.TaskPool] = []

    class Watched(task_pool.TaskPool):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]
            pools.append(self)

    monkeypatch.setattr(parallel_review, "TaskPool", Watched)
    match = play_match(OPEN)
    work = ParallelReview(match, BUDGET, cores=2)
    killed = set()
    for number, _ in enumerate(work.run()):
        if number == 3:
            killed = {worker.child.pid for worker in pools[0].workers}
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
    assert len(killed) == 2
    assert work.assemble() == review_match(match, BUDGET)


def test_a_move_that_kills_every_worker_ends_the_review_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parallel_review, "python_command", lambda module: ["/bin/false"])
    with pytest.raises(FairgroundError, match="its worker died again and again"):
        finish(ParallelReview(play_match(OPEN), BUDGET, cores=2))
    assert python_command("x")  # only the review's own is replaced


@pytest.mark.parametrize(("budget", "cores"), [(0, 1), (-5, 1), (10, 0)])
def test_nothing_is_begun_with_a_budget_or_cores_of_nothing(budget: int, cores: int) -> None:
    with pytest.raises(BadSetting, match=r"expected .* got"):
        ParallelReview(play_match(OPEN), budget, cores)


def test_a_match_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(BadSetting, match="still under way"):
        ParallelReview(play_match(OPEN).at(5))
