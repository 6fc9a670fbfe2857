"""A tournament from its plan to its report."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from fairground.arena.cluster import Cluster
from fairground.arena.crew import PATIENCE, Crew
from fairground.arena.fixtures import Fixture, Plan, fixtures
from fairground.arena.ledger import Ledger, write_whole
from fairground.arena.parquet import parquet
from fairground.arena.sitting import Played

MATCHES = "matches.parquet"
REPORT = "report.html"


class Hall(Protocol):
    """Wherever matches are played."""

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]: ...


@dataclass(frozen=True)
class Means:
    """With what a tournament is played; nothing of it changes the results."""

    workers: int = 1
    patience: float = PATIENCE
    on_ray: bool = False
    address: str | None = None

    def hall(self, plan: Plan) -> Hall:
        if self.on_ray:
            return Cluster(plan, self.address, self.workers, self.patience)
        return Crew(plan, self.workers, self.patience)


class Progress(Protocol):
    """Is told how many matches there are, how many are over already, and of each that ends."""

    def begin(self, title: str, total: int, already: int) -> None: ...

    def step(self, played: Played) -> None: ...


class Silent:
    """Nobody listens."""

    def begin(self, title: str, total: int, already: int) -> None: ...

    def step(self, played: Played) -> None: ...


def run(
    plan: Plan, folder: Path, means: Means, progress: Progress | None = None, title: str = ""
) -> list[Played]:
    """Play what is not yet in the folder; all matches, in the order of the plan."""
    progress = progress or Silent()
    with Ledger(folder, plan) as ledger:
        every = list(fixtures(plan))
        todo = [fixture for fixture in every if fixture.number not in ledger.played]
        progress.begin(title or plan.game, len(every), len(every) - len(todo))
        if todo:
            _play(means.hall(plan), todo, ledger, progress)
        matches = ledger.results()
    write_whole(folder / MATCHES, parquet(plan, matches))
    return matches


def _play(hall: Hall, todo: list[Fixture], ledger: Ledger, progress: Progress) -> None:
    for played in finished(hall, todo):
        ledger.add(played)
        progress.step(played)


def finished(hall: Hall, todo: Iterable[Fixture]) -> Iterator[Played]:
    """Matches as they end; whatever comes between, the hall is closed."""
    playing = hall.play(todo)
    try:
        yield from playing
    finally:
        close: Callable[[], None] = getattr(playing, "close", lambda: None)
        close()  # at once, not when somebody collects the generator: it holds processes
