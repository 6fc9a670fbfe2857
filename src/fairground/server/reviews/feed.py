"""What those who follow a review are told: where it stands, and the review as far as it is known."""

import asyncio
from collections.abc import Callable

STATUS, REVIEW, ERROR = "status", "review", "error"


class ReviewListener:
    """Somebody who follows a review. Nothing waits for them but the newest news, so a slow one skips some."""

    def __init__(self, feed: "ReviewFeed") -> None:
        self.feed = feed
        self.sent: dict[str, int] = {}
        self.changed = asyncio.Event()

    async def next(self) -> str | None:
        """Wait for the next message; None when no more will come."""
        while True:
            for kind, version in self.feed.versions.items():
                if self.sent.get(kind) != version:
                    self.sent[kind] = version
                    return self.feed.texts[kind]
            if self.feed.ended:
                return None
            self.changed.clear()
            await self.changed.wait()


class ReviewFeed:
    """Tells its listeners about a review. Every message is written once for all of them.

    `on_leave` is called when the last of them has left.
    """

    def __init__(self, on_leave: Callable[[], None] | None = None) -> None:
        self.on_leave = on_leave
        self.listeners: set[ReviewListener] = set()
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.ended = False

    def enter(self) -> ReviewListener:
        listener = ReviewListener(self)
        self.listeners.add(listener)
        return listener

    def leave(self, listener: ReviewListener) -> None:
        self.listeners.discard(listener)
        if not self.listeners and self.on_leave:
            self.on_leave()

    def tell(self, kind: str, text: bytes) -> None:
        """Replace the last message of a kind by another one."""
        self.texts[kind] = text.decode()
        self.versions[kind] = self.versions.get(kind, 0) + 1
        self._wake()

    def end(self, kind: str, text: bytes) -> None:
        """Tell the last news; where the review stood no longer matters."""
        self.texts.pop(STATUS, None)
        self.versions.pop(STATUS, None)
        self.ended = True
        self.tell(kind, text)

    def _wake(self) -> None:
        for listener in self.listeners:
            listener.changed.set()
