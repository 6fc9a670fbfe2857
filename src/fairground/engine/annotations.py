"""A record with annotations: comments and evaluations of moments, and side lines, which were not played.

In the text of a `.game` file annotations are lines that begin with `#`, so that everything that reads
records reads an annotated one too. `docs/records.md` describes them.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from fairground.engine.errors import RecordError
from fairground.engine.record import Record
from fairground.engine.text import LONGEST_NAME, clean_line, shorten

MAIN: Final = 0  # the line of moves that were made
HEADER: Final = "#annotated"
VERSION: Final = 1
MOST_COMMENTS: Final = 1_000
LONGEST_COMMENT: Final = 500
MOST_SIDE_LINES: Final = 200
MOST_SIDE_MOVES: Final = 2_000
LONGEST_WORDS: Final = 200
DEEPEST: Final = 4
LONGEST_ANNOTATIONS: Final = 200_000  # characters of all comments, evaluations and moves together
MOST_APART: Final = 0.01  # by which shares may miss 1 together, because they are rounded
_SHARE: Final = re.compile(r"[01](\.\d{1,6})?|\d(\.\d{1,4})?e-0[1-9]", re.ASCII)


@dataclass(frozen=True)
class Comment:
    """What somebody said about the moment after `at` moves of a line."""

    line: int
    at: int
    author: str
    text: str


@dataclass(frozen=True)
class SideLine:
    """Moves that could have been made from the moment after `at` moves of another line on."""

    parent: int
    at: int
    moves: tuple[tuple[int, str], ...] = ()
    numbers: tuple[int, ...] = field(default=(), compare=False, repr=False)  # the line in the text of each


@dataclass
class AnnotatedRecord:
    """A record with side lines and comments, each by its number, and evaluations by their line and moment.

    A side line has a higher number than the line it leaves, and no number is used twice: `last` is the
    highest one ever used. Line 0 is the record itself. An evaluation has each seat's share of the win.
    """

    record: Record
    side_lines: dict[int, SideLine] = field(default_factory=dict)
    comments: dict[int, Comment] = field(default_factory=dict)
    last: int = field(default=0, compare=False)
    evaluations: dict[tuple[int, int], tuple[float, ...]] = field(default_factory=dict)
    size: int = field(default=0, init=False, compare=False, repr=False)  # characters of all annotations
    side_moves: int = field(default=0, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.last = max([self.last, *self.side_lines, *self.comments])
        self._measure()

    def __str__(self) -> str:
        """Return the text of the file; `parse` reads it back. Without annotations, it is the record's."""
        plain = str(self.record)
        if not (self.side_lines or self.comments or self.evaluations):
            return plain
        head, _, body = plain.partition("\n\n")
        lines = body.splitlines()
        return "\n".join([head, f"{HEADER} {VERSION}", "", *_Writer(self).main(lines)]) + "\n"

    @classmethod
    def parse(cls, text: str) -> "AnnotatedRecord":
        """Read a record with its annotations; RecordError names the line that cannot be read."""
        return _Parser(Record.parse(text)).read(text)

    def copy(self) -> "AnnotatedRecord":
        """Return the same annotations, to be changed independently."""
        return replace(
            self,
            side_lines=dict(self.side_lines),
            comments=dict(self.comments),
            evaluations=dict(self.evaluations),
        )

    # Looking

    def moves_of(self, line: int) -> list[tuple[int, str]]:
        """Return the moves of a line, without those that lead to it."""
        if line == MAIN:
            return self.record.moves
        if line not in self.side_lines:
            raise RecordError("there is no such side line")
        return list(self.side_lines[line].moves)

    def places_to(self, line: int, at: int) -> list[tuple[int, int]]:
        """Return every moment on the way to one, as a line and how many of its moves have been made."""
        self.check_place(line, at)
        own = [(line, moment) for moment in range(at + 1)]
        if line == MAIN:
            return own
        side = self.side_lines[line]
        return [*self.places_to(side.parent, side.at), *own]

    def moves_to(self, line: int, at: int) -> list[tuple[int, str]]:
        """Return all moves from the start of the match to a moment."""
        own = self.moves_of(line)[:at]
        self.check_place(line, at)
        if line == MAIN:
            return own
        side = self.side_lines[line]
        return [*self.moves_to(side.parent, side.at), *own]

    def comments_at(self, line: int, at: int) -> list[Comment]:
        """Return the comments on a moment, in the order they were made."""
        return [comment for comment in self.comments.values() if (comment.line, comment.at) == (line, at)]

    def record_to(self, line: int, at: int) -> Record:
        """Return the record of the match as it would stand after `at` moves of a line."""
        return replace(self.record, moves=self.moves_to(line, at), outcome=None, lines=[])

    def check_place(self, line: int, at: int) -> None:
        """Raise RecordError unless the line has that many moves."""
        moves = len(self.moves_of(line))
        if not 0 <= at <= moves:
            raise RecordError(f"expected a moment from 0 to {moves}, got {at}")

    def depth(self, line: int) -> int:
        """Return how many lines one has to leave to come to this one; 0 for the record itself."""
        return 0 if line == MAIN else 1 + self.depth(self.side_lines[line].parent)

    # Changing

    def comment(self, line: int, at: int, author: str, text: str) -> int:
        """Add a comment and return its number."""
        self.check_place(line, at)
        comment = Comment(line, at, _check_author(author), _check_text(text))
        if len(self.comments) >= MOST_COMMENTS:
            raise RecordError(f"there are {MOST_COMMENTS} comments already")
        self._grow(len(comment.author) + len(comment.text))
        self.comments[self._next()] = comment
        return self.last

    def evaluate(self, line: int, at: int, shares: Sequence[float]) -> None:
        """Say what each seat's share of the win is at a moment, in place of what was said before."""
        self.check_place(line, at)
        rounded = tuple(round(share, 4) for share in shares)
        if len(rounded) != self.record.seats or not all(0 <= share <= 1 for share in rounded):
            raise RecordError(f"expected {self.record.seats} shares from 0 to 1, got {_list_shares(rounded)}")
        if abs(sum(rounded) - 1) > MOST_APART:
            raise RecordError(f"expected shares that are 1 together, got {_list_shares(rounded)}")
        before = self.evaluations.get((line, at), ())
        self._grow(len(_list_shares(rounded)) - len(_list_shares(before)))
        self.evaluations[line, at] = rounded

    def delete_comment(self, number: int) -> None:
        """Remove a comment."""
        if self.comments.pop(number, None) is None:
            raise RecordError("there is no such comment")
        self._measure()

    def branch(self, line: int, at: int) -> int:
        """Begin a side line without moves and return its number."""
        self.check_place(line, at)
        if self.depth(line) >= DEEPEST:
            raise RecordError(f"expected side lines of at most {DEEPEST} levels")
        if len(self.side_lines) >= MOST_SIDE_LINES:
            raise RecordError(f"there are {MOST_SIDE_LINES} side lines already")
        self.side_lines[self._next()] = SideLine(line, at)
        return self.last

    def extend(self, line: int, seat: int, words: str, number: int = 0) -> None:
        """Add a move to the end of a side line. Whether it is legal is not checked here."""
        if line == MAIN:
            raise RecordError("the match itself cannot be continued")
        moves = self.moves_of(line)
        if self.side_moves >= MOST_SIDE_MOVES:
            raise RecordError(f"there are {MOST_SIDE_MOVES} moves in side lines already")
        if not 0 <= seat < self.record.seats:
            raise RecordError(f"expected a seat below {self.record.seats}, got {seat}")
        if not words or words != clean_line(words) or len(words) > LONGEST_WORDS:
            raise RecordError(f"expected a move in words, got {shorten(repr(words))}")
        self._grow(len(words))
        self.side_moves += 1
        side = self.side_lines[line]
        self.side_lines[line] = replace(side, moves=(*moves, (seat, words)), numbers=(*side.numbers, number))

    def play(self, line: int, at: int, seat: int, words: str) -> tuple[int, int]:
        """Make a move at a moment and return the line and the moment it leads to.

        It is a step along the line, or along a side line that begins with it, if there is one; else the move
        continues a side line at its end, or begins another one.
        """
        self.check_place(line, at)
        moves, move = self.moves_of(line), (seat, words)
        if at < len(moves) and moves[at] == move:
            return line, at + 1
        for number, side in self.side_lines.items():
            if (side.parent, side.at) == (line, at) and side.moves[:1] == (move,):
                return number, 1
        if line == MAIN or at < len(moves):
            line, at = self.branch(line, at), 0
        try:
            self.extend(line, seat, words)
        except RecordError:
            if not self.side_lines[line].moves:
                del self.side_lines[line]
            raise
        return line, at + 1

    def cut(self, line: int, at: int) -> None:
        """Remove the moves of a side line from a moment on, with all that hangs on them; all of it at 0."""
        if line == MAIN:
            raise RecordError("the match itself cannot be cut")
        self.check_place(line, at)
        kept = at if at else -1  # the last moment that stays
        for number, side in list(self.side_lines.items()):
            if side.parent == line and side.at > kept:
                self.cut(number, 0)
        self.comments = {
            number: comment
            for number, comment in self.comments.items()
            if comment.line != line or comment.at <= kept
        }
        self.evaluations = {
            place: shares
            for place, shares in self.evaluations.items()
            if place[0] != line or place[1] <= kept
        }
        if at:
            side = self.side_lines[line]
            self.side_lines[line] = replace(side, moves=side.moves[:at], numbers=side.numbers[:at])
        else:
            del self.side_lines[line]
        self._measure()

    def _next(self) -> int:
        self.last += 1
        return self.last

    def _grow(self, more: int) -> None:
        if self.size + more > LONGEST_ANNOTATIONS:
            raise RecordError(f"expected annotations of at most {LONGEST_ANNOTATIONS} characters")
        self.size += more

    def _measure(self) -> None:
        moves = [words for side in self.side_lines.values() for _, words in side.moves]
        texts = [comment.author + comment.text for comment in self.comments.values()]
        texts += [_list_shares(shares) for shares in self.evaluations.values()]
        self.size, self.side_moves = sum(map(len, moves + texts)), len(moves)


