"""What each seat is sent: everything it may know about the present, and nothing else."""

import msgspec

from fairground.engine.picture import plain
from fairground.server import wire
from fairground.server.match_wire import offer, story_entry, write_view
from fairground.server.tables.hints import may_have_hints
from fairground.server.tables.state import TableState, chairs


def make_update(state: TableState, seat: int | None, since: int, picture: bool, now: float) -> wire.Update:
    """Return the present as `seat` may know it, for a connection that has update number `since`."""
    kept, fresh = state.story_for(seat, since)
    match, stored = state.match, state.stored
    view = match.game.view(match.state, seat) if match else None
    standing = match.outcome() if match else None
    over = stored.phase == "over"
    return wire.Update(
        update=stored.update_number,
        phase=stored.phase,
        moves=state.move_count,
        chairs=chairs(stored),
        kept=kept,
        story=[story_entry(entry) for entry in fresh],
        actors=state.actors(),
        offers=offers(state, seat),
        undo=seat is not None and state.undoable_update(seat) is not None,
        hints=seat is not None and may_have_hints(state, seat),
        view=None if view is None else msgspec.Raw(write_view(view)),
        picture=plain(match.game.picture(view)) if picture and match and view is not None else None,
        points=standing.points if standing else None,
        headings=standing.headings if standing else None,
        outcome=standing if over else None,
        times=state.clocks.times(now),
        seed=stored.seed.hex() if over else None,
        next=stored.progress.next,
    )


def offers(state: TableState, seat: int | None) -> list[wire.Offer]:
    """Return the moves that a seat may choose from; none if a bot decides for it."""
    if state.match is None or seat is None or state.chairs[seat].bot or seat in state.out_of_time:
        return []
    return [offer(state.match, move) for move in state.match.state.legal(seat)]
