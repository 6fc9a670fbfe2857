"""§3.5-3.8, §4, §5 What cards do in a bout: racing, Banners, Fruit and abilities."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.banner_festival.rules.cards import BIT, CARDS, NUMBER, REGION
from fairground.games.banner_festival.rules.printed import (
    HARVEST,
    IN_QUADRANT,
    KEEP,
    NEAREST,
    RACE,
    SPRINT,
    TO_GATE,
    TO_TOWER,
    TOWER,
)
from fairground.games.banner_festival.rules.table import (
    HUNG,
    LANDED,
    LAPS,
    SHOWN,
    SPACE,
    STEPS,
    STUNT,
    TAKEN,
    BannerTable,
)

STUNT_FRUIT: Final = 1
LAP_FRUIT: Final = 3
# The first space of a set of dock spaces; the Tower for the empty set.
FIRST: Final = vec[i64]([TOWER] + [(n & -n).bit_length() - 1 for n in range(1, 16)])


def move_to_gate(table: BannerTable, seat: i64) -> None:
    """§3.5 Move the Watercraft to the space of the gate; if it is there already, a full lap."""
    distance = (table.gate - table.watercraft[seat]) & 7
    race(table, seat, distance if distance else 8)


def race(table: BannerTable, seat: i64, steps: i64) -> None:
    """§5 Move the Watercraft; the Character card on top before the move decides about the stunt."""
    reached = table.watercraft[seat] + steps
    space = reached & 7
    laps = reached >> 3
    shown = table.shown[seat]
    line = table.line(seat)
    table.log[line + STEPS] = steps
    table.log[line + LANDED] = space
    table.log[line + LAPS] = laps
    table.watercraft[seat] = space
    if table.printed.stunts[(table.printed.last + 1) * seat + shown] == space:
        table.log[line + STUNT] = 1
        take_fruit(table, seat, STUNT_FRUIT)
    shown += laps
    last = table.printed.last
    if shown > last:
        take_fruit(table, seat, LAP_FRUIT * (shown - last))
        shown = last
    table.shown[seat] = shown
    table.log[line + SHOWN] = shown


def take_fruit(table: BannerTable, seat: i64, fruit: i64) -> None:
    """§3.9 Take Fruit from the pool; a negative pool means that the supply paid the rest."""
    table.fruit[seat] += fruit
    table.pool -= fruit
    table.log[table.line(seat) + TAKEN] += fruit


def hang_with_bonus(table: BannerTable, seat: i64, space: i64) -> None:
    """§3.7 Hang a Banner on the active dock or its Tower and take the bonus; §3.8 if any is left."""
    if not table.supply[seat]:
        return
    printed = table.printed
    at = 5 * table.quadrant() + space
    hang(table, seat, space, 1 + printed.more[at])
    if printed.fruit[at]:
        take_fruit(table, seat, printed.fruit[at])


def hang(table: BannerTable, seat: i64, space: i64, banners: i64) -> None:
    """Hang this many Banners, or as many as are left."""
    if banners > table.supply[seat]:
        banners = table.supply[seat]  # §3.8
    if not banners:
        return
    quadrant = table.quadrant()
    if space == TOWER:
        table.towers[table.seats * REGION[quadrant] + seat] += banners
    else:
        at = 4 * quadrant + space
        table.docks[table.seats * at + seat] += banners
        table.taken |= BIT[at]
    table.supply[seat] -= banners
    line = table.line(seat)
    table.log[line + SPACE] = space
    table.log[line + HUNG] = banners


def hang_by_card(table: BannerTable, seat: i64, card: i64, free: i64) -> None:
    """§3.7 Hang a Banner for a middle card: on the first matching space that was `free` before the bout."""
    hang_with_bonus(table, seat, FIRST[table.printed.fits[CARDS * table.quadrant() + card] & free])


def use_ability(table: BannerTable, seat: i64, card: i64, free: i64) -> None:
    """§4 Use the ability of the lowest card."""
    printed = table.printed
    number = NUMBER[card]
    kind = printed.kind[number]
    if kind == RACE:
        steps = printed.steps[number] * table.in_region(seat, table.quadrant())
        least = printed.least_gain[number]
        race(table, seat, steps if steps > least else least)
    elif kind == HARVEST:
        take_fruit(table, seat, harvest_size(table, seat, number))
    elif kind == TO_TOWER:
        hang(table, seat, TOWER, printed.tower_banners[number])
    elif kind == KEEP:
        table.kept[seat] |= BIT[card]
    elif kind == NEAREST:
        hang_with_bonus(table, seat, FIRST[free])
    elif kind == SPRINT:
        take_fruit(table, seat, printed.fruit_gain[number])
        race(table, seat, printed.steps[number])
    elif kind == TO_GATE:
        move_to_gate(table, seat)


def harvest_size(table: BannerTable, seat: i64, number: i64) -> i64:
    """§4 Return the Fruit for the seat's Banners in the quadrant or Region, within the ability's bounds."""
    printed = table.printed
    quadrant = table.quadrant()
    if printed.area[number] == IN_QUADRANT:
        banners = table.in_quadrant(seat, quadrant)
    else:
        banners = table.in_region(seat, quadrant)
    if banners < printed.least_gain[number]:
        return printed.least_gain[number]
    if banners > printed.most_gain[number]:
        return printed.most_gain[number]
    return banners
