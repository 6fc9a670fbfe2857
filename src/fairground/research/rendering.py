"""Render a match as text, SVG or pixels, showing only what a seat may know."""

from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.picture import plain
from fairground.engine.state import State
from fairground.research.pixels import pixels
from fairground.research.text_images import text_svg

MODES: Final = ("human", "ansi", "svg", "rgb_array")
Frame = str | NDArray[np.uint8]


class Renderer:
    """Render the current view of a game in one of the render modes.

    `human` prints it after every move and reset, and never prints the same position twice. `ansi` and `svg`
    return text, `rgb_array` an array of height x width x 3.
    """

    def __init__(
        self, game: Game[State, object], view: Callable[[], msgspec.Struct], mode: str | None
    ) -> None:
        if mode is not None and mode not in MODES:
            raise BadSetting(f"expected the render mode {', '.join(MODES)} or None, got {mode!r}")
        self.game = game
        self.view = view
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
            return self._text()
        if self.mode == "svg":
            return self._svg()
        if self.mode == "rgb_array":
            return pixels(self._svg())
        if self.mode == "human" and self.changed:
            self.changed = False
            print(self._text(), flush=True)
        return None

    def _text(self) -> str:
        return plain(self.game.picture(self.view()))

    def _svg(self) -> str:
        """Return the board as a drawing; a game that has none is shown as text."""
        view = self.view()
        return self.game.drawing(view) or text_svg(self.game.picture(view), self.game.title)
