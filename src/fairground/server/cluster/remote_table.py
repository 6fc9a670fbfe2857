"""A table that another server owns: requests travel to its owner, and the answers come back."""

import asyncio
from itertools import count

import msgspec

from fairground.server import table_wire, wire
from fairground.server.cluster import messages
from fairground.server.cluster.channel import ServerChannel
from fairground.server.errors import OutcomeUnknown, Refusal
from fairground.server.tables.connection import Connection
from fairground.server.tables.rest_requests import Invite, RestRequest, RestResult, TakeChair
from fairground.server.tables.table import LEAVING

_numbers = count(1)
_read_taken = msgspec.json.Decoder(table_wire.Taken).decode
_read_invitation = msgspec.json.Decoder(table_wire.Invitation).decode
_read_settled = msgspec.json.Decoder(table_wire.Settled).decode
_read_record = msgspec.json.Decoder(table_wire.RecordFacts).decode


class RemoteTable:
    """Stands in for a table of the server `owner`, with the same methods as a `Table`."""

    def __init__(self, name: str, owner: str, channel: ServerChannel) -> None:
        self.name = name
        self.owner = owner
        self.channel = channel
        self.connections: dict[int, Connection] = {}
        self.calls: dict[int, asyncio.Future[msgspec.Raw]] = {}
        self.lost = False

    @property
    def idle(self) -> bool:
        return not self.connections and not self.calls

    def connect(self, connection: Connection, hello: wire.Hello) -> None:
        if self.lost:
            connection.close(LEAVING, again=True)
            return
        number = next(_numbers)
        self.connections[number] = connection
        opened = messages.OpenConnection(
            number, self.name, connection.address, hello, connection.only_seated, connection.passport
        )
        self._send(opened)

    def submit(self, connection: Connection, request: wire.Request) -> None:
        for number in self._numbers_of(connection):
            self._send(messages.ForwardRequest(number, request))

    def disconnect(self, connection: Connection) -> None:
        for number in self._numbers_of(connection):
            del self.connections[number]
            self._send(messages.CloseConnection(number))

    async def request(self, request: RestRequest) -> RestResult:
        """Let the owner carry out a request that came over REST; Refusal if that fails."""
        answer = await self._call(request)
        if isinstance(request, TakeChair):
            return _read_taken(answer)
        return _read_invitation(answer) if isinstance(request, Invite) else _read_settled(answer)

    async def record(self) -> table_wire.RecordFacts:
        return _read_record(await self._call(None))

    def receive(self, message: messages.FromOwner) -> None:
        """Pass a message from the owner on to the connection or the call that it is for."""
        if isinstance(message, messages.ForwardMessage | messages.EndConnection):
            self._receive_for_connection(message)
            return
        answer = self.calls.get(message.call)
        if answer is None or answer.done():
            return
        if isinstance(message, messages.CallResult):
            answer.set_result(message.result)
        else:
            answer.set_exception(Refusal(message.why, message.status))

    def _receive_for_connection(self, message: messages.ForwardMessage | messages.EndConnection) -> None:
        connection = self.connections.get(message.connection)
        if connection is None:
            return
        if isinstance(message, messages.ForwardMessage):
            connection.send_bytes(bytes(message.message))
        else:
            del self.connections[message.connection]
            connection.close(message.why, message.again)

    def lose(self) -> None:
        """Close all connections, because the owner is gone or its messages no longer arrive."""
        self.lost = True
        for connection in list(self.connections.values()):
            self.disconnect(connection)
            connection.close(LEAVING, again=True)
        for answer in self.calls.values():
            if not answer.done():
                answer.set_exception(OutcomeUnknown("the server of this table does not answer"))

    async def _call(self, request: RestRequest | None) -> msgspec.Raw:
        if self.lost:
            raise Refusal(LEAVING, 503)
        number = next(_numbers)
        self.calls[number] = asyncio.get_running_loop().create_future()
        self._send(messages.CallTable(number, self.name, request))
        try:
            return await self.calls[number]
        finally:
            del self.calls[number]

    def _numbers_of(self, connection: Connection) -> list[int]:
        return [number for number, other in self.connections.items() if other is connection]

    def _send(self, message: messages.ServerMessage) -> None:
        _ = self.channel.send(self.owner, message)  # nobody waits until it is handed over
