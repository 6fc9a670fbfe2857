"""What rules version 1 accepted as a box: its boards have the usual outline."""

from fairground.engine.misprints import Misprint
from fairground.games.fireworks import box
from fairground.games.fireworks.box import FireworksBox, check_playable
from fairground.games.fireworks.rules.tiles import NAMED_ROWS

__all__ = ["check", "check_playable"]


def check(values: FireworksBox) -> None:
    """Refuse values that the rules cannot work with."""
    if tuple(values.city.rows) != NAMED_ROWS:
        raise Misprint(("city", "rows"), f"expected the rows {list(NAMED_ROWS)}, got {values.city.rows}")
    box.check(values)
