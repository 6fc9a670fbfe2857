"""How long the arranger takes, under the first rules and now, by the number of rings that the tiles allow.

    python -m fairground.games.fireworks.tests.arranger_times

measures CPU time. Both arrangers take turns on every set, so that both meet the same disturbances.
"""

from itertools import product
from statistics import median
from time import process_time

from fairground.games.fireworks.arranger.arranger import Arranger
from fairground.games.fireworks.arranger.planner import GOALS
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.tile_sets import TileSet, rival_set, sets_of_match

MATCHES = 12
RIVALS = 300
ROUNDS = 7
REPEATS = 30  # between two looks at the clock


def rings_allowed(tiles: TileSet) -> int:
    """Return how many rings the tiles can complete at once."""
    arranger = Arranger()
    arranger.run(tiles.board(), 0)
    planner = arranger.planner
    allowed = 0
    for goals in product(range(GOALS), repeat=2):
        planner.links.best.value = -1
        planner._try_goals(*goals)
        if planner.links.best.value >= 0:
            allowed = max(allowed, sum(goal > 0 for goal in goals))
    return allowed


def seconds(arranger: Arranger, state: Fireworks) -> float:
    began = process_time()
    for _ in range(REPEATS):
        arranger.run(state, 0)
    return (process_time() - began) / REPEATS


def compare(sets: list[TileSet]) -> tuple[float, float, float, float]:
    """Return the mean seconds of a set for the first rules and now, and the longest of each."""
    arrangers = (Arranger(), Arranger())
    arrangers[0].planner.exact = False
    times: list[list[float]] = [[], []]
    for tiles in sets:
        states = (tiles.board(), tiles.board())
        rounds = [[seconds(*pair) for pair in zip(arrangers, states, strict=True)] for _ in range(ROUNDS)]
        for side in range(2):
            times[side].append(median(each[side] for each in rounds))
    first, now = times
    return sum(first) / len(sets), sum(now) / len(sets), max(first), max(now)


def report(name: str, sets: list[TileSet]) -> None:
    by_rings: dict[int, list[TileSet]] = {}
    for tiles in sets:
        by_rings.setdefault(rings_allowed(tiles), []).append(tiles)
    for rings, alike in sorted(by_rings.items()):
        first, now, slowest_first, slowest = (1e6 * each for each in compare(alike))
        print(
            f"{name}, {rings} rings: {len(alike)} sets, microseconds before {first:.2f}, now {now:.2f} "
            f"({now / first:.2f} times); longest {slowest_first:.1f} and {slowest:.1f}"
        )


if __name__ == "__main__":
    report("matches", [tiles for match in range(MATCHES) for tiles in sets_of_match(match)])
    report("rivals", [rival_set(number) for number in range(RIVALS)])
