"""The printed values of Festival Climbers."""

import msgspec

from fairground.engine.box import Misprint, Source

MOST_LEVELS = 8


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
    """Refuse values that the rules cannot be played with."""
    levels = box.temple.levels
    if not 3 <= levels <= MOST_LEVELS:
        raise Misprint(("temple", "levels"), f"expected 3 to {MOST_LEVELS} levels, got {levels}")
    for name in ("for_two", "for_three", "for_four"):
        count: int = getattr(box.climbers, name)
        if not 1 <= count <= 36:
            raise Misprint(("climbers", name), f"expected 1 to 36 climbers, got {count}")
