"""Players that are not people. A bot is given a `Mind` and answers with a move; it never sees the match."""

from fairground.bots.bot import Bot, BotFault, close
from fairground.bots.names import LEVELS, bot, known, meaning

__all__ = ["LEVELS", "Bot", "BotFault", "bot", "close", "known", "meaning"]
