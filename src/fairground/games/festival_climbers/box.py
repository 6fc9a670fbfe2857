"""The printed values of Festival Climbers."""

from typing import Final

import msgspec

from fairground.engine.box import Source
from fairground.engine.misprints import Misprint

# How many climbers it takes to reach the top of so many levels, whoever they belong to.
CLIMBERS_NEEDED: Final = {3: 4, 4: 6, 5: 8, 6: 10, 7: 12, 8: 13}
MOST_CLIMBERS: Final = 36


class Temple(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: int
    source: Source


class ClimberCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    for_two: int
    for_three: int
    for_four: int
    source: Source


class ClimbersBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    temple: Temple
    climbers: ClimberCounts

    def climbers_for(self, seats: int) -> int:
        counts = self.climbers
        return (counts.for_two, counts.for_three, counts.for_four)[seats - 2]


def check(box: ClimbersBox) -> None:
    """Refuse values that the rules cannot work with."""
    levels = box.temple.levels
    if levels not in CLIMBERS_NEEDED:
        lowest, highest = min(CLIMBERS_NEEDED), max(CLIMBERS_NEEDED)
        raise Misprint(("temple", "levels"), f"expected {lowest} to {highest} levels, got {levels}")
    _check_climbers(box, 1)


def check_playable(box: ClimbersBox) -> None:
    """Refuse teams that can never reach the top."""
    _check_climbers(box, CLIMBERS_NEEDED[box.temple.levels])


def _check_climbers(box: ClimbersBox, needed: int) -> None:
    for seats, name in ((2, "for_two"), (3, "for_three"), (4, "for_four")):
        count = box.climbers_for(seats)
        least = -(-needed // seats)
        if not least <= count <= MOST_CLIMBERS:
            expected = f"expected {least} to {MOST_CLIMBERS} climbers for each of {seats} seats"
            raise Misprint(("climbers", name), f"{expected}, got {count}")
