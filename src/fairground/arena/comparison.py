"""Two boxes compared: the same matches, with the same seeds and bots, played with each of them."""

from collections.abc import Sequence

import msgspec

from fairground.arena.findings import mean
from fairground.arena.match_runner import FORFEIT, MatchResult
from fairground.arena.standings import Interval


class PairedFigure(msgspec.Struct, frozen=True):
    """A figure with the first box, with the second, and how much higher it is with the second.

    The matches are compared pair by pair, so chance that both have in common does not blur the difference.
    """

    name: str
    first: Interval
    second: Interval
    difference: Interval

    @property
    def is_clear(self) -> bool:
        """Whether chance hardly explains the difference."""
        return not self.difference.low <= 0 <= self.difference.high


class Comparison(msgspec.Struct, frozen=True):
    """What the same matches show with two boxes at one number of seats; `pairs` had no forfeit."""

    seats: int
    pairs: int
    figures: list[PairedFigure]


def compare_matches(first: Sequence[MatchResult], second: Sequence[MatchResult], seats: int) -> Comparison:
    """Pair the matches by their numbers and compare what they show."""
    others = {match.number: match for match in second}
    pairs = [(match, others[match.number]) for match in first if match.number in others]
    sound = [pair for pair in pairs if FORFEIT not in {match.reason for match in pair}]
    rows = [(_figures(one), _figures(other)) for one, other in sound]
    names = dict.fromkeys(name for pair in rows for row in pair for name in row)
    return Comparison(seats, len(sound), [_compare(name, rows) for name in names])


def _compare(name: str, rows: Sequence[tuple[dict[str, float], dict[str, float]]]) -> PairedFigure:
    first = [one.get(name, 0.0) for one, _ in rows]
    second = [other.get(name, 0.0) for _, other in rows]
    apart = [after - before for before, after in zip(first, second, strict=True)]
    return PairedFigure(name, mean(first), mean(second), mean(apart))


def _figures(match: MatchResult) -> dict[str, float]:
    """Return everything that is compared about a match, by its name."""
    best, *rest = sorted(match.points, reverse=True)
    return {
        **{f"win share of seat {seat}": share for seat, share in enumerate(match.shares)},
        "points per seat": sum(match.points) / len(match.points),
        "winner's points": float(best),
        "winner's margin": float(best - rest[0]),
        "moves per match": float(match.moves),
        "legal moves per decision": match.branching,
        "changes of the lead": float(match.leads),
        **{f"points for {name}": sum(row) / len(row) for name, row in match.headings.items()},
    }
