"""Runs the tests of a game against one mutant at a time, each in a forked process.

The parent collects the game's tests once. A fault inside a function is put in place by giving the function
other code. A fault in what runs while modules are imported needs the game and its tests imported afresh.
"""

import ast
import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

from mutation.baseline import ENVIRONMENT, OPTIONS, QUICK, Baseline
from mutation.subjects import GAMES, ROOT, Mutant, test_files

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
IMPORTING = 30.0  # seconds of processor time for collecting the tests
PATIENCE = 4  # a test is given so many times what it usually takes, and two seconds
LONGEST = 300  # letters of a test's name
MEMORY = 3 * 2**30


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    result: str
    test: str  # that noticed, or ran out of time


class MutantFinder:
    """Finds one module with a fault in it, before anybody else finds it without."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        loader = MutantLoader(name, str(self.mutant.path))
        loader.mutant = self.mutant
        return spec_from_file_location(name, self.mutant.path, loader=loader)


class MutantLoader(SourceFileLoader):
    mutant: Mutant

    def get_code(self, fullname: str) -> CodeType:
        return self.mutant.compile()


class Watch:
    """Puts the quickest tests first, and gives each its time; for tests that are collected in the child."""

    def __init__(self, attempt: "Attempt") -> None:
        self.attempt = attempt
        self.order = {test: number for number, test in enumerate(attempt.tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.order[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.attempt.begin(item.nodeid)
        return (yield)


@dataclass
class Attempt:
    """One mutant in a child of its own; the file `note` tells the parent which test is running."""

    mutant: Mutant
    tests: list[str]
    seconds: dict[str, float]
    note: int

    def begin(self, test: str) -> None:
        os.pwrite(self.note, test.encode().ljust(LONGEST), 0)
        signal.setitimer(signal.ITIMER_PROF, 2 + PATIENCE * self.seconds[test])

    def in_place(self, items: dict[str, pytest.Item], most: int) -> int:
        """Run tests that are collected already, with the mutant's code in the function it changes."""
        tests = [items[test] for test in self.tests[:most]]
        for item, following in zip(tests, [*tests[1:], None], strict=True):
            self.begin(item.nodeid)
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return 1
        return 0

    def afresh(self, name: str) -> int:
        """Forget the game, and import and collect it again with the mutant in it."""
        forget(name)
        sys.meta_path.insert(0, MutantFinder(self.mutant))
        own = [test for test in self.tests if f"games/{name}/" in test]
        first, rest = own[:QUICK], [test for test in self.tests if test not in own[:QUICK]]
        return self.collect_and_run(first) or self.collect_and_run(rest)

    def collect_and_run(self, tests: list[str]) -> int:
        signal.setitimer(signal.ITIMER_PROF, IMPORTING)
        return int(pytest.main([*OPTIONS, "-x", *tests], plugins=[Watch(self)])) if tests else 0


class Bench:
    """A plugin that collects a game's tests once and then tries mutants on them, `jobs` at a time."""

    def __init__(
        self, name: str, baseline: Baseline, budget: float, jobs: int, tell: Callable[[Verdict], None]
    ) -> None:
        self.name = name
        self.baseline = baseline
        self.budget = budget
        self.jobs = jobs
        self.tell = tell
        self.mutants: list[Mutant] = []
        self.running: dict[int, tuple[Mutant, Path]] = {}
        self.folder = Path(tempfile.mkdtemp(prefix="mutation-"))

    def run(self, mutants: list[Mutant]) -> None:
        self.mutants = mutants
        os.environ.update(ENVIRONMENT)
        pytest.main([*OPTIONS, "-qq", "-s", *map(str, test_files(self.name))], plugins=[self])
        shutil.rmtree(self.folder)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.freeze()  # so that children share the memory
        for number, mutant in enumerate(self.mutants):
            if len(self.running) == self.jobs:
                self.wait()
            self.start(mutant, self.folder / str(number), items)
        while self.running:
            self.wait()
        return True

    def start(self, mutant: Mutant, note: Path, items: dict[str, pytest.Item]) -> None:
        note.touch()
        child = os.fork()
        if not child:
            self.attempt(mutant, note, items)
        self.running[child] = mutant, note

    def wait(self) -> None:
        child, status = os.wait()
        mutant, note = self.running.pop(child)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            result = TIMEOUT
        else:
            result = SURVIVED if status == 0 else KILLED
        self.tell(Verdict(mutant, result, "" if result == SURVIVED else note.read_text().strip()))

    def attempt(self, mutant: Mutant, note: Path, items: dict[str, pytest.Item]) -> None:
        """Run the tests in this process, which ends with their result."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, IMPORTING)
        code = 1
        try:
            tests = self.baseline.facing(mutant, self.budget)
            attempt = Attempt(mutant, tests, self.baseline.seconds, os.open(note, os.O_WRONLY))
            if put_in_place(mutant):
                in_time = self.baseline.is_in_time(mutant)
                code = attempt.in_place(items, len(tests) if in_time else QUICK)
                if in_time or code:
                    return
            code = attempt.afresh(self.name)
        finally:
            os._exit(code)


def forget(name: str) -> None:
    """Drop the game and the tests from the modules that are imported."""
    own = (str(GAMES / name), str(ROOT / "tests"))
    for module in list(sys.modules):
        file = getattr(sys.modules[module], "__file__", None) or ""
        if file.startswith(own) and not module.startswith("mutation"):
            del sys.modules[module]


def put_in_place(mutant: Mutant) -> bool:
    """Give a function the code of the mutant; False where only a new import would do."""
    path = mutant.edit.function
    found: object = sys.modules.get(mutant.module)
    for step in path:
        found = getattr(found, "__dict__", {}).get(step)
    code = _inner(mutant.compile(), path)
    if not isinstance(found, FunctionType) or not code or isinstance(mutant.edit.statement, ast.FunctionDef):
        return False
    if code.co_freevars != found.__code__.co_freevars:
        return False
    found.__code__ = code
    return True


def _inner(code: CodeType, path: tuple[str, ...]) -> CodeType | None:
    """The code of a function inside the code of its module."""
    for step in path:
        inner = [each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == step]
        if len(inner) != 1:
            return None
        code = inner[0]
    return code
