"""Measurements that keep their results: other seeds add up, and a run that was killed goes on."""

from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest

from fairground.analysis.measurements.kept import run_kept
from fairground.analysis.report import VERSION


@dataclass(frozen=True)
class Count:
    seed: str
    budget: int = 10


done: list[str] = []


def measure(task: Count) -> list[int]:
    done.append(task.seed)
    return [len(task.seed), task.budget]


def measure_otherwise(task: Count) -> list[int]:
    return [-1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    done.clear()
    return tmp_path / "results.jsonl"


def test_without_a_file_all_is_measured_again() -> None:
    done.clear()
    for _ in range(2):
        assert run_kept(measure, [Count("a"), Count("bb")], 1, None) == [[1, 10], [2, 10]]
    assert done == ["a", "bb", "a", "bb"]


def test_what_the_file_has_is_not_measured_again(file: Path) -> None:
    run_kept(measure, [Count("a")], 1, file)
    assert run_kept(measure, [Count("bb"), Count("a")], 1, file) == [[2, 10], [1, 10]]
    assert done == ["a", "bb"]


def test_runs_with_other_seeds_add_up(file: Path) -> None:
    run_kept(measure, [Count("a"), Count("bb")], 1, file)
    assert sorted(run_kept(measure, [Count("ccc")], 1, file)) == [[1, 10], [2, 10], [3, 10]]


def test_only_like_is_added_to_like(file: Path) -> None:
    """Another budget, another measurement and another version of the reviewer are counted apart."""
    run_kept(measure, [Count("a", budget=20)], 1, file)
    run_kept(measure_otherwise, [Count("a")], 1, file)
    old = {"work": "measure", "version": VERSION - 1, "task": Count("old"), "found": [0, 0]}
    with file.open("ab") as end:
        end.write(msgspec.json.encode(old) + b"\n")
    assert run_kept(measure, [Count("bb")], 1, file) == [[2, 10]]


@pytest.mark.parametrize("left", range(1, 60, 7))
def test_half_a_line_costs_one_task_and_nothing_else(file: Path, left: int) -> None:
    run_kept(measure, [Count("a"), Count("bb")], 1, file)
    first, second = file.read_bytes().splitlines()
    file.write_bytes(first + b"\n" + second[:left])
    for _ in range(2):
        assert run_kept(measure, [Count("a"), Count("bb")], 1, file) == [[1, 10], [2, 10]]
    assert done == ["a", "bb", "bb"]


def test_what_was_measured_before_a_failure_is_kept(file: Path) -> None:
    def fail_at_the_third(task: Count) -> list[int]:
        if task.seed == "c":
            raise KeyboardInterrupt
        return measure(task)

    fail_at_the_third.__name__ = measure.__name__
    tasks = [Count("a"), Count("b"), Count("c"), Count("d")]
    with pytest.raises(KeyboardInterrupt):
        run_kept(fail_at_the_third, tasks, 1, file)
    assert run_kept(measure, tasks, 1, file) == [[1, 10]] * 4
    assert done == ["a", "b", "c", "d"]


def test_several_processes_give_the_same(file: Path) -> None:
    tasks = [Count(letter) for letter in "abcdef"]
    assert run_kept(measure, tasks, 2, file) == run_kept(measure, tasks, 1, None)
    assert run_kept(measure, [replace(tasks[0], seed="zz")], 1, file)[0] == [2, 10]
    assert len(file.read_bytes().splitlines()) == 7
