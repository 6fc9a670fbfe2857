"""The words for the things of the game, in the order of their numbers in the rules."""

from typing import Final

COLOURS: Final = ("meat", "honey", "spice", "mushroom", "fruit", "potato")
KINDS: Final = (*COLOURS, "salt")
CHARACTERS: Final = ("troll", "pixies", "orc", "magician", "elf", "dwarf")
PLACES: Final = (*CHARACTERS, "grocery")
PIECES: Final = ("helper", "disc")
SORTS: Final = ("drink", "dessert", "starter", "side", "roast", "main")
SLOTS: Final = tuple(f"{sort}{column}" for sort in SORTS[:4] for column in (1, 2, 3))
COOKABLE: Final = (*SLOTS, "roast", "main")
DISHES: Final = (*(f"{colour} {sort}" for sort in SORTS[:4] for colour in COLOURS), "roast", "main")
PHASES: Final = ("prepare", "shop", "act", "cook")
HALVES: Final = ("morning", "afternoon")
STAGES: Final = ("arrive", "come", "offer", "gather", "leave")
QUESTIONS: Final = (
    "ended",
    "give",
    "place",
    "take all",
    "use",
    "pick",
    "move",
    "send",
    "reserve",
    "return",
    "fetch",
    "lay",
    "take",
    "buy",
    "cook",
    "free",
    "colour",
    "extra",
    "waive",
    "salt",
)
EVENTS: Final = (
    "rich harvest",
    "full shelves",
    "salt cart",
    "market day",
    "long evening",
    "locked doors",
    "late risers",
    "double magic",
    "no hoarding",
    "regulars",
    "mixed basket",
    "self-service",
    "royal praise",
    "banquet",
)
EFFECTS: Final = {  # {n} is the amount on the card, and {n:word} the word with it
    "rich harvest": "every market gets {n:more cube} of its own colour",
    "full shelves": "every row of the grocery gets {n:more cube}",
    "salt cart": "everybody takes {n} salt while there is any",
    "market day": "no dice and no covers in the morning",
    "long evening": "no dice and no covers in the afternoon",
    "locked doors": "the covers of the morning stay for the afternoon",
    "late risers": "everybody places at most {n:helper} in the morning",
    "double magic": "an ability may be used twice, with two pieces",
    "no hoarding": "nobody takes a whole market",
    "regulars": "an absolute majority at a character is worth {n:point}",
    "mixed basket": "cubes from the grocery may differ in colour, {n:cube} at most",
    "self-service": "no surcharge for the columns of the buffet",
    "royal praise": "every dish prepared is worth {n:more point}",
    "banquet": "every roast or main prepared is worth {n:more point}",
}
GAINS: Final = (
    "regulars",
    "a magic side",
    "a magic starter",
    "magic desserts",
    "royal praise",
    "the banquet",
    "the dwarf's last round",
)
SYMBOLS: Final = {  # the sign and the colour of each kind of cube
    "meat": ("M", "red"),
    "honey": ("H", "yellow"),
    "spice": ("S", "orange"),
    "mushroom": ("U", "purple"),
    "fruit": ("F", "green"),
    "potato": ("P", "teal"),
    "salt": ("*", "white"),
}


def describe_effect(event: str, amount: int) -> str:
    """Return the effect of an event in words, with the amount on its card."""
    return EFFECTS[event].format(n=Amount(amount))


class Amount:
    """A number that brings its word along: `{n:more cube}` becomes `1 more cube` or `2 more cubes`."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __format__(self, word: str) -> str:
        return f"{self.number} {word}{'s' * (self.number != 1)}" if word else str(self.number)
