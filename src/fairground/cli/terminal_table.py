"""A match in the terminal, between people at this keyboard and bots."""

import os
from pathlib import Path

from rich.markup import escape

from fairground.bots import bot, close
from fairground.cli.catalog import print_rules
from fairground.cli.files import write_file
from fairground.cli.output import console, say, say_plainly
from fairground.cli.records import names_of
from fairground.engine.errors import FairgroundError
from fairground.engine.match import Match
from fairground.engine.outcome import Outcome
from fairground.engine.picture import SYMBOLS, seat_styled
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for, tell

PERSON = "person"
HELP = """Type a move in words, or its number in the list.
  moves   list your moves           undo   take back your last move
  rules   show the rules            quit   save the match and leave
  board   show the board again      help   show this help"""


def prompt(text: str) -> str | None:
    """Ask for a line of input; return None at the end of input."""
    try:
        return console.input(text).strip()
    except EOFError:
        return None


class TerminalTable:
    """A table at which people share this keyboard and bots play the other seats."""

    def __init__(self, match: Match[State, object], save: Path | None) -> None:
        self.match = match
        self.save = save
        self.persons = [s for s in range(match.state.seats) if match.players.get(s, PERSON) == PERSON]
        self.bots = {s: bot(name, os.cpu_count() or 1) for s, name in match.players.items() if name != PERSON}
        self.last = match.made[-1].seat if match.made else -1
        self.shown = len(match.story)

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        try:
            self._run()
        finally:
            for player in self.bots.values():
                close(player)

    def _run(self) -> None:
        while not self.match.over:
            seat = self._next()
            if seat in self.bots:
                self._bot_moves(seat)
            elif not self._person_moves(seat):
                self._leave()
                return
        self._end()

    def _next(self) -> int:
        """Return the actor that follows the seat which moved last."""
        actors, seats = self.match.state.actors(), int(self.match.state.seats)
        return min(actors, key=lambda seat: (seat - self.last - 1) % seats)

    def _bot_moves(self, seat: int) -> None:
        rng = seeded(f"{self.match.seed!r} bot {seat} at {len(self.match.made)}")
        self._play(seat, self.bots[seat].choose(self.match.mind(seat, rng)))

    def _play(self, seat: int, move: int | str) -> None:
        self.match.play(seat, move)
        self.last = seat
        if self.save:
            write_file(self.save, str(self.match.record()))

    # A person's turn

    def _person_moves(self, seat: int) -> bool:
        """Ask until a move is made; return False if the person leaves."""
        self._hand_over(seat)
        self._show(seat)
        made = len(self.match.made)
        while len(self.match.made) == made:
            line = prompt(f"{seat_styled(f'{SYMBOLS[seat]} seat {seat}', seat)} > ")
            if line is None or line == "quit":
                return False
            if line and self._answer(seat, line):
                return True
        return True

    def _answer(self, seat: int, line: str) -> bool:
        """Carry out what was typed; return True if the board changed other than by a move."""
        commands = {"help": self._help, "moves": self._list, "board": self._show}
        if line in commands:
            commands[line](seat)
        elif line == "rules":
            print_rules(self.match.game, self.match.box)
        elif line == "undo":
            return self._undo(seat)
        else:
            self._try(seat, line)
        return False

    def _try(self, seat: int, line: str) -> None:
        moves = self.match.state.legal(seat)
        if line.isascii() and line.isdecimal() and 1 <= int(line) <= len(moves):
            return self._play(seat, moves[int(line) - 1])
        try:
            self._play(seat, " ".join(line.split()))
        except FairgroundError as error:
            say_plainly(f"{error}. Type `moves` for the list, `help` for more.")
        return None

    def _undo(self, seat: int) -> bool:
        try:
            self.match.undo(seat, patient=list(self.bots))
        except FairgroundError as error:
            say_plainly(str(error))
            return False
        self.last = self.match.made[-1].seat if self.match.made else -1
        self.shown = len(self.match.story)
        say_plainly("Your move was taken back.")
        return True

    def _help(self, seat: int) -> None:
        say_plainly(HELP)

    def _list(self, seat: int) -> None:
        words = [self.match.game.write(move) for move in self.match.state.legal(seat)]
        wide = max(map(len, words)) + 6
        columns = max(1, min(console.width, 100) // wide)
        cells = [f"{number:3} {word}".ljust(wide) for number, word in enumerate(words, 1)]
        for start in range(0, len(cells), columns):
            say_plainly("".join(cells[start : start + columns]).rstrip())

    def _show(self, seat: int) -> None:
        """Show what happened since the last turn, the board, and the moves."""
        self._say_story(self.match.story[self.shown :], seat)
        self.shown = len(self.match.story)
        say("\n" + self.match.game.picture(self.match.game.view(self.match.state, seat)) + "\n")
        moves = [self.match.game.write(move) for move in self.match.state.legal(seat)]
        if len(moves) <= 12:
            say_plainly("Your moves: " + ", ".join(moves))
        else:
            say_plainly(
                f"You have {len(moves)} moves, such as {moves[0]} and {moves[-1]}. Type `moves` to list them."
            )

    def _say_story(self, entries: list[Entry], seat: int | None) -> None:
        for entry in entries_for(entries, seat):
            say_plainly(tell(entry, self.match.game.phrases, self._names()))

    def _names(self) -> list[str]:
        return [f"{SYMBOLS[s]} seat {s}" for s in range(self.match.state.seats)]

    def _hand_over(self, seat: int) -> None:
        """Let the people who share the keyboard change places without seeing each other's secrets."""
        if len(self.persons) > 1 and self.match.game.hidden and self.last != seat:
            console.clear()
            prompt(f"Seat {seat}, take the keyboard and press Enter. ")

    # The end

    def _leave(self) -> None:
        path = self.save or Path(f"{self.match.game.name}-{self._seed_word()}.game")
        write_file(path, str(self.match.record()))
        say_plainly(f"\nSaved. Continue with: fairground play --resume {path}")

    def _seed_word(self) -> str:
        seed = self.match.seed if isinstance(self.match.seed, str) else "live"
        return "".join(letter if letter.isalnum() else "-" for letter in seed)

    def _end(self) -> None:
        viewer = self.persons[0] if len(self.persons) == 1 else None
        self._say_story(self.match.story[self.shown :], viewer)
        say("\n" + self.match.game.picture(self.match.game.view(self.match.state, viewer)) + "\n")
        outcome = self.match.outcome()
        for seat in (seat for group in outcome.ranking for seat in group):
            self._say_place(outcome, seat)
        say_plainly(f"\nThe match ended by {outcome.reason}; decided by {outcome.decided}.")
        if self.save:
            say_plainly(f"The record is in {self.save}.")

    def _say_place(self, outcome: Outcome, seat: int) -> None:
        parts = [f"{heading} {points[seat]}" for heading, points in outcome.headings.items() if points[seat]]
        name = f"{seat_styled(self._names()[seat], seat)} ({escape(names_of(self.match)[seat])})"
        say(f"  {outcome.places[seat]}. {name}: {outcome.points[seat]} points ({', '.join(parts)})")
