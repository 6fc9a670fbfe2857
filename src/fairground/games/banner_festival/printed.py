"""The numbers that the compiled rules need from a box."""

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.box import once
from fairground.games.banner_festival.bout_log import EVEN, ODD
from fairground.games.banner_festival.box import (
    AREAS,
    KINDS,
    MATCHES,
    NEEDED,
    Ability,
    BannerBox,
    Dock,
    cards_in_play,
    longest_round,
)
from fairground.games.banner_festival.rules.cards import CARDS, NUMBER, SUIT, SUITS
from fairground.games.banner_festival.rules.printed import BannerPrinted

NO_NEUTRALS = 4  # with this many seats or more there are no dummies and no neutral Banners


@once
def printed_values(box: BannerBox, seats: int) -> BannerPrinted:
    """§1, §2 Return the printed values for this number of seats."""
    printed = BannerPrinted()
    printed.ring = vec[i64]([SUITS.index(suit) for suit in box.ring.quadrants])
    printed.watercraft = box.start.watercraft - 1
    printed.gate = box.start.gate - 1
    printed.numbers = len(box.abilities)
    printed.cards = sum(2**card for card in cards_in_play(box, seats))
    printed.bouts = longest_round(box)
    printed.hand = box.hands.for_seats(seats)
    printed.dummies = max(0, NO_NEUTRALS - seats)
    printed.pool = box.pool.for_seats(seats)
    printed.banners = box.banners.each
    printed.least = NEEDED if seats < NO_NEUTRALS else 1
    printed.rewards = vec[i64]([*box.majorities.for_seats(seats), 0, 0])
    printed.characters = vec[i64]([0, *box.characters.profit])
    printed.colours = [colour.name for colour in box.colours[:seats]]
    # The first Character card has no stunt, and those after the last stunt have none either.
    printed.last = len(box.characters.profit)
    width = int(printed.last) + 1
    stunts = [[0, 0, *colour.stunts, *[0] * width][:width] for colour in box.colours[:seats]]
    printed.stunts = vec[i64]([space - 1 for row in stunts for space in row])
    _add_docks(printed, sorted(box.docks, key=lambda dock: SUITS.index(dock.quadrant)), box.banners.bonus)
    printed.neutral = _neutral(printed) if seats < NO_NEUTRALS else 0
    _add_abilities(printed, sorted(box.abilities, key=lambda ability: ability.number))
    return printed


def _add_docks(printed: BannerPrinted, docks: list[Dock], bonus: int) -> None:
    """§3.7 Fill in what each space asks for and gives; the Tower asks for and gives nothing."""
    matches = [[MATCHES.index(space) for space in dock.spaces] for dock in docks]
    printed.matches = vec[i64]([match for row in matches for match in [*row, len(MATCHES)]])
    printed.more = vec[i64]([bonus if match in {EVEN, ODD} else 0 for match in printed.matches])
    printed.fruit = vec[i64]([fruit for dock in docks for fruit in _fruit(dock)])
    printed.fits = vec[i64]([_fits(row, card) for row in matches for card in range(CARDS)])


def _fruit(dock: Dock) -> list[int]:
    suits = iter(dock.fruit)
    return [next(suits) if space in SUITS else 0 for space in dock.spaces] + [0]


def _fits(matches: list[int], card: int) -> int:
    """Return the spaces of a dock that a card matches, as bits."""
    own = {SUIT[card], ODD if NUMBER[card] % 2 else EVEN}
    return sum(2**space for space, match in enumerate(matches) if match in own)


def _neutral(printed: BannerPrinted) -> int:
    """§2 Return every Even and Odd space, as bits."""
    spaces = [(4 * quadrant + space, 5 * quadrant + space) for quadrant in range(4) for space in range(4)]
    return sum(2**bit for bit, at in spaces if printed.matches[at] in {EVEN, ODD})


def _add_abilities(printed: BannerPrinted, abilities: list[Ability]) -> None:
    """§4 Fill in a column for each value that abilities may have; 0 where one has none."""
    printed.kind = vec[i64]([list(KINDS).index(ability.kind) for ability in abilities])
    printed.fruit_gain = vec[i64]([ability.fruit or 0 for ability in abilities])
    printed.steps = vec[i64]([ability.steps or 0 for ability in abilities])
    printed.area = vec[i64]([AREAS.index(ability.area or AREAS[0]) for ability in abilities])
    printed.least_gain = vec[i64]([ability.least or 0 for ability in abilities])
    printed.most_gain = vec[i64]([ability.most or 0 for ability in abilities])
    printed.tower_banners = vec[i64]([ability.banners or 0 for ability in abilities])
    printed.profit = sum(ability.profit or 0 for ability in abilities)
