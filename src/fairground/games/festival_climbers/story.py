"""The story told after each move."""

from typing import Final

from fairground.engine.story import Entry
from fairground.games.festival_climbers.notation import space_name, split
from fairground.games.festival_climbers.rules import STUCK, SUMMIT, Climbers

PHRASES: Final = {
    "introduce": "{seat} introduces a climber on {space}",
    "climb": "{seat} climbs from {origin} to {target}",
    "pass": "{seat} cannot move and is passed over",
    "summit": "{seat} reaches the top: the match is over",
    "stuck": "nobody can move any more: the match is over",
}


def story(before: Climbers, seat: int, move: int, after: Climbers) -> list[Entry]:
    """What a move did: the move, who was passed over, and the end."""
    origin, target = split(move)
    if origin is None:
        told = [Entry("introduce", {"seat": seat, "space": space_name(target)})]
    else:
        told = [Entry("climb", {"seat": seat, "origin": space_name(origin), "target": space_name(target)})]
    if after.ending == SUMMIT:
        return [*told, Entry("summit", {"seat": seat})]
    if after.ending == STUCK:
        return [*told, Entry("stuck")]
    return told + [Entry("pass", {"seat": passed}) for passed in passed_over(after, seat)]


def passed_over(after: Climbers, seat: int) -> list[int]:
    """§3.3 The seats between the one that moved and the next actor."""
    between = []
    following = (seat + 1) % after.seats
    while following != after.actor:
        between.append(int(following))
        following = (following + 1) % after.seats
    return between
