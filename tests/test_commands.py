"""The list of commands, and how each is found."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.main import get_group

from fairground.cli import commands
from fairground.cli.commands import COMMANDS, load_command

SHOW_AND_TELL = """
import sys
from fairground.cli import main
main.app(['--help'], standalone_mode=False)
print(*sys.modules)
"""


def shown(*words: str) -> str:
    """Run Python and return what it prints."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True).stdout


def test_the_command_alone_shows_the_list_of_commands() -> None:
    listed = shown("-m", "fairground")
    assert listed == shown("-m", "fairground", "--help")
    assert len(listed.splitlines()) > len(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_of_the_list_is_what_its_module_registers(name: str) -> None:
    assert load_command(name).name == name


def test_every_command_of_a_module_is_in_the_list() -> None:
    folder = Path(commands.__file__).parent
    modules = {path.stem for path in folder.glob("*.py") if "\ndef register(" in path.read_text()}
    assert modules == {module for module, _ in COMMANDS.values()}
    for module in modules:
        app = typer.Typer()
        import_module(f"fairground.cli.{module}").register(app)
        listed = {name for name, (where, _) in COMMANDS.items() if where == module}
        assert set(get_group(app).commands) == listed


def test_the_list_of_commands_is_shown_without_importing_them() -> None:
    loaded = {name for name in shown("-c", SHOW_AND_TELL).split() if name.startswith("fairground.cli.")}
    assert loaded.isdisjoint(f"fairground.cli.{module}" for module, _ in COMMANDS.values())
