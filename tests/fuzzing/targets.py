"""What is fuzzed: functions that read what strangers send.

Each takes bytes and returns whether they were accepted. A refusal is a FairgroundError. Any other exception
is a fault, and so is a value that changes when it is written and read again.
"""

import asyncio
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from fairground import list_games, load
from fairground.engine.annotations import AnnotatedRecord
from fairground.engine.errors import FairgroundError
from fairground.engine.match import Match
from fairground.engine.playing_on import dump_without_generator
from fairground.engine.record import Record
from fairground.engine.rng import seeded
from fairground.engine.side_lines import replay_annotated
from fairground.engine.start_position import ParentMoment, StartPosition
from fairground.engine.text import clean_line, clean_message
from fairground.server import replay_wire, table_wire, wire
from fairground.server.chat_wire import DeleteLine, OpenChat, SayPhrase, SayText
from fairground.server.store import archive
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.archive_entry import ArchiveEntry
from fairground.server.store.store import Change, StoredMove
from fairground.server.tables.creation import NewTable
from fairground.server.tables.state import TableState
from fairground.server.workers import jobs
from fairground.server.workers.jobs import SetupChecked
from fairground.server.workers.worker import JobHandler
from fuzzing import people
from hosting import Inline

Target = Callable[[bytes], bool]
CORPUS = Path(__file__).parent / "corpus"
MOST_BYTES = 100_000
MOST_MOVES = 40
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def refuses(work: Callable[[bytes], object]) -> Target:
    """Return the target that counts a FairgroundError, or an invalid encoding, as a refusal."""

    def target(data: bytes) -> bool:
        try:
            work(data[:MOST_BYTES])
        except (FairgroundError, UnicodeDecodeError):
            return False
        return True

    return target


def box_of(name: str) -> Callable[[bytes], object]:
    """Return what reads a box of a game and plays some moves with it."""
    game = load(name)

    def read(data: bytes) -> None:
        box = game.box(data.decode())
        assert game.box(box.canonical).digest == box.digest, "the canonical form is another box"
        match = Match(game, game.seats[-1], "fuzz", None, box)
        rng = seeded("fuzz")
        while not match.over and len(match.made) < MOST_MOVES:
            seat = match.state.actors()[0]
            offers = match.state.legal(seat)
            match.play(seat, offers[rng.below(len(offers))])

    return read


def record(data: bytes) -> None:
    parsed = Record.parse(data.decode())
    assert Record.parse(str(parsed)) == parsed, "the record changes when it is written"
    annotated = AnnotatedRecord.parse(data.decode())
    assert AnnotatedRecord.parse(str(annotated)) == annotated, "annotations change when they are written"
    replay_annotated(load(parsed.game, parsed.rules), annotated)


def entry(data: bytes) -> None:
    """Read one line of an archive."""
    header = msgspec.json.encode({"fairground_archive": archive.FORMAT}) + b"\n"
    lines = io.BytesIO(header + data.replace(b"\n", b" "))
    counts = asyncio.run(archive.import_tables(NoStore(), lines, Inline()))  # type: ignore[arg-type]
    if not counts.added:
        raise ArchiveError("there is nothing in the archive")


class NoStore:
    """A store in which there is nothing, and to which nothing is written."""

    async def existing(self, names: Sequence[str]) -> set[str]:
        return set()

    async def write(self, changes: Sequence[Change]) -> None:
        pass

    async def read(self, wanted: object) -> list[object]:
        return []

    async def change(self, statement: object, values: object = None) -> int:
        return 1


def message(data: bytes) -> bool:
    """Read a message that came over a WebSocket."""
    try:
        request = wire.read_request(data)
    except NOT_JSON:
        return False
    assert wire.read_request(wire.write(request)) == request
    return True


def chat_text(data: bytes) -> bool:
    """Clean what a person writes: it is one line, and cleaning it again changes nothing."""
    try:
        text = clean_message(data.decode())
    except UnicodeDecodeError:
        return False
    assert clean_message(text) == text, "cleaning it again changes it"
    assert "\n" not in text and clean_line(text) == text
    return bool(text)


