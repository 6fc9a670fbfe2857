"""The printed values of Festo!, and what a box file may hold."""

import msgspec

from fairground.engine.box import Source
from fairground.engine.misprints import Misprint, Path
from fairground.games.festo.reach import Stand, can_collect, can_collect_every_colour
from fairground.games.festo.words import COLOURS, EVENTS

LEAST_TILES = 3  # of a small sort, which fill its shelf
MOST_ALIKE = 4  # tiles of a sort and colour, and copies of an event: one for each round
MOST_TILES = MOST_ALIKE * len(COLOURS)
LEAST_EVENTS = 4  # one for each round
MOST_EVENTS = MOST_ALIKE * len(EVENTS)
MOST_PRICE = 7  # with two cubes of surcharge, a price still has one digit
AMOUNTS = {  # the events that have an amount, and the highest allowed
    "rich harvest": 5,
    "full shelves": 3,
    "salt cart": 2,
    "late risers": 6,
    "regulars": 9,
    "mixed basket": 9,
    "royal praise": 9,
    "banquet": 9,
}


class Supplies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cubes: int
    salt: int
    source: Source


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    helpers: int
    discs: int
    source: Source


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: int
    for_five: int
    source: Source


class Markets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    refill: int
    for_five: int
    most: int
    source: Source


class Grocery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    refill: int
    most: int
    source: Source


class Dwarf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    source: Source


class FestoTiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    small: int
    large: int
    source: Source


class TileColours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    small: list[str]
    source: Source


class SmallPrices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drink: tuple[int, int]
    dessert: tuple[int, int]
    starter: tuple[int, int]
    side: tuple[int, int]
    source: Source


class LargePrices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    roast: int
    main: int
    source: Source


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    small: SmallPrices
    large: LargePrices


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drink: int
    dessert: int
    starter: int
    side: int
    roast: int
    main: int
    source: Source


class Sets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: list[int]
    source: Source


class Backs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drink: int
    dessert: int
    starter: int
    side: int
    source: Source


class EventCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    source: Source
    amount: int | None = None


class FestoBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    supplies: Supplies
    pieces: Pieces
    dice: Dice
    markets: Markets
    grocery: Grocery
    dwarf: Dwarf
    tiles: FestoTiles
    colours: TileColours
    prices: Prices
    points: Points
    sets: Sets
    backs: Backs
    events: list[EventCard]


def check(box: FestoBox) -> None:
    """Refuse values that the rules cannot work with."""
    _check_counts(box)
    _check_tiles(box)
    _check_prices(box)
    _check_points(box)
    _check_sets(box.sets.points)
    _check_events(box.events)


def _within(path: Path, value: int, least: int, most: int, what: str) -> None:
    if not least <= value <= most:
        raise Misprint(path, f"expected {least} to {most} {what}, got {value}")


def _check_counts(box: FestoBox) -> None:
    _within(("supplies", "cubes"), box.supplies.cubes, 8, 99, "cubes of each colour")
    _within(("supplies", "salt"), box.supplies.salt, 0, 4, "more salt than seats")
    _within(("pieces", "helpers"), box.pieces.helpers, 1, 12, "helpers for each seat")
    _within(("pieces", "discs"), box.pieces.discs, 0, 6, "discs for each seat")
    _within(("dice", "dice"), box.dice.dice, 0, 5, "dice")
    _within(("dice", "for_five"), box.dice.for_five, 0, 5, "dice")
    _within(("markets", "most"), box.markets.most, 1, 9, "cubes in a market")
    _within(("markets", "refill"), box.markets.refill, 1, box.markets.most, "cubes a round")
    _within(("markets", "for_five"), box.markets.for_five, 1, box.markets.most, "cubes a round")
    _within(("grocery", "most"), box.grocery.most, 1, 9, "cubes in a row")
    _within(("grocery", "refill"), box.grocery.refill, 0, box.grocery.most, "cubes a round")


def _check_tiles(box: FestoBox) -> None:
    _within(("tiles", "small"), box.tiles.small, LEAST_TILES, MOST_TILES, "tiles of each small sort")
    _within(("tiles", "large"), box.tiles.large, 1, 99, "roasts and mains, one of each for every seat")
    path, colours = ("colours", "small"), box.colours.small
    if len(colours) != box.tiles.small:
        raise Misprint(path, f"expected a colour for each of {box.tiles.small} tiles, got {len(colours)}")
    for colour in colours:
        if colour not in COLOURS:
            raise Misprint(path, f"expected one of {', '.join(COLOURS)}, got {colour!r}")
        if colours.count(colour) > MOST_ALIKE:
            count = colours.count(colour)
            raise Misprint(path, f"expected at most {MOST_ALIKE} tiles of a colour, got {count} of {colour}")


