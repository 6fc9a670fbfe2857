"""How a server is set up. Each limit can be set by the environment: FAIRGROUND_<NAME>=<NUMBER>."""

import os
from collections.abc import Mapping

import msgspec

from fairground.server.errors import ServerError


class Limits(msgspec.Struct, frozen=True):
    """What strangers may send or create. Rates are a minute and an address, unless named otherwise."""

    body_bytes: int = 600_000
    message_bytes: int = 16_384
    messages_a_second: int = 30
    requests: int = 600
    tables: int = 60
    replays: int = 120
    connects: int = 600
    bad_keys: int = 30
    connections_an_address: int = 200
    connections: int = 10_000
    visitors_a_table: int = 64
    live_tables: int = 10_000
    hello_seconds: int = 20


class Settings(msgspec.Struct, frozen=True):
    """Where a server listens and how it behaves.

    `origins` may connect besides the server's own address. `pace` is how long a bot waits, in seconds,
    before a move where several decide at once. `stand_in` is the level that plays for people who are
    away or late. A bot that has not moved after `patience` seconds is taken for hung.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = ""
    workers: int = 1
    origins: tuple[str, ...] = ()
    pace: tuple[float, float] = (0.8, 2.2)
    stand_in: str = "greedy"
    patience: float = 120.0
    idle: float = 600.0
    keep_waiting: float = 60 * 60 * 24 * 14
    limits: Limits = Limits()


def limits_from(environment: Mapping[str, str] = os.environ) -> Limits:
    """The limits with what the environment says."""
    changed = {}
    for name in Limits.__struct_fields__:
        word = environment.get(f"FAIRGROUND_{name.upper()}")
        if word is not None:
            changed[name] = _whole(name, word)
    return msgspec.structs.replace(Limits(), **changed)


def _whole(name: str, word: str) -> int:
    if not (word.isascii() and word.isdecimal() and int(word) > 0):
        raise ServerError(f"expected FAIRGROUND_{name.upper()} to be a number above 0, got {word!r}")
    return int(word)
