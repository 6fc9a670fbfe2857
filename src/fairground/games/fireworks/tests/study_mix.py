"""Study a mix of tiles: which rings are completed, and what boards score, when bots of a level play.

python -m fairground.games.fireworks.tests.study_mix --level 2 --matches 200 --seats 2 3 4 [--box FILE]
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles

from fairground import Match
from fairground.arena.standings import wilson
from fairground.bots.search_bot import SearchBot
from fairground.engine.box import Box
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.rules.score import big_firework
from fairground.games.fireworks.rules.tiles import BASIC, EMPTY, SPACES
from fairground.games.fireworks.rules.turn import Fireworks

EXAMPLE = 22  # the points of the rulebook's board


@dataclass
class Mixed:
    """The points of every core's ring, 0 if it is not complete, and of every board and character."""

    matches: int = 0
    with_tens: int = 0
    rings: Counter[int] = field(default_factory=Counter)
    points: list[int] = field(default_factory=list)
    by_character: dict[int, list[int]] = field(default_factory=dict)

    def add(self, other: "Mixed") -> None:
        self.matches += other.matches
        self.with_tens += other.with_tens
        self.rings += other.rings
        self.points += other.points
        for who, points in other.by_character.items():
            self.by_character.setdefault(who, []).extend(points)

    def completed(self) -> int:
        return self.rings.total() - self.rings[0]

    def count(self, state: Fireworks) -> None:
        """Count a match that is over."""
        rings = Counter(
            int(big_firework(state, at // SPACES, at % SPACES))
            for at, tile in enumerate(state.board)
            if tile != EMPTY and state.face[tile] < BASIC
        )
        self.matches += 1
        self.with_tens += rings[int(state.printed.both)] > 0
        self.rings.update(rings)  # keeps zeros, unlike +=
        self.points += state.scores()
        for who, points in zip(state.character, state.scores(), strict=False):
            self.by_character.setdefault(int(who), []).append(points)


def study(level: int, matches: int, seats: int, seed: str, box: Box[FireworksBox] | None = None) -> Mixed:
    found = Mixed()
    bot = SearchBot(level=level)
    for number in range(matches):
        match = Match(GAME, seats, f"{seed} {seats} {number}", {"arrange": "auto"}, box)
        rng = seeded(f"{seed} bots {seats} {number}")
        while match.state.actor != -1:
            seat = int(match.state.actor)
            match.play(seat, bot.choose(match.mind(seat, rng)))
        found.count(match.state)
    return found


def report(title: str, found: Mixed) -> Iterable[str]:
    """Say what rings and boards were worth, with intervals of 95 %."""
    low, median, high = quantiles(found.points, n=4)
    completed = share_of(found.completed(), found.rings.total())
    yield f"{title}: {found.matches} matches, rings completed {completed}"
    kinds = ", ".join(f"{worth}: {share_of(found.rings[worth], found.completed())}" for worth in (10, 7, 6))
    yield f"  of these {kinds}; matches with a 10: {share_of(found.with_tens, found.matches)}"
    below = sum(points < EXAMPLE for points in found.points)
    up_to = sum(points <= EXAMPLE for points in found.points)
    yield (
        f"  quartiles {low:g}, {median:g}, {high:g}; fewer than {EXAMPLE} points"
        f" {share_of(below, len(found.points))}, up to {EXAMPLE} {share_of(up_to, len(found.points))}"
    )


def share_of(times: int, of: int) -> str:
    """Return a share with its interval of 95 %, in words."""
    share = wilson(times, of)
    return f"{share.value:.1%} ({share.low:.0%} to {share.high:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--matches", type=int, default=60, help="for each number of seats")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", default="mix")
    parser.add_argument("--box", type=Path)
    wish = parser.parse_args()
    box = GAME.box(wish.box.read_text(encoding="utf-8")) if wish.box else GAME.box()
    together = Mixed()
    for seats in wish.seats:
        found = study(wish.level, wish.matches, seats, wish.seed, box)
        together.add(found)
        print("\n".join(report(f"{seats} seats", found)), flush=True)
    print("\n".join(report("together", together)))
    names = [character.name for character in box.values.characters]
    means = {names[who]: fmean(points) for who, points in together.by_character.items()}
    print("  " + ", ".join(f"{name} {mean:.1f}" for name, mean in sorted(means.items())))


if __name__ == "__main__":
    main()
