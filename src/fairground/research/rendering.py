"""Render a match as text, SVG or pixels, showing only what every seat may see."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairground.engine.errors import BadSetting
from fairground.engine.picture import plain
from fairground.research.text_images import pixels, svg

MODES: Final = ("human", "ansi", "svg", "rgb_array")
Frame = str | NDArray[np.uint8]


class Renderer:
    """Render the spectators' picture in one of the render modes.

    `human` prints it after every move and reset, and never prints the same position twice. `ansi` and `svg`
    return text, `rgb_array` an array of height x width x 3.
    """

    def __init__(self, picture: Callable[[], str], title: str, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadSetting(f"expected the render mode {', '.join(MODES)} or None, got {mode!r}")
        self.picture = picture
        self.title = title
        self.mode = mode
        self.changed = False

    def update(self) -> None:
        """Note that a match was dealt or a move made."""
        self.changed = True
        if self.mode == "human":
            self.render()

    def render(self) -> Frame | None:
        """Return the current frame; in `human` mode print it and return None."""
        if self.mode == "ansi":
            return plain(self.picture())
        if self.mode == "svg":
            return svg(self.picture(), self.title)
        if self.mode == "rgb_array":
            return pixels(self.picture())
        if self.mode == "human" and self.changed:
            self.changed = False
            print(plain(self.picture()), flush=True)
        return None
