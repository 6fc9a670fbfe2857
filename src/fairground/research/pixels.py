"""Turn a drawing into pixels, with fonts of our own choice, so that it looks the same on every machine."""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairground.engine.drawing import HEIGHT, WIDTH
from fairground.research.optional_imports import explain_missing

FONTS: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return a drawing as HEIGHT x WIDTH x 3 bytes; its shape must be that of WIDTH x HEIGHT."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise explain_missing(error) from None
    picture = svg_to_bytes(
        svg_string=svg, width=WIDTH, height=HEIGHT, skip_system_fonts=True, font_files=_font_files()
    )
    return np.array(Image.open(BytesIO(picture)).convert("RGB"))


@cache
def _font_files() -> list[str]:
    """Return the files of the DejaVu fonts, which matplotlib brings along."""
    try:
        from matplotlib import get_data_path
    except ModuleNotFoundError as error:
        raise explain_missing(error) from None
    folder = Path(get_data_path()) / "fonts" / "ttf"
    return [str(folder / name) for name in FONTS]
