"""A table that another server keeps: what is asked of it travels there by post, and so do the answers."""

import asyncio
from itertools import count

import msgspec

from fairground.server import wire
from fairground.server.cluster import messages as letters
from fairground.server.cluster.channel import Post
from fairground.server.errors import Refusal
from fairground.server.tables.actions import Action, Result, TakeChair
from fairground.server.tables.connection import Visitor
from fairground.server.tables.table import LEAVING

_numbers = count(1)
_read_taken = msgspec.json.Decoder(wire.Taken).decode
_read_invitation = msgspec.json.Decoder(wire.Invitation).decode
_read_record = msgspec.json.Decoder(wire.RecordFacts).decode


class FarTable:
    """Stands here for a table of the server `owner`."""

    def __init__(self, name: str, owner: str, post: Post) -> None:
        self.name = name
        self.owner = owner
        self.post = post
        self.visits: dict[int, Visitor] = {}
        self.calls: dict[int, asyncio.Future[msgspec.Raw]] = {}
        self.lost = False

    @property
    def idle(self) -> bool:
        return not self.visits and not self.calls

    def enter(self, visitor: Visitor, hello: wire.Hello) -> None:
        if self.lost:
            visitor.close(LEAVING, again=True)
            return
        number = next(_numbers)
        self.visits[number] = visitor
        self._put(letters.Enter(number, self.name, visitor.address, hello))

    def ask(self, visitor: Visitor, request: wire.Request) -> None:
        for number in self._numbers_of(visitor):
            self._put(letters.Ask(number, request))

    def exit(self, visitor: Visitor) -> None:
        for number in self._numbers_of(visitor):
            del self.visits[number]
            self._put(letters.Exit(number))

    async def act(self, action: Action) -> Result:
        """Have it done there; Refusal if that cannot be."""
        answer = await self._call(action)
        return _read_taken(answer) if isinstance(action, TakeChair) else _read_invitation(answer)

    async def record(self) -> wire.RecordFacts:
        return _read_record(await self._call(None))

    def hear(self, letter: letters.Back) -> None:
        """Something has come back."""
        if isinstance(letter, letters.Bring | letters.End):
            visitor = self.visits.get(letter.visit)
            if visitor and isinstance(letter, letters.Bring):
                visitor.push(bytes(letter.message))
            elif visitor and isinstance(letter, letters.End):
                del self.visits[letter.visit]
                visitor.close(letter.why, letter.again)
            return
        answer = self.calls.get(letter.call)
        if answer is None or answer.done():
            return
        if isinstance(letter, letters.Answer):
            answer.set_result(letter.result)
        else:
            answer.set_exception(Refusal(letter.why, letter.status))

    def lose(self) -> None:
        """The owner is gone, or what it writes no longer comes: everybody begins anew."""
        self.lost = True
        for visitor in list(self.visits.values()):
            self.exit(visitor)
            visitor.close(LEAVING, again=True)
        for answer in self.calls.values():
            if not answer.done():
                answer.set_exception(Refusal(LEAVING, 503))

    async def _call(self, action: Action | None) -> msgspec.Raw:
        if self.lost:
            raise Refusal(LEAVING, 503)
        number = next(_numbers)
        self.calls[number] = asyncio.get_running_loop().create_future()
        self._put(letters.Do(number, self.name, action))
        try:
            return await self.calls[number]
        finally:
            del self.calls[number]

    def _numbers_of(self, visitor: Visitor) -> list[int]:
        return [number for number, other in self.visits.items() if other is visitor]

    def _put(self, letter: letters.Letter) -> None:
        _ = self.post.put(self.owner, letter)  # nobody waits until it is handed over
