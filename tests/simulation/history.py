"""The true history of each table, put together from what was committed and from nothing else."""

from collections.abc import Sequence

import msgspec

from fairground import Match, State, load
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.outcome import Outcome
from fairground.engine.story import Entry, entries_for
from fairground.server import wire
from fairground.server.store.store import StoredMove, StoredTable
from simulation.database import Commit
from simulation.violations import Violation


class Version:
    """A table as of one update number: its row, the moves made, and the position they lead to."""

    def __init__(self, stored: StoredTable, moves: Sequence[StoredMove], state: State | None) -> None:
        self.stored = stored
        self.moves = list(moves)
        self.state = state
        self.views: dict[int | None, bytes] = {}
        self.stories: dict[int | None, list[wire.Told]] = {}
        self.outcome: Outcome | None = None


class History:
    """Everything that was committed about one table, in order. It replays every move."""

    def __init__(self, commit: Commit) -> None:
        stored = commit.table
        self.game: Game[State, object] = load(stored.game, stored.rules)
        self.match: Match[State, object] | None = None
        self.entries: list[list[Entry]] = []
        self.moves: list[StoredMove] = []
        self.versions: dict[int, Version] = {}
        self.changes: dict[int, set[int]] = {}
        self._keep(stored)

    def add(self, commit: Commit) -> None:
        """Apply a commit; raise a Violation if its moves are not those of a legal match."""
        if commit.cut is not None:
            self._cut(commit.cut)
        if self.match is None and commit.table.phase != "waiting":
            self.match = self._begin(commit.table)
        for move in commit.made:
            self._play(move)
        self._keep(commit.table)

    def count_moves(self, seat: int) -> int:
        return sum(move.seat == seat for move in self.moves)

    def seats_changed(self, after: int, until: int) -> set[int]:
        """Return the seats that moved, or took a move back, in the updates between two numbers."""
        numbers = range(after + 1, until + 1)
        return {seat for number in numbers for seat in self.changes.get(number, set())}

    def _begin(self, stored: StoredTable) -> Match[State, object]:
        return Match(self.game, stored.seats, stored.seed, stored.options)

    def _cut(self, cut: int) -> None:
        assert self.match is not None
        self.match = self.match.at(cut)
        del self.moves[cut:], self.entries[cut:]

    def _play(self, move: StoredMove) -> None:
        if move.ordinal != len(self.moves):
            raise Violation("stored moves have a gap", f"move {move.ordinal} after {len(self.moves)} moves")
        assert self.match is not None
        try:
            self.entries.append(self.match.play(move.seat, move.words))
        except FairgroundError as error:
            raise Violation("a stored move is illegal", f"{move}: {error}") from None
        self.moves.append(move)

    def _keep(self, stored: StoredTable) -> None:
        if self.match is None and stored.phase != "waiting":
            self.match = self._begin(stored)
        state = self.match.state.copy() if self.match else None
        self.latest = Version(stored, self.moves, state)
        self.versions.setdefault(stored.update_number, self.latest)

    # What a seat may know of a version

    def view(self, version: Version, seat: int | None) -> bytes:
        """Return the view of a seat as it is sent."""
        if version.state is None:
            return b"null"
        if seat not in version.views:
            version.views[seat] = msgspec.json.encode(self.game.view(version.state, seat))
        return version.views[seat]

    def story(self, version: Version, seat: int | None) -> list[wire.Told]:
        """Return what a seat is told of the moves of a version that no undo has touched since."""
        told = version.stories.get(seat)
        if told is None:
            moves = [entry for made in self.entries[: len(version.moves)] for entry in made]
            told = [wire.Told(entry.key, entry.values) for entry in entries_for(moves, seat)]
            version.stories[seat] = told
        return told

    def standing(self, version: Version) -> Outcome | None:
        if version.outcome is None and version.state is not None:
            version.outcome = self.game.outcome(version.state)
        return version.outcome
