"""What must be true of every position."""

from fairground.engine.state import OVER
from fairground.games.fireworks.rules.table import (
    ADVANCED,
    BOARD,
    FAR,
    FINISHED,
    GONE,
    GRAB,
    HELPERS,
    LAST,
    NONE,
    NOT_YET,
    SPEED,
    UP,
)
from fairground.games.fireworks.rules.tiles import BASIC, EMPTY, FUNCTION, SPACES
from fairground.games.fireworks.rules.turn import MOST_ARRANGING, Fireworks


def check(state: Fireworks) -> list[str]:
    """Return what is wrong with a position: nothing, if the rules are kept."""
    return [
        *_wrong_faces(state),
        *_wrong_places(state),
        *_wrong_boards(state),
        *_wrong_turn(state),
        *_wrong_cards(state),
    ]


def _wrong_faces(state: Fireworks) -> list[str]:
    """Every tile of the box is there once, and every rank."""
    faces = list(state.face)[: len(state.printed.sky)]
    wrong = [] if sorted(faces) == list(state.printed.sky) else ["the faces are not those of the box"]
    if sorted(state.rank) != list(range(state.printed.slots)):
        wrong.append(f"the ranks are not 0 to {state.printed.slots - 1}")
    return wrong


def _wrong_places(state: Fireworks) -> list[str]:
    """Every tile is in exactly one place; only function tiles and undealt cores are out of the game."""
    wrong = []
    size = int(state.printed.size)
    for tile in range(len(state.printed.sky)):
        place = state.place[tile]
        if place == GONE and state.face[tile] < FUNCTION:
            wrong.append(f"tile {tile} is nowhere")
        if place <= UP and not (0 <= state.x[tile] <= size and 0 <= state.y[tile] <= size):
            wrong.append(f"tile {tile} is in the box but lies beyond its walls")
        if place > UP and state.x[tile] != FAR:
            wrong.append(f"tile {tile} is not in the box but has a place in it")
        if place & 1 and place < BOARD and not state.seen[tile]:
            wrong.append(f"tile {tile} lies face up but counts as unseen")
    return wrong


def _wrong_boards(state: Fireworks) -> list[str]:
    wrong = []
    lying = [tile for tile in state.board if tile != EMPTY]
    if len(set(lying)) < len(lying):
        wrong.append("a tile lies on two spaces")
    for seat in range(state.seats):
        tiles = [tile for tile in state.board[seat * SPACES : (seat + 1) * SPACES] if tile != EMPTY]
        cores = [tile for tile in tiles if state.face[tile] < BASIC]
        if len(cores) != 2 or state.face[cores[0]] == state.face[cores[1]]:
            wrong.append(f"seat {seat} does not have two start tiles of different colours")
        if len(tiles) != state.tiles[seat]:
            wrong.append(f"seat {seat} has {len(tiles)} tiles, not {state.tiles[seat]}")
        if any(state.place[tile] != BOARD + seat for tile in tiles):
            wrong.append(f"a tile on the board of seat {seat} is somewhere else too")
        if any(state.face[tile] >= FUNCTION for tile in tiles):
            wrong.append(f"seat {seat} has a function tile")
    held = sum(BOARD <= state.place[tile] < GONE for tile in range(len(state.place)))
    return (
        wrong if held == len(lying) else [*wrong, "a tile belongs to a board but lies on none of its spaces"]
    )


def _wrong_turn(state: Fireworks) -> list[str]:
    wrong = []
    if (state.actor == OVER) != (state.phase == FINISHED):
        wrong.append("a seat is to move after the match, or none before its end")
    if state.phase == FINISHED and state.ending == NOT_YET:
        wrong.append("the match is over without a reason")
    if state.actor not in {OVER, *range(state.seats)} or not 0 <= state.active < state.seats:
        wrong.append(f"there is no seat {state.actor} to move")
    if (state.variant == SPEED) != (state.phase == GRAB) and state.phase not in {LAST, FINISHED}:
        wrong.append("tiles are grabbed in the speed variant only, and always")
    if any(not 0 <= left <= MOST_ARRANGING for left in state.busy):
        wrong.append("a seat has more than 48 arranging moves left")
    if state.phase == HELPERS and state.card == NONE:
        wrong.append("helpers are chosen without a card")
    if state.die not in {NONE, *state.printed.die}:
        wrong.append(f"the die has no side {state.die}")
    return wrong or _wrong_questions(state)


def _wrong_questions(state: Fireworks) -> list[str]:
    """Every actor has a legal move, and every secret choice is possible."""
    wrong = [
        f"seat {seat} is to move but has no legal move" for seat in state.actors() if not state.legal(seat)
    ]
    if state.actor != OVER and state.actor not in state.actors():
        wrong.append(f"seat {state.actor} is the actor but not among the actors")
    for tile in state.waiting:
        if tile >= state.printed.slots or state.face[tile] < FUNCTION or state.place[tile] >= BOARD:
            wrong.append(f"tile {tile} waits, but is no function tile in the game")
    if state.phase == GRAB and SPACES in state.tiles:
        wrong.append("a board is full but the grabbing goes on")
    for seat, tile in enumerate(state.sealed):
        if tile != NONE and (tile >= state.printed.slots or state.place[tile] != BOARD + seat):
            wrong.append(f"seat {seat} has chosen a tile that it does not have")
    return wrong


def _wrong_cards(state: Fireworks) -> list[str]:
    cards = [*state.first_pile, *state.second_pile, *state.discards]
    cards += [] if state.card == NONE else [state.card]
    wrong = (
        [] if sorted(cards) == list(state.printed.cards) else ["the action cards are not those of the box"]
    )
    if state.variant == ADVANCED and state.phase not in {LAST, FINISHED} and state.card == NONE:
        wrong.append("a turn of the advanced variant has no card")
    return wrong
