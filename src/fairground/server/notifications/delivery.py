"""Delivers a message to a person: to all their browsers, or to their mail address."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from fairground.server.notification_wire import Channel
from fairground.server.notifications.mail import MailComposer
from fairground.server.notifications.messages import Message, News, make_message, push_text
from fairground.server.notifications.off_tokens import OffTokens
from fairground.server.notifications.push import Pushed, PushSender, Result
from fairground.server.notifications.smtp import Mailer, MailError
from fairground.server.notifications.stored import StoredDevice, StoredRecipient
from fairground.server.store.notifications import NotificationStore
from fairground.server.store.passports import PassportStore
from fairground.server.time_source import TimeSource

MOST_FAILURES: Final = 12  # in a row, after which a browser counts as gone


class Delivered(NamedTuple):
    """What became of a message; `later` if it is worth another attempt."""

    result: Result
    retry_after: float | None = None


class MailSystem(NamedTuple):
    """What writes mails and what hands them over."""

    composer: MailComposer
    mailer: Mailer


class Delivery:
    """Sends messages. Without `mail`, this server sends no mail."""

    def __init__(
        self,
        store: NotificationStore,
        passports: PassportStore,
        tokens: OffTokens,
        push: PushSender,
        mail: MailSystem | None,
        time: TimeSource,
    ) -> None:
        self.store = store
        self.passports = passports
        self.tokens = tokens
        self.push = push
        self.mail = mail
        self.time = time

    async def deliver(self, recipient: StoredRecipient, channel: Channel, news: Sequence[News]) -> Delivered:
        """Tell a person the news over a channel, in their language."""
        language = await self.language(recipient.passport)
        message = make_message(news, language)
        if channel == "push":
            return await self.push_message(recipient.passport, message, language)
        return await self._mail_message(recipient, message, language)

    async def language(self, passport: str) -> str:
        """Return the language of a person."""
        found = await self.passports.people([passport])
        return found[0].language if found else "en"

    async def push_message(self, passport: str, message: Message, language: str) -> Delivered:
        """Send a message to all browsers of a person; it is sent if one of them has it."""
        devices = await self.store.devices(passport)
        text = push_text(message, language, self.tokens.make(passport, "push"))
        results = await self.push.send(devices, text, message.tag)
        for device, pushed in zip(devices, results, strict=True):
            await self._note_result(device, pushed)
        if any(pushed.result == "sent" for pushed in results):
            return Delivered("sent")
        waits = [pushed.retry_after or 0.0 for pushed in results if pushed.result == "later"]
        return Delivered("later", max(waits)) if waits else Delivered("gone")

    async def _note_result(self, device: StoredDevice, pushed: Pushed) -> None:
        """Forget a browser that is gone or that nothing has reached for long."""
        if pushed.held:
            return
        failures = device.failures + 1 if pushed.result == "later" else 0
        if pushed.result == "gone" or failures >= MOST_FAILURES:
            await self.store.delete_device(device.id, device.passport)
        elif failures != device.failures:
            await self.store.note_failures(device.id, failures)

    async def _mail_message(self, recipient: StoredRecipient, message: Message, language: str) -> Delivered:
        if self.mail is None or not recipient.confirmed:
            return Delivered("gone")
        token = self.tokens.make(recipient.passport, "mail")
        date = self.time.date()
        mail = self.mail.composer.notification(recipient.mail_address, message, language, token, date)
        try:
            await self.mail.mailer.send(mail)
        except MailError as error:
            if error.dead:
                dead = msgspec.structs.replace(recipient, mail_address="", confirmed=False)
                await self.store.save_recipient(dead)
            return Delivered("gone" if error.dead else "later")
        return Delivered("sent")

    async def close(self) -> None:
        await self.push.close()
        if self.mail:
            self.mail.mailer.close()