def _list_shares(shares: Sequence[float]) -> str:
    return " ".join(f"{share:g}" for share in shares)


def clean_author(name: str) -> str:
    """Return a name as it can stand before a comment: on one line, without a colon, not too long."""
    return clean_line(name.replace(":", " "))[:LONGEST_NAME].rstrip()


def _check_author(name: str) -> str:
    author = clean_line(name)
    if len(author) > LONGEST_NAME or ":" in author:
        raise RecordError(f"expected a name of at most {LONGEST_NAME} characters without a colon")
    return author


def _check_text(text: str) -> str:
    cleaned = clean_line(text)
    if not cleaned:
        raise RecordError("expected a comment, got nothing")
    if len(cleaned) > LONGEST_COMMENT:
        raise RecordError(f"expected a comment of at most {LONGEST_COMMENT} characters, got {len(cleaned)}")
    return cleaned


class _Writer:
    """Writes a record with its annotations, line by line."""

    def __init__(self, annotated: AnnotatedRecord) -> None:
        self.annotated = annotated
        self.comments: dict[tuple[int, int], list[Comment]] = defaultdict(list)
        self.branches: dict[tuple[int, int], list[int]] = defaultdict(list)
        for comment in annotated.comments.values():
            self.comments[comment.line, comment.at].append(comment)
        for number, side in annotated.side_lines.items():
            self.branches[side.parent, side.at].append(number)

    def main(self, written: list[str]) -> Iterator[str]:
        """Yield the moves and the outcome of the record, with annotations between them."""
        moves = len(self.annotated.record.moves)
        yield from self._annotations(MAIN, 0)
        for at, line in enumerate(written, 1):
            yield line
            if at <= moves:
                yield from self._annotations(MAIN, at)

    def _annotations(self, line: int, at: int) -> Iterator[str]:
        if (line, at) in self.annotated.evaluations:
            yield f"#= {_list_shares(self.annotated.evaluations[line, at])}"
        for comment in self.comments[line, at]:
            yield f"#; {comment.author}: {comment.text}"
        for number in self.branches[line, at]:
            yield "#("
            yield from self._annotations(number, 0)
            for moment, (seat, words) in enumerate(self.annotated.side_lines[number].moves, 1):
                yield f"#. {seat} {words}"
                yield from self._annotations(number, moment)
            yield "#)"


