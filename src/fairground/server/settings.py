"""The settings of a server. Each limit can be set in the environment: FAIRGROUND_<NAME>=<NUMBER>."""

import os
import re
from collections.abc import Mapping

import msgspec

from fairground.analysis.review import BUDGET
from fairground.server.errors import ServerError
from fairground.server.notifications.smtp import MailServer

_PUBLIC_URL = re.compile(r"https?://[A-Za-z0-9.\[\]:-]{1,253}/?")
MAY_BE_ZERO = ("finished_tables",)


class Limits(msgspec.Struct, frozen=True):
    """What strangers may send or create. Rates are per minute and address unless the name says otherwise.

    `waiting_tables` limits the tables of all people together whose match has not begun, and `live_tables`
    those in memory; one address gets at most `address_share` percent of each. While people wait longer than
    `delay_milliseconds` on the average until the server gets to what they do, there are no new tables.
    Of the matches that are over, the newest `finished_tables` are kept; 0 keeps all. When there are as many
    `connections` as allowed, `reserved_connections` more are accepted from people who sit at a table.
    `lobby_listeners` counts the connections over which the lobby is told, which are none to a table.
    `visitors_a_table` counts spectators; whoever sits there may have `windows_a_seat` connections.
    `jobs_an_address` limits the checks of boxes and the replays that wait at the same time.
    `thinking_seconds_an_hour` is how long an address can have bots think, boxes checked and records
    replayed. A job may take `worker_megabytes` of memory.
    `studies` and `studies_a_day` limit new study rooms, `kept_studies` those in the store and `live_studies`
    those in memory, of all people together; one address gets its share of both. `followers_a_study` counts
    the people in one, besides its leader. `comments` are those that people make in study rooms.
    `tournaments_a_day` limits new tournaments by address, `tournaments_a_host` those of a person that are not
    over, and `live_tournaments` those of all people together. Of those that are over, the newest
    `kept_tournaments` are kept.
    `review_budget` is how often the moves of a decision are tried in a review. An address may have
    `reviews_an_address` reviews under way, and begin `reviews_an_hour`; `review_seconds_an_hour` is what they
    may take before they wait. There are at most `reviews_under_way`, and `review_listeners` connections over
    which they are followed. Reviews are deleted when nobody has looked at them for `review_days`, and the
    oldest ones when all of them take more than `review_megabytes`.
    `passports_an_hour` limits new passports, and `kept_seats_an_hour` the chairs that are hung on one later.
    `chat_lines_a_minute` is how much a person may say at one table, `chat_requests` how much people at one
    address may say and delete in a minute. A line of text has at most `chat_characters`. A table keeps
    `chat_lines_a_table`; whoever connects gets the latest `chat_lines_sent`.
    A person may have `devices_a_person` that are sent notifications, and there are at most `kept_devices`;
    an address may add `devices_an_hour` and have `confirmations_a_day` sent to mail addresses. A person is
    sent `pushes_an_hour`, `trials_an_hour` and `mails_a_day`, all people together `all_mails_a_day`.
    `sockets` are TCP connections of any kind, `connections` those to tables.
    """

    body_bytes: int = 600_000
    message_bytes: int = 16_384
    messages_a_second: int = 30
    requests: int = 600
    tables: int = 60
    tables_a_day: int = 2_000
    own_boxes_a_day: int = 200
    waiting_tables: int = 50_000
    finished_tables: int = 200_000
    replays: int = 120
    studies: int = 10
    studies_a_day: int = 100
    kept_studies: int = 20_000
    live_studies: int = 1_000
    followers_a_study: int = 64
    comments: int = 30
    connects: int = 600
    tournaments_a_day: int = 20
    tournaments_a_host: int = 5
    live_tournaments: int = 1_000
    kept_tournaments: int = 5_000
    jobs_an_address: int = 4
    thinking_seconds_an_hour: int = 3_600
    worker_megabytes: int = 1_024
    review_budget: int = BUDGET
    reviews_an_address: int = 3
    reviews_an_hour: int = 60
    review_seconds_an_hour: int = 3_600
    reviews_under_way: int = 100
    review_listeners_an_address: int = 40
    review_listeners: int = 500
    review_days: int = 180
    review_megabytes: int = 512
    devices_a_person: int = 10
    kept_devices: int = 200_000
    devices_an_hour: int = 60
    confirmations_a_day: int = 10
    trials_an_hour: int = 10
    pushes_an_hour: int = 60
    mails_a_day: int = 40
    all_mails_a_day: int = 5_000
    bad_keys: int = 30
    passports_an_hour: int = 120
    kept_seats_an_hour: int = 3_000
    connections_an_address: int = 200
    connections: int = 10_000
    reserved_connections: int = 1_000
    visitors_a_table: int = 64
    windows_a_seat: int = 8
    lobby_listeners_an_address: int = 40
    lobby_listeners: int = 500
    live_tables: int = 10_000
    delay_milliseconds: int = 1_000
    address_share: int = 10
    hello_seconds: int = 20
    chat_lines_a_minute: int = 20
    chat_requests: int = 90
    chat_characters: int = 300
    chat_lines_a_table: int = 1_000
    chat_lines_sent: int = 100
    sockets: int = 12_000
    sockets_an_address: int = 400
    head_bytes: int = 32_768
    head_seconds: int = 20
    body_seconds: int = 60
    send_seconds: int = 60

    def share_of(self, most: int) -> int:
        """Return how many of `most` one address may hold."""
        return max(1, most * self.address_share // 100)


class ServerSettings(msgspec.Struct, frozen=True):
    """Where a server listens and how it behaves.

    `origins` lists the origins whose pages may connect besides the server's own, and `host_names` the names
    under which people reach it besides its addresses and the names of its machine. `pace` is how long a bot
    waits, in seconds, before it moves when several seats decide at once. `stand_in` is the bot that plays
    for people who are away or out of time. Strong bots think in `workers` processes. A table without
    connections is unloaded after `idle` seconds; a table whose match never began is deleted after
    `keep_waiting` seconds, and a study room that nobody has used for `keep_studies` seconds. So is a passport
    after `keep_passports`, or after `keep_empty_passports` if nobody has ever sat down with it. Between
    two rounds of a tournament are `tournament_pause` seconds. `public_url` is the address at which people
    reach the server; mails to them are handed to `mail_server`, from `mail_sender`. `local_push` lets
    browsers name push services on this machine, which only tests may.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = ""
    workers: int = 1
    origins: tuple[str, ...] = ()
    pace: tuple[float, float] = (0.8, 2.2)
    stand_in: str = "greedy"
    idle: float = 600.0
    keep_waiting: float = 60 * 60 * 24 * 14
    keep_studies: float = 60 * 60 * 24 * 365
    keep_passports: float = 60 * 60 * 24 * 365 * 3
    keep_empty_passports: float = 60 * 60 * 24 * 90
    limits: Limits = Limits()
    host_names: tuple[str, ...] = ()
    tournament_pause: float = 60.0
    public_url: str = ""
    mail_server: MailServer | None = None
    mail_sender: str = ""
    local_push: bool = False


def check_public_url(url: str) -> str:
    """Return an address of a server without a slash at its end; ServerError if it is none."""
    if url and not _PUBLIC_URL.fullmatch(url):
        raise ServerError(
            f"expected --public-url to be an address such as https://fair.example.org, got {url!r}"
        )
    return url.rstrip("/")


def limits_from(environment: Mapping[str, str] = os.environ) -> Limits:
    """Return the limits as the environment sets them."""
    changed = {}
    for name in Limits.__struct_fields__:
        value = environment.get(f"FAIRGROUND_{name.upper()}")
        if value is not None:
            changed[name] = _parse(name, value)
    return msgspec.structs.replace(Limits(), **changed)


def _parse(name: str, value: str) -> int:
    least = 0 if name in MAY_BE_ZERO else 1
    if not (value.isascii() and value.isdecimal() and len(value) < 16 and int(value) >= least):
        raise ServerError(
            f"expected FAIRGROUND_{name.upper()} to be a number of at least {least}, got {value!r}"
        )
    return int(value)
