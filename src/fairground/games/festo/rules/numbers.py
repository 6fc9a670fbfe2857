"""The numbers that stand for things, questions, moves and notes."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

BIT: Final = vec[i64]([2**n for n in range(62)])

# Kinds of cube: the colours 0 to 5, in the order of the characters who sell them, and salt.
COLOURS: Final = 6
SALT: Final = 6
KINDS: Final = 7

# Places are the six characters and the grocery.
TROLL: Final = 0
PIXIES: Final = 1
ORC: Final = 2
MAGICIAN: Final = 3
ELF: Final = 4
DWARF: Final = 5
GROCERY: Final = 6
PLACES: Final = 7

# Pieces.
HELPER: Final = 0
DISC: Final = 1

# Small dishes are 6 * sort + colour; a slot of the buffet is 3 * sort + column, both from 0.
DRINK: Final = 0
DESSERT: Final = 1
STARTER: Final = 2
SIDE: Final = 3
ROAST: Final = 4
MAIN: Final = 5
SHELVES: Final = 4
COLUMNS: Final = 3
SLOTS: Final = 12
ROAST_SLOT: Final = 12
MAIN_SLOT: Final = 13
ROAST_DISH: Final = 24
MAIN_DISH: Final = 25
NO_DISH: Final = -1

ROUNDS: Final = 4

# Events, in the order of `words.EVENTS`.
NO_EVENT: Final = -1
RICH_HARVEST: Final = 0
FULL_SHELVES: Final = 1
SALT_CART: Final = 2
MARKET_DAY: Final = 3
LONG_EVENING: Final = 4
LOCKED_DOORS: Final = 5
LATE_RISERS: Final = 6
DOUBLE_MAGIC: Final = 7
NO_HOARDING: Final = 8
REGULARS: Final = 9
MIXED_BASKET: Final = 10
SELF_SERVICE: Final = 11
ROYAL_PRAISE: Final = 12
BANQUET: Final = 13
EVENTS: Final = BANQUET + 1

# Phases, and the stages of a seat's turn at a place.
PREPARE: Final = 0
SHOP: Final = 1
ACT: Final = 2
COOK: Final = 3

MORNING: Final = 0
AFTERNOON: Final = 1

ARRIVE: Final = 0
COME: Final = 1
OFFER: Final = 2
GATHER: Final = 3
LEAVE: Final = 4

# Questions, in the order of `festo.QUESTIONS`.
ENDED: Final = 0
GIVING: Final = 1
PLACING: Final = 2
TAKING_ALL: Final = 3
USING: Final = 4
PICKING: Final = 5
MOVING: Final = 6
SENDING: Final = 7
RESERVING: Final = 8
RETURNING: Final = 9
FETCHING: Final = 10
LAYING: Final = 11
TAKING: Final = 12
BUYING: Final = 13
COOKING: Final = 14
FREEING: Final = 15
COLOURING: Final = 16
CHARGING: Final = 17
WAIVING: Final = 18
SALTING: Final = 19
NO_QUESTION: Final = -1  # nothing to decide: the match goes on by itself

# Moves.
GIVE: Final = 0  # + seat
PLACE: Final = 5  # + place
DONE: Final = 12
ALL: Final = 13
SINGLY: Final = 14
USE: Final = 15
USE_DISC: Final = 16
SKIP: Final = 17
PICK: Final = 18  # + 6 * place + colour
MOVE: Final = 60  # + place
SEND: Final = 67  # + place
RESERVE: Final = 74  # + slot
RETURN: Final = 86  # + kind
FETCH: Final = 93  # + colour
LAY: Final = 99  # + place
TAKE: Final = 105  # + colour
STOP: Final = 111
BUY: Final = 112  # + colour
NOTHING: Final = 118
PREPARE_DISH: Final = 119  # + slot; roast and main follow the twelve slots
FREE: Final = 133  # + slot
PASS: Final = 145
FREE_WITH: Final = 146  # + kind
WITH: Final = 153  # + colour
EXTRA: Final = 159  # + 0 the first colour, 1 the second
WAIVE: Final = 161  # + 0 the first colour, 1 the second
SALT_PAIR: Final = 163  # + 10 * salt in the first colour + salt in the second
SALT_SET: Final = 263  # + a set of colours, for a main
MOVES: Final = 327

# Notes: what the last move did, for the story.
N_CHOSE: Final = 0  # move
N_ROUND: Final = 1  # round
N_STOCKED: Final = 2  # place, colour, cubes
N_DISH: Final = 3  # slot, dish
N_EVENT: Final = 4  # event
N_SALT: Final = 5  # place: the magician, or the grocery for the salt cart
N_GAVE: Final = 6  # to whom
N_DIE: Final = 7  # half, character
N_NO_DICE: Final = 8  # half
N_PLACED: Final = 9  # place
N_DONE: Final = 10
N_ORDER: Final = 11  # place, and each seat + 1 as an octal digit, the first seat lowest
N_GAINED: Final = 12  # why, points
N_ALL: Final = 13  # place
N_TOOK: Final = 14  # place, colour, cubes
N_HOME: Final = 15  # place, pieces
N_DECLINED: Final = 16  # move
N_USED: Final = 17  # place, piece
N_MOVED: Final = 18  # place, colour, place
N_SENT: Final = 19  # place, piece
N_RESERVED: Final = 20  # slot, piece
N_RETURNED: Final = 21  # kind
N_FETCHED: Final = 22  # colour
N_LAID: Final = 23  # place
N_CARD: Final = 24
N_PREPARED: Final = 25  # dish
N_PAID: Final = 26  # kind, cubes
N_FREED: Final = 27  # slot, kind
N_PASSED: Final = 28
N_END: Final = 29

# Why points were gained.
BY_REGULARS: Final = 0
BY_SIDE: Final = 1
BY_STARTER: Final = 2
BY_DESSERT: Final = 3
BY_PRAISE: Final = 4
BY_BANQUET: Final = 5
BY_DWARF: Final = 6
