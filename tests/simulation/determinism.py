"""What the server draws at random or orders by memory address, drawn and ordered by a seed instead."""

import base64
import gc
import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from fairground.server.cluster import remote_table
from fairground.server.tables.connection import Connection

T = TypeVar("T")


class SeededSecrets:
    """The functions of the `secrets` module, from a seed."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def token_bytes(self, nbytes: int | None = None) -> bytes:
        return self.rng.randbytes(nbytes or 32)

    def token_hex(self, nbytes: int | None = None) -> str:
        return self.token_bytes(nbytes).hex()

    def token_urlsafe(self, nbytes: int | None = None) -> str:
        return base64.urlsafe_b64encode(self.token_bytes(nbytes)).rstrip(b"=").decode()

    def randbelow(self, exclusive_upper_bound: int) -> int:
        return self.rng.randrange(exclusive_upper_bound)

    def choice(self, seq: Sequence[T]) -> T:
        return self.rng.choice(seq)


@contextmanager
def repeatable(rng: Random) -> Iterator[None]:
    """Make everything that happens inside a function of the generator."""
    chosen = SeededSecrets(rng)
    numbers = count()
    created = Connection.__init__

    def create(self: Connection, *args: Any, **more: Any) -> None:
        created(self, *args, **more)
        self.__dict__["serial"] = next(numbers)

    with ExitStack() as stack:
        for name in ("token_bytes", "token_hex", "token_urlsafe", "randbelow", "choice"):
            stack.enter_context(patch.object(secrets, name, getattr(chosen, name)))
        stack.enter_context(patch.object(Connection, "__init__", create))
        # Tables keep their connections in sets, which are ordered by this.
        stack.enter_context(patch.object(Connection, "__hash__", lambda self: self.__dict__["serial"]))
        stack.enter_context(patch.object(remote_table, "_numbers", count(1)))
        stack.callback(gc.enable)
        gc.disable()  # it would end forgotten tasks at any time
        yield
