"""§5 Paying: which dishes can be paid, and the steps to one payment.

A price has a first colour (the printed one; a roast's only one) and a second. Each step keeps only
what leads to a payment, and the steps end as soon as all ways left pay the same cubes.
"""

from typing import Final

from mypy_extensions import i64

from fairground.games.festo.rules.kitchen import Kitchen, Question
from fairground.games.festo.rules.numbers import (
    BANQUET,
    BIT,
    BY_BANQUET,
    BY_DESSERT,
    BY_PRAISE,
    CHARGING,
    COLOURING,
    COLOURS,
    COLUMNS,
    DESSERT,
    DRINK,
    EXTRA,
    KINDS,
    MAIN,
    MAIN_DISH,
    MAIN_SLOT,
    N_CHOSE,
    N_PAID,
    N_PREPARED,
    NO_DISH,
    PREPARE_DISH,
    ROAST,
    ROAST_DISH,
    ROAST_SLOT,
    ROYAL_PRAISE,
    SALT,
    SALT_PAIR,
    SALT_SET,
    SALTING,
    SELF_SERVICE,
    SHELVES,
    SLOTS,
    WAIVE,
    WAIVING,
    WITH,
)

UNDECIDED: Final = -1
DIGIT: Final = 8  # bits a kind in a packed payment


# What can be paid


def dishes(kitchen: Kitchen, seat: i64) -> list[int]:
    """A move for each dish that the seat can pay.

    A drink's discount is worth a cube of its colour, and of the second colours the one that the seat
    has most of is the best: what is lacking then must be waived or replaced by salt.
    """
    stock = kitchen.stock
    at = KINDS * seat
    salt = stock[at + SALT]
    drinks = kitchen.backs(seat, DRINK)
    discount = kitchen.printed.backs[DRINK]
    best: i64 = 0  # the colour of which there is most, how much, and the next most
    most: i64 = -1
    second: i64 = -1
    bare: i64 = 0
    for colour in range(i64(COLOURS)):
        worth = stock[at + colour]
        if drinks & BIT[colour]:
            worth += discount
        bare += worth == 0
        if worth > most:
            second = most
            most = worth
            best = colour
        elif worth > second:
            second = worth
    moves: list[int] = []
    slot: i64 = 0
    for slot in range(i64(SLOTS)):
        dish = kitchen.shelf[slot]
        claim = kitchen.claim[slot]
        if dish == NO_DISH or (claim and (claim - 1) >> 1 != seat):
            continue
        colour = dish % COLOURS
        own = stock[at + colour]
        if drinks & BIT[colour]:
            own += discount
        other = second if colour == best else most
        if lacking(kitchen, slot, own, other) - (claim > 0) <= salt:
            moves.append(PREPARE_DISH + slot)
    if kitchen.roasts_left and kitchen.printed.own[ROAST] - most <= salt:
        moves.append(PREPARE_DISH + ROAST_SLOT)
    if kitchen.mains_left and bare <= salt:
        moves.append(PREPARE_DISH + MAIN_SLOT)
    return moves


def lacking(kitchen: Kitchen, slot: i64, own: i64, other: i64) -> i64:
    """How many cubes are missing from a small dish's price, the surcharge where it hurts least."""
    sort = slot // COLUMNS
    first = kitchen.printed.own[sort] - own
    second = kitchen.printed.other[sort] - other
    extra = surcharge(kitchen, slot)
    return min(max(first + extra, 0) + max(second, 0), max(first, 0) + max(second + extra, 0))


def surcharge(kitchen: Kitchen, slot: i64) -> i64:
    return 0 if slot >= SLOTS or kitchen.event == SELF_SERVICE else slot % COLUMNS


# The ways to pay


class Ways:
    """All ways to pay that are left: what each undecided step could be, and whether they pay alike."""

    def __init__(self) -> None:
        self.colours: i64 = 0
        self.extras: i64 = 0
        self.waivers: i64 = 0
        self.payment: i64 = -1  # packed, DIGIT bits a kind
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
    """A price of two colours after discounts and the waived cube, against a stock."""

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
        """With as little salt as possible."""
        packed = (self.lack + self.lack_second) << (DIGIT * SALT)
        packed += (self.owed - self.lack) << (DIGIT * self.first)
        if self.second >= 0:
            packed += (self.owed_second - self.lack_second) << (DIGIT * self.second)
        return packed


