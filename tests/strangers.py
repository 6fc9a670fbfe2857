"""Bots that somebody else wrote: sound ones and faulty ones."""

from fairground import Mind


class First:
    """Always the first move."""

    def choose(self, mind: Mind) -> int:
        return mind.legal()[0]


class Helpless:
    def __init__(self, needed: str) -> None:
        self.needed = needed


class Silent:
    """Has no choose."""


NOTHING = 5
