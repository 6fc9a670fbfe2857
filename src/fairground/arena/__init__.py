"""The arena: tournaments between bots, the ladder of their strength, and studies of a game's balance.

Everything here needs the extra: `pip install 'fairground[arena]'`.

```python
from pathlib import Path

from fairground import load
from fairground.arena import Execution, compute_standings, make_plan, run_tournament

plan = make_plan(load(name), ["expert", "greedy", "random"], matches=20)
results = run_tournament(plan, Path("my-tournament"), Execution(workers=2))
for row in compute_standings(results):
    print(row.bot, row.share.value, row.rating)
```

The names below are imported when they are first used, because plots and Parquet take a while to load.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from fairground.extras import require

if TYPE_CHECKING:
    from fairground.arena.execution import Execution, MatchExecutor
    from fairground.arena.findings import Findings, HeadingStats, HoldingStats, compute_findings
    from fairground.arena.ladder import LadderStep, play_step, published_steps
    from fairground.arena.match_runner import MatchResult, MatchRunner
    from fairground.arena.parquet import encode_parquet
    from fairground.arena.schedule import Plan, ScheduledMatch, make_plan, schedule_matches
    from fairground.arena.standings import (
        Interval,
        Standing,
        compute_ratings,
        compute_standings,
        head_to_head,
    )
    from fairground.arena.study import SeatCountResult, StudyPlan, StudyResult, SweepResult, run_study
    from fairground.arena.study_report import render_study_report
    from fairground.arena.tournament import Progress, run_tournament
    from fairground.arena.tournament_report import render_tournament_report

MODULES = {
    "execution": ("Execution", "MatchExecutor"),
    "findings": ("Findings", "HeadingStats", "HoldingStats", "compute_findings"),
    "ladder": ("LadderStep", "play_step", "published_steps"),
    "match_runner": ("MatchResult", "MatchRunner"),
    "parquet": ("encode_parquet",),
    "schedule": ("Plan", "ScheduledMatch", "make_plan", "schedule_matches"),
    "standings": ("Interval", "Standing", "compute_ratings", "compute_standings", "head_to_head"),
    "study": ("SeatCountResult", "StudyPlan", "StudyResult", "SweepResult", "run_study"),
    "study_report": ("render_study_report",),
    "tournament": ("Progress", "run_tournament"),
    "tournament_report": ("render_tournament_report",),
}
HOMES = {name: module for module, names in MODULES.items() for name in names}

__all__ = [
    "Execution",
    "Findings",
    "HeadingStats",
    "HoldingStats",
    "Interval",
    "LadderStep",
    "MatchExecutor",
    "MatchResult",
    "MatchRunner",
    "Plan",
    "Progress",
    "ScheduledMatch",
    "SeatCountResult",
    "Standing",
    "StudyPlan",
    "StudyResult",
    "SweepResult",
    "compute_findings",
    "compute_ratings",
    "compute_standings",
    "encode_parquet",
    "head_to_head",
    "make_plan",
    "play_step",
    "published_steps",
    "render_study_report",
    "render_tournament_report",
    "run_study",
    "run_tournament",
    "schedule_matches",
]


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("arena")
    return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