def priced(kitchen: Kitchen, seat: i64, colour: i64, extra: i64, waiver: i64) -> Price:
    """§5 The price of the chosen dish in these colours: surcharge, discounts, then the waived cube."""
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
    """One cube of the price less; a colour that is not owed cannot be waived while the other is."""
    if waiver:
        price.possible = price.owed_second > 0
        price.owed_second -= 1
    elif price.owed:
        price.owed -= 1
    else:
        price.possible = price.owed_second == 0


def survey(kitchen: Kitchen, seat: i64) -> Ways:
    """Every way that the steps decided so far leave open."""
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
    price = priced(kitchen, seat, colour, extra, waiver)
    spare = kitchen.salt(seat) - price.lack - price.lack_second
    if spare < 0 or not price.possible:
        return
    ways.add(colour, extra, waiver, price.payment())
    if spare and price.owed + price.owed_second > price.lack + price.lack_second:
        ways.alike = False  # salt could stand for one of the cubes


# The steps


def begin(kitchen: Kitchen, seat: i64, slot: i64) -> None:
    kitchen.slot = slot
    kitchen.colour = UNDECIDED
    kitchen.extra = UNDECIDED
    kitchen.waived = UNDECIDED
    if slot == MAIN_SLOT:
        begin_main(kitchen, seat)
    else:
        go_on(kitchen, seat)


def go_on(kitchen: Kitchen, seat: i64) -> None:
    """Ask the next step that has a choice, or pay."""
    ways = survey(kitchen, seat)
    if ways.alike:
        settle(kitchen, seat, ways.payment)
        return
    if kitchen.colour == UNDECIDED and several(ways.colours):
        kitchen.ask(COLOURING)
    elif kitchen.extra == UNDECIDED and several(ways.extras):
        kitchen.ask(CHARGING)
    elif kitchen.waived == UNDECIDED and several(ways.waivers):
        kitchen.ask(WAIVING)
    else:
        kitchen.ask(SALTING)
    fix_single(kitchen, ways)


def several(choices: i64) -> bool:
    return choices & (choices - 1) != 0


def fix_single(kitchen: Kitchen, ways: Ways) -> None:
    """A step with one answer is not asked."""
    if not several(ways.colours):
        kitchen.colour = lowest(ways.colours)
    if not several(ways.extras):
        kitchen.extra = lowest(ways.extras)
    if not several(ways.waivers):
        kitchen.waived = lowest(ways.waivers)


def lowest(choices: i64) -> i64:
    first: i64 = 0
    while not choices & BIT[first]:
        first += 1
    return first


def listed(choices: i64, first: i64) -> list[int]:
    """A move from `first` on for each choice of a set."""
    moves: list[int] = []
    choice: i64 = 0
    while BIT[choice] <= choices:
        if choices & BIT[choice]:
            moves.append(first + choice)
        choice += 1
    return moves


class Colouring(Question):
    """The second colour of a small dish; the colour of a roast."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return listed(survey(kitchen, seat).colours, WITH)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.colour = move - WITH
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        go_on(kitchen, seat)


class Charging(Question):
    """In which of the two colours the surcharge of the column is paid."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return listed(survey(kitchen, seat).extras, EXTRA)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.extra = move - EXTRA
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        go_on(kitchen, seat)


class Waiving(Question):
    """Of which colour a reserved dish costs one less."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return listed(survey(kitchen, seat).waivers, WAIVE)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.waived = move - WAIVE
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        go_on(kitchen, seat)


class Salting(Question):
    """What salt stands for: everything that is lacking, and more if one likes."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        if kitchen.slot == MAIN_SLOT:
            return salted_mains(kitchen, seat)
        price = self._price(kitchen, seat)
        salt = kitchen.salt(seat)
        moves: list[int] = []
        for first in range(price.lack, price.owed + 1):
            for second in range(price.lack_second, price.owed_second + 1):
                if first + second <= salt:
                    moves.append(SALT_PAIR + 10 * first + second)
        return moves

    def _price(self, kitchen: Kitchen, seat: i64) -> Price:
        return priced(kitchen, seat, kitchen.colour, kitchen.extra, kitchen.waived)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        if move >= SALT_SET:
            settle(kitchen, seat, main_payment(kitchen, seat, move - SALT_SET))
            return
        price = self._price(kitchen, seat)
        price.lack = (move - SALT_PAIR) // 10
        price.lack_second = (move - SALT_PAIR) % 10
        settle(kitchen, seat, price.payment())


