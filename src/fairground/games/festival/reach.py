"""What a seat can ever show: the tiles in the two stacks beside it, and the turns that a match has."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from fairground.games.festival.patterns import COLOURS, Cell, Pattern
from fairground.games.festival.rules.festival import KINDS, MOST, SPACES

Stacks: TypeAlias = Mapping[str, Sequence[int]]  # the tiles behind the back of each colour
Supply: TypeAlias = list[int]  # the tiles of the two stacks beside a seat

# A seat that has taken more has completed six objectives before, or held more than six.
MOST_TAKEN: Final = 2 * (MOST - 1)


def most_laid(stacks: Stacks, objectives: int, taken: int) -> int:
    """Return how many tiles a seat can lay at most in a match in which it takes so many objectives."""
    sizes = sorted(map(len, stacks.values()), reverse=True)
    return max(_most_rounds(seats, sum(sizes[:seats]), objectives, taken) for seats in (2, 3, 4)) - taken


def _most_rounds(seats: int, tiles: int, objectives: int, taken: int) -> int:
    """Return how many rounds a match can have: every turn but one that is passed over takes something."""
    others = min(objectives - taken, MOST_TAKEN * (seats - 1))
    passed = 1 if seats > 2 else 0  # §3.1
    return (tiles + taken + others + passed) // seats


def supplies(stacks: Stacks, board: str | None = None) -> Iterator[Supply]:
    """Yield the tiles beside a seat, for any two boards in play, or for those of a board and a neighbour."""
    for one, other in combinations(COLOURS, 2):
        if board in {None, one, other}:
            yield [*stacks[one], *stacks[other]]


# Cards


def count_tiles(pattern: Pattern) -> int:
    """Return how many tiles a card needs, those under its raised cells included."""
    return sum(cell.level for cell in pattern.cells)


def is_supplied(pattern: Pattern, beside: Iterable[Supply]) -> bool:
    """Tell whether some seat has a different tile for each cell of the card."""
    variants = pattern.agreeing()
    return any(_has_tiles(cells, supply) for supply in beside for cells in variants)


def _has_tiles(cells: Sequence[Cell], supply: Supply) -> bool:
    """Match each cell with a tile of its own: the usual search for augmenting paths."""
    fitting = [[at for at, tile in enumerate(supply) if tile in cell.tiles()] for cell in cells]
    user: dict[int, int] = {}  # the cell that each tile is matched with

    def match(cell: int, tried: set[int]) -> bool:
        for at in fitting[cell]:
            if at not in tried:
                tried.add(at)
                if at not in user or match(user[at], tried):
                    user[at] = cell
                    return True
        return False

    return all(match(cell, set()) for cell in range(len(cells)))


# Crowd-pleasers


def most_of_a_colour(stacks: Stacks) -> int:
    return max(_most_alike(tile // KINDS for tile in supply) for supply in supplies(stacks))


def most_of_a_type(stacks: Stacks) -> int:
    return max(_most_alike(tile % KINDS for tile in supply) for supply in supplies(stacks))


def most_kinds(stacks: Stacks) -> int:
    """Return how many colours and as many types a board can show."""
    return max(
        min(len({tile // KINDS for tile in supply}), len({tile % KINDS for tile in supply}))
        for supply in supplies(stacks)
    )


def _most_alike(kinds: Iterable[int]) -> int:
    """Return how many tiles of one kind a board can show."""
    found = list(kinds)
    return min(SPACES, max(map(found.count, range(KINDS))))


def most_values(objectives: set[int], starting: set[int]) -> int:
    """Return how many values completed objectives can show: a seat uses one side of its starting one."""
    return min(MOST, max(len(objectives | {side}) for side in starting))
