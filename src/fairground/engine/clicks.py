"""What is in the way of a click: the reason against the moves that it would begin or go on with."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from fairground.engine.game import B, Game, S
from fairground.engine.obstacle import FIRST, NOWHERE, Obstacle, check_turn


class ClickPaths:
    """The moves of a game by what is clicked for them: how their paths begin, and every part of them."""

    def __init__(self, game: Game[S, B]) -> None:
        self.by_start: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self.by_reversed_start: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self.by_spot: dict[str, list[int]] = defaultdict(list)
        for move in [*game.every_move, *game.never]:
            self._add(move, game.path(move))

    def _add(self, move: int, path: Sequence[str]) -> None:
        for length in range(1, len(path) + 1):
            self.by_start[tuple(path[:length])].append(move)
            self.by_reversed_start[tuple(path[::-1][:length])].append(move)
        for spot in set(path):
            self.by_spot[spot].append(move)

    def continuing(self, clicks: Sequence[str], spot: str) -> list[int]:
        """Return the moves that go on like this; a board may let people click a path backwards."""
        start = (*clicks, spot)
        return self.by_start.get(start) or (self.by_reversed_start.get(start, []) if clicks else [])


@cache
def click_paths(game: Game[S, B]) -> ClickPaths:
    """Return the click paths of a game, which are the same in all its matches."""
    return ClickPaths(game)


def find_obstacle(game: Game[S, B], state: S, seat: int, clicks: Sequence[str], spot: str) -> Obstacle | None:
    """Say why a seat cannot click a spot after other clicks, using only what the seat knows.

    None if it can, or if no move ever names the spot.
    """
    paths = click_paths(game)
    if spot not in paths.by_spot:
        return None
    return check_turn(state, seat) or _find_in_turn(game, state, seat, clicks, spot)


def _find_in_turn(game: Game[S, B], state: S, seat: int, clicks: Sequence[str], spot: str) -> Obstacle | None:
    paths, legal = click_paths(game), set(state.legal(seat))
    continuing = paths.continuing(clicks, spot)
    if not continuing:
        clicks, continuing = [], paths.continuing([], spot)
    if not legal.isdisjoint(continuing):
        return None
    if not clicks and not legal.isdisjoint(paths.by_spot[spot]):
        return Obstacle(FIRST)
    tried = continuing if clicks else paths.by_spot[spot]
    return most_telling(game, [game.why(state, seat, move) for move in tried])


def most_telling(game: Game[S, B], obstacles: Sequence[Obstacle]) -> Obstacle:
    """Return the obstacle that comes first in the game's list; if that differs from move to move, NOWHERE."""
    order = list(game.obstacles)
    key = min((obstacle.key for obstacle in obstacles), key=order.index)
    first, *others = (obstacle for obstacle in obstacles if obstacle.key == key)
    return first if all(other == first for other in others) else Obstacle(NOWHERE)
