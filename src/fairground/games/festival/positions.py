"""Positions as data: what `dump` writes and `restore` reads."""

from collections.abc import Iterable
from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.state import OVER
from fairground.games.festival.box import FestivalBox, tile_number
from fairground.games.festival.notation import read, write
from fairground.games.festival.patterns import COLOURS
from fairground.games.festival.printed import printed_values
from fairground.games.festival.rules.festival import (
    BIT,
    KINDS,
    NOBODY,
    PILE,
    PILES,
    RIGHT,
    SPACES,
    UNCHOSEN,
    Festival,
    lowest,
)
from fairground.games.festival.setup import pile_up, stack_up

ENDINGS: Final = ("playing", "sixth objective", "empty stack", "both")


class FestivalPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position. `laid` lists the tiles on the boards in the order they were laid: seat, move and tile.

    Stacks and piles are listed from the top. If left out, they hold whatever is nowhere else. Incomplete
    objectives are in the order they were taken, completed ones in the order they were completed.
    Crowd-pleasers that are left out show their first side and belong to nobody.
    """

    boards: list[str]
    sides: str = ""
    laid: list[str] = []
    stacks: list[list[str]] | None = None
    piles: list[list[str]] | None = None
    incomplete: list[list[str]] = []
    completed: list[list[str]] = []
    pleasers: str = ""
    owners: list[int | None] = []
    actor: int = 0
    ending: str = "playing"


def pack(state: Festival) -> FestivalPosition:
    seats = range(state.seats)
    return FestivalPosition(
        boards=[COLOURS[colour] for colour in state.board],
        sides="".join("ab"[side] for side in state.sides if side != UNCHOSEN),
        laid=[_write_laid(state, each) for each in list_laid_tiles(state)],
        stacks=[[tile_name(state, tile) for tile in tiles_in_stack(state, each)] for each in seats],
        piles=[card_names(state, cards_in_pile(state, pile)) for pile in range(PILES)],
        incomplete=[card_names(state, in_order(state, state.held[seat])) for seat in seats],
        completed=[card_names(state, in_order(state, state.done[seat])) for seat in seats],
        pleasers="".join("ab"[side % 2] for side in state.showing),
        owners=[None if owner == NOBODY else owner for owner in state.owner],
        actor=state.actor,
        ending=ENDINGS[state.ending],
    )


def tile_name(state: Festival, tile: int) -> str:
    """Return a tile's name, such as `red palm`."""
    return f"{COLOURS[tile // KINDS]} {state.printed.types[tile % KINDS]}"


def card_names(state: Festival, cards: Iterable[int]) -> list[str]:
    return [state.printed.cards[card] for card in cards]


def in_order(state: Festival, cards: int) -> list[int]:
    """Return the cards of a set in the order they were taken or completed."""
    members = []
    while cards:
        members.append(lowest(cards))
        cards &= cards - 1
    return sorted(members, key=lambda card: state.since[card])


def tiles_in_stack(state: Festival, stack: int) -> list[int]:
    """Return the tiles of a stack, the top first."""
    first = state.printed.room * stack
    return [state.stacks[first + at] for at in reversed(range(state.stack_size[stack]))]


def stack_size_at_start(state: Festival, stack: int) -> int:
    """Return how many tiles a stack has at the start."""
    return int(state.printed.supply[state.board[stack]])


def cards_in_pile(state: Festival, pile: int) -> list[int]:
    """Return the cards of a pile, the top first."""
    first = state.printed.depth * pile
    return [state.piles[first + at] for at in reversed(range(state.pile_size[pile]))]


class LaidTile(msgspec.Struct, frozen=True):
    """A tile on a board. `number` is its place among the tiles taken from its stack, from 1."""

    seat: int
    move: int
    stack: int
    number: int
    tile: int


def list_laid_tiles(state: Festival) -> list[LaidTile]:
    """Return all tiles on the boards, in the order they were laid."""
    taken = [0] * state.seats
    tops = [state.printed.room * stack + stack_size_at_start(state, stack) for stack in range(state.seats)]
    tiles = []
    for at in range(state.lays):
        seat, move = divmod(state.laid[at], PILE)
        stack = seat if move < RIGHT else state.right(seat)
        taken[stack] += 1
        tile = state.stacks[tops[stack] - taken[stack]]
        tiles.append(LaidTile(seat, move, stack, taken[stack], tile))
    return tiles


def towers(state: Festival) -> list[list[list[LaidTile]]]:
    """Return the tiles on each space of each seat, the lowest first."""
    built: list[list[list[LaidTile]]] = [[[] for _ in range(SPACES)] for _ in range(state.seats)]
    for each in list_laid_tiles(state):
        built[each.seat][each.move % RIGHT].append(each)
    return built


# Restoring


def unpack(state: Festival, raw: bytes, box: FestivalBox) -> None:
    """Fill an empty state from a written position."""
    position = msgspec.json.decode(raw, type=FestivalPosition)
    state.prepare(printed_values(box))
    state.board = vec[i64]([_index(COLOURS, colour, "a colour") for colour in position.boards])
    _expect_length("boards", position.boards, state.seats)
    _unpack_sides(state, position)
    _unpack_tiles(state, position, box)
    _unpack_cards(state, position)
    _unpack_pleasers(state, position)
    state.ending = _index(ENDINGS, position.ending, "an ending")
    if not OVER <= position.actor < state.seats:
        raise ValueError(f"expected an actor below {state.seats}, or {OVER}, got {position.actor}")
    state.actor = position.actor


def _expect_length(what: str, items: list[str] | list[list[str]] | str, length: int) -> None:
    if len(items) != length:
        raise ValueError(f"expected {length} {what}, got {len(items)}")