# Mains: one of each colour


def owed_for_main(kitchen: Kitchen, seat: i64) -> i64:
    """The colours that a main still costs, as a set."""
    owed: i64 = 0
    for colour in range(i64(COLOURS)):
        if less_drink(kitchen, seat, colour, kitchen.printed.own[MAIN]):
            owed |= BIT[colour]
    return owed


def missing_for_main(kitchen: Kitchen, seat: i64) -> i64:
    missing: i64 = 0
    for colour in range(i64(COLOURS)):
        if not kitchen.stock[KINDS * seat + colour]:
            missing |= BIT[colour]
    return missing & owed_for_main(kitchen, seat)


def count(colours: i64) -> i64:
    size: i64 = 0
    while colours:
        colours &= colours - 1
        size += 1
    return size


def salted_mains(kitchen: Kitchen, seat: i64) -> list[int]:
    owed = owed_for_main(kitchen, seat)
    missing = missing_for_main(kitchen, seat)
    salt = kitchen.salt(seat)
    moves: list[int] = []
    for salted in range(BIT[COLOURS]):
        if salted & missing == missing and salted & owed == salted and count(salted) <= salt:
            moves.append(SALT_SET + salted)
    return moves


def begin_main(kitchen: Kitchen, seat: i64) -> None:
    missing = missing_for_main(kitchen, seat)
    if missing == owed_for_main(kitchen, seat) or count(missing) == kitchen.salt(seat):
        settle(kitchen, seat, main_payment(kitchen, seat, missing))
    else:
        kitchen.ask(SALTING)


def main_payment(kitchen: Kitchen, seat: i64, salted: i64) -> i64:
    owed = owed_for_main(kitchen, seat)
    packed = count(salted) << (DIGIT * SALT)
    for colour in range(i64(COLOURS)):
        if owed & ~salted & BIT[colour]:
            packed += BIT[DIGIT * colour]
    return packed


# The dish is served


def settle(kitchen: Kitchen, seat: i64, payment: i64) -> None:
    """Pay, and put the dish before the seat."""
    paid: i64 = 0
    for kind in range(i64(KINDS)):
        cubes = (payment >> (DIGIT * kind)) & 255
        if cubes:
            paid |= BIT[kind]
            kitchen.give_back(seat, kind, cubes)
            kitchen.note(N_PAID, seat, kind, cubes, 0)
    thanks = kitchen.backs(seat, DESSERT) & paid
    serve(kitchen, seat, kitchen.slot)
    if thanks:
        kitchen.gain(seat, BY_DESSERT, count(thanks) * kitchen.printed.backs[DESSERT])
    applaud(kitchen, seat)


def serve(kitchen: Kitchen, seat: i64, slot: i64) -> None:
    if slot == ROAST_SLOT:
        kitchen.roasts_left -= 1
        kitchen.roasts[seat] += 1
        kitchen.note(N_PREPARED, seat, ROAST_DISH, 0, 0)
    elif slot == MAIN_SLOT:
        kitchen.mains_left -= 1
        kitchen.mains[seat] += 1
        kitchen.note(N_PREPARED, seat, MAIN_DISH, 0, 0)
    else:
        kitchen.owned[seat] |= BIT[kitchen.shelf[slot]]
        kitchen.note(N_PREPARED, seat, kitchen.shelf[slot], 0, 0)
        kitchen.shelf[slot] = NO_DISH
        unclaim(kitchen, seat, slot)


def unclaim(kitchen: Kitchen, seat: i64, slot: i64) -> None:
    """§4.3 The piece on a dish goes home."""
    if kitchen.claim[slot]:
        kitchen.go_home(seat, (kitchen.claim[slot] - 1) & 1)
        kitchen.claim[slot] = 0


def applaud(kitchen: Kitchen, seat: i64) -> None:
    """§1.2 Events that praise a dish."""
    if kitchen.event == ROYAL_PRAISE:
        kitchen.gain(seat, BY_PRAISE, kitchen.printed.amounts[ROYAL_PRAISE])
    if kitchen.event == BANQUET and kitchen.slot >= SHELVES * COLUMNS:
        kitchen.gain(seat, BY_BANQUET, kitchen.printed.amounts[BANQUET])
