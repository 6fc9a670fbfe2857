"""The table as text."""

import msgspec

from fairground.engine.picture import styled


def picture(view: msgspec.Struct) -> str:
    return styled(str(view), "strong")
