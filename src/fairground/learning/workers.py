"""Self-play in worker processes: each task is a few matches, which become a file of samples."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from fairground.bots.trained_judge import TrainedJudge
from fairground.engine.errors import FairgroundError
from fairground.learning.plan import TrainingPlan
from fairground.learning.samples import join, write_samples
from fairground.learning.self_play import SelfPlayer
from fairground.processes import TaskPool, python_command, serve

PORTION = 20  # matches in a file


class Portion(msgspec.Struct, frozen=True):
    """Matches of a generation, from `first` up to but excluding `last`; `network` is the file that plays."""

    generation: int
    first: int
    last: int
    network: str | None
    file: str


def portions(plan: TrainingPlan, generation: int, network: Path | None, folder: Path) -> list[Portion]:
    """Return all portions of a generation."""
    found = []
    for first in range(0, plan.matches, PORTION):
        file = folder / f"{generation:03}-{first:06}.npz"
        last = min(first + PORTION, plan.matches)
        found.append(Portion(generation, first, last, str(network) if network else None, str(file)))
    return found


def play_portion(plan: TrainingPlan, portion: Portion) -> None:
    """Play the matches of a portion and write their samples."""
    player = SelfPlayer(plan, TrainedJudge.read(portion.network) if portion.network else None)
    seeds = [f"{plan.seed} {portion.generation} {number}" for number in range(portion.first, portion.last)]
    played = [samples for seed in seeds if (samples := player.play(seed)) is not None]
    if not played:
        raise FairgroundError("no match had a choice to learn from")
    write_samples(Path(portion.file), join(played))


def play_portions(plan: TrainingPlan, todo: list[Portion], workers: int) -> Iterator[Portion]:
    """Play portions, in this process or in several others; yield each when it is done."""
    if workers == 1:
        for portion in todo:
            play_portion(plan, portion)
            yield portion
        return
    pool = TaskPool(python_command(__name__), msgspec.json.encode(plan), workers)
    for number, answer in pool.run(msgspec.json.encode(portion) for portion in todo):
        if answer is None:
            raise FairgroundError(f"matches for {todo[number].file} could not be played: the workers died")
        yield todo[number]


# In the worker


class PortionServer:
    """Answers the lines of the pool: the plan first, then portions."""

    def __init__(self) -> None:
        self.plan: TrainingPlan | None = None

    def answer(self, line: bytes) -> bytes | None:
        if self.plan is None:
            self.plan = msgspec.json.decode(line, type=TrainingPlan)
            return None
        play_portion(self.plan, msgspec.json.decode(line, type=Portion))
        return b"done"


def main() -> None:
    """Run as a worker."""
    serve(PortionServer().answer)
