"""What a bot is, and how it can fail."""

from typing import Protocol

from fairground.engine.errors import FairgroundError
from fairground.engine.mind import Mind


class Bot(Protocol):
    """Anything that chooses one of `mind.legal()`. One that holds something open has `close()` too."""

    def choose(self, mind: Mind) -> int: ...


class BotFault(FairgroundError):
    """A bot that crashed, kept silent or answered what is no move; it loses its match, nothing else."""


def close(bot: Bot) -> None:
    """Let a bot give back what it holds open."""
    closing = getattr(bot, "close", None)
    if closing is not None:
        closing()
