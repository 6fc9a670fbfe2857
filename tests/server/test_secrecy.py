"""What a seat is sent reveals nothing it may not know: twin worlds give exactly the same bytes."""

from collections.abc import Iterator
from copy import copy

import msgspec
import pytest

from fairground import load
from fairground.engine.clicks import click_paths
from fairground.engine.match import Made, Match
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State
from fairground.engine.story import entries_for
from fairground.server import keys, wire
from fairground.server.people.chat_lines import make_line, show_lines
from fairground.server.store.seatings import occupancy_of
from fairground.server.store.store import StoredChair, StoredNote, StoredTable, TableProgress
from fairground.server.tables.clocks import Clocks, initial_times
from fairground.server.tables.obstacles import answer_why
from fairground.server.tables.state import TableState
from fairground.server.tables.updates import make_update
from settings import EVERY_GAME, EVERY_TABLE, SETTINGS, Setting

HIDING = [s for s in SETTINGS if s.game.hides(s.options)]
STEPS = 12


def table_of(setting: Setting, seed: bytes) -> TableState:
    """Return a table whose match has begun."""
    chairs = [
        StoredChair(keys.hash_key(f"key {seat}"), person=True, name=f"n{seat}")
        for seat in range(setting.seats)
    ]
    chairs[-1].agreed, notes = [0], [StoredNote(1, 0, "table.agreed", {"name": "n0", "chair": 1})]
    game, clock = setting.game, wire.Clock("bank", 60, 5)
    state = TableState(
        StoredTable(
            id="twins",
            game=game.name,
            rules=game.rules,
            seats=setting.seats,
            options=setting.options,
            box=game.box().digest,
            own_box=None,
            listed=True,
            clock=clock,
            away=None,
            seed=seed,
            host=keys.hash_key("host"),
            created=0.0,
            phase="playing",
            update_number=1,
            progress=TableProgress(chairs, initial_times(clock, setting.seats), notes=notes),
            changed=0.0,
        )
    )
    state.begin()
    return state


def sent(state: TableState, seat: int | None, since: int) -> bytes:
    """Return the bytes that are sent to a seat."""
    return wire.write(make_update(state, seat, since, True, 0.0))


def answered(state: TableState, seat: int, step: int) -> bytes:
    """Return the answers to a seat that asks why it cannot click some things on the board."""
    spots = sorted(click_paths(state.game).by_spot)[step::31]
    return wire.write([answer_why(state, seat, wire.AskWhy(spot)) for spot in spots])


def talked(state: TableState) -> bytes:
    """Return what everybody at the table is sent when somebody says something."""
    lines = [make_line(state, seat, 0.0, "wow") for seat in range(state.stored.seats)]
    return wire.write(show_lines(lines, state.chairs))


def copied(state: TableState) -> TableState:
    """Return an independent copy of a table."""
    assert state.match is not None
    twin = copy(state)
    twin.stored = msgspec.msgpack.decode(msgspec.msgpack.encode(state.stored), type=StoredTable)
    twin.clocks = Clocks(twin.stored.clock, twin.stored.progress.banks)
    twin.stories, twin.update_numbers = list(state.stories), list(state.update_numbers)
    twin.lefts = list(state.lefts)
    twin.asked_since = list(state.asked_since)
    twin.match = copy(state.match)
    twin.match.state = state.match.state.copy()
    twin.match.made, twin.match.story = list(state.match.made), list(state.match.story)
    return twin


def twin_of(state: TableState, seat: int, rng: Rng) -> TableState:
    """Return the same table in a world that the seat cannot tell from the true one, with the same story."""
    twin = copied(state)
    assert state.match is not None and twin.match is not None
    twin.match.state = state.match.state.imagine(seat, rng)
    twin.match.state.rng = state.match.state.rng.copy()  # draw the same numbers as far as possible
    twin.stories = [entries_for(story, seat) for story in state.stories]
    return twin


