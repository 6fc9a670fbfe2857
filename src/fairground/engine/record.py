"""The record of a match: the text of a `.game` file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fairground.engine.errors import RecordError
from fairground.engine.start_position import ParentMoment, StartPosition, read_position, write_position
from fairground.engine.text import clean_line, shorten

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PARENT = re.compile(r"[0-9a-f]{16} \d{1,9} (true|redealt \d{1,2})", re.ASCII)


@dataclass
class Record:
    """What was agreed before the match, and the moves made in it."""

    game: str
    rules: int
    seats: int
    seed: str | bytes
    options: dict[str, str] = field(default_factory=dict)
    box: str | None = None
    players: dict[int, str] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)
    outcome: list[int] | None = None
    start: StartPosition | None = None
    lines: list[int] = field(default_factory=list, compare=False, repr=False)

    def __str__(self) -> str:
        """Return the text of the record; `Record.parse` reads it back."""
        head = [f"game {self.game} {self.rules}", f"seats {self.seats}"]
        head += [f"option {name} {value}" for name, value in self.options.items()]
        head += [f"box {self.box}"] if self.box else []
        head += [f"seed {self.seed}" if isinstance(self.seed, str) else f"secret {self.seed.hex()}"]
        head += [f"player {seat} {name}" for seat, name in sorted(self.players.items())]
        head += _write_start(self.start) if self.start else []
        body = [f"{seat} {words}" for seat, words in self.moves]
        tail = [] if self.outcome is None else ["outcome " + " ".join(map(str, self.outcome))]
        return "\n".join([*head, "", *body, *tail]) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read a record; RecordError names the line that cannot be read."""
        return _Parser().read(text)

    def line(self, move: int) -> int:
        """Return the line of a move, from 1."""
        return self.lines[move] if move < len(self.lines) else 0


class _Parser:
    """Reads a record line by line."""

    def __init__(self) -> None:
        self.record = Record("", 0, 0, "")
        self.seen: set[str] = set()
        self.parent: ParentMoment | None = None
        self.heads: Mapping[str, Callable[[str], None]] = {
            "game": self._game,
            "seats": self._seats,
            "option": self._option,
            "box": self._box,
            "seed": self._seed,
            "secret": self._secret,
            "player": self._player,
            "parent": self._parent,
            "position": self._position,
            "outcome": self._outcome,
        }

    def read(self, text: str) -> Record:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                self._line(number, line.strip())
        for needed in ("game", "seats", "seed"):
            if needed not in self.seen:
                raise RecordError(f"the record has no line `{needed}`")
        if self.parent and not self.record.start:
            raise RecordError("the record has a `parent` and no `position`")
        return self.record

    def _line(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            if self.record.outcome is not None:
                raise ValueError("nothing may follow the outcome")
            if word.isascii() and word.isdecimal():
                self._move(number, int(word), rest.strip())
            elif word in self.heads:
                self._head(word, rest.strip())
            else:
                expected = "a move such as `0 ...`" if self.seen else "`game NAME VERSION` first"
                raise ValueError(f"expected {expected}, got {line!r}")
        except ValueError as error:
            raise RecordError(f"line {number}: {shorten(str(error))}") from None

    def _head(self, word: str, rest: str) -> None:
        if not self.seen and word != "game":
            raise ValueError(f"expected `game NAME VERSION` first, got {word!r}")
        if self.record.moves and word != "outcome":
            raise ValueError(f"`{word}` must come before the moves")
        kind = "seed" if word == "secret" else word
        if kind in self.seen and kind not in {"option", "player"}:
            raise ValueError(f"a second `{word}`")
        self.seen.add(kind)
        self.heads[word](rest)

    def _move(self, number: int, seat: int, words: str) -> None:
        for needed in ("game", "seats", "seed"):
            if needed not in self.seen:
                raise ValueError(f"expected `{needed} ...` before the first move")
        if not words:
            raise ValueError("expected a move after the seat, got nothing")
        self._check_seat(seat)
        self.record.moves.append((seat, words))
        self.record.lines.append(number)

    def _game(self, rest: str) -> None:
        name, _, version = rest.partition(" ")
        if not _NAME.fullmatch(name):
            raise ValueError(f"expected `game NAME VERSION`, got {rest!r}")
        self.record.game = name
        self.record.rules = _whole(version, "a rules version")

    def _seats(self, rest: str) -> None:
        self.record.seats = _whole(rest, "a number of seats")

    def _option(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if not value:
            raise ValueError(f"expected `option NAME VALUE`, got {rest!r}")
        if name in self.record.options:
            raise ValueError(f"a second `option {name}`")
        self.record.options[name] = value

    def _box(self, rest: str) -> None:
        if not re.fullmatch(r"[0-9a-f]{16}", rest):
            raise ValueError(f"expected the box's 16 hexadecimal digits, got {rest!r}")
        self.record.box = rest

    def _seed(self, rest: str) -> None:
        if not rest:
            raise ValueError("expected a seed, got nothing")
        self.record.seed = rest

    def _secret(self, rest: str) -> None:
        if not re.fullmatch(r"[0-9a-f]{64}", rest):
            raise ValueError(f"expected a secret of 64 hexadecimal digits, got {rest!r}")
        self.record.seed = bytes.fromhex(rest)

    def _player(self, rest: str) -> None:
        seat, _, name = rest.partition(" ")
        if not name:
            raise ValueError(f"expected `player SEAT NAME`, got {rest!r}")
        self._check_seat(_whole(seat, "a seat"))
        if clean_line(name):
            self.record.players[int(seat)] = clean_line(name)

    def _parent(self, rest: str) -> None:
        if not _PARENT.fullmatch(rest):
            raise ValueError(f"expected `parent DIGEST MOVES true` or `redealt SEAT`, got {rest!r}")
        digest, moves, *hidden = rest.split()
        seat = int(hidden[1]) if hidden[1:] else None
        if seat is not None:
            self._check_seat(seat)
        self.parent = ParentMoment(digest, int(moves), seat)
        self._join_start()

    def _position(self, rest: str) -> None:
        self.record.start = StartPosition(read_position(rest))
        self._join_start()

    def _join_start(self) -> None:
        """Put position and parent together, whichever line comes first."""
        if self.record.start:
            self.record.start = StartPosition(self.record.start.position, self.parent)

    def _outcome(self, rest: str) -> None:
        self.record.outcome = [_whole(word, "points", least=None) for word in rest.split()]
        if len(self.record.outcome) != self.record.seats:
            raise ValueError(f"expected points for {self.record.seats} seats, got {rest!r}")

    def _check_seat(self, seat: int) -> None:
        if seat >= self.record.seats:
            raise ValueError(f"expected a seat below {self.record.seats}, got {seat}")


def _write_start(start: StartPosition) -> list[str]:
    parent = [f"parent {start.parent}"] if start.parent else []
    return [*parent, f"position {write_position(start.position)}"]


def _whole(word: str, what: str, least: int | None = 0) -> int:
    pattern = r"-?\d{1,9}" if least is None else r"\d{1,9}"
    if not re.fullmatch(pattern, word, re.ASCII):
        raise ValueError(f"expected {what}, got {word!r}")
    return int(word)
