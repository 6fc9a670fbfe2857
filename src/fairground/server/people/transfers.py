"""Taking a passport to another device by a link that works once and not for long."""

from typing import Any, Final

from fairground.server import keys
from fairground.server.errors import Refusal
from fairground.server.http.rate_limits import TOO_MANY, AddressLimits
from fairground.server.people_wire import SealedKey, Transfer
from fairground.server.store.transfers import TransferStore
from fairground.server.time_source import TimeSource

SECONDS: Final = 600.0
USED_UP: Final = "this link was used already, or is too old: make a new one"


class PassportTransfers:
    """Keeps sealed keys until somebody shows the token of their link."""

    section = "transfers"

    def __init__(self, store: TransferStore, limits: AddressLimits, time: TimeSource) -> None:
        self.store = store
        self.limits = limits
        self.time = time

    async def open(self, passport: str, sealed: str) -> Transfer:
        """Make a link; any former one of the same passport is void."""
        token, expires = keys.new_key(), self.time.date() + SECONDS
        await self.store.put(keys.hash_key(token), passport, sealed, expires)
        return Transfer(token, expires)

    async def claim(self, token: str, address: str) -> SealedKey:
        """Use a link up. A wrong token counts like a wrong key."""
        if self.limits.is_guessing(address):
            raise Refusal(TOO_MANY, 429)
        sealed = await self.store.take(keys.hash_key(token), self.time.date())
        if sealed is None:
            self.limits.count_bad_key(address)
            raise Refusal(USED_UP, 403)
        return SealedKey(sealed)

    async def export_passport(self, passport: str) -> Any:
        """Return nothing: a link is worth nothing in a file, and must not stand in one."""
        return []

    async def delete_passport(self, passport: str) -> None:
        await self.store.delete_passport(passport)

    async def prune(self) -> None:
        await self.store.delete_expired(self.time.date())
