"""The story: who chose, how each bout went, and what was scored, in entries and phrases."""

from typing import Final

from fairground.engine.state import OVER
from fairground.engine.story import Entry
from fairground.games.banner_festival.bout_log import Bout, BoutResult, bouts, majorities, space_name
from fairground.games.banner_festival.notation import card_name, card_number
from fairground.games.banner_festival.rules.cards import NUMBER, SPACES, SUITS
from fairground.games.banner_festival.rules.festival import STEPS, BannerFestival
from fairground.games.banner_festival.rules.printed import KEEP, NEAREST, TO_TOWER
from fairground.games.banner_festival.rules.table import NO_CARD, NOBODY

PHRASES: Final = {
    "gate": "{seat} moves the Trade Gate by {steps} to space {space} in {quadrant}",
    "drift": "nobody leads, so the Trade Gate moves by 3 to space {space} in {quadrant}",
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
    "race": "{seat}'s Watercraft moves by {steps} to space {space}",
    "stunt": "{seat} performs a stunt there",
    "lap": "{seat} crosses the lap line (laps: {laps}, Character cards revealed so far: {characters})",
    "hang": "{seat} hangs Banners on {space}: {banners}",
    "no banner": "{seat} has no Banner left",
    "fruit": "{seat} takes {fruit} Fruit",
    "keep": "{seat} keeps {card}",
    "feast": "the pool is empty: a Feast",
    "feasted": "{seat} turns {fruit} Fruit into {profit} Profit",
    "scoring": "round {round} is scored",
    "majority": "{seat} has {banners} Banners in Region {region}: {profit} Profit",
    "deal": "all cards except the kept ones are dealt again for round {round}",
    "last feast": "the last Feast brings {seat} {profit} Profit",
    "end": "the third round is over: the match ends",
}


def story(before: BannerFestival, seat: int, move: int, after: BannerFestival) -> list[Entry]:
    """Return what a move did: the move, the bouts it resolved, and the dummies for the next one."""
    entries = _decision(before, seat, move)
    resolved = _bouts_played(after) - _bouts_played(before)
    recent = bouts(after)[:resolved]
    for number, bout in enumerate(recent):
        entries += [_drift(bout.gate, bout.quadrant)] if number else []
        entries += _bout(after, bout)
    if after.round > before.round:
        entries += _scoring(after)
    if after.actor == OVER:
        return entries + _end(before, after, recent)
    if resolved and after.lead == NOBODY:
        entries.append(_drift(after.gate + 1, SUITS[after.quadrant()]))
    if after.up != NO_CARD and (resolved or before.up == NO_CARD):
        entries += _dummies(after)
    return entries


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
    entries = [Entry("dummy up", {"card": card_name(after.up)})]
    return entries if after.down == NO_CARD else [*entries, Entry("dummy down")]


def _bout(state: BannerFestival, bout: Bout) -> list[Entry]:
    """§3.4 Return every card from the highest down with its effects, and the Feast."""
    ranking = bout.ranking()
    cards: list[int | str] = [card for card, _ in ranking]
    entries = [
        Entry("bout", {"round": bout.round, "bout": bout.bout, "quadrant": bout.quadrant, "cards": cards})
    ]
    for place, (card, seat) in enumerate(ranking, 1):
        rank = "highest" if place == 1 else "lowest" if place == len(ranking) else "middle"
        if seat is None:
            entries.append(Entry(f"dummy {rank}", {"card": card, "place": place}))
        else:
            entries.append(Entry(rank, {"seat": seat, "card": card, "place": place}))
            entries += _result(state, bout, seat, bout.deeds[seat], rank)
    return entries + _feast(bout)


def _result(state: BannerFestival, bout: Bout, seat: int, result: BoutResult, rank: str) -> list[Entry]:
    entries: list[Entry] = []
    if result.landed is not None:
        entries.append(Entry("race", {"seat": seat, "steps": result.steps, "space": result.landed}))
    if result.stunt:
        entries.append(Entry("stunt", {"seat": seat}))
    if result.laps:
        entries.append(Entry("lap", {"seat": seat, "laps": result.laps, "characters": result.characters}))
    if result.space is not None:
        space = space_name(state, bout.quadrant, result.space)
        entries.append(Entry("hang", {"seat": seat, "space": space, "banners": result.banners}))
    if result.fruit:
        entries.append(Entry("fruit", {"seat": seat, "fruit": result.fruit}))
    kind = state.printed.kind[NUMBER[card_number(result.card)]] if rank == "lowest" else NEAREST
    if kind == KEEP:
        entries.append(Entry("keep", {"seat": seat, "card": result.card}))
    if kind in {NEAREST, TO_TOWER} and not result.banners and rank != "highest":
        entries.append(Entry("no banner", {"seat": seat}))  # §3.8
    return entries


def _feast(bout: Bout) -> list[Entry]:
    if not bout.feast:
        return []
    return [
        Entry("feast"),
        *(
            Entry("feasted", {"seat": seat, "fruit": result.served, "profit": result.earned})
            for seat, result in enumerate(bout.deeds)
        ),
    ]


def _scoring(after: BannerFestival) -> list[Entry]:
    """§6 Return the rewards of both Regions, and the new deal."""
    entries = [Entry("scoring", {"round": int(after.round)})]
    for majority in majorities(after):
        for seat, banners in enumerate(majority.banners):
            values = {"seat": seat, "banners": banners, "profit": majority.profit[seat]}
            entries.append(Entry("majority", {**values, "region": majority.region}))
    if after.actor != OVER:
        entries.append(Entry("deal", {"round": int(after.round) + 1}))
    return entries


def _end(before: BannerFestival, after: BannerFestival, recent: list[Bout]) -> list[Entry]:
    """§7 Return what each seat got at the last Feast, without the Feasts of the bouts."""
    entries = []
    for seat in range(after.seats):
        earlier = sum(bout.deeds[seat].earned for bout in recent)
        profit = int(after.feasts[seat] - before.feasts[seat] - earlier)
        entries.append(Entry("last feast", {"seat": seat, "profit": profit}))
    return [*entries, Entry("end")]
