"""Moves in words and back, click paths, and why a move is not legal."""

import re
from itertools import combinations
from typing import Final

from fairground.engine.errors import NotationError
from fairground.engine.obstacle import Obstacle
from fairground.games.fireworks.box import HEIGHT_NAMES, FireworksBox, sky_slots
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
    GONE,
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
    MOST_SKY,
    SPACES,
    SPECIAL,
    USUAL_SKY,
    space_names,
)
from fairground.games.fireworks.rules.turn import MOST_ARRANGING, ZONES, Fireworks

NAMES: Final = tuple(space_names())
ALONE: Final = {"gather": GATHER, "enough": ENOUGH, "done": DONE, "arrange": ARRANGE}
_NUMBERED: Final = {
    "aim": (1, 9, AIM - 1),
    "with": (0, 3, WITH),
    "take": (0, MOST_SKY - 1, TAKE),
    "give": (0, MOST_SKY - 1, GIVE_TILE),
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
OBSTACLES: Final = {  # the most telling one first
    "taken": "{other} already has tile {tile}",
    "face down": "tile {tile} lies face down",
    "outside": "tile {tile} lies outside the box",
    "function": "tile {tile} is a function tile",
    "absent": "tile {tile} is not in the game",
    "elsewhere": "tile {tile} is not on the board of {seat}",
    "gathered once": "you can gather the tiles only once before each launch",
    "gathered": "you can gather the tiles only once a turn, before the first launch",
    "height": "the die falls through the barrel: say low, middle or high after the zone",
    "no height": "there is no height to choose for this launch: name the zone only",
    "no seat": "there is no seat {number}",
    "self": "a seat cannot help itself",
    "helps": "{other} already helps",
    "no helper": "the card needs at least one helper",
    "used up": "the {most} arranging moves are used up; take a tile first",
    "arranger": "the arranger arranges the boards",
    "both empty": "{space} and {second} are both empty",
    "no petal": "there is no tile with a petal on {space}",
    "same way": "the petal on {space} already points there",
    "asked": "{seat} is asked to {task}",
    "no move": "there is no such move",
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


def _moves_of(tiles: int) -> list[int]:
    """Return every number that is a move where so many tiles have a number."""
    alone = set(ALONE.values())
    beyond = {base + tile for base in (TAKE, GIVE_TILE) for tile in range(tiles, MOST_SKY)}
    numbered = {base + n for least, most, base in _NUMBERED.values() for n in range(least, most + 1)}
    aims = {AIM_FROM + aim for aim in range(ZONES * HEIGHTS)}
    turns = {TURN_TILE + turn for turn in range(SPACES * DIRECTIONS)}
    swaps = {SWAP + space * SPACES + other for space, other in combinations(range(SPACES), 2)}
    return sorted((alone | numbered | aims | turns | swaps) - beyond)


MOVES: Final = _moves_of(USUAL_SKY)
EVERY_MOVE: Final = _moves_of(MOST_SKY)


def moves_with(box: FireworksBox) -> list[int]:
    """Return every move that a box allows."""
    return _moves_of(sky_slots(box))


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


def why(state: Fireworks, seat: int, move: int) -> Obstacle:
    """Return why the move is not legal now, using only what everybody can see."""
    try:
        word = write(move).split()[0]
    except NotationError:
        return Obstacle("no move")
    match word:
        case "take" if state.phase in {CHOOSE, GRAB}:
            return _why_not_take(state, move - TAKE)
        case "give" if state.phase in {GIVE, RETURN}:
            return Obstacle("elsewhere", {"tile": move - GIVE_TILE, "seat": seat})
        case "gather" if state.phase == LAUNCH:
            return Obstacle("gathered once" if state.gathers_before_every_launch() else "gathered")
        case "aim" if state.phase == LAUNCH:
            return Obstacle("height" if state.chooses_height() else "no height")
        case "with" if state.phase == HELPERS:
            return _why_not_with(state, move - WITH)
        case "enough" if state.phase == HELPERS:
            return Obstacle("no helper")
        case "turn" if state.phase in {PLACE, LAST, GRAB}:
            return _why_not_turn(state, seat, move)
        case "swap" if state.phase in {PLACE, LAST, GRAB}:
            return _why_not_swap(state, seat, move)
    return Obstacle("asked", {"seat": seat, "task": QUESTIONS[int(state.phase)]})


def _why_not_take(state: Fireworks, tile: int) -> Obstacle:
    place = int(state.place[tile]) if tile < state.printed.slots else GONE
    if BOARD <= place < BOARD + state.seats:
        return Obstacle("taken", {"other": place - BOARD, "tile": tile})
    if place == DOWN:
        return Obstacle("face down", {"tile": tile})
    if place in {OUT_DOWN, OUT_UP}:
        return Obstacle("outside", {"tile": tile})
    if place == UP and state.face[tile] >= FUNCTION:
        return Obstacle("function", {"tile": tile})
    return Obstacle("absent", {"tile": tile})


def _why_not_with(state: Fireworks, helper: int) -> Obstacle:
    if helper >= state.seats:
        return Obstacle("no seat", {"number": helper})
    return Obstacle("self") if helper == state.active else Obstacle("helps", {"other": helper})


def _why_not_turn(state: Fireworks, seat: int, move: int) -> Obstacle:
    space, direction = divmod(move - TURN_TILE, DIRECTIONS)
    tile = state.board[seat * SPACES + space]
    if tile == EMPTY or not BASIC <= state.face[tile] < SPECIAL:
        return Obstacle("no petal", {"space": NAMES[space]})
    if state.facing[tile] == direction:
        return Obstacle("same way", {"space": NAMES[space]})
    return _why_not_arrange(state)


def _why_not_swap(state: Fireworks, seat: int, move: int) -> Obstacle:
    space, other = divmod(move - SWAP, SPACES)
    if state.board[seat * SPACES + space] == EMPTY and state.board[seat * SPACES + other] == EMPTY:
        return Obstacle("both empty", {"space": NAMES[space], "second": NAMES[other]})
    return _why_not_arrange(state)


def _why_not_arrange(state: Fireworks) -> Obstacle:
    if state.options["arrange"] != "hand":
        return Obstacle("arranger")
    return Obstacle("used up", {"most": MOST_ARRANGING})
