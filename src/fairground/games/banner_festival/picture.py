"""The table as text: the ring, docks and Towers, a line for each seat, and the seat's hand."""

import msgspec

from fairground.engine.picture import SYMBOLS, in_style, seat_styled, write_count
from fairground.games.banner_festival.notation import number_of
from fairground.games.banner_festival.view import AbilityView, BannerView, DockView, SeatView, SpaceView

# What the lowest card does, by the kind of its ability.
ABILITIES = {
    "gate": "to the gate",
    "sprint": "{fruit} Fruit, moves {steps}",
    "nearest": "a Banner on the first free space",
    "race": "moves {steps} for each Banner in the Region, at least {least}",
    "harvest": "a Fruit for each Banner in the {area}, {least} to {most}",
    "tower": "Banners on the Tower: {banners}",
    "keep": "kept, {profit} Profit",
}
QUESTIONS = {"gate": "the gate moves", "card": "cards are chosen", "nothing": "the match is over"}


def picture(view: msgspec.Struct) -> str:
    """Draw everything that is needed to play."""
    assert isinstance(view, BannerView)
    blocks = [
        [describe_headline(view), *_ring(view)],
        [*_docks(view), _prizes(view)],
        [_seat(view, seat) for seat in range(len(view.seats))],
        _cards(view),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def describe_headline(view: BannerView) -> str:
    lead = "nobody leads" if view.lead is None else f"{_name(view.lead)} leads"
    return (
        f"  round {view.round}, bout {view.bout} of {view.bouts}: {QUESTIONS[view.asked]};"
        f" {lead}; {view.pool} Fruit in the pool"
    )


def _ring(view: BannerView) -> list[str]:
    """Draw the eight spaces with the gate and the Watercraft on them."""
    rows = []
    for space, suit in enumerate(view.ring, 1):
        boats = [_name(seat) for seat, each in enumerate(view.seats) if each.watercraft == space]
        gate = in_style("Trade Gate", "strong") if space == view.gate else "          "
        rows.append(f"  {space} {in_style(f'{suit:6}', suit)} {gate} {', '.join(boats)}".rstrip())
    return rows


def _docks(view: BannerView) -> list[str]:
    rows = []
    for tower in view.towers:
        docks = [dock for dock in view.docks if dock.region == tower.region]
        rows += [line for dock in docks for line in _dock(dock, dock.quadrant == view.quadrant)]
        rows.append(f"    Tower {tower.region}: {describe_banners(tower.banners) or 'empty'}")
    return rows


def _prizes(view: BannerView) -> str:
    """State what Regions and Character cards are worth."""
    rewards = ", ".join(str(profit) for profit in view.rewards if profit)
    characters = ", ".join(map(str, view.character_profits))
    return in_style(f"  Profit: {rewards or 'nothing'} in a Region; Characters {characters}", "muted")


def _dock(dock: DockView, active: bool) -> list[str]:
    spaces = " | ".join(_space(space) for space in dock.spaces)
    mark = "▶" if active else " "
    order = in_style("ranks " + " > ".join(dock.order), "muted")
    return [f"  {mark} {in_style(dock.quadrant, dock.quadrant)} dock, {order}", f"      {spaces}"]


def _space(space: SpaceView) -> str:
    bonus = f"+{space.more} Banner" if space.more else f"{space.fruit} Fruit"
    held = "neutral" if space.neutral else describe_banners(space.banners) or "free"
    return f"{space.match} {in_style(bonus, 'muted')} {held}"


def describe_banners(banners: list[int]) -> str:
    return " ".join(seat_styled(f"{SYMBOLS[seat]}{n}", seat) for seat, n in enumerate(banners) if n)


def _seat(view: BannerView, seat: int) -> str:
    each = view.seats[seat]
    facts = [
        write_count(each.points, "point"),
        f"{each.fruit} Fruit",
        f"{write_count(each.banners, 'Banner')} left",
        write_count(each.characters, "Character") + (f" (stunt on {each.stunt})" if each.stunt else ""),
        write_count(each.cards, "card"),
        *([f"kept {' '.join(each.kept)}"] if each.kept else []),
    ]
    return f"  {_name(seat)}: {', '.join(facts)}{_waiting(view, each)}"


def _waiting(view: BannerView, each: SeatView) -> str:
    return "" if view.asked != "card" else " - has chosen" if each.chosen else " - is choosing"


def _cards(view: BannerView) -> list[str]:
    """List the last bouts, the dummies, the cards played, and the seat's hand."""
    rows = []
    for bout in view.last:
        ranked = ", ".join(
            f"{card} {'dummy' if seat is None else _name(seat)}" for card, seat in bout.ranking()
        )
        rows.append(f"  last bout in {bout.quadrant}: {ranked}")
    if view.dummies:
        rows.append(f"  dummies: {', '.join(card or 'one face down' for card in view.dummies)}")
    if view.played:
        rows.append(in_style(f"  played this round: {' '.join(view.played)}", "muted"))
    if view.seat is not None and view.hand:
        rows.append(f"  your hand: {' '.join(view.hand)}")
        numbers = {number_of(card) for card in view.hand}
        rows += [_ability(each) for each in view.abilities if each.number in numbers]
    if view.choice:
        rows.append(f"  you chose {view.choice}")
    return rows


def _ability(ability: AbilityView) -> str:
    values = msgspec.structs.asdict(ability)
    return in_style(f"    lowest {ability.number}: {ABILITIES[ability.kind].format(**values)}", "muted")


def _name(seat: int) -> str:
    return seat_styled(f"{SYMBOLS[seat]} seat {seat}", seat)
