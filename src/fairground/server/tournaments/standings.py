"""The standings of a tournament, with the tie-breaks that the page explains in words.

Points are counted in parts, so that they are whole numbers: a match of n people is worth 2 (n - 1) parts to
its winner, two for each person behind, and one for each with whom a place is shared.
"""

from collections.abc import Callable
from itertools import groupby

import msgspec

from fairground.server.tournaments.bracket import next_slots
from fairground.server.tournaments.plan import TournamentMatch, TournamentPlan, TournamentState


class TournamentRow(msgspec.Struct, frozen=True):
    """Where one player stands. `points`, `met` and `beaten` are in parts; so many `parts` make a point.

    `met` are the points of everybody whom the player met (Buchholz). `beaten` are twice the points of those
    who came behind in a common match, and once those of everybody with whom the place was shared
    (Sonneborn-Berger). In a knock-out only the rounds count that a player has `survived`.
    """

    place: int
    player: str
    name: str
    left: bool
    points: int
    met: int
    beaten: int
    wins: int
    matches: int
    survived: int = 0


def compute_table(plan: TournamentPlan, state: TournamentState) -> list[TournamentRow]:
    """Return all players, first place first. Equal ones share a place, in the order in which they came."""
    points = {entrant.player: count_points(plan, state, entrant.player) for entrant in state.entrants}
    rows = [_row(plan, state, entrant.player, points) for entrant in state.entrants]
    key = ranking_key(plan)
    rows.sort(key=key, reverse=True)
    placed = list[TournamentRow]()
    for _, equal in groupby(rows, key=key):
        place = len(placed) + 1
        placed += [msgspec.structs.replace(row, place=place) for row in equal]
    return placed


def parts_of_a_point(plan: TournamentPlan) -> int:
    """Return how many parts make a point: winning a match is worth one."""
    return 2 * (plan.seats - 1)


def match_parts(match: TournamentMatch, player: str) -> int:
    """Return what a decided match was worth to a player: bots count like people."""
    assert match.places is not None, "the match is not decided"
    mine = match.place_of(player)
    behind = sum(place > mine for place in match.places)
    return 2 * behind + sum(place == mine for place in match.places) - 1


def count_points(plan: TournamentPlan, state: TournamentState, player: str) -> int:
    """Return the points of a player in parts."""
    played = sum(match_parts(match, player) for match in state.decided_matches(player))
    free = sum(one.byes.count(player) for one in state.rounds) * bye_parts(plan)
    return played + free + sum(one.walkovers.count(player) for one in state.rounds) * parts_of_a_point(plan)


def bye_parts(plan: TournamentPlan) -> int:
    """Return what a bye is worth: a win among two in a Swiss tournament, else half a point.

    In a round robin of two it is worth nothing, because everybody sits out once.
    """
    if plan.seats > 2:
        return plan.seats - 1
    return 0 if plan.format == "round_robin" else parts_of_a_point(plan)


def _row(plan: TournamentPlan, state: TournamentState, player: str, points: dict[str, int]) -> TournamentRow:
    entrant, decided = state.entrant(player), state.decided_matches(player)
    assert entrant is not None
    others = [(match, other) for match in decided for other in match.opponents(player)]
    return TournamentRow(
        place=0,
        player=player,
        name=entrant.name,
        left=entrant.left,
        points=points[player],
        met=sum(points[other] for _, other in others),
        beaten=sum(_beaten(match, player, other, points[other]) for match, other in others),
        wins=sum(match.place_of(player) == 1 for match in decided),
        matches=len(decided),
        survived=_survived(state, player) if plan.format == "knock_out" else 0,
    )


def _beaten(match: TournamentMatch, player: str, other: str, points: int) -> int:
    """Return the opponent's points doubled if they came behind, once if they shared the place."""
    mine, theirs = match.place_of(player), match.place_of(other)
    return 2 * points * (mine < theirs) + points * (mine == theirs)


def _survived(state: TournamentState, player: str) -> int:
    """Return in how many rounds a player stood, and one more for winning the last."""
    stood = sum(player in one.slots for one in state.rounds)
    return stood + (_champion(state) == player)


def _champion(state: TournamentState) -> str:
    last = state.rounds[-1] if state.rounds else None
    if last is None or not last.decided or len(last.slots) != 2:
        return ""
    return next_slots(last, state.active())[0]


def ranking_key(plan: TournamentPlan) -> Callable[[TournamentRow], tuple[int, ...]]:
    """Return what ranks two players of a tournament, the most important first."""
    if plan.format == "knock_out":
        return lambda row: (row.survived,)
    if plan.format == "swiss":
        return lambda row: (row.points, row.met, row.beaten, row.wins)
    return lambda row: (row.points, row.beaten, row.wins)
