"""Rate limits: a bucket for each address holds tokens and fills up again with time."""

from collections.abc import Callable


class Buckets:
    """At most `most` a period of `seconds`, for each name, in bursts too."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float], names: int = 50_000) -> None:
        self.most = float(most)
        self.rate = most / seconds
        self.now = now
        self.names = names
        self.left: dict[str, tuple[float, float]] = {}

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Take from the name's bucket; False if it is empty."""
        level = self.level(name)
        if level < tokens:
            return False
        self._make_room()
        self.left[name] = (level - tokens, self.now())
        return True

    def level(self, name: str) -> float:
        level, then = self.left.get(name, (self.most, self.now()))
        return min(self.most, level + (self.now() - then) * self.rate)

    def _make_room(self) -> None:
        """Forget full buckets, or the oldest, before there are too many."""
        if len(self.left) < self.names:
            return
        self.left = {name: entry for name, entry in self.left.items() if self.level(name) < self.most}
        while len(self.left) >= self.names:
            del self.left[next(iter(self.left))]


class Counts:
    """How many of something each name has now."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count: dict[str, int] = {}

    def enter(self, name: str) -> bool:
        if self.count.get(name, 0) >= self.most:
            return False
        self.count[name] = self.count.get(name, 0) + 1
        return True

    def leave(self, name: str) -> None:
        self.count[name] -= 1
        if not self.count[name]:
            del self.count[name]
