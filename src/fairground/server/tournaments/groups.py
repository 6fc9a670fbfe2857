"""Groups of three or more for a round: as few people as possible meet again, and scores are alike.

No library has pairings for more than two. This begins with slices of the ranking and exchanges two players at
a time as long as that makes it better.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Final

from fairground.server.tournaments.past import Past
from fairground.server.tournaments.plan import PairedRound

REPEAT: Final = 10**6  # worth more than all differences of scores


def group_players(
    ranked: Sequence[str], scores: Mapping[str, int], past: Past, seats: int, bots: bool
) -> PairedRound:
    """Put everybody at a table; `ranked` is from first to last.

    With `bots`, they sit where nobody is left over for a chair; without them, some have a bye.
    """
    playing = list(ranked)
    byes = [] if bots else pick_byes(ranked, past, len(ranked) % seats)
    for player in byes:
        playing.remove(player)
    groups = slice_players(playing, -(-len(playing) // seats))
    _improve(groups, scores, past)
    return PairedRound(groups, byes)


def pick_byes(ranked: Sequence[str], past: Past, count: int) -> list[str]:
    """Return who has a bye: whoever had the fewest, and of those the last of the ranking."""
    order = sorted(range(len(ranked)), key=lambda rank: (past.rests[ranked[rank]], -rank))
    return [ranked[rank] for rank in order[:count]]


def slice_players(ranked: Sequence[str], tables: int) -> list[list[str]]:
    """Cut the ranking into slices for so many tables; no table has two more people than another."""
    sizes = [len(ranked) // tables + (table < len(ranked) % tables) for table in range(tables)]
    starts = [sum(sizes[:table]) for table in range(tables)]
    return [list(ranked[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def _improve(groups: list[list[str]], scores: Mapping[str, int], past: Past) -> None:
    """Exchange two players of different groups as long as that is better for both groups together."""
    improved = True
    while improved:
        improved = False
        for one, other in combinations(groups, 2):
            for mine, theirs in product(range(len(one)), range(len(other))):
                before = _cost(one, scores, past) + _cost(other, scores, past)
                one[mine], other[theirs] = other[theirs], one[mine]
                if _cost(one, scores, past) + _cost(other, scores, past) < before:
                    improved = True
                else:
                    one[mine], other[theirs] = other[theirs], one[mine]


def _cost(group: Sequence[str], scores: Mapping[str, int], past: Past) -> int:
    gaps = sum((scores.get(one, 0) - scores.get(other, 0)) ** 2 for one, other in combinations(group, 2))
    return REPEAT * past.repeats(group) + gaps
