"""Limits for each address: how much it may do in a period, and how many connections it may hold."""

from collections.abc import Callable

from fairground.server.settings import Limits

TOO_MANY = "too many requests from your address: wait a minute"


class RateLimit:
    """A token bucket for each name: at most `most` tokens in `seconds`, which may be used in a burst."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float], names: int = 50_000) -> None:
        self.most = float(most)
        self.rate = most / seconds
        self.now = now
        self.names = names
        self.buckets: dict[str, tuple[float, float]] = {}

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Take tokens from the name's bucket; return False if it has too few."""
        level = self.level(name)
        if level < tokens:
            return False
        self._make_room()
        self.buckets[name] = (level - tokens, self.now())
        return True

    def level(self, name: str) -> float:
        """Return how many tokens the name has left."""
        level, then = self.buckets.get(name, (self.most, self.now()))
        return min(self.most, level + (self.now() - then) * self.rate)

    def _make_room(self) -> None:
        """Drop full buckets, or the oldest ones, before there are too many."""
        if len(self.buckets) < self.names:
            return
        self.buckets = {name: entry for name, entry in self.buckets.items() if self.level(name) < self.most}
        while len(self.buckets) >= self.names:
            del self.buckets[next(iter(self.buckets))]


class ConcurrencyLimit:
    """How many of something each name may hold at the same time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count: dict[str, int] = {}

    def enter(self, name: str) -> bool:
        """Take a slot; return False if the name holds as many as it may."""
        if self.count.get(name, 0) >= self.most:
            return False
        self.count[name] = self.count.get(name, 0) + 1
        return True

    def leave(self, name: str) -> None:
        """Give a slot back."""
        self.count[name] -= 1
        if not self.count[name]:
            del self.count[name]


class AddressLimits:
    """All limits that are counted by address; `chat_lines` are counted by person and table."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.requests = RateLimit(limits.requests, 60, now)
        self.tables = RateLimit(limits.tables, 60, now)
        self.tables_a_day = RateLimit(limits.tables_a_day, 24 * 60 * 60, now)
        self.own_boxes_a_day = RateLimit(limits.own_boxes_a_day, 24 * 60 * 60, now)
        self.replays = RateLimit(limits.replays, 60, now)
        self.studies = RateLimit(limits.studies, 60, now)
        self.studies_a_day = RateLimit(limits.studies_a_day, 24 * 60 * 60, now)
        self.comments = RateLimit(limits.comments, 60, now)
        self.chat_lines = RateLimit(limits.chat_lines_a_minute, 60, now)
        self.chat_requests = RateLimit(limits.chat_requests, 60, now)
        self.tournaments_a_day = RateLimit(limits.tournaments_a_day, 24 * 60 * 60, now)
        self.connects = RateLimit(limits.connects, 60, now)
        self.bad_keys = RateLimit(limits.bad_keys, 60, now)
        self.passports_an_hour = RateLimit(limits.passports_an_hour, 60 * 60, now)
        self.devices_an_hour = RateLimit(limits.devices_an_hour, 60 * 60, now)
        self.confirmations_a_day = RateLimit(limits.confirmations_a_day, 24 * 60 * 60, now)
        self.connections = ConcurrencyLimit(limits.connections_an_address)
        self.lobby_listeners = ConcurrencyLimit(limits.lobby_listeners_an_address)
        self.all_lobby_listeners = ConcurrencyLimit(limits.lobby_listeners)
        self.reviews_an_hour = RateLimit(limits.reviews_an_hour, 60 * 60, now)
        self.reviews = ConcurrencyLimit(limits.reviews_an_address)
        self.all_reviews = ConcurrencyLimit(limits.reviews_under_way)
        self.review_listeners = ConcurrencyLimit(limits.review_listeners_an_address)
        self.all_review_listeners = ConcurrencyLimit(limits.review_listeners)
        self.all_connections = ConcurrencyLimit(limits.connections)
        self.reserved_connections = ConcurrencyLimit(limits.reserved_connections)

    def count_bad_key(self, address: str) -> None:
        """Note that somebody at this address used a wrong key."""
        self.bad_keys.take(address)

    def is_guessing(self, address: str) -> bool:
        """Return whether this address has used so many wrong keys that it is probably guessing."""
        return self.bad_keys.level(address) < 1
