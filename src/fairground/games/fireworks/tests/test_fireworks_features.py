"""The features say which tile has which face, what a seat has chosen, and what its tiles look like."""

from itertools import pairwise

import numpy as np

from fairground import Match
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.features import FACE, SIDES, marks
from fairground.games.fireworks.rules.table import GONE
from fairground.games.fireworks.rules.tiles import FACES, START_TILES, USUAL_SKY
from fairground.games.fireworks.rules.turn import Fireworks


def block(state: Fireworks, seat: int, name: str) -> np.ndarray:
    """Return one block of a seat's features."""
    at = 0
    for each in GAME.layout(int(state.seats)):
        if each.name == name:
            return GAME.features(state, seat)[at : at + each.size]
        at += each.size
    raise LookupError(name)


def random_states(options: dict[str, str]) -> list[Fireworks]:
    match, rng = Match(GAME, 3, "features", options), seeded("moves")
    states = []
    while not match.over and len(match.made) < 400:
        seat = int(match.state.someone(rng))
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
        states.append(match.state.copy())
    return states


def test_every_face_has_marks_of_its_own() -> None:
    seen = [frozenset(marks(face)) for face in range(FACES)]
    assert len(set(seen)) == FACES
    assert max(map(max, seen)) == FACE - 1 and min(map(min, seen)) == 0


def test_the_face_of_every_tile_that_was_seen_is_told_and_no_other() -> None:
    for state in random_states({"arrange": "auto"})[::20]:
        tiles = block(state, 1, "tiles").reshape(USUAL_SKY + START_TILES, -1)[:, SIDES + 3 : SIDES + 3 + FACE]
        for tile in range(USUAL_SKY):
            known = state.seen[tile] and state.place[tile] != GONE
            wanted = set(marks(int(state.face[tile]))) if known else set()
            assert set(np.flatnonzero(tiles[tile])) == wanted, tile


def test_tiles_have_the_names_that_moves_give_them() -> None:
    things = GAME.layout(3)[0].things
    assert len(things) == USUAL_SKY + START_TILES
    assert all(GAME.path(GAME.read(f"take {tile}")) == [things[tile]] for tile in range(USUAL_SKY))


def test_two_open_tiles_that_change_places_change_the_features() -> None:
    """An action takes a tile by its number, so a learner must know which number has which face."""
    state = next(state for state in random_states({"arrange": "auto"}) if state.takeable > 1)
    one, other = next(
        (one, other)
        for one, other in pairwise(tile for tile in range(USUAL_SKY) if state.may_be_taken(tile))
        if state.face[one] != state.face[other]
    )
    twin = state.copy()
    twin.face[one], twin.face[other] = state.face[other], state.face[one]
    assert twin.legal(int(twin.actor)) == state.legal(int(state.actor))
    assert not np.array_equal(GAME.features(state, 0), GAME.features(twin, 0))


def test_a_seat_knows_the_tile_it_has_chosen_to_give_and_nobody_else_does() -> None:
    chosen = [state for state in random_states({"arrange": "auto"}) if max(state.sealed) >= 0]
    assert chosen
    for state in chosen:
        for seat, tile in enumerate(state.sealed):
            assert list(np.flatnonzero(block(state, seat, "choice"))) == ([tile] if tile >= 0 else [])
