"""The server under attack, and the addresses from which it is attacked.

Linux lets a program connect from any address in 127.0.0.0/8, so attackers and bystanders look to the server
like people at different addresses.
"""

import ipaddress
from itertools import count

import httpx
from websockets.asyncio.client import connect

from fairground import list_games, load

BYSTANDER = "127.0.0.2"
ATTACKERS = tuple(f"127.0.1.{number}" for number in range(1, 9))
PATIENCE = 60.0
FOR_TWO = [name for name in list_games() if 2 in load(name).seats]
QUICK_GAME = min(FOR_TWO, key=lambda name: load(name).longest)
LONG_GAME = max(FOR_TWO, key=lambda name: load(name).longest)


class Target:
    """A server on a loopback address, such as `127.0.0.1:8000`."""

    def __init__(self, address: str) -> None:
        self.host, _, port = address.rpartition(":")
        self.port = int(port)
        if not ipaddress.ip_address(self.host).is_loopback:
            raise SystemExit(f"expected an address of this machine such as 127.0.0.1:8000, got {address!r}")
        self.turns = count()

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    def next_attacker(self) -> str:
        """Return an attacker's address, a different one each time."""
        return ATTACKERS[next(self.turns) % len(ATTACKERS)]

    def web(self, source: str) -> httpx.AsyncClient:
        """Return an HTTP client that comes from the address `source`."""
        transport = httpx.AsyncHTTPTransport(
            local_address=source, limits=httpx.Limits(max_connections=None, max_keepalive_connections=50)
        )
        return httpx.AsyncClient(base_url=f"http://{self.address}", transport=transport, timeout=PATIENCE)

    def socket(self, table: str, source: str) -> connect:
        """Connect to a table's WebSocket from the address `source`."""
        return self.open(f"/api/tables/{table}/live", source)

    def open(self, path: str, source: str) -> connect:
        """Connect to any WebSocket of the server from the address `source`."""
        return connect(
            f"ws://{self.address}{path}",
            local_addr=(source, 0),
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=1,
        )
