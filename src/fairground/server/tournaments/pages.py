"""A tournament as it is sent: everything that everybody may see, and what concerns whoever asks.

Of matches under way nothing is told but who plays: whoever wants more watches like any other spectator.
"""

from fairground.server.store.tournaments import StoredTournament
from fairground.server.tournament_wire import (
    TournamentFacts,
    TournamentPage,
    TournamentPlayer,
    TournamentRoundFacts,
    TournamentTable,
)
from fairground.server.tournaments.plan import TournamentMatch, TournamentRound
from fairground.server.tournaments.rounds import count_rounds, fewest_players
from fairground.server.tournaments.standings import TournamentRow, compute_table, parts_of_a_point


def tournament_facts(stored: StoredTournament, viewer: str) -> TournamentFacts:
    """Return a tournament as it stands in a list."""
    plan, state = stored.plan, stored.state
    me = state.entrant(viewer) if viewer else None
    started = stored.phase != "open"
    return TournamentFacts(
        id=stored.id,
        title=plan.title,
        game=plan.game,
        seats=plan.seats,
        format=plan.format,
        phase=stored.phase,
        players=len(state.entrants),
        most=plan.most,
        round=len(state.rounds),
        rounds=count_rounds(plan, state) if started else plan.rounds,
        begins=plan.begins,
        hosting=bool(viewer) and stored.host == viewer,
        playing=me is not None and not me.left,
    )


def tournament_page(stored: StoredTournament, viewer: str, now: float) -> TournamentPage:
    """Return the page of a tournament."""
    plan, state = stored.plan, stored.state
    rows = compute_table(plan, state)
    numbers = {row.player: number for number, row in enumerate(rows)}
    return TournamentPage(
        about=tournament_facts(stored, viewer),
        clock=plan.clock,
        round_seconds=plan.round_seconds,
        bot=plan.bot,
        rated=plan.rated,
        fewest=fewest_players(plan),
        parts=parts_of_a_point(plan),
        players=[_player(row) for row in rows],
        rounds=[_round(one, numbers) for one in state.rounds],
        due=_next_date(stored),
        now=now,
        you=numbers.get(viewer),
        your_table=_table_of(stored, viewer),
    )


def _next_date(stored: StoredTournament) -> float | None:
    """Return when the present round must be over, or else when the next one or the tournament begins."""
    if stored.phase == "running" and stored.state.rounds and not stored.state.rounds[-1].decided:
        return stored.state.rounds[-1].deadline
    return stored.due if stored.phase in ("open", "running") else None


def _player(row: TournamentRow) -> TournamentPlayer:
    return TournamentPlayer(
        id=row.player,
        name=row.name,
        left=row.left,
        place=row.place,
        points=row.points,
        met=row.met,
        beaten=row.beaten,
        wins=row.wins,
        matches=row.matches,
        survived=row.survived,
    )


def _round(one: TournamentRound, numbers: dict[str, int]) -> TournamentRoundFacts:
    return TournamentRoundFacts(
        begun=one.begun,
        deadline=one.deadline,
        tables=[_match(match, numbers) for match in one.matches],
        byes=[numbers[player] for player in one.byes],
        walkovers=[numbers[player] for player in one.walkovers],
    )


def _match(match: TournamentMatch, numbers: dict[str, int]) -> TournamentTable:
    return TournamentTable(
        table=match.table,
        chairs=[numbers.get(player) for player in match.chairs],
        places=match.places,
        left=[numbers[player] for player in match.left],
        late=match.late,
    )


def _table_of(stored: StoredTournament, viewer: str) -> str | None:
    """Return the table at which somebody plays now."""
    if not viewer or stored.phase != "running" or not stored.state.rounds:
        return None
    here = (match for match in stored.state.rounds[-1].matches if viewer in match.chairs)
    return next((match.table for match in here if match.places is None), None)
