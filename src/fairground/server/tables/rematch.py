"""The table of the next match of the same people."""

import msgspec

from fairground.server import keys
from fairground.server.ratings.result import Contest
from fairground.server.store.store import StoredChair, StoredTable, TableProgress
from fairground.server.tables.clocks import initial_times
from fairground.server.tables.seating import draw_chairs


def rematch_table(stored: StoredTable, date: float) -> StoredTable:
    """Return the table of the rematch: everybody moves on by one chair and keeps their key.

    If seats were drawn, they are drawn again when the next match begins. One person against bots has nobody
    to wait for, so that match begins at once.
    """
    chairs = [_rematch_chair(chair) for chair in stored.progress.chairs]
    times = initial_times(stored.clock, stored.seats)
    former = stored.progress
    progress = TableProgress(
        chairs[-1:] + chairs[:-1],
        times,
        draw=former.draw,
        free_text=former.free_text,
        host_passport=former.host_passport,
        contest=Contest(rated=True) if former.contest else None,
    )
    alone = sum(chair.person for chair in chairs) == 1 and all(chair.person or chair.bot for chair in chairs)
    following = msgspec.structs.replace(
        stored,
        id=keys.new_name(),
        seed=keys.new_seed(),
        created=date,
        phase="playing" if alone else "waiting",
        update_number=1,
        progress=progress,
        changed=date,
        due=None,
        creator=None,
    )
    if alone and progress.draw:
        draw_chairs(following)
    return following


def _rematch_chair(chair: StoredChair) -> StoredChair:
    """Return the chair of the same person or bot at the next table; it is free if the person is gone."""
    if chair.gone:
        return StoredChair(keys.hash_key(keys.new_key()))
    return StoredChair(
        chair.hash,
        chair.person,
        chair.name,
        None if chair.person else chair.bot,
        passport=chair.passport,
        picture=chair.picture,
        expected=chair.person,
    )
