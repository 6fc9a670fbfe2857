"""How moves on offer, told events and obstacles are sent: what tables and workers have in common."""

import msgspec

from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.obstacle import Obstacle
from fairground.engine.state import State
from fairground.engine.story import Entry
from fairground.server import wire

write_view = msgspec.json.Encoder().encode


def offer(match: Match[State, object], move: int) -> wire.Offer:
    return wire.Offer(move, match.game.write(move), match.game.path(move))


def click_obstacle(game: Game[State, object], spot: str, found: Obstacle | None) -> wire.ClickObstacle:
    if found is None:
        return wire.ClickObstacle(spot)
    return wire.ClickObstacle(spot, found.key, found.values, game.tell_obstacle(found))


def story_entry(entry: Entry) -> wire.Told:
    return wire.Told(entry.key, entry.values)
