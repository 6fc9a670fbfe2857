"""What can be wrong with what comes from outside. Each says what was expected and what came."""


class FairgroundError(Exception):
    """Anything that a person can mend."""


class UnknownGame(FairgroundError, LookupError):
    """No game has that name, or that rules version."""

    def __str__(self) -> str:
        return str(self.args[0])  # LookupError would show the repr


class BadSetting(FairgroundError, ValueError):
    """A number of seats, an option or a seed that the game does not take."""


class NotationError(FairgroundError, ValueError):
    """Words that are no move of the game."""


class IllegalMove(FairgroundError, ValueError):
    """A move that the rules do not allow now."""


class RecordError(FairgroundError, ValueError):
    """A record that cannot be read or replayed; names the line."""


class PositionError(FairgroundError, ValueError):
    """A dumped position that cannot be restored."""


class IncompleteGame(FairgroundError, TypeError):
    """A game that lacks a module or a function; names the file."""


class BoxError(FairgroundError, ValueError):
    """A box file that does not hold what the game needs; names the line."""
