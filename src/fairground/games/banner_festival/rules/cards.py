"""§1 Merchandise cards as bit sets. Quadrants have the numbers of suits.

A card is bit 10 * suit + number. Numbers above 9, which only other boxes have, follow: 4 * number + suit.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SUITS: Final = ("teal", "purple", "orange", "yellow")  # clockwise
REGIONS: Final = ("A", "B")
USUAL_NUMBERS: Final = 10  # 0 to 9
USUAL_CARDS: Final = 40
MOST_NUMBERS: Final = 15  # so that all cards fit into the bits of a number
CARDS: Final = 60
SPACES: Final = 8  # of the race track and of the ring

BIT: Final = vec[i64]([2**n for n in range(CARDS)])
SUIT: Final = vec[i64]([card // USUAL_NUMBERS if card < USUAL_CARDS else card % 4 for card in range(CARDS)])
NUMBER: Final = vec[i64]([card % USUAL_NUMBERS if card < USUAL_CARDS else card // 4 for card in range(CARDS)])
REGION: Final = vec[i64]([1, 1, 0, 0])  # of each quadrant: orange and yellow are in A, teal and purple in B
BESIDE: Final = vec[i64]([1, 0, 3, 2])  # the other quadrant of the same Region

# §3.4 How high a card ranks in a quadrant, at CARDS * quadrant + card.
STRENGTH: Final = vec[i64](
    [
        (quadrant - SUIT[card] + 3) % 4 * MOST_NUMBERS + NUMBER[card]
        for quadrant in range(4)
        for card in range(CARDS)
    ]
)

POPULATION: Final = vec[i64]([n.bit_count() for n in range(256)])
# The place of the nth bit that is set in a byte, at 8 * byte + n.
NTH: Final = vec[i64](
    [
        ([place for place in range(8) if byte >> place & 1] + [8] * 8)[n]
        for byte in range(256)
        for n in range(8)
    ]
)


def card_of(suit: int, number: int) -> int:
    """Return the card with this suit and number."""
    return USUAL_NUMBERS * suit + number if number < USUAL_NUMBERS else 4 * number + suit


def count(cards: i64) -> i64:
    """Return how many cards a set has."""
    more: i64 = 0
    rest = cards >> USUAL_CARDS
    while rest:
        more += POPULATION[rest & 0xFF]
        rest >>= 8
    return (
        more
        + POPULATION[cards & 0xFF]
        + POPULATION[(cards >> 8) & 0xFF]
        + POPULATION[(cards >> 16) & 0xFF]
        + POPULATION[(cards >> 24) & 0xFF]
        + POPULATION[(cards >> 32) & 0xFF]
    )


def nth(cards: i64, n: i64) -> i64:
    """Return the nth card of a set, counted from 0 in ascending order."""
    first: i64 = 0
    inside = POPULATION[cards & 0xFF]
    while n >= inside:
        n -= inside
        cards >>= 8
        first += 8
        inside = POPULATION[cards & 0xFF]
    return first + NTH[8 * (cards & 0xFF) + n]
