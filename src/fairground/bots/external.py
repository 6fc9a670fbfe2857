"""Play with an external program, which reads questions from its standard input and writes its answers.

Each question is one line: a JSON object with `view` (what the seat may know), `moves` (a list of
`{"move": 17, "words": "a3"}`), `game`, `seat`, `seats` and `options`. The answer is one line with the
number of a move or its words. A program that ends, does not answer in time or answers nonsense is stopped,
and `BotFault` says why.
"""

import shlex
import shutil

import msgspec

from fairground.bots.bot import BotFault
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.mind import Mind
from fairground.engine.state import State
from fairground.processes import Child, LineTooLong

LONGEST_ANSWER = 1 << 16  # bytes
FAREWELL = 0.5  # seconds a program has to end by itself


class ExternalBot:
    """Asks a program; starts it at the first question."""

    def __init__(self, command: str, patience: float = 60.0) -> None:
        """`patience` is how many seconds an answer may take."""
        self.child: Child | None = None
        self.command = command
        self.patience = patience
        self.arguments = _split_command(command)

    def choose(self, mind: Mind) -> int:
        moves = {mind.words(move): move for move in mind.legal()}
        child = self.child or self._start()
        try:
            answer = child.ask(encode_question(mind, moves), self.patience)
        except TimeoutError:
            raise self._stop(f"did not answer within {self.patience:g} seconds") from None
        except EOFError:
            raise self._stop("ended without an answer") from None
        except LineTooLong:
            raise self._stop(f"wrote more than {LONGEST_ANSWER} bytes without an end of line") from None
        return self._parse_answer(answer.decode(errors="replace").strip(), moves)

    def check(self, game: Game[State, object], seats: int) -> None:
        """Raise BadSetting if there is no such program; it could play any game."""
        if shutil.which(self.arguments[0]) is None:
            raise BadSetting(f"there is no program {self.arguments[0]!r} to play as 'exec:{self.command}'")

    def close(self) -> None:
        """End the program: close its input, wait a moment, then kill it."""
        child, self.child = self.child, None
        if child is not None:
            child.close(FAREWELL)

    def __del__(self) -> None:
        self.close()

    def _start(self) -> Child:
        """Start the program in our own process group, so that it ends when a worker's group is killed."""
        try:
            self.child = Child(self.arguments, LONGEST_ANSWER, own_group=False)
        except OSError as error:
            raise BotFault(f"cannot start the bot {self.command!r}: {error.strerror}") from None
        return self.child

    def _parse_answer(self, answer: str, moves: dict[str, int]) -> int:
        try:
            value = msgspec.json.decode(answer, type=int | str)
        except msgspec.DecodeError:
            value = answer
        if isinstance(value, int) and value in moves.values():
            return value
        if isinstance(value, str) and value in moves:
            return moves[value]
        raise self._stop(f"answered {answer[:60]!r}, expected one of its {len(moves)} moves")

    def _stop(self, reason: str) -> BotFault:
        """Stop the program and return the fault to raise."""
        self.close()
        return BotFault(f"the bot {self.command!r} {reason}")


def encode_question(mind: Mind, moves: dict[str, int]) -> bytes:
    """Return the question as one line of JSON, without the end of line."""
    question = {
        "game": mind.game,
        "seat": int(mind.seat),
        "seats": int(mind.seats),
        "options": mind.options,
        "view": mind.view,
        "moves": [{"move": move, "words": words} for words, move in moves.items()],
    }
    return msgspec.json.encode(question)


def _split_command(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise BadSetting(f"cannot read the command line {command!r}: {error}") from None
    if not arguments:
        raise BadSetting("expected exec:command line, got no command")
    return arguments
