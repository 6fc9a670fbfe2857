"""Fingerprints that a game publishes, so that nobody changes its rules or features without noticing."""

import hashlib
from collections.abc import Mapping

from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.game import B, Game, S
from fairground.engine.playout import perft, playout
from fairground.engine.rng import seeded

STEP = 11  # moves between two looks at the features
MOST_NODES = 100_000


def feature_digests(game: Game[S, B]) -> str:
    """Return one line for each number of seats: a digest of the features in random matches."""
    return "".join(f"{seats} {feature_digest(game, seats)}\n" for seats in game.seats)


def feature_digest(game: Game[S, B], seats: int) -> str:
    """Return a digest of all seats' features in one random match for each combination of options."""
    digest = hashlib.sha256()
    for options in game.combinations():
        rng = seeded(f"features {'-'.join([game.name, str(seats), *options.values()])}")
        state = game.setup(seats, rng.fork(), options)
        while playout(state, rng, STEP):
            for seat in range(seats):
                digest.update(game.features(state, seat).tobytes())
    return digest.hexdigest()


def trait_digest(game: Game[S, B], seats: int, options: Mapping[str, str]) -> str:
    """Return a digest of all seats' traits in one random match."""
    digest, traits = hashlib.sha256(), game.modules.traits
    assert traits, "only games with traits have a digest of them"
    rng = seeded(f"traits {game.name} {seats}")
    state = game.setup(seats, rng.fork(), options)
    while playout(state, rng, STEP):
        writer = FeatureWriter(len(traits.TRAITS) * seats)
        for seat in range(seats):
            traits.write_traits(state, seat, writer)
        digest.update(" ".join(f"{number:.4f}" for number in writer.cells).encode())
    return digest.hexdigest()[:16]


def perft_table(game: Game[S, B], most: int = MOST_NODES) -> str:
    """Return lines of seats, depth and nodes, as deep as there are no more than `most` nodes."""
    return "".join(
        f"{seats} {depth} {nodes}\n" for seats in game.seats for depth, nodes in _counts(game, seats, most)
    )


def _counts(game: Game[S, B], seats: int, most: int) -> list[tuple[int, int]]:
    start = game.setup(seats, seeded("perft"), game.settle_options({}, study=True))
    counts = [(1, int(perft(start, 1)))]
    while 0 < counts[-1][1] <= most and len(counts) < 6:
        depth = len(counts) + 1
        counts.append((depth, int(perft(start, depth))))
    return [(depth, nodes) for depth, nodes in counts if 0 < nodes <= most]
