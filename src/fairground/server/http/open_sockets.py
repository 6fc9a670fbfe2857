"""All open TCP connections: how many there may be, and which of them give way to new ones."""

from collections.abc import Callable
from typing import Protocol

from fairground.server.http.addresses import countable_address
from fairground.server.settings import Limits


class OpenSocket(Protocol):
    """A connection that can be told to end because it is idle."""

    def give_way(self) -> None: ...


class OpenSockets:
    """Counts connections by address. An idle one is one that waits for a request.

    A new connection takes the place of the connection that has been idle longest: of the same address if that
    has as many as it may, and otherwise of the address with most idle ones. Connections of a proxy are not
    limited by address, because they carry the requests of many people.
    """

    def __init__(self, limits: Limits, is_proxy: Callable[[str], bool]) -> None:
        self.most = limits.sockets
        self.most_an_address = limits.sockets_an_address
        self.is_proxy = is_proxy
        self.addresses: dict[OpenSocket, str] = {}
        self.count: dict[str, int] = {}
        self.idle: dict[str, dict[OpenSocket, None]] = {}

    def enter(self, opened: OpenSocket, host: str) -> bool:
        """Note a new connection; return False if there is no room for it."""
        address = countable_address(host)
        if self.count.get(address, 0) >= self.most_an_address and not self.is_proxy(host):
            if not self._make_room(address):
                return False
        elif len(self.addresses) >= self.most and not self._make_room(self._most_idle_address()):
            return False
        self.addresses[opened] = address
        self.count[address] = self.count.get(address, 0) + 1
        return True

    def replace(self, old: OpenSocket, new: OpenSocket) -> None:
        """Let another object stand for the same connection, which is busy from now on."""
        self.set_busy(old)
        if old in self.addresses:
            self.addresses[new] = self.addresses.pop(old)

    def set_idle(self, which: OpenSocket) -> None:
        if which in self.addresses:
            self.idle.setdefault(self.addresses[which], {})[which] = None

    def set_busy(self, which: OpenSocket) -> None:
        address = self.addresses.get(which, "")
        idle = self.idle.get(address, {})
        idle.pop(which, None)
        if not idle:
            self.idle.pop(address, None)

    def leave(self, which: OpenSocket) -> None:
        """Forget a connection that has ended."""
        self.set_busy(which)
        address = self.addresses.pop(which, None)
        if address is not None:
            self.count[address] -= 1
            if not self.count[address]:
                del self.count[address]

    def _most_idle_address(self) -> str:
        return max(self.idle, key=lambda address: len(self.idle[address]), default="")

    def _make_room(self, address: str) -> bool:
        """End the connection of an address that has been idle longest; return False if there is none."""
        longest = next(iter(self.idle.get(address, ())), None)
        if longest is None:
            return False
        self.leave(longest)
        longest.give_way()
        return True
