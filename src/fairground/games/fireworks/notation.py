"""Moves in words and back, click paths, and why a move is not legal."""

import re
from itertools import combinations
from typing import Final

from fairground.engine.errors import NotationError
from fairground.games.fireworks.box import HEIGHT_NAMES
from fairground.games.fireworks.rules.boards import (
    AIM,
    AIM_FROM,
    ARRANGE,
    DONE,
    ENOUGH,
    GATHER,
    GIVE_TILE,
    SWAP,
    TAKE,
    TURN_TILE,
    WITH,
)
from fairground.games.fireworks.rules.launch import HEIGHTS
from fairground.games.fireworks.rules.table import (
    BOARD,
    CHOOSE,
    DOWN,
    GIVE,
    GRAB,
    HELPERS,
    LAST,
    LAUNCH,
    OUT_DOWN,
    OUT_UP,
    PLACE,
    RETURN,
    UP,
)
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    DIRECTIONS,
    EMPTY,
    FUNCTION,
    SPACES,
    SPECIAL,
    space_names,
)
from fairground.games.fireworks.rules.turn import ZONES, Fireworks

NAMES: Final = tuple(space_names())
ALONE: Final = {"gather": GATHER, "enough": ENOUGH, "done": DONE, "arrange": ARRANGE}
_NUMBERED: Final = {
    "aim": (1, 9, AIM - 1),
    "with": (0, 3, WITH),
    "take": (0, 110, TAKE),
    "give": (0, 110, GIVE_TILE),
}
_NUMBER: Final = re.compile(r"0|[1-9]\d{0,2}", re.ASCII)
QUESTIONS: Final = {
    LAUNCH: "aim at one of the nine zones",
    HELPERS: "choose a helper",
    CHOOSE: "take a tile",
    PLACE: "rearrange the board or choose done",
    LAST: "rearrange the board one last time or choose done",
    GIVE: "give a tile",
    RETURN: "give a tile",
    GRAB: "take a tile or rearrange the board",
}


def write(move: int) -> str:
    for word, number in ALONE.items():
        if move == number:
            return word
    for word, (least, most, base) in _NUMBERED.items():
        if least <= move - base <= most:
            return f"{word} {move - base}"
    if AIM_FROM <= move < AIM_FROM + ZONES * HEIGHTS:
        zone, height = divmod(move - AIM_FROM, HEIGHTS)
        return f"aim {zone + 1} {HEIGHT_NAMES[height]}"
    if TURN_TILE <= move < TURN_TILE + SPACES * DIRECTIONS:
        space, direction = divmod(move - TURN_TILE, DIRECTIONS)
        return f"turn {NAMES[space]} {direction}"
    space, other = divmod(move - SWAP, SPACES)
    if 0 <= space < other:
        return f"swap {NAMES[space]} {NAMES[other]}"
    raise NotationError(f"expected the number of a move, got {move}")


def _all_moves() -> list[int]:
    """Return every number that is a move."""
    alone = set(ALONE.values())
    numbered = {base + n for least, most, base in _NUMBERED.values() for n in range(least, most + 1)}
    aims = {AIM_FROM + aim for aim in range(ZONES * HEIGHTS)}
    turns = {TURN_TILE + turn for turn in range(SPACES * DIRECTIONS)}
    swaps = {SWAP + space * SPACES + other for space, other in combinations(range(SPACES), 2)}
    return sorted(alone | numbered | aims | turns | swaps)


MOVES: Final = _all_moves()


def read(words: str) -> int:
    match words.split():
        case [word] if word in ALONE:
            return ALONE[word]
        case [word, number] if word in _NUMBERED:
            least, most, base = _NUMBERED[word]
            return base + _whole(number, least, most)
        case ["aim", zone, height]:
            return AIM_FROM + (_whole(zone, 1, ZONES) - 1) * HEIGHTS + _height(height)
        case ["turn", space, direction]:
            return TURN_TILE + _space(space) * DIRECTIONS + _whole(direction, 0, DIRECTIONS - 1)
        case ["swap", space, other]:
            return _swap(_space(space), _space(other))
    raise NotationError(
        f"expected a move such as gather, aim 5 low, take 17, turn A1 3 or swap A1 B2, got {words!r}"
    )


def _height(word: str) -> int:
    if word not in HEIGHT_NAMES:
        raise NotationError(f"expected low, middle or high, got {word!r}")
    return HEIGHT_NAMES.index(word)


