"""A study of a game's balance: many matches of equal bots, at every number of seats and with other boxes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from fairground.arena import tournament
from fairground.arena.findings import Findings, findings
from fairground.arena.fixtures import Plan, plan
from fairground.arena.ledger import write_whole
from fairground.arena.sitting import Played
from fairground.arena.sweep import variants
from fairground.arena.tournament import Means, Progress
from fairground.engine.game import Game
from fairground.engine.state import State

FINDINGS = "findings.json"


@dataclass(frozen=True)
class Asked:
    """What is studied. Sweeps are `PLACE=FROM..TO`, each played at the first number of seats."""

    game: Game[State, object]
    bots: tuple[str, ...]
    matches: int
    seats: tuple[int, ...]
    options: dict[str, str] = field(default_factory=dict)
    sweeps: tuple[str, ...] = ()
    seed: str = "fairground"
    printed: str | None = None

    def plan(self, seats: int, printed: str | None = None) -> Plan:
        return plan(
            self.game, self.bots, self.matches, seats, self.options, self.seed, printed or self.printed
        )


class Chapter(msgspec.Struct):
    """What was found at one number of seats."""

    plan: Plan
    matches: list[Played]
    found: Findings


class Sweep(msgspec.Struct):
    """What was found for each value of one place in the box."""

    place: str
    values: list[str]
    found: list[Findings]


class Study(msgspec.Struct):
    """All of it."""

    chapters: list[Chapter]
    sweeps: list[Sweep]


def run(asked: Asked, folder: Path, means: Means, progress: Progress | None = None) -> Study:
    """Play what is not yet in the folder, and tell what it shows."""
    plans = [asked.plan(seats) for seats in asked.seats]
    swept = [
        variants(asked.game, asked.printed, sweep) for sweep in asked.sweeps
    ]  # refused before anything is played
    chapters = [_chapter(each, folder / f"{each.seats}-seats", means, progress) for each in plans]
    sweeps = []
    for several in swept:
        found = []
        for variant in several:
            name = f"{variant.place}={variant.value}"
            each = asked.plan(asked.seats[0], variant.printed)
            matches = tournament.run(each, folder / name.replace("/", "-"), means, progress, name)
            found.append(findings(matches, each.seats))
        sweeps.append(Sweep(several[0].place, [variant.value for variant in several], found))
    study = Study(chapters, sweeps)
    write_whole(folder / FINDINGS, msgspec.json.format(msgspec.json.encode(summary(study))) + b"\n")
    return study


def _chapter(plan: Plan, folder: Path, means: Means, progress: Progress | None) -> Chapter:
    matches = tournament.run(plan, folder, means, progress, f"{plan.seats} seats")
    return Chapter(plan, matches, findings(matches, plan.seats))


def summary(study: Study) -> dict[str, Sequence[object]]:
    """The findings without the matches, for programs."""
    return {"seats": [chapter.found for chapter in study.chapters], "sweeps": study.sweeps}