def check_twins(state: TableState, seat: int, rng: Rng) -> int:
    """Play on in both worlds as long as the seat sees the same; everything it is sent must be the same."""
    true, twin = copied(state), twin_of(state, seat, rng)
    compared = 0
    for _ in range(STEPS):
        assert sent(true, seat, 0) == sent(twin, seat, 0)
        assert sent(true, None, 0) == sent(twin, None, 0)
        assert talked(true) == talked(twin)
        assert occupancy_of(true.stored) == occupancy_of(twin.stored), (
            "their list of matches tells them apart"
        )
        assert answered(true, seat, compared) == answered(twin, seat, compared)
        compared += 1
        if not step(true, twin, seat, rng):
            break
    return compared


def step(true: TableState, twin: TableState, seat: int, rng: Rng) -> bool:
    """Make a move in both worlds; return False if the seat may tell them apart afterwards."""
    assert true.match is not None and twin.match is not None
    if true.match.over:
        return False
    actor = int(true.match.state.someone(rng))
    here, there = true.match.state.legal(actor), twin.match.state.legal(actor)
    both = sorted(set(here) & set(there))
    if not both:
        return False
    move = both[rng.below(len(both))]
    true.play(actor, move, 0.0)
    twin.play(actor, move, 0.0)
    return same_sight(true, twin, seat)


def same_sight(true: TableState, twin: TableState, seat: int) -> bool:
    """Return whether nothing was revealed: both worlds have the same view and drew and showed as much."""
    assert true.match is not None and twin.match is not None
    game = true.game
    for viewer in (seat, None):
        one, other = game.view(true.match.state, viewer), game.view(twin.match.state, viewer)
        if wire.write(one) != wire.write(other):
            return False
    return last(true.match) == last(twin.match)


def last(match: Match[State, object]) -> Made:
    return match.made[-1]


def pairs(setting: Setting, seed: str, every: int) -> Iterator[int]:
    """Play a whole match, and every few moves compare it with a twin for one seat."""
    state, rng = table_of(setting, seeded_bytes(seed)), seeded(seed)
    assert state.match is not None
    while not state.match.over:
        if len(state.match.made) % every == 0:
            yield check_twins(state, int(rng.below(setting.seats)), rng)
        actor = int(state.match.state.someone(rng))
        moves = state.match.state.legal(actor)
        state.play(actor, moves[rng.below(len(moves))], 0.0)
    for seat in range(setting.seats):
        yield check_twins(state, seat, rng)


def seeded_bytes(seed: str) -> bytes:
    rng = seeded(seed)
    return bytes(int(rng.below(256)) for _ in range(32))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_twin_worlds_are_sent_the_same_bytes(name: str) -> None:
    """Compare over a whole match with few seats and one with many."""
    tables = [setting for setting in EVERY_TABLE if setting.name == name]
    compared = sum(steps for s in (tables[0], tables[-1]) for steps in pairs(s, f"twins {s}", 20))
    assert compared >= 10


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY_GAME)
def test_thousands_of_twin_worlds_are_sent_the_same_bytes(name: str) -> None:
    settings = [s for s in SETTINGS if s.name == name]
    found, number = 0, 0
    while found < 2000:
        setting = settings[number % len(settings)]
        found += sum(1 for _ in pairs(setting, f"soak {number}", 3))
        number += 1


def test_a_leak_would_be_found() -> None:
    """If a view revealed another seat's secret, the twins would differ."""
    setting = HIDING[0]
    state, rng = table_of(setting, seeded_bytes("leak")), seeded("leak")
    assert state.match is not None
    game = load(setting.name)
    leaky = msgspec.json.encode(game.dump(state.match.state)["state"])
    worlds = {msgspec.json.encode(game.dump(twin_of(state, 0, rng).match.state)["state"]) for _ in range(20)}  # type: ignore[union-attr]
    assert worlds - {leaky}, "the twins must be different worlds"
