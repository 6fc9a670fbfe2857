"""Why somebody cannot click a thing on the board: what the table answers."""

from fairground.engine.clicks import click_paths, find_obstacle
from fairground.engine.obstacle import BOT, Obstacle
from fairground.server import wire
from fairground.server.match_wire import click_obstacle
from fairground.server.tables.state import TableState


def answer_why(state: TableState, seat: int, request: wire.AskWhy) -> wire.ClickObstacle:
    """Return what is in the way of a click, by what the seat knows; nothing if the thing is never clicked."""
    return click_obstacle(state.game, request.id, _find(state, seat, request))


def _find(state: TableState, seat: int, request: wire.AskWhy) -> Obstacle | None:
    if state.match is None or request.id not in click_paths(state.game).by_spot:
        return None
    if seat in state.actors() and (state.chairs[seat].bot or seat in state.out_of_time):
        return Obstacle(BOT, {"seat": seat})
    return find_obstacle(state.game, state.match.state, seat, request.clicks, request.id)
