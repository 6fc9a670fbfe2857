"""§5 Paying in steps. A step offers only what can still be paid, and is asked only if there is a choice."""

from mypy_extensions import i64

from fairground.games.festo.rules.bits import count, has_several, lowest, moves_for
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
from fairground.games.festo.rules.price import (
    DIGIT,
    UNDECIDED,
    Price,
    Ways,
    less_drink,
    price_of,
    ways_to_pay,
)
from fairground.games.festo.rules.serve import pay_and_serve


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
    """Ask for the next step that has a choice, or pay."""
    ways = ways_to_pay(kitchen, seat)
    if ways.alike:
        pay_and_serve(kitchen, seat, ways.payment)
        return
    if kitchen.colour == UNDECIDED and has_several(ways.colours):
        kitchen.ask(COLOURING)
    elif kitchen.extra == UNDECIDED and has_several(ways.extras):
        kitchen.ask(CHARGING)
    elif kitchen.waived == UNDECIDED and has_several(ways.waivers):
        kitchen.ask(WAIVING)
    else:
        kitchen.ask(SALTING)
    skip_single_steps(kitchen, ways)


def skip_single_steps(kitchen: Kitchen, ways: Ways) -> None:
    """Decide the steps that have only one answer."""
    if not has_several(ways.colours):
        kitchen.colour = lowest(ways.colours)
    if not has_several(ways.extras):
        kitchen.extra = lowest(ways.extras)
    if not has_several(ways.waivers):
        kitchen.waived = lowest(ways.waivers)


class Colouring(Question):
    """Which colour is the second one of a small dish, or the only one of a roast."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return moves_for(ways_to_pay(kitchen, seat).colours, WITH)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.colour = move - WITH
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        go_on(kitchen, seat)


class Charging(Question):
    """Which of the two colours pays the surcharge of the column."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return moves_for(ways_to_pay(kitchen, seat).extras, EXTRA)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.extra = move - EXTRA
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        go_on(kitchen, seat)


class Waiving(Question):
    """Which colour of a reserved dish costs one cube less."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return moves_for(ways_to_pay(kitchen, seat).waivers, WAIVE)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.waived = move - WAIVE
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        go_on(kitchen, seat)


class Salting(Question):
    """Which cubes salt replaces: all that are lacking, and others if the seat likes."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        if kitchen.slot == MAIN_SLOT:
            return salt_moves_for_main(kitchen, seat)
        price = self._price(kitchen, seat)
        salt = kitchen.salt(seat)
        moves: list[int] = []
        for first in range(price.lack, price.owed + 1):
            for second in range(price.lack_second, price.owed_second + 1):
                if first + second <= salt:
                    moves.append(SALT_PAIR + 10 * first + second)
        return moves

    def _price(self, kitchen: Kitchen, seat: i64) -> Price:
        return price_of(kitchen, seat, kitchen.colour, kitchen.extra, kitchen.waived)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        if move >= SALT_SET:
            pay_and_serve(kitchen, seat, main_payment(kitchen, seat, move - SALT_SET))
            return
        price = self._price(kitchen, seat)
        price.lack = (move - SALT_PAIR) // 10
        price.lack_second = (move - SALT_PAIR) % 10
        pay_and_serve(kitchen, seat, price.payment())


# Mains: one of each colour


def owed_for_main(kitchen: Kitchen, seat: i64) -> i64:
    """Return the colours that a main still costs, as a set."""
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


def salt_moves_for_main(kitchen: Kitchen, seat: i64) -> list[int]:
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
        pay_and_serve(kitchen, seat, main_payment(kitchen, seat, missing))
    else:
        kitchen.ask(SALTING)


def main_payment(kitchen: Kitchen, seat: i64, salted: i64) -> i64:
    owed = owed_for_main(kitchen, seat)
    packed = count(salted) << (DIGIT * SALT)
    for colour in range(i64(COLOURS)):
        if owed & ~salted & BIT[colour]:
            packed += BIT[DIGIT * colour]
    return packed
