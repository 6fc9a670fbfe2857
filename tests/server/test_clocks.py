"""Clocks per move, banks with an increment, and what happens when time is up. Tests advance the time."""

import asyncio
import contextlib
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fairground import load
from fairground.server import wire
from fairground.server.errors import Refusal
from fairground.server.store.store import StoredChair, StoredTable, TableProgress
from fairground.server.tables.clocks import Clocks, initial_times
from fairground.server.tables.idle import IdleTracker
from fairground.server.tables.request_context import Asker, RequestContext
from fairground.server.tables.requests import RequestHandler
from fairground.server.tables.state import TableState
from fairground.server.tables.updates import make_update
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs
from hosting import Guest, Inline, open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def turns(guests: dict[int, Guest]) -> tuple[Guest, int]:
    """Return somebody who owes a move, and their seat."""
    return next((guest, seat) for seat, guest in guests.items() if guest.now.offers)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_when_the_time_for_a_move_is_up_a_bot_makes_it(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            clock = {"kind": "move", "seconds": 30}
            guests = await host.sit_down(stack, name, clock=clock, away=None)
            guest, seat = turns(guests)
            assert guest.now.times.left[seat] == 30 and seat in guest.now.times.running
            time.advance(29.5)
            await guest.request(wire.Rename("slow"))
            assert guest.now.moves == 0
            assert guest.now.times.left[seat] == 0.5
            time.advance(0.5)
            await guest.until(lambda: guest.now.moves > 0 and guest.now.times.left[seat] == 30)
            assert seat in [made.seat for made in host.match(guest.table).made]
            assert guest.now.chairs[seat].bot is None, "only this move was the bot's"

    run(scenario())


def test_a_late_move_is_refused(tmp_path: Path) -> None:
    class Asleep(Inline):
        async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
            await asyncio.Event().wait()
            raise AssertionError

    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, Asleep()) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME, clock={"kind": "move", "seconds": 30})
            guest, _ = turns(guests)
            before = guest.now
            time.advance(30)
            await guest.until(lambda: guest.now.update > before.update)
            assert guest.now.offers == []
            refused = await guest.ask(wire.Play(guest.now.update, before.offers[0].move))
            assert refused is not None and refused.why == "your time is up: a bot makes this move"

    run(scenario())


def test_a_bank_is_used_up_move_by_move_and_grows_by_the_increment(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME, clock={"kind": "bank", "seconds": 100, "increment": 7})
            guest, seat = turns(guests)
            time.advance(40)
            await guest.play(guest.now.offers[0].move)
            assert guest.now.times.left[seat] == 67
            others = [left for other, left in enumerate(guest.now.times.left) if other != seat]
            assert all(left in (60, 100) for left in others), "seats that decide at once use the same time"

    run(scenario())


def test_clocks_pause_while_the_server_is_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME, clock={"kind": "bank", "seconds": 100})
            guest, seat = turns(guests)
            table, key = guest.table, guest.key
            time.advance(30)
        time.advance(10_000)
        async with open_server(tmp_path, time) as host:
            assert host.registry.tables == {}, "it sleeps until its clock runs out or somebody comes"
            async with host.guest(table, key) as guest:
                assert guest.now.times.left[seat] == 70
                time.advance(10)
                await guest.request(wire.Rename("back"))
                assert guest.now.times.left[seat] == 60

    run(scenario())


def test_only_the_clocks_of_deciding_seats_run() -> None:
    clocks = Clocks(wire.Clock("bank", 10, 2), [10.0, 10.0])
    clocks.run([0], 0.0)
    clocks.run([1], 4.0)
    clocks.finish_move(0)
    assert clocks.times(5.0) == wire.Times([8.0, 9.0], [1])
    clocks.settle(99.0)
    assert clocks.expired_seats() == [1]
    assert clocks.seconds_to_expiry() == 0.0


