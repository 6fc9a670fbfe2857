"""Matches to review, and reviews of them."""

from functools import cache

from fairground import Match, list_games, load
from fairground.bots import bot
from fairground.engine.rng import seeded
from fairground.engine.state import State

OPEN = next(name for name in list_games() if not load(name).hidden)
HIDDEN = next(name for name in list_games() if load(name).hidden)
HOSTILE = '[red]<script>alert("1")</script>'


@cache
def record_of(name: str, seed: str = "storm", moves: int | None = None) -> str:
    """The record of a match that somebody with a hostile name played, or of its first moves."""
    match = play_match(name, seed)
    return str((match if moves is None else match.at(moves)).record())


@cache
def play_match(name: str, seed: str = "storm") -> Match[State, object]:
    game = load(name)
    match = Match(game, game.seats[0], seed, game.settle_options({}, study=True))
    match.players = {0: "Ada", 1: HOSTILE}
    rng, player = seeded(seed), bot("random")
    while actors := match.state.actors():
        match.play(actors[0], player.choose(match.mind(actors[0], rng.fork())))
    return match
