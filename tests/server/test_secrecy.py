"""What is sent tells nothing that a seat may not know: twin worlds give the very same bytes."""

from collections.abc import Iterator
from copy import copy

import msgspec
import pytest

from fairground import load
from fairground.engine.match import Made, Match
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State
from fairground.engine.story import entries_for
from fairground.server import keys, wire
from fairground.server.live import LiveTable
from fairground.server.store import Kept, Live, Seated
from fairground.server.telling import update
from fairground.server.times import Clocks, fresh
from settings import EVERY_GAME, EVERY_TABLE, SETTINGS, Setting

HIDING = [s for s in SETTINGS if s.game.hides(s.options)]
STEPS = 12


def table_of(setting: Setting, seed: bytes) -> LiveTable:
    """A table as the server keeps it, its match begun."""
    chairs = [
        Seated(keys.hashed(f"key {seat}"), person=True, name=f"n{seat}") for seat in range(setting.seats)
    ]
    game, clock = setting.game, wire.Clock("bank", 60, 5)
    return LiveTable(
        Kept(
            id="twins",
            game=game.name,
            rules=game.rules,
            seats=setting.seats,
            options=setting.options,
            box=game.box().digest,
            box_text=None,
            listed=True,
            clock=clock,
            away=None,
            seed=seed,
            host=keys.hashed("host"),
            created=0.0,
            phase="playing",
            number=1,
            live=Live(chairs, fresh(clock, setting.seats)),
            changed=0.0,
        )
    )


def sent(live: LiveTable, seat: int | None, since: int) -> bytes:
    """The very bytes that go to a seat."""
    return wire.write(update(live, seat, since, True, 0.0))


def copied(live: LiveTable) -> LiveTable:
    """The same table, going its own way from here on."""
    assert live.match is not None
    twin = copy(live)
    twin.kept = msgspec.msgpack.decode(msgspec.msgpack.encode(live.kept), type=Kept)
    twin.clocks = Clocks(twin.kept.clock, twin.kept.live.banks)
    twin.tales, twin.numbers, twin.asked = list(live.tales), list(live.numbers), list(live.asked)
    twin.match = copy(live.match)
    twin.match.state = live.match.state.copy()
    twin.match.made, twin.match.story = list(live.match.made), list(live.match.story)
    return twin


def twin_of(live: LiveTable, seat: int, rng: Rng) -> LiveTable:
    """The same table in a world that the seat cannot tell from the true one, with the same past to tell."""
    twin = copied(live)
    assert live.match is not None and twin.match is not None
    twin.match.state = live.match.state.imagine(seat, rng)
    twin.match.state.rng = live.match.state.rng.copy()  # chance falls alike as far as it can
    twin.tales = [entries_for(tale, seat) for tale in live.tales]
    return twin


def check_twins(live: LiveTable, seat: int, rng: Rng) -> int:
    """Play on in both worlds as long as the seat sees the same; whatever it is sent must be the same too."""
    true, twin = copied(live), twin_of(live, seat, rng)
    compared = 0
    for _ in range(STEPS):
        assert sent(true, seat, 0) == sent(twin, seat, 0)
        assert sent(true, None, 0) == sent(twin, None, 0)
        compared += 1
        if not step(true, twin, seat, rng):
            break
    return compared


def step(true: LiveTable, twin: LiveTable, seat: int, rng: Rng) -> bool:
    """Make a move in both worlds; False when the seat may tell them apart from now on."""
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


def same_sight(true: LiveTable, twin: LiveTable, seat: int) -> bool:
    """Whether nothing has come to light: the same view in both worlds, and as much was drawn and shown."""
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
    """Walk through a whole match; at every few moves a twin for one seat."""
    live, rng = table_of(setting, seeded_bytes(seed)), seeded(seed)
    assert live.match is not None
    while not live.match.over:
        if len(live.match.made) % every == 0:
            yield check_twins(live, int(rng.below(setting.seats)), rng)
        actor = int(live.match.state.someone(rng))
        moves = live.match.state.legal(actor)
        live.play(actor, moves[rng.below(len(moves))], 0.0)
    for seat in range(setting.seats):
        yield check_twins(live, seat, rng)


def seeded_bytes(seed: str) -> bytes:
    rng = seeded(seed)
    return bytes(int(rng.below(256)) for _ in range(32))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_twin_worlds_are_sent_the_same_bytes(name: str) -> None:
    """Over a whole match with few and one with many seats."""
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
    """If a view told another seat's secret, the twins would differ."""
    setting = HIDING[0]
    live, rng = table_of(setting, seeded_bytes("leak")), seeded("leak")
    assert live.match is not None
    game = load(setting.name)
    leaky = msgspec.json.encode(game.dump(live.match.state)["state"])
    worlds = {msgspec.json.encode(game.dump(twin_of(live, 0, rng).match.state)["state"]) for _ in range(20)}  # type: ignore[union-attr]
    assert worlds - {leaky}, "the twins are other worlds indeed"
