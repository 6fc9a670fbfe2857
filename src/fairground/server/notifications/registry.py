"""What people choose about notifications: devices, mail addresses, kinds, quiet hours, and switching off."""

from typing import Any, Final

import msgspec

from fairground.server import keys
from fairground.server.errors import Refusal
from fairground.server.http.rate_limits import TOO_MANY, AddressLimits
from fairground.server.notification_wire import (
    KINDS,
    Channel,
    Kind,
    NewDevice,
    NotificationChoices,
    Notifications,
    SwitchedOff,
)
from fairground.server.notifications.delivery import Delivery
from fairground.server.notifications.encryption import check_keys
from fairground.server.notifications.mail import check_address
from fairground.server.notifications.messages import trial_message
from fairground.server.notifications.off_tokens import OffTokens
from fairground.server.notifications.outbound import check_url
from fairground.server.notifications.schedule import DAY, HOUR, end_of_period
from fairground.server.notifications.smtp import MailError
from fairground.server.notifications.stored import StoredDevice, StoredRecipient, device_id
from fairground.server.settings import Limits
from fairground.server.store.notifications import NotificationStore
from fairground.server.time_source import TimeSource

CONFIRM_SECONDS: Final = 3 * DAY
MAILS_TO_CONFIRM: Final = 3  # to one address in a day
REMEMBERED: Final = 7 * DAY
NO_MAIL: Final = "this server sends no mail"
VOID: Final = "this link is not valid, or no longer"


