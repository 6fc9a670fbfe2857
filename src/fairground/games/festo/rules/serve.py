"""§5 Pay for a dish and serve it; §4.3 the piece on it goes home."""

from mypy_extensions import i64

from fairground.games.festo.rules.bits import count
from fairground.games.festo.rules.kitchen import Kitchen
from fairground.games.festo.rules.numbers import (
    BANQUET,
    BIT,
    BY_BANQUET,
    BY_DESSERT,
    BY_PRAISE,
    COLUMNS,
    DESSERT,
    KINDS,
    MAIN_DISH,
    MAIN_SLOT,
    N_PAID,
    N_PREPARED,
    NO_DISH,
    ROAST_DISH,
    ROAST_SLOT,
    ROYAL_PRAISE,
    SHELVES,
)
from fairground.games.festo.rules.price import DIGIT


def pay_and_serve(kitchen: Kitchen, seat: i64, payment: i64) -> None:
    """Pay, give the dish to the seat, and gain what dishes and events give for it."""
    paid: i64 = 0
    for kind in range(i64(KINDS)):
        cubes = (payment >> (DIGIT * kind)) & 255
        if cubes:
            paid |= BIT[kind]
            kitchen.give_back(seat, kind, cubes)
            kitchen.note(N_PAID, seat, kind, cubes, 0)
    rewarded = kitchen.backs(seat, DESSERT) & paid
    serve(kitchen, seat, kitchen.slot)
    if rewarded:
        kitchen.gain(seat, BY_DESSERT, count(rewarded) * kitchen.printed.backs[DESSERT])
    gain_from_event(kitchen, seat)


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
        own(kitchen, seat, kitchen.shelf[slot])
        kitchen.note(N_PREPARED, seat, kitchen.shelf[slot], 0, 0)
        kitchen.shelf[slot] = NO_DISH
        unclaim(kitchen, seat, slot)


def own(kitchen: Kitchen, seat: i64, dish: i64) -> None:
    """Give a small dish to a seat."""
    if kitchen.owned[seat] & BIT[dish]:
        kitchen.repeats[seat] += BIT[2 * dish]
    else:
        kitchen.owned[seat] |= BIT[dish]


def unclaim(kitchen: Kitchen, seat: i64, slot: i64) -> None:
    """§4.3 The piece on a dish goes home."""
    if kitchen.claim[slot]:
        kitchen.go_home(seat, (kitchen.claim[slot] - 1) & 1)
        kitchen.claim[slot] = 0


def gain_from_event(kitchen: Kitchen, seat: i64) -> None:
    """§8.1 Gain the points of an event for a dish."""
    if kitchen.event == ROYAL_PRAISE:
        kitchen.gain(seat, BY_PRAISE, kitchen.printed.amounts[ROYAL_PRAISE])
    if kitchen.event == BANQUET and kitchen.slot >= SHELVES * COLUMNS:
        kitchen.gain(seat, BY_BANQUET, kitchen.printed.amounts[BANQUET])
