"""Figures of speed with all their rounds, in one file, and what became slower since an earlier file."""

import os
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from fairground import __version__
from fairground.engine.errors import FairgroundError
from fairground.pure import is_compiled

LARGEST = 4_000_000  # bytes of a file of figures
NEUTRAL = ("moves_per_game",)  # neither more nor less of it is better
COSTS = ("seconds", "first_seconds", "seconds_per_decision", "bytes_per_state", "bytes_per_search")


class Figure(msgspec.Struct, frozen=True):
    """One measured quantity, such as moves per second, once for each round.

    `part` is the part of the benchmark, `subject` the game, or the peer and its game.
    """

    part: str
    subject: str
    seats: int
    options: dict[str, str]
    measure: str
    rounds: list[float]

    @property
    def is_cost(self) -> bool:
        """Whether less is better."""
        return self.measure in COSTS

    @property
    def best(self) -> float:
        return min(self.rounds) if self.is_cost else max(self.rounds)

    @property
    def worst(self) -> float:
        return max(self.rounds) if self.is_cost else min(self.rounds)

    @property
    def name(self) -> str:
        """Say what was measured, in words."""
        game = " ".join([self.subject, *self.options.values()])
        return f"{game}, {self.seats} seats: {self.measure.replace('_', ' ')} ({self.part})"


class Machine(msgspec.Struct, frozen=True):
    """Where figures were measured, so that nobody compares two machines by mistake."""

    processor: str
    cores: int
    system: str
    python: str


class Figures(msgspec.Struct, frozen=True):
    """All figures of one run."""

    fairground: str
    compiled: bool
    machine: Machine
    load: float  # the average load of the machine before the run
    figures: list[Figure]


class Decline(msgspec.Struct, frozen=True):
    """A figure that became worse; `ratio` is the new speed in terms of the old one."""

    figure: Figure
    before: float
    now: float
    ratio: float


def describe_run(load: float, figures: list[Figure]) -> Figures:
    """Return the figures with what they were measured on."""
    return Figures(__version__, is_compiled(), this_machine(), load, figures)


def this_machine() -> Machine:
    """Describe the machine that this runs on."""
    return Machine(_processor(), os.cpu_count() or 1, platform.system(), platform.python_version())


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def join_rounds(rounds: Iterable[Iterable[Figure]]) -> list[Figure]:
    """Put the rounds of the same figure together."""
    joined: dict[str, Figure] = {}
    for figure in (figure for each in rounds for figure in each):
        known = joined.get(figure.name)
        more = [*known.rounds, *figure.rounds] if known else figure.rounds
        joined[figure.name] = msgspec.structs.replace(figure, rounds=more)
    return list(joined.values())


def became_worse(old: Figures, new: Figures) -> Iterator[Decline]:
    """Yield what became worse by more than the noise: every new round is worse than every old one."""
    before = {figure.name: figure for figure in old.figures}
    for now in new.figures:
        then = before.get(now.name)
        if then is not None and _is_worse(now, then):
            ratio = then.best / now.best if now.is_cost else now.best / then.best
            yield Decline(now, then.best, now.best, ratio)


def _is_worse(now: Figure, then: Figure) -> bool:
    if now.measure in NEUTRAL:
        return False
    return now.best > then.worst if now.is_cost else now.best < then.worst


def read_figures(path: Path) -> Figures:
    """Read a file that `fairground bench --all --json` wrote."""
    try:
        with path.open("rb") as stream:
            text = stream.read(LARGEST + 1)
    except OSError as error:
        raise FairgroundError(f"cannot read {path}: {error.strerror}") from None
    if len(text) > LARGEST:
        raise FairgroundError(f"{path} is larger than any file of figures")
    try:
        return msgspec.json.decode(text, type=Figures)
    except (msgspec.DecodeError, RecursionError):
        raise FairgroundError(f"{path} is no file of figures that `bench --all --json` wrote") from None
