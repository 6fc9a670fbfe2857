"""Show the progress of long work, such as a tournament: a bar in a terminal, a line now and then in a log."""

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress import TimeRemainingColumn as TimeLeft
from rich.text import Text

from fairground.engine.text import clean_lines

PAUSE = 30.0  # seconds between two lines of a log


class RateColumn(ProgressColumn):
    """A column with the steps per second, or per minute if they are slow."""

    def render(self, task: Task) -> Text:
        return Text(rate(task.finished_speed or task.speed or 0.0))


def rate(speed: float) -> str:
    """Return steps per second as text."""
    return f"{speed:.1f}/s" if speed >= 1 else f"{speed * 60:.1f}/min"


class ProgressDisplay:
    """Show progress on the error output, so that results can be piped."""

    def __init__(self, unit: str = "matches") -> None:
        """`unit` is what is counted."""
        console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            RateColumn(),
            TimeLeft(),
        )
        self.bar = Progress(*columns, console=console, disable=not console.is_terminal)
        self.lines = None if console.is_terminal else console
        self.task = self.bar.add_task("", total=None, visible=False)
        self.unit = unit
        self.title, self.total, self.done, self.already = "", 0, 0, 0
        self.began = self.reported = time.monotonic()

    def __enter__(self) -> "ProgressDisplay":
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def begin(self, title: str, total: int, already: int) -> None:
        """Start a bar for `total` steps, of which some were done already."""
        self.task = self.bar.add_task(title, total=total, completed=already)
        self.title, self.total, self.done, self.already = title, total, already, already
        self.began = self.reported = time.monotonic()

    def step(self, result: object = None) -> None:
        """Count a step, such as a finished match."""
        self.done += 1
        self.bar.advance(self.task)
        if self.lines and (self.done == self.total or time.monotonic() - self.reported > PAUSE):
            self.reported = time.monotonic()
            self.lines.print(self._line(), highlight=False, soft_wrap=True)

    def note(self, text: str) -> None:
        """Print a line above the bar."""
        self.bar.console.print(Text(clean_lines(text)), soft_wrap=True)

    def _line(self) -> str:
        took = max(time.monotonic() - self.began, 1e-9)
        speed = (self.done - self.already) / took
        left = (self.total - self.done) / speed
        return f"{self.title}: {self.done} of {self.total} {self.unit}, {rate(speed)}, {left:.0f} s left"