def _index(words: Iterable[str], word: str, what: str) -> int:
    known = list(words)
    if word not in known:
        raise ValueError(f"expected {what} ({', '.join(known)}), got {word!r}")
    return known.index(word)


def _unpack_sides(state: Festival, position: FestivalPosition) -> None:
    if len(position.sides) > state.seats:
        raise ValueError(f"expected at most {state.seats} sides, got {position.sides!r}")
    for seat, side in enumerate(position.sides):
        state.sides[seat] = _index("ab", side, "a side")


def _unpack_tiles(state: Festival, position: FestivalPosition, box: FestivalBox) -> None:
    taken: list[list[int]] = [[] for _ in range(state.seats)]
    for line in position.laid:
        seat, move, tile = _read_laid(state, line, box)
        stack = seat if move < RIGHT else state.right(seat)
        taken[stack].append(tile)
        most = stack_size_at_start(state, stack)
        if len(taken[stack]) > most:
            raise ValueError(f"expected at most {most} tiles from stack {stack}, got more")
        state.laid[state.lays] = PILE * seat + move
        state.lays += 1
        state.cover(seat, move % RIGHT, tile)
    left = _read_stacks(state, position, box) if position.stacks is not None else _rest(state, taken, box)
    for stack, (above, below) in enumerate(zip(taken, left, strict=True)):
        if sorted(above + below) != sorted(box.tiles_behind(COLOURS[state.board[stack]])):
            most = stack_size_at_start(state, stack)
            raise ValueError(f"expected the {most} tiles of its back in stack {stack} and on the boards")
    stack_up(state, [[*reversed(above + below)] for above, below in zip(taken, left, strict=True)])
    state.stack_size = vec[i64]([len(below) for below in left])


def _write_laid(state: Festival, each: LaidTile) -> str:
    return f"{each.seat} {write(each.move)} {tile_name(state, each.tile)}"


def _read_laid(state: Festival, line: str, box: FestivalBox) -> tuple[int, int, int]:
    """Read a line such as `0 left b2 red palm`: seat, move and tile."""
    words = line.split()
    if len(words) != 5 or words[0] not in {str(seat) for seat in range(state.seats)}:
        raise ValueError(f"expected a seat, a move and a tile such as 0 left b2 red palm, got {line!r}")
    move = read(" ".join(words[1:3]))
    if move >= PILE:
        raise ValueError(f"expected a move that lays a tile, got {line!r}")
    return int(words[0]), move, tile_number(" ".join(words[3:]), box.types.names)


def _read_stacks(state: Festival, position: FestivalPosition, box: FestivalBox) -> list[list[int]]:
    stacks = position.stacks or []
    _expect_length("stacks", stacks, state.seats)
    return [[tile_number(word, box.types.names) for word in stack] for stack in stacks]


def _rest(state: Festival, taken: list[list[int]], box: FestivalBox) -> list[list[int]]:
    """Return what the stacks still hold, in the order of the box."""
    rest = []
    for colour, gone in zip(state.board, taken, strict=True):
        tiles = box.tiles_behind(COLOURS[colour])
        for tile in gone:
            if tile in tiles:
                tiles.remove(tile)
        rest.append(tiles)
    return rest


def _unpack_cards(state: Festival, position: FestivalPosition) -> None:
    for cards_of, lists in ((state.done, position.completed), (state.held, position.incomplete)):
        if lists:
            _expect_length("lists of objectives", lists, state.seats)
        for seat, names in enumerate(lists):
            for card in _numbers(state, names):
                cards_of[seat] |= BIT[card]
                state.since[card] = state.clock
                state.clock += 1
    piles = _read_piles(state, position) if position.piles is not None else _rest_of_piles(state, position)
    pile_up(state, [cards[::-1] for cards in piles])


def _numbers(state: Festival, names: list[str]) -> list[int]:
    return [_index(state.printed.cards, name, "an objective") for name in names]


def _read_piles(state: Festival, position: FestivalPosition) -> list[list[int]]:
    piles = [_numbers(state, names) for names in position.piles or []]
    depth, objectives = state.printed.depth, state.printed.objectives
    if len(piles) != PILES or any(len(pile) > depth for pile in piles):
        raise ValueError(f"expected {PILES} piles of at most {depth} cards")
    used = [card for pile in piles for card in pile]
    if len(set(used)) != len(used) or any(card >= objectives for card in used):
        raise ValueError("expected each objective once in the piles, and no starting objective")
    return piles


def _rest_of_piles(state: Festival, position: FestivalPosition) -> list[list[int]]:
    """Return what the piles still hold, in the order of the box."""
    lists = [*position.incomplete, *position.completed]
    gone = {card for names in lists for card in _numbers(state, names)}
    rest = [card for card in range(state.printed.objectives) if card not in gone]
    depth = state.printed.depth
    return [rest[depth * pile : depth * pile + depth] for pile in range(PILES)]


def _unpack_pleasers(state: Festival, position: FestivalPosition) -> None:
    count = int(state.printed.pleasers)
    shown = position.pleasers or "a" * count
    _expect_length("sides of crowd-pleasers", shown, count)
    sides = [_index("ab", side, "a side") for side in shown]
    state.showing = vec[i64]([2 * tile + side for tile, side in enumerate(sides)])
    owners = position.owners or [None] * count
    if len(owners) != count:
        raise ValueError(f"expected {count} owners of crowd-pleasers, got {len(owners)}")
    for tile, owner in enumerate(owners):
        if owner is not None and not 0 <= owner < state.seats:
            raise ValueError(f"expected a seat below {state.seats} or null, got {owner}")
        state.owner[tile] = NOBODY if owner is None else owner
