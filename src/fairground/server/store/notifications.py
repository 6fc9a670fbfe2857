"""Notifications in the database: who wants to be told how, which browsers have subscribed, what waits."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, bindparam, delete, func, or_, select, text, update

from fairground.server.notification_wire import Channel, NotificationChoices
from fairground.server.notifications.stored import StoredDevice, StoredNotification, StoredRecipient
from fairground.server.store import people_schema, schema
from fairground.server.store.sql import SqlStore

_people, _devices = people_schema.recipients, people_schema.push_devices
_waiting, _counts, _properties = people_schema.notifications, people_schema.send_counts, schema.properties
_write = msgspec.json.Encoder().encode
_read_choices: Callable[[str], NotificationChoices] = msgspec.json.Decoder(NotificationChoices).decode
_read_names: Callable[[str], list[str]] = msgspec.json.Decoder(list[str]).decode

_PUT_PERSON = text(
    "INSERT INTO recipients"
    " (passport, choices, mail_address, confirmed, confirm_hash, asked, push_lease, mail_lease)"
    " VALUES (:passport, :choices, :mail_address, :confirmed, :confirm_hash, :asked, 0, 0)"
    " ON CONFLICT (passport) DO UPDATE SET choices = excluded.choices, mail_address = excluded.mail_address,"
    " confirmed = excluded.confirmed, confirm_hash = excluded.confirm_hash, asked = excluded.asked"
)
# A browser has one subscription: whoever shows it last is told there.
_PUT_DEVICE = text(
    "INSERT INTO push_devices (id, passport, endpoint, p256dh, auth, created, failures)"
    " VALUES (:id, :passport, :endpoint, :p256dh, :auth, :created, 0)"
    " ON CONFLICT (id) DO UPDATE SET passport = excluded.passport, p256dh = excluded.p256dh,"
    " auth = excluded.auth, created = excluded.created, failures = 0"
)
_PUT_WAITING = text(
    "INSERT INTO notifications"
    " (passport, channel, table_id, kind, seat, due, sent, server, names, attempts)"
    " VALUES (:passport, :channel, :table_id, :kind, :seat, :due, :sent, :server, :names, :attempts)"
    " ON CONFLICT (passport, channel, table_id, kind) DO UPDATE SET seat = excluded.seat,"
    " due = excluded.due, server = excluded.server, names = excluded.names, attempts = excluded.attempts"
)
_COUNT = text(
    "INSERT INTO send_counts (name, period, count) VALUES (:name, :period, 1)"
    " ON CONFLICT (name, period) DO UPDATE SET count = send_counts.count + 1"
)
_KEEP_KEY = text(
    "INSERT INTO properties (name, value) VALUES ('vapid', :value) ON CONFLICT (name) DO NOTHING"
)
_SETTLE = (
    update(_waiting)
    .where(
        _waiting.c.passport == bindparam("who"),
        _waiting.c.channel == bindparam("over"),
        _waiting.c.table_id == bindparam("which"),
        _waiting.c.kind == bindparam("what"),
        _waiting.c.due == bindparam("was_due"),
    )
    .values(
        due=bindparam("due"), sent=bindparam("sent"), attempts=bindparam("attempts"), names=bindparam("names")
    )
)
_LEASES = {"push": _people.c.push_lease, "mail": _people.c.mail_lease}


class Reachable(NamedTuple):
    """A person who has switched some notifications on, and the channels over which they can be told."""

    recipient: StoredRecipient
    channels: list[Channel]


class NotificationStore:
    """What the database of a store holds about notifications. Every method raises StoreError if it fails."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def vapid_key(self, new: str) -> str:
        """Return the private key of this store; keep a new one if it has none."""
        await self.store.change(_KEEP_KEY, {"value": new})
        found = await self.store.read(select(_properties.c.value).where(_properties.c.name == "vapid"))
        return str(found[0].value)

    # People

    async def recipient(self, passport: str) -> StoredRecipient | None:
        found = await self.store.read(select(_people).where(_people.c.passport == passport))
        return _recipient(found[0]) if found else None

    async def recipient_to_confirm(self, confirm_hash: str) -> StoredRecipient | None:
        found = await self.store.read(select(_people).where(_people.c.confirm_hash == confirm_hash))
        return _recipient(found[0]) if found and confirm_hash else None

    async def save_recipient(self, recipient: StoredRecipient) -> None:
        fields = msgspec.structs.asdict(recipient)
        await self.store.change(_PUT_PERSON, {**fields, "choices": _write(recipient.choices).decode()})

    async def reachable(self, passports: Collection[str]) -> dict[str, Reachable]:
        """Return those of these people who can be told something, and how."""
        devices = select(_devices.c.passport).where(_devices.c.passport.in_(passports)).distinct()
        with_devices = {row.passport for row in await self.store.read(devices)}
        rows = await self.store.read(select(_people).where(_people.c.passport.in_(passports)))
        people = {row.passport: _recipient(row) for row in rows}
        found = {}
        for passport, recipient in people.items():
            channels: list[Channel] = ["push"] if passport in with_devices else []
            channels += ["mail"] if recipient.confirmed and recipient.mail_address else []
            if channels:
                found[passport] = Reachable(recipient, channels)
        return found

    async def lease(self, passport: str, channel: Channel, now: float, until: float) -> bool:
        """Return whether this server alone may tell a person something over a channel now."""
        held = _LEASES[channel]
        wanted = update(_people).where(_people.c.passport == passport, held <= now)
        return await self.store.change(wanted.values({held.name: until})) == 1

    async def give_back(self, passport: str, channel: Channel, until: float) -> None:
        """End a lease, if it is still this one."""
        held = _LEASES[channel]
        mine = update(_people).where(_people.c.passport == passport, held == until)
        await self.store.change(mine.values({held.name: 0.0}))

    # Browsers

    async def devices(self, passport: str) -> list[StoredDevice]:
        wanted = select(_devices).where(_devices.c.passport == passport).order_by(_devices.c.created)
        return [_device(row) for row in await self.store.read(wanted)]

    async def save_device(self, device: StoredDevice, most: int) -> None:
        """Store a browser's subscription; a person's oldest ones give way."""
        fields = msgspec.structs.asdict(device)
        await self.store.change(_PUT_DEVICE, {**fields, "id": device.id})
        for old in (await self.devices(device.passport))[:-most]:
            await self.delete_device(old.id)

    async def count_devices(self) -> int:
        return int((await self.store.read(select(func.count()).select_from(_devices)))[0][0])

    async def note_failures(self, device: str, failures: int) -> None:
        await self.store.change(update(_devices).where(_devices.c.id == device).values(failures=failures))

    async def delete_device(self, device: str, passport: str | None = None) -> bool:
        """Delete a subscription; only that of a person, if one is given."""
        mine = _devices.c.id == device
        if passport is not None:
            mine &= _devices.c.passport == passport
        return await self.store.change(delete(_devices).where(mine)) > 0

    # What waits

    async def about(self, passports: Collection[str], tables: Collection[str]) -> list[StoredNotification]:
        """Return what waits for these people at these tables, and what they were last told about them."""
        where = _waiting.c.passport.in_(passports), _waiting.c.table_id.in_(tables)
        return [_notification(row) for row in await self.store.read(select(_waiting).where(*where))]

    async def put(self, waiting: Sequence[StoredNotification]) -> None:
        rows = [{**msgspec.structs.asdict(each), "names": _write(each.names).decode()} for each in waiting]
        async with self.store.transaction("notifications") as connection:
            await connection.execute(_PUT_WAITING, rows)

    async def due_people(
        self, channel: Channel, now: float, server: str, grace: float, limit: int
    ) -> list[str]:
        """Return people for whom something is due that this server sends, or that another one has left.

        Those are left out whom a server is telling something just now.
        """
        leased = select(_people.c.passport).where(_LEASES[channel] > now)
        wanted = select(_waiting.c.passport, func.min(_waiting.c.due)).where(
            *_due(channel, now, server, grace), _waiting.c.passport.not_in(leased)
        )
        grouped = wanted.group_by(_waiting.c.passport).order_by(func.min(_waiting.c.due)).limit(limit)
        return [row.passport for row in await self.store.read(grouped)]

    async def due(
        self, passport: str, channel: Channel, now: float, server: str, grace: float
    ) -> list[StoredNotification]:
        where = _waiting.c.passport == passport, *_due(channel, now, server, grace)
        wanted = select(_waiting).where(*where).order_by(_waiting.c.due, _waiting.c.table_id)
        return [_notification(row) for row in await self.store.read(wanted)]

    async def settle(self, before: StoredNotification, after: StoredNotification) -> None:
        """Store what became of something that was due, unless it has changed in the meantime."""
        which = {
            "who": before.passport,
            "over": before.channel,
            "which": before.table_id,
            "what": before.kind,
        }
        new = {"due": after.due, "sent": after.sent, "attempts": after.attempts}
        names = _write(after.names).decode()
        await self.store.change(_SETTLE, {**which, "was_due": before.due, **new, "names": names})

    # What is counted

    async def count_up(self, name: str, period: int) -> int:
        """Count something in the period that ends then, and return how often it has happened in it."""
        async with self.store.transaction(f"count {name}") as connection:
            await connection.execute(_COUNT, {"name": name, "period": period})
            wanted = select(_counts.c.count).where(_counts.c.name == name, _counts.c.period == period)
            return int((await connection.execute(wanted)).scalar_one())

    # What is not kept

    async def prune(self, told_before: float, now: float) -> None:
        """Forget what was told long ago, and what was counted in periods that have passed."""
        old = _waiting.c.sent < told_before
        await self.store.change(delete(_waiting).where(_waiting.c.due.is_(None), old))
        await self.store.change(delete(_counts).where(_counts.c.period < now))

    async def delete_person(self, passport: str) -> None:
        for table in (_waiting, _devices, _people):
            await self.store.change(delete(table).where(table.c.passport == passport))


def _due(channel: Channel, now: float, server: str, grace: float) -> Iterable[Any]:
    mine = or_(_waiting.c.server == server, _waiting.c.due <= now - grace)
    return _waiting.c.due <= now, _waiting.c.channel == channel, mine


def _recipient(row: Row[*tuple[Any, ...]]) -> StoredRecipient:
    plain = {name: getattr(row, name) for name in StoredRecipient.__struct_fields__}
    return StoredRecipient(**{**plain, "choices": _read_choices(row.choices)})


def _device(row: Row[*tuple[Any, ...]]) -> StoredDevice:
    return StoredDevice(**{name: getattr(row, name) for name in StoredDevice.__struct_fields__})


def _notification(row: Row[*tuple[Any, ...]]) -> StoredNotification:
    plain = {name: getattr(row, name) for name in StoredNotification.__struct_fields__}
    return StoredNotification(**{**plain, "names": _read_names(row.names)})
