"""Write the views, offers and story of one seat in a random match, for drawing boards: see docs/web.md.

python web/tools/views.py GAME SEATS SEED [OPTION=VALUE ...] > web/views/GAME.json
"""

import json
import sys
from collections.abc import Iterator

import msgspec

from fairground import Match, State, load
from fairground.engine.rng import seeded
from fairground.engine.story import Entry, entries_for


def moment(match: Match[State, object], seat: int, told: list[Entry]) -> dict[str, object]:
    game, state = match.game, match.state
    moves = state.legal(seat)
    return {
        "view": msgspec.to_builtins(game.view(state, seat)),
        "views": [msgspec.to_builtins(game.view(state, each)) for each in range(state.seats)],
        "offers": [{"move": m, "words": game.write(m), "path": game.path(m)} for m in moves],
        "story": [msgspec.to_builtins(entry) for entry in entries_for(told, seat)],
    }


def moments(name: str, seats: int, seed: str, options: dict[str, str]) -> Iterator[dict[str, object]]:
    """Yield every moment of a random match as seat 0 sees it."""
    match = Match(load(name), seats, seed, options)
    rng = seeded(seed)
    yield moment(match, 0, [])
    while not match.over:
        actor = int(match.state.someone(rng))
        moves = match.state.legal(actor)
        yield moment(match, 0, match.play(actor, moves[rng.below(len(moves))]))


def main(name: str, seats: str, seed: str, *options: str) -> None:
    chosen = dict(option.split("=", 1) for option in options)
    json.dump({"game": name, "moments": list(moments(name, int(seats), seed, chosen))}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
