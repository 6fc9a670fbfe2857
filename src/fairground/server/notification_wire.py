"""The messages about notifications. `docs/protocol.md` explains how they are used."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Kind: TypeAlias = Literal["turn", "joined", "ended"]
Channel: TypeAlias = Literal["push", "mail"]
Kinds: TypeAlias = Annotated[list[Kind], Meta(max_length=3)]
Minute: TypeAlias = Annotated[int, Meta(ge=0, le=24 * 60 - 1)]
TimeZone: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_+/-]*$")]
MailAddress: TypeAlias = Annotated[str, Meta(min_length=3, max_length=254)]
OffToken: TypeAlias = Annotated[str, Meta(min_length=10, max_length=100)]
ConfirmToken: TypeAlias = Annotated[str, Meta(min_length=10, max_length=64)]

KINDS: tuple[Kind, ...] = ("turn", "joined", "ended")
CHANNELS: tuple[Channel, ...] = ("push", "mail")


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """When a person wants to be left alone, in minutes after midnight; `start` may be later than `end`."""

    start: Minute = 22 * 60
    end: Minute = 8 * 60


class NotificationChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person wants to be told: the kinds that are switched off, quiet hours, and the time zone.

    `turn`: it is their turn; `joined`: somebody sat down at their table; `ended`: a match of theirs is over.
    """

    push_off: Kinds = []
    mail_off: Kinds = []
    quiet: QuietHours | None = None
    time_zone: TimeZone = "UTC"


class Notifications(Struct, frozen=True):
    """How a person is told, as they see it.

    `push_key` is the key with which a browser subscribes, and `devices` how many have. `mail` says whether
    this server sends mail; `mail_address` is empty without an address, and nothing is sent to one that is not
    `confirmed`.
    """

    choices: NotificationChoices
    push_key: str
    devices: int
    mail: bool
    mail_address: str
    confirmed: bool


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser's subscription, in base64url."""

    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=16, max_length=32)]


class NewDevice(Struct, forbid_unknown_fields=True):
    """Send notifications to this browser from now on: its subscription, as the browser describes it."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1_000)]
    keys: PushKeys


class ForgetDevice(Struct, forbid_unknown_fields=True):
    """Send nothing more to the browser with this endpoint."""

    endpoint: Annotated[str, Meta(max_length=1_000)]


class NewMailAddress(Struct, forbid_unknown_fields=True):
    """Write to this address once somebody who reads its mail has confirmed it."""

    address: MailAddress


class ConfirmMail(Struct, forbid_unknown_fields=True):
    """Confirm an address with the token from the link that was sent to it."""

    token: ConfirmToken


class SwitchOff(Struct, forbid_unknown_fields=True):
    """Switch kinds of messages off; without any, all messages of the kind of channel the token is for."""

    kinds: Kinds = []


class SwitchedOff(Struct, frozen=True):
    """What is switched off now, over the channel that the token is for."""

    channel: Channel
    off: list[Kind]


NOTIFICATION_REST: tuple[type[Struct], ...] = (
    QuietHours,
    NotificationChoices,
    Notifications,
    PushKeys,
    NewDevice,
    ForgetDevice,
    NewMailAddress,
    ConfirmMail,
    SwitchOff,
    SwitchedOff,
)