def about_people(data: bytes) -> bool:
    """Read what somebody sends about themselves, or about a tournament."""
    try:
        return people.read(data)
    except (FairgroundError, *NOT_JSON):
        return False


def replay(data: bytes) -> bool:
    """Let a worker replay a record."""
    try:
        wanted = msgspec.json.decode(data, type=replay_wire.Replay)
    except NOT_JSON:
        return False
    return not isinstance(JobHandler().answer(jobs.ReplayRecord(wanted)), jobs.JobFailed)


def create(data: bytes) -> bool:
    """Let a worker check a wish for a table."""
    try:
        wish = msgspec.json.decode(data, type=table_wire.Create)
    except NOT_JSON:
        return False
    return not isinstance(JobHandler().answer(jobs.CheckSetup(wish)), jobs.JobFailed)


TARGETS: dict[str, Target] = {
    **{f"box-{name}": refuses(box_of(name)) for name in list_games()},
    "record": refuses(record),
    "archive": refuses(entry),
    "message": message,
    "chat": chat_text,
    "people": about_people,
    "replay": replay,
    "create": create,
}


def seeds(name: str) -> Iterator[bytes]:
    """Yield good inputs to begin with."""
    if name.startswith("box-"):
        game = load(name.removeprefix("box-"))
        yield game.document("box.toml").encode()
        yield game.box().canonical.encode()
    elif name in {"record", "replay"}:
        for text in records():
            annotated = text.replace("\n\n", "\n#annotated 1\n\n#; Ann: well\n", 1)
            yield from (
                [text.encode(), annotated.encode()]
                if name == "record"
                else [msgspec.json.encode({"record": text, "count": 2})]
            )
    elif name == "archive":
        yield from archive_lines()
    elif name == "create":
        for game_name in list_games():
            yield msgspec.json.encode({"game": game_name, "seats": load(game_name).seats[0]})
    elif name == "message":
        yield from map(wire.write, (wire.Hello("key"), wire.Play(1, 2, "mark"), wire.Rename("Ann")))
        yield wire.write(wire.SeatBot(1, "novice"))
        yield from map(wire.write, (SayPhrase("hello"), SayText("Hi"), DeleteLine(1), OpenChat(True)))
    elif name == "people":
        yield from people.seeds()
    elif name == "chat":
        yield from (text.encode() for text in ("Hello, Ann!", "a\u202eb\u0301\u0301\u0301\u0301 \u200b c"))


def records() -> Iterator[str]:
    """Yield the record of a short match of every game, and of one that begins in the middle of it."""
    for name in list_games():
        game = load(name)
        match = Match(game, game.seats[0], "corpus")
        while not match.over and len(match.made) < 12:
            seat = match.state.actors()[0]
            match.play(seat, match.state.legal(seat)[0])
        yield str(match.record())
        moves = len(match.made) // 2
        position = dump_without_generator(game, match.at(moves).state)
        start = StartPosition(position, ParentMoment("0" * 16, moves, 1))
        on = Match(game, None, "corpus", None, match.box, start)
        on.play(on.state.actors()[0], on.state.legal(on.state.actors()[0])[0])
        yield str(on.record())


def archive_lines() -> Iterator[bytes]:
    """Yield a table of every game as an archive has it."""
    for name in list_games():
        game = load(name)
        seats = game.seats[0]
        wish = table_wire.Create(name, seats, seat=None, bots=["random"] * seats, start=True)
        state = TableState(NewTable(wish, SetupChecked(game.box().digest), 1_700_000_000.0).stored)
        state.begin()
        moves: list[StoredMove] = []
        while len(moves) < 8 and state.actors():
            seat = state.actors()[0]
            assert state.match is not None
            moves += state.play(seat, state.match.state.legal(seat)[0], 1_700_000_000.0).made
        yield msgspec.json.encode(ArchiveEntry(state.stored, moves))
