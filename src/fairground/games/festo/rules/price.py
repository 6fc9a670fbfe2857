"""§5 Prices: which dishes a seat can pay, and all the ways to pay for one.

A price has a first colour (the printed one; a roast's only one) and a second. A payment is packed into one
number, DIGIT bits for each kind of cube.
"""

from typing import Final

from mypy_extensions import i64

from fairground.games.festo.rules.kitchen import Kitchen
from fairground.games.festo.rules.numbers import (
    BIT,
    COLOURS,
    COLUMNS,
    DRINK,
    KINDS,
    MAIN_SLOT,
    NO_DISH,
    PREPARE_DISH,
    ROAST,
    ROAST_SLOT,
    SALT,
    SELF_SERVICE,
    SLOTS,
)

UNDECIDED: Final = -1
DIGIT: Final = 8


class Purse:
    """What a seat can pay with. The discount of a drink counts as cubes of its colour."""

    def __init__(self, kitchen: Kitchen, seat: i64) -> None:
        self.at: i64 = KINDS * seat
        self.stock = kitchen.stock
        self.salt: i64 = kitchen.stock[self.at + SALT]
        self.drinks: i64 = kitchen.backs(seat, DRINK)
        self.discount: i64 = kitchen.printed.backs[DRINK]
        self.best: i64 = 0  # the colour with the most cubes; below, that number and the second highest
        self.most: i64 = -1
        self.second: i64 = -1
        self.bare: i64 = 0  # how many colours are missing
        for colour in range(i64(COLOURS)):
            self._count(colour, self.worth(colour))

    def worth(self, colour: i64) -> i64:
        cubes = self.stock[self.at + colour]
        return cubes + self.discount if self.drinks & BIT[colour] else cubes

    def _count(self, colour: i64, worth: i64) -> None:
        if not worth:
            self.bare += 1
        if worth > self.most:
            self.second = self.most
            self.most = worth
            self.best = colour
        elif worth > self.second:
            self.second = worth


def dishes(kitchen: Kitchen, seat: i64) -> list[int]:
    """Return a move for each dish that the seat can pay: salt must replace every cube that is lacking."""
    purse = Purse(kitchen, seat)
    salt = purse.salt
    moves: list[int] = []
    for slot in range(i64(SLOTS)):
        claim = kitchen.claim[slot]
        if kitchen.shelf[slot] == NO_DISH or (claim and (claim - 1) >> 1 != seat):
            continue
        if lacking(kitchen, slot, purse) - (claim > 0) <= salt:
            moves.append(PREPARE_DISH + slot)
    if kitchen.roasts_left and kitchen.printed.own[ROAST] - purse.most <= salt:
        moves.append(PREPARE_DISH + ROAST_SLOT)
    if kitchen.mains_left and purse.bare <= salt:
        moves.append(PREPARE_DISH + MAIN_SLOT)
    return moves


def lacking(kitchen: Kitchen, slot: i64, purse: Purse) -> i64:
    """Return how many cubes are missing from a small dish's price.

    The best second colour is the one with the most cubes. The surcharge goes where it costs least.
    """
    sort = slot // COLUMNS
    colour = kitchen.shelf[slot] % COLOURS
    first = kitchen.printed.own[sort] - purse.worth(colour)
    second = kitchen.printed.other[sort] - (purse.second if colour == purse.best else purse.most)
    extra = surcharge(kitchen, slot)
    return min(max(first + extra, 0) + max(second, 0), max(first, 0) + max(second + extra, 0))


def surcharge(kitchen: Kitchen, slot: i64) -> i64:
    return 0 if slot >= SLOTS or kitchen.event == SELF_SERVICE else slot % COLUMNS


# The ways to pay


class Ways:
    """The ways to pay that are left: the answers of each step, and whether all pay the same cubes."""

    def __init__(self) -> None:
        self.colours: i64 = 0
        self.extras: i64 = 0
        self.waivers: i64 = 0
        self.payment: i64 = -1  # packed, DIGIT bits for each kind
        self.alike = True

    def add(self, colour: i64, extra: i64, waiver: i64, payment: i64) -> None:
        self.colours |= BIT[colour]
        self.extras |= BIT[extra]
        self.waivers |= BIT[waiver]
        if self.payment < 0:
            self.payment = payment
        elif self.payment != payment:
            self.alike = False


