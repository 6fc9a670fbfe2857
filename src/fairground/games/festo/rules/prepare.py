"""§3.1 Prepare: fill markets and buffet, turn up the event, hand on the start card."""

from mypy_extensions import i64

from fairground.games.festo.rules import shop
from fairground.games.festo.rules.kitchen import Kitchen, Question
from fairground.games.festo.rules.numbers import (
    COLOURS,
    COLUMNS,
    FULL_SHELVES,
    GIVE,
    GIVING,
    GROCERY,
    N_DISH,
    N_EVENT,
    N_GAVE,
    N_ROUND,
    N_SALT,
    N_STOCKED,
    NO_DISH,
    PLACES,
    RICH_HARVEST,
    SALT,
    SALT_CART,
    SHELVES,
)


def go_on(kitchen: Kitchen) -> None:
    """Begin a round, up to the question of who begins it."""
    kitchen.round += 1
    kitchen.passed = 0
    kitchen.note(N_ROUND, 0, kitchen.round, 0, 0)
    begin_round(kitchen)
    fill_markets(kitchen, kitchen.printed.market_refill)
    fill_rows(kitchen, kitchen.printed.row_refill)
    for sort in range(i64(SHELVES)):
        fill_shelf(kitchen, sort)
    turn_up(kitchen)
    kitchen.actor = kitchen.card
    kitchen.ask(GIVING)


def begin_round(kitchen: Kitchen) -> None:
    """§4.1 Let moved cubes move again; §4.6 let the discs laid last round count from now on."""
    for at in range(i64(COLOURS * PLACES)):
        kitchen.moved[at] = 0
    for at in range(PLACES * kitchen.seats):
        kitchen.discs[at] += kitchen.laid[at]
        kitchen.laid[at] = 0


def fill_markets(kitchen: Kitchen, cubes: i64) -> None:
    for place in range(i64(COLOURS)):
        room = kitchen.printed.market_most - kitchen.cubes_at(place)
        note_stocked(kitchen, place, place, kitchen.restock(place, place, min(cubes, room)))


def fill_rows(kitchen: Kitchen, cubes: i64) -> None:
    for colour in range(i64(COLOURS)):
        room = kitchen.printed.row_most - kitchen.shop[COLOURS * GROCERY + colour]
        note_stocked(kitchen, GROCERY, colour, kitchen.restock(GROCERY, colour, min(cubes, room)))


def note_stocked(kitchen: Kitchen, place: i64, colour: i64, cubes: i64) -> None:
    if cubes:
        kitchen.note(N_STOCKED, 0, place, colour, cubes)


def fill_shelf(kitchen: Kitchen, sort: i64) -> None:
    """Shift the dishes that are left, with their reservations, then fill up from the pile."""
    target = COLUMNS * sort
    for slot in range(COLUMNS * sort, COLUMNS * sort + COLUMNS):
        if kitchen.shelf[slot] != NO_DISH:
            move_dish(kitchen, slot, target)
            target += 1
    while target < COLUMNS * sort + COLUMNS and kitchen.pile_left[sort]:
        kitchen.pile_left[sort] -= 1
        kitchen.shelf[target] = kitchen.pile[kitchen.printed.tiles * sort + kitchen.pile_left[sort]]
        kitchen.revealed += 1
        kitchen.note(N_DISH, 0, target, kitchen.shelf[target], 0)
        target += 1


def move_dish(kitchen: Kitchen, slot: i64, target: i64) -> None:
    dish = kitchen.shelf[slot]
    claim = kitchen.claim[slot]
    kitchen.shelf[slot] = NO_DISH
    kitchen.claim[slot] = 0
    kitchen.shelf[target] = dish
    kitchen.claim[target] = claim


def turn_up(kitchen: Kitchen) -> None:
    """§8.1 Turn up the event of the round. Three events act at once."""
    if not len(kitchen.events):
        return
    event = kitchen.events[kitchen.round - 1]
    amount = kitchen.printed.amounts[event]
    kitchen.event = event
    kitchen.revealed += 1
    kitchen.note(N_EVENT, 0, event, 0, 0)
    if event == RICH_HARVEST:
        fill_markets(kitchen, amount)
    elif event == FULL_SHELVES:
        fill_rows(kitchen, amount)
    elif event == SALT_CART:
        hand_out_salt(kitchen, amount)


def hand_out_salt(kitchen: Kitchen, salt: i64) -> None:
    """Give everybody salt, from the holder of the start card on, while there is any."""
    for turn in range(kitchen.seats):
        seat = (kitchen.card + turn) % kitchen.seats
        for _ in range(salt):
            if kitchen.supply[SALT]:
                kitchen.draw(seat, SALT)
                kitchen.note(N_SALT, seat, GROCERY, 0, 0)


class Giving(Question):
    """Which seat gets the start card and begins this round."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return [GIVE + each for each in range(kitchen.seats)]

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.card = move - GIVE
        kitchen.start = kitchen.card
        kitchen.note(N_GAVE, seat, kitchen.card, 0, 0)
        shop.begin(kitchen)
