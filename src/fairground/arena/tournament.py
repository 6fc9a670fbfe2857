"""Run a tournament from its plan to its files."""

from pathlib import Path
from typing import Protocol

from fairground.arena.execution import Execution, play_matches
from fairground.arena.match_runner import MatchResult
from fairground.arena.parquet import encode_parquet
from fairground.arena.results_folder import ResultsFolder, write_atomically
from fairground.arena.schedule import Plan, schedule_matches

MATCHES = "matches.parquet"
REPORT = "report.html"


class Progress(Protocol):
    """Is told how far a tournament is, to show it to somebody."""

    def begin(self, title: str, total: int, already: int) -> None:
        """A tournament of `total` matches begins, of which `already` are finished."""

    def step(self, result: MatchResult) -> None:
        """A match has ended."""


class NoProgress:
    """Shows nothing."""

    def begin(self, title: str, total: int, already: int) -> None: ...

    def step(self, result: MatchResult) -> None: ...


def run_tournament(
    plan: Plan,
    folder: Path,
    execution: Execution,
    progress: Progress | None = None,
    title: str = "",
) -> list[MatchResult]:
    """Play the matches that are not in the folder yet; return all results in the order of the plan.

    Results are stored one by one, so after an interruption the same call continues where it stopped.

    ```python
    plan = make_plan(load(name), ["greedy", "random"], matches=100)
    results = run_tournament(plan, Path("greedy-random"), Execution(workers=4))
    ```
    """
    progress = progress or NoProgress()
    with ResultsFolder(folder, plan) as stored:
        matches = list(schedule_matches(plan))
        missing = [match for match in matches if match.number not in stored.by_number]
        progress.begin(title or plan.game, len(matches), len(matches) - len(missing))
        if missing:
            for result in play_matches(execution.executor(plan), missing):
                stored.add(result)
                progress.step(result)
        results = stored.results()
    write_atomically(folder / MATCHES, encode_parquet(plan, results))
    return results
