"""The messages of what people say to each other at a table. `docs/protocol.md` explains how they are used."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from fairground.server.wire_values import Mark

PhraseCode: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
RawText: TypeAlias = Annotated[str, Meta(max_length=4_000)]
LineNumber: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class SayPhrase(Struct, tag="phrase", forbid_unknown_fields=True):
    """Say one of the phrases or reactions that every client knows, by its code."""

    phrase: PhraseCode
    mark: Mark = ""


class SayText(Struct, tag="say", forbid_unknown_fields=True):
    """Say something in one's own words, at a table where that is possible."""

    text: RawText
    mark: Mark = ""


class DeleteLine(Struct, tag="unsay", forbid_unknown_fields=True):
    """Delete something that one has said."""

    line: LineNumber
    mark: Mark = ""


class OpenChat(Struct, tag="open_chat", forbid_unknown_fields=True):
    """After the match, let everybody read what was said, or no longer. Only the host may do this."""

    open: bool
    mark: Mark = ""


ChatRequest: TypeAlias = SayPhrase | SayText | DeleteLine | OpenChat


class ChatLine(Struct, frozen=True):
    """Something that was said: the code of a phrase or reaction, or a text.

    `seat` is where the person sits now, None if they have left; `name` is what they were called. `speaker`
    stands for the same person wherever it appears. `said` is the date in seconds, `moves` how many moves had
    been made.
    """

    number: int
    speaker: str
    seat: int | None
    name: str
    said: int
    moves: int
    phrase: str | None = None
    text: str | None = None


class ChatHistory(Struct, tag="chat", frozen=True):
    """The latest of what was said at the table, in place of all that a client knew; `open` for everybody."""

    lines: list[ChatLine]
    open: bool = False


class Said(Struct, tag="said", frozen=True):
    """Somebody has said something."""

    line: ChatLine


class Unsaid(Struct, tag="unsaid", frozen=True):
    """Whoever said the line of that number has deleted it."""

    line: int


ChatMessage: TypeAlias = ChatHistory | Said | Unsaid


# REST


class ChatLog(Struct, frozen=True):
    """All that was said at a table. `mine` are the numbers of the lines that whoever asks may delete."""

    table: str
    open: bool
    lines: list[ChatLine]
    mine: list[int]


class ChatPhrases(Struct, frozen=True):
    """The codes that can be said at every table, with their English."""

    reactions: dict[str, str]
    phrases: dict[str, str]


CHAT_REST: tuple[type[Struct], ...] = (ChatLog, ChatPhrases)
