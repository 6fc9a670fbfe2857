"""`new-game`: write the skeleton of a game, complete and playable, to be changed step by step."""

import keyword
import re
import sys
from collections.abc import Iterator
from importlib import invalidate_caches, resources
from importlib.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from fairground import games
from fairground.cli.output import say_plainly
from fairground.engine.errors import BadSetting
from fairground.engine.fingerprints import feature_digests, perft_table
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.server.typescript import view_text

TEMPLATES = resources.files("fairground.cli") / "templates"
ROOT = Path(games.__file__).parents[3]
SEEDS = 1000  # random matches among which every way to end must be found
FEATURES_HEAD = (
    "# seats digest: features after every 11 moves of random matches, one for each combination of options\n"
)
PERFT_HEAD = "# seats depth nodes: how many sequences of moves of that length there are from the start\n"


def register(app: typer.Typer) -> None:
    app.command("new-game", epilog="Example: fairground new-game NAME --folder games")(new_game)


def new_game(
    name: Annotated[
        str, typer.Argument(help="The name of its folder: small letters, digits and underscores.")
    ],
    folder: Annotated[
        Path | None,
        typer.Option(help="Write it into this folder instead, without a board for the site."),
    ] = None,
) -> None:
    """Write the skeleton of a new game: a small game that is complete and can be played."""
    _check_name(name)
    home = folder or _shelf()
    _check_is_new(name, home, inside=folder is None)
    package = name if folder else f"fairground.games.{name}"
    write_template(TEMPLATES / "game", home / name, name, package)
    game = _load(name, home if folder else None)
    publish(game, home / name / "tests")
    if folder:
        say_plainly(f"Wrote {home / name}. To play it: FAIRGROUND_GAMES={home} fairground play {name}")
    else:
        _write_board(game, ROOT / "web/src/games" / name)
        say_plainly(f"Wrote {home / name} and web/src/games/{name}. To play it: fairground play {name}")
    say_plainly("docs/adding-a-game.md explains each file.")


# What is refused


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise BadSetting(f"expected a name of small letters, digits and underscores, got {name!r}")


def _shelf() -> Path:
    """The folder of the games in this repository."""
    if not (ROOT / "web/src/games").is_dir():
        raise BadSetting("this is an installed Fairground, not its repository; say where with --folder")
    return Path(games.__file__).parent


def _check_is_new(name: str, home: Path, inside: bool) -> None:
    if not home.is_dir():
        raise BadSetting(f"there is no folder {home}")
    if name in games.list_games():
        raise BadSetting(f"there is already a game {name!r}")
    taken = [home / name] + ([ROOT / "web/src/games" / name] if inside else [])
    for path in taken:
        if path.exists():
            raise BadSetting(f"{path} exists already")
    if not inside and find_spec(name):
        raise BadSetting(f"{name!r} is the name of a Python module; choose another")


# What is written


def write_template(template: Traversable, target: Path, name: str, package: str) -> None:
    """Write every file of a template, its placeholders replaced."""
    words = name.split("_")
    values = {
        "@name@": name,
        "@Name@": "".join(word.capitalize() for word in words),
        "@title@": " ".join(word.capitalize() for word in words),
        "@package@": package,
    }
    for path, text in _files(template):
        file = target / _fill(path, values).removesuffix(".txt")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_fill(text, values), encoding="utf-8")


def _files(folder: Traversable, before: str = "") -> Iterator[tuple[str, str]]:
    """The path and the text of every file in a folder."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{before}{entry.name}/")
        elif entry.name.endswith(".txt"):
            yield before + entry.name, entry.read_text(encoding="utf-8")


def _fill(text: str, values: dict[str, str]) -> str:
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    return text


def _load(name: str, folder: Path | None) -> Game[State, object]:
    """Load the game that was just written."""
    if folder:
        games.FOLDERS.append(str(folder))
        sys.path.append(str(folder))
    invalidate_caches()
    return games.load(name)


def _write_board(game: Game[State, object], target: Path) -> None:
    """Write the game's folder of the site."""
    write_template(TEMPLATES / "web", target, game.name, game.package)
    (target / "view.ts").write_text(view_text(game), encoding="utf-8")
    sample = sorted(Path(games.__file__).parent.glob(f"{game.name}/tests/golden/*.game"))[0]
    (target / "rules/sample.game").write_text(sample.read_text(encoding="utf-8"), encoding="utf-8")


# What the tests compare with


def publish(game: Game[State, object], folder: Path) -> None:
    """Write perft.txt, features.txt and a golden record for every way to end and to be decided."""
    (folder / "golden").mkdir(parents=True, exist_ok=True)
    (folder / "perft.txt").write_text(PERFT_HEAD + perft_table(game))
    (folder / "features.txt").write_text(FEATURES_HEAD + feature_digests(game))
    for words, match in _endings(game):
        (folder / "golden" / f"{words}.game").write_text(str(match.record()))


def _endings(game: Game[State, object]) -> Iterator[tuple[str, Match[State, object]]]:
    """One random match for each number of seats and each way it was found to end and be decided."""
    found = set()
    for number in range(SEEDS):
        for seats in game.seats:
            match = _random_match(game, seats, f"golden {number}")
            outcome = match.outcome()
            words = f"{seats} {outcome.reason} {outcome.decided}".replace(" ", "-")
            if words not in found:
                found.add(words)
                yield words, match


def _random_match(game: Game[State, object], seats: int, seed: str) -> Match[State, object]:
    match, rng = Match(game, seats, seed), seeded(seed)
    while not match.over:
        seat = int(match.state.someone(rng))
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return match
