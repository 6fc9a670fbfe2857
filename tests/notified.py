"""People who are told things, for tests: with browsers at a push service of ours and mailboxes of ours."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fairground.server.notification_wire import Channel
from fairground.server.notifications.service import NotificationService
from fairground.server.notifications.smtp import MailServer
from fairground.server.time_source import ManualTime
from hosting import Host, open_server
from mail_server import Mailbox, link_in
from push_service import PushService, Subscriber
from travellers import Traveller

URL = "https://fair.example.org"
NOON = 1_750_000_000.0 - 1_750_000_000.0 % 86_400 + 12 * 3_600  # of a day, in UTC
MINUTE = 60.0


class Person(Traveller):
    """Somebody with a passport, a browser that can be pushed to, and perhaps a mail address."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.browser = Subscriber()

    async def joined(self, host: Host) -> "Person":
        """Register and return this person."""
        await self.register(host)
        return self

    async def subscribe(self, host: Host, service: PushService, browser: str = "") -> dict[str, Any]:
        wish = {"endpoint": service.endpoint(browser or self.name), "keys": self.browser.keys}
        return await self.post(host, "/api/notifications/devices", wish)

    async def give_address(self, host: Host, mailbox: Mailbox) -> str:
        """Give a mail address and confirm it; return it."""
        address, count = f"{self.name}@example.org", len(mailbox.mails)
        await self.post(host, "/api/notifications/mail", {"address": address})
        token = link_in(await mailbox.wait_for(count + 1), "/#/confirm/").rsplit("/", 1)[1]
        answer = await host.web.post("/api/notifications/mail/confirm", json={"token": token})
        assert answer.status_code == 204, answer.text
        return address

    async def choose(self, host: Host, **choices: Any) -> dict[str, Any]:
        answer = await host.web.put("/api/notifications", json=choices, headers=self.header)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def facts(self, host: Host) -> dict[str, Any]:
        found: dict[str, Any] = (await self.get(host, "/api/notifications")).json()
        return found

    def pushes(self, service: PushService) -> list[dict[str, Any]]:
        """Return what this person's browser has been sent."""
        mine = [request for request in service.received if request.path.startswith(f"/push/{self.name}")]
        return [self.browser.json(request.body) for request in mine]


@asynccontextmanager
async def notifying_server(
    folder: Path, time: ManualTime, mailbox: Mailbox | None = None, **changes: object
) -> AsyncIterator[Host]:
    """Start a server that may push to this machine, and send mail there. It tells people only in `send`."""
    mail = MailServer("127.0.0.1", mailbox.port, "none") if mailbox else None
    settings: dict[str, Any] = {
        "local_push": True,
        "public_url": URL,
        "mail_server": mail,
        "mail_sender": "play@example.org",
    }
    async with open_server(folder, time, **({"local_push": True} | settings | changes)) as host:
        await pause(host)
        yield host


async def pause(host: Host) -> None:
    """Stop what notes and sends by itself."""
    service = service_of(host)
    await service.dispatcher.close()
    assert service.outbox.task
    service.outbox.task.cancel()


def service_of(host: Host) -> NotificationService:
    service = host.backend.notifications
    assert service is not None
    return service


async def send(host: Host, channel: Channel = "push") -> None:
    """Write down what has happened, and tell people what is due."""
    service = service_of(host)
    await service.outbox.write_waiting()
    await service.dispatcher.send_due(channel)


def at_noon() -> ManualTime:
    return ManualTime(NOON)
