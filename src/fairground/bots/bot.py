"""What a bot is, and how it can fail."""

from typing import Protocol

from fairground.engine.errors import FairgroundError
from fairground.engine.mind import Mind


class Bot(Protocol):
    """Anything with a method `choose`. A bot that holds resources has a method `close()` too.

    ```python
    class First:
        def choose(self, mind: Mind) -> int:
            return mind.legal()[0]
    ```
    """

    def choose(self, mind: Mind) -> int:
        """Return one of `mind.legal()`. Draw all randomness from `mind.rng`, so that matches repeat."""


class BotFault(FairgroundError):
    """A bot crashed, did not answer, or answered with something that is not a legal move."""


def close(bot: Bot) -> None:
    """Release what a bot holds, such as the process of an external program."""
    release = getattr(bot, "close", None)
    if release is not None:
        release()
