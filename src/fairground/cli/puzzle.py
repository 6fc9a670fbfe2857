"""`puzzle`: solve a puzzle in the terminal."""

import datetime
from typing import Annotated

import typer

from fairground.analysis.arrangements import count_points, list_by_hand
from fairground.analysis.puzzles import AnyMatch, Puzzle, daily_puzzle, open_puzzle, read_puzzles
from fairground.cli.line_editor import prompt
from fairground.cli.output import say, say_plainly
from fairground.engine.errors import BadSetting, FairgroundError, IllegalMove
from fairground.games import list_games, load


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("puzzle", epilog="Example: fairground puzzle")(solve)


def solve(
    game: Annotated[
        str | None, typer.Argument(help="The game.", show_default="the puzzle of the day")
    ] = None,
    name: Annotated[str | None, typer.Argument(help="The puzzle.", show_default="the first")] = None,
) -> None:
    """Solve a puzzle in the terminal; without a game, the one of the day."""
    if game is None:
        _, puzzle = daily_puzzle([load(each) for each in list_games()], datetime.date.today())
    else:
        puzzle = _named(game, name)
    match = open_puzzle(puzzle)
    _show(match, puzzle)
    say_plainly(f"{match.game.title}: you are seat {puzzle.seat}. {_task(puzzle)} ({puzzle.grade})")
    if puzzle.goal is None:
        _ask(match, puzzle)
    else:
        _ask_arrangement(match, puzzle, puzzle.goal)


def _named(game: str, name: str | None) -> Puzzle:
    known = read_puzzles(load(game))
    if not known:
        raise BadSetting(f"{load(game).title} has no puzzles")
    if name is not None and name not in known:
        raise BadSetting(f"there is no puzzle {name!r}; `fairground puzzles {game}` lists them")
    return known[name] if name else next(iter(known.values()))


def _show(match: AnyMatch, puzzle: Puzzle) -> None:
    say("\n" + match.game.picture(match.game.view(match.state, puzzle.seat)) + "\n")


def _task(puzzle: Puzzle) -> str:
    if puzzle.goal is None:
        return "One move is clearly best."
    return f"Arrange what you have so that it brings {puzzle.goal} points."


# One move


def _ask(match: AnyMatch, puzzle: Puzzle) -> None:
    while (line := prompt("> ")) is not None and line != "quit":
        words = " ".join(line.split())
        if words == "show":
            return _tell_solution(puzzle)
        try:
            move = match.game.legal_move(match.state, puzzle.seat, words)
        except FairgroundError as error:
            say_plainly(f"{error}. Type a move, `show` or `quit`.")
            continue
        if match.game.write(move) == puzzle.best:
            say_plainly("Right!")
            return _tell_solution(puzzle)
        say_plainly(_value_of(puzzle, match.game.write(move)))
    return None


def _value_of(puzzle: Puzzle, words: str) -> str:
    value = next((each.value for each in puzzle.values if each.words == words), None)
    if value is None:
        return "Not this one: it is worse than all that were looked at closely. Try again."
    best = puzzle.values[0].value
    return f"Not this one: it wins {100 * value:.0f} of 100, the best move {100 * best:.0f}. Try again."


def _tell_solution(puzzle: Puzzle) -> None:
    say_plainly(f"The best move is {puzzle.best}.")
    if puzzle.why:
        say_plainly(_describe(puzzle))
    say_plainly("Expected then: " + ", ".join(f"{move.seat} {move.words}" for move in puzzle.solution))


def _describe(puzzle: Puzzle) -> str:
    assert puzzle.why is not None
    better, made = puzzle.why.better, puzzle.why.made
    parts = [f"{heading} {better[heading]:.1f} instead of {made.get(heading, 0.0):.1f}" for heading in better]
    return f"Against {puzzle.plausible}, points at the end: {'; '.join(parts)}."


# An arrangement


def _ask_arrangement(match: AnyMatch, puzzle: Puzzle, goal: int) -> None:
    now = match
    _tell_points(now, puzzle)
    while (line := prompt("> ")) is not None and line != "quit":
        words = " ".join(line.split())
        if words == "show":
            return say_plainly("One way: " + ", ".join(move.words for move in puzzle.line))
        try:
            now = match if words == "restart" else _arrange(now, puzzle.seat, words)
        except FairgroundError as error:
            say_plainly(f"{error}. Type a move, `restart`, `show` or `quit`.")
            continue
        _show(now, puzzle)
        if count_points(now.game, now.state, puzzle.seat) >= goal:
            return say_plainly("Right!")
        _tell_points(now, puzzle)
    return None


def _arrange(match: AnyMatch, seat: int, words: str) -> AnyMatch:
    """Return the match after a move by hand."""
    move = match.game.legal_move(match.state, seat, words)
    if move not in list_by_hand(match.game, match.state, seat):
        raise IllegalMove(f"{words} is not possible: in this puzzle you arrange by hand")
    after = match.at(len(match.made))
    after.play(seat, move)
    return after


def _tell_points(match: AnyMatch, puzzle: Puzzle) -> None:
    say_plainly(f"It brings {count_points(match.game, match.state, puzzle.seat)} points now.")
