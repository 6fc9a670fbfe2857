"""A mail server for tests: it listens on this machine, with TLS and a login, and keeps what it is given."""

import asyncio
import datetime
import email
import email.policy
import ipaddress
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

USER, PASSWORD = "fairground", "the password"


class Mailbox:
    """Everything that was handed over. `answer` is what recipients are told, if not that all is well."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.answer = ""
        self.logins: list[str] = []
        self.encrypted: list[bool] = []
        self.port = 0
        self.arrived = asyncio.Event()

    async def handle_RCPT(  # noqa: N802 - named by the library
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.answer:
            return self.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        self.mails.append(email.message_from_bytes(content, _class=EmailMessage, policy=email.policy.default))
        self.recipients += envelope.rcpt_tos
        self.encrypted.append(session.ssl is not None)
        self.arrived.set()
        return "250 OK"

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append(data.login.decode())
        return AuthResult(success=(data.login, data.password) == (USER.encode(), PASSWORD.encode()))

    async def wait_for(self, count: int) -> EmailMessage:
        """Wait until so many mails have come; return the last of them."""
        while len(self.mails) < count:
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), 60)
        return self.mails[count - 1]


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def link_in(mail: EmailMessage, part: str) -> str:
    """Return the link in a mail that has this part."""
    links: list[str] = re.findall(r"https?://\S+", text_of(mail))
    return next(link for link in links if part in link)


@asynccontextmanager
async def mail_server(certificate: tuple[Path, Path] | None = None) -> AsyncIterator[Mailbox]:
    """Start a mail server; with a certificate it wants TLS and a login."""
    mailbox = Mailbox()
    tls = None
    if certificate:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(*certificate)

    def make() -> SMTP:
        secured = tls is not None
        return SMTP(
            mailbox,
            hostname="mail.example.org",
            tls_context=tls,
            require_starttls=secured,
            auth_required=secured,
            authenticator=mailbox.authenticate,
        )

    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    mailbox.port = server.sockets[0].getsockname()[1]
    try:
        yield mailbox
    finally:
        server.close()


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for this machine; return its file and that of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        )
        .sign(key, SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(Encoding.PEM))
    files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return files