def budget(clock: wire.Clock, moves: int) -> float:
    """Return how long a seat may have thought in all if so many of its moves stand."""
    if clock.kind == "bank":
        return float(clock.seconds + clock.increment * moves)
    return float(clock.seconds * (moves + 1))


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.floats(0, 40)),
        st.tuples(st.just("play"), st.integers(0, 1000)),
        st.tuples(st.just("undo"), st.just(0)),
    ),
    max_size=60,
)


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("clock", [wire.Clock("bank", 100, 30), wire.Clock("move", 50)])
@given(steps=STEPS)
@example([("play", 0), ("undo", 0)] * 30)
@example([("wait", 20.0), ("play", 0), ("wait", 40.0), ("undo", 0)] * 10)
@settings(max_examples=40)
def test_nobody_gains_time_by_undo(name: str, clock: wire.Clock, steps: list[tuple[str, float]]) -> None:
    """Whatever people play and undo, they never think longer than the moves that stand allow."""
    state, time = begun_table(name, clock), ManualTime()
    handler = RequestHandler(RequestContext(state, time, "greedy", IdleTracker(state, 600.0, 0.0)))
    thought = [0.0] * state.stored.seats
    for what, amount in steps:
        state.clocks.run(state.deciding_people(), time.now())
        if what == "wait":
            for seat in state.clocks.since:
                thought[seat] += amount
            time.advance(amount)
            state.clocks.settle(time.now())
            if state.clocks.expired_seats():
                return
        else:
            attempt(handler, what, int(amount))
        moves = [made.seat for made in state.match.made] if state.match else []
        for seat, left in enumerate(state.clocks.left):
            assert left <= budget(clock, moves.count(seat)) - thought[seat] + 1e-6
            assert clock.kind == "bank" or left <= clock.seconds


def attempt(handler: RequestHandler, what: str, choice: int) -> None:
    """Let the first seat that may do it play or undo."""
    state = handler.context.state
    update = state.stored.update_number
    for seat in range(state.stored.seats):
        offers = make_update(state, seat, 0, False, handler.context.time.now()).offers
        request: wire.Request | None = wire.Undo(update) if what == "undo" else None
        if what == "play" and offers:
            request = wire.Play(update, offers[choice % len(offers)].move)
        if request:
            with contextlib.suppress(Refusal):
                handler.handle(Asker(seat), request)
                return


def begun_table(name: str, clock: wire.Clock) -> TableState:
    """Return a table of people whose match has begun."""
    game = load(name)
    seats = game.seats[0]
    progress = TableProgress([StoredChair("a", True)] * seats, initial_times(clock, seats))
    stored = StoredTable(
        "t", name, game.rules, seats, game.settle_options({}), game.box().digest, None, False, clock, None,
        bytes(32), "h", 0.0, "playing", 1, progress, 0.0,
    )  # fmt: skip
    state = TableState(stored)
    state.begin()
    return state


def test_undo_gives_back_the_time_before_the_move_without_what_was_used_since() -> None:
    bank = Clocks(wire.Clock("bank", 100, 7), [0.0])
    bank.left[0] = 60 + 7 - 10  # 60 before the move, then 10 used
    assert bank.time_before(0, [60.0]) == 50
    move = Clocks(wire.Clock("move", 30), [25.0])
    assert move.time_before(0, [12.0]) == 12 - 5
    assert move.time_before(0, [12.0, 28.0]) == 12 - 2 - 5
    assert bank.time_before(0, [None]) == 50, "a move of an earlier version counts as made at once"


def test_undo_is_refused_when_the_time_for_the_decision_is_used_up() -> None:
    tried = 0
    for name in EVERY_GAME:
        state, time = begun_table(name, wire.Clock("move", 50)), ManualTime()
        handler = RequestHandler(RequestContext(state, time, "greedy", IdleTracker(state, 600.0, 0.0)))
        state.clocks.run(state.deciding_people(), 0.0)
        time.advance(40)
        attempt(handler, "play", 0)
        able = [seat for seat in range(state.stored.seats) if state.undoable_update(seat) is not None]
        if able:
            tried += 1
            check_late_undo(handler, time, able[0])
    assert tried


def check_late_undo(handler: RequestHandler, time: ManualTime, seat: int) -> None:
    """Check that a move made with 10 seconds left stands after the seat has thought for 20 more."""
    state = handler.context.state
    assert state.lefts == [10.0]
    state.clocks.run([seat], time.now())
    time.advance(20)
    before = state.stored.update_number
    with pytest.raises(Refusal, match="used up"):
        handler.handle(Asker(seat), wire.Undo(before))
    assert state.move_count == 1 and state.stored.update_number == before


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_a_bot_decided_when_the_time_was_up_cannot_be_taken_back(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, name, clock={"kind": "move", "seconds": 30}, away=None)
            guest, seat = turns(guests)
            time.advance(30)
            await guest.until(lambda: guest.now.moves > 0 and guest.now.times.left[seat] == 30)
            assert "table.late" in [entry.key for entry in guest.story]
            assert not guest.now.undo
            refused = await guest.ask(wire.Undo(guest.now.update))
            assert refused is not None and refused.why.startswith("there is nothing to undo")

    run(scenario())


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    clocks = Clocks(wire.Clock(), [0.0, 0.0])
    clocks.run([0, 1], 0.0)
    assert clocks.times(10.0**9) == wire.Times([None, None], [])
    assert clocks.expired_seats() == [] and clocks.seconds_to_expiry() is None
