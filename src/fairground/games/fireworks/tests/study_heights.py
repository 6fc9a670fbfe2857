"""Study which zone and height a strong search chooses, and how often the launches of good play fail.

python -m fairground.games.fireworks.tests.study_heights --matches 6 --iterations 400 [--box FILE]
"""

import argparse
from collections import Counter
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

EXPERT = 4


@dataclass
class Choices:
    """The aims that a search chose, and how the launches with the barrel went."""

    aims: Counter[str] = field(default_factory=Counter)
    launches: int = 0
    failures: int = 0

    def most_common(self) -> tuple[str, float]:
        aim, times = self.aims.most_common(1)[0]
        return aim, times / self.aims.total()

    def failure_rate(self) -> float:
        return self.failures / self.launches


def study(matches: int, seats: int, iterations: int, box: Box[FireworksBox] | None = None) -> Choices:
    """Let experts play; where they launch, ask a search with so many iterations, and launch as it says."""
    found = Choices()
    expert, oracle = SearchBot(level=EXPERT), SearchBot(level=EXPERT, iterations=iterations)
    for number in range(matches):
        match = Match(GAME, seats, f"heights {number}", {"arrange": "auto"}, box)
        rng = seeded(f"bots {number}")
        while match.state.actor != -1:
            seat = int(match.state.actor)
            aiming = is_aiming(match.state)
            move = (oracle if aiming else expert).choose(match.mind(seat, rng))
            keys = {entry.key for entry in match.play(seat, move)}
            if aiming and GAME.write(move) != "gather":
                found.aims[GAME.write(move)] += 1
                found.launches += 1
                found.failures += "failure" in keys
    return found


def is_aiming(state: Fireworks) -> bool:
    """Return whether a first launch of a turn is to be made."""
    return state.phase == LAUNCH and not state.second and state.chooses_height()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--box", type=Path)
    wish = parser.parse_args()
    box = GAME.box(wish.box.read_text(encoding="utf-8")) if wish.box else None
    found = study(wish.matches, wish.seats, wish.iterations, box)
    print(f"{found.launches} launches, {found.failure_rate():.1%} failed")
    for aim, times in found.aims.most_common(12):
        print(f"  {aim}: {times / found.launches:.1%}")
    heights = Counter(dict.fromkeys(HEIGHT_NAMES, 0))
    for aim, times in found.aims.items():
        heights[aim.split()[2]] += times
    print("  " + ", ".join(f"{height} {times / found.launches:.1%}" for height, times in heights.items()))


if __name__ == "__main__":
    main()
