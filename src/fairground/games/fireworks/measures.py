"""What the benchmark measures in addition to random play: how long the arranger takes."""

from statistics import median
from time import perf_counter

from fairground.engine.rng import Rng, seeded
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.rules.tiles import FUNCTION
from fairground.games.fireworks.rules.turn import Fireworks

SETS = 200


def measures(start: Fireworks) -> dict[str, float]:
    """Return the microseconds to arrange 8 to 21 random tiles and two cores: the median of many sets."""
    rng = seeded("arranger")
    return {"arranger_microseconds": median(_time_to_arrange(start, rng) for _ in range(SETS)) * 1e6}


def _time_to_arrange(start: Fireworks, rng: Rng) -> float:
    table = start.copy()
    fireworks = [tile for tile in range(table.printed.slots) if table.face[tile] < FUNCTION]
    rng.shuffle(fireworks)
    for tile in fireworks[: 8 + rng.below(14)]:
        table.drop(0, tile)
    began = perf_counter()
    arrange(table, 0)
    return perf_counter() - began
