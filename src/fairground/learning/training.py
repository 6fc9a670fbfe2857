"""A training run: generation after generation, from files that survive any interruption.

Every step depends on the plan and on files of former steps alone, and every file is complete or missing. So a
run that was killed continues where it was, and ends with the same network as one that was not.
"""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec

from fairground.arena.execution import Execution, play_matches
from fairground.arena.plots import line_plot
from fairground.arena.results_folder import check_plan, explain_write_errors, lock_folder, write_atomically
from fairground.arena.schedule import make_plan, schedule_matches
from fairground.arena.standings import Interval, wilson
from fairground.bots.network_file import write_network
from fairground.engine.errors import FairgroundError
from fairground.learning.optimiser import Learner
from fairground.learning.plan import TrainingPlan
from fairground.learning.samples import Samples, join, read_samples
from fairground.learning.workers import play_portions, portions

LOG = "log.json"
NETWORK = "network.npz"
CURVE = "curve.svg"
LOSS_CURVE = "loss.svg"
UNSEEN = 10  # one position of so many is kept for measuring what was learnt


class Generation(msgspec.Struct, frozen=True):
    """How a generation did.

    `loss` is its network's cross-entropy on positions that it did not learn from, `judge_loss` the tuned
    judge's; `share` what it won against the best before it. `seconds` is how long it took since it was last
    resumed.
    """

    number: int
    positions: int
    loss: float
    judge_loss: float
    share: Interval
    better: bool
    seconds: float


class TrainingProgress(Protocol):
    """Is told how far a generation is, to show it to somebody."""

    def begin(self, title: str, total: int, already: int) -> None: ...

    def step(self, result: object = None) -> None: ...


class SilentProgress:
    """Shows nothing."""

    def begin(self, title: str, total: int, already: int) -> None: ...

    def step(self, result: object = None) -> None: ...


class Training:
    """A run in a folder: `run` begins it or continues it."""

    def __init__(
        self, plan: TrainingPlan, folder: Path, workers: int = 1, progress: TrainingProgress | None = None
    ) -> None:
        self.plan = plan
        self.folder = folder
        self.workers = workers
        self.progress = progress or SilentProgress()
        self.log: list[Generation] = []

    def run(self) -> Iterator[Generation]:
        """Train the generations that are still missing; yield each when it is done."""
        with explain_write_errors(self.folder):
            for name in ("samples", "checkpoints", "candidates"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
        check_plan(self.folder, self.plan, "training run")
        with lock_folder(self.folder, "training run"):
            self.log = self._read_log()
            self._publish()
            while len(self.log) < self.plan.generations:
                self.log.append(self._train(len(self.log)))
                write_atomically(self.folder / LOG, msgspec.json.format(msgspec.json.encode(self.log)))
                self._publish()
                yield self.log[-1]

    @property
    def file(self) -> Path:
        """The file of the best network."""
        return self.folder / NETWORK

    def best(self) -> int | None:
        """Return the generation that has beaten all before it; None if the tuned judge still has."""
        return max((each.number for each in self.log if each.better), default=None)

    # A generation

    def _train(self, number: int) -> Generation:
        began = time.monotonic()
        self._play(number)
        seen, unseen = self._window(number)
        learner = Learner(self.plan)
        if number:
            learner.load(self._checkpoint(number - 1))
        learner.learn(seen, number)
        losses = learner.measure(unseen)
        learner.save(self._checkpoint(number))
        info = self.plan.info(learner.model.anchor.item())
        write_network(self._candidate(number), info, {self.plan.seats: learner.model.weights()})
        share = self._compete(number)
        seconds = round(time.monotonic() - began, 1)
        return Generation(
            number, len(seen), losses.network, losses.judge, share, share.value * self.plan.seats > 1, seconds
        )

    def _play(self, number: int) -> None:
        """Play the matches that are still missing."""
        best = self.best()
        network = None if best is None else self._candidate(best)
        every = portions(self.plan, number, network, self.folder / "samples")
        missing = [portion for portion in every if not Path(portion.file).exists()]
        self.progress.begin(f"generation {number}: self-play", len(every), len(every) - len(missing))
        for _ in play_portions(self.plan, missing, self.workers):
            self.progress.step()

    def _window(self, number: int) -> tuple[Samples, Samples]:
        """Return the samples of the last generations; apart from them, those of each file's last matches."""
        first = max(0, number - self.plan.window + 1)
        files = [
            Path(portion.file)
            for generation in range(first, number + 1)
            for portion in portions(self.plan, generation, None, self.folder / "samples")
        ]
        parts = [read_samples(file) for file in files]
        kept = [len(part) - max(1, len(part) // UNSEEN) for part in parts]
        seen = join(part.part(slice(0, at)) for part, at in zip(parts, kept, strict=True))
        return seen, join(part.part(slice(at, None)) for part, at in zip(parts, kept, strict=True))

    def _compete(self, number: int) -> Interval:
        """Let the candidate play against the best before it; return the share that it won."""
        best, plan = self.best(), self.plan
        candidate = f"search:policy={self._candidate(number)}:iterations={plan.iterations}"
        rival = f"search:iterations={plan.iterations}"
        if best is not None:
            rival += f":policy={self._candidate(best)}"
        seed = f"{plan.seed} gate {number}"
        duel = make_plan(plan.edition, [candidate, rival], plan.gate, plan.seats, plan.options, seed)
        matches = list(schedule_matches(duel))
        self.progress.begin(f"generation {number}: against the best", len(matches), 0)
        won, seats = 0.0, 0
        for played in play_matches(Execution(self.workers).executor(duel), matches):
            if played.fault:
                raise FairgroundError(f"a match between networks failed: {played.fault}")
            mine = [seat for seat, player in enumerate(played.players) if player == candidate]
            won, seats = won + sum(played.shares[seat] for seat in mine), seats + len(mine)
            self.progress.step()
        return wilson(won, seats)

    # Files

    def _checkpoint(self, number: int) -> Path:
        return self.folder / "checkpoints" / f"{number:03}.pt"

    def _candidate(self, number: int) -> Path:
        return self.folder / "candidates" / f"{number:03}.npz"

    def _read_log(self) -> list[Generation]:
        with suppress(FileNotFoundError):
            return msgspec.json.decode((self.folder / LOG).read_bytes(), type=list[Generation])
        return []

    def _publish(self) -> None:
        """Write the best network and the plots."""
        best = self.best()
        if best is not None:
            write_atomically(self.file, self._candidate(best).read_bytes())
        if self.log:
            for name, plot in (CURVE, self._curve()), (LOSS_CURVE, self._losses()):
                write_atomically(self.folder / name, plot.encode())

    def _curve(self) -> str:
        shares = {"against the best before it": [each.share for each in self.log]}
        return line_plot([str(each.number) for each in self.log], shares, "generation", "share of wins")

    def _losses(self) -> str:
        network = [Interval(each.loss, each.loss, each.loss) for each in self.log]
        judge = [Interval(each.judge_loss, each.judge_loss, each.judge_loss) for each in self.log]
        lines = {"network": network, "tuned judge": judge}
        return line_plot([str(each.number) for each in self.log], lines, "generation", "cross-entropy")
