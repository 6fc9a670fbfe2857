"""The position as text: the places, the buffet and the player boards."""

import msgspec

from fairground.engine.picture import SYMBOLS as SEATS
from fairground.engine.picture import in_style, seat_styled, write_count
from fairground.games.festo.view import Dish, FestoView, Player, Zone
from fairground.games.festo.words import SORTS, SYMBOLS


def picture(view: msgspec.Struct) -> str:
    assert isinstance(view, FestoView)
    parts = [
        _head(view),
        *(describe_zone(zone) for zone in view.zones),
        _supplies(view),
        f"            {_legend()}",
        "",
        *(_shelf(view, sort) for sort in SORTS[:4]),
        describe_large(view),
        _sets(view),
        *describe_bonuses(view),
        "",
        *(_player(view, seat) for seat in range(len(view.players))),
        "",
        describe_pending(view),
    ]
    return "\n".join(parts)


def name_seat(seat: int) -> str:
    return seat_styled(f"{SEATS[seat]}{seat}", seat)


def _head(view: FestoView) -> str:
    title = in_style(describe_round(view), "strong")
    if view.event:
        title += f" | event: {view.event} ({view.effect})"
    return f"  {title}\n  {describe_turn(view)}"


def describe_round(view: FestoView) -> str:
    phase = view.phase if view.half is None else f"{view.phase}, {view.half}"
    return f"round {view.round} of {view.rounds}, {phase if view.actors else 'over'}"


def describe_turn(view: FestoView) -> str:
    """Say who has the start card, and who is served where."""
    parts = [f"start card: {name_seat(view.card)}, order from {name_seat(view.start)}"]
    if view.place:
        order = " ".join(name_seat(seat) for seat in view.order) or "nobody"
        majority = "" if view.majority is None else f", majority {name_seat(view.majority)}"
        parts.append(f"at the {view.place}: {order}{majority}")
    return " | ".join(parts)


def describe_cubes(cubes: dict[str, int]) -> str:
    """Write cubes as `3M 1H`, with a sign for each kind."""
    return " ".join(in_style(f"{count}{SYMBOLS[kind][0]}", SYMBOLS[kind][1]) for kind, count in cubes.items())


def _supplies(view: FestoView) -> str:
    in_all = f"of {view.printed.cubes} of each colour, {view.printed.salt} salt"
    return f"  supplies  {describe_cubes(view.supply)}  {in_style(in_all, 'muted')}"


def _legend() -> str:
    return in_style(", ".join(f"{sign} {kind}" for kind, (sign, _) in SYMBOLS.items()), "muted")


def describe_zone(zone: Zone) -> str:
    closed = f" closed x{zone.covers}" if zone.covers else ""
    moved = f" (moved {describe_cubes(zone.moved)})" if zone.moved else ""
    pieces = [_pieces(zone, seat) for seat in range(len(zone.helpers))]
    standing = "  ".join(parts for parts in pieces if parts)
    return f"  {zone.place:<9} {describe_cubes(zone.cubes) or '-'}{moved}{closed}  {standing}".rstrip()


def _pieces(zone: Zone, seat: int) -> str:
    """Write helpers as a number, discs as o, discs for the next round as (o)."""
    parts = str(zone.helpers[seat] or "") + "o" * zone.discs[seat] + "(o)" * zone.laid[seat]
    return seat_styled(f"{SEATS[seat]}{seat}:{parts}", seat) if parts else ""


def _shelf(view: FestoView, sort: str) -> str:
    own, other = view.prices[sort]
    dishes = [describe_dish(dish) for dish in view.buffet if dish.sort == sort]
    unseen = ", ".join(view.unseen[sort]) or "none"
    head = f"  {sort:<8} {own}+{other} = {view.worth[sort]:>2}"
    return f"{head}: {'  '.join(dishes) or 'no dish'}  [muted]in the pile: {unseen}[/]"


def describe_dish(dish: Dish) -> str:
    sign, style = SYMBOLS[dish.colour]
    column = dish.slot[-1]
    extra = f"+{dish.price[2]}" if dish.price[2] else ""
    claim = "" if dish.claim is None else f" {name_seat(dish.claim.seat)}{'o' * (dish.claim.piece == 'disc')}"
    return f"{column} {in_style(f'{dish.colour} {sign}', style)}{extra}{claim}"


def describe_large(view: FestoView) -> str:
    roast, main = view.prices["roast"][0], view.prices["main"][0]
    return (
        f"  roast {roast} of one colour = {view.worth['roast']}: {view.roasts} left"
        f"    main {main} of each colour = {view.worth['main']}: {view.mains} left"
    )


def _sets(view: FestoView) -> str:
    worth = (f"{size} = {points}" for size, points in enumerate(view.sets) if size)
    return f"  sets of different sorts: {', '.join(worth)}"


def describe_bonuses(view: FestoView) -> list[str]:
    """Write what the magic dishes give."""
    backs = view.printed.backs
    if not backs:
        return []
    points = ", ".join(f"{sort} +{backs[sort]}" for sort in SORTS[1:4])
    return [f"  magic: drink -{backs['drink']} of its colour, {points} points"]


def _player(view: FestoView, seat: int) -> str:
    player = view.players[seat]
    turn = " (to decide)" if seat in view.actors else " (passed)" if player.passed else ""
    held = describe_cubes({kind: count for kind, count in player.stock.items() if count}) or "no cubes"
    parts = [f"{write_count(player.points, 'point')} ({player.gained} gained)", held, _at_home(player)]
    parts.append("dishes: " + (", ".join(player.dishes) or "none"))
    if player.reserved:
        parts.append("reserved: " + ", ".join(player.reserved))
    return f"  {name_seat(seat)}{turn}: " + "; ".join(parts)


def _at_home(player: Player) -> str:
    return f"at home {write_count(player.helpers, 'helper')}, {write_count(player.discs, 'disc')}"


def describe_pending(view: FestoView) -> str:
    """Describe the pending question, and what has been decided about it."""
    if not view.actors:
        return "  the match is over"
    parts = [f"  to decide: {view.question}"]
    pending = view.pending
    if pending.dish:
        parts.append(f"for {pending.dish}")
    if any(pending.colours):
        parts.append("with " + " and ".join(colour or "?" for colour in pending.colours))
    if pending.piece:
        parts.append(f"with a {pending.piece}")
    if pending.cube:
        parts.append(f"a {pending.cube[1]} from the {pending.cube[0]}")
    return " ".join(parts)
