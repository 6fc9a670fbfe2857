"""The seats of people with passports: listed page by page, kept, exported, and forgotten."""

import re
from typing import Any, Final

import msgspec

from fairground.server import keys
from fairground.server.backend import FindTable
from fairground.server.errors import Refusal
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.people_wire import KeepSeats, KeptSeats, MyMatch, MyMatches, MyTurns, OwnSeat, Person
from fairground.server.store.seating_rows import PlaceInList, Seating, SeatingStore
from fairground.server.store.store import StoredTable
from fairground.server.tables.people import forget_person, keep_chair
from fairground.server.tables.registry import TableRegistry
from fairground.server.tables.rest_requests import ForgetPerson, KeepSeat

PAGE: Final = 30
EXPORTED: Final = 500  # rows that are read at a time
_CURSOR = re.compile(
    rf"([01])_([0-9]{{1,12}}\.[0-9]{{1,17}})_([{keys.ALPHABET}]{{1,32}})_([0-9]{{1,2}})", re.ASCII
)


class PassportSeats:
    """What the server knows about the seats of people with passports."""

    section = "seats"

    def __init__(self, registry: TableRegistry, store: SeatingStore, find_table: FindTable) -> None:
        self.registry = registry
        self.store = store
        self.find_table = find_table

    async def matches(self, passport: str, over: bool, after: str | None) -> MyMatches:
        """Return a page of somebody's matches: those under way, their turns first, or those that are over."""
        place = None if after is None else read_cursor(after)
        found = await self.store.page(passport, over, place, PAGE + 1)
        shown = found[:PAGE]
        tables = await self.store.tables([seating.table_id for seating in shown])
        facts = await self.registry.all_facts(list(tables.values()))
        by_id = {each.table.id: each for each in facts}
        matches = [
            MyMatch(msgspec.structs.replace(by_id[s.table_id], seat=s.seat), s.turn, s.changed)
            for s in shown
            if s.table_id in by_id
        ]
        return MyMatches(matches, write_cursor(shown[-1]) if len(found) > PAGE else None)

    async def turns(self, passport: str) -> MyTurns:
        return MyTurns(await self.store.count_turns(passport))

    async def keep(self, person: Person, wish: KeepSeats, address: str) -> KeptSeats:
        """Hang chairs on a passport that were taken without it."""
        limits = self.registry.services.address_limits
        if limits.is_guessing(address) or not limits.kept_seats_an_hour.take(address, len(wish.seats)):
            raise Refusal(TOO_MANY, 429)
        return KeptSeats([seat.table for seat in wish.seats if await self._keep(person, seat, address)])

    async def _keep(self, person: Person, own: OwnSeat, address: str) -> bool:
        """Hang a chair on a passport; return whether it does so now."""
        try:
            if not await self._keep_sleeping(person, own):
                await (await self.find_table(own.table, address, own.key)).request(KeepSeat(own.key, person))
        except Refusal as refusal:
            if refusal.status == 403:
                self.registry.services.address_limits.count_bad_key(address)
            return False
        return True

    async def _keep_sleeping(self, person: Person, own: OwnSeat) -> bool:
        def keep(stored: StoredTable) -> None:
            seat = keys.find_key(own.key, [chair.hash for chair in stored.progress.chairs])
            if seat is None or not stored.progress.chairs[seat].person:
                raise Refusal("this key opens no chair at this table", 403)
            keep_chair(stored.progress.chairs[seat], person)

        return await self.registry.change_sleeping(own.table, keep)

    # Personal data

    async def export_passport(self, passport: str) -> Any:
        """Return every seat with what everybody knows about its table."""
        rows = await self.store.of_passport(passport)
        found = []
        for start in range(0, len(rows), EXPORTED):
            part = rows[start : start + EXPORTED]
            tables = await self.store.tables([row.table_id for row in part])
            found += [_exported(row, tables[row.table_id]) for row in part if row.table_id in tables]
        return found

    async def delete_passport(self, passport: str) -> None:
        """Let every table forget the person; finished matches stay for the others."""
        stand_in = self.registry.services.settings.stand_in

        def forget(stored: StoredTable) -> None:
            forget_person(stored, passport, stand_in)

        for name in {row.table_id: None for row in await self.store.of_passport(passport)}:
            if not await self.registry.change_sleeping(name, forget):
                await self._forget_awake(name, passport)
        await self.store.delete_passport(passport)

    async def _forget_awake(self, name: str, passport: str) -> None:
        try:
            await (await self.find_table(name)).request(ForgetPerson(passport))
        except Refusal as refusal:
            if refusal.status not in {404, 409}:  # it is gone, or cannot be played here any more
                raise


def _exported(row: Seating, table: StoredTable) -> dict[str, Any]:
    chairs = table.progress.chairs
    return {
        "table": table.id,
        "game": table.game,
        "seat": row.seat,
        "phase": table.phase,
        "created": table.created,
        "changed": table.changed,
        "players": [chair.name or chair.bot for chair in chairs],
        "points": table.progress.points,
    }


def write_cursor(seating: Seating) -> str:
    """Return the place of a seating in its list, as text."""
    return f"{int(seating.turn)}_{seating.changed!r}_{seating.table_id}_{seating.seat}"


def read_cursor(text: str) -> PlaceInList:
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise Refusal("expected the `next` of a page before", 400)
    turn, changed, table, seat = found.groups()
    return PlaceInList(turn == "1", float(changed), table, int(seat))
