"""Sends a text to a person's browsers through the push services that these have named (RFC 8030)."""

import asyncio
import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal, NamedTuple, TypeAlias

from fairground.server.notifications.encryption import encrypt, to_base64
from fairground.server.notifications.outbound import (
    Headers,
    OutboundBusy,
    OutboundClient,
    OutboundError,
)
from fairground.server.notifications.stored import StoredDevice
from fairground.server.notifications.vapid import Vapid
from fairground.server.time_source import TimeSource

KEPT_SECONDS: Final = 24 * 60 * 60  # how long a service keeps a message for a browser that is off
GONE: Final = frozenset({404, 410})
THREADS: Final = 2
Result: TypeAlias = Literal["sent", "gone", "later"]


class Pushed(NamedTuple):
    """What became of a message to one browser, and after how many seconds to try again.

    It was `held` back if it was not even sent, because too many others wait for an answer.
    """

    result: Result
    retry_after: float | None = None
    held: bool = False


class PushSender:
    """Encrypts in threads of its own and sends; `vapid` says who sends."""

    def __init__(self, vapid: Vapid, client: OutboundClient, time: TimeSource) -> None:
        self.vapid = vapid
        self.client = client
        self.time = time
        self.threads = ThreadPoolExecutor(THREADS, "push")

    async def send(self, devices: Sequence[StoredDevice], text: bytes, tag: str) -> list[Pushed]:
        """Send a text to all of a person's browsers."""
        return await asyncio.gather(*(self._send(device, text, tag) for device in devices))

    async def _send(self, device: StoredDevice, text: bytes, tag: str) -> Pushed:
        loop = asyncio.get_running_loop()
        try:
            body, authorization = await loop.run_in_executor(self.threads, self._prepare, device, text)
            headers: Headers = {
                "Authorization": authorization,
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEPT_SECONDS),
                "Urgency": "high",
                "Topic": topic(device, tag),
            }
            answer = await self.client.post(device.endpoint, headers, body)
        except OutboundBusy:
            return Pushed("later", held=True)
        except OutboundError as error:
            return Pushed("later" if error.may_retry else "gone")
        if answer.status in GONE or 300 <= answer.status < 400:
            return Pushed("gone")  # no push service redirects
        return Pushed("sent" if answer.status < 300 else "later", answer.retry_after)

    def _prepare(self, device: StoredDevice, text: bytes) -> tuple[bytes, str]:
        authorization = self.vapid.authorization(device.endpoint, self.time.date())
        return encrypt(text, device.p256dh, device.auth), authorization

    async def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
        await self.client.close()


def topic(device: StoredDevice, tag: str) -> str:
    """Return what tells a service which messages replace each other, and nothing else."""
    return to_base64(hashlib.sha256(f"{device.auth} {tag}".encode()).digest())[:32]
