"""Bots by name: the levels that people play against, and everything a tournament may want to try."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from fairground.bots.bot import Bot, close
from fairground.bots.external import ExternalBot
from fairground.bots.policy import PolicyBot
from fairground.bots.search_bot import SearchBot
from fairground.bots.simple import GreedyBot, NetworkBot, RandomBot
from fairground.bots.trained_judge import TrainedJudge
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.game import Game
from fairground.engine.judge import tune
from fairground.engine.state import State

LEVELS = ("novice", "apprentice", "artisan", "expert", "maestro", "virtuoso")
"""The names of the six levels, weakest first."""
GROUP = "fairground.bots"
UNLIMITED = 10_000_000  # iterations: more than any machine makes in a few seconds
SIMPLE: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
SEARCHES = {
    "novice": SearchBot(level=1),
    "apprentice": SearchBot(level=2),
    "artisan": SearchBot(level=3),
    "expert": SearchBot(level=4),
    "maestro": SearchBot(seconds=1.0),
    "virtuoso": SearchBot(iterations=UNLIMITED, seconds=1.0, learnt=True, reopens=True),
    "search": SearchBot(iterations=300),
}
DESCRIPTIONS = {
    "random": "plays any legal move, each with the same probability",
    "greedy": "plays the move that looks best right after it",
    "novice": "level 1: looks a little ahead and counts points",
    "apprentice": "level 2: looks further, and begins to see the potential of a position",
    "artisan": "level 3: a sound player",
    "expert": "level 4: a strong player",
    "maestro": "level 5: sees everything the game's judge sees, and thinks for a second per move",
    "virtuoso": "level 6: has learnt by playing against itself, and uses its second to the end",
    "search": "a search you configure, such as search:iterations=300:seconds=1.0:insight=0.5",
}
NETWORK = "policy="  # the option of a search that names a network
FLAGS = ("learnt", "reopens")  # options that are 0 or 1
FORMS = "python:module.Class, policy:file and exec:command line"


def list_bots() -> list[str]:
    """Return the names of all bots, those of installed packages included."""
    return [*DESCRIPTIONS, *sorted(installed_bots())]


def is_listed(name: str) -> bool:
    """Return whether this is the name of a bot, and not a specification that runs somebody's code."""
    return name in DESCRIPTIONS or name in installed_bots()


def make_listed_bot(name: str) -> Bot:
    """Make a bot by its name alone; BadSetting if it is not one of `list_bots`.

    Programs that are told by strangers which bot to run use this instead of `bot`.
    """
    if not is_listed(name):
        raise BadSetting(f"expected one of the bots {', '.join(list_bots())}, got {name[:40]!r}")
    return bot(name)


def describe_bot(name: str) -> str:
    """Return one sentence about a bot; BadSetting if there is no bot of that name."""
    if name in DESCRIPTIONS:
        return DESCRIPTIONS[name]
    if name not in installed_bots():
        raise _unknown(name)
    text = _load(installed_bots()[name]).__doc__ or "no description"
    return text.strip().splitlines()[0]


def bot(spec: str, cores: int = 1) -> Bot:
    """Make a new bot from its specification; BadSetting says what is wrong with it.

    A specification is a name (`"expert"`), a name with options (`"search:iterations=100:insight=0.5"`), a
    class of yours (`"python:module.Class"`), a trained network (`"policy:file"`, or the game's own with
    `"policy:virtuoso"`) or a program (`"exec:command line"`). Only `maestro` and `virtuoso` use more than
    one of the `cores`.

    ```python
    move = bot("expert").choose(match.mind(seat))
    ```
    """
    name, _, rest = spec.partition(":")
    if name == "exec":
        return ExternalBot(rest)
    if name == "policy":
        return NetworkBot() if rest == LEVELS[-1] else PolicyBot(rest)
    if name == "python":
        return _make(_import_class(rest), spec)
    if name in SEARCHES:
        return _make_search(name, rest, cores)
    if rest:
        raise BadSetting(f"expected no options after {name!r}, got {rest!r}; {', '.join(SEARCHES)} take some")
    if name in SIMPLE:
        return SIMPLE[name]()
    if name in installed_bots():
        return _make(_load(installed_bots()[name]), spec)
    raise _unknown(name)


