"""Moves in words and back, click paths, and why a move is not legal."""

from itertools import product
from typing import Final

from fairground.engine.errors import NotationError
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    BUYING,
    COLOURING,
    COOKING,
    ENDED,
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


def _colour_names(colours: int) -> str:
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
    *((f"salt {_colour_names(colours)}", f"salt:{_colour_names(colours)}") for colours in range(64)),
]
MOVES: Final = range(len(_TABLE))
_NUMBERS: Final = {words: number for number, (words, _) in enumerate(_TABLE)}

TASKS: Final = (  # in the order of the questions
    "",
    "give the start card to a seat",
    "place a helper",
    "decide whether to take the whole market",
    "decide whether to use the ability",
    "pick a cube for the troll to move",
    "move the cube to another place",
    "send the piece further right",
    "reserve a dish",
    "return a cube",
    "fetch a cube from the supplies",
    "lay a disc at a character",
    "take a cube from this market or stop",
    "buy a colour at the grocery or nothing",
    "cook a dish, free a piece or pass",
    "pay a cube for the piece",
    "choose a colour for the dish",
    "choose the colour of the surcharge",
    "choose the colour of the waived cube",
    "decide which cubes salt replaces",
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
    """Return the one thing to click."""
    write(move)
    return [_TABLE[move][1]]


def why(state: Festo, seat: int, move: int) -> str:
    """Return why the move is not legal now."""
    question = int(state.question)
    if question == COOKING and PREPARE_DISH <= move < FREE:
        return _why_not_cook(state, seat, move - PREPARE_DISH)
    if question == COOKING and FREE <= move < PASS:
        return f"seat {seat} has no piece on {SLOT_NAMES[move - FREE]}, or no cube to pay with"
    if question == PLACING and PLACE <= move < PLACE + len(CHARACTERS):
        return f"the {PLACES[move - PLACE]} is closed"
    if question == RESERVING and RESERVE <= move < RESERVE + SLOTS:
        return f"there is no dish on {SLOT_NAMES[move - RESERVE]}, or a piece already stands on it"
    if question == ENDED:
        return "the match is over"
    return _why_no_cube(state, move) or f"seat {state.actor} has to {TASKS[question]} now"


def _why_not_cook(state: Festo, seat: int, slot: int) -> str:
    if slot in (ROAST_SLOT, MAIN_SLOT):
        gone = not (state.roasts_left if slot == ROAST_SLOT else state.mains_left)
        return f"no {COOKABLE[slot]} is left" if gone else "there are not enough cubes and salt to pay for it"
    if state.shelf[slot] == NO_DISH:
        return f"there is no dish on {SLOT_NAMES[slot]}"
    if state.claim[slot] and (state.claim[slot] - 1) // 2 != seat:
        return f"{SLOT_NAMES[slot]} is reserved for seat {(state.claim[slot] - 1) // 2}"
    return "there are not enough cubes and salt to pay for it"


def _why_no_cube(state: Festo, move: int) -> str | None:
    """Return why a cube cannot be taken, moved or paid, or None for another reason."""
    words = write(move).split() if 0 <= move < len(_TABLE) else [""]
    question = int(state.question)
    if question == PICKING and PICK <= move < PICK + len(PLACES) * len(COLOURS):
        return f"every {words[1]} cube there was moved this round, or there is none"
    if question == BUYING and words[0] == "buy" and state.begun_colour() >= 0:
        return f"all cubes must have one colour, and the first was {COLOURS[state.begun_colour()]}"
    if question in {TAKING, BUYING} and words[0] in {"take", "buy"} and words[-1] in COLOURS:
        return f"there is no {words[-1]} cube there"
    if question == MOVING and words[0] == "move":
        return "the cube comes from there, or there is no room for it"
    if question == COLOURING and WITH <= move < WITH + len(COLOURS):
        return f"you cannot pay for the dish with {words[1]}"
    return None
