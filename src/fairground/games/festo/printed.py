"""Turns the box into the plain numbers that the rules need."""

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.festo.box import FestoBox
from fairground.games.festo.rules.printed import FestoPrinted
from fairground.games.festo.words import COLOURS, EVENTS


def printed_values(box: FestoBox, seats: int) -> FestoPrinted:
    """Return the printed values of a box for so many seats."""
    values = FestoPrinted()
    small = (
        box.prices.small.drink,
        box.prices.small.dessert,
        box.prices.small.starter,
        box.prices.small.side,
    )
    large = box.prices.large
    points, backs = box.points, box.backs
    values.own = vec[i64]([*(price[0] for price in small), large.roast, large.main])
    values.other = vec[i64]([*(price[1] for price in small), 0, 0])
    values.points = vec[i64](
        [points.drink, points.dessert, points.starter, points.side, points.roast, points.main]
    )
    values.sets = vec[i64]([0, *box.sets.points])
    values.backs = vec[i64]([backs.drink, backs.dessert, backs.starter, backs.side])
    values.tiles = box.tiles.small
    values.colours = vec[i64](sorted(COLOURS.index(colour) for colour in box.colours.small))
    values.large = min(seats, box.tiles.large)
    values.cards = vec[i64]([EVENTS.index(event.name) for event in box.events])
    amounts = {event.name: event.amount or 0 for event in box.events}
    values.amounts = vec[i64]([amounts.get(name, 0) for name in EVENTS])
    values.cubes = box.supplies.cubes
    values.salt = seats + box.supplies.salt
    values.helpers = box.pieces.helpers
    values.discs = box.pieces.discs
    values.dice = box.dice.for_five if seats == 5 else box.dice.dice
    values.market_refill = box.markets.for_five if seats == 5 else box.markets.refill
    values.market_most = box.markets.most
    values.row_refill = box.grocery.refill
    values.row_most = box.grocery.most
    values.dwarf_points = box.dwarf.points
    return values
