"""Turn a game's text picture into an image, SVG or pixels, in a monospaced font and the seats' colours."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairground.engine.picture import spans
from fairground.research.optional_imports import explain_missing

PAPER: Final = "#1d1930"
INK: Final = "#f5ead6"
COLOURS: Final = {
    "": INK,
    "strong": "#ffffff",
    "muted": "#8f86a8",
    "seat0": "#ff8d7c",
    "seat1": "#74b9f2",
    "seat2": "#7fcf8d",
    "seat3": "#c6a1ee",
    "seat4": "#e8bd5a",
    "red": "#ff6b5e",
    "green": "#63c987",
    "yellow": "#f4d35e",
    "blue": "#5da9f5",
    "purple": "#b98af0",
    "teal": "#4fc4c0",
    "orange": "#f29a4a",
    "white": "#ffffff",
}
BOLD: Final = frozenset(style for style in COLOURS if style.startswith("seat")) | {"strong"}
FONTS: Final = ("DejaVu Sans Mono", "DejaVu Sans")
LONGEST: Final = 120  # characters in a line of SVG
WIDTH, HEIGHT = 1280, 960  # in pixels; fixed, so that frames can be joined into a video
MARGIN: Final = 24
INSIDE: Final = HEIGHT - 2 * MARGIN
READABLE: Final = 16
SIZES: Final = (28, 24, 20, 18, 16, 14, 12, 11, 10, 9, 8)

Letter = tuple[str, str]  # a character and its style
Line = list[Letter]


def lines(picture: str, longest: int) -> list[Line]:
    """Return the picture character by character; long lines are wrapped at spaces and indented."""
    whole: list[Line] = [[]]
    for text, style in spans(picture.rstrip("\n")):
        first, *others = text.split("\n")
        whole[-1] += [(letter, style) for letter in first]
        whole += [[(letter, style) for letter in other] for other in others]
    return [part for line in whole for part in wrap(line, longest)]


def wrap(line: Line, longest: int) -> Iterator[Line]:
    """Split a line into parts of at most `longest` characters."""
    indent = next((place for place, (letter, _) in enumerate(line) if letter != " "), 0)
    deeper: Line = [(" ", "")] * min(indent + 4, longest // 2)
    while len(line) > longest:
        blanks = [place for place in range(len(deeper) + 1, longest + 1) if line[place][0] == " "]
        cut = blanks[-1] if blanks else longest
        yield line[:cut]
        line = deeper + line[cut + bool(blanks) :]
    yield line


# SVG


def svg(picture: str, title: str) -> str:
    """Return the picture as an SVG document that is as large as the text needs."""
    rows = lines(picture, LONGEST)
    wide, high = 9 * max(map(len, rows), default=1) + 2 * MARGIN, 19 * len(rows) + 2 * MARGIN
    texts = [text for row, line in enumerate(rows) for text in _texts(line, MARGIN + 15 + 19 * row)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{wide}" height="{high}" rx="12" fill="{PAPER}"/>',
            '<g font-family="DejaVu Sans Mono, Menlo, monospace" font-size="15" xml:space="preserve">',
            *texts,
            "</g>",
            "</svg>\n",
        ]
    )


def _texts(line: Line, y: int) -> Iterator[str]:
    """Return a `text` element per run of one style; `textLength` aligns the columns in any font."""
    x = MARGIN
    for style, piece in groupby(line, lambda letter: letter[1]):
        text = "".join(letter for letter, _ in piece)
        weight = ' font-weight="bold"' if style in BOLD else ""
        if text.strip():
            yield (
                f'<text x="{x}" y="{y}" textLength="{9 * len(text)}" lengthAdjust="spacingAndGlyphs"'
                f' fill="{COLOURS[style]}"{weight}>{escape(text)}</text>'
            )
        x += 9 * len(text)


# Pixels


def pixels(picture: str) -> NDArray[np.uint8]:
    """Return the picture as pixels of WIDTH x HEIGHT, in the largest font that fits."""
    size, rows = fit(picture)
    wide, high = cell(size)
    frame = np.empty((HEIGHT, WIDTH, 3), dtype=np.uint8)
    frame[:] = _rgb(PAPER)
    for row, line in enumerate(rows[: INSIDE // high]):
        y = MARGIN + row * high
        for column, (letter, style) in enumerate(line):
            if letter != " ":
                x = MARGIN + column * wide
                frame[y : y + high, x : x + wide] = glyph(letter, style, size)
    return frame


def fit(picture: str) -> tuple[int, list[Line]]:
    """Return the font size and the lines, wrapping long lines before the font becomes unreadable."""
    whole = len(lines(picture, len(picture)))
    for size in SIZES:
        wide, high = cell(size)
        rows = lines(picture, (WIDTH - 2 * MARGIN) // wide)
        if high * len(rows) <= INSIDE and (size <= READABLE or len(rows) == whole):
            break
    return size, rows


def cell(size: int) -> tuple[int, int]:
    """Return the width and height of a character."""
    return round(0.602 * size), round(1.22 * size)


@lru_cache(maxsize=10_000)
def glyph(letter: str, style: str, size: int) -> NDArray[np.uint8]:
    """Return the pixels of one character in its colour."""
    ink = shape(letter, style in BOLD, size)[..., np.newaxis]
    paper, colour = _rgb(PAPER).astype(np.float32), _rgb(COLOURS[style]).astype(np.float32)
    return (paper + (colour - paper) * ink).round().astype(np.uint8)


@lru_cache(maxsize=10_000)
def shape(letter: str, bold: bool, size: int) -> NDArray[np.float32]:
    """Return how much of each pixel a character covers, as matplotlib draws it."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise explain_missing(error) from None
    wide, high = cell(size)
    figure = Figure(figsize=(wide / 72, high / 72), dpi=72, facecolor="white")
    canvas = FigureCanvasAgg(figure)
    weight = "bold" if bold else "normal"
    text = figure.text(0.5, 0.24, letter, family=list(FONTS), size=size, weight=weight, ha="center")
    text.set_parse_math(False)
    extent = text.get_window_extent().width
    if extent > wide + 1:  # the fallback font is wider
        text.set_fontsize(size * wide / extent)
    canvas.draw()  # type: ignore[no-untyped-call]  # canvases have no types
    seen = np.asarray(canvas.buffer_rgba())[..., 0]  # type: ignore[no-untyped-call]
    return np.float32(1.0) - seen.astype(np.float32) / np.float32(255.0)


def _rgb(colour: str) -> NDArray[np.uint8]:
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], dtype=np.uint8)
