"""The commands of `fairground`. The module of a command is imported only when the command is called."""

from importlib import import_module
from typing import Any  # for the parts of Typer that are not public

import typer
from typer.core import TyperGroup
from typer.main import get_group

# For each command the module that registers it, and what `fairground --help` says of it.
COMMANDS = {
    "play": ("play", "Play a match in the terminal."),
    "lessons": ("lessons", "Learn a game by playing its lessons in the terminal."),
    "puzzle": ("puzzle", "Solve a puzzle in the terminal."),
    "puzzles": ("puzzles", "List the puzzles of a game, find and check new ones."),
    "serve": ("serve", "Run the server, where people play in browsers."),
    "bots": ("bots", "List the bots and the ways to use your own."),
    "replay": ("records", "Print the story of recorded matches."),
    "verify": ("records", "Replay records and check every move and the outcome."),
    "review": ("review", "Show where a match was won and lost, and what was luck."),
    "ratings": ("ratings", "Compute the ratings of people again, or check them."),
    "export": ("archive", "Write all that a store holds to one file."),
    "import": ("archive", "Add the tables and studies of a file to a store."),
    "games": ("catalog", "List the games, their seats and their options."),
    "rules": ("catalog", "Show the rules of a game."),
    "box": ("catalog", "Show every printed value of a game, or write a box file."),
    "perft": ("perft", "Count the sequences of moves of a given length."),
    "bench": ("bench", "Measure speed, and compare it with earlier figures."),
    "fuzz": ("fuzz", "Look for faults in a game by random play."),
    "arena": ("arena", "Play a tournament of bots, all against all."),
    "ladder": ("arena", "Measure how strong the levels are."),
    "study": ("arena", "Study how balanced a game is."),
    "generate": ("generate", "Let bots play and write every decision to a file."),
    "train": ("train", "Train a network by self-play."),
    "new-game": ("new_game", "Write the skeleton of a new game, complete and playable."),
}


class LazyCommands(TyperGroup):
    """The group of all commands. It knows their names and summaries, and imports the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, known, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name else known, rest


def load_command(name: str) -> Any:
    """Import the module of a command and return the command with its options."""
    app = typer.Typer(rich_markup_mode=None)
    import_module(f"fairground.cli.{COMMANDS[name][0]}").register(app)
    return get_group(app).commands[name]


def announce(app: typer.Typer) -> None:
    """Add the names and summaries of all commands to the application, whose class is `LazyCommands`."""
    for name, (_, summary) in COMMANDS.items():
        app.command(name, help=summary)(_stand_in)


def _stand_in() -> None:
    """Stand for a command until it is called."""
