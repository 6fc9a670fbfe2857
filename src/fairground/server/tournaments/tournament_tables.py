"""The tables of a tournament: private ones that the server sets up with the right people in their chairs."""

from fairground.server import table_wire
from fairground.server.ratings.result import Contest
from fairground.server.store.store import StoredTable
from fairground.server.store.tournaments import StoredTournament
from fairground.server.tables.creation import NewTable
from fairground.server.tables.state import TableState
from fairground.server.tournaments.plan import TournamentMatch
from fairground.server.workers.worker import check_setup

STAND_IN = "artisan"  # the bot for a chair that somebody has left, if the host wanted no bots


def make_table(stored: StoredTournament, match: TournamentMatch, date: float, uptime: float) -> StoredTable:
    """Return the table of a match. Nobody has a key of it: its people show their passports.

    Its match has begun, and the clock runs, whether somebody has come or not.
    """
    plan = stored.plan
    level = plan.bot or STAND_IN
    bots = [None if player else level for player in match.chairs]
    wish = table_wire.Create(
        plan.game, plan.seats, clock=plan.clock, away=None, seat=None, bots=bots, start=True, rated=plan.rated
    )
    table = NewTable(wish, check_setup(wish), date).stored
    table.id = match.table
    table.progress.contest = Contest(plan.rated, stored.id)
    for chair, player in zip(table.progress.chairs, match.chairs, strict=True):
        entrant = stored.state.entrant(player) if player else None
        if entrant:
            chair.person, chair.passport, chair.name = True, entrant.player, entrant.name
    table.progress.settled, table.due = uptime, uptime + plan.clock.seconds
    table.progress.actors = first_actors(table)
    return table


def first_actors(table: StoredTable) -> list[int]:
    """Return who moves first, so that nobody else is told that it is their turn."""
    state = TableState(table)
    state.begin()
    return state.actors()
