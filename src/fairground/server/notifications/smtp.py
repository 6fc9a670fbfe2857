"""Hands mails over to the operator's mail server, in a thread of its own."""

import asyncio
import os
import smtplib
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from pathlib import Path
from typing import Final, Literal, TypeAlias
from urllib.parse import unquote, urlsplit

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.server.errors import ServerError

Security: TypeAlias = Literal["starttls", "tls", "none"]
EXAMPLE: Final = "smtp://user@mail.example.org:587 or smtps://user@mail.example.org"
PASSWORD, PASSWORD_FILE = "FAIRGROUND_SMTP_PASSWORD", "FAIRGROUND_SMTP_PASSWORD_FILE"
SECONDS: Final = 20.0
PORTS: Final[dict[Security, int]] = {"starttls": 587, "tls": 465, "none": 25}
SCHEMES: Final[dict[str, Security]] = {"smtp": "starttls", "smtps": "tls", "smtp+plain": "none"}
LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class MailServer(msgspec.Struct, frozen=True):
    """The operator's mail server, and how to log in there."""

    host: str
    port: int
    security: Security
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"MailServer({self.host!r}, {self.port})"  # never the password


class MailError(FairgroundError):
    """A mail was not taken. `dead` says that there is no such mailbox."""

    def __init__(self, why: str, dead: bool = False) -> None:
        super().__init__(why)
        self.dead = dead


def read_mail_server(url: str, environment: Mapping[str, str] = os.environ) -> MailServer:
    """Return the mail server of a URL; ServerError if it is none. The password comes from the environment."""
    try:
        parts = urlsplit(url)
        security, host, port = SCHEMES[parts.scheme], parts.hostname, parts.port
    except (KeyError, ValueError):
        raise ServerError(f"expected a mail server such as {EXAMPLE} in --smtp") from None
    if not host or parts.path.strip("/") or parts.query:
        raise ServerError(f"expected a mail server such as {EXAMPLE} in --smtp")
    if parts.password is not None:
        raise ServerError(f"everybody could read the password in --smtp: put it into {PASSWORD_FILE}")
    user, password = unquote(parts.username or ""), _password(environment)
    if security == "none" and user and host not in LOCAL:
        raise ServerError("smtp+plain:// would send the password in the clear: use smtp:// or smtps://")
    return MailServer(host, port or PORTS[security], security, user, password)


def _password(environment: Mapping[str, str]) -> str:
    if not (name := environment.get(PASSWORD_FILE)):
        return environment.get(PASSWORD, "")
    try:
        return Path(name).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        raise ServerError(f"the file that {PASSWORD_FILE} names cannot be read") from None


class Mailer:
    """Sends mails one after the other; the event loop never waits for the mail server."""

    def __init__(self, server: MailServer, trusted: ssl.SSLContext | None = None) -> None:
        self.server = server
        self.trusted = trusted or ssl.create_default_context()
        self.thread = ThreadPoolExecutor(1, "mailer")

    async def send(self, mail: EmailMessage) -> None:
        """Return once the mail server has taken a mail; MailError if it does not."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._send, mail)

    def _send(self, mail: EmailMessage) -> None:
        try:
            with self._connect() as line:
                if self.server.security == "starttls":
                    line.starttls(context=self.trusted)
                if self.server.user:
                    line.login(self.server.user, self.server.password)
                line.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise MailError(
                "the mail server does not take this address", dead=all(c >= 500 for c in codes)
            ) from None
        except (smtplib.SMTPException, OSError) as error:
            raise MailError(f"the mail server does not take mail ({type(error).__name__})") from None

    def _connect(self) -> smtplib.SMTP:
        host, port = self.server.host, self.server.port
        if self.server.security == "tls":
            return smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=self.trusted)
        return smtplib.SMTP(host, port, timeout=SECONDS)

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
