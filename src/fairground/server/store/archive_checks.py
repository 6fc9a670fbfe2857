"""What must be true of a table that is imported: what is true of every table that a server has set up."""

from itertools import pairwise

from fairground.bots.registry import list_bots
from fairground.engine.errors import FairgroundError
from fairground.engine.text import clean_message, clean_name
from fairground.server import table_wire
from fairground.server.errors import Refusal
from fairground.server.store.archive_entry import ArchiveEntry
from fairground.server.store.store import StoredBox, StoredChair, StoredMove, StoredTable
from fairground.server.tables.consent import void_consent
from fairground.server.tables.creation import SHORTEST_CLOCK
from fairground.server.tables.notes import check_notes
from fairground.server.tables.state import AnyGame, TableState, load_box, load_game
from fairground.server.workers import jobs
from fairground.server.workers.pool import JobExecutor


class ArchiveError(FairgroundError):
    """The file is not a valid archive."""


async def check_entry(entry: ArchiveEntry, executor: JobExecutor) -> StoredBox | None:
    """Check everything about a table and return its own box; ArchiveError says what is wrong.

    The match is replayed if its rules are installed, so that none is imported that cannot go on.
    """
    table, moves = entry.table, entry.moves
    _check_table(table)
    _check_moves(table, moves)
    check_notes(table, len(moves))
    _check_chat(entry)
    void_consent(table.progress.chairs)
    table.progress.contest = None  # it counts where it was played, and nowhere else
    for chair in table.progress.chairs:
        _check_chair(chair)
    try:
        game = load_game(table)
    except Refusal as refusal:
        if entry.box is not None:
            raise ArchiveError(f"a box of its own cannot be checked: {refusal}") from None
        return None
    _check_setting(table, game)
    box = await _check_box(entry, executor)
    await _check_start(entry, executor)
    _check_match(entry, game, box)
    return box


def _check_table(table: StoredTable) -> None:
    seats, progress = table.seats, table.progress
    if len(progress.chairs) != seats or len(progress.banks) != seats:
        raise ArchiveError(f"expected chairs and clocks for {seats} seats")
    points = seats if table.phase == "over" else 0
    if len(progress.points or []) != points:
        raise ArchiveError(f"expected points for {seats} seats if the match is over, otherwise none")
    if len(progress.actors) > seats or any(not 0 <= seat < seats for seat in progress.actors):
        raise ArchiveError(f"expected seats to move below {seats}")
    if progress.undone > table.update_number:
        raise ArchiveError(f"expected an undo at or before update {table.update_number}")
    if table.clock.kind != "none" and table.clock.seconds < SHORTEST_CLOCK:
        raise ArchiveError(f"expected a clock of at least {SHORTEST_CLOCK} seconds")


def _check_moves(table: StoredTable, moves: list[StoredMove]) -> None:
    if [move.ordinal for move in moves] != list(range(len(moves))):
        raise ArchiveError("expected moves numbered from 0 without a gap")
    numbers = [0, *(move.update_number for move in moves), table.update_number + 1]
    if any(earlier >= later for earlier, later in pairwise(numbers)):
        raise ArchiveError("expected moves whose update numbers rise up to that of the table")
    if any(move.seat >= table.seats for move in moves):
        raise ArchiveError(f"expected moves of seats below {table.seats}")
    if table.phase == "waiting" and moves:
        raise ArchiveError("expected no moves before the match has begun")


def _check_chair(chair: StoredChair) -> None:
    if chair.bot is not None and chair.bot not in list_bots():
        raise ArchiveError(f"there is no bot {chair.bot!r}; the bots are {', '.join(list_bots())}")
    chair.name = clean_name(chair.name)


def _check_chat(entry: ArchiveEntry) -> None:
    numbers = [0, *(line.number for line in entry.chat)]
    if any(earlier >= later for earlier, later in pairwise(numbers)):
        raise ArchiveError("expected lines of the chat whose numbers rise")
    for line in entry.chat:
        text = line.text
        if line.seat >= entry.table.seats or line.name != clean_name(line.name):
            raise ArchiveError(f"expected somebody at the table to say line {line.number} of the chat")
        if (line.phrase is None) == (text is None) or (text is not None and text != clean_message(text)):
            raise ArchiveError(f"expected a phrase or a text on one line in line {line.number} of the chat")


def _check_setting(table: StoredTable, game: AnyGame) -> None:
    if table.seats not in game.seats:
        raise ArchiveError(f"expected seats for {game.name}: {', '.join(map(str, game.seats))}")
    if game.settle_options(table.options) != table.options:
        raise ArchiveError(f"expected a value for every option of {game.name}")


async def _check_box(entry: ArchiveEntry, executor: JobExecutor) -> StoredBox | None:
    """Let a worker try the box, under the same limits as a box that comes over the network."""
    table = entry.table
    if entry.box is None:
        return None
    create = table_wire.Create(table.game, table.seats, table.options, entry.box)
    answer = await executor.ask(jobs.CheckSetup(create, table.rules))
    if isinstance(answer, jobs.JobFailed):
        raise ArchiveError(answer.why)
    assert isinstance(answer, jobs.SetupChecked) and answer.text is not None
    return StoredBox(table.game, answer.text)


async def _check_start(entry: ArchiveEntry, executor: JobExecutor) -> None:
    """Let a worker try the position at which the match begins, like one that comes over the network."""
    if entry.position is None:
        return
    table = entry.table
    answer = await executor.ask(jobs.CheckStart(table.game, table.rules, entry.position, entry.box))
    if isinstance(answer, jobs.JobFailed):
        raise ArchiveError(answer.why)


def _check_match(entry: ArchiveEntry, game: AnyGame, box: StoredBox | None) -> None:
    table, moves = entry.table, entry.moves
    own = load_box(game, box.text, table.box) if box else None
    if own is None:
        game.shipped_box(table.box)
    if len(moves) > game.longest:
        raise ArchiveError(f"expected at most {game.longest} moves of {game.name}, got {len(moves)}")
    state = TableState(table, own, entry.position)
    for _ in state.replay(moves):
        pass
    if state.match is None:
        return
    if state.match.over != (table.phase == "over"):
        raise ArchiveError(f"expected moves that lead to a match that is {table.phase}")
    if state.match.over and state.match.outcome().points != table.progress.points:
        raise ArchiveError(f"expected the points {state.match.outcome().points} that the moves lead to")
