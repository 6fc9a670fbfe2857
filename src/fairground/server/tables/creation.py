"""New tables: checking what somebody wishes for, and setting it up with keys for everybody."""

from typing import NamedTuple

from fairground.engine.text import clean_name
from fairground.games import load
from fairground.server import keys, table_wire, wire
from fairground.server.errors import Refusal
from fairground.server.people_wire import Person
from fairground.server.ratings.result import Contest
from fairground.server.store.store import Change, StoredBox, StoredChair, StoredTable, TableProgress
from fairground.server.tables.chair_requests import check_level
from fairground.server.tables.clocks import initial_times
from fairground.server.tables.people import new_sitter
from fairground.server.tables.seating import draw_chairs, reorder
from fairground.server.tables.state import facts
from fairground.server.workers import jobs

SHORTEST_CLOCK = 5


class TableStart(NamedTuple):
    """Where a table begins that does not begin at the start of its game: rules version, seed and position."""

    rules: int
    seed: bytes
    position: str
    parent: wire.ParentFacts


class NewTable:
    """A table with the secrets that are told only to its creator: the host's key and one key per chair."""

    def __init__(
        self,
        wish: table_wire.Create,
        box: jobs.SetupChecked,
        date: float,
        creator: str | None = None,
        start: TableStart | None = None,
        person: Person | None = None,
    ) -> None:
        self.seat = wish.seat
        self.start = start
        self.box = None if box.text is None else StoredBox(wish.game, box.text)
        self.creator = creator
        self.person = person
        self.host = keys.new_key()
        self.keys = [keys.new_key() for _ in range(wish.seats)]
        self.stored = self._stored(wish, box.box, date)
        if wish.start and wish.draw:
            self._draw_seats()

    @property
    def change(self) -> Change:
        """What to store."""
        position = self.start.position if self.start else None
        return Change(self.stored, new=True, box=self.box, position=position)

    def _stored(self, wish: table_wire.Create, box: str, date: float) -> StoredTable:
        game = load(wish.game, self.start.rules if self.start else None)
        times = initial_times(wish.clock, wish.seats)
        parent = self.start.parent if self.start else None
        return StoredTable(
            id=keys.new_name(),
            game=game.name,
            rules=game.rules,
            seats=wish.seats,
            options=game.settle_options(wish.options),
            box=box,
            own_box=self.box.digest if self.box else None,
            listed=wish.listed,
            clock=wish.clock,
            away=wish.away,
            seed=self.start.seed if self.start else keys.new_seed(),
            host=keys.hash_key(self.host),
            created=date,
            phase="playing" if wish.start else "waiting",
            update_number=1,
            progress=TableProgress(
                self._chairs(wish),
                times,
                draw=wish.draw,
                parent=parent,
                hints=wish.hints,
                free_text=wish.free_text,
                contest=Contest(rated=True) if wish.rated else None,
                host_passport=self.person.id if self.person else "",
            ),
            changed=date,
            creator=self.creator,
        )

    def _chairs(self, wish: table_wire.Create) -> list[StoredChair]:
        bots = [*wish.bots, *[None] * (wish.seats - len(wish.bots))]
        chairs = [StoredChair(keys.hash_key(key), bot=bot) for key, bot in zip(self.keys, bots, strict=True)]
        if wish.seat is not None:
            chairs[wish.seat] = new_sitter(chairs[wish.seat].hash, clean_name(wish.name), self.person)
        return chairs

    def _draw_seats(self) -> None:
        """Draw the chairs of a match that begins at once, and the keys with them."""
        order = draw_chairs(self.stored)
        self.keys = reorder(self.keys, order)
        self.seat = None if self.seat is None else order.index(self.seat)

    def answer(self) -> table_wire.Created:
        """Return the table as its creator is told of it, with keys and invitations."""
        chairs = self.stored.progress.chairs
        return table_wire.Created(
            table=facts(self.stored),
            host=self.host,
            seat=self.seat,
            key=None if self.seat is None else self.keys[self.seat],
            invitations=[None if chair.person else key for chair, key in zip(chairs, self.keys, strict=True)],
        )


def check_wish(wish: table_wire.Create) -> None:
    """Raise a Refusal if no game could be set up like this."""
    if len(wish.bots) > wish.seats:
        raise Refusal(f"expected bots for at most {wish.seats} seats, got {len(wish.bots)}", 400)
    for level in wish.bots:
        if level is not None:
            check_level(level)
    if wish.seat is not None and wish.seat >= wish.seats:
        raise Refusal(f"expected your seat below {wish.seats}, got {wish.seat}", 400)
    if wish.seat is not None and wish.bots[wish.seat : wish.seat + 1] not in ([], [None]):
        raise Refusal("expected no bot in your own chair", 400)
    if wish.clock.kind != "none" and wish.clock.seconds < SHORTEST_CLOCK:
        raise Refusal(f"expected a clock of at least {SHORTEST_CLOCK} seconds, got {wish.clock.seconds}", 400)
    if wish.hints and wish.clock.kind != "none":
        raise Refusal("expected hints only at a table without a clock", 400)
    if wish.free_text and wish.listed:
        raise Refusal("expected free text only at a table that is not listed", 400)
    filled = {seat for seat, level in enumerate(wish.bots) if level} | {wish.seat} - {None}
    if wish.start and len(filled) < wish.seats:
        raise Refusal("expected somebody in every chair of a table that starts at once", 400)
