"""Bots by their names."""

from fairground.bots import BOTS, Bot
from fairground.engine.errors import BadSetting

LEVELS: tuple[str, ...] = ("novice", "apprentice", "artisan", "expert", "maestro")


def known() -> list[str]:
    """Every name that `bot` takes."""
    return [*BOTS, *LEVELS]


def bot(spec: str, cores: int = 1) -> Bot:
    """A fresh bot of that name."""
    if spec not in known():
        raise BadSetting(f"there is no bot {spec!r}; the bots are {', '.join(known())}")
    return BOTS.get(spec, BOTS["greedy"])()
