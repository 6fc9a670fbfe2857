"""Writes a random match as the views, offers and story of one seat, to draw boards by: see docs/web.md.

    python web/tools/views.py GAME [SEATS] [SEED] [OPTION=VALUE ...] > web/views/GAME.json
"""

import json
import sys

import msgspec

from fairground import Match, load
from fairground.engine.rng import seeded
from fairground.engine.story import heard


def moment(match, seat, told):
    game, state = match.game, match.state
    moves = state.legal(seat)
    return {
        "view": msgspec.to_builtins(game.view(state, seat)),
        "views": [msgspec.to_builtins(game.view(state, each)) for each in range(state.seats)],
        "offers": [{"move": m, "words": game.write(m), "path": game.path(m)} for m in moves],
        "story": [msgspec.to_builtins(entry) for entry in heard(told, seat)],
        "outcome": msgspec.to_builtins(game.outcome(state)),
    }


def moments(name, seats, seed, options, seat=0):
    match = Match(load(name), seats, seed, options)
    rng = seeded(seed)
    yield moment(match, seat, [])
    while not match.over:
        actor = int(match.state.someone(rng))
        moves = match.state.legal(actor)
        yield moment(match, seat, match.play(actor, moves[rng.below(len(moves))]))


def main(name, *rest):
    options = dict(word.split("=") for word in rest if "=" in word)
    seats, seed, *_ = [word for word in rest if "=" not in word] + ["2", "storm"][len([w for w in rest if "=" not in w]) :]
    json.dump({"game": name, "moments": list(moments(name, int(seats), seed, options))}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
