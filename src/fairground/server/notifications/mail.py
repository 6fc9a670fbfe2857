"""Mails: what they say, and how they are switched off from the mail itself (RFC 2369, RFC 8058)."""

import re
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Final
from urllib.parse import urlsplit

from fairground.engine.errors import FairgroundError
from fairground.server.notifications.messages import Message, say

OFF_PATH, CONFIRM_PATH = "/#/off/", "/#/confirm/"
OFF_REQUEST: Final = "/api/off/"
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}")


class BadMailAddress(FairgroundError):
    """Something that is no address of a mailbox."""


def check_address(text: str) -> str:
    """Return an address without spaces around it; BadMailAddress if mail cannot be sent there."""
    address = text.strip()
    local, _, domain = address.partition("@")
    bad_label = any(label.startswith("-") or label.endswith("-") for label in domain.split("."))
    if not _ADDRESS.fullmatch(address) or bad_label or ".." in local or local[0] == "." or local[-1] == ".":
        raise BadMailAddress("expected a mail address such as ada@example.org")
    return address


class MailComposer:
    """Writes the mails of a server that people reach at `public_url`."""

    def __init__(self, sender: str, public_url: str) -> None:
        name, address = parseaddr(sender)
        self.sender = Address(name or "Fairground", addr_spec=check_address(address))
        self.public_url = public_url.rstrip("/")
        self.host = urlsplit(public_url).hostname or ""

    def notification(self, to: str, message: Message, language: str, off: str, date: float) -> EmailMessage:
        """Return a mail with a message. Its link holds no key: the browser shows its passport."""
        several = message.path == "/#/"
        text = [
            *message.lines,
            "",
            say(language, "mail_home" if several else "mail_open"),
            self.public_url + message.path,
            "",
            say(language, "mail_seat"),
            "",
            "-- ",
            say(language, "mail_why", host=self.host),
            say(language, "mail_off"),
            f"{self.public_url}{OFF_PATH}{off}/{','.join(message.kinds)}",
        ]
        mail = self._mail(to, message.title, text, language, date)
        mail["List-Unsubscribe"] = f"<{self.public_url}{OFF_REQUEST}{off}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def confirmation(self, to: str, token: str, language: str, date: float) -> EmailMessage:
        """Return the mail that asks whether an address may be used."""
        text = [
            say(language, "confirm_body", host=self.host),
            "",
            f"{self.public_url}{CONFIRM_PATH}{token}",
            "",
            say(language, "confirm_not_me"),
        ]
        return self._mail(to, say(language, "confirm"), text, language, date)

    def _mail(self, to: str, subject: str, text: list[str], language: str, date: float) -> EmailMessage:
        mail = EmailMessage(policy=SMTP)
        mail["From"] = self.sender
        mail["To"] = Address(addr_spec=to)
        mail["Subject"] = subject
        mail["Date"] = format_datetime(datetime.fromtimestamp(date, UTC))
        mail["Message-ID"] = make_msgid(domain=self.host)
        mail["Auto-Submitted"] = "auto-generated"
        mail["Content-Language"] = language
        mail.set_content("\n".join(text) + "\n", cte="quoted-printable")
        return mail
