"""What is stored about notifications."""

import hashlib

import msgspec

from fairground.server.notification_wire import Channel, Kind, NotificationChoices


class StoredRecipient(msgspec.Struct):
    """How a person is told. `confirm_hash` is the hash of the token that confirms the mail address."""

    passport: str
    choices: NotificationChoices
    mail_address: str = ""
    confirmed: bool = False
    confirm_hash: str = ""
    asked: float = 0.0

    def off(self, channel: Channel) -> list[Kind]:
        return list(self.choices.push_off if channel == "push" else self.choices.mail_off)


class StoredDevice(msgspec.Struct, frozen=True):
    """A browser that has subscribed. `failures` counts the days on which nothing could be sent to it."""

    passport: str
    endpoint: str
    p256dh: str
    auth: str
    created: float
    failures: int = 0

    @property
    def id(self) -> str:
        return device_id(self.endpoint)


class StoredNotification(msgspec.Struct):
    """Something that a person is to be told over a channel: at most one of a kind about a table at a time.

    It is sent when it is `due`; without a date nothing waits, and the row remembers when the person was last
    told (`sent`). `server` is the one that knows whether they are at the table. `names` are those of people
    who sat down.
    """

    passport: str
    channel: Channel
    table_id: str
    kind: Kind
    seat: int
    due: float | None
    sent: float
    server: str
    names: list[str] = []
    attempts: int = 0


def device_id(endpoint: str) -> str:
    """Return the id under which a browser's subscription is stored."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
