"""What a decision needs, in 80 columns and 19 lines: the cards, and all boards side by side."""

import msgspec

from fairground.engine.picture import fit, in_style, put_beside, seat_styled, write_count
from fairground.games.festival.picture import MARKS, describe_card, describe_lack, describe_owner
from fairground.games.festival.view import BoardView, CardView, FestivalView, TileView

WIDTH = 80
OWN_CARDS = 4
COLUMNS = "abc"


def close_up(view: msgspec.Struct) -> str:
    """Draw the crowd-pleasers, piles, boards with the stacks between them, and the seat's own cards."""
    assert isinstance(view, FestivalView)
    own = view.boards[view.seat or 0]
    lines = [*_pleasers(view), *_piles(view), *_boards(view), *_own_cards(own), *_ending(view)]
    return "\n".join(fit(line, WIDTH).rstrip() for line in lines)


def _pleasers(view: FestivalView) -> list[str]:
    return [
        f"{each.id} {write_count(each.points, 'point')}: {each.condition} {describe_owner(each.owner)}"
        for each in view.pleasers
    ]


def _piles(view: FestivalView) -> list[str]:
    return [
        f"pile {number}: {describe_card(pile.top) if pile.top else 'empty'} ({pile.size} left)"
        for number, pile in enumerate(view.piles, 1)
    ]


def _boards(view: FestivalView) -> list[str]:
    """Draw each board in a column of its own, and below it the stack on its left."""
    width = WIDTH // len(view.boards)
    blocks = [_board(view, seat, (width - 2) // 3) for seat in range(len(view.boards))]
    return put_beside(blocks, [width] * len(blocks))


def _board(view: FestivalView, seat: int, cell: int) -> list[str]:
    board = view.boards[seat]
    mark = in_style(MARKS[view.symbols[board.colour]], board.colour)
    turn = in_style("▶", "strong") if seat in view.actors else " "
    points = in_style(str(board.total), "strong")
    rows = sorted({name[1] for name in board.spaces})
    return [
        f"{turn}{seat_styled(f'seat {seat}', seat)} {mark} {board.type[: cell - 2]} {points}",
        in_style("  " + "".join(letter.ljust(cell) for letter in COLUMNS), "muted"),
        *(f"{row} " + "".join(_space(view, board.spaces[c + row], cell) for c in COLUMNS) for row in rows),
        _stack(view, seat),
    ]


def _space(view: FestivalView, tiles: list[TileView], cell: int) -> str:
    """Write the visible tile of a space, and its level if it is above the first."""
    if not tiles:
        return fit(in_style("·", "muted"), cell)
    level = str(len(tiles)) if len(tiles) > 1 else ""
    return fit(_tile(view, tiles[-1], cell - 3) + level, cell)


def _tile(view: FestivalView, tile: TileView, letters: int) -> str:
    return in_style(MARKS[view.symbols[tile.colour]] + tile.type[:letters], tile.colour)


def _stack(view: FestivalView, seat: int) -> str:
    stack = next(each for each in view.stacks if each.left_of == seat)
    top = _tile(view, stack.top, 8) if stack.top else "empty"
    return f"left {top} {in_style(f'({stack.size})', 'muted')}"


def _own_cards(board: BoardView) -> list[str]:
    """List the cards to complete, those that lack the fewest tiles first."""
    if board.chosen is None:
        return [f"side {side}: {describe_card(card)}" for side, card in zip("ab", board.sides, strict=True)]
    cards = sorted(board.incomplete, key=lambda card: board.nearest[card.id].tiles)
    lines = [_card_to_do(board, card) for card in cards[:OWN_CARDS]]
    if len(cards) > OWN_CARDS:
        rest = ", ".join(card.id for card in cards[OWN_CARDS - 1 :])
        lines[-1] = f"to do, too: {rest} (type `board`)"
    return lines


def _card_to_do(board: BoardView, card: CardView) -> str:
    return f"to do: {describe_card(card)}{describe_lack(board.nearest[card.id])}"


def _ending(view: FestivalView) -> list[str]:
    return [in_style(f"The end: {view.ending}", "strong")] if view.ending else []
