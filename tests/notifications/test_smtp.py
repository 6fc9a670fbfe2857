"""Mails are handed over to the operator's server: encrypted, with a login, and never by the event loop."""

import asyncio
import ssl
from pathlib import Path

import pytest

from fairground.server.errors import ServerError
from fairground.server.notifications.mail import MailComposer
from fairground.server.notifications.smtp import Mailer, MailError, MailServer, read_mail_server
from hosting import run
from mail_server import PASSWORD, USER, mail_server, make_certificate, text_of

COMPOSER = MailComposer("Fair <play@fair.example.org>", "https://fair.example.org")
MAIL = COMPOSER.confirmation("ada@example.org", "token", "fr", 1_000.0)


def test_a_mail_arrives_as_it_was_written() -> None:
    async def scenario() -> None:
        async with mail_server() as box:
            mailer = Mailer(MailServer("127.0.0.1", box.port, "none"))
            await mailer.send(MAIL)
            assert box.recipients == ["ada@example.org"]
            assert text_of(box.mails[0]).split() == text_of(MAIL).split()
            assert box.mails[0]["Subject"] == MAIL["Subject"]
            mailer.close()

    run(scenario())


def test_the_connection_is_encrypted_before_the_password_is_sent(tmp_path: Path) -> None:
    certificate = make_certificate(tmp_path)

    async def scenario() -> None:
        async with mail_server(certificate) as box:
            trusted = ssl.create_default_context(cafile=certificate[0])
            server = MailServer("127.0.0.1", box.port, "starttls", USER, PASSWORD)
            await Mailer(server, trusted).send(MAIL)
            assert box.encrypted == [True] and box.logins == [USER]
            with pytest.raises(MailError):  # the certificate is nobody's that is trusted
                await Mailer(server).send(MAIL)
            with pytest.raises(MailError):
                await Mailer(MailServer("127.0.0.1", box.port, "starttls", USER, "wrong"), trusted).send(MAIL)
            assert len(box.mails) == 1 and box.logins == [USER, USER]

    run(scenario())


def test_a_mailbox_that_is_not_there_is_told_from_a_server_that_is_busy() -> None:
    async def scenario() -> None:
        async with mail_server() as box:
            mailer = Mailer(MailServer("127.0.0.1", box.port, "none"))
            for answer, dead in (("550 no such user", True), ("450 try later", False)):
                box.answer = answer
                with pytest.raises(MailError) as error:
                    await mailer.send(MAIL)
                assert error.value.dead is dead
            port = box.port
        with pytest.raises(MailError) as error:
            await Mailer(MailServer("127.0.0.1", port, "none")).send(MAIL)
        assert not error.value.dead

    run(scenario())


def test_a_mail_server_that_does_not_answer_stops_nobody() -> None:
    async def scenario() -> None:
        hung, release = asyncio.Event(), asyncio.Event()

        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            hung.set()
            await release.wait()
            writer.close()

        server = await asyncio.start_server(hang, "127.0.0.1", 0)
        mailer = Mailer(MailServer("127.0.0.1", server.sockets[0].getsockname()[1], "none"))
        sending = asyncio.create_task(mailer.send(MAIL))
        await asyncio.wait_for(hung.wait(), 60)  # this loop goes on while the mailer's thread waits
        assert not sending.done()
        release.set()
        with pytest.raises(MailError):
            await sending
        server.close()
        mailer.close()

    run(scenario())


def test_a_mail_server_is_named_by_a_url_and_its_password_by_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("from a file\n")
    here = {"FAIRGROUND_SMTP_PASSWORD": "from here"}
    assert read_mail_server("smtp://a%40b@m.example:2525", here) == MailServer(
        "m.example", 2525, "starttls", "a@b", "from here"
    )
    assert read_mail_server("smtps://m.example", {}) == MailServer("m.example", 465, "tls")
    both = {**here, "FAIRGROUND_SMTP_PASSWORD_FILE": str(file)}
    assert read_mail_server("smtp+plain://localhost", both) == MailServer(
        "localhost", 25, "none", "", "from a file"
    )
    assert "from here" not in repr(read_mail_server("smtp://m.example", here))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "m.example",
        "http://m.example",
        "smtp://",
        "smtp://a:b@m.example",
        "smtp://m:x",
        "smtp://m/x",
        "smtp+plain://a@m.example",
    ],
)
def test_a_url_that_names_no_mail_server_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(ServerError):
        read_mail_server(url, {})
    with pytest.raises(ServerError, match="cannot be read"):
        read_mail_server("smtp://m.example", {"FAIRGROUND_SMTP_PASSWORD_FILE": "/no/such/file"})
