"""What a seat may know: everything except the order of stacks and piles below their tops."""

import msgspec

from fairground.games.festival.notation import SPACE_NAMES
from fairground.games.festival.outcome import HEADINGS, reason
from fairground.games.festival.patterns import COLOURS
from fairground.games.festival.positions import (
    ENDINGS,
    LaidTile,
    cards_in_pile,
    in_order,
    stack_size_at_start,
    tile_name,
    tiles_in_stack,
    towers,
)
from fairground.games.festival.printed import ASKED
from fairground.games.festival.rules.festival import (
    KINDS,
    NOBODY,
    PILES,
    PLAYING,
    UNCHOSEN,
    Festival,
)
from fairground.games.festival.shortfall import WantedTile, completing_spaces, find_shortfall


class TileView(msgspec.Struct, frozen=True):
    """A tile. `id` is its back and its place among the tiles of that back revealed so far, from 1."""

    id: str
    colour: str
    type: str


class CardView(msgspec.Struct, frozen=True):
    id: str
    points: int
    layout: str


class WantedView(msgspec.Struct, frozen=True):
    """A tile that a card lacks on a space; a colour or type that is null does not matter."""

    space: str
    colour: str | None
    type: str | None
    level: int


class PlacementView(msgspec.Struct, frozen=True):
    """How a board comes nearest to a card: the spaces that show it, and what is missing.

    `tiles` is how many tiles that takes: some spaces may need more than one; 0 if the board fulfils it.
    """

    met: list[str]
    missing: list[WantedView]
    tiles: int


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
    """A crowd-pleaser asks for at least `least` of something, and for stacks of at least `level` tiles."""

    id: str
    condition: str
    asks: str
    least: int
    level: int
    points: int
    owner: int | None


class BoardView(msgspec.Struct, frozen=True):
    """A seat's board. `spaces` lists the tiles on each space, the lowest first.

    `sides` are the two sides of its starting objective, `chosen` the one it uses. `nearest` says for each
    card that is not complete, and for the tops of the piles, what the board lacks of it. `completing` names
    the spaces where the top tile of the left or right stack would complete an objective.
    """

    colour: str
    type: str
    cities: list[str]
    sides: list[CardView]
    chosen: str | None
    spaces: dict[str, list[TileView]]
    incomplete: list[CardView]
    completed: list[CardView]
    nearest: dict[str, PlacementView]
    completing: dict[str, list[str]]
    points: dict[str, int]
    total: int


class FestivalView(msgspec.Struct, frozen=True):
    """The table. `unseen` has the cards below the tops of the piles, in no particular order.

    `ending` is set as soon as the end is triggered, `reason` once the match is over.
    """

    seat: int | None
    actors: list[int]
    symbols: dict[str, str]
    types: list[str]
    stacks: list[StackView]
    piles: list[PileView]
    unseen: list[CardView]
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
        unseen=[_card(state, card) for card in sorted(_hidden_cards(state))],
        pleasers=[_pleaser(state, each) for each in range(state.printed.pleasers)],
        boards=[_board(state, each, built) for each, built in enumerate(towers(state))],
        ending=None if state.ending == PLAYING else ENDINGS[state.ending],
        reason=reason(state),
    )


def _stack(state: Festival, stack: int) -> StackView:
    tiles = tiles_in_stack(state, stack)
    taken = stack_size_at_start(state, stack) - len(tiles)
    return StackView(
        back=COLOURS[state.board[stack]],
        left_of=stack,
        right_of=(stack + 1) % int(state.seats),
        size=len(tiles),
        top=_tile(state, stack, taken + 1, tiles[0]) if tiles else None,
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
        asks=ASKED[state.printed.asks[side]],
        least=state.printed.least[side],
        level=state.printed.level[side],
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
        sides=[_card(state, state.printed.objectives + 2 * colour + each) for each in range(2)],
        chosen=None if side == UNCHOSEN else "ab"[side],
        spaces={name: _tower(state, tower) for name, tower in zip(SPACE_NAMES, built, strict=True)},
        incomplete=[_card(state, card) for card in in_order(state, state.held[seat])],
        completed=[_card(state, card) for card in in_order(state, state.done[seat])],
        nearest={state.printed.cards[card]: _placement(state, seat, card) for card in _open(state, seat)},
        completing={
            "left": _completing(state, seat, seat),
            "right": _completing(state, seat, state.right(seat)),
        },
        points=points,
        total=sum(points.values()),
    )


def _tower(state: Festival, tower: list[LaidTile]) -> list[TileView]:
    return [_tile(state, each.stack, each.number, each.tile) for each in tower]


# What cards lack


def _open(state: Festival, seat: int) -> list[int]:
    """Return the cards that a seat may still complete and can see."""
    start = state.printed.objectives + 2 * state.board[seat]
    own = in_order(state, state.held[seat]) if state.sides[seat] != UNCHOSEN else [start, start + 1]
    piles = [cards_in_pile(state, pile) for pile in range(PILES)]
    return own + [cards[0] for cards in piles if cards]


def _placement(state: Festival, seat: int, card: int) -> PlacementView:
    nearest = find_shortfall(state, seat, card)
    return PlacementView(
        met=[SPACE_NAMES[space] for space in nearest.met],
        missing=[_wanted(state, wanted) for wanted in nearest.missing],
        tiles=nearest.tiles,
    )


def _wanted(state: Festival, wanted: WantedTile) -> WantedView:
    return WantedView(
        space=SPACE_NAMES[wanted.space],
        colour=None if wanted.colour is None else COLOURS[wanted.colour],
        type=None if wanted.type is None else state.printed.types[wanted.type],
        level=wanted.level,
    )


def _completing(state: Festival, seat: int, stack: int) -> list[str]:
    tiles = tiles_in_stack(state, stack)
    if not tiles:
        return []
    spaces = completing_spaces(state, seat, tiles[0], in_order(state, state.held[seat]))
    return [SPACE_NAMES[space] for space in spaces]
