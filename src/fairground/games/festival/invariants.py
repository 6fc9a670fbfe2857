"""What must be true of every position, recomputed from the tiles laid and the cards taken.

reference.md lists it.
"""

from collections.abc import Iterator
from typing import TypeAlias

from fairground.engine.state import OVER
from fairground.games.festival.positions import (
    LaidTile,
    card_names,
    cards_in_pile,
    in_order,
    tiles_in_stack,
    towers,
)
from fairground.games.festival.rules.festival import (
    BIT,
    EMPTY,
    KINDS,
    MOST,
    NOBODY,
    PILES,
    PLAYING,
    SIXTH,
    SPACES,
    STARTING,
    UNCHOSEN,
    Festival,
)

Towers: TypeAlias = list[list[list[LaidTile]]]


def check(state: Festival) -> list[str]:
    """Return what is wrong with a position; an empty list if nothing is."""
    built = towers(state)
    of_tiles = (_check_tiles, _check_boards, _check_points)
    of_the_rest = (
        _check_cards,
        _check_starting,
        _check_objectives,
        _check_pleasers,
        _check_turn,
        _check_ending,
    )
    wrong = [each for law in of_tiles for each in law(state, built)]
    return wrong + [each for law in of_the_rest for each in law(state)]


def _check_tiles(state: Festival, built: Towers) -> Iterator[str]:
    """The tiles with each back are in their stack or on boards."""
    on_boards = [each for board in built for tower in board for each in tower]
    for stack in range(state.seats):
        tiles = [each.tile for each in on_boards if each.stack == stack] + tiles_in_stack(state, stack)
        if sorted(tiles) != state.printed.tiles[state.board[stack]]:
            yield f"stack {stack} and the boards do not hold the tiles of their back"
    if len(set(state.board)) != state.seats:
        yield "two seats have the same board"


def _check_boards(state: Festival, built: Towers) -> Iterator[str]:
    """The boards show the tiles that were laid."""
    for seat, board in enumerate(built):
        if [state.height(seat, space) for space in range(SPACES)] != [len(tower) for tower in board]:
            yield f"the heights of seat {seat} are not those of its stacks"
        if (state.colours[seat], state.types[seat]) != _masks(board):
            yield f"the board of seat {seat} does not show what was laid"


def _masks(board: list[list[LaidTile]]) -> tuple[int, int]:
    masks = [0, 0]
    for space, tower in enumerate(board):
        if tower:
            masks[0] += 2 ** (9 * (tower[-1].tile // KINDS) + space)
            masks[1] += 2 ** (9 * (tower[-1].tile % KINDS) + space)
        for level in range(min(len(tower), 6)):
            masks[level // 3] += 2 ** (36 + 9 * (level % 3) + space)
    return masks[0], masks[1]


def _check_cards(state: Festival) -> Iterator[str]:
    """Each objective is in a pile or with one seat, and so is each starting objective that was chosen."""
    count = int(state.printed.objectives)
    found = [card for pile in range(PILES) for card in cards_in_pile(state, pile)]
    for seat in range(state.seats):
        found += [*in_order(state, state.held[seat]), *in_order(state, state.done[seat])]
    chosen = [count + 2 * board + side for board, side in _chosen(state)]
    if sorted(found) != [*range(count), *sorted(chosen)]:
        cards = range(count + STARTING)
        wrong = [card for card in cards if found.count(card) != (card < count or card in chosen)]
        yield f"{' and '.join(card_names(state, wrong))} is missing or appears twice"


def _chosen(state: Festival) -> list[tuple[int, int]]:
    pairs = zip(state.board, state.sides, strict=True)
    return [(board, side) for board, side in pairs if side != UNCHOSEN]


def _check_starting(state: Festival) -> Iterator[str]:
    """A seat has the starting objective it chose and no other."""
    for seat, (board, side) in enumerate(_chosen(state)):
        own = (state.held[seat] | state.done[seat]) >> state.printed.objectives
        if own != BIT[2 * board + side]:
            yield f"seat {seat} does not have the starting objective it chose"


def _check_objectives(state: Festival) -> Iterator[str]:
    for seat in range(state.seats):
        held = in_order(state, state.held[seat])
        if len(held) > MOST:
            yield f"seat {seat} has {len(held)} incomplete objectives, but only {MOST} are allowed"
        for card in held:
            if state.fulfils(seat, card):
                yield f"seat {seat} fulfils {state.printed.cards[card]}, but it is marked incomplete"


def _check_pleasers(state: Festival) -> Iterator[str]:
    for tile in range(state.printed.pleasers):
        if state.owner[tile] == NOBODY:
            for seat in range(state.seats):
                if state.pleases(seat, state.showing[tile]):
                    yield f"seat {seat} meets crowd-pleaser {tile + 1} but has not claimed it"


def _check_points(state: Festival, built: Towers) -> Iterator[str]:
    """§4 The points are the same when counted tile by tile."""
    for seat, board in enumerate(built):
        colour = state.board[seat]
        kind = state.printed.board_type[colour]
        tops = [(tower[-1].tile, len(tower)) for tower in board if tower]
        points = sum(state.printed.points[card] for card in in_order(state, state.done[seat]))
        points += sum(level for tile, level in tops if tile // KINDS == colour)
        points += sum(level for tile, level in tops if tile % KINDS == kind)
        pairs = zip(state.owner, state.showing, strict=True)
        points += sum(state.printed.pleaser_points[side] for owner, side in pairs if owner == seat)
        if points != state.scores()[seat]:
            yield f"seat {seat} should have {points} points, not {state.scores()[seat]}"


def _check_turn(state: Festival) -> Iterator[str]:
    """§2.1 Sides are chosen in turn order before anything else; after that, the actor has a move."""
    chosen = len(_chosen(state))
    if any(side != UNCHOSEN for side in state.sides[chosen:]):
        yield "sides were not chosen in turn order"
    if chosen < state.seats:
        if state.actor != chosen or state.lays or sum(state.pile_size) < state.printed.objectives:
            yield f"seat {chosen} must choose a side before anything else"
    elif state.actor != OVER and not state.choices(state.actor):
        yield f"seat {state.actor} is to move but cannot"


def _check_ending(state: Festival) -> Iterator[str]:
    """§5 The reason given for the end is true, and only the rest of the round is played."""
    now = EMPTY if 0 in state.stack_size else PLAYING
    now |= SIXTH if any(done.bit_count() >= MOST for done in map(int, state.done)) else PLAYING
    if state.ending & ~now or (state.ending == PLAYING) != (now == PLAYING):
        yield "the given reason for the end is not true"
    if state.ending == PLAYING and state.actor == OVER:
        yield "the match is over without a reason"
    if state.ending != PLAYING and state.actor == 0:
        yield "the match goes on after the round that ends it"
