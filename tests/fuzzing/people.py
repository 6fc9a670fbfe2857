"""What strangers send about themselves, their devices, mail addresses and tournaments, as one input each.

An input is a word that says what it is, a space, and what is sent.
"""

from collections.abc import Callable, Iterator

import msgspec

from fairground import list_games, load
from fairground.engine.text import clean_name
from fairground.server.http.routes import NoDetails
from fairground.server.notification_wire import NewDevice, NewMailAddress, NotificationChoices, QuietHours
from fairground.server.notifications.encryption import check_keys
from fairground.server.notifications.mail import check_address
from fairground.server.notifications.messages import News, make_message, push_text
from fairground.server.notifications.off_tokens import OffTokens
from fairground.server.notifications.outbound import check_url
from fairground.server.notifications.schedule import end_of_quiet, zone_of
from fairground.server.people.seats import read_cursor
from fairground.server.people_wire import ChangePassport, KeepSeats, NewPassport
from fairground.server.tournament_wire import NewTournament
from fairground.server.tournaments.tournament_registry import make_plan
from fairground.server.wire import Clock
from push_service import Subscriber

NOW = 1_750_000_000.0
TITLE = max((load(name).title for name in list_games()), key=len)
TOKENS = OffTokens(b"secret")
SUBSCRIBER = Subscriber(private=7, auth=bytes(16))


def passport(body: bytes) -> None:
    """Read a passport; whoever it is, a push to their table is short enough."""
    name = clean_name(msgspec.json.decode(body, type=NewPassport).name)
    assert clean_name(name) == name and "\n" not in name
    for language in ("en", "de", "fr"):
        message = make_message([News("joined", "table", TITLE, [name] * 5, [name])], language)
        push_text(message, language, TOKENS.make("a" * 16, "push"))


def change(body: bytes) -> None:
    msgspec.json.decode(body, type=ChangePassport)


def seats(body: bytes) -> None:
    msgspec.json.decode(body, type=KeepSeats)


def device(body: bytes) -> None:
    wish = msgspec.json.decode(body, type=NewDevice)
    check_url(wish.endpoint)
    check_keys(wish.keys.p256dh, wish.keys.auth)


def mail(body: bytes) -> None:
    address = check_address(msgspec.json.decode(body, type=NewMailAddress).address)
    assert address.isprintable() and address.count("@") == 1 and " " not in address


def choices(body: bytes) -> None:
    wish = msgspec.json.decode(body, type=NotificationChoices)
    end = end_of_quiet(NOW, wish.quiet, zone_of(wish.time_zone))
    assert end is None or NOW < end <= NOW + 2 * 86_400


def tournament(body: bytes) -> None:
    plan = make_plan(msgspec.json.decode(body, type=NewTournament), NOW)
    assert plan.title and len(plan.title) <= 60 and 2 <= plan.most <= 64


def cursor(body: bytes) -> None:
    read_cursor(body.decode())


def token(body: bytes) -> None:
    if TOKENS.read(body.decode()) is None:
        raise msgspec.DecodeError("this token is not one of ours")


def nothing(body: bytes) -> None:
    msgspec.json.decode(body, type=NoDetails)


READERS: dict[bytes, Callable[[bytes], None]] = {
    reader.__name__.encode(): reader
    for reader in (passport, change, seats, device, mail, choices, tournament, cursor, token, nothing)
}


def read(data: bytes) -> bool:
    """Read an input; return whether it was accepted. DecodeError or a FairgroundError is a refusal."""
    kind, _, body = data.partition(b" ")
    if kind not in READERS:
        return False
    READERS[kind](body)
    return True


def seeds() -> Iterator[bytes]:
    """Yield a good input of each kind."""
    write = msgspec.json.encode
    yield b"passport " + write(NewPassport("Ann", "fox", "fr"))
    yield b"change " + write(ChangePassport("Ann", settings={"ratings.shown": True}))
    yield b'seats {"seats": [{"table": "x", "key": "y"}]}'
    yield b"device " + write({"endpoint": "https://push.example.org/x", "keys": SUBSCRIBER.keys})
    yield b'mail {"address": "ann@example.org"}'
    yield b"choices " + write(NotificationChoices(["turn"], [], QuietHours(), "Europe/Berlin"))
    clock = Clock("bank", 600, 5)
    yield b"tournament " + write(NewTournament("Fair", list_games()[0], 2, "swiss", clock, 3600, 16, 3))
    yield b"cursor 1_1750000000.5_abcdef_0"
    yield b"token " + TOKENS.make("a" * 16, "mail").encode()
    yield b"nothing {}"
