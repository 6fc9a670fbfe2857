"""Bots by name: the levels that people play against, and everything a tournament may want to try."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from fairground.bots.bot import Bot
from fairground.bots.external import External
from fairground.bots.learned import Learned
from fairground.bots.simple import Greedy, Random
from fairground.bots.thinker import Thinker
from fairground.engine.errors import BadSetting

LEVELS = ("novice", "apprentice", "artisan", "expert", "maestro")
GROUP = "fairground.bots"
SIMPLE: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy}
THINKERS = {
    "novice": Thinker(level=1),
    "apprentice": Thinker(level=2),
    "artisan": Thinker(level=3),
    "expert": Thinker(level=4),
    "maestro": Thinker(seconds=1.0),
    "search": Thinker(iterations=300),
}
MEANINGS = {
    "random": "any move, each as likely",
    "greedy": "the move that looks best right after it",
    "novice": "level 1: looks a little ahead and counts points",
    "apprentice": "level 2: looks further, and begins to see what a position promises",
    "artisan": "level 3: a sound player",
    "expert": "level 4: a strong player",
    "maestro": "level 5: sees all that the game's judge sees, thinking for a second a move",
    "search": "a search of your own making, such as search:iterations=300:seconds=1.0:insight=0.5",
}
FORMS = "python:module.Class, policy:file and exec:command line"


def known() -> list[str]:
    """The names of all bots that are installed."""
    return [*MEANINGS, *sorted(_installed())]


def meaning(name: str) -> str:
    """One sentence about a bot."""
    if name in MEANINGS:
        return MEANINGS[name]
    if name not in _installed():
        raise _unknown(name)
    text = _loaded(_installed()[name]).__doc__ or "no description"
    return text.strip().splitlines()[0]


def bot(spec: str, cores: int = 1) -> Bot:
    """A fresh bot: a name, a name with options, `python:module.Class`, `policy:file` or `exec:...`."""
    name, _, rest = spec.partition(":")
    if name == "exec":
        return External(rest)
    if name == "policy":
        return Learned(rest)
    if name == "python":
        return _made(_class(rest), spec)
    if name in THINKERS:
        return _thinker(name, rest, cores)
    if rest:
        raise BadSetting(f"expected no options after {name!r}, got {rest!r}; {', '.join(THINKERS)} take some")
    if name in SIMPLE:
        return SIMPLE[name]()
    if name in _installed():
        return _made(_loaded(_installed()[name]), spec)
    raise _unknown(name)


def _unknown(name: str) -> BadSetting:
    return BadSetting(f"there is no bot {name!r}; the bots are {', '.join(known())}, also {FORMS}")


# Searches


def _thinker(name: str, rest: str, cores: int) -> Thinker:
    options = dict(_option(part) for part in rest.split(":") if part)
    fresh = THINKERS[name]
    iterations = _whole("iterations", options.pop("iterations"), 1) if "iterations" in options else None
    seconds = options.pop("seconds", fresh.seconds)
    insight = options.pop("insight", fresh.insight)
    if seconds is not None and seconds <= 0:
        raise BadSetting(f"expected seconds above 0, got {seconds:g}")
    if insight is not None and not 0 <= insight <= 1:
        raise BadSetting(f"expected an insight from 0 to 1, got {insight:g}")
    horizon = _whole("horizon", options.pop("horizon"), -1) if "horizon" in options else None
    return replace(
        fresh,
        iterations=fresh.iterations if iterations is None else iterations,
        seconds=seconds,
        insight=insight,
        horizon=horizon,
        curiosity=options.pop("curiosity", None),
        terms=options,
        cores=cores if name == "maestro" else 1,
    )


def _option(part: str) -> tuple[str, float]:
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


# Strangers


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _loaded(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:  # a stranger's module may raise anything
        raise BadSetting(f"the bot {point.name!r} cannot be loaded from {point.value}: {error}") from None


def _class(path: str) -> object:
    module, _, name = path.rpartition(".")
    if not module:
        raise BadSetting(f"expected python:module.Class, got 'python:{path}'")
    try:
        return getattr(import_module(module), name)
    except Exception as error:  # a stranger's module may raise anything
        raise BadSetting(f"the bot 'python:{path}' cannot be loaded: {error}") from None


def _made(maker: object, spec: str) -> Bot:
    """A bot of a stranger's class."""
    if not callable(maker):
        raise BadSetting(f"the bot {spec!r} is {type(maker).__name__}, expected a class")
    try:
        made = maker()
    except Exception as error:
        raise BadSetting(f"the bot {spec!r} cannot be made: {error}") from None
    if not callable(getattr(made, "choose", None)):
        raise BadSetting(f"the bot {spec!r} has no method choose(mind)")
    chosen: Bot = made
    return chosen
