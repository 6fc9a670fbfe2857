"""The messages of the lobby. `docs/protocol.md` explains how they are used."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fairground.server.table_wire import TableFacts
from fairground.server.wire import Closing


class Lobby(Struct, tag="lobby", frozen=True):
    """All public tables of a kind, most recently changed first: `open` ones wait or play."""

    kind: Literal["open", "over"]
    tables: list[TableFacts]


class Alive(Struct, tag="alive", frozen=True):
    """Nothing has changed in the lobby, and the connection works."""


FromLobby: TypeAlias = Lobby | Alive | Closing


read_lobby: Callable[[bytes | str], FromLobby] = msgspec.json.Decoder(FromLobby).decode
