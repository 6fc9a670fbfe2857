"""The bracket of a knock-out: who meets whom, and who goes on.

The slots of a round are as many as a power of two; the first meets the second, the third the fourth. Empty
ones are nobody's, so whoever has one opposite goes on without a match.
"""

from collections.abc import Collection, Sequence

from fairground.server.tournaments.plan import PairedRound, TournamentMatch, TournamentRound


def first_slots(players: Sequence[str]) -> list[str]:
    """Return the slots of the first round, with those who have a bye far from each other."""
    size = 2
    while size < len(players):
        size *= 2
    return [players[seed] if seed < len(players) else "" for seed in seed_order(size)]


def seed_order(size: int) -> list[int]:
    """Return which seed stands in each slot: the first and the second could meet only in the final."""
    order = [0]
    while len(order) < size:
        order = [one for seed in order for one in (seed, 2 * len(order) - 1 - seed)]
    return order


def pair_slots(slots: Sequence[str], bots: bool) -> PairedRound:
    """Return the matches of a round: with `bots`, a bot stands in for an empty slot opposite of a player."""
    pairs = [[player for player in pair if player] for pair in zip(slots[::2], slots[1::2], strict=True)]
    groups = [pair for pair in pairs if len(pair) == 2 or (bots and pair)]
    return PairedRound(groups, [pair[0] for pair in pairs if len(pair) == 1 and not bots])


def next_slots(last: TournamentRound, active: Collection[str]) -> list[str]:
    """Return who goes on. A player who has left since then leaves the slot empty."""
    winners = [_winner(pair, last) for pair in zip(last.slots[::2], last.slots[1::2], strict=True)]
    return [player if player in active else "" for player in winners]


def _winner(pair: tuple[str, str], last: TournamentRound) -> str:
    """Return who goes on; nobody, if a bot won or there was nobody."""
    for player in pair:
        if player in last.byes or player in last.walkovers:
            return player
    match = next((match for match in last.matches if set(pair) - {""} & set(match.chairs)), None)
    return match_winner(match) if match and any(pair) else ""


def match_winner(match: TournamentMatch) -> str:
    """Return who won a match for two; after a tie it is whoever moved second, and never a bot."""
    assert match.places is not None, "the match is not decided"
    first, second = match.chairs
    if match.places[0] == match.places[1]:
        return second or first
    return first if match.places[0] < match.places[1] else second
