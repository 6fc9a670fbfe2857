"""A ladder in a file: the steps that are measured already, and the playing of those that are not."""

import time
from collections.abc import Iterable
from pathlib import Path

from fairground.arena.execution import Execution
from fairground.arena.ladder import LadderStep, Rung, format_ladder, is_current, parse_ladder, play_step
from fairground.arena.results_folder import write_atomically
from fairground.arena.tournament import Progress
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State


class TimeBudget:
    """Counts the time that is left for matches to begin; without `minutes`, there is no limit."""

    def __init__(self, minutes: float | None = None) -> None:
        self.end = None if minutes is None else time.monotonic() + 60 * minutes

    def is_up(self) -> bool:
        return self.end is not None and time.monotonic() >= self.end


class LadderFile:
    """The steps of a game's ladder, stored as they are measured if there is a `path`.

    ```python
    file = LadderFile(load(name), Path("strength.toml"))
    file.play(list_rungs([2, 3]), 400, "ladder", Execution(workers=2))
    ```
    """

    def __init__(self, game: Game[State, object], path: Path | None = None) -> None:
        self.game = game
        self.path = path
        self.steps = {step.rung: step for step in self._read()}

    def play(
        self,
        rungs: Iterable[Rung],
        matches: int,
        seed: str,
        execution: Execution,
        progress: Progress | None = None,
        limit: TimeBudget | None = None,
    ) -> list[LadderStep]:
        """Play what is missing of some rungs while there is time; return the steps that are complete."""
        limit, complete = limit or TimeBudget(), []
        for rung in rungs:
            if not self.is_complete(rung, matches) and not limit.is_up():
                begun = self.steps.get(rung)
                step = play_step(self.game, rung, matches, seed, execution, progress, begun, limit.is_up)
                self._keep(step)
            if self.is_complete(rung, matches):
                complete.append(self.steps[rung])
        return complete

    def is_complete(self, rung: Rung, matches: int) -> bool:
        """Return whether a rung has so many matches with the present rules and box."""
        return rung in self.steps and is_current(self.steps[rung], self.game, matches)

    def _read(self) -> list[LadderStep]:
        if self.path is None or not self.path.exists():
            return []
        try:
            return parse_ladder(self.path.read_text(encoding="utf-8"), str(self.path))
        except (OSError, UnicodeDecodeError) as error:
            raise FairgroundError(f"expected a ladder, but {self.path} cannot be read: {error}") from None

    def _keep(self, step: LadderStep | None) -> None:
        if step is None:
            return
        self.steps[step.rung] = step
        if self.path:
            write_atomically(self.path, format_ladder(self.steps.values()).encode())
