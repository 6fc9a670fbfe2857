"""The observation of the environments v1 and v2: without the order of acting and the progress of a turn."""

from fairground.games.festo.features import encode_until_v2 as encode
from fairground.games.festo.features import layout_until_v2 as layout

__all__ = ["encode", "layout"]
