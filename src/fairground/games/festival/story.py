"""The story: what each move did, in entries and phrases."""

from typing import Final

from fairground.engine.state import OVER
from fairground.engine.story import Entry, Value
from fairground.games.festival.notation import space_name
from fairground.games.festival.outcome import outcome
from fairground.games.festival.positions import ENDINGS, cards_in_pile, in_order, tile_name, tiles_in_stack
from fairground.games.festival.rules.festival import (
    NOBODY,
    PILE,
    PLAYING,
    RIGHT,
    SIDE,
    SPACES,
    Festival,
)
from fairground.games.festival.view import pleaser_name

PHRASES: Final = {
    "side": "{seat} chooses side {side} of the starting objective: {layout}",
    "lay": "{seat} takes {tile} from the {stack} stack and lays it on {space}, level {level}",
    "tile": "{tile} is revealed",
    "empty": "that stack is now empty",
    "take": "{seat} takes {card} from pile {pile}: {layout}",
    "card": "{card} is revealed on pile {pile}",
    "dry": "pile {pile} is now empty",
    "complete": "{seat} completes {card} for {points}",
    "claim": "{seat} claims crowd-pleaser {pleaser} for {points}",
    "trigger": "{seat} triggers the end ({reason}); the round is played out",
    "last": "{seat} triggers the end ({reason}), and the round is over",
    "pass": "{seat} cannot move and is passed over",
    "won": "the match is over: {seat} wins by {decided}",
    "shared": "the match is over: {seats} share the victory",
}


def story(before: Festival, seat: int, move: int, after: Festival) -> list[Entry]:
    """Return what a move did: what it revealed, completed and claimed, and the end."""
    if move >= SIDE:
        return [_side(seat, move, after)]
    entries = _lay(before, seat, move, after) if move < PILE else _take(before, seat, move, after)
    entries += _completed(before, seat, after) + _claimed(before, seat, after)
    return entries + _end(before, seat, after)


def _side(seat: int, move: int, after: Festival) -> Entry:
    card = in_order(after, after.held[seat])[0]
    layout = after.printed.layouts[card]
    return Entry("side", {"seat": seat, "side": "ab"[move - SIDE], "layout": layout})


def _lay(before: Festival, seat: int, move: int, after: Festival) -> list[Entry]:
    stack = seat if move < RIGHT else int(after.right(seat))
    tile = tile_name(before, tiles_in_stack(before, stack)[0])
    space = move % SPACES
    name = "left" if move < RIGHT else "right"
    level = int(after.height(seat, space))
    values: dict[str, Value] = {"seat": seat, "tile": tile, "stack": name, "level": level}
    left = tiles_in_stack(after, stack)
    shown = Entry("tile", {"tile": tile_name(after, left[0])}) if left else Entry("empty")
    return [Entry("lay", {**values, "space": space_name(space)}), shown]


def _take(before: Festival, seat: int, move: int, after: Festival) -> list[Entry]:
    pile = move - PILE
    card = cards_in_pile(before, pile)[0]
    name, layout = after.printed.cards[card], after.printed.layouts[card]
    left = cards_in_pile(after, pile)
    shown = Entry("dry", {"pile": pile + 1})
    if left:
        shown = Entry("card", {"card": after.printed.cards[left[0]], "pile": pile + 1})
    return [Entry("take", {"seat": seat, "card": name, "pile": pile + 1, "layout": layout}), shown]


def _completed(before: Festival, seat: int, after: Festival) -> list[Entry]:
    cards = in_order(after, after.done[seat] & ~before.done[seat])
    printed = after.printed
    return [
        Entry("complete", {"seat": seat, "card": printed.cards[card], "points": printed.points[card]})
        for card in cards
    ]


def _claimed(before: Festival, seat: int, after: Festival) -> list[Entry]:
    entries = []
    for tile in range(after.printed.pleasers):
        if before.owner[tile] == NOBODY and after.owner[tile] == seat:
            side = after.showing[tile]
            points = after.printed.pleaser_points[side]
            entries.append(Entry("claim", {"seat": seat, "pleaser": pleaser_name(side), "points": points}))
    return entries


def _end(before: Festival, seat: int, after: Festival) -> list[Entry]:
    entries = []
    if before.ending == PLAYING and after.ending != PLAYING:
        key = "last" if seat == after.seats - 1 else "trigger"
        entries.append(Entry(key, {"seat": seat, "reason": ENDINGS[after.ending]}))
    if after.actor != OVER:
        return entries
    entries += [Entry("pass", {"seat": passed}) for passed in range(seat + 1, after.seats)]  # §3.1
    result = outcome(after)
    if len(result.winners) > 1:
        return [*entries, Entry("shared", {"seats": [*result.winners]})]
    return [*entries, Entry("won", {"seat": result.winners[0], "decided": result.decided})]
