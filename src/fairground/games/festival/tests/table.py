"""Positions for the tests, written as boards."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from fairground.games.festival import GAME
from fairground.games.festival.rules.festival import Festival

Board = Mapping[str, Sequence[str] | str]  # space to tile, or to tiles from the lowest up
COLOURS = ("green", "yellow", "blue", "red")
TYPES = ("palm", "fountain", "rose", "burst")
TILES = [f"{colour} {kind}" for colour in COLOURS for kind in TYPES]
SPACES = [column + row for row in "123" for column in "abc"]
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.game"))
CARDS = [card.name for card in GAME.box().values.objectives]


def lay_tiles(
    boards: Sequence[Board], tops: Mapping[int, Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Return the `laid` lines of a position, and its stacks with the `tops` on top.

    Each tile comes from the seat's left stack, or from its right one if the left one lacks it.
    """
    left = [[tile for tile in TILES if tile not in tops.get(stack, [])] for stack in range(len(boards))]
    lines = []
    for seat, board in enumerate(boards):
        for space, tiles in board.items():
            for tile in [tiles] if isinstance(tiles, str) else tiles:
                stack, side = (seat, "left") if tile in left[seat] else (seat - 1, "right")
                left[stack].remove(tile)
                lines.append(f"{seat} {side} {space} {tile}")
    return lines, [[*tops.get(stack, []), *rest] for stack, rest in enumerate(left)]


def deal_piles(gone: Sequence[str], tops: Sequence[str]) -> list[list[str]]:
    """Return four piles of the cards that are not `gone`, with the `tops` on top."""
    rest = [card for card in CARDS if card not in gone and card not in tops]
    piles = [[card] for card in tops] or [[] for _ in range(4)]
    for number, card in enumerate(rest):
        piles[number % 4].append(card)
    return piles


def table(
    boards: Sequence[Board],
    colours: Sequence[str] = COLOURS,
    sides: str = "aaaa",
    incomplete: Mapping[int, Sequence[str]] | None = None,
    completed: Mapping[int, Sequence[str]] | None = None,
    stacks: Mapping[int, Sequence[str]] | None = None,
    piles: Sequence[str] = (),
    **rest: object,
) -> Festival:
    """Return a position. Starting objectives are incomplete unless listed in `completed`.

    `stacks` and `piles` give the tiles and cards on top.
    """
    seats = len(boards)
    done = [list((completed or {}).get(seat, [])) for seat in range(seats)]
    held = [list((incomplete or {}).get(seat, [])) for seat in range(seats)]
    for seat in range(seats):
        start = f"start-{colours[seat]}-{sides[seat]}"
        held[seat] = [start, *held[seat]] if start not in done[seat] else held[seat]
    laid, left = lay_tiles(boards, stacks or {})
    gone = [card for cards in [*done, *held] for card in cards]
    state: dict[str, object] = {"boards": list(colours[:seats]), "sides": sides[:seats], "laid": laid}
    state |= {"stacks": left, "piles": deal_piles(gone, piles), "incomplete": held, "completed": done, **rest}
    return GAME.restore({"game": "festival", "seats": seats, "state": state})


def restore(seats: int, **rest: object) -> Festival:
    """Restore a position in which every seat chose side a, and the rest is as given."""
    state = {"boards": COLOURS[:seats], "sides": "a" * seats, **rest}
    return GAME.restore({"game": "festival", "seats": seats, "state": state})


def play(state: Festival, *words: str) -> Festival:
    """Play moves, each by the seat to move."""
    for each in words:
        seat = int(state.actor)
        state.play(seat, GAME.legal_move(state, seat, each))
    return state


def words(state: Festival) -> list[str]:
    """Return the legal moves of the seat to move."""
    return [GAME.write(move) for move in state.legal(state.actor)]


def names(state: Festival, cards: int) -> list[str]:
    """Return the names of a set of cards, in the order they were taken or completed."""
    members = [card for card in range(36) if cards >> card & 1]
    return [state.printed.cards[card] for card in sorted(members, key=lambda card: state.since[card])]
