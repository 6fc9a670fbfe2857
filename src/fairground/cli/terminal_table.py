"""A match in the terminal, between people at this keyboard and bots."""

import os
from functools import partial
from pathlib import Path

from rich.markup import escape

from fairground.analysis.hints import give_hints
from fairground.bots import bot, close
from fairground.cli.catalog import print_rules
from fairground.cli.files import write_file
from fairground.cli.line_editor import prompt
from fairground.cli.output import console, say, say_plainly
from fairground.cli.records import names_of
from fairground.cli.typed_words import find_meant, list_some
from fairground.engine.errors import FairgroundError
from fairground.engine.match import Match
from fairground.engine.outcome import Outcome
from fairground.engine.picture import SYMBOLS, plain, seat_styled, write_count
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for, tell

PERSON = "person"
COMMANDS = ("moves", "undo", "hint", "log", "board", "rules", "help", "quit")
HELP = """Type a move in words, or its number in the list. Capitals do not matter, and the
beginning of a move is enough if no other move begins so. Tab completes.
  moves   list your moves              undo   take back your last move
  hint    show good moves              log    show what happened last
  board   show the whole table         rules  show the rules
  quit    save the match and leave     help   show this help"""
LOGGED = 20  # entries
ROOM = 5  # lines for the moves and the prompt


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
            words = self._words(seat)
            question = f"{seat_styled(f'{SYMBOLS[seat]} seat {seat}', seat)} > "
            line = prompt(question, partial(_complete, words))
            if line is None:
                return False
            meant = self._find_meant(seat, line, words) if line else ""
            if meant == "quit":
                return False
            if meant and self._answer(seat, meant):
                return True
        return True

    def _words(self, seat: int) -> list[str]:
        """List everything that a seat can type now."""
        return [*map(self.match.game.write, self.match.state.legal(seat)), *COMMANDS]

    def _find_meant(self, seat: int, line: str, words: list[str]) -> str:
        """Return the one move or command that was typed; what is neither is returned as it is."""
        if line.isascii() and line.isdecimal() and 1 <= int(line) <= len(words) - len(COMMANDS):
            return words[int(line) - 1]
        meant = find_meant(line, words)
        if len(meant) > 1:
            say_plainly(f"`{' '.join(line.split())}` may be {list_some(meant)}.")
            return ""
        return meant[0] if meant else self._in_proper_case(line)

    def _in_proper_case(self, line: str) -> str:
        """Return the words of a move that is not possible now as the game writes them."""
        every = map(self.match.game.write, self.match.game.every_move)
        typed = " ".join(line.split())
        return next((words for words in every if words.casefold() == typed.casefold()), typed)

    def _answer(self, seat: int, words: str) -> bool:
        """Carry out a command or a move; return True if the board changed other than by a move."""
        commands = {
            "help": self._help,
            "moves": self._list,
            "board": self._show_all,
            "hint": self._hint,
            "log": self._log,
        }
        if words in commands:
            commands[words](seat)
        elif words == "rules":
            print_rules(self.match.game, self.match.box)
        elif words == "undo":
            return self._undo(seat)
        else:
            self._try(seat, words)
        return False

    def _try(self, seat: int, words: str) -> None:
        try:
            self._play(seat, words)
        except FairgroundError as error:
            say_plainly(f"{error}. Type `moves` for the list, `help` for more.")

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

    def _hint(self, seat: int) -> None:
        """Show the best moves by what the seat knows; the seed of the search says nothing else."""
        say_plainly("Looking for good moves ...")
        hints = give_hints(self.match.game, self.match.state, seat, f"hint {seat} {len(self.match.made)}")
        for hint in hints:
            points = ", ".join(f"{heading} {value:.1f}" for heading, value in hint.points.items() if value)
            expected = f"; points expected at the end: {points}" if points else ""
            say_plainly(f"  {hint.words}: you win {100 * hint.share:.0f}%{expected}")

    def _log(self, seat: int) -> None:
        self._say_story(entries_for(self.match.story, seat)[-LOGGED:], seat)

    def _list(self, seat: int) -> None:
        words = [self.match.game.write(move) for move in self.match.state.legal(seat)]
        wide = max(map(len, words)) + 6
        columns = max(1, min(console.width, 100) // wide)
        cells = [f"{number:3} {word}".ljust(wide) for number, word in enumerate(words, 1)]
        for start in range(0, len(cells), columns):
            say_plainly("".join(cells[start : start + columns]).rstrip())

    def _show(self, seat: int) -> None:
        """Show what happened since the last turn, what the decision needs, and the moves."""
        self._say_story(self.match.story[self.shown :], seat)
        self.shown = len(self.match.story)
        self._draw(seat)
        moves = self._words(seat)[: -len(COMMANDS)]
        listed = "Your moves: " + ", ".join(moves)
        if len(listed) > 2 * console.width:
            some = f"{moves[0]} and {moves[-1]}"
            listed = f"You have {len(moves)} moves, such as {some}. Type `moves` to list them."
        say_plainly(listed)

    def _show_all(self, seat: int) -> None:
        say("\n" + self.match.game.picture(self.match.game.view(self.match.state, seat)) + "\n")

    def _draw(self, seat: int | None) -> None:
        """Draw the whole table, or what a decision needs if the terminal is too small for more."""
        view = self.match.game.view(self.match.state, seat)
        whole = self.match.game.picture(view)
        fits = _fits(whole) or not console.is_terminal
        say("\n" + (whole if fits else self.match.game.close_up(view)) + "\n")

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
        self._draw(viewer)
        outcome = self.match.outcome()
        for seat in (seat for group in outcome.ranking for seat in group):
            self._say_place(outcome, seat)
        say_plainly(f"\nThe match ended by {outcome.reason}; decided by {outcome.decided}.")
        if self.save:
            say_plainly(f"The record is in {self.save}.")

    def _say_place(self, outcome: Outcome, seat: int) -> None:
        parts = [f"{heading} {points[seat]}" for heading, points in outcome.headings.items() if points[seat]]
        points = write_count(outcome.points[seat], "point")
        name = f"{seat_styled(self._names()[seat], seat)} ({escape(names_of(self.match)[seat])})"
        say(f"  {outcome.places[seat]}. {name}: {points} ({', '.join(parts)})")


def _complete(words: list[str], typed: str) -> list[str]:
    """Return the words to which Tab may complete what was typed."""
    return find_meant(typed, words) if typed.strip() else words


def _fits(picture: str) -> bool:
    """Return whether a picture fits into the terminal together with the moves and the prompt."""
    lines = plain(picture).split("\n")
    return len(lines) + ROOM <= console.height and max(map(len, lines)) <= console.width
