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
EFFECTS: Final = {
    "rich harvest": "every market gets one more cube of its own colour",
    "full shelves": "every row of the grocery gets one more cube",
    "salt cart": "everybody takes a salt while there is any",
    "market day": "no dice and no covers in the morning",
    "long evening": "no dice and no covers in the afternoon",
    "locked doors": "the covers of the morning stay for the afternoon",
    "late risers": "only a few helpers a seat in the morning",
    "double magic": "an ability may be used twice, with two pieces",
    "no hoarding": "nobody takes a whole market",
    "regulars": "an absolute majority at a character is worth a point",
    "mixed basket": "cubes from the grocery may differ in colour",
    "self-service": "no surcharge for the columns of the buffet",
    "royal praise": "every dish prepared is worth a further point",
    "banquet": "every roast or main prepared is worth further points",
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