class _Parser:
    """Reads the annotations of a record line by line. `stack` has the side lines that are open."""

    def __init__(self, record: Record) -> None:
        self.result = AnnotatedRecord(record)
        self.stack: list[int] = []
        self.moment = 0  # of the record

    def read(self, text: str) -> AnnotatedRecord:
        begun = False
        for number, line in enumerate(text.splitlines(), 1):
            if not line.startswith("#"):
                self._leave_main(number, line)
                continue
            try:
                if begun:
                    self._line(number, line)
                else:
                    begun = _is_header(line)
            except ValueError as error:
                raise RecordError(f"line {number}: {shorten(str(error))}") from None
        if self.stack:
            raise RecordError("the last side line does not end: expected `#)`")
        return self.result

    def _leave_main(self, number: int, line: str) -> None:
        if self.stack and line.strip():
            raise RecordError(f"line {number}: the side line before it does not end: expected `#)`")

    def _line(self, number: int, line: str) -> None:
        kind, rest = line[1:2], line[2:].strip()
        self.moment = bisect_left(self.result.record.lines, number)
        if kind == ";":
            author, colon, text = rest.partition(":")
            self.result.comment(*self._place(), author if colon else "", text if colon else rest)
        elif kind == "=":
            self._evaluate(rest)
        elif kind == "(" and not rest:
            self.stack.append(self.result.branch(*self._place()))
        elif kind == "." and self.stack:
            self._move(number, rest)
        elif kind == ")" and self.stack and not rest:
            self._close()
        elif kind in set("(.)"):
            raise ValueError(f"expected `#(`, `#. SEAT MOVE` or `#)` of a side line, got {line!r}")

    def _place(self) -> tuple[int, int]:
        if self.stack:
            return self.stack[-1], len(self.result.moves_of(self.stack[-1]))
        return MAIN, self.moment

    def _move(self, number: int, rest: str) -> None:
        seat, _, words = rest.partition(" ")
        if not re.fullmatch(r"\d{1,9}", seat, re.ASCII):
            raise ValueError(f"expected `#. SEAT MOVE`, got {rest!r}")
        self.result.extend(self.stack[-1], int(seat), words.strip(), number)

    def _evaluate(self, rest: str) -> None:
        words = rest.split()
        if not all(_SHARE.fullmatch(word) for word in words):
            raise ValueError(f"expected `#= SHARE SHARE ...`, got {rest!r}")
        if self._place() in self.result.evaluations:
            raise ValueError("a second evaluation of the same moment")
        self.result.evaluate(*self._place(), [float(word) for word in words])

    def _close(self) -> None:
        if not self.result.moves_of(self.stack.pop()):
            raise ValueError("expected a side line with moves, got none")


def _is_header(line: str) -> bool:
    """Return whether annotations begin with this line; ValueError if they are of an unknown version."""
    word, _, version = line.partition(" ")
    if word != HEADER:
        return False
    if version.strip() != str(VERSION):
        raise ValueError(f"expected annotations of version {VERSION}, got {version.strip()!r}")
    return True
