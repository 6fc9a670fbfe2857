"""What a decision needs, in 80 columns and 19 lines: the ring beside the docks, the seats, and the hand."""

from collections.abc import Sequence

import msgspec

from fairground.engine.picture import SYMBOLS, fit, in_style, put_beside, seat_styled, write_count
from fairground.games.banner_festival.notation import number_of, suit_of
from fairground.games.banner_festival.picture import describe_banners, describe_headline
from fairground.games.banner_festival.view import AbilityView, BannerView, DockView, SeatView, SpaceView

WIDTH = 80
RING = 20
LEGEND = in_style("F Fruit, B Banners, C Characters", "muted")
LOWEST = {
    "gate": "to the gate",
    "sprint": "{fruit} Fruit, moves {steps}",
    "nearest": "a Banner on the first space",
    "race": "moves {steps} a Banner, {least} or more",
    "harvest": "Banners of {area}, {least}-{most}F",
    "tower": "{banners} on the Tower",
    "keep": "kept, {profit} Profit",
}


def close_up(view: msgspec.Struct) -> str:
    """Draw what a seat looks at before it plays a card or moves the gate."""
    assert isinstance(view, BannerView)
    docks = [line for dock in view.docks for line in _dock(dock, dock.quadrant == view.quadrant)]
    lines = [
        describe_headline(view).strip(),
        *put_beside([_ring(view), docks], [RING, WIDTH - RING]),
        _towers(view),
        *_in_two_columns([_seat(view, seat) for seat in range(len(view.seats))]),
        *_hand(view),
    ]
    return "\n".join(fit(line, WIDTH).rstrip() for line in lines)


def _ring(view: BannerView) -> list[str]:
    """Draw the eight spaces with the gate and the Watercraft on them."""
    rows = []
    for space, suit in enumerate(view.ring, 1):
        boats = "".join(
            seat_styled(SYMBOLS[seat], seat)
            for seat, each in enumerate(view.seats)
            if each.watercraft == space
        )
        gate = in_style("Gate", "strong") if space == view.gate else "    "
        rows.append(f"{space} {in_style(f'{suit:6}', suit)} {gate} {boats}")
    return rows


def _dock(dock: DockView, active: bool) -> list[str]:
    mark = "▶" if active else " "
    order = in_style(" > ".join(dock.order), "muted")
    return [
        f"{mark} {in_style(dock.quadrant, dock.quadrant)} dock  {order}",
        "  " + "  ".join(_space(space) for space in dock.spaces),
    ]


def _space(space: SpaceView) -> str:
    """Write what a dock space asks for, its bonus (B: more Banners, F: Fruit), and what hangs there."""
    bonus = f"+{space.more}B" if space.more else f"+{space.fruit}F"
    held = "neutral" if space.neutral else describe_banners(space.banners).replace(" ", "") or "-"
    return f"{space.match}{in_style(bonus, 'muted')} {held}"


def _towers(view: BannerView) -> str:
    towers = (f"Tower {each.region}: {describe_banners(each.banners) or 'empty'}" for each in view.towers)
    rewards = ", ".join(str(profit) for profit in view.rewards if profit)
    return "   ".join([*towers, in_style(f"a Region: {rewards or 'nothing'}", "muted")])


def _seat(view: BannerView, seat: int) -> str:
    """Sum up a seat in one line: F for Fruit, B for Banners left, C for Characters."""
    each = view.seats[seat]
    stunt = f" on {each.stunt}" if each.stunt else ""
    facts = f"{write_count(each.points, 'point')}, {each.fruit}F {each.banners}B {each.characters}C{stunt}"
    kept = f" kept {len(each.kept)}" if each.kept else ""
    return f"{seat_styled(f'{SYMBOLS[seat]} seat {seat}', seat)} {facts}{kept}{_waiting(view, each)}"


def _waiting(view: BannerView, each: SeatView) -> str:
    return " …" if view.asked == "card" and not each.chosen else ""


def _hand(view: BannerView) -> list[str]:
    """List the dummies and the hand, and what its numbers do if they are the lowest."""
    hand = " ".join(in_style(card, suit_of(card)) for card in view.hand)
    dummies = ", ".join(card or "one face down" for card in view.dummies)
    lines = [f"dummies: {dummies or 'none'}   {LEGEND}", f"your hand: {hand}"]
    numbers = {number_of(card) for card in view.hand}
    abilities = [_ability(each) for each in view.abilities if each.number in numbers]
    return lines + _in_two_columns(abilities)


def _ability(ability: AbilityView) -> str:
    """Say what a number does if it is the lowest."""
    text = LOWEST[ability.kind].format(**msgspec.structs.asdict(ability))
    return f"  {ability.number} lowest: {in_style(text, 'muted')}"


def _in_two_columns(cells: Sequence[str]) -> list[str]:
    half = -(-len(cells) // 2)
    return put_beside([cells[:half], cells[half:]], [WIDTH // 2, WIDTH // 2])
