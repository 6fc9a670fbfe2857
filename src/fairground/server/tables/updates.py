"""What each seat is sent: all that it may know of the present, and nothing else."""

import msgspec

from fairground.engine.match import Match
from fairground.engine.picture import plain
from fairground.engine.state import State
from fairground.engine.story import Entry
from fairground.server import wire
from fairground.server.tables.state import LiveTable, chairs

write_view = msgspec.json.Encoder().encode


def update(live: LiveTable, seat: int | None, since: int, picture: bool, now: float) -> wire.Update:
    """The present for one who has the update `since`; the story goes on from there."""
    known = live.known_until(since)
    match, kept = live.match, live.kept
    view = match.game.view(match.state, seat) if match else None
    standing = match.outcome() if match else None
    over = kept.phase == "over"
    return wire.Update(
        number=kept.number,
        phase=kept.phase,
        at=len(live.numbers),
        chairs=chairs(kept),
        kept=len(live.heard(seat, 0, known)),
        story=[told(entry) for entry in live.heard(seat, known)],
        actors=live.actors(),
        offers=offers(live, seat),
        undo=seat is not None and live.undoable(seat) is not None,
        view=None if view is None else msgspec.Raw(write_view(view)),
        picture=plain(match.game.picture(view)) if picture and match and view is not None else None,
        points=standing.points if standing else None,
        headings=standing.headings if standing else None,
        outcome=standing if over else None,
        times=live.clocks.told(now),
        seed=kept.seed.hex() if over else None,
        next=kept.live.next,
    )


def offers(live: LiveTable, seat: int | None) -> list[wire.Offer]:
    """The moves of a seat that decides for itself."""
    if live.match is None or seat is None or live.chairs[seat].bot or seat in live.late:
        return []
    return [offer(live.match, move) for move in live.match.state.legal(seat)]


def offer(match: Match[State, object], move: int) -> wire.Offer:
    return wire.Offer(move, match.game.write(move), match.game.path(move))


def told(entry: Entry) -> wire.Told:
    return wire.Told(entry.key, entry.values)
