"""What a seat may know of the match."""

from typing import Literal

import msgspec

from fairground.engine.state import OVER
from fairground.games.banner_festival.bout_log import (
    Bout,
    Majority,
    bouts,
    majorities,
    region_name,
    seat_or_none,
)
from fairground.games.banner_festival.box import AREAS, KINDS, LEVELS, MATCHES
from fairground.games.banner_festival.notation import card_name, names
from fairground.games.banner_festival.outcome import headings, reason
from fairground.games.banner_festival.positions import dock, tower
from fairground.games.banner_festival.rules.cards import BIT, REGIONS, SPACES, SUITS, count
from fairground.games.banner_festival.rules.festival import ROUNDS, STEPS, BannerFestival
from fairground.games.banner_festival.rules.printed import BannerPrinted
from fairground.games.banner_festival.rules.table import GATE, NO_CARD


class SpaceView(msgspec.Struct, frozen=True):
    """A dock space: what it asks for, its bonus (`more` Banners or `fruit`), and the Banners on it."""

    id: str
    match: str
    more: int
    fruit: int
    banners: list[int]
    neutral: bool


class DockView(msgspec.Struct, frozen=True):
    quadrant: str
    region: str
    order: list[str]
    spaces: list[SpaceView]


class TowerView(msgspec.Struct, frozen=True):
    id: str
    region: str
    banners: list[int]


class AbilityView(msgspec.Struct, frozen=True):
    """§4 What the lowest card does if it has this number. The values that its kind does not need are None."""

    number: int
    kind: str
    fruit: int | None
    steps: int | None
    area: str | None
    least: int | None
    most: int | None
    banners: int | None
    profit: int | None


class SeatView(msgspec.Struct, frozen=True):
    """What everybody knows of a seat.

    `stunts` has the race space that each of its Character cards shows, and `stunt` that of the top one.
    """

    colour: str
    cards: int
    chosen: bool
    watercraft: int
    characters: int
    stunt: int | None
    stunts: list[int | None]
    fruit: int
    banners: int
    kept: list[str]
    points: int
    profit: dict[str, int]


class BannerView(msgspec.Struct, frozen=True):
    """The table. `hand` and `choice` are the seat's own. `reach` are the targets of `gate 1` to `gate 4`.

    `dummies` has None for a face-down card. `last` are the bouts resolved last, `scored` is the last
    scoring. What is printed: `pool_size` is the Fruit in a full pool, `abilities` are in the order of their
    numbers, `rewards` is the Profit for the most Banners in a Region, the second most and so on, for which
    a seat needs `needed` Banners, and `character_profits` is the Profit of each Character card.
    """

    seat: int | None
    actors: list[int]
    asked: Literal["gate", "card", "nothing"]
    round: int
    bout: int
    bouts: int
    gate: int
    quadrant: str
    reach: list[int]
    ring: list[str]
    lead: int | None
    hand: list[str]
    choice: str | None
    dummies: list[str | None]
    played: list[str]
    undealt: int
    pool: int
    seats: list[SeatView]
    docks: list[DockView]
    towers: list[TowerView]
    last: list[Bout]
    scored: list[Majority]
    pool_size: int
    abilities: list[AbilityView]
    rewards: list[int]
    needed: int
    character_profits: list[int]
    reason: str | None


def view(state: BannerFestival, seat: int | None) -> BannerView:
    over = state.actor == OVER
    return BannerView(
        seat=seat,
        actors=state.actors(),
        asked="nothing" if over else "gate" if state.asked == GATE else "card",
        round=min(int(state.round) + 1, ROUNDS),
        bout=min(int(state.bout) + 1, int(state.printed.hand)),
        bouts=int(state.printed.hand),
        gate=int(state.gate) + 1,
        quadrant=SUITS[state.quadrant()],
        reach=[int(state.gate + steps) % SPACES + 1 for steps in range(1, STEPS + 1)],
        ring=[SUITS[quadrant] for quadrant in state.printed.ring],
        lead=seat_or_none(state.lead),
        hand=[] if seat is None else names(state.hands[seat]),
        choice=_choice(state, seat),
        dummies=_dummies(state),
        played=names(state.played),
        undealt=int(count(state.deck)),
        pool=int(state.pool),
        seats=[_seat(state, each) for each in range(state.seats)],
        docks=[_dock(state, quadrant) for quadrant in range(len(SUITS))],
        towers=[TowerView(f"tower:{name}", name, tower(state, at)) for at, name in enumerate(REGIONS)],
        last=bouts(state),
        scored=majorities(state),
        pool_size=int(state.printed.pool),
        abilities=[_ability(state.printed, number) for number in range(state.printed.numbers)],
        rewards=list(state.printed.rewards)[:LEVELS],
        needed=int(state.printed.least),
        character_profits=list(state.printed.characters)[1:],
        reason=reason(state),
    )


def _ability(printed: BannerPrinted, number: int) -> AbilityView:
    kind = list(KINDS)[printed.kind[number]]
    needs = KINDS[kind]
    return AbilityView(
        number=number,
        kind=kind,
        fruit=int(printed.fruit_gain[number]) if "fruit" in needs else None,
        steps=int(printed.steps[number]) if "steps" in needs else None,
        area=AREAS[printed.area[number]] if "area" in needs else None,
        least=int(printed.least_gain[number]) if "least" in needs else None,
        most=int(printed.most_gain[number]) if "most" in needs else None,
        banners=int(printed.tower_banners[number]) if "banners" in needs else None,
        profit=int(printed.profit) if "profit" in needs else None,
    )


def _choice(state: BannerFestival, seat: int | None) -> str | None:
    if seat is None or state.sealed[seat] == NO_CARD:
        return None
    return card_name(state.sealed[seat])


def _dummies(state: BannerFestival) -> list[str | None]:
    up: list[str | None] = [] if state.up == NO_CARD else [card_name(state.up)]
    return up if state.down == NO_CARD else [*up, None]


def _seat(state: BannerFestival, seat: int) -> SeatView:
    by_heading = headings(state)
    width = state.printed.last + 1
    stunts = [int(space) + 1 or None for space in state.printed.stunts[width * seat : width * (seat + 1)]]
    return SeatView(
        colour=state.printed.colours[seat],
        cards=int(count(state.hands[seat])),
        chosen=state.sealed[seat] != NO_CARD,
        watercraft=int(state.watercraft[seat]) + 1,
        characters=int(state.shown[seat]),
        stunt=stunts[state.shown[seat]],
        stunts=stunts[1:],
        fruit=int(state.fruit[seat]),
        banners=int(state.supply[seat]),
        kept=names(state.kept[seat]),
        points=state.scores()[seat],
        profit={heading: points[seat] for heading, points in by_heading.items()},
    )


def _dock(state: BannerFestival, quadrant: int) -> DockView:
    hung = dock(state, quadrant)
    suit = SUITS[quadrant]
    order = [SUITS[(quadrant + step) % len(SUITS)] for step in range(len(SUITS))]
    return DockView(
        suit, region_name(suit), order, [_space(state, quadrant, at, hung[at]) for at in range(4)]
    )


def _space(state: BannerFestival, quadrant: int, space: int, hung: list[int]) -> SpaceView:
    at = 5 * quadrant + space
    return SpaceView(
        id=f"dock:{SUITS[quadrant]}:{space + 1}",
        match=MATCHES[state.printed.matches[at]],
        more=int(state.printed.more[at]),
        fruit=int(state.printed.fruit[at]),
        banners=hung,
        neutral=bool(state.printed.neutral & BIT[4 * quadrant + space]),
    )
