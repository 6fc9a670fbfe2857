"""Hints at a table: who gets them, that everybody is told, and that they follow from what the seat knows."""

from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from fairground.analysis import hints as search
from fairground.server import wire
from fairground.server.tables.hints import NO_HINTS
from fairground.server.workers import jobs
from fairground.server.workers.lanes import lane_of
from hosting import Guest, Inline, open_server, options_of, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


@pytest.fixture(autouse=True)
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PLAYOUTS", 4)
    monkeypatch.setattr(search.give_hints, "__defaults__", (100,))


async def hint_of(guest: Guest) -> wire.Hint:
    await guest.request(wire.AskHint())
    await guest.until(lambda: guest.hint is not None)
    assert guest.hint is not None
    return guest.hint


def told(guest: Guest, key: str = "table.hint") -> list[wire.Told]:
    return [entry for entry in guest.story if entry.key == key]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_against_bots_a_hint_shows_moves_that_are_offered(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            wish = {"bots": [None, "random"], "start": True, "options": options_of(name)}
            created = await host.create(name, 2, **wish)
            async with host.guest(created.table.id, created.key) as guest:
                await guest.until(lambda: bool(guest.now.offers))
                assert guest.now.hints
                hint = await hint_of(guest)
                offered = {offer.move: (offer.words, offer.path) for offer in guest.now.offers}
                assert hint.moves
                for move in hint.moves:
                    assert offered[move.move] == (move.words, move.path)
                assert len(told(guest)) == 1 and told(guest)[0].values["chair"] == created.seat

    run(scenario())


def test_a_hint_is_told_once_for_a_decision_and_again_for_the_next(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, bots=[None, "random"], start=True, options=options_of(GAME))
            async with host.guest(created.table.id, created.key) as guest:
                for decision in (1, 2):
                    await guest.until(lambda: bool(guest.now.offers))
                    first = await hint_of(guest)
                    guest.hint = None
                    assert (await hint_of(guest)).moves == first.moves
                    assert len(told(guest)) == decision
                    guest.hint = None
                    moves = guest.now.moves
                    await guest.play(guest.now.offers[0].move)
                    await guest.until(lambda moves=moves: guest.now.moves > moves)  # type: ignore[misc]

    run(scenario())


@pytest.mark.parametrize(
    ("wish", "allowed"),
    [({}, False), ({"hints": True}, True), ({"clock": {"kind": "move", "seconds": 60}}, False)],
    ids=["usual", "allowed", "clocked"],
)
def test_among_people_the_host_decides(wish: dict[str, object], allowed: bool, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME, 2, **wish)
            guest = next(guest for guest in guests.values() if guest.now.offers)
            assert guest.now.hints == allowed
            if allowed:
                assert (await hint_of(guest)).moves
            else:
                refused = await guest.ask(wire.AskHint())
                assert refused and refused.why == NO_HINTS
                assert told(guest) == []

    run(scenario())


def test_only_who_is_to_move_gets_a_hint_and_nobody_else_sees_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            name = next(name for name in EVERY_GAME if name != GAME)
            guests = await host.sit_down(stack, name, hints=True)
            watcher = await stack.enter_async_context(host.guest(guests[0].table))
            guest = next(guest for guest in guests.values() if guest.now.offers)
            waiting = [other for other in guests.values() if not other.now.offers]
            await hint_of(guest)
            for other in waiting:
                refused = await other.ask(wire.AskHint())
                assert refused and refused.why == "it is not your turn"
            refused = await watcher.ask(wire.AskHint())
            assert refused and "watching" in refused.why
            for other in [*guests.values(), watcher]:
                await other.until(lambda other=other: bool(told(other)))  # type: ignore[misc]
                assert other is guest or other.hint is None
                assert other is guest or not any('"type":"hint"' in frame for frame in other.frames)

    run(scenario())


def test_hints_and_a_clock_do_not_go_together(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            wish = {"game": GAME, "seats": 2, "hints": True, "clock": {"kind": "move", "seconds": 60}}
            status, why = await host.refusal("POST", "/api/tables", json=wish)
            assert (status, why) == (400, "expected hints only at a table without a clock")

    run(scenario())


def test_a_failed_search_is_told_and_changes_nothing(tmp_path: Path) -> None:
    class Failing(Inline):
        async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
            if isinstance(job, jobs.FindHints):
                return jobs.JobFailed("a bug")
            return await super().ask(job)

    async def scenario() -> None:
        async with open_server(tmp_path, workers=Failing()) as host:
            created = await host.create(GAME, bots=[None, "random"], start=True, options=options_of(GAME))
            async with host.guest(created.table.id, created.key) as guest:
                await guest.until(lambda: bool(guest.now.offers))
                await guest.request(wire.AskHint())
                await guest.until(lambda: bool(guest.refused))
                assert "ask again" in guest.refused[0].why and "a bug" not in guest.refused[0].why
                moves = guest.now.moves
                await guest.play(guest.now.offers[0].move)
                assert guest.now.moves > moves

    run(scenario())


def test_hints_wait_with_strong_bots_never_with_quick_ones() -> None:
    assert lane_of(jobs.FindHints("t", "record", None, 0)) == "strong"
    assert lane_of(jobs.FindHints("t", "record", "box", 0)) == "own_box"


def test_the_allowance_is_fixed_and_everybody_may_know_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, hints=True)
            facts = (await host.web.get(f"/api/tables/{created.table.id}")).json()
            assert facts["table"]["hints"] is True
            assert msgspec.convert(facts["table"], wire.Facts) == created.table

    run(scenario())
