"""The next round of a tournament, as a function of the rounds before it."""

from collections.abc import Callable, Sequence
from typing import Final

from fairground.server.tournaments.bracket import first_slots, next_slots, pair_slots
from fairground.server.tournaments.groups import group_players
from fairground.server.tournaments.lots import draw_lots
from fairground.server.tournaments.pairing import pair_players
from fairground.server.tournaments.past import Past
from fairground.server.tournaments.plan import (
    PairedRound,
    TournamentMatch,
    TournamentPlan,
    TournamentRound,
    TournamentState,
)
from fairground.server.tournaments.schedule import plan_rounds
from fairground.server.tournaments.standings import compute_table, ranking_key

FEWEST: Final = 2  # players, for a tournament and for each further round


def fewest_players(plan: TournamentPlan) -> int:
    """Return how many players a tournament needs to start."""
    return FEWEST if plan.bot else max(FEWEST, plan.seats)


def begin_schedule(plan: TournamentPlan, state: TournamentState) -> None:
    """Fix the rounds of a round robin before the first of them."""
    if plan.format == "round_robin" and not state.rounds:
        state.schedule = plan_rounds(state.active(), plan.seats, plan.bot is not None, state.seed)


def count_rounds(plan: TournamentPlan, state: TournamentState) -> int:
    """Return how many rounds a tournament has once it has started."""
    if plan.format == "swiss":
        return plan.rounds
    if plan.format == "round_robin":
        return len(state.schedule)
    return (len(state.rounds[0].slots) if state.rounds else 1).bit_length() - 1


def next_round(
    plan: TournamentPlan, state: TournamentState, date: float, new_name: Callable[[], str]
) -> TournamentRound | None:
    """Return the next round, with a new name for each of its tables; None if the tournament is over.

    Before the first round of a round robin this fixes the `schedule`. It may take a quarter of a second.
    """
    active, number = state.active(), len(state.rounds)
    if len(active) >= FEWEST:
        begin_schedule(plan, state)
    slots = _next_slots(plan, state) if plan.format == "knock_out" else []
    if len(active) < FEWEST or (number and number >= count_rounds(plan, state)):
        return None
    paired, walkovers = _pair(plan, state, slots)
    past = Past(state.rounds)
    lots = [draw_lots(state.seed, f"chairs {number} {table}", g) for table, g in enumerate(paired.groups)]
    matches = [TournamentMatch(new_name(), past.assign_chairs(group, plan.seats)) for group in lots]
    return TournamentRound(date, date + plan.round_seconds, matches, paired.byes, walkovers, slots)


def _next_slots(plan: TournamentPlan, state: TournamentState) -> list[str]:
    active = state.active()
    if not state.rounds:
        return first_slots(draw_lots(state.seed, "bracket", active))
    return next_slots(state.rounds[-1], active) if len(state.rounds[-1].slots) > 1 else []


def _pair(
    plan: TournamentPlan, state: TournamentState, slots: Sequence[str]
) -> tuple[PairedRound, list[str]]:
    """Return who meets whom, and who wins because the opponent has left."""
    if plan.format == "knock_out":
        return pair_slots(slots, plan.bot is not None), []
    if plan.format == "round_robin":
        return _skip_leavers(plan, state)
    ranked, scores = rank_active(plan, state)
    if plan.seats == 2:
        return _with_bots(plan, pair_players(ranked, scores, Past(state.rounds))), []
    return group_players(ranked, scores, Past(state.rounds), plan.seats, plan.bot is not None), []


def rank_active(plan: TournamentPlan, state: TournamentState) -> tuple[list[str], dict[str, int]]:
    """Return the players who have not left, from first to last with equal ones by lot, and their points."""
    rows = [row for row in compute_table(plan, state) if not row.left]
    drawn = draw_lots(state.seed, f"ranks {len(state.rounds)}", rows)
    ranked = sorted(drawn, key=ranking_key(plan), reverse=True)
    return [row.player for row in ranked], {row.player: row.points for row in ranked}


def _skip_leavers(plan: TournamentPlan, state: TournamentState) -> tuple[PairedRound, list[str]]:
    """Return a round of the schedule without those who have left.

    Among two, the opponent wins without a match; among more, bots take the chairs.
    """
    active, scheduled = set(state.active()), state.schedule[len(state.rounds)]
    staying = [[player for player in group if player in active] for group in scheduled.groups]
    byes = [player for player in scheduled.byes if player in active]
    if plan.seats > 2:
        return PairedRound([group for group in staying if group], byes), []
    pairs = [group for group in staying if len(group) == 2]
    return _with_bots(plan, PairedRound(pairs, byes)), [group[0] for group in staying if len(group) == 1]


def _with_bots(plan: TournamentPlan, paired: PairedRound) -> PairedRound:
    """Let a bot play against whoever would have a bye, if the host wants that."""
    return PairedRound([*paired.groups, *([player] for player in paired.byes)]) if plan.bot else paired