def _swap(space: int, other: int) -> int:
    if space >= other:
        raise NotationError(f"expected the earlier space first, got {NAMES[space]} {NAMES[other]}")
    return SWAP + space * SPACES + other


def _whole(word: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
        raise NotationError(f"expected a number from {least} to {most}, got {word!r}")
    return int(word)


def _space(word: str) -> int:
    if word not in NAMES:
        raise NotationError(f"expected a space from A1 to G2, got {word!r}")
    return NAMES.index(word)


def path(move: int) -> list[str]:
    """Return the things to click: a zone, a seat, a tile, or spaces of the own board."""
    match write(move).split():
        case ["aim", zone]:
            return [f"zone:{zone}"]
        case ["aim", zone, height]:
            return [f"zone:{zone}", f"height:{height}"]
        case ["with", seat]:
            return [f"seat:{seat}"]
        case ["take" | "give", tile]:
            return [f"tile:{tile}"]
        case ["turn", space, direction]:
            return [f"space:{space}", f"turn:{direction}"]
        case ["swap", space, other]:
            return [f"space:{space}", f"space:{other}"]
        case words:
            return words


def why(state: Fireworks, seat: int, move: int) -> str:
    """Return why the move is not legal now, using only what everybody can see."""
    try:
        word = write(move).split()[0]
    except NotationError:
        return "there is no such move"
    match word:
        case "take" if state.phase in {CHOOSE, GRAB}:
            return _why_not_take(state, move - TAKE)
        case "give" if state.phase in {GIVE, RETURN}:
            return f"tile {move - GIVE_TILE} is not on the board of seat {seat}"
        case "gather" if state.phase == LAUNCH:
            return _why_not_gather(state)
        case "aim" if state.phase == LAUNCH:
            return _why_not_aim(state)
        case "with" if state.phase == HELPERS:
            return _why_not_with(state, move - WITH)
        case "enough" if state.phase == HELPERS:
            return "the card needs at least one helper"
        case "turn" if state.phase in {PLACE, LAST, GRAB}:
            return _why_not_turn(state, seat, move)
        case "swap" if state.phase in {PLACE, LAST, GRAB}:
            return _why_not_swap(state, seat, move)
    return f"seat {seat} is asked to {QUESTIONS[int(state.phase)]}"


def _why_not_gather(state: Fireworks) -> str:
    if state.gathers_before_every_launch():
        return "you can gather the tiles only once before each launch"
    return "you can gather the tiles only once a turn, before the first launch"


def _why_not_aim(state: Fireworks) -> str:
    if state.chooses_height():
        return "the die falls through the barrel: say low, middle or high after the zone"
    return "there is no height to choose for this launch: name the zone only"


def _why_not_take(state: Fireworks, tile: int) -> str:
    place = int(state.place[tile])
    if BOARD <= place < BOARD + state.seats:
        return f"seat {place - BOARD} already has tile {tile}"
    if place == DOWN:
        return f"tile {tile} lies face down"
    if place in {OUT_DOWN, OUT_UP}:
        return f"tile {tile} lies outside the box"
    if place == UP and state.face[tile] >= FUNCTION:
        return f"tile {tile} is a function tile"
    return f"tile {tile} is not in the game"


def _why_not_with(state: Fireworks, helper: int) -> str:
    if helper >= state.seats:
        return f"there is no seat {helper}"
    return "a seat cannot help itself" if helper == state.active else f"seat {helper} already helps"


def _why_not_turn(state: Fireworks, seat: int, move: int) -> str:
    space, direction = divmod(move - TURN_TILE, DIRECTIONS)
    tile = state.board[seat * SPACES + space]
    if tile == EMPTY or not BASIC <= state.face[tile] < SPECIAL:
        return f"there is no tile with a petal on {NAMES[space]}"
    if state.facing[tile] == direction:
        return f"the petal on {NAMES[space]} already points there"
    return _why_not_arrange(state)


def _why_not_swap(state: Fireworks, seat: int, move: int) -> str:
    space, other = divmod(move - SWAP, SPACES)
    if state.board[seat * SPACES + space] == EMPTY and state.board[seat * SPACES + other] == EMPTY:
        return f"{NAMES[space]} and {NAMES[other]} are both empty"
    return _why_not_arrange(state)


def _why_not_arrange(state: Fireworks) -> str:
    if state.options["arrange"] != "hand":
        return "the arranger arranges the boards"
    return "the 48 arranging moves are used up; take a tile first"
