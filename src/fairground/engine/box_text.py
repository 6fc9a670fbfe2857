"""Bounds on the text of a box, checked in one pass before a parser sees it.

A parser takes time and memory out of proportion to some texts: keys of thousands of parts, brackets within
brackets, numbers of thousands of digits. No sensible box has any of these, so they are refused first.
"""

import re
from typing import Final

from fairground.engine.errors import BoxError

MOST_CHARACTERS: Final = 100_000
MOSTTOKENS: Final = 10_000  # words, texts, marks, comments and ends of lines
MOST_DEPTH: Final = 8  # of brackets within brackets, and parts of a dotted key
MOST_WORD: Final = 64  # characters of a bare key or a number
MOST_STRING: Final = 200  # characters of a quoted text, as it is written

# The repetitions are possessive, so that a text is read once, whatever it is.
TOKEN: Final = re.compile(
    r"""(?P<block>\"{3}|'{3})|(?P<string>"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')|\#[^\n]*+|(?P<open>["'])"""
    r"""|(?P<mark>[\n=,\[\]{}])|(?P<word>[^\s"'\#=,\[\]{}]++)|[^\S\n]++""",
)


def check_text(text: str, name: str) -> None:
    """Refuse a TOML or JSON text that could cost a parser more than its size; BoxError names the line."""
    if len(text) > MOST_CHARACTERS:
        raise BoxError(f"{name}: expected at most {MOST_CHARACTERS} characters, got {len(text)}")
    depth = dots = 0
    for number, token in enumerate(TOKEN.finditer(text), 1):
        kind, words = token.lastgroup, token[0]
        if number > MOSTTOKENS:
            raise _refusal(text, name, token, f"at most {MOSTTOKENS} words, numbers and marks", "more")
        if kind == "word":
            dots += words.count(".")
            if len(words) > MOST_WORD:
                raise _refusal(text, name, token, f"a word of at most {MOST_WORD} characters", len(words))
            if dots >= MOST_DEPTH:
                raise _refusal(text, name, token, f"a key of at most {MOST_DEPTH} parts", "more")
        elif kind == "mark":
            depth += (words in "[{") - (words in "]}")
            dots = 0
            if depth > MOST_DEPTH:
                raise _refusal(text, name, token, f"at most {MOST_DEPTH} brackets within another", "more")
        elif kind == "string":
            if len(words) > MOST_STRING:
                raise _refusal(text, name, token, f"a text of at most {MOST_STRING} characters", len(words))
        elif kind is not None:
            raise _refusal(text, name, token, "texts that end on the line they begin", f"{words} without end")


def _refusal(text: str, name: str, token: re.Match[str], expected: str, came: object) -> BoxError:
    line = text.count("\n", 0, token.start()) + 1
    return BoxError(f"{name}, line {line}: expected {expected}, got {came}")
