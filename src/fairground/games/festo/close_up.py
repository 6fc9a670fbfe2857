"""What a decision needs, in 80 columns and 19 lines: the places, the buffet, and what everybody has."""

from collections import Counter

import msgspec

from fairground.engine.picture import fit, in_style, put_beside, write_count
from fairground.games.festo.picture import (
    describe_bonuses,
    describe_cubes,
    describe_dish,
    describe_large,
    describe_pending,
    describe_round,
    describe_turn,
    describe_zone,
    name_seat,
)
from fairground.games.festo.view import FestoView, Player
from fairground.games.festo.words import SORTS

WIDTH = 80


def close_up(view: msgspec.Struct) -> str:
    """Draw what a seat looks at before it decides."""
    assert isinstance(view, FestoView)
    lines = [
        *_head(view),
        *_zones(view),
        *(_shelf(view, sort) for sort in SORTS[:4]),
        describe_large(view),
        *describe_bonuses(view),
        *(_player(view, seat) for seat in range(len(view.players))),
        describe_pending(view),
    ]
    return "\n".join(fit(line.removeprefix("  "), WIDTH).rstrip() for line in lines)


def _head(view: FestoView) -> list[str]:
    event = [f"event: {view.event} ({view.effect})"] if view.event else []
    return [f"{in_style(describe_round(view), 'strong')} | {describe_turn(view)}", *event]


def _zones(view: FestoView) -> list[str]:
    """Draw the markets in two columns, and below them the grocery and the supplies."""
    *markets, grocery = (describe_zone(zone).strip() for zone in view.zones)
    columns = put_beside([markets[:3], markets[3:]], [WIDTH // 2, WIDTH // 2])
    return [*columns, grocery, f"supplies  {describe_cubes(view.supply)}"]


def _shelf(view: FestoView, sort: str) -> str:
    own, other = view.prices[sort]
    dishes = [describe_dish(dish) for dish in view.buffet if dish.sort == sort]
    return f"{sort:<8}{own}+{other}={view.worth[sort]:>2}: {'  '.join(dishes) or 'no dish'}"


def _player(view: FestoView, seat: int) -> str:
    player = view.players[seat]
    turn = " ▶" if seat in view.actors else ""
    held = describe_cubes({kind: count for kind, count in player.stock.items() if count}) or "no cubes"
    parts = [
        f"{name_seat(seat)}{turn} {write_count(player.points, 'point')}",
        held,
        f"{write_count(player.helpers, 'helper')}, {write_count(player.discs, 'disc')}",
        *_dishes(player),
    ]
    return "; ".join(parts) + (" (passed)" if player.passed else "")


def _dishes(player: Player) -> list[str]:
    """Sum up the dishes by sort, and name the reserved ones."""
    sorts = Counter(dish.split()[-1] for dish in player.dishes)
    cooked = ", ".join(f"{count} {sort}" for sort, count in sorts.items())
    reserved = f"reserved {' '.join(player.reserved)}" if player.reserved else ""
    return [part for part in (cooked, reserved) if part]
