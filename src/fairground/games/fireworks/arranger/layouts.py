"""§6 Where the parts of an arrangement lie on the board: cores, rings, and pairs of halves.

The half of a tile in a ring points away from its core, so only the tile beyond it can complete the pair: a
*link*. All other pairs lie on spaces outside the rings. An exhaustive search found how many pairs fit beside
a number of links; the tests repeat it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.rules.tiles import space_names

MOST_LINKS: Final = 6
# With one ring: the pairs that fit outside it, by the number of its links.
PAIRS_BESIDE: Final = vec[i64]([7, 7, 6, 6, 4, 3, 2])
# With two rings: the narrow one has at most 1 link. The wide one has up to 3, and each costs one of 4 pairs.
NARROW_LINKS: Final = 1
WIDE_LINKS: Final = 3
PAIRS_BETWEEN: Final = 4
PAIRS_ALONE: Final = 10  # without a ring


class Layout:
    """The spaces of the cores, of the links (first the one in the ring), and of the pairs, in a row."""

    def __init__(self, cores: str, links: str, pairs: str) -> None:
        self.cores = _spaces(cores)
        self.links = _spaces(links)
        self.pairs = _spaces(pairs)


def _spaces(words: str) -> vec[i64]:
    names = space_names()
    return vec[i64]([names.index(word) for word in words.replace("-", " ").split()])


NO_RING: Final = Layout("A1 A2", "", "B1-B2 B3-C4 C1-C2 C3-D3 D1-D2 D4-D5 E1-E2 E3-E4 F1-F2 F3-G2")

# By the number of links; the ring lies around the first core.
ONE_RING: Final = [
    Layout("D3 A1", "", "G1-G2 F2-F3 E1-F1 D5-E4 C1-D1 B3-C4 B1-B2"),
    Layout("D3 A1", "E3-F3", "G1-G2 F1-F2 D5-E4 D1-E1 B3-C4 B1-C1 A2-B2"),
    Layout("D3 A1", "E2-F1 E3-F3", "G1-G2 D5-E4 D1-E1 B3-C4 B1-C1 A2-B2"),
    Layout("D4 A1", "C3-B2 D3-D2 E3-F2", "F3-G2 F1-G1 E1-E2 C1-D1 B1-C2 A2-B3"),
    Layout("D3 A1", "C2-B1 D2-D1 E2-F1 E3-F3", "G1-G2 D5-E4 B3-C4 A2-B2"),
    Layout("D3 A1", "C3-B3 C2-B1 D2-D1 E2-F1 E3-F3", "G1-G2 D5-E4 A2-B2"),
    Layout("D3 A1", "D4-D5 C3-B3 C2-B1 D2-D1 E2-F1 E3-F3", "G1-G2 A2-B2"),
]

# By the number of links of the wide ring, which lies around the first core: without a link of the narrow
# ring, and with one, which comes last.
TWO_RINGS: Final = [
    Layout("E2 B2", "", "G1-G2 E4-F3 D4-D5 C1-D1"),
    Layout("E2 B2", "F2-G2", "E4-F3 D4-D5 C1-D1"),
    Layout("E2 B2", "D2-C1 F2-G2", "E4-F3 D4-D5"),
    Layout("E2 B2", "E3-E4 D2-C1 F2-G2", "D4-D5"),
]
TWO_RINGS_JOINED: Final = [
    Layout("E2 B2", "C3-D4", "G1-G2 E4-F3 C4-D5 C1-D1"),
    Layout("E2 B2", "F2-G2 C3-D4", "E4-F3 C4-D5 C1-D1"),
    Layout("E2 B2", "D2-C1 F2-G2 C3-D4", "E4-F3 C4-D5"),
    Layout("E2 B2", "E3-E4 D2-C1 F2-G2 C3-D4", "C4-D5"),
]
