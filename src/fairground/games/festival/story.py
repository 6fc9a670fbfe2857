"""What a move did, told afterwards."""

from typing import Final

from fairground.engine.state import OVER
from fairground.engine.story import Entry, Value
from fairground.games.festival.notation import space_name
from fairground.games.festival.outcome import outcome
from fairground.games.festival.positions import ENDINGS, in_order, pile_left, stack_left, tile_name
from fairground.games.festival.rules.festival import (
    NOBODY,
    PILE,
    PLAYING,
    PLEASERS,
    RIGHT,
    SIDE,
    SPACES,
    Festival,
)
from fairground.games.festival.view import pleaser_name

PHRASES: Final = {
    "side": "{seat} chooses side {side} of the starting objective: {layout}",
    "lay": "{seat} takes {tile} from the {stack} stack and lays it on {space}, level {level}",
    "tile": "{tile} comes to light",
    "empty": "that stack is empty",
    "take": "{seat} takes {card} from pile {pile}: {layout}",
    "card": "{card} comes to light on pile {pile}",
    "dry": "pile {pile} is empty",
    "complete": "{seat} completes {card} for {points}",
    "claim": "{seat} claims crowd-pleaser {pleaser} for {points}",
    "trigger": "{seat} brings about the end ({reason}): the round is played out",
    "last": "{seat} brings about the end ({reason}), and the round is over",
    "pass": "{seat} can do nothing and is passed over",
    "won": "the match is over: {seat} wins, by {decided}",
    "shared": "the match is over: {seats} share the victory",
}


def story(before: Festival, seat: int, move: int, after: Festival) -> list[Entry]:
    """The move, what it brought to light, what it completed and claimed, and the end."""
    if move >= SIDE:
        return [_side(seat, move, after)]
    told = _lay(before, seat, move, after) if move < PILE else _take(before, seat, move, after)
    told += _completed(before, seat, after) + _claimed(before, seat, after)
    return told + _end(before, seat, after)


def _side(seat: int, move: int, after: Festival) -> Entry:
    card = in_order(after, after.held[seat])[0]
    layout = after.printed.layouts[card]
    return Entry("side", {"seat": seat, "side": "ab"[move - SIDE], "layout": layout})


def _lay(before: Festival, seat: int, move: int, after: Festival) -> list[Entry]:
    stack = seat if move < RIGHT else int(after.right(seat))
    tile = tile_name(before, stack_left(before, stack)[0])
    space = move % SPACES
    name = "left" if move < RIGHT else "right"
    level = int(after.height(seat, space))
    values: dict[str, Value] = {"seat": seat, "tile": tile, "stack": name, "level": level}
    left = stack_left(after, stack)
    shown = Entry("tile", {"tile": tile_name(after, left[0])}) if left else Entry("empty")
    return [Entry("lay", {**values, "space": space_name(space)}), shown]


def _take(before: Festival, seat: int, move: int, after: Festival) -> list[Entry]:
    pile = move - PILE
    card = pile_left(before, pile)[0]
    name, layout = after.printed.cards[card], after.printed.layouts[card]
    left = pile_left(after, pile)
    shown = Entry("card", {"card": after.printed.cards[left[0]], "pile": pile + 1}) if left else _dry(pile)
    return [Entry("take", {"seat": seat, "card": name, "pile": pile + 1, "layout": layout}), shown]


def _dry(pile: int) -> Entry:
    return Entry("dry", {"pile": pile + 1})


def _completed(before: Festival, seat: int, after: Festival) -> list[Entry]:
    cards = in_order(after, after.done[seat] & ~before.done[seat])
    printed = after.printed
    return [
        Entry("complete", {"seat": seat, "card": printed.cards[card], "points": printed.points[card]})
        for card in cards
    ]


def _claimed(before: Festival, seat: int, after: Festival) -> list[Entry]:
    told = []
    for tile in range(PLEASERS):
        if before.owner[tile] == NOBODY and after.owner[tile] == seat:
            side = after.showing[tile]
            points = after.printed.pleaser_points[side]
            told.append(Entry("claim", {"seat": seat, "pleaser": pleaser_name(side), "points": points}))
    return told


def _end(before: Festival, seat: int, after: Festival) -> list[Entry]:
    told = []
    if before.ending == PLAYING and after.ending != PLAYING:
        key = "last" if seat == after.seats - 1 else "trigger"
        told.append(Entry(key, {"seat": seat, "reason": ENDINGS[after.ending]}))
    if after.actor != OVER:
        return told
    told += [Entry("pass", {"seat": passed}) for passed in range(seat + 1, after.seats)]  # §3.1
    result = outcome(after)
    if len(result.winners) > 1:
        return [*told, Entry("shared", {"seats": [*result.winners]})]
    return [*told, Entry("won", {"seat": result.winners[0], "decided": result.decided})]
