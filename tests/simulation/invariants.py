"""The promises of the server, checked at every commit and at every message that reaches somebody.

- What was acknowledged is stored, exactly once; what was refused is not.
- Nothing is shown before it is stored, and update numbers never go back.
- Stored moves make a legal match. Only the owner of a table writes to it.
- Everybody sees the view of their own seat, computed from what is stored, and the story they put together
  from updates is the whole story.
- Clocks never gain.
"""

from typing import TYPE_CHECKING

import msgspec

from fairground.engine.rng import seeded
from fairground.server import wire
from fairground.server.store.store import StoredMove, StoredTable
from fairground.server.tables.maintenance import BEAT_SECONDS
from fairground.server.tables.state import chairs
from simulation.database import Commit
from simulation.history import History, Version
from simulation.violations import Violation

if TYPE_CHECKING:
    from simulation.clients import Guest
    from simulation.world import World

ROUNDING = 0.11  # clocks are shown in tenths of a second
# A crash forgets the uptime since the last pulse, and servers learn of each other's with the next one. So a
# table that is loaded anew may give back that much, and what its pulse was late.
GIVEN_BACK = BEAT_SECONDS + 10.0
IMAGINED = 5  # one update in so many is compared with an imagined world
SETUP = "setup"
NOTES = "table."  # entries of the story that tell of people, not of moves
ORDER = ("waiting", "playing", "over")


