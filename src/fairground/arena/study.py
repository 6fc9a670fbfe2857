"""Study a game's balance: many matches between equal bots, at each number of seats and with other boxes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from fairground.arena.comparison import Comparison, compare_matches
from fairground.arena.execution import Execution
from fairground.arena.findings import Findings, compute_findings
from fairground.arena.match_runner import MatchResult
from fairground.arena.results_folder import write_atomically
from fairground.arena.schedule import Plan, make_plan
from fairground.arena.sweep import BoxVariant, box_variants
from fairground.arena.tournament import Progress, run_tournament
from fairground.engine.game import Game
from fairground.engine.state import State

FINDINGS = "findings.json"


@dataclass(frozen=True)
class StudyPlan:
    """What to study.

    `matches` are played for each number of `seats`. Each of the `sweeps` is `PLACE=FROM..TO` and is played at
    the first number of seats, with a box for every value; `option.NAME=A,B` varies an option instead.
    `printed` is the text of a custom box, and `against` that of another one: the same matches are played with
    it too, and compared one by one.
    """

    game: Game[State, object]
    bots: tuple[str, ...]
    matches: int
    seats: tuple[int, ...]
    options: dict[str, str] = field(default_factory=dict)
    sweeps: tuple[str, ...] = ()
    seed: str = "fairground"
    printed: str | None = None
    against: str | None = None

    def tournament(
        self, seats: int, printed: str | None = None, options: Mapping[str, str] | None = None
    ) -> Plan:
        """Return the plan of one of its tournaments, where given with another box or other options."""
        box, chosen = printed or self.printed, {**self.options, **(options or {})}
        return make_plan(self.game, self.bots, self.matches, seats, chosen, self.seed, box)


class SeatCountResult(msgspec.Struct):
    """The matches at one number of seats, and what they show."""

    plan: Plan
    matches: list[MatchResult]
    findings: Findings


class SweepResult(msgspec.Struct):
    """What the matches show for each value of one place in the box."""

    place: str
    values: list[str]
    findings: list[Findings] = msgspec.field(name="found")


class StudyResult(msgspec.Struct):
    """The complete results of a study."""

    by_seats: list[SeatCountResult]
    sweeps: list[SweepResult]
    against: list[Comparison] = []


def run_study(
    plan: StudyPlan, folder: Path, execution: Execution, progress: Progress | None = None
) -> StudyResult:
    """Play the matches that are not in the folder yet, and write what they show to `findings.json`.

    ```python
    plan = StudyPlan(load(name), ("apprentice",), matches=200, seats=(2, 3), sweeps=("points.roast=12..16",))
    result = run_study(plan, Path("roast"), Execution(workers=4))
    Path("roast/report.html").write_text(render_study_report(result, "run_study(...)"))
    ```
    """
    tournaments = [plan.tournament(seats) for seats in plan.seats]
    sweeps = [box_variants(plan.game, plan.printed, sweep) for sweep in plan.sweeps]  # checked before playing
    others = [plan.tournament(seats, plan.against) for seats in plan.seats] if plan.against else []
    by_seats = [
        _study_seats(each, folder / f"{each.seats}-seats", execution, progress) for each in tournaments
    ]
    result = StudyResult(
        by_seats,
        [_study_sweep(plan, variants, folder, execution, progress) for variants in sweeps],
        [
            _study_against(found, other, folder, execution, progress)
            for found, other in zip(by_seats, others, strict=False)
        ],
    )
    text = msgspec.json.format(msgspec.json.encode(summarize_study(result))) + b"\n"
    write_atomically(folder / FINDINGS, text)
    return result


def _study_seats(
    plan: Plan, folder: Path, execution: Execution, progress: Progress | None
) -> SeatCountResult:
    matches = run_tournament(plan, folder, execution, progress, f"{plan.seats} seats")
    return SeatCountResult(plan, matches, compute_findings(matches, plan.seats))


def _study_against(
    found: SeatCountResult, other: Plan, folder: Path, execution: Execution, progress: Progress | None
) -> Comparison:
    """Play the same matches with the other box."""
    place = folder / f"against-{other.box[:8]}-{other.seats}-seats"
    matches = run_tournament(other, place, execution, progress, f"{other.seats} seats, the other box")
    return compare_matches(found.matches, matches, other.seats)


def _study_sweep(
    plan: StudyPlan,
    variants: list[BoxVariant],
    folder: Path,
    execution: Execution,
    progress: Progress | None,
) -> SweepResult:
    findings = []
    for variant in variants:
        name = f"{variant.place}={variant.value}"
        each = plan.tournament(plan.seats[0], variant.printed, variant.options)
        matches = run_tournament(each, folder / name.replace("/", "-"), execution, progress, name)
        findings.append(compute_findings(matches, each.seats))
    return SweepResult(variants[0].place, [variant.value for variant in variants], findings)


def summarize_study(study: StudyResult) -> dict[str, Sequence[object]]:
    """Return the findings without the matches, for programs."""
    findings = [each.findings for each in study.by_seats]
    return {"seats": findings, "sweeps": study.sweeps, "against": study.against}
