"""What people are told: true, in their language, and no more than everybody at the table knows."""

import json
import re
import tomllib
from email.policy import SMTP
from pathlib import Path

import pytest

from fairground.server.notification_wire import KINDS
from fairground.server.notifications import messages
from fairground.server.notifications.encryption import TEXT_BYTES
from fairground.server.notifications.mail import BadMailAddress, MailComposer, check_address
from fairground.server.notifications.messages import (
    MOST_LINES,
    News,
    make_message,
    printable_name,
    push_text,
    trial_message,
)
from fairground.server.notifications.off_tokens import OffTokens

LANGUAGES = ["en", "de", "fr"]
TURN = News("turn", "abc", "Beacon", ["Ada", "Ben"])
JOINED = News("joined", "abc", "Beacon", ["Ada"], ["Ada"])
ENDED = News("ended", "xyz", "Caravan")
TOKENS = OffTokens(b"secret")
PERSON = "abcdefghijklmnop"


def catalogue(language: str) -> dict[str, str]:
    folder = Path(messages.__file__).parent
    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))


def test_every_language_has_every_sentence_with_the_same_values() -> None:
    wanted = {key: set(re.findall(r"{\w+}", text)) for key, text in catalogue("en").items()}
    for language in LANGUAGES:
        assert {key: set(re.findall(r"{\w+}", text)) for key, text in catalogue(language).items()} == wanted


def test_french_has_its_spaces() -> None:
    for text in catalogue("fr").values():
        assert not re.search(r"[^\u00a0\u202f][:;!?]", text), text


def test_one_thing_is_said_with_its_table() -> None:
    message = make_message([TURN], "en")
    assert (message.title, message.lines) == ("It is your turn", ["Beacon with Ada and Ben"])
    assert (message.path, message.tag, message.kinds) == ("/#/table/abc", "abc", ["turn"])
    assert make_message([JOINED], "de").title == "Ada sitzt jetzt an deinem Tisch"
    assert make_message([ENDED], "fr").lines == ["Caravan"]


def test_several_things_at_a_table_are_one_message() -> None:
    message = make_message([JOINED, TURN], "en")
    assert message.title == "It is your turn"
    assert message.lines == ["Ada has sat down at your table", "Beacon with Ada and Ben"]
    assert message.kinds == ["turn", "joined"] and message.path == "/#/table/abc"


def test_several_tables_are_one_message_that_leads_home() -> None:
    turns = [News("turn", f"table{number}", "Beacon") for number in range(MOST_LINES + 3)]
    message = make_message(turns, "en")
    assert message.title == "It is your turn at 8 tables" and message.path == "/#/"
    assert message.lines == ["Beacon"] * MOST_LINES + ["and 3 more"]
    mixed = make_message([TURN, ENDED], "en")
    assert mixed.title == "News from 2 tables"
    assert mixed.lines == ["It is your turn (Beacon with Ada and Ben)", "Your match is over (Caravan)"]


def test_guests_without_a_name_or_in_numbers() -> None:
    assert make_message([JOINED._replace(names=[""])], "en").title == "Somebody has sat down at your table"
    assert (
        make_message([JOINED._replace(names=["A", "", "C"])], "en").title
        == "3 people have sat down at your table"
    )


@pytest.mark.parametrize("name", ["evil.example", "http://x", "a@b", "x/y", "www evil", "a\\b", "#/off"])
def test_a_name_that_could_become_a_link_is_not_said(name: str) -> None:
    assert printable_name(name) == ""
    for language in LANGUAGES:
        message = make_message([JOINED._replace(names=[name], others=[name])], language)
        assert name not in message.title and name not in "".join(message.lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_push_fits_whatever_people_are_called(language: str) -> None:
    long = "\N{FIREWORKS}" * 24
    news = [News(kind, f"t{n}" * 8, "G" * 40, [long] * 4, [long]) for n in range(40) for kind in KINDS]
    for count in (1, 2, 3, 7, len(news)):
        text = push_text(make_message(news[:count], language), language, TOKENS.make(PERSON, "push"))
        assert len(text) <= TEXT_BYTES
        read = json.loads(text)
        assert read["title"] and read["language"] == language and TOKENS.read(read["off"]) == (PERSON, "push")


def test_a_trial_has_nothing_to_switch_off() -> None:
    assert trial_message("en").kinds == []


def test_a_token_does_what_it_was_made_for_and_nothing_else() -> None:
    token = TOKENS.make(PERSON, "push")
    assert TOKENS.read(token) == (PERSON, "push")
    other = token.replace("push", "mail")
    for wrong in (
        other,
        token[:-1],
        token + "a",
        f"b{token[1:]}",
        "",
        "push",
        f"{token}\n",
        OffTokens(b"x").make(PERSON, "push"),
    ):
        assert TOKENS.read(wrong) is None


@pytest.mark.parametrize(
    "address", ["ada@example.org", "a.b+c@mail.example.co.uk", "x@1.example.museum", "o'hara@example.org"]
)
def test_addresses_are_accepted(address: str) -> None:
    assert check_address(f" {address} ") == address


@pytest.mark.parametrize(
    "address",
    [
        "", "ada", "@example.org", "ada@", "ada@localhost", "ada@127.0.0.1", "ada@[127.0.0.1]",
        "a b@example.org",
        "ada@example.org, bob@example.org", "ada@example.org\nBcc: x@example.org", '"ada"@example.org',
        "ada@exa mple.org", "ada@-example.org", "ada@example-.org", "ada@example..org", ".ada@example.org",
        "ada..b@example.org", "ada@example.org>", "adä@example.org", "a" * 65 + "@example.org",
        "ada@@example.org",
    ],
)  # fmt: skip
def test_addresses_to_which_no_mail_can_be_sent_are_refused(address: str) -> None:
    with pytest.raises(BadMailAddress, match="expected a mail address"):
        check_address(address)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_opens_the_table_without_a_key_and_can_be_switched_off(language: str) -> None:
    composer = MailComposer("Fair <play@fair.example.org>", "https://fair.example.org/")
    token = TOKENS.make(PERSON, "mail")
    mail = composer.notification("ada@example.org", make_message([TURN], language), language, token, 1_000.0)
    text = mail.get_content()
    links = re.findall(r"https://\S+", text)
    assert links == ["https://fair.example.org/#/table/abc", f"https://fair.example.org/#/off/{token}/turn"]
    assert mail["List-Unsubscribe"] == f"<https://fair.example.org/api/off/{token}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["To"] == "ada@example.org" and mail["From"] == "Fair <play@fair.example.org>"
    assert mail["Auto-Submitted"] == "auto-generated" and mail["Message-ID"].endswith("@fair.example.org>")
    written = mail.as_bytes(policy=SMTP)
    assert max(map(len, written.split(b"\r\n"))) <= 998 and written.isascii()


def test_a_name_cannot_add_a_header() -> None:
    composer = MailComposer("play@fair.example.org", "https://fair.example.org")
    news = JOINED._replace(names=["A\r\nBcc x"])
    with pytest.raises(ValueError):  # noqa: PT011 - names are cleaned long before; this is the last line
        composer.notification("ada@example.org", make_message([news], "en"), "en", "t", 1.0)


def test_a_confirmation_tells_whose_it_may_be() -> None:
    composer = MailComposer("play@fair.example.org", "https://fair.example.org")
    for language in LANGUAGES:
        mail = composer.confirmation("ada@example.org", "the-token", language, 1.0)
        assert "https://fair.example.org/#/confirm/the-token" in mail.get_content()
        assert "List-Unsubscribe" not in mail
