"""Coverage and mutation scores as tables, printed and written into docs/testing.md."""

import re
from collections.abc import Iterable
from math import sqrt
from pathlib import Path

import coverage
import msgspec

from fairground import load
from mutation.baseline import Baseline
from mutation.subjects import ROOT, rule_files

PAGE = ROOT / "docs/testing.md"
Z = 1.959964  # of a 95 % interval


class Survivor(msgspec.Struct):
    place: str
    where: str
    before: str
    after: str
    reason: str = ""  # why it may survive
    closed: bool = False  # a test that was written since notices it


class Score(msgspec.Struct):
    """How one game's tests did against a sample of its mutants."""

    name: str
    seed: str
    possible: int
    killed: int = 0
    timeouts: int = 0
    survivors: list[Survivor] = []
    done: list[int] = []  # the numbers of the mutants that were tried

    @property
    def tried(self) -> int:
        return len(self.done)

    def found(self) -> int:
        return self.killed + self.timeouts

    def row(self) -> str:
        low, high = wilson(self.found(), self.tried)
        closed = sum(survivor.closed for survivor in self.survivors)
        explained = sum(bool(survivor.reason) for survivor in self.survivors)
        cells = [
            load(self.name).title,
            f"{self.possible:,}",
            str(self.tried),
            str(self.killed),
            str(self.timeouts),
            f"**{self.found() / self.tried:.1%}**",
            f"{low:.1%} to {high:.1%}",
            f"{self.found() / (self.tried - explained):.1%}",
            str(len(self.survivors)),
            str(closed),
            str(explained),
            str(len(self.survivors) - closed - explained),
        ]
        return f"| {' | '.join(cells)} |"


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion."""
    share = successes / trials
    middle = share + Z * Z / (2 * trials)
    reach = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return (middle - reach) / (1 + Z * Z / trials), (middle + reach) / (1 + Z * Z / trials)


def score_table(scores: Iterable[Score]) -> str:
    columns = "game|possible|tried|killed|timed out|score|95 % interval|without equivalent"
    columns += "|survived|closed|equivalent|open"
    head = f"| {columns.replace('|', ' | ')} |\n" + "|---" * 12 + "|\n"
    return head + "\n".join(score.row() for score in scores)


def survivor_list(score: Score) -> str:
    lines = [f"### {load(score.name).title}", ""]
    for survivor in sorted(score.survivors, key=lambda each: (each.closed, each.reason, each.place)):
        scope = survivor.where or Path(survivor.place.split(":")[0]).name
        fate = "closed by a new test" if survivor.closed else survivor.reason or "open"
        lines.append(f"- `{scope}`: `{survivor.before}` → `{survivor.after}`. {fate[0].upper()}{fate[1:]}.")
    return "\n".join(lines) if score.survivors else "\n".join([*lines, "None survived."])


def coverage_table(baselines: dict[str, Baseline]) -> str:
    head = "| game | files | lines | run | branches | taken |\n|---|---|---|---|---|---|\n"
    return head + "\n".join(coverage_row(name, found) for name, found in baselines.items())


def coverage_row(name: str, found: Baseline) -> str:
    """The files of a game's rules together, as coverage.py counts them."""
    paths = [str(path) for path in rule_files(name)]
    counted = coverage.Coverage(data_file=None, branch=True, config_file=False)
    arcs = {path: found.branches.get(str(Path(path).relative_to(ROOT)), set()) for path in paths}
    counted.get_data().add_arcs(arcs)
    lines, missing, branches, taken = 0, 0, 0, 0
    for path in paths:
        _, statements, _, missed, _ = counted.analysis2(path)
        exits = counted.branch_stats(path).values()
        lines += len(statements)
        missing += len(missed)
        branches += sum(total for total, _ in exits)
        taken += sum(reached for _, reached in exits)
    return (
        f"| {load(name).title} | {len(paths)} | {lines:,} | {1 - missing / lines:.1%} "
        f"| {branches} | {taken / branches:.1%} |"
    )


def write(section: str, text: str) -> None:
    """Replace what stands between the two marks of a section of docs/testing.md."""
    begin, end = f"<!-- {section} -->", f"<!-- /{section} -->"
    page = PAGE.read_text()
    between = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    assert between.search(page), f"{PAGE} has no section {section}"
    PAGE.write_text(between.sub(lambda _: f"{begin}\n{text}\n{end}", page))
