"""Study a mix of basic tiles: what rings are made, and what boards score, when bots of a level play.

python -m fairground.games.fireworks.tests.study_mix --level 2 --matches 60 [--box FILE]
"""

import argparse
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from fairground import Match
from fairground.bots.search_bot import SearchBot
from fairground.engine.box import Box
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.rules.score import big_firework
from fairground.games.fireworks.rules.tiles import BASIC, EMPTY, SPACES
from fairground.games.fireworks.rules.turn import Fireworks


@dataclass
class Mixed:
    """The points of every core's ring, 0 if it is not complete, and of every board."""

    rings: Counter[int] = field(default_factory=Counter)
    points: list[int] = field(default_factory=list)

    def share(self, worth: int) -> float:
        """Return which part of the completed rings is worth so many points."""
        return self.rings[worth] / max(self.rings.total() - self.rings[0], 1)

    def middle_half(self) -> tuple[float, float]:
        low, _, high = quantiles(self.points, n=4)
        return low, high


def study(level: int, matches: int, seats: int, box: Box[FireworksBox] | None = None) -> Mixed:
    found = Mixed()
    bot = SearchBot(level=level)
    for number in range(matches):
        match = Match(GAME, seats, f"mix {number}", {"arrange": "auto"}, box)
        rng = seeded(f"bots {number}")
        while match.state.actor != -1:
            seat = int(match.state.actor)
            match.play(seat, bot.choose(match.mind(seat, rng)))
        _count(found, match.state)
    return found


def _count(found: Mixed, state: Fireworks) -> None:
    found.points += state.scores()
    for at, tile in enumerate(state.board):
        if tile != EMPTY and state.face[tile] < BASIC:
            found.rings[int(big_firework(state, at // SPACES, at % SPACES))] += 1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--box", type=Path)
    wish = parser.parse_args()
    box = GAME.box(wish.box.read_text(encoding="utf-8")) if wish.box else None
    found = study(wish.level, wish.matches, wish.seats, box)
    low, high = found.middle_half()
    shares = ", ".join(f"{worth}: {found.share(worth):.1%}" for worth in (10, 7, 6))
    complete = 1 - found.rings[0] / found.rings.total()
    print(f"{complete:.1%} of the rings are complete ({shares}); the middle half scores {low:g} to {high:g}")


if __name__ == "__main__":
    main()
