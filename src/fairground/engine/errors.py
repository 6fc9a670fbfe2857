"""Errors about input from outside. Each message says what was expected and what came."""


class FairgroundError(Exception):
    """Any error that a person can fix."""


class UnknownGame(FairgroundError, LookupError):
    """There is no game with that name or rules version."""

    def __str__(self) -> str:
        return str(self.args[0])  # LookupError would show the repr


class BadSetting(FairgroundError, ValueError):
    """A number of seats, an option or a seed that the game does not accept."""


class NotationError(FairgroundError, ValueError):
    """Words that do not describe a move of the game."""


class IllegalMove(FairgroundError, ValueError):
    """A move that the rules do not allow now."""


class RecordError(FairgroundError, ValueError):
    """A record that cannot be read or replayed. The message names the line."""


class PositionError(FairgroundError, ValueError):
    """A dumped position that cannot be restored."""


class IncompleteGame(FairgroundError, TypeError):
    """A game that lacks a module or a function. The message names the file."""


class BoxError(FairgroundError, ValueError):
    """A box file that lacks what the game needs. The message names the line."""
