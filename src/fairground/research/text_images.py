"""Turn a game's text picture into SVG, in a monospaced font and the seats' colours."""

from collections.abc import Iterator
from html import escape
from itertools import groupby
from math import gcd
from typing import Final

from fairground.engine.drawing import HEIGHT, WIDTH
from fairground.engine.picture import spans

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
LONGEST: Final = 120  # characters in a line of SVG
MARGIN: Final = 24
UNIT: Final = gcd(WIDTH, HEIGHT)

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


def text_svg(picture: str, title: str) -> str:
    """Return the picture as an SVG document, as large as the text needs and of the shape of all drawings."""
    rows = lines(picture, LONGEST)
    wide, high = 9 * max(map(len, rows), default=1) + 2 * MARGIN, 19 * len(rows) + 2 * MARGIN
    scale = max(-(-wide * UNIT // WIDTH), -(-high * UNIT // HEIGHT))
    wide, high = scale * WIDTH // UNIT, scale * HEIGHT // UNIT
    texts = [text for row, line in enumerate(rows) for text in _texts(line, MARGIN + 15 + 19 * row)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
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
