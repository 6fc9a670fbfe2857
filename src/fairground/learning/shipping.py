"""Networks for several numbers of seats in one file, as they ship with a game."""

import time
from pathlib import Path

import msgspec

from fairground.bots.network_file import NetworkFile, NetworkInfo, read_network, write_network
from fairground.bots.search_bot import SearchBot
from fairground.bots.trained_judge import TrainedJudge
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import OVER, State
from fairground.games import load

SECONDS = 3.0  # of processor time in which a search with the tuned judge is measured
ITERATIONS = 300


def add_network(file: Path, network: Path) -> NetworkInfo:
    """Put what a network has learnt into a file, in place of what that says about the same numbers of seats.

    The pace of searches with it is measured on the way.
    """
    new = read_network(str(network))
    old = read_network(str(file)) if file.exists() else new
    if msgspec.structs.replace(old.info, seats={}) != msgspec.structs.replace(new.info, seats={}):
        raise BadSetting(f"the networks in {file} are for another edition or other options")
    measured = {
        seats: msgspec.structs.replace(learnt, pace=measure_pace(new, seats))
        for seats, learnt in new.info.seats.items()
    }
    learnt, weights = old.info.seats | measured, old.weights | new.weights
    ordered = {seats: learnt[seats] for seats in sorted(learnt)}
    info = msgspec.structs.replace(new.info, seats=ordered)
    write_network(file, info, {seats: weights[seats] for seats in ordered})
    return info


def measure_pace(trained: NetworkFile, seats: int) -> float:
    """Return how many iterations with the network take as long as one with the tuned judge."""
    info = trained.info
    with_network = SearchBot(iterations=ITERATIONS, trained=TrainedJudge(trained), reopens=True)
    tuned = SearchBot(iterations=ITERATIONS)
    game, rng = load(info.game, info.rules), seeded("pace")
    spent = {id(tuned): 0.0, id(with_network): 0.0}
    state = _begin(game, seats, info, rng)
    while spent[id(tuned)] < SECONDS:
        if state.actor == OVER:
            state = _begin(game, seats, info, rng)
        seat = int(state.someone(rng))
        for player in tuned, with_network:
            began = time.process_time()
            move = player.choose(game.mind(state, seat, rng.fork()))
            spent[id(player)] += time.process_time() - began
        state.play(seat, move)
    return round(spent[id(tuned)] / spent[id(with_network)], 3)


def _begin(game: Game[State, object], seats: int, info: NetworkInfo, rng: Rng) -> State:
    return game.setup(seats, rng.fork(), info.options, game.shipped_box(info.box))
