"""Pairs for a round of a Swiss tournament for two, found as a matching of least cost by networkx.

In order of weight: nobody has a second bye, nobody meets the same person again, scores are alike, chairs are
balanced, and within a score the upper half meets the lower half.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

import networkx as nx

from fairground.server.tournaments.past import Past
from fairground.server.tournaments.plan import PairedRound

# Each is worth more than all that comes below it can be, with at most 64 players and 16 rounds.
FOLD: Final = 1
CHAIR: Final = 10**4
GAP: Final = 10**8
REPEAT: Final = 10**14
BYE: Final = 10**17
NOBODY: Final = ""


def pair_players(ranked: Sequence[str], scores: Mapping[str, int], past: Past) -> PairedRound:
    """Pair everybody; `ranked` is from first to last, and of an odd number somebody has a bye."""
    players = [*ranked, *[NOBODY] * (len(ranked) % 2)]
    graph = nx.Graph()
    for low, high in combinations(range(len(players)), 2):
        graph.add_edge(low, high, weight=-_cost(players, scores, past, low, high))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted(tuple(sorted(pair)) for pair in found)
    groups = [[players[low], players[high]] for low, high in pairs if players[high]]
    return PairedRound(groups, [players[low] for low, high in pairs if not players[high]])


def _cost(players: Sequence[str], scores: Mapping[str, int], past: Past, low: int, high: int) -> int:
    """Return what is wrong with pairing the players of two ranks."""
    one, other = players[low], players[high]
    if other == NOBODY:
        lowest = min(scores.get(player, 0) for player in players if player)
        return BYE * past.rests[one] + GAP * (scores.get(one, 0) - lowest) ** 2 + FOLD * (high - low)
    return (
        REPEAT * past.meetings(one, other) ** 2
        + GAP * (scores.get(one, 0) - scores.get(other, 0)) ** 2
        + CHAIR * _imbalance(past, one, other)
        + FOLD * _distance_to_fold(players, scores, low, high)
    )


def _imbalance(past: Past, one: str, other: str) -> int:
    """Return how far chairs are from balanced after the better of the two ways to sit."""
    leads = [past.chairs[player, 0] - past.chairs[player, 1] for player in (one, other)]
    ways = ((1, -1), (-1, 1))
    return min(sum((lead + way) ** 2 for lead, way in zip(leads, way_each, strict=True)) for way_each in ways)


def _distance_to_fold(players: Sequence[str], scores: Mapping[str, int], low: int, high: int) -> int:
    """Return how far a pair is from first of the upper half against first of the lower half of a score."""
    score = scores.get(players[low], 0)
    half = sum(scores.get(player, 0) == score for player in players if player) // 2
    return abs(high - low - half) if scores.get(players[high], 0) == score else high - low