def _check_prices(box: FestoBox) -> None:
    for sort in ("drink", "dessert", "starter", "side"):
        price: tuple[int, int] = getattr(box.prices.small, sort)
        for cubes in price:
            _within(("prices", "small", sort), cubes, 1, min(MOST_PRICE, box.supplies.cubes - 2), "cubes")
    _within(("prices", "large", "roast"), box.prices.large.roast, 1, min(9, box.supplies.cubes), "cubes")
    _within(("prices", "large", "main"), box.prices.large.main, 1, 1, "cube of each colour")


def check_playable(box: FestoBox) -> None:
    """Refuse dishes that nobody can cook because the price cannot be collected in a match."""
    for seats, refill in ((2, box.markets.refill), (5, box.markets.for_five)):
        stand = _stand(box, seats, refill)
        for sort in ("drink", "dessert", "starter", "side"):
            first, second = getattr(box.prices.small, sort)
            if not can_collect(stand, first, second):
                _refuse(("prices", "small", sort), f"{first} + {second} cubes", seats)
        if not can_collect(stand, box.prices.large.roast, 0):
            _refuse(("prices", "large", "roast"), f"{box.prices.large.roast} cubes", seats)
        if not can_collect_every_colour(stand):
            _refuse(("pieces", "helpers"), "a cube of every colour for a main", seats)


def _stand(box: FestoBox, seats: int, refill: int) -> Stand:
    return Stand(
        cubes=box.supplies.cubes,
        salt=seats + box.supplies.salt,
        refill=refill,
        market_most=box.markets.most,
        row_refill=box.grocery.refill,
        row_most=box.grocery.most,
        helpers=box.pieces.helpers,
        discs=box.pieces.discs,
    )


def _refuse(path: Path, price: str, seats: int) -> None:
    raise Misprint(path, f"expected a price that somebody can collect in a match of {seats}, got {price}")


def _check_points(box: FestoBox) -> None:
    for sort in ("drink", "dessert", "starter", "side", "roast", "main"):
        points: int = getattr(box.points, sort)
        _within(("points", sort), points, 0, 99, "points")
    for sort in ("drink", "dessert", "starter", "side"):
        bonus: int = getattr(box.backs, sort)
        _within(("backs", sort), bonus, 1, 9, "as the bonus")
    _within(("dwarf", "points"), box.dwarf.points, 0, 9, "points")


def _check_sets(points: list[int]) -> None:
    """Demand that a further sort never pays less than the one before; `Festo.set_points` relies on it."""
    if len(points) != 6:
        raise Misprint(("sets", "points"), f"expected points for one to six sorts, got {len(points)} numbers")
    for number in points:
        _within(("sets", "points"), number, 0, 99, "points")
    steps = [after - before for before, after in zip([0, *points], points, strict=False)]
    if steps[0] < 0 or steps != sorted(steps):
        raise Misprint(("sets", "points"), f"expected steps that never shrink, got {points}")


def _check_events(events: list[EventCard]) -> None:
    if not LEAST_EVENTS <= len(events) <= MOST_EVENTS:
        expected = f"expected {LEAST_EVENTS} to {MOST_EVENTS} events, got {len(events)}"
        raise Misprint(("events", max(len(events) - 1, 0)), expected)
    for number, event in enumerate(events):
        if event.name not in EVENTS:
            names = ", ".join(EVENTS)
            raise Misprint(("events", number, "name"), f"expected one of {names}, got {event.name!r}")
        _check_amount(number, event)
        alike = [earlier for earlier in events[:number] if earlier.name == event.name]
        if len(alike) >= MOST_ALIKE:
            expected = f"expected an event at most {MOST_ALIKE} times, got {event.name!r} again"
            raise Misprint(("events", number, "name"), expected)
        if alike and alike[0].amount != event.amount:
            expected = f"expected {alike[0].amount}, as on the other card of this event"
            raise Misprint(("events", number, "amount"), f"{expected}, got {event.amount}")


def _check_amount(number: int, event: EventCard) -> None:
    path = ("events", number, "amount")
    if event.name not in AMOUNTS:
        if event.amount is not None:
            raise Misprint(path, f"expected no amount for {event.name!r}, got {event.amount}")
    elif event.amount is None:
        raise Misprint(("events", number), f"expected an amount for {event.name!r}, got none")
    else:
        _within(path, event.amount, 1, AMOUNTS[event.name], f"as the amount of {event.name!r}")
