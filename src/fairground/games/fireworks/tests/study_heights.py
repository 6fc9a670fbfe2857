"""Study which zone and height a strong search chooses, and how often the launches of good play fail.

    python -m fairground.games.fireworks.tests.study_heights --matches 6 --seats 2 3 4 --seed fresh

Experts play. Where the first launch of a turn is due, a search with ten times their budget decides.
`--insight 1` lets it see all that the judge sees; without it, it sees as much as an expert.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from fairground import Match
from fairground.bots.search_bot import SearchBot
from fairground.engine.box import Box
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.box import HEIGHT_NAMES, FireworksBox
from fairground.games.fireworks.rules.table import LAUNCH
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.study_mix import share_of

EXPERT = 4
TEN_TIMES = 400  # iterations; an expert has 40


@dataclass
class Choices:
    """The aims that a search chose, and how the launches with the barrel went."""

    aims: Counter[str] = field(default_factory=Counter)
    gathered: int = 0
    failures: int = 0

    def launches(self) -> int:
        return self.aims.total()

    def add(self, other: "Choices") -> None:
        self.aims += other.aims
        self.gathered += other.gathered
        self.failures += other.failures

    def heights(self) -> dict[str, int]:
        return {
            height: sum(times for aim, times in self.aims.items() if aim.endswith(height))
            for height in HEIGHT_NAMES
        }


def study(
    matches: int, seats: int, oracle: SearchBot, seed: str, box: Box[FireworksBox] | None = None
) -> Choices:
    """Let experts play; where they launch, ask the oracle, and launch as it says."""
    found = Choices()
    expert = SearchBot(level=EXPERT)
    for number in range(matches):
        match = Match(GAME, seats, f"{seed} {seats} {number}", {"arrange": "auto"}, box)
        rng = seeded(f"{seed} bots {seats} {number}")
        while match.state.actor != -1:
            seat = int(match.state.actor)
            aiming = is_aiming(match.state)
            move = (oracle if aiming else expert).choose(match.mind(seat, rng))
            keys = {entry.key for entry in match.play(seat, move)}
            if aiming:
                _count(found, GAME.write(move), "failure" in keys)
    return found


def is_aiming(state: Fireworks) -> bool:
    """Return whether a first launch of a turn is to be made."""
    return state.phase == LAUNCH and not state.second and state.chooses_height()


def _count(found: Choices, move: str, failed: bool) -> None:
    if move == "gather":
        found.gathered += 1
    else:
        found.aims[move] += 1
        found.failures += failed


def report(title: str, found: Choices, shown: int = 6) -> Iterable[str]:
    """Say how often launches failed, and which aims and heights were chosen, with intervals of 95 %."""
    launches = found.launches()
    gathered, failed = share_of(found.gathered, launches), share_of(found.failures, launches)
    yield f"{title}: {launches} launches, gathered before {gathered}, failed {failed}"
    for aim, times in found.aims.most_common(shown):
        yield f"  {aim}: {share_of(times, launches)}"
    yield "  " + ", ".join(f"{height} {share_of(n, launches)}" for height, n in found.heights().items())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=6, help="for each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", default="heights")
    parser.add_argument("--iterations", type=int, default=TEN_TIMES)
    parser.add_argument("--insight", type=float, help="0 to 1; an expert's if you leave it out")
    parser.add_argument("--box", type=Path)
    wish = parser.parse_args()
    box = GAME.box(wish.box.read_text(encoding="utf-8")) if wish.box else None
    oracle = SearchBot(level=EXPERT, iterations=wish.iterations, insight=wish.insight)
    together = Choices()
    for seats in wish.seats:
        found = study(wish.matches, seats, oracle, wish.seed, box)
        together.add(found)
        print("\n".join(report(f"{seats} seats", found)), flush=True)
    print("\n".join(report("together", together)))


if __name__ == "__main__":
    main()