def check_bot(spec: str, game: Game[State, object], seats: int) -> None:
    """Raise BadSetting if the specified bot could not play a match of this game at this number of seats."""
    try:
        made = bot(spec)
    except FairgroundError:
        raise
    except Exception as error:  # foreign code may raise anything
        raise BadSetting(f"cannot make the bot {spec!r}: {type(error).__name__}: {error}") from None
    try:
        if isinstance(made, SearchBot):
            tune(game.judge(), made.terms)
            if made.trained is not None:
                made.trained.check(game)
        elif isinstance(made, PolicyBot | ExternalBot):
            made.check(game, seats)
    finally:
        close(made)


def _unknown(name: str) -> BadSetting:
    return BadSetting(f"there is no bot {name!r}; the bots are {', '.join(list_bots())}, also {FORMS}")


# Searches


def _make_search(name: str, rest: str, cores: int) -> SearchBot:
    parts = [part for part in rest.split(":") if part]
    files = [part.removeprefix(NETWORK) for part in parts if part.startswith(NETWORK)]
    options = dict(_parse_option(part) for part in parts if not part.startswith(NETWORK))
    flags = {flag: bool(_whole(flag, options.pop(flag), 0)) for flag in FLAGS if flag in options}
    default = SEARCHES[name]
    iterations = _whole("iterations", options.pop("iterations"), 1) if "iterations" in options else None
    seconds = options.pop("seconds", default.seconds)
    insight = options.pop("insight", default.insight)
    if seconds is not None and seconds <= 0:
        raise BadSetting(f"expected seconds above 0, got {seconds:g}")
    if insight is not None and not 0 <= insight <= 1:
        raise BadSetting(f"expected an insight from 0 to 1, got {insight:g}")
    horizon = _whole("horizon", options.pop("horizon"), -1) if "horizon" in options else None
    return replace(
        default,
        iterations=default.iterations if iterations is None else iterations,
        seconds=seconds,
        insight=insight,
        horizon=horizon,
        curiosity=options.pop("curiosity", None),
        terms=options,
        cores=cores if default.seconds is not None else 1,
        trained=TrainedJudge.read(files[-1]) if files else None,
        learnt=flags.get("learnt", default.learnt),
        reopens=flags.get("reopens", default.reopens),
    )


def _parse_option(part: str) -> tuple[str, float]:
    name, equals, value = part.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not equals or not abs(number) < float("inf"):
        raise BadSetting(f"expected an option such as iterations=300, got {part!r}")
    return name, number


def _whole(name: str, value: float, least: int) -> int:
    if value != int(value) or value < least:
        raise BadSetting(f"expected {name} to be a whole number from {least}, got {value:g}")
    return int(value)


# Bots that others wrote


@cache
def installed_bots() -> dict[str, EntryPoint]:
    """Return the bots of installed packages. Looking for them takes long, so we look once."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:  # foreign code may raise anything
        raise BadSetting(f"cannot load the bot {point.name!r} from {point.value}: {error}") from None


def _import_class(path: str) -> object:
    module, _, name = path.rpartition(".")
    if not module:
        raise BadSetting(f"expected python:module.Class, got 'python:{path}'")
    try:
        with _present_folder():
            return getattr(import_module(module), name)
    except Exception as error:  # foreign code may raise anything
        raise BadSetting(f"cannot load the bot 'python:{path}': {error}") from None


@contextmanager
def _present_folder() -> Iterator[None]:
    """Look for modules in the present folder too, after everything that is installed."""
    folder = str(Path.cwd())
    sys.path.append(folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _make(maker: object, spec: str) -> Bot:
    """Make a bot from a class that somebody else wrote."""
    if not callable(maker):
        raise BadSetting(f"the bot {spec!r} is {type(maker).__name__}, expected a class")
    try:
        made = maker()
    except Exception as error:
        raise BadSetting(f"cannot make the bot {spec!r}: {error}") from None
    if not callable(getattr(made, "choose", None)):
        raise BadSetting(f"the bot {spec!r} has no method choose(mind)")
    checked: Bot = made
    return checked
