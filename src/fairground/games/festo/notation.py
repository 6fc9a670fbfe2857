"""Moves in words and back, click paths, and why a move is not legal."""

from itertools import product
from typing import Final

from fairground.engine.errors import NotationError
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    BUYING,
    COLOURING,
    COOKING,
    FREE,
    MAIN_SLOT,
    MOVING,
    NO_DISH,
    PASS,
    PICK,
    PICKING,
    PLACE,
    PLACING,
    PREPARE_DISH,
    RESERVE,
    RESERVING,
    ROAST_SLOT,
    SLOTS,
    TAKING,
    WITH,
)
from fairground.games.festo.words import CHARACTERS, COLOURS, COOKABLE, KINDS, PLACES
from fairground.games.festo.words import SLOTS as SLOT_NAMES

SIDES: Final = ("own", "other")


def _salted(colours: int) -> str:
    names = [name for bit, name in enumerate(COLOURS) if colours & 2**bit]
    return " ".join(names) or "none"


# Words and click path of every move, in the order of the moves' numbers.
_TABLE: Final[list[tuple[str, str]]] = [
    *((f"give {seat}", f"seat:{seat}") for seat in range(5)),
    *((f"place {place}", f"place:{place}") for place in PLACES),
    ("done", "button:done"),
    ("take all", "button:take all"),
    ("not all", "button:not all"),
    ("use", "button:use"),
    ("use disc", "button:use disc"),
    ("no ability", "button:no ability"),
    *(
        (f"pick {colour} from {place}", f"cube:{place}:{colour}")
        for place, colour in product(PLACES, COLOURS)
    ),
    *((f"move to {place}", f"place:{place}") for place in PLACES),
    *((f"send to {place}", f"place:{place}") for place in PLACES),
    *((f"reserve {slot}", f"dish:{slot}") for slot in SLOT_NAMES),
    *((f"return {kind}", f"stock:{kind}") for kind in KINDS),
    *((f"fetch {colour}", f"supply:{colour}") for colour in COLOURS),
    *((f"lay {place}", f"place:{place}") for place in CHARACTERS),
    *((f"take {colour}", f"colour:{colour}") for colour in COLOURS),
    ("stop", "button:stop"),
    *((f"buy {colour}", f"cube:grocery:{colour}") for colour in COLOURS),
    ("nothing", "button:nothing"),
    *((f"cook {dish}", f"dish:{dish}") for dish in COOKABLE),
    *((f"free {slot}", f"piece:{slot}") for slot in SLOT_NAMES),
    ("pass", "button:pass"),
    *((f"free with {kind}", f"stock:{kind}") for kind in KINDS),
    *((f"with {colour}", f"colour:{colour}") for colour in COLOURS),
    *((f"extra {side}", f"extra:{side}") for side in SIDES),
    *((f"waive {side}", f"waive:{side}") for side in SIDES),
    *(
        (f"salt {first}+{second}", f"salt:{first}+{second}")
        for first, second in product(range(10), range(10))
    ),
    *((f"salt {_salted(colours)}", f"salt:{_salted(colours)}") for colours in range(64)),
]
MOVES: Final = range(len(_TABLE))
_NUMBERS: Final = {words: number for number, (words, _) in enumerate(_TABLE)}

ASKED: Final = (
    "the match is over",
    "the start card is to be given to a seat",
    "a helper is to be placed",
    "it is to be decided whether the whole market is taken",
    "it is to be decided whether the ability is used",
    "a cube for the troll to move is to be picked",
    "the cube is to be moved to another place",
    "the piece is to be sent further right",
    "a dish is to be reserved",
    "a cube is to be returned",
    "a cube is to be fetched from the supplies",
    "a disc is to be laid at a character",
    "a cube of this market is to be taken, or the taking stopped",
    "a colour of the grocery is to be bought, or nothing",
    "a dish is to be cooked, a piece freed, or passed",
    "a cube is to be paid for the piece",
    "a colour is to be chosen for the dish",
    "the colour of the surcharge is to be chosen",
    "the colour of the waived cube is to be chosen",
    "it is to be decided what salt replaces",
)


def write(move: int) -> str:
    if not 0 <= move < len(_TABLE):
        raise NotationError(f"expected the number of a move, got {move}")
    return _TABLE[move][0]


def read(words: str) -> int:
    tidy = " ".join(words.split())
    if tidy not in _NUMBERS:
        raise NotationError(f"expected a move such as `place orc` or `cook drink1`, got {words!r}")
    return _NUMBERS[tidy]


def path(move: int) -> list[str]:
    """One click each."""
    write(move)
    return [_TABLE[move][1]]


def why(state: Festo, seat: int, move: int) -> str:
    """Why the move is not legal now."""
    question = int(state.question)
    if question == COOKING and PREPARE_DISH <= move < FREE:
        return _why_not_cook(state, seat, move - PREPARE_DISH)
    if question == COOKING and FREE <= move < PASS:
        return f"seat {seat} has no piece on {SLOT_NAMES[move - FREE]}, or no cube to pay"
    if question == PLACING and PLACE <= move < PLACE + len(CHARACTERS):
        return f"the {PLACES[move - PLACE]} is closed"
    if question == RESERVING and RESERVE <= move < RESERVE + SLOTS:
        return f"no dish lies on {SLOT_NAMES[move - RESERVE]}, or a piece stands on it"
    return _why_no_cube(state, move) or f"{ASKED[question]} now"


def _why_not_cook(state: Festo, seat: int, slot: int) -> str:
    if slot in (ROAST_SLOT, MAIN_SLOT):
        gone = not (state.roasts_left if slot == ROAST_SLOT else state.mains_left)
        return f"no {COOKABLE[slot]} is left" if gone else "the cubes and salt do not suffice"
    if state.shelf[slot] == NO_DISH:
        return f"no dish lies on {SLOT_NAMES[slot]}"
    if state.claim[slot] and (state.claim[slot] - 1) // 2 != seat:
        return f"{SLOT_NAMES[slot]} is reserved for seat {(state.claim[slot] - 1) // 2}"
    return "the cubes and salt do not suffice"


def _why_no_cube(state: Festo, move: int) -> str | None:
    """The questions in which something may not be there."""
    words = write(move).split() if 0 <= move < len(_TABLE) else [""]
    question = int(state.question)
    if question == PICKING and PICK <= move < PICK + len(PLACES) * len(COLOURS):
        return f"no {words[1]} lies there that was not moved this round"
    if question in {TAKING, BUYING} and words[0] in {"take", "buy"} and words[-1] in COLOURS:
        return f"no {words[-1]} lies there"
    if question == MOVING and words[0] == "move":
        return "the cube comes from there, or there is no room for it"
    if question == COLOURING and WITH <= move < WITH + len(COLOURS):
        return f"the dish cannot be paid with {words[1]}"
    return None
