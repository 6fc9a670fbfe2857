"""§7 The launch model, compared with a simple copy of it, and what it has to achieve."""

from math import isqrt

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.playout import playout
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.rules.launch import MOST_NEAREST, RANKS, find_nearest, gather, launch
from fairground.games.fireworks.rules.table import UP
from fairground.games.fireworks.tests.naive import Sky
from fairground.games.fireworks.tests.plot_launches import measure
from fairground.games.fireworks.view import view


def test_7_the_launch_agrees_with_the_naive_copy() -> None:
    for number in range(40):
        rng = seeded(f"launch {number}")
        state = GAME.setup(2, rng.fork(), {"arrange": "end"})
        sky = Sky(
            {n: [int(state.x[n]), int(state.y[n]), 0] for n in range(111)},
            [int(rank) for rank in state.rank],
            GAME.box().values.launch.ways,
        )
        for _ in range(12):
            zone, strength, scatter = rng.below(9), 70 + rng.below(41), 15 + rng.below(26)
            twin = state.rng.copy()
            if rng.below(3) == 0:
                gather(state)
                sky.gather()
            launch(state, zone, strength, scatter)
            rest = sky.launch(twin, zone + 1, strength, scatter)
            assert (state.rest_x, state.rest_y, state.rolled) == rest
            inside = {
                n: [int(state.x[n]), int(state.y[n]), int(state.place[n])]
                for n in range(111)
                if state.place[n] <= UP
            }
            assert inside == sky.tiles
            assert state.rng.dump() == twin.dump()


def test_7_the_path_of_a_launch_is_in_the_view() -> None:
    state = GAME.setup(2, seeded("path"), {"arrange": "end"})
    before = {tile.id: tile.up for tile in view(state, None).sky}
    state.play(0, GAME.read("aim 5 low"))
    path = view(state, None).path
    assert path is not None and [impact.strength for impact in path.impacts] == [100, 55, 30]
    flips = [tile for impact in path.impacts for tile in impact.flipped]
    out = {tile for impact in path.impacts for tile in impact.out}
    now = {tile.id: tile.up for tile in view(state, None).sky}
    if not state.second and state.turns == 1:
        changed = {tile for tile in now if now[tile] != before[tile]}
        assert changed == {tile for tile in flips if flips.count(tile) % 2} - out


def test_7_launches_rarely_fail_after_gathering_and_often_without() -> None:
    tidy, wild = measure(matches=40, gathering=True), measure(matches=40, gathering=False)
    assert 0.06 < tidy.failure_rate() < 0.16
    assert 1.5 < tidy.new_faces() < 2.8
    assert 0.1 < tidy.leaving() < 0.35
    assert max(wild.failures_by_tiles().values()) > 0.6


@pytest.mark.parametrize(("zone", "corner"), [(1, (0, 0)), (3, (200, 0)), (7, (0, 200)), (9, (200, 200))])
def test_7_every_tile_can_be_reached(zone: int, corner: tuple[int, int]) -> None:
    """Some launch at its zone turns up even a tile in a corner."""
    for number in range(200):
        state = GAME.setup(2, seeded(f"corner {number}"), {"arrange": "end"})
        for tile in range(111):
            state.x[tile], state.y[tile] = corner if tile == 50 else (100, 100)
        launch(state, zone - 1, 100, 25)
        if state.seen[50]:
            return
    pytest.fail("200 launches did not turn the tile up")


@pytest.mark.soak
def test_6_10000_random_matches_end_before_the_turn_limit() -> None:
    rng = seeded("limit")
    for number in range(10_000):
        variant = ("standard", "advanced")[number % 2]
        state = GAME.setup(2 + number % 3, rng.fork(), {"variant": variant, "arrange": "end"})
        playout(state, rng, 250_000)
        assert GAME.outcome(state).reason == "full board"
        assert state.turns < 1000


def test_7_an_impact_finds_the_nearest_tiles_in_order_however_many_the_box_allows() -> None:
    text = GAME.document("box.toml")
    box = GAME.box(text.replace("nearest = 8 ", f"nearest = {MOST_NEAREST} ", 1))
    near = vec[i64]([0] * MOST_NEAREST)
    for number in range(12):
        rng = seeded(f"nearest {number}")
        state = GAME.setup(2, rng.fork(), {"arrange": "end"}, box)
        x, y, radius = int(rng.below(201)), int(rng.below(201)), 30 + int(rng.below(40))
        far = [isqrt((int(state.x[tile]) - x) ** 2 + (int(state.y[tile]) - y) ** 2) for tile in range(111)]
        inside = sorted((far[tile], int(state.rank[tile]), tile) for tile in range(111) if far[tile] < radius)
        found = find_nearest(state, near, x, y, radius)
        keys = [(key // RANKS // RANKS, key // RANKS % RANKS, key % RANKS) for key in list(near)[:found]]
        assert keys == inside[:MOST_NEAREST]
