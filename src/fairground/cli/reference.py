"""`games`, `rules` and `box`: what can be looked up."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from fairground.cli.show import console, read_box, say_json
from fairground.engine.box import SOURCES
from fairground.engine.game import Game, Option
from fairground.engine.state import State
from fairground.games import list_games, load

EXAMPLE = list_games()[0]


def register(app: typer.Typer) -> None:
    app.command("games", epilog="Example: fairground games --json")(show_games)
    app.command(epilog=f"Example: fairground rules {EXAMPLE}")(rules)
    app.command(epilog=f"Example: fairground box {EXAMPLE} --json")(box)


def show_games(
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """List the games, their seats and their options."""
    known = [load(name) for name in list_games()]
    if as_json:
        say_json(
            [{"name": g.name, "title": g.title, "seats": list(g.seats), "rules": g.rules} for g in known]
        )
        return
    table = Table("game", "title", "seats", "options", box=None)
    for game in known:
        options = "\n".join(f"{option.name} = {_choices(option)}" for option in game.options)
        table.add_row(game.name, game.title, f"{game.seats[0]}-{game.seats[-1]}", options)
    console.print(table)


def _facts(game: Game[State, object]) -> dict[str, object]:
    options = {option.name: list(option.choices) for option in game.options}
    facts = {"name": game.name, "title": game.title, "rules": game.rules}
    return {**facts, "seats": list(game.seats), "options": options}


def _choices(option: Option) -> str:
    """The choices, or the first few of a long list."""
    shown = " | ".join(option.choices[:3])
    more = len(option.choices) - 3
    return shown if more <= 0 else f"{shown} | and {more} more"


def rules(game: Annotated[str, typer.Argument(help="The game's name.")]) -> None:
    """Show the rules of a game."""
    text = load(game).document("RULES.md")
    console.print(Markdown(text) if console.is_terminal else text, markup=False)


def box(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    file: Annotated[Path | None, typer.Option("--box", help="A box file instead of the game's own.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Show every printed value of a game and where it comes from."""
    chosen = load(game)
    printed = read_box(chosen, file) or chosen.box()
    rows = list(printed.printed_values())
    if as_json:
        values = [{"place": place, "value": value, "source": source} for place, value, source in rows]
        say_json({"game": chosen.name, "digest": printed.digest, "values": values})
        return
    table = Table("place", "value", "source", box=None)
    for place, value, source in rows:
        table.add_row(place, value, source)
    console.print(table)
    console.print("\n".join(f"{letter}: {meaning}" for letter, meaning in SOURCES.items()))