class Truth:
    """Compares what everybody is told with what is durable. It collects the violations it finds."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.histories: dict[str, History] = {}
        self.used: dict[tuple[str, int, str], int] = {}
        self.bots: set[tuple[str, int, int]] = set()
        self.violations: list[Violation] = []

    def report(self, kind: str, what: str) -> None:
        self.world.trace(f"VIOLATION {kind}: {what}")
        self.violations.append(Violation(kind, what))

    # For the bots

    def note_bot(self, table: str, seat: int) -> None:
        """Note that a bot was asked for a seat's next move."""
        self.bots.add((table, seat, self.histories[table].count_moves(seat)))

    def legal_moves(self, table: str, seat: int) -> list[int]:
        state = self.histories[table].latest.state
        return state.legal(seat) if state and seat in state.actors() else []

    # Commits

    def note_commit(self, commit: Commit) -> None:
        name, number = commit.table.id, commit.table.update_number
        self.world.trace(f"commit {name} {number} by {commit.server}: cut {commit.cut}, {commit.made}")
        if commit.new:
            self.histories[name] = History(commit)
            return
        history = self.histories[name]
        if commit.server == SETUP:
            history.add(commit)
            return
        before = history.latest
        undone = before.moves[commit.cut :] if commit.cut is not None else []
        try:
            self._check_order(before.stored, commit)
            history.add(commit)
        except Violation as violation:
            self.report(violation.kind, str(violation))
            return
        history.changes.setdefault(number, set()).update(move.seat for move in [*undone, *commit.made])
        self._check_owner(commit)
        self._check_marks(commit, undone)
        self._check_stored_clocks(before.stored, commit, undone)
        self._check_end(history, commit.table)

    def _check_order(self, before: StoredTable, commit: Commit) -> None:
        """A change has the next number; without a new number only the clocks change."""
        after = commit.table
        step = after.update_number - before.update_number
        if step not in (0, 1):
            raise Violation("update numbers are not in order", f"{after.update_number} follows on {before}")
        if step == 0 and (commit.made or commit.cut is not None or _visible(before) != _visible(after)):
            raise Violation("one update number for two changes", f"{before} and {after}")
        if ORDER.index(after.phase) < ORDER.index(before.phase):
            raise Violation("a match went back", f"{after.phase} follows on {before.phase}")

    def _check_owner(self, commit: Commit) -> None:
        postgres = self.world.postgres
        if postgres is not None:
            owner = postgres.owners([commit.table.id]).get(commit.table.id)
            if owner != commit.server:
                self.report("a table was written by two servers", f"{commit.server} wrote, {owner} owns it")

    def _check_marks(self, commit: Commit, undone: list[StoredMove]) -> None:
        """Each decision of a person has a mark of its own, or a retry was carried out twice."""
        decided = undone[:1] or [move for move in commit.made if self._is_persons(commit, move)]
        for seat in {move.seat for move in decided}:
            mark = (commit.table.id, seat, commit.table.progress.chairs[seat].mark)
            if mark in self.used:
                self.report("a request was carried out twice", f"{mark} in {self.used[mark]} and {commit}")
            self.used[mark] = commit.table.update_number

    def _is_persons(self, commit: Commit, move: StoredMove) -> bool:
        """Return whether only a person can have made a move, because no bot was asked for it."""
        before = self.histories[commit.table.id].count_moves(move.seat) - 1
        return (commit.table.id, move.seat, before) not in self.bots

    def _check_end(self, history: History, stored: StoredTable) -> None:
        over = bool(history.match and history.match.over)
        if over != (stored.phase == "over"):
            self.report("a match ended wrongly", f"the phase is {stored.phase}")

    # Clocks

    def _check_stored_clocks(self, before: StoredTable, commit: Commit, undone: list[StoredMove]) -> None:
        after, clock = commit.table, commit.table.clock
        if clock.kind == "none":
            return
        moved = {move.seat for move in commit.made}
        taken_back = {move.seat: getattr(move, "left", None) for move in reversed(undone)}
        for seat, (had, has) in enumerate(zip(before.progress.banks, after.progress.banks, strict=True)):
            if seat in taken_back:
                most, kind = taken_back[seat], "clock gained by undo"
            elif seat in moved:
                most = float(clock.seconds) if clock.kind == "move" else had + clock.increment
                kind = "clock gained by a move"
            else:
                most, kind = had, "clock gained"
            if most is None or has > most + 1e-6:
                self.report(kind, f"seat {seat} had {had} and has {has} in {commit}")

    def _check_shown_clocks(self, guest: "Guest", history: History, update: wire.Update) -> None:
        shown = guest.update
        if shown is None:
            return
        changed = history.seats_changed(shown.update, update.update)
        slack = ROUNDING if guest.update_link is guest.link else GIVEN_BACK
        for seat, (had, has) in enumerate(zip(shown.times.left, update.times.left, strict=True)):
            if had is not None and has is not None and has > had + slack and seat not in changed:
                self.report(
                    "clock gained", f"{guest} saw {had} and then {has} for seat {seat} in {update.update}"
                )

    # Messages

    def check_update(self, guest: "Guest", update: wire.Update) -> None:
        history = self.histories[guest.table]
        version = history.versions.get(update.update)
        if version is None:
            self.report("shown before it was stored", f"{guest} saw update {update.update}")
            return
        if update.update < guest.number:
            self.report("update numbers went back", f"{guest} saw {guest.number}, then {update.update}")
        self._check_contents(guest, history, version, update)
        self._check_shown_clocks(guest, history, update)

    def _check_contents(
        self, guest: "Guest", history: History, version: Version, update: wire.Update
    ) -> None:
        seat, stored, state = guest.seat, version.stored, version.state
        standing = history.standing(version)
        over = stored.phase == "over"
        facts: dict[str, tuple[object, object]] = {
            "phase": (update.phase, stored.phase),
            "moves": (update.moves, len(version.moves)),
            "chairs": (update.chairs, chairs(stored)),
            "actors": (update.actors, state.actors() if state else []),
            "view": (bytes(update.view), history.view(version, seat)),
            "points": (update.points, standing.points if standing else None),
            "outcome": (update.outcome, standing if over else None),
            "seed": (update.seed, stored.seed.hex() if over else None),
            "next": (update.next, stored.progress.next),
        }
        for name, (shown, true) in facts.items():
            if shown != true:
                self.report(f"wrong {name}", f"{guest} in seat {seat} saw {shown}, but it is {true}")
        self._check_secrecy(guest, history, version)
        self._check_offers(guest, version, update)
        self._check_story(guest, history, version)

    def _check_secrecy(self, guest: "Guest", history: History, version: Version) -> None:
        """What a seat sees is the same if the cards it does not know lie otherwise."""
        seat, state = guest.seat, version.state
        if seat is None or state is None or version.stored.update_number % IMAGINED:
            return
        world = state.imagine(seat, seeded(f"{guest} {version.stored.update_number}"))
        if msgspec.json.encode(history.game.view(world, seat)) != history.view(version, seat):
            self.report("a view reveals a secret", f"{guest} in update {version.stored.update_number}")

    def _check_offers(self, guest: "Guest", version: Version, update: wire.Update) -> None:
        """A seat is offered its legal moves, or none while a bot decides for it."""
        state, seat = version.state, guest.seat
        offered = [offer.move for offer in update.offers]
        decides = state is not None and seat is not None and not version.stored.progress.chairs[seat].bot
        legal = state.legal(seat) if decides and state is not None and seat is not None else []
        if offered != legal and not (decides and not offered and update.times.left[seat or 0] == 0.0):
            self.report("wrong offers", f"{guest} saw {offered}, but {legal} are legal")

    def _check_story(self, guest: "Guest", history: History, version: Version) -> None:
        if version.moves != history.moves[: len(version.moves)]:
            return  # an undo came in the meantime
        true = history.story(version, guest.seat)
        told = [entry for entry in guest.story if not entry.key.startswith(NOTES)]
        if told != true:
            pairs = zip(told, true, strict=False)
            first = next((pair for pair in pairs if pair[0] != pair[1]), "the number of entries")
            self.report("wrong story", f"{guest} saw {len(told)} of {len(true)} entries; {first} differ")

    def check_newcomer(self, newcomer: "Guest", guest: "Guest") -> None:
        """Somebody who comes now is told what somebody was told who has been here all the time."""
        if newcomer.story != guest.story:
            self.report("stories differ", f"{guest} has {guest.story}, but {newcomer} {newcomer.story}")

    def check_answer(self, guest: "Guest", request: wire.Request, answer: wire.Done | wire.Refused) -> None:
        """Done means that the request is stored; refused means that it is not."""
        history, seat = self.histories[guest.table], guest.seat
        if seat is None or isinstance(request, wire.Leave):
            return
        versions = history.versions.values()
        stored = any(v.stored.progress.chairs[seat].mark == request.mark for v in versions)
        if isinstance(answer, wire.Done) and not stored:
            self.report("acknowledged but not stored", f"{guest}: {request}")
        if isinstance(answer, wire.Refused) and stored:
            self.report("refused but stored", f"{guest}: {request}: {answer.why}")


def _visible(stored: StoredTable) -> bytes:
    """Return everything about a table that cannot change without a new update number."""
    kept = stored.progress
    return msgspec.json.encode([stored.phase, kept.chairs, kept.undone, kept.next, kept.points])
