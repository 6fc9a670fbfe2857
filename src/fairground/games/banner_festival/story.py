"""The story told after a move: who chose, how each bout went, what was scored."""

from typing import Final

from fairground.engine.state import OVER
from fairground.engine.story import Entry
from fairground.games.banner_festival.bouts import Bout, Deed, bouts, majorities, space_name
from fairground.games.banner_festival.notation import card_name, card_number
from fairground.games.banner_festival.rules.cards import NUMBERS, SPACES, SUITS
from fairground.games.banner_festival.rules.festival import STEPS, BannerFestival
from fairground.games.banner_festival.rules.printed import KEEP, NEAREST, TO_TOWER
from fairground.games.banner_festival.rules.table import NO_CARD, NOBODY

PHRASES: Final = {
    "gate": "{seat} moves the Trade Gate {steps} on to {space} in {quadrant}",
    "drift": "nobody leads: the Trade Gate moves 3 on to {space} in {quadrant}",
    "chosen": "{seat} has chosen a card",
    "chose": "{seat} chose {card}",
    "dummy up": "{card} is turned up as a dummy",
    "dummy down": "a second dummy lies face down",
    "bout": "round {round}, bout {bout} in {quadrant}: {cards}",
    "highest": "{seat} ranks highest with {card}",
    "lowest": "{seat} ranks lowest with {card}, uses its ability and leads",
    "middle": "{seat} ranks {place} with {card}",
    "dummy highest": "the dummy {card} ranks highest: nobody races",
    "dummy lowest": "the dummy {card} ranks lowest: nobody leads",
    "dummy middle": "the dummy {card} ranks {place}",
    "race": "{seat}'s Watercraft moves {steps} to {space}",
    "stunt": "{seat} shows a stunt there",
    "lap": "{seat} passes the lap line, laps: {laps}, Character cards revealed by now: {characters}",
    "hang": "{seat} hangs Banners on {space}: {banners}",
    "no banner": "{seat} has no Banner left",
    "fruit": "{seat} takes {fruit} Fruit",
    "keep": "{seat} keeps {card}",
    "feast": "the pool is empty: a Feast",
    "feasted": "{seat} turns {fruit} Fruit into {profit} Profit",
    "scoring": "round {round} is scored",
    "majority": "{seat} has {banners} Banners in Region {region}: {profit} Profit",
    "deal": "all cards but the kept ones are dealt anew for round {round}",
    "last feast": "the last Feast brings {seat} {profit} Profit",
    "end": "the third round is over: the match ends",
}


def story(before: BannerFestival, seat: int, move: int, after: BannerFestival) -> list[Entry]:
    """The move, the bouts it brought about, and what lies on the table for the next."""
    told = _decision(before, seat, move)
    resolved = _bouts_played(after) - _bouts_played(before)
    recent = bouts(after)[:resolved]
    for number, bout in enumerate(recent):
        told += [_drift(bout.gate, bout.quadrant)] if number else []
        told += _bout(after, bout)
    if after.round > before.round:
        told += _scoring(after)
    if after.actor == OVER:
        return told + _end(before, after, recent)
    if resolved and after.lead == NOBODY:
        told.append(_drift(after.gate + 1, SUITS[after.quadrant()]))
    if after.up != NO_CARD and (resolved or before.up == NO_CARD):
        told += _dummies(after)
    return told


def _bouts_played(state: BannerFestival) -> int:
    return int(state.round * state.printed.hand + state.bout % state.printed.hand)


def _decision(before: BannerFestival, seat: int, move: int) -> list[Entry]:
    if move >= STEPS:
        card = card_name(move - STEPS)
        return [Entry("chosen", {"seat": seat}), Entry("chose", {"seat": seat, "card": card}, to=seat)]
    space = (before.gate + move + 1) % SPACES
    quadrant = SUITS[before.printed.ring[space]]
    return [Entry("gate", {"seat": seat, "steps": move + 1, "space": space + 1, "quadrant": quadrant})]


def _drift(space: int, quadrant: str) -> Entry:
    return Entry("drift", {"space": int(space), "quadrant": quadrant})


def _dummies(after: BannerFestival) -> list[Entry]:
    told = [Entry("dummy up", {"card": card_name(after.up)})]
    return told if after.down == NO_CARD else [*told, Entry("dummy down")]


def _bout(state: BannerFestival, bout: Bout) -> list[Entry]:
    """§3.4 Every card from the highest down, with what came of it, and the Feast."""
    ranking = bout.ranking()
    cards: list[int | str] = [card for card, _ in ranking]
    told = [
        Entry("bout", {"round": bout.round, "bout": bout.bout, "quadrant": bout.quadrant, "cards": cards})
    ]
    for place, (card, seat) in enumerate(ranking, 1):
        rank = "highest" if place == 1 else "lowest" if place == len(ranking) else "middle"
        if seat is None:
            told.append(Entry(f"dummy {rank}", {"card": card, "place": place}))
        else:
            told.append(Entry(rank, {"seat": seat, "card": card, "place": place}))
            told += _deed(state, bout, seat, bout.deeds[seat], rank)
    return told + _feast(bout)


def _deed(state: BannerFestival, bout: Bout, seat: int, deed: Deed, rank: str) -> list[Entry]:
    told: list[Entry] = []
    if deed.landed is not None:
        told.append(Entry("race", {"seat": seat, "steps": deed.steps, "space": deed.landed}))
    if deed.stunt:
        told.append(Entry("stunt", {"seat": seat}))
    if deed.laps:
        told.append(Entry("lap", {"seat": seat, "laps": deed.laps, "characters": deed.characters}))
    if deed.space is not None:
        space = space_name(state, bout.quadrant, deed.space)
        told.append(Entry("hang", {"seat": seat, "space": space, "banners": deed.banners}))
    if deed.fruit:
        told.append(Entry("fruit", {"seat": seat, "fruit": deed.fruit}))
    kind = state.printed.kind[card_number(deed.card) % NUMBERS] if rank == "lowest" else NEAREST
    if kind == KEEP:
        told.append(Entry("keep", {"seat": seat, "card": deed.card}))
    if kind in {NEAREST, TO_TOWER} and not deed.banners and rank != "highest":
        told.append(Entry("no banner", {"seat": seat}))  # §3.8
    return told


def _feast(bout: Bout) -> list[Entry]:
    if not bout.feast:
        return []
    return [
        Entry("feast"),
        *(
            Entry("feasted", {"seat": seat, "fruit": deed.served, "profit": deed.earned})
            for seat, deed in enumerate(bout.deeds)
        ),
    ]


def _scoring(after: BannerFestival) -> list[Entry]:
    """§6 The rewards of both Regions, and the new deal."""
    told = [Entry("scoring", {"round": int(after.round)})]
    for majority in majorities(after):
        for seat, banners in enumerate(majority.banners):
            values = {"seat": seat, "banners": banners, "profit": majority.profit[seat]}
            told.append(Entry("majority", {**values, "region": majority.region}))
    if after.actor != OVER:
        told.append(Entry("deal", {"round": int(after.round) + 1}))
    return told


def _end(before: BannerFestival, after: BannerFestival, recent: list[Bout]) -> list[Entry]:
    """§7 What the last Feast added to those of the bouts."""
    told = []
    for seat in range(after.seats):
        earlier = sum(bout.deeds[seat].earned for bout in recent)
        profit = int(after.feasts[seat] - before.feasts[seat] - earlier)
        told.append(Entry("last feast", {"seat": seat, "profit": profit}))
    return [*told, Entry("end")]
