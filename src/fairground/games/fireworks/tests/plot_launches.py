"""Measure the launch model and draw the curves of docs/launch-model.md.

python -m fairground.games.fireworks.tests.plot_launches docs/fireworks-launch.svg
"""

import sys
from collections import Counter
from dataclasses import dataclass, field

from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.box import HEIGHT_NAMES
from fairground.games.fireworks.rules.launch import (
    LOW,
    gather,
    is_success,
    launch,
    new_faces,
    scatter_of,
    strength_of,
)
from fairground.games.fireworks.rules.table import FAR, GONE, UP
from fairground.games.fireworks.rules.turn import Fireworks

STEP = 10
LAST = 20
WIDTH, HEIGHT, LEFT, TOP = 320, 200, 50, 40
COLOURS = ("#0a7", "#27c", "#a4c", "#c33")  # one for each height, and one for never gathering


@dataclass
class Measured:
    """Launches, failures, faces won and lost, and tiles that left the box, by tiles left in it (in tens)."""

    launches: Counter[int] = field(default_factory=Counter)
    failures: Counter[int] = field(default_factory=Counter)
    faces: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    left: Counter[int] = field(default_factory=Counter)

    def failure_rate(self) -> float:
        return self.failures.total() / self.launches.total()

    def new_faces(self) -> float:
        return self.faces.total() / self.launches.total()

    def lost_faces(self) -> float:
        return self.lost.total() / self.launches.total()

    def leaving(self) -> float:
        return self.left.total() / self.launches.total()

    def failures_by_tiles(self) -> dict[int, float]:
        return {tiles: self.failures[tiles] / self.launches[tiles] for tiles in sorted(self.launches)}

    def faces_by_tiles(self) -> dict[int, float]:
        return {tiles: self.faces[tiles] / self.launches[tiles] for tiles in sorted(self.launches)}


def measure(matches: int, gathering: bool, height: int = LOW) -> Measured:
    """Launch at the middle until 20 tiles are left, taking two open tiles after every launch."""
    measured = Measured()
    for number in range(matches):
        state = GAME.setup(4, seeded(f"launches {number}"), {"arrange": "end"})
        for _ in range(400):
            tiles = sum(place <= UP for place in state.place)
            if tiles < LAST:
                break
            if gathering:
                gather(state)
            up = _face_up(state)
            launch(state, 4, strength_of(state, height), scatter_of(state, height), height)
            _count(measured, state, tiles // STEP * STEP, up)
            _tidy(state)
    return measured


def _face_up(state: Fireworks) -> list[int]:
    return [tile for tile in range(111) if state.place[tile] == UP]


def _count(measured: Measured, state: Fireworks, tiles: int, up: list[int]) -> None:
    measured.launches[tiles] += 1
    measured.failures[tiles] += not is_success(state)
    measured.faces[tiles] += new_faces(state)
    measured.lost[tiles] += sum(state.place[tile] != UP for tile in up)
    measured.left[tiles] += state.count_outside()


def _tidy(state: Fireworks) -> None:
    """Take two tiles, and put those that fell out back."""
    for tile in _face_up(state)[:2]:
        state.place[tile] = GONE
        state.x[tile] = FAR
    for tile in range(111):
        if UP < state.place[tile] < 4:
            state.toss(tile, int(state.place[tile] & 1))


# The plot


def plot(curves: dict[str, Measured]) -> str:
    """Draw two panels as SVG: failures, and new faces for each launch."""
    failures = {
        name: {tiles: 100 * rate for tiles, rate in measured.failures_by_tiles().items()}
        for name, measured in curves.items()
    }
    faces = {name: measured.faces_by_tiles() for name, measured in curves.items()}
    panels = [_panel(0, "failed launches, %", 100, failures), _panel(1, "new faces a launch", 4, faces)]
    size = f'viewBox="0 0 {2 * (WIDTH + LEFT) + 40} {HEIGHT + TOP + 80}"'
    style = 'font-family="sans-serif" font-size="12"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>', *panels, "</svg>"]) + "\n"


def _panel(number: int, title: str, most: float, curves: dict[str, dict[int, float]]) -> str:
    x0 = LEFT + number * (WIDTH + LEFT)
    parts = [f'<text x="{x0}" y="{TOP - 16}" font-weight="bold">{title}</text>']
    for part in range(5):
        y = TOP + HEIGHT - HEIGHT * part // 4
        parts.append(f'<path d="M{x0} {y}h{WIDTH}" stroke="#ccc"/>')
        parts.append(f'<text x="{x0 - 6}" y="{y + 4}" text-anchor="end">{most * part / 4:g}</text>')
    for tiles in (110, 90, 70, 50, 30):
        x = x0 + WIDTH * (110 - tiles) / 90
        parts.append(f'<text x="{x:.0f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{tiles}</text>')
    below = f'x="{x0 + WIDTH / 2}" y="{TOP + HEIGHT + 38}" text-anchor="middle"'
    parts.append(f"<text {below}>tiles left in the box</text>")
    for at, (name, curve) in enumerate(curves.items()):
        parts += [_line(x0, most, curve, COLOURS[at]), _key(x0, at, name)]
    return "\n".join(parts)


def _line(x0: int, most: float, curve: dict[int, float], colour: str) -> str:
    spots = [
        (x0 + WIDTH * (110 - t) / 90, TOP + HEIGHT * (1 - min(v, most) / most)) for t, v in curve.items()
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _key(x0: int, at: int, name: str) -> str:
    """Name a curve below the panel."""
    place = f'x="{x0 + WIDTH * at // len(COLOURS)}" y="{TOP + HEIGHT + 62}"'
    return f'<text {place} fill="{COLOURS[at]}">{name}</text>'


def main(target: str) -> None:
    curves = {name: measure(400, True, height) for height, name in enumerate(HEIGHT_NAMES)}
    curves["never gathering"] = measure(400, False)
    with open(target, "w", encoding="utf-8") as file:
        file.write(plot(curves))
    for name, measured in curves.items():
        print(f"{name}: failures {measured.failure_rate():.1%}, new faces {measured.new_faces():.2f},")
        print(f"  faces lost {measured.lost_faces():.2f}, tiles that leave the box {measured.leaving():.2f}")
        for tiles, rate in measured.failures_by_tiles().items():
            faces = measured.faces_by_tiles()[tiles]
            print(f"  {tiles:3}-{tiles + 9} tiles: {rate:6.1%} fail, {faces:.2f} new faces")


if __name__ == "__main__":
    main(sys.argv[1])
