"""`games`, `rules` and `box`: look up the games, their rules and their printed values."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from fairground.cli.files import check_writable, read_box, read_file, write_file
from fairground.cli.options import BoxFile, GameName, Json
from fairground.cli.output import console, say_json, say_plainly
from fairground.engine.box import SOURCES, Box
from fairground.engine.box_guide import write_guide
from fairground.engine.differences import Difference, find_differences
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game, Option
from fairground.engine.state import State
from fairground.games import list_games, load

EXAMPLE = list_games()[0]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("games", epilog="Example: fairground games --json")(show_games)
    app.command("rules", epilog=f"Example: fairground rules {EXAMPLE}")(show_rules)
    app.command("box", epilog=f"Example: fairground box {EXAMPLE} --json")(show_box)


def show_games(as_json: Json = False) -> None:
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


def _choices(option: Option) -> str:
    """Return the choices, or the first few of a long list."""
    shown = " | ".join(option.choices[:3])
    more = len(option.choices) - 3
    return shown if more <= 0 else f"{shown} | and {more} more"


def show_rules(game: GameName, file: BoxFile = None) -> None:
    """Show the rules of a game; with a box of your own, first how that differs from the usual one."""
    chosen = load(game)
    print_rules(chosen, read_box(chosen, file) or chosen.box())


def print_rules(game: Game[State, object], box: Box[object]) -> None:
    """Print the rules, and above them how the box that is played with differs from theirs."""
    usual = load(game.name)
    if box.digest != usual.box().digest:
        _print_differences(*find_differences(usual.box().data, box.data))
    text = usual.document("rules.en.md")
    console.print(Markdown(text) if console.is_terminal else text, markup=False)


def _print_differences(found: list[Difference], more: int) -> None:
    if not found:
        return
    console.print("This box differs from the usual one, whose values the rules tell:")
    table = Table("place", "usual", "here", box=None)
    for each in found:
        table.add_row(*(escape(text or "-") for text in (each.place, each.usual, each.own)))
    console.print(table)
    if more:
        console.print(f"and {more} more values")
    console.print()


def _write_box(game: Game[State, object], file: Path | None, out: Path) -> None:
    """Write a box with comments; a file that is there already may have somebody's work in it."""
    read_box(game, file)  # raises if there is something wrong with it
    text = game.document(game.box_file) if file is None else read_file(file, "a box file")
    if text.startswith("{"):
        raise FairgroundError(f"expected a box file in TOML, which can have comments, but {file} is JSON")
    check_writable(out)
    if out.exists():
        raise FairgroundError(f"{out} already exists; remove it, or name another file")
    write_file(out, write_guide(game, text))
    say_plainly(f"{out} is the box of {game.title}: change it, and play with --box {out}")


def show_box(
    game: GameName,
    file: BoxFile = None,
    as_json: Json = False,
    write: Annotated[
        Path | None, typer.Option(help="Write the box to this file, with comments that say what is allowed.")
    ] = None,
) -> None:
    """Show every printed value of a game and its source, or write a box file to change."""
    chosen = load(game)
    if write:
        _write_box(chosen, file, write)
        return
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
