"""What the rounds so far mean for the next one: who has met whom, who had a bye, who sat where."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from fairground.server.tournaments.plan import TournamentRound


class Past:
    """Counts over the rounds of a tournament. A bot is a chair without a name, and is nobody's opponent."""

    def __init__(self, rounds: Iterable[TournamentRound] = ()) -> None:
        self.met: Counter[frozenset[str]] = Counter()
        self.rests: Counter[str] = Counter()
        self.chairs: Counter[tuple[str, int]] = Counter()
        for one in rounds:
            self.note_round([match.chairs for match in one.matches], one.byes)

    def note_round(self, tables: Iterable[Sequence[str]], byes: Iterable[str] = ()) -> None:
        """Add a round. A match with a bot in an empty chair counts as a rest, like a bye."""
        self.rests.update(byes)
        for chairs in tables:
            people = [player for player in chairs if player]
            self.met.update(frozenset(pair) for pair in combinations(people, 2))
            self.rests.update(people if len(people) < len(chairs) else [])
            self.chairs.update((player, seat) for seat, player in enumerate(chairs) if player)

    def meetings(self, one: str, other: str) -> int:
        return self.met[frozenset((one, other))]

    def repeats(self, group: Sequence[str]) -> int:
        """Return how often the people of a group have met already; who met twice counts four times."""
        return sum(self.meetings(one, other) ** 2 for one, other in combinations(group, 2))

    def assign_chairs(self, group: Sequence[str], seats: int) -> list[str]:
        """Return who sits in which chair, so that nobody has the same one too often; bots get the rest.

        Of equally good orders the one comes first in which the group was given.
        """
        people = [*group, *[""] * (seats - len(group))]
        return list(min(permutations(people), key=self._wear))

    def _wear(self, order: Iterable[str]) -> int:
        return sum(2 * self.chairs[player, seat] + 1 for seat, player in enumerate(order) if player)