class NotificationRegistry:
    """Keeps what people choose. `section` is its part of what a person can export."""

    section = "notifications"

    def __init__(
        self,
        store: NotificationStore,
        delivery: Delivery,
        tokens: OffTokens,
        limits: Limits,
        address_limits: AddressLimits,
        time: TimeSource,
    ) -> None:
        self.store = store
        self.delivery = delivery
        self.tokens = tokens
        self.limits = limits
        self.address_limits = address_limits
        self.time = time

    async def facts(self, passport: str) -> Notifications:
        recipient = await self._recipient(passport)
        return Notifications(
            recipient.choices,
            self.delivery.push.vapid.public_key,
            len(await self.store.devices(passport)),
            self.delivery.mail is not None,
            recipient.mail_address,
            recipient.confirmed,
        )

    async def choose(self, passport: str, choices: NotificationChoices) -> Notifications:
        await self._save(msgspec.structs.replace(await self._recipient(passport), choices=choices))
        return await self.facts(passport)

    # Browsers

    async def add_device(self, passport: str, wish: NewDevice, address: str) -> Notifications:
        """Send notifications to a browser from now on."""
        self._count(self.address_limits.devices_an_hour.take(address))
        check_url(wish.endpoint, self.delivery.push.client.allow_local)
        check_keys(wish.keys.p256dh, wish.keys.auth)
        if await self.store.count_devices() >= self.limits.kept_devices:
            raise Refusal("this server has no room for more devices", 503)
        await self._save(await self._recipient(passport))
        device = StoredDevice(passport, wish.endpoint, wish.keys.p256dh, wish.keys.auth, self.time.date())
        await self.store.save_device(device, self.limits.devices_a_person)
        return await self.facts(passport)

    async def forget_device(self, passport: str, endpoint: str) -> Notifications:
        await self.store.delete_device(device_id(endpoint), passport)
        return await self.facts(passport)

    async def forget_devices(self, passport: str) -> None:
        """Send nothing more to any browser of a person."""
        for device in await self.store.devices(passport):
            await self.store.delete_device(device.id, passport)

    async def try_out(self, passport: str) -> Notifications:
        """Send a message to all browsers of a person, so that they see what it looks like."""
        period = end_of_period(self.time.date(), HOUR)
        self._count(await self.store.count_up(f"trial {passport}", period) <= self.limits.trials_an_hour)
        language = await self.delivery.language(passport)
        outcome = await self.delivery.push_message(passport, trial_message(language), language)
        if outcome.result != "sent":
            raise Refusal("no device could be reached: switch notifications off and on again there")
        return await self.facts(passport)

    # Mail

    async def set_address(self, passport: str, text: str, address: str) -> Notifications:
        """Ask whoever reads an address whether mail may be sent there."""
        mail = self.delivery.mail
        if mail is None:
            raise Refusal(NO_MAIL, 404)
        to = check_address(text)
        recipient = await self._recipient(passport)
        await self._count_confirmation(to, address)
        token, date = keys.new_key(), self.time.date()
        asked = msgspec.structs.replace(
            recipient, mail_address=to, confirmed=False, confirm_hash=keys.hash_key(token), asked=date
        )
        await self._save(asked)
        language = await self.delivery.language(passport)
        try:
            await mail.mailer.send(mail.composer.confirmation(to, token, language, date))
        except MailError as error:
            await self._save(recipient)
            raise Refusal(f"no mail could be sent there: {error}", 409) from None
        return await self.facts(passport)

    async def _count_confirmation(self, to: str, address: str) -> None:
        """Nobody can make this server write to people again and again who did not ask for it."""
        self._count(self.address_limits.confirmations_a_day.take(address))
        day = end_of_period(self.time.date(), DAY)
        name = f"confirm {keys.hash_key(to.lower())[:40]}"
        self._count(await self.store.count_up(name, day) <= MAILS_TO_CONFIRM)
        self._count(await self.store.count_up("mail", day) <= self.limits.all_mails_a_day)

    async def confirm(self, token: str, address: str) -> None:
        """Confirm the address that a token was sent to; a wrong token counts like a wrong key."""
        if self.address_limits.is_guessing(address):
            raise Refusal(TOO_MANY, 429)
        recipient = await self.store.recipient_to_confirm(keys.hash_key(token))
        if recipient is None or self.time.date() > recipient.asked + CONFIRM_SECONDS:
            self.address_limits.count_bad_key(address)
            raise Refusal(VOID, 403)
        await self._save(msgspec.structs.replace(recipient, confirmed=True, confirm_hash=""))

    async def forget_address(self, passport: str) -> Notifications:
        recipient = await self._recipient(passport)
        await self._save(
            msgspec.structs.replace(recipient, mail_address="", confirmed=False, confirm_hash="")
        )
        return await self.facts(passport)

    # From a message itself

    async def switch_off(self, token: str, kinds: list[Kind], address: str) -> SwitchedOff:
        """Switch kinds of messages off over the channel of a token; all of them if none is named."""
        if self.address_limits.is_guessing(address):
            raise Refusal(TOO_MANY, 429)
        found = self.tokens.read(token)
        if found is None:
            self.address_limits.count_bad_key(address)
            raise Refusal(VOID, 403)
        passport, channel = found
        recipient = await self.store.recipient(passport)
        if recipient is None:
            return SwitchedOff(channel, list(KINDS))  # the passport was deleted: nothing is sent any more
        off = [kind for kind in KINDS if kind in recipient.off(channel) or kind in (kinds or KINDS)]
        await self._save(msgspec.structs.replace(recipient, choices=_with_off(recipient, channel, off)))
        return SwitchedOff(channel, off)

    # What hangs on a passport

    async def export_passport(self, passport: str) -> Any:
        """Return what is kept about a person; the keys of their browsers are of use to nobody else."""
        recipient = await self._recipient(passport)
        devices = await self.store.devices(passport)
        return {
            "choices": msgspec.to_builtins(recipient.choices),
            "mail_address": recipient.mail_address,
            "confirmed": recipient.confirmed,
            "devices": [{"endpoint": each.endpoint, "created": each.created} for each in devices],
        }

    async def delete_passport(self, passport: str) -> None:
        await self.store.delete_person(passport)

    async def prune(self) -> None:
        """Forget what was told long ago."""
        date = self.time.date()
        await self.store.prune(date - REMEMBERED, date)

    async def _recipient(self, passport: str) -> StoredRecipient:
        found = await self.store.recipient(passport)
        return found or StoredRecipient(passport, NotificationChoices())

    async def _save(self, recipient: StoredRecipient) -> None:
        await self.store.save_recipient(recipient)

    def _count(self, allowed: bool) -> None:
        if not allowed:
            raise Refusal(TOO_MANY, 429)


def _with_off(recipient: StoredRecipient, channel: Channel, off: list[Kind]) -> NotificationChoices:
    changed = {"push_off": off} if channel == "push" else {"mail_off": off}
    return msgspec.structs.replace(recipient.choices, **changed)
