"""The networks that come with the games, and the level that plays with them."""

from importlib import resources

import pytest

from fairground import OVER, Match, list_games, load, seeded
from fairground.bots import bot
from fairground.bots.network_file import NetworkFile, parse_network
from fairground.bots.search.network_judge import LearntJudge
from fairground.bots.search_bot import SearchBot
from fairground.bots.trained_judge import SHIPPED
from fairground.engine.fingerprints import trait_digest
from fairground.engine.mind import Mind
from settings import EVERY_GAME

LARGEST = 1 << 20


def shipped(name: str) -> bytes:
    try:
        return (resources.files(load(name).package) / SHIPPED).read_bytes()
    except FileNotFoundError:
        return b""


LEARNT = [name for name in list_games() if shipped(name)]


def opening(name: str, seats: int, options: dict[str, str] | None = None) -> Mind:
    game = load(name)
    match = Match(game, seats, "opening", game.settle_options(options or {}, study=True))
    return match.mind(match.state.actors()[0], seeded("mind"))


def read(name: str) -> NetworkFile:
    return parse_network(shipped(name), f"{SHIPPED} of {name}")


@pytest.mark.parametrize("name", LEARNT)
def test_it_fits_the_present_edition_and_is_small(name: str) -> None:
    game, found = load(name), read(name)
    assert len(shipped(name)) <= LARGEST
    assert (found.info.game, found.info.rules, found.info.box) == (name, game.rules, game.box().digest)
    assert found.info.options == game.settle_options({}, study=True)
    assert set(found.info.seats) <= set(game.seats)


@pytest.mark.parametrize("name", LEARNT)
def test_what_it_is_told_is_computed_as_when_it_learnt(name: str) -> None:
    """If this fails, traits have changed: train again."""
    game, found = load(name), read(name)
    for seats, learnt in found.info.seats.items():
        if learnt.inputs == "traits":
            assert trait_digest(game, seats, found.info.options) == learnt.probe


@pytest.mark.parametrize("name", LEARNT)
def test_the_highest_level_asks_it_where_it_has_learnt(name: str) -> None:
    level = bot("virtuoso")
    assert isinstance(level, SearchBot)
    for seats in load(name).seats:
        mind = opening(name, seats)
        asked = isinstance(level.judge(mind), LearntJudge)
        assert asked == (seats in read(name).info.seats)


@pytest.mark.parametrize("name", LEARNT)
def test_with_another_option_it_judges_as_the_tuned_judge(name: str) -> None:
    level, game = bot("virtuoso"), load(name)
    assert isinstance(level, SearchBot)
    for options in game.combinations():
        if options != read(name).info.options:
            match = Match(game, 2, "option", options)
            mind = match.mind(match.state.actors()[0], seeded("mind"))
            assert level.judge(mind) is mind.judge


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("spec", ["virtuoso:iterations=20:seconds=1000", "policy:virtuoso"])
def test_it_plays_legal_moves_and_cannot_peek(name: str, spec: str) -> None:
    game = load(name)
    seats = game.seats[-1]
    match = Match(game, seats, "law", game.settle_options({}, study=True))
    player, rng = bot(spec), seeded("worlds")
    for _ in range(12):
        if match.state.actor == OVER:
            return
        seat = int(match.state.someone(rng))
        move = player.choose(match.mind(seat, seeded("same")))
        twin = match.state.imagine(seat, rng)
        assert player.choose(game.mind(twin, seat, seeded("same"))) == move
        match.play(seat, move)
