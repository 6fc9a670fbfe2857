"""Accounts of thinking time: how much of it each address has used lately, and how much it has left."""

from collections import OrderedDict
from collections.abc import Callable

import msgspec

HOUR = 3600.0
HALF_LIFE = 60.0
MOST_ACCOUNTS = 50_000


class Account(msgspec.Struct):
    """What is `left` of an address' budget, and what it has `used`, which fades, as of a moment."""

    left: float
    used: float
    moment: float


class ThinkingAccounts:
    """A budget for each address: `an_hour` seconds of thinking, which come back evenly.

    A job is charged when it is done, so an address may fall into debt, and has to wait until it is out of it.
    """

    def __init__(self, an_hour: int, now: Callable[[], float]) -> None:
        self.most = float(an_hour)
        self.rate = an_hour / HOUR
        self.now = now
        self.accounts: OrderedDict[str, Account] = OrderedDict()

    def charge(self, address: str, seconds: float) -> None:
        """Subtract the time that a job of this address took."""
        account = self._account(address)
        account.left -= seconds
        account.used += seconds
        self.accounts[address] = account
        self.accounts.move_to_end(address)
        while len(self.accounts) > MOST_ACCOUNTS:
            self.accounts.popitem(last=False)

    def recent_use(self, address: str) -> float:
        """Return the seconds that an address has used lately; a minute later they count half."""
        return self._account(address).used

    def seconds_to_wait(self, address: str) -> float:
        """Return how long it takes until an address in debt has a second again; 0.0 if it is not in debt."""
        left = self._account(address).left
        return 0.0 if left > 0 else (1.0 - left) / self.rate

    def _account(self, address: str) -> Account:
        """Return the account of an address as of now."""
        now = self.now()
        account = self.accounts.get(address)
        if account is None:
            return Account(self.most, 0.0, now)
        passed = now - account.moment
        account.left = min(self.most, account.left + passed * self.rate)
        account.used *= 0.5 ** (passed / HALF_LIFE)
        account.moment = now
        return account
