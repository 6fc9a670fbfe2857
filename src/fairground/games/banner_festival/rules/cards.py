"""§1 Merchandise as bit sets: card 10 * suit + number is one bit; quadrants are numbered as suits are."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SUITS: Final = ("teal", "purple", "orange", "yellow")  # clockwise
REGIONS: Final = ("A", "B")
NUMBERS: Final = 10
CARDS: Final = 40
SPACES: Final = 8  # of the race track and of the ring

BIT: Final = vec[i64]([2**n for n in range(CARDS)])
SUIT: Final = vec[i64]([card // NUMBERS for card in range(CARDS)])
NUMBER: Final = vec[i64]([card % NUMBERS for card in range(CARDS)])
REGION: Final = vec[i64]([1, 1, 0, 0])  # of a quadrant: orange and yellow are A, teal and purple B
BESIDE: Final = vec[i64]([1, 0, 3, 2])  # the other quadrant of the Region

# §3.4 How high a card ranks in a quadrant: 40 * quadrant + card.
STRENGTH: Final = vec[i64](
    [
        (quadrant - card // NUMBERS + 3) % 4 * NUMBERS + card % NUMBERS
        for quadrant in range(4)
        for card in range(CARDS)
    ]
)

POPULATION: Final = vec[i64]([n.bit_count() for n in range(256)])
# The place of the nth bit set in a byte: 8 * byte + n.
NTH: Final = vec[i64](
    [
        ([place for place in range(8) if byte >> place & 1] + [8] * 8)[n]
        for byte in range(256)
        for n in range(8)
    ]
)


def count(cards: i64) -> i64:
    """How many cards a set has."""
    return (
        POPULATION[cards & 0xFF]
        + POPULATION[(cards >> 8) & 0xFF]
        + POPULATION[(cards >> 16) & 0xFF]
        + POPULATION[(cards >> 24) & 0xFF]
        + POPULATION[(cards >> 32) & 0xFF]
    )


def nth(cards: i64, n: i64) -> i64:
    """The nth card of a set, from 0, in ascending order."""
    first: i64 = 0
    inside = POPULATION[cards & 0xFF]
    while n >= inside:
        n -= inside
        cards >>= 8
        first += 8
        inside = POPULATION[cards & 0xFF]
    return first + NTH[8 * (cards & 0xFF) + n]
