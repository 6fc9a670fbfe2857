"""Small sets, each stored as the bits of a number."""

from mypy_extensions import i64

from fairground.games.festo.rules.numbers import BIT


def has_several(choices: i64) -> bool:
    return choices & (choices - 1) != 0


def lowest(choices: i64) -> i64:
    first: i64 = 0
    while not choices & BIT[first]:
        first += 1
    return first


def moves_for(choices: i64, first: i64) -> list[int]:
    """Return a move for each choice of a set, numbered from `first`."""
    moves: list[int] = []
    choice: i64 = 0
    while BIT[choice] <= choices:
        if choices & BIT[choice]:
            moves.append(first + choice)
        choice += 1
    return moves


def sum_of_pairs(pairs: i64) -> i64:
    """Add up the numbers from 0 to 3 that are packed into a number, two bits each."""
    total: i64 = 0
    while pairs:
        total += pairs & 3
        pairs >>= 2
    return total


def count(colours: i64) -> i64:
    size: i64 = 0
    while colours:
        colours &= colours - 1
        size += 1
    return size
