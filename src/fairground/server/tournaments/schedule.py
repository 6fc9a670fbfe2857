"""The rounds of a round robin, in which everybody meets everybody. They are fixed at its start."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from fairground.server.tournaments.groups import group_players
from fairground.server.tournaments.lots import draw_lots
from fairground.server.tournaments.past import Past
from fairground.server.tournaments.plan import PairedRound

TRIES: Final = 12
MOST_ROUNDS: Final = 40


def plan_rounds(players: Sequence[str], seats: int, bots: bool, seed: str) -> list[PairedRound]:
    """Return the rounds of a round robin for players who come in an order drawn by lot."""
    drawn = draw_lots(seed, "schedule", players)
    return pair_circle(drawn) if seats == 2 else plan_groups(drawn, seats, bots, seed)


def pair_circle(players: Sequence[str]) -> list[PairedRound]:
    """Return the rounds for two at a table by the circle method; of an odd number one sits out each round."""
    circle = [*players, *[""] * (len(players) % 2)]
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        groups = [[one, other] for one, other in pairs if one and other]
        byes = [one or other for one, other in pairs if not (one and other)]
        rounds.append(PairedRound(groups, byes))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def plan_groups(players: Sequence[str], seats: int, bots: bool, seed: str) -> list[PairedRound]:
    """Return rounds for three or more at a table after which everybody has met everybody.

    Few numbers of players allow a plan in which everybody meets once. So this tries several orders, and takes
    the plan with the fewest rounds, and of those the one in which the fewest meet again.
    """
    tries = [_try_groups(players, seats, bots, f"{seed} {number}") for number in range(TRIES)]
    return min(tries, key=lambda rounds: (len(rounds), _repeats(rounds)))


def _try_groups(players: Sequence[str], seats: int, bots: bool, seed: str) -> list[PairedRound]:
    past, rounds = Past(), list[PairedRound]()
    while len(rounds) < MOST_ROUNDS and not _all_met(players, past):
        order = draw_lots(seed, f"round {len(rounds)}", players)
        rounds.append(group_players(order, {}, past, seats, bots))
        full = [[*group, *[""] * (seats - len(group))] for group in rounds[-1].groups]
        past.note_round(full, rounds[-1].byes)
    return rounds


def _all_met(players: Sequence[str], past: Past) -> bool:
    return all(past.meetings(one, other) for one, other in combinations(players, 2))


def _repeats(rounds: Sequence[PairedRound]) -> int:
    past = Past()
    for one in rounds:
        past.note_round(one.groups, one.byes)
    return sum(count**2 for count in past.met.values())
