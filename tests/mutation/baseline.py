"""The tests of a game without any fault: how long each takes, and which lines it runs.

    python -m mutation.baseline NAME TESTS FILE

runs one file of tests under coverage, in a process of its own, and writes what it found to FILE.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from pathlib import Path
from types import FrameType

import coverage
import msgspec
import pytest

from mutation.subjects import ROOT, Mutant, fingerprint, rule_files, test_files

KEPT = ROOT / "build/mutation"
FEW = 20  # What so few tests run may be made once and used by many: all tests face its mutants.
QUICK = 60  # tests that come first
SLOWEST = 15.0  # Seconds of processor time; a test that takes longer is stopped and faces no mutants.
ENVIRONMENT = {
    "FAIRGROUND_PURE": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # some plugins cost more than the tests
}
OPTIONS = ["-p", "no:cacheprovider", "-q", "--tb=native", "--assert=plain", "-m", "not soak"]


class Measured(msgspec.Struct):
    """What the tests of one file do: their processor time under coverage, and the tests that run each line.

    Lines that run while tests are collected belong to the test "".
    """

    fingerprint: str
    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    branches: dict[str, list[tuple[int, int]]]


class Baseline:
    """What all tests of a game do when nothing is wrong."""

    def __init__(self, measured: list[Measured]) -> None:
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, dict[int, set[str]]] = {}
        self.branches: dict[str, set[tuple[int, int]]] = {}
        for each in measured:
            self.seconds |= each.seconds
            for path, lines in each.lines.items():
                for line, tests in lines.items():
                    self.tests.setdefault(path, {}).setdefault(line, set()).update(tests)
            for path, arcs in each.branches.items():
                self.branches.setdefault(path, set()).update(arcs)

    def facing(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests that a mutant has to pass, as many as the budget allows.

        The quickest come first, then the golden records, which notice much, then the others.
        """
        lines = self.tests.get(str(mutant.path.relative_to(ROOT)), {})
        running = {test for line in mutant.lines for test in lines.get(line, ())}
        chosen = self._quickest(running & self.seconds.keys())
        if "" in running or len(running) < FEW:
            chosen += self._quickest(self.seconds.keys() - running)
        late = [test for test in chosen[QUICK:] if "test_golden" in test]
        rest = [test for test in chosen[QUICK:] if test not in late]
        return list(self._within([*chosen[:QUICK], *late, *rest], budget))

    def is_in_time(self, mutant: Mutant) -> bool:
        """Whether what is changed never runs before the tests begin."""
        lines = self.tests.get(str(mutant.path.relative_to(ROOT)), {})
        return not any("" in lines.get(line, ()) for line in mutant.lines)

    def _quickest(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))

    def _within(self, tests: list[str], budget: float) -> Iterator[str]:
        for test in tests:
            budget -= self.seconds[test]
            if budget > 0:
                yield test


@dataclass
class Recorder:
    """Tells coverage which test is running, and notes the processor time that each takes."""

    running: coverage.Coverage
    name: str
    seconds: dict[str, float]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if belongs(item.nodeid, self.name)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.running.switch_context(item.nodeid)
        forget_results(item)
        began = time.process_time()
        signal.signal(signal.SIGPROF, lambda number, frame: self.stop(item.nodeid, frame))
        signal.setitimer(signal.ITIMER_PROF, SLOWEST)
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.seconds.setdefault(item.nodeid, round(time.process_time() - began, 4))
        self.running.switch_context("")
        return result

    def stop(self, test: str, frame: FrameType | None) -> None:
        """Stop a test; but not inside of coverage, which may hold a lock: then a moment later."""
        if frame and Path(frame.f_code.co_filename).parent == Path(coverage.__file__).parent:
            signal.setitimer(signal.ITIMER_PROF, 0.01)
            return
        self.seconds[test] = inf
        pytest.skip("takes too long under coverage")


def forget_results(item: pytest.Item) -> None:
    """Clear what the functions of a test's module have cached, so that each test runs all it depends on."""
    for value in vars(getattr(item, "module", None) or object).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def belongs(test: str, name: str) -> bool:
    """Whether a test is one of the game: it lies in its folder, or its parameter begins with the name."""
    parameter = test.partition("[")[2].rstrip("]")
    return f"games/{name}/" in test or parameter.split("-")[0] == name


def measure(name: str, tests: Path) -> Measured:
    """Run one file of tests under coverage. A test that fails here is an error."""
    rules = rule_files(name)
    running = coverage.Coverage(data_file=None, branch=True, include=map(str, rules), config_file=False)
    recorder = Recorder(running, name, {})
    running.start()
    failed = pytest.main([*OPTIONS, str(tests)], plugins=[recorder])
    running.stop()
    if failed:
        raise SystemExit(f"{tests} fails without any mutant")
    data = running.get_data()
    return Measured(
        fingerprint(name, tests),
        {test: seconds for test, seconds in recorder.seconds.items() if seconds < inf},
        {str(path.relative_to(ROOT)): data.contexts_by_lineno(str(path)) for path in rules},
        {str(path.relative_to(ROOT)): data.arcs(str(path)) or [] for path in rules},
    )


def baseline(name: str, jobs: int = 2) -> Baseline:
    """The measurements of a game, kept in `build/` as long as nothing changes."""
    with ThreadPoolExecutor(jobs) as pool:
        return Baseline(list(pool.map(lambda tests: measured_or_kept(name, tests), test_files(name))))


def measured_or_kept(name: str, tests: Path) -> Measured:
    path = KEPT / name / f"{tests.stem}.json"
    if path.exists():
        kept = msgspec.json.decode(path.read_bytes(), type=Measured)
        if kept.fingerprint == fingerprint(name, tests):
            return kept
    path.parent.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, **ENVIRONMENT}
    command = [sys.executable, "-m", "mutation.baseline", name, str(tests), str(path)]
    subprocess.run(command, check=True, env=environment, cwd=ROOT, stdout=sys.stderr)
    return msgspec.json.decode(path.read_bytes(), type=Measured)


if __name__ == "__main__":
    Path(sys.argv[3]).write_bytes(msgspec.json.encode(measure(sys.argv[1], Path(sys.argv[2]))))
