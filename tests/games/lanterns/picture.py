"""The table as text."""

import msgspec

from fairground.engine.picture import in_style


def picture(view: msgspec.Struct) -> str:
    return in_style(str(view), "strong")
