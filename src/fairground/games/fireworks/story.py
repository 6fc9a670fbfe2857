"""The story told afterwards: what a move did, event by event."""

from typing import Final

from fairground.engine.story import Entry, Value
from fairground.games.fireworks.faces import face_name
from fairground.games.fireworks.notation import write
from fairground.games.fireworks.positions import ENDINGS
from fairground.games.fireworks.rules import table
from fairground.games.fireworks.rules.boards import GIVE_TILE
from fairground.games.fireworks.rules.launch import FELL_OUT, RANKS
from fairground.games.fireworks.rules.table import NONE, UP
from fairground.games.fireworks.rules.turn import Fireworks

PHRASES: Final = {
    "turn": "turn {turn}: {seat} is to launch",
    "gather": "{seat} gathers the tiles",
    "launch": "{seat} launches at zone {zone}; the die shows {die}",
    "up": "face up now: {tiles}",
    "down": "face down again: {tiles}",
    "out": "out of the box: {tiles}",
    "failure": "no new tile lies face up: the launch of {seat} fails",
    "reshuffle": "the discards become new piles",
    "card": "{seat} draws {card}",
    "helper": "{seat} helps",
    "enough": "{seat} has helpers enough",
    "take": "{seat} takes {tile}",
    "empty": "no more tiles lie face up",
    "full": "the board of {seat} is full",
    "arrange": "{seat} rearranges: {words}",
    "ready": "{seat} is ready",
    "choose": "{seat} has chosen",
    "own choice": "you chose {tile}",
    "pass": "{seat} passes {tile} to {other}",
    "rain": "{tile} of {seat} goes back face down",
    "calm": "{tile} has no effect: somebody has only start tiles",
    "symbol": "the die shows the fireworks symbol: {seat} takes another turn",
    "bonus tile": "{tile}: {seat} takes another turn",
    "spent": "{tile} is spent without effect",
    "back": "back into the box: {tiles}",
    "last": "all may rearrange a last time",
    "limit": "{turn} turns have been played: this round is the last",
    "over": "the match is over ({reason}): {points}",
}


def story(before: Fireworks, seat: int, move: int, after: Fireworks) -> list[Entry]:
    """What a move did, in order."""
    told: list[Entry] = []
    returned: list[int | str] = []
    for what, who, value in events(after):
        if what == table.WENT_BACK:
            if not returned:
                told.append(Entry("back", {"tiles": returned}))  # the list grows with those that follow
            returned.append(value)
        elif what == table.CHOSE:
            told.append(Entry("choose", {"seat": who}))
            told.append(Entry("own choice", {"tile": _tile(after, move - GIVE_TILE)}, to=who))
        elif what == table.LAUNCHED:
            told += _launch(before, who, value, after)
        else:
            told.append(_entry(after, what, who, value))
    return told or [Entry("enough", {"seat": seat})]


def events(state: Fireworks) -> list[tuple[int, int, int]]:
    """What the last move did, as (what, seat, value)."""
    halves = [divmod(event, 2048) for event in list(state.events)[: state.told]]
    return [(code // 8, code % 8 - 1, value) for code, value in halves]


def _tile(state: Fireworks, tile: int) -> str:
    return f"{tile} ({face_name(state.face[tile])})"


def _launch(before: Fireworks, seat: int, zone: int, after: Fireworks) -> list[Entry]:
    """The launch, and the tiles that lie otherwise than before."""
    die = int(after.rolled) or "the fireworks symbol"
    told = [Entry("launch", {"seat": seat, "zone": zone, "die": die})]
    notes = list(after.flipped)[: after.flips]
    out = dict.fromkeys(note // 4 % RANKS for note in notes if note & FELL_OUT)
    inside = [tile for tile in dict.fromkeys(note // 4 % RANKS for note in notes) if tile not in out]
    odd = [tile for tile in inside if sum(note & 1 for note in notes if note // 4 % RANKS == tile) % 2]
    up = [_tile(after, tile) for tile in odd if before.place[tile] != UP]
    down = [_tile(after, tile) for tile in odd if before.place[tile] == UP]
    for key, tiles in (("up", up), ("down", down), ("out", [str(tile) for tile in out])):
        if tiles:
            told.append(Entry(key, {"tiles": [*tiles]}))
    return told


KEYS: Final = {
    table.GATHERED: "gather",
    table.FAILED: "failure",
    table.DREW: "card",
    table.HELPED: "helper",
    table.TOOK: "take",
    table.FILLED: "full",
    table.ARRANGED: "arrange",
    table.READY: "ready",
    table.PASSED: "pass",
    table.RAINED: "rain",
    table.CALM: "calm",
    table.AGAIN_BY_SYMBOL: "symbol",
    table.AGAIN_BY_TILE: "bonus tile",
    table.SPENT: "spent",
    table.TURN: "turn",
    table.LAST_ARRANGING: "last",
    table.OUT_OF_TURNS: "limit",
    table.MATCH_OVER: "over",
    table.EMPTY_SKY: "empty",
    table.RESHUFFLED: "reshuffle",
}


def _entry(state: Fireworks, what: int, seat: int, value: int) -> Entry:
    values: dict[str, Value] = {} if seat == NONE else {"seat": seat}
    match KEYS[what]:
        case "take" | "pass" | "rain" | "calm" | "bonus tile" | "spent":
            values["tile"] = _tile(state, value)
        case "card":
            values["card"] = state.printed.titles[value]
        case "turn" | "limit":
            values["turn"] = value
        case "arrange":
            values["words"] = write(value)
        case "over":
            values["reason"] = ENDINGS[state.ending]
            values["points"] = " ".join(str(points) for points in state.scores())
    if what == table.PASSED:
        values["other"] = (seat + 1) % int(state.seats)
    return Entry(KEYS[what], values)
