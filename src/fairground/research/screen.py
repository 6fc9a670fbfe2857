"""Pictures of a match for people: text, SVG, or pixels. They show what everybody may see."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairground.engine.errors import BadSetting
from fairground.engine.picture import plain
from fairground.research.drawing import pixels, svg

MODES: Final = ("human", "ansi", "svg", "rgb_array")
Frame = str | NDArray[np.uint8]


class Screen:
    """Shows the spectators' picture in one of the modes.

    `human` prints it after each move and after a reset, and never the same position twice; `ansi` and
    `svg` are texts, `rgb_array` is an array of height x width x 3.
    """

    def __init__(self, picture: Callable[[], str], title: str, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadSetting(f"expected the render mode {', '.join(MODES)} or None, got {mode!r}")
        self.picture = picture
        self.title = title
        self.mode = mode
        self.fresh = False

    def change(self) -> None:
        """Something was dealt or moved."""
        self.fresh = True
        if self.mode == "human":
            self.show()

    def show(self) -> Frame | None:
        if self.mode == "ansi":
            return plain(self.picture())
        if self.mode == "svg":
            return svg(self.picture(), self.title)
        if self.mode == "rgb_array":
            return pixels(self.picture())
        if self.mode == "human" and self.fresh:
            self.fresh = False
            print(plain(self.picture()), flush=True)
        return None
