"""What a seat may know: everything except the order of stacks and piles below their tops."""

import msgspec

from fairground.games.festival.notation import SPACE_NAMES
from fairground.games.festival.outcome import HEADINGS, reason
from fairground.games.festival.patterns import COLOURS
from fairground.games.festival.positions import (
    ENDINGS,
    LaidTile,
    card_names,
    cards_in_pile,
    in_order,
    tile_name,
    tiles_in_stack,
    towers,
)
from fairground.games.festival.rules.festival import (
    KINDS,
    NOBODY,
    PILES,
    PLAYING,
    PLEASERS,
    START,
    TILES,
    UNCHOSEN,
    Festival,
)


class TileView(msgspec.Struct, frozen=True):
    """A tile. `id` is its back and its place among the tiles of that back revealed so far, from 1."""

    id: str
    colour: str
    type: str


class CardView(msgspec.Struct, frozen=True):
    id: str
    points: int
    layout: str


class StackView(msgspec.Struct, frozen=True):
    """The stack left of one seat and right of the next. `unseen` are the tiles below the top, sorted."""

    back: str
    left_of: int
    right_of: int
    size: int
    top: TileView | None
    unseen: list[str]


class PileView(msgspec.Struct, frozen=True):
    size: int
    top: CardView | None


class PleaserView(msgspec.Struct, frozen=True):
    id: str
    condition: str
    points: int
    owner: int | None


class BoardView(msgspec.Struct, frozen=True):
    """A seat's board. `spaces` lists the tiles on each space, the lowest first.

    `sides` are the two sides of its starting objective, `chosen` the one it uses.
    """

    colour: str
    type: str
    cities: list[str]
    sides: list[CardView]
    chosen: str | None
    spaces: dict[str, list[TileView]]
    incomplete: list[CardView]
    completed: list[CardView]
    points: dict[str, int]
    total: int


class FestivalView(msgspec.Struct, frozen=True):
    """The table. `ending` is set as soon as the end is triggered, `reason` once the match is over."""

    seat: int | None
    actors: list[int]
    symbols: dict[str, str]
    types: list[str]
    stacks: list[StackView]
    piles: list[PileView]
    unseen: list[str]
    pleasers: list[PleaserView]
    boards: list[BoardView]
    ending: str | None
    reason: str | None


def view(state: Festival, seat: int | None) -> FestivalView:
    return FestivalView(
        seat=seat,
        actors=state.actors(),
        symbols=dict(zip(COLOURS, state.printed.symbols, strict=True)),
        types=list(state.printed.types),
        stacks=[_stack(state, each) for each in range(state.seats)],
        piles=[_pile(state, each) for each in range(PILES)],
        unseen=card_names(state, sorted(_hidden_cards(state))),
        pleasers=[_pleaser(state, each) for each in range(PLEASERS)],
        boards=[_board(state, each, built) for each, built in enumerate(towers(state))],
        ending=None if state.ending == PLAYING else ENDINGS[state.ending],
        reason=reason(state),
    )


def _stack(state: Festival, stack: int) -> StackView:
    tiles = tiles_in_stack(state, stack)
    return StackView(
        back=COLOURS[state.board[stack]],
        left_of=stack,
        right_of=(stack + 1) % int(state.seats),
        size=len(tiles),
        top=_tile(state, stack, TILES - len(tiles) + 1, tiles[0]) if tiles else None,
        unseen=[tile_name(state, tile) for tile in sorted(tiles[1:])],
    )


def _tile(state: Festival, stack: int, number: int, tile: int) -> TileView:
    back = COLOURS[state.board[stack]]
    return TileView(f"{back}{number}", COLOURS[tile // KINDS], state.printed.types[tile % KINDS])


def _pile(state: Festival, pile: int) -> PileView:
    cards = cards_in_pile(state, pile)
    return PileView(len(cards), _card(state, cards[0]) if cards else None)


def _card(state: Festival, card: int) -> CardView:
    return CardView(state.printed.cards[card], state.printed.points[card], state.printed.layouts[card])


def _hidden_cards(state: Festival) -> list[int]:
    return [card for pile in range(PILES) for card in cards_in_pile(state, pile)[1:]]


def _pleaser(state: Festival, tile: int) -> PleaserView:
    side = state.showing[tile]
    return PleaserView(
        id=pleaser_name(side),
        condition=state.printed.conditions[side],
        points=state.printed.pleaser_points[side],
        owner=None if state.owner[tile] == NOBODY else state.owner[tile],
    )


def pleaser_name(side: int) -> str:
    """Return the name of a crowd-pleaser's side; `2a` is the first side of the second tile."""
    return f"{side // 2 + 1}{'ab'[side % 2]}"


def _board(state: Festival, seat: int, built: list[list[LaidTile]]) -> BoardView:
    colour = state.board[seat]
    side = state.sides[seat]
    points = dict(zip(HEADINGS, state.points(seat), strict=True))
    return BoardView(
        colour=COLOURS[colour],
        type=state.printed.types[state.printed.board_type[colour]],
        cities=state.printed.cities[colour],
        sides=[_card(state, START + 2 * colour + each) for each in range(2)],
        chosen=None if side == UNCHOSEN else "ab"[side],
        spaces={name: _tower(state, tower) for name, tower in zip(SPACE_NAMES, built, strict=True)},
        incomplete=[_card(state, card) for card in in_order(state, state.held[seat])],
        completed=[_card(state, card) for card in in_order(state, state.done[seat])],
        points=points,
        total=sum(points.values()),
    )


def _tower(state: Festival, tower: list[LaidTile]) -> list[TileView]:
    return [_tile(state, each.stack, each.number, each.tile) for each in tower]
