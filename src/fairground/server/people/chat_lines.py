"""What people may say, and how a line of theirs is shown to others."""

from collections.abc import Iterable, Sequence

from fairground.engine.text import clean_message
from fairground.server.chat_wire import ChatLine, SayPhrase, SayText
from fairground.server.errors import Refusal
from fairground.server.people import phrases
from fairground.server.settings import Limits
from fairground.server.store.store import StoredChair, StoredLine, StoredTable
from fairground.server.tables.state import TableState

ONLY_PHRASES = "at this table people talk in phrases and reactions: the host has not allowed text"
BYTES_A_CHARACTER = 4


def check_phrase(request: SayPhrase) -> str:
    """Return the code of a phrase or reaction; Refusal if there is none like that."""
    if request.phrase not in phrases.ALL:
        raise Refusal(f"there is no phrase {request.phrase!r}; the phrases are {', '.join(phrases.ALL)}", 400)
    return request.phrase


def check_text(request: SayText, stored: StoredTable, limits: Limits) -> str:
    """Return a text as others may be shown it; Refusal if it cannot be said at this table."""
    if not stored.progress.free_text or stored.listed:
        raise Refusal(ONLY_PHRASES, 403)
    text = clean_message(request.text)
    if not text:
        raise Refusal("expected some text, got nothing that can be shown", 400)
    most = limits.chat_characters
    if len(text) > most or len(text.encode()) > BYTES_A_CHARACTER * most:
        raise Refusal(f"expected at most {most} characters, got {len(text)}", 400)
    return text


def make_line(
    state: TableState, seat: int, date: float, phrase: str | None = None, text: str | None = None
) -> StoredLine:
    """Return what is stored of something that a person says; it has no number and no speaker yet."""
    chair = state.chairs[seat]
    return StoredLine(
        number=0,
        author=chair.hash,
        speaker="",
        seat=seat,
        name=chair.name,
        said=date,
        moves=state.move_count,
        phrase=phrase,
        text=text,
        passport=chair.passport,
    )


def may_read(stored: StoredTable, seat: int | None) -> bool:
    """Return whether somebody may read what is said: whoever sits there, or everybody once it is open."""
    return seat is not None or (stored.phase == "over" and stored.progress.chat_open)


def show_lines(lines: Iterable[StoredLine], chairs: Sequence[StoredChair]) -> list[ChatLine]:
    """Return stored lines as people are shown them."""
    seats = {chair.hash: seat for seat, chair in enumerate(chairs) if chair.person}
    return [show_line(line, seats.get(line.author)) for line in lines]


def show_line(line: StoredLine, seat: int | None) -> ChatLine:
    """Return a stored line as people are shown it; `seat` is where its author sits now."""
    return ChatLine(
        number=line.number,
        speaker=line.speaker,
        seat=seat,
        name=line.name,
        said=int(line.said),
        moves=line.moves,
        phrase=line.phrase,
        text=line.text,
    )
