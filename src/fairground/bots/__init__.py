"""Players that are not people. A bot is given a `Mind` and answers with a move; it never sees the match."""

from collections.abc import Callable
from typing import Protocol

from fairground.bots.simple import Greedy, Random
from fairground.engine.errors import BadSetting
from fairground.engine.mind import Mind


class Bot(Protocol):
    """Anything that chooses one of `mind.legal()`."""

    def choose(self, mind: Mind) -> int: ...


BOTS: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy}


def bot(name: str) -> Bot:
    """A fresh bot of that name."""
    if name not in BOTS:
        raise BadSetting(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
    return BOTS[name]()
