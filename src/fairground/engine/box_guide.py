"""The text of a box file with comments that say what is allowed, for people who write a box of their own.

What is allowed is asked of the game's own checks: each value is tried far too low, far too high and as a word
that nobody knows, and the sentence of the refusal becomes the comment.
"""

import copy
import re
from collections.abc import Iterator
from typing import Final

import msgspec

from fairground.engine.box import MOST_ENTRIES, MOST_NUMBER, parse
from fairground.engine.errors import BoxError
from fairground.engine.game import B, Game, S
from fairground.engine.misprints import Misprint, Path, line_of, unfold

UNKNOWN: Final = "???"
ONE_VALUE: Final = re.compile(r"\b(\d+) to \1\b")
COLUMN: Final = 34  # where comments begin, if the line is shorter
MARK: Final = "# Behind the values stands what is allowed"
HEADER: Final = """\
# A box of {title}. Change what you like, and play with it:
#     fairground play {name} --box FILE
{mark} as long as the others are as they are here. `fairground box {name}
# --box FILE` checks a file. The first of several similar entries has the comments for all of them.

"""


def write_guide(game: Game[S, B], text: str) -> str:
    """Return the text of a box, which is TOML, with a comment on every line that has a value."""
    data = parse(text)
    comments: dict[int, list[str]] = {}
    seen: set[tuple[Path, str]] = set()
    for path, value in _leaves((), data):
        place = tuple("*" if isinstance(step, int) else step for step in path)
        for allowed in _find_allowed(game, data, path, value):
            if (place, allowed) not in seen:
                seen.add((place, allowed))
                comments.setdefault(_line(text, path, value), []).append(allowed)
    lines = [_comment(line, comments.get(at, [])) for at, line in enumerate(text.splitlines(), 1)]
    header = "" if MARK in text else HEADER.format(title=game.title, name=game.name, mark=MARK)
    return header + "\n".join(lines) + "\n"


def _line(text: str, path: Path, value: object) -> int:
    """Return the line for a comment on a value; several tables have it at the first of them."""
    tables = isinstance(value, list) and value and isinstance(value[0], dict)
    return line_of(text, (*path, 0) if tables else path)


def _comment(line: str, allowed: list[str]) -> str:
    """Return a line with a comment, unless it has this comment already."""
    new = "; ".join(sentence for sentence in dict.fromkeys(allowed) if sentence not in line)
    if not new:
        return line
    return f"{line}; {new}" if "#" in line else f"{line.ljust(COLUMN)}  # {new}"


def _leaves(path: Path, value: object) -> Iterator[tuple[Path, object]]:
    """Yield every number and word with its path, and the lists themselves; sources need no comment."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "source":
                yield from _leaves((*path, key), inner)
    elif isinstance(value, list):
        yield path, value
        for number, inner in enumerate(value):
            yield from _leaves((*path, number), inner)
    else:
        yield path, value


def _find_allowed(game: Game[S, B], data: dict[str, object], path: Path, value: object) -> Iterator[str]:
    """Yield the sentences with which the game refuses other values at a place."""
    for other in _others(value):
        changed = copy.deepcopy(data)
        _put(changed, path, other)
        if sentence := _refusal(game, changed, path, isinstance(value, list)):
            yield sentence


def _others(value: object) -> list[object]:
    if isinstance(value, bool):
        return []
    if isinstance(value, int | float):
        return [-MOST_NUMBER, MOST_NUMBER]
    if isinstance(value, str):
        return [UNKNOWN]
    if not isinstance(value, list) or not value:
        return []
    return [[*value, value[-1]], [], [*value, *[value[-1]] * MOST_ENTRIES]]


def _put(holder: object, path: Path, value: object) -> None:
    for step in path[:-1]:
        holder = holder[step]  # type: ignore[index]  # the path leads through dicts and lists
    holder[path[-1]] = value  # type: ignore[index]


def _refusal(game: Game[S, B], data: dict[str, object], path: Path, inside: bool) -> str:
    """Return what the game expects at a place, without what came; nothing if it finds fault elsewhere.

    What it expects `inside` a list counts too if it is how many entries the list has.
    """
    try:
        values = msgspec.convert(data, game.box_type)
        game.modules.box.check(values)
        game.modules.box.check_playable(values)
    except Misprint as misprint:
        sentence, found = str(misprint), misprint.path
    except msgspec.ValidationError as error:
        sentence, found = unfold(str(error))
    except (BoxError, ArithmeticError, LookupError):
        return ""
    else:
        return ""
    about_count = inside and len(found) == len(path) + 1 and found[: len(path)] == path
    if not (about_count or found == path[: len(found)]) or UNKNOWN in sentence.rpartition(", got")[0]:
        return ""
    allowed = sentence.removeprefix("expected ").rpartition(", got ")[0]
    return ONE_VALUE.sub(r"only \1", allowed.replace("array of length", "a list of"))
