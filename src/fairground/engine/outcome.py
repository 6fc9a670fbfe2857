"""The outcome of a match: the ranking, the points and the reason it ended."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """`ranking` lists the seats from best to worst; seats that share a place are listed together.

    `reason` is None while the match goes on. `decided` names what separated the winner from the
    next seat: "points", a tie-break, or "shared".
    """

    ranking: list[list[int]]
    points: list[int]
    headings: dict[str, list[int]]
    reason: str | None
    decided: str

    @property
    def winners(self) -> list[int]:
        """The seats in the first place."""
        return self.ranking[0]

    @property
    def places(self) -> list[int]:
        """The place of each seat, from 1. After a shared place the next places stay empty."""
        places = [0] * len(self.points)
        place = 1
        for group in self.ranking:
            for seat in group:
                places[seat] = place
            place += len(group)
        return places


def decide(
    criteria: Mapping[str, Sequence[int]], headings: Mapping[str, Sequence[int]], reason: str | None
) -> Outcome:
    """Rank the seats by the criteria in order; more is better, and the first criterion is the points."""
    keys = [tuple(key) for key in zip(*criteria.values(), strict=True)]
    order = sorted(range(len(keys)), key=lambda seat: keys[seat], reverse=True)
    ranking = [sorted(group) for _, group in groupby(order, key=lambda seat: keys[seat])]
    points = list(next(iter(criteria.values())))
    by_heading = {heading: list(values) for heading, values in headings.items()}
    return Outcome(ranking, points, by_heading, reason, _decider(list(criteria), ranking, keys))


def _decider(names: list[str], ranking: list[list[int]], keys: list[tuple[int, ...]]) -> str:
    if len(ranking[0]) > 1:
        return "shared"
    best, second = keys[ranking[0][0]], keys[ranking[1][0]]
    return next(name for name, a, b in zip(names, best, second, strict=True) if a != b)
