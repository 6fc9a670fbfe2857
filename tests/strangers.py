"""Bots as somebody else might write them: a correct one and faulty ones."""

from fairground import Mind


class First:
    """Always makes the first move."""

    def choose(self, mind: Mind) -> int:
        return mind.legal()[0]


class Helpless:
    def __init__(self, needed: str) -> None:
        self.needed = needed


class Silent:
    """Has no method `choose`."""


NOTHING = 5
