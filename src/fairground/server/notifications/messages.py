"""What a person is told, in their language: from what everybody at the table knows, and nothing else."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from fairground.server.notification_wire import KINDS, Kind
from fairground.server.notifications.encryption import TEXT_BYTES

MOST_LINES: Final = 5
MOST_NAMES: Final = 3
HOME: Final = "/#/"
DIGEST_TAG: Final = "fairground"
_LINK = re.compile(r"[.:/\\@#]|www", re.IGNORECASE)
_write = msgspec.json.Encoder().encode


class News(NamedTuple):
    """Something that happened at a table: `others` are the people there, `names` those who sat down."""

    kind: Kind
    table: str
    game: str
    others: Sequence[str] = ()
    names: Sequence[str] = ()


class Message(msgspec.Struct, frozen=True):
    """What a person is told at once. `path` is the page that it leads to; the next one with its `tag`
    replaces it on the screen.
    """

    title: str
    lines: list[str]
    path: str
    tag: str
    kinds: list[Kind]


class PushText(msgspec.Struct, frozen=True):
    """What a browser is sent. `off` is a token that only switches these kinds off, `off_label` its button
    and `off_done` what is said then.
    """

    title: str
    body: str
    path: str
    tag: str
    kinds: list[Kind]
    off: str
    off_label: str
    off_done: str
    open_label: str
    language: str


@cache
def phrases(language: str) -> dict[str, str]:
    """Return the sentences in a language."""
    text = Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def say(language: str, key: str, **values: object) -> str:
    return phrases(language)[key].format(**values)


def make_message(news: Sequence[News], language: str) -> Message:
    """Put what happened into one message."""
    kinds = [kind for kind in KINDS if any(each.kind == kind for each in news)]
    tables = list(dict.fromkeys(each.table for each in news))
    if len(news) == 1:
        return Message(
            _sentence(news[0], language), [_place(news[0], language)], _path(tables), tables[0], kinds
        )
    if len(tables) == 1:
        sentences = [_sentence(each, language) for each in news]
        lines = [*sentences[:-1], _place(news[-1], language)]
        return Message(sentences[-1], lines, _path(tables), tables[0], kinds)
    title = say(language, "turn_at" if kinds == ["turn"] else "news", count=len(tables))
    return Message(title, _digest(news, kinds, language), HOME, DIGEST_TAG, kinds)


def trial_message(language: str) -> Message:
    """Return the message with which people try whether they are told.

    It does not lead to the page from which they try it: a browser shows nothing about the page in sight.
    """
    return Message(say(language, "trial"), [say(language, "trial_body")], HOME, "trial", [])


def push_text(message: Message, language: str, off: str) -> bytes:
    """Write a message for a browser; the last lines are left out if there are too many."""
    off_key = f"off_{message.kinds[0]}" if len(message.kinds) == 1 else "off_all"
    for count in range(len(message.lines), -1, -1):
        text = PushText(
            title=message.title,
            body="\n".join(message.lines[:count]),
            path=message.path,
            tag=message.tag,
            kinds=message.kinds,
            off=off,
            off_label=say(language, off_key),
            off_done=say(language, "off_done"),
            open_label=say(language, "open"),
            language=language,
        )
        if len(written := _write(text)) <= TEXT_BYTES:
            return written
    raise AssertionError("a title is short")


def _path(tables: Sequence[str]) -> str:
    return f"/#/table/{tables[0]}"


def _digest(news: Sequence[News], kinds: Sequence[Kind], language: str) -> list[str]:
    lines = [_place(each, language) for each in news]
    if len(kinds) > 1:
        lines = [f"{_sentence(each, language)} ({line})" for each, line in zip(news, lines, strict=True)]
    more = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], say(language, "more", count=more)] if more > 0 else lines


def _sentence(news: News, language: str) -> str:
    if news.kind != "joined":
        return say(language, news.kind)
    if len(news.names) > 1:
        return say(language, "joined_several", count=len(news.names))
    name = printable_name(news.names[0]) if news.names else ""
    return say(language, "joined", name=name) if name else say(language, "joined_somebody")


def _place(news: News, language: str) -> str:
    """Return the game, and with whom."""
    names = [name for name in map(printable_name, news.others) if name]
    if not names:
        return say(language, "table", game=news.game)
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], say(language, "more", count=len(names) - MOST_NAMES + 1)]
        return say(language, "table_with", game=news.game, names=" ".join([", ".join(names[:-1]), names[-1]]))
    return say(language, "table_with", game=news.game, names=_list(names, language))


def _list(names: Sequence[str], language: str) -> str:
    return phrases(language)["and"].join([", ".join(names[:-1]), names[-1]]) if names[1:] else names[0]


def printable_name(name: str) -> str:
    """Return a name for a message; nothing if a mail program might take it for a link."""
    return "" if _LINK.search(name) else name
