"""§5 Paying in steps: each keeps only what leads to a payment, and asks only where there is a choice."""

from mypy_extensions import i64

from fairground.games.festo.rules.bits import count, listed, lowest, several
from fairground.games.festo.rules.kitchen import Kitchen, Question
from fairground.games.festo.rules.numbers import (
    BIT,
    CHARGING,
    COLOURING,
    COLOURS,
    EXTRA,
    KINDS,
    MAIN,
    MAIN_SLOT,
    N_CHOSE,
    SALT,
    SALT_PAIR,
    SALT_SET,
    SALTING,
    WAIVE,
    WAIVING,
    WITH,
)
from fairground.games.festo.rules.price import DIGIT, UNDECIDED, Price, Ways, less_drink, priced, survey
from fairground.games.festo.rules.serve import settle


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


def fix_single(kitchen: Kitchen, ways: Ways) -> None:
    """A step with one answer is not asked."""
    if not several(ways.colours):
        kitchen.colour = lowest(ways.colours)
    if not several(ways.extras):
        kitchen.extra = lowest(ways.extras)
    if not several(ways.waivers):
        kitchen.waived = lowest(ways.waivers)


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