class Price:
    """A price in up to two colours after all discounts, and what a seat lacks of it."""

    def __init__(self) -> None:
        self.first: i64 = 0  # colours; -1 for none
        self.second: i64 = 0
        self.owed: i64 = 0
        self.owed_second: i64 = 0
        self.lack: i64 = 0
        self.lack_second: i64 = 0
        self.possible = True

    def measure(self, kitchen: Kitchen, seat: i64) -> None:
        self.lack = max(self.owed - kitchen.stock[KINDS * seat + self.first], 0)
        self.lack_second = 0
        if self.second >= 0:
            self.lack_second = max(self.owed_second - kitchen.stock[KINDS * seat + self.second], 0)

    def payment(self) -> i64:
        """Return the packed payment with as little salt as possible."""
        packed = (self.lack + self.lack_second) << (DIGIT * SALT)
        packed += (self.owed - self.lack) << (DIGIT * self.first)
        if self.second >= 0:
            packed += (self.owed_second - self.lack_second) << (DIGIT * self.second)
        return packed


def price_of(kitchen: Kitchen, seat: i64, colour: i64, extra: i64, waiver: i64) -> Price:
    """§5 Return the price of the chosen dish: surcharge, then discounts, then the waived cube."""
    price = Price()
    slot = kitchen.slot
    if slot == ROAST_SLOT:
        price.first = colour
        price.second = -1
        price.owed = less_drink(kitchen, seat, colour, kitchen.printed.own[ROAST])
    else:
        sort = slot // COLUMNS
        more = surcharge(kitchen, slot)
        price.first = kitchen.shelf[slot] % COLOURS
        price.second = colour
        owed = kitchen.printed.own[sort] + (0 if extra else more)
        owed_second = kitchen.printed.other[sort] + (more if extra else 0)
        price.owed = less_drink(kitchen, seat, price.first, owed)
        price.owed_second = less_drink(kitchen, seat, colour, owed_second)
    if kitchen.slot < SLOTS and kitchen.claim[slot]:
        waive(price, waiver)
    price.measure(kitchen, seat)
    return price


def less_drink(kitchen: Kitchen, seat: i64, colour: i64, cubes: i64) -> i64:
    if kitchen.backs(seat, DRINK) & BIT[colour]:
        return max(cubes - kitchen.printed.backs[DRINK], 0)
    return cubes


def waive(price: Price, waiver: i64) -> None:
    """Take one cube off the price. A colour that costs nothing is waived only if neither costs anything."""
    if waiver:
        price.possible = price.owed_second > 0
        price.owed_second -= 1
    elif price.owed:
        price.owed -= 1
    else:
        price.possible = price.owed_second == 0


def ways_to_pay(kitchen: Kitchen, seat: i64) -> Ways:
    """Return every way to pay that the steps decided so far leave open."""
    ways = Ways()
    extra_choices: i64 = 2 if surcharge(kitchen, kitchen.slot) else 1
    waivers: i64 = 2 if kitchen.slot < SLOTS and kitchen.claim[kitchen.slot] else 1
    for colour in range(i64(COLOURS)):
        if not may_pay_with(kitchen, colour):
            continue
        for extra in range(extra_choices):
            for waiver in range(waivers):
                if kitchen.extra in (UNDECIDED, extra) and kitchen.waived in (UNDECIDED, waiver):
                    add_way(kitchen, seat, ways, colour, extra, waiver)
    return ways


def may_pay_with(kitchen: Kitchen, colour: i64) -> bool:
    if kitchen.colour != UNDECIDED:
        return colour == kitchen.colour
    return kitchen.slot == ROAST_SLOT or colour != kitchen.shelf[kitchen.slot] % COLOURS


def add_way(kitchen: Kitchen, seat: i64, ways: Ways, colour: i64, extra: i64, waiver: i64) -> None:
    price = price_of(kitchen, seat, colour, extra, waiver)
    spare = kitchen.salt(seat) - price.lack - price.lack_second
    if spare < 0 or not price.possible:
        return
    ways.add(colour, extra, waiver, price.payment())
    if spare and price.owed + price.owed_second > price.lack + price.lack_second:
        ways.alike = False  # salt could replace one of the cubes
