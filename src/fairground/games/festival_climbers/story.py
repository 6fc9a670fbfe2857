"""The story: what each move did, in entries and phrases."""

from typing import Final

from fairground.engine.story import Entry, Value
from fairground.games.festival_climbers.notation import space_name, split
from fairground.games.festival_climbers.rules import STUCK, SUMMIT, Climbers

PHRASES: Final = {
    "introduce": "{seat} introduces a climber on {space}",
    "climb": "{seat} climbs from {origin} to {target}",
    "pass": "{seat} cannot move and is passed over",
    "summit": "{seat} reaches the top, and the match is over",
    "stuck": "nobody can move, and the match is over",
}


def story(before: Climbers, seat: int, move: int, after: Climbers) -> list[Entry]:
    """Return what a move did: the move itself, who was passed over, and the end."""
    origin, target = split(move)
    if origin is None:
        entries = [Entry("introduce", {"seat": seat, "space": space_name(target)})]
    else:
        values: dict[str, Value] = {"seat": seat, "origin": space_name(origin), "target": space_name(target)}
        entries = [Entry("climb", values)]
    if after.ending == SUMMIT:
        return [*entries, Entry("summit", {"seat": seat})]
    if after.ending == STUCK:
        return [*entries, Entry("stuck")]
    return entries + [Entry("pass", {"seat": passed}) for passed in passed_over(after, seat)]


def passed_over(after: Climbers, seat: int) -> list[int]:
    """§3.3 Return the seats between the one that moved and the next to move."""
    between = []
    following = (seat + 1) % after.seats
    while following != after.actor:
        between.append(int(following))
        following = (following + 1) % after.seats
    return between
