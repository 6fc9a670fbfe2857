"""Messages are equal, in content and in size, in any two worlds that their reader cannot tell apart."""

import pytest

from fairground import load
from fairground.server.notification_wire import KINDS
from fairground.server.notifications.dispatcher import news_of
from fairground.server.notifications.encryption import encrypt
from fairground.server.notifications.mail import MailComposer
from fairground.server.notifications.messages import make_message, push_text
from fairground.server.notifications.off_tokens import OffTokens
from fairground.server.notifications.stored import StoredNotification
from fairground.server.store.store import StoredChair, StoredTable
from hosting import options_of, stored_table
from push_service import Subscriber
from settings import EVERY_GAME

TOKENS = OffTokens(b"secret")
COMPOSER = MailComposer("play@example.org", "https://fair.example.org")
ANN, BEN = "a" * 16, "b" * 16
KEYS = ["the key of Ann", "the key of Ben", "the seed", "host"]


def table_of(game: str, seed: str, points: list[int] | None) -> StoredTable:
    """Return a table as the store has it, with its secrets, in the world of a seed."""
    chairs = [
        StoredChair(KEYS[0], person=True, name="Ann", passport=ANN),
        StoredChair(KEYS[1], person=True, name="Ben", passport=BEN),
    ]
    stored = stored_table(load(game), options_of(game), chairs)
    stored.seed = seed.encode().ljust(32)
    stored.progress.points = points
    stored.phase = "over" if points else "playing"
    return stored


def messages_about(stored: StoredTable, language: str) -> list[bytes]:
    """Return everything that could be sent to Ann about a table, before it is encrypted."""
    found = []
    for kind in KINDS:
        row = StoredNotification(ANN, "push", stored.id, kind, 0, 1.0, 0.0, "", ["Ben"])
        message = make_message([news_of(row, stored)], language)
        found.append(push_text(message, language, TOKENS.make(ANN, "push")))
        mail = COMPOSER.notification("ann@example.org", message, language, TOKENS.make(ANN, "mail"), 1.0)
        del mail["Message-ID"]  # drawn by lot
        found.append(mail.as_bytes())
    return found


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_messages_say_the_same_in_twin_worlds(game: str, language: str) -> None:
    ours = table_of(game, "one world", None)
    twin = table_of(game, "another world", None)
    twin.progress.banks = [7.0, 3.0]
    twin.progress.points = [50, 1]
    assert messages_about(ours, language) == messages_about(twin, language)
    over, other = table_of(game, "one world", [1, 2]), table_of(game, "another world", [3, 0])
    assert messages_about(over, language) == messages_about(other, language)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_no_key_and_nothing_of_the_position_is_said(game: str) -> None:
    """The only secret is the token that switches off; whatever a seat holds is nowhere."""
    name = load(game).title
    for text in messages_about(table_of(game, "a world", None), "en"):
        for secret in [*KEYS, "a world", "seed", "hash"]:
            assert secret.encode() not in text.replace(name.encode(), b"")


def test_all_messages_have_one_size_on_their_way() -> None:
    browser = Subscriber()
    sizes = {
        len(encrypt(text, **browser.keys))
        for game in EVERY_GAME
        for language in ("en", "de", "fr")
        for text in messages_about(table_of(game, "x", None), language)[::2]
    }
    assert len(sizes) == 1
