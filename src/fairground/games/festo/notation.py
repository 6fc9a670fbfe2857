"""Moves in words and back, click paths, and why a move is not legal."""

from itertools import product
from typing import Final

from fairground.engine.errors import NotationError
from fairground.engine.obstacle import Obstacle
from fairground.engine.story import Value
from fairground.games.festo.lacks import lacks
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    BUYING,
    COLOURING,
    COOKING,
    FREE,
    GROCERY,
    MAIN_SLOT,
    MOVE,
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
    ROAST,
    ROAST_SLOT,
    SLOTS,
    TAKING,
    WITH,
)
from fairground.games.festo.rules.price import Purse, surcharge
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
OBSTACLES: Final = {  # the most telling one first
    "price": "it costs {own} {colour} and {other_colour} of another colour, and {seat} lacks {left} of them",
    "surcharge": "it costs {own} {colour}, {other_colour} of another colour and {extra} more for its column, "
    "and {seat} lacks {left} of them",
    "roast price": "a roast costs {own} cubes of one colour, and {seat} has {most} and {salt} salt",
    "main price": "a main costs a cube of every colour, and {seat} lacks {colours} and has {salt} salt",
    "sold out": "no {sort} is left",
    "reserved": "{slot} is reserved for {other}",
    "foreign piece": "the piece on {slot} belongs to {other}",
    "no payment": "{seat} has no cube to pay with",
    "no piece": "{seat} has no piece on {slot}",
    "claimed": "a piece already stands on {slot}",
    "no dish": "there is no dish on {slot}",
    "closed": "the {place} is closed",
    "one colour": "all cubes must have one colour, and the first was {colour}",
    "moved": "every {colour} cube there was moved this round",
    "no cube": "there is no {colour} cube there",
    "origin": "the cube comes from there",
    "no room": "the row of {colour} is full with {most}",
    "colour": "you cannot pay for the dish with {colour}",
    "asked": "{seat} has to {task} now",
}


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


def why(state: Festo, seat: int, move: int) -> Obstacle:
    """Return why the move is not legal now."""
    question = int(state.question)
    if question == COOKING and PREPARE_DISH <= move < FREE:
        return _why_not_cook(state, seat, move - PREPARE_DISH)
    if question == COOKING and FREE <= move < PASS:
        return _why_not_free(state, seat, move - FREE)
    if question == PLACING and PLACE <= move < PLACE + len(CHARACTERS):
        return Obstacle("closed", {"place": PLACES[move - PLACE]})
    if question == RESERVING and RESERVE <= move < RESERVE + SLOTS:
        return _why_not_reserve(state, move - RESERVE)
    asked = Obstacle("asked", {"seat": int(state.actor), "task": TASKS[question]})
    return _why_no_cube(state, move) or asked


def _why_not_cook(state: Festo, seat: int, slot: int) -> Obstacle:
    if slot in (ROAST_SLOT, MAIN_SLOT):
        return _why_not_large(state, seat, COOKABLE[slot])
    if state.shelf[slot] == NO_DISH:
        return Obstacle("no dish", {"slot": SLOT_NAMES[slot]})
    if state.claim[slot] and _owner(state, slot) != seat:
        return Obstacle("reserved", {"slot": SLOT_NAMES[slot], "other": _owner(state, slot)})
    return _price(state, seat, slot)


def _owner(state: Festo, slot: int) -> int:
    """Return the seat whose piece stands on a dish."""
    return int(state.claim[slot] - 1) // 2


def _why_not_large(state: Festo, seat: int, sort: str) -> Obstacle:
    found = lacks(state, seat).get(sort)
    if found is None:
        return Obstacle("sold out", {"sort": sort})
    purse = Purse(state, seat)
    salt = int(purse.salt)
    if sort == "main":
        return Obstacle("main price", {"seat": seat, "colours": [*found.colours], "salt": salt})
    own = int(state.printed.own[ROAST])
    return Obstacle("roast price", {"seat": seat, "own": own, "most": int(purse.most), "salt": salt})


def _price(state: Festo, seat: int, slot: int) -> Obstacle:
    """Return what a small dish costs, and what the seat lacks even with its salt."""
    sort, colour = divmod(int(state.shelf[slot]), len(COLOURS))
    lack, extra = lacks(state, seat)[SLOT_NAMES[slot]], int(surcharge(state, slot))
    values: dict[str, Value] = {
        "seat": seat,
        "own": int(state.printed.own[sort]),
        "colour": COLOURS[colour],
        "other_colour": int(state.printed.other[sort]),
        "left": lack.left,
        "salt": lack.salt,
    }
    return Obstacle("surcharge", {**values, "extra": extra}) if extra else Obstacle("price", values)


def _why_not_free(state: Festo, seat: int, slot: int) -> Obstacle:
    if not state.claim[slot]:
        return Obstacle("no piece", {"seat": seat, "slot": SLOT_NAMES[slot]})
    if _owner(state, slot) != seat:
        return Obstacle("foreign piece", {"slot": SLOT_NAMES[slot], "other": _owner(state, slot)})
    return Obstacle("no payment", {"seat": seat})


def _why_not_reserve(state: Festo, slot: int) -> Obstacle:
    key = "no dish" if state.shelf[slot] == NO_DISH else "claimed"
    return Obstacle(key, {"slot": SLOT_NAMES[slot]})


def _why_no_cube(state: Festo, move: int) -> Obstacle | None:
    """Return why a cube cannot be taken, moved or paid, or None for another reason."""
    words = write(move).split() if 0 <= move < len(_TABLE) else [""]
    question = int(state.question)
    if question == PICKING and PICK <= move < PICK + len(PLACES) * len(COLOURS):
        key = "moved" if state.shop[move - PICK] else "no cube"
        return Obstacle(key, {"colour": words[1]})
    if question == BUYING and words[0] == "buy" and state.begun_colour() >= 0:
        return Obstacle("one colour", {"colour": COLOURS[state.begun_colour()]})
    if question in {TAKING, BUYING} and words[0] in {"take", "buy"} and words[-1] in COLOURS:
        return Obstacle("no cube", {"colour": words[-1]})
    if question == MOVING and words[0] == "move":
        return _why_not_move(state, move - MOVE)
    if question == COLOURING and WITH <= move < WITH + len(COLOURS):
        return Obstacle("colour", {"colour": words[1]})
    return None


def _why_not_move(state: Festo, place: int) -> Obstacle:
    origin, colour = divmod(int(state.origin), len(COLOURS))
    if place == origin or place != GROCERY:
        return Obstacle("origin")
    return Obstacle("no room", {"colour": COLOURS[colour], "most": int(state.printed.row_most)})
