"""How many tables an address may make. Every way to make a table asks here."""

import hashlib
import hmac

from fairground.server.errors import Refusal
from fairground.server.http.rate_limits import AddressLimits, RateLimit
from fairground.server.settings import Limits
from fairground.server.store.store import Store

FULL = "too many tables are waiting for people already: come back later"
YOURS_WAIT = "too many tables from your address are waiting for people: begin a match or come back later"
TOO_FAST = "too many new tables from your address: wait a minute"
TOO_MANY_TODAY = "too many new tables from your address today: come back tomorrow"
TOO_MANY_BOXES = "too many boxes of your own from your address today: come back tomorrow"


class TableQuota:
    """Counts new tables by address."""

    def __init__(self, store: Store, limits: Limits, address_limits: AddressLimits) -> None:
        self.store = store
        self.limits = limits
        self.address_limits = address_limits
        self.secret = b""

    async def take(self, address: str, waiting: bool = True, own_box: bool = False) -> str | None:
        """Count a new table and return its `creator`, None if its match begins at once.

        Raise a Refusal, and count nothing, if the address may make no such table now.
        """
        creator = await self.creator(address) if waiting else None
        if creator is not None:
            await self._check_waiting(creator)
        needed = self._needed(own_box)
        for limit, why in needed:
            if limit.level(address) < 1:
                raise Refusal(why, 429)
        for limit, _ in needed:
            limit.take(address)
        return creator

    async def creator(self, address: str) -> str:
        """Return what stands for an address in the store; only this store can tell that two are the same."""
        self.secret = self.secret or await self.store.secret()
        return hmac.new(self.secret, address.encode(), hashlib.sha256).hexdigest()

    async def _check_waiting(self, creator: str) -> None:
        most = self.limits.waiting_tables
        if await self.store.count_waiting() >= most:
            raise Refusal(FULL, 503)
        if await self.store.count_waiting(creator) >= self.limits.share_of(most):
            raise Refusal(YOURS_WAIT, 429)

    def _needed(self, own_box: bool) -> list[tuple[RateLimit, str]]:
        limits = self.address_limits
        needed = [(limits.tables, TOO_FAST), (limits.tables_a_day, TOO_MANY_TODAY)]
        return [*needed, (limits.own_boxes_a_day, TOO_MANY_BOXES)] if own_box else needed
