"""What the last bouts did, as data for the story, the views and dumped positions."""

from typing import Annotated, Final, TypeAlias

import msgspec

from fairground.games.banner_festival.box import MATCHES
from fairground.games.banner_festival.notation import card_name, card_number
from fairground.games.banner_festival.rules.cards import REGIONS, SPACES, STRENGTH, SUITS
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.rules.printed import NO_SPACE, TOWER
from fairground.games.banner_festival.rules.table import HEAD, LINE, NO_CARD, NOBODY

EVEN: Final = MATCHES.index("even")
ODD: Final = MATCHES.index("odd")
Small: TypeAlias = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]  # what a typed position may hold


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bout brought one seat; `space` is where its Banners were hung: 1 to 4, or 5 for the Tower.

    `characters` is how many Character cards show after a move of the Watercraft.
    """

    card: str
    steps: Small = 0
    landed: Small | None = None
    laps: Small = 0
    characters: Small = 0
    stunt: bool = False
    space: Small | None = None
    banners: Small = 0
    fruit: Small = 0
    served: Small = 0
    earned: Small = 0


class Bout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`served` and `earned` of the deeds are Fruit and Profit of the bout's Feast, if there was one."""

    round: Small
    bout: Small
    gate: Small
    quadrant: str
    dummies: list[str]
    feast: bool
    deeds: list[Deed]

    def ranking(self) -> list[tuple[str, int | None]]:
        """§3.4 All cards, the highest first, each with its seat or None for a dummy."""
        cards: list[tuple[str, int | None]] = [(deed.card, seat) for seat, deed in enumerate(self.deeds)]
        cards += [(card, None) for card in self.dummies]
        row = 40 * SUITS.index(self.quadrant)
        return sorted(cards, key=lambda card: STRENGTH[row + card_number(card[0])], reverse=True)


class Majority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """§6.1 A Region's scoring: Banners and Profit of each seat."""

    region: str
    banners: list[Small]
    profit: list[Small]


def bouts(state: BannerFestival) -> list[Bout]:
    """The bouts that the last resolving move resolved."""
    return [_bout(state, which) for which in range(state.logged)]


def _bout(state: BannerFestival, which: int) -> Bout:
    size = HEAD + LINE * state.seats
    record = list(state.log)[which * size : (which + 1) * size]
    number, bout, gate, up, down, feast = record[:HEAD]
    lines = [record[HEAD + LINE * seat : HEAD + LINE * (seat + 1)] for seat in range(state.seats)]
    return Bout(
        round=number + 1,
        bout=bout + 1,
        gate=gate + 1,
        quadrant=SUITS[state.printed.ring[gate]],
        dummies=[card_name(card) for card in (up, down) if card != NO_CARD],
        feast=bool(feast),
        deeds=[_deed(line) for line in lines],
    )


def _deed(line: list[int]) -> Deed:
    card, steps, landed, laps, stunt, space, hung, taken, served, earned, shown = line
    return Deed(
        card=card_name(card),
        steps=steps,
        landed=landed + 1 if steps else None,
        laps=laps,
        characters=shown,
        stunt=bool(stunt),
        space=None if space == NO_SPACE else space + 1,
        banners=hung,
        fruit=taken,
        served=served,
        earned=earned,
    )


def log_bouts(state: BannerFestival, told: list[Bout]) -> None:
    """Put bouts back into a state."""
    if len(told) > 2:
        raise ValueError(f"expected at most two bouts, got {len(told)}")
    record = [value for bout in told for value in _record(bout, state.seats)]
    for at, value in enumerate(record):
        state.log[at] = value
    state.logged = len(told)


def _record(bout: Bout, seats: int) -> list[int]:
    if len(bout.deeds) != seats:
        raise ValueError(f"expected deeds of {seats} seats, got {len(bout.deeds)}")
    dummies = [card_number(card) for card in bout.dummies]
    up, down, *_ = [*dummies, NO_CARD, NO_CARD]
    if not 1 <= bout.gate <= SPACES:
        raise ValueError(f"expected a bout's gate from 1 to {SPACES}, got {bout.gate}")
    head = [bout.round - 1, bout.bout - 1, bout.gate - 1, up, down, int(bout.feast)]
    return head + [value for deed in bout.deeds for value in _line(deed)]


def _line(deed: Deed) -> list[int]:
    return [
        card_number(deed.card),
        deed.steps,
        (deed.landed or 1) - 1,
        deed.laps,
        int(deed.stunt),
        NO_SPACE if deed.space is None else deed.space - 1,
        deed.banners,
        deed.fruit,
        deed.served,
        deed.earned,
        deed.characters,
    ]


def majorities(state: BannerFestival) -> list[Majority]:
    """The last scoring phase; nothing before the first."""
    if not state.round:
        return []
    return [_majority(state, region) for region in range(len(REGIONS))]


def _majority(state: BannerFestival, region: int) -> Majority:
    rows = range(state.seats * region, state.seats * (region + 1))
    tally, awards = [state.tally[at] for at in rows], [state.awards[at] for at in rows]
    return Majority(REGIONS[region], tally, awards)


def log_majorities(state: BannerFestival, told: list[Majority]) -> None:
    for region, majority in enumerate(told):
        for seat in range(state.seats):
            state.tally[state.seats * region + seat] = majority.banners[seat]
            state.awards[state.seats * region + seat] = majority.profit[seat]


def space_name(state: BannerFestival, quadrant: str, space: int) -> str:
    """What a space of a dock is called, from 1: `teal even`, `teal purple`, and 5 for the Tower."""
    index = SUITS.index(quadrant)
    if space == TOWER + 1:
        return f"the Tower of {region_name(quadrant)}"
    return f"{quadrant} {MATCHES[state.printed.matches[5 * index + space - 1]]}"


def region_name(quadrant: str) -> str:
    return REGIONS[0] if quadrant in {"orange", "yellow"} else REGIONS[1]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)
