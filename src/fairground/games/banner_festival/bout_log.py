"""The log of the last bouts and of the last scoring, as data for story, views and positions."""

from typing import Annotated, Final, TypeAlias

import msgspec

from fairground.games.banner_festival.box import MATCHES
from fairground.games.banner_festival.notation import card_name, card_number
from fairground.games.banner_festival.rules.cards import CARDS, REGIONS, SPACES, STRENGTH, SUITS
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.rules.printed import NO_SPACE, TOWER
from fairground.games.banner_festival.rules.table import HEAD, LINE, NO_CARD, NOBODY

EVEN: Final = MATCHES.index("even")
ODD: Final = MATCHES.index("odd")
Small: TypeAlias = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]  # as in a written position


class BoutResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bout brought one seat. `space` is where it hung Banners: 1 to 4, or 5 for the Tower.

    `characters` is how many Character cards are revealed after a move of the Watercraft. `served` and
    `earned` are the seat's Fruit and Profit at the bout's Feast, if there was one.
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
    """A resolved bout; `deeds` has its result for each seat."""

    round: Small
    bout: Small
    gate: Small
    quadrant: str
    dummies: list[str]
    feast: bool
    deeds: list[BoutResult]

    def ranking(self) -> list[tuple[str, int | None]]:
        """§3.4 Return all cards, the highest first, each with its seat, or None for a dummy."""
        cards: list[tuple[str, int | None]] = [(result.card, seat) for seat, result in enumerate(self.deeds)]
        cards += [(card, None) for card in self.dummies]
        row = CARDS * SUITS.index(self.quadrant)
        return sorted(cards, key=lambda card: STRENGTH[row + card_number(card[0])], reverse=True)


class Majority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """§6.1 The scoring of a Region: Banners and Profit of each seat."""

    region: str
    banners: list[Small]
    profit: list[Small]


def bouts(state: BannerFestival) -> list[Bout]:
    """Return the bouts that the last resolving move resolved."""
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
        deeds=[_result(line) for line in lines],
    )


def _result(line: list[int]) -> BoutResult:
    card, steps, landed, laps, stunt, space, hung, taken, served, earned, shown = line
    return BoutResult(
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


def restore_bouts(state: BannerFestival, resolved: list[Bout]) -> None:
    """Write bouts back into a state's log."""
    if len(resolved) > 2:
        raise ValueError(f"expected at most two bouts, got {len(resolved)}")
    record = [value for bout in resolved for value in _record(bout, state.seats)]
    for at, value in enumerate(record):
        state.log[at] = value
    state.logged = len(resolved)


def _record(bout: Bout, seats: int) -> list[int]:
    if len(bout.deeds) != seats:
        raise ValueError(f"expected deeds for {seats} seats, got {len(bout.deeds)}")
    dummies = [card_number(card) for card in bout.dummies]
    up, down, *_ = [*dummies, NO_CARD, NO_CARD]
    if not 1 <= bout.gate <= SPACES:
        raise ValueError(f"expected the gate of a bout from 1 to {SPACES}, got {bout.gate}")
    head = [bout.round - 1, bout.bout - 1, bout.gate - 1, up, down, int(bout.feast)]
    return head + [value for result in bout.deeds for value in _line(result)]


def _line(result: BoutResult) -> list[int]:
    return [
        card_number(result.card),
        result.steps,
        (result.landed or 1) - 1,
        result.laps,
        int(result.stunt),
        NO_SPACE if result.space is None else result.space - 1,
        result.banners,
        result.fruit,
        result.served,
        result.earned,
        result.characters,
    ]


def majorities(state: BannerFestival) -> list[Majority]:
    """Return the last scoring phase; an empty list before the first one."""
    if not state.round:
        return []
    return [_majority(state, region) for region in range(len(REGIONS))]


def _majority(state: BannerFestival, region: int) -> Majority:
    rows = range(state.seats * region, state.seats * (region + 1))
    tally, awards = [state.tally[at] for at in rows], [state.awards[at] for at in rows]
    return Majority(REGIONS[region], tally, awards)


def restore_majorities(state: BannerFestival, scored: list[Majority]) -> None:
    """Write the last scoring phase back into a state."""
    for region, majority in enumerate(scored):
        for seat in range(state.seats):
            state.tally[state.seats * region + seat] = majority.banners[seat]
            state.awards[state.seats * region + seat] = majority.profit[seat]


def space_name(state: BannerFestival, quadrant: str, space: int) -> str:
    """Name a space of a dock, counted from 1: `teal even`, `teal purple`, or the Tower for 5."""
    index = SUITS.index(quadrant)
    if space == TOWER + 1:
        return f"the Tower of {region_name(quadrant)}"
    return f"{quadrant} {MATCHES[state.printed.matches[5 * index + space - 1]]}"


def region_name(quadrant: str) -> str:
    return REGIONS[0] if quadrant in {"orange", "yellow"} else REGIONS[1]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)
