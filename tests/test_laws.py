"""Every game keeps every law, with every number of seats and every option."""

import pytest

from fairground import Match, Record, load
from fairground.engine.laws import check_match
from fairground.engine.playout import perft
from fairground.engine.rng import seeded
from settings import COVERING, EVERY_GAME, EVERY_TABLE, SETTINGS, Setting, folder_of


@pytest.mark.parametrize("setting", COVERING, ids=str)
def test_a_random_match_keeps_every_law(setting: Setting) -> None:
    check_match(setting.game, setting.seats, setting.options, "first", every=3)


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_many_random_matches_keep_every_law(setting: Setting) -> None:
    others = sum(other.name == setting.name for other in SETTINGS)
    for number in range(max(4, 200 // others)):
        check_match(setting.game, setting.seats, setting.options, f"soak {number}")


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_keyed_chance_keeps_replays_identical(setting: Setting) -> None:
    match = Match(setting.game, setting.seats, bytes(range(32)), setting.options)
    rng = seeded("keyed")
    while not match.over and len(match.made) < 60:
        seat = int(match.state.someone(rng))
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    again = Match.replay(setting.game, Record.parse(str(match.record())))
    assert setting.game.dump(again.state) == setting.game.dump(match.state)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_golden_records_replay_and_show_every_way_to_end(name: str) -> None:
    game = load(name)
    ends, deciders = set(), set()
    for path in sorted(folder_of(name).glob("tests/golden/*.game")):
        record = Record.parse(path.read_text())
        match = Match.replay(load(name, record.rules), record)
        assert match.over, path.name
        ends.add(match.outcome().reason)
        deciders.add(match.outcome().decided)
    assert ends == set(game.reasons)
    assert deciders == set(game.deciders)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_perft_counts_are_as_published(name: str) -> None:
    lines = load(name).document("tests/perft.txt").splitlines()
    counts = [tuple(map(int, line.split())) for line in lines if line and not line.startswith("#")]
    game = load(name)
    assert {seats for seats, _, _ in counts} == set(game.seats)
    for seats, depth, nodes in counts:
        options = game.settle_options({}, study=True)
        assert perft(game.setup(seats, seeded("perft"), options), depth) == nodes, (seats, depth)
