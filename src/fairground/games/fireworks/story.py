"""The story of a move: what it did, event by event."""

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
    "launch from": "{seat} launches at zone {zone} from {height}; the die shows {die}",
    "up": "face up now: {tiles}",
    "down": "face down again: {tiles}",
    "out": "out of the box: {tiles}",
    "failure": "the launch of {seat} fails: no new tile lies face up",
    "reshuffle": "the discards are shuffled into new piles",
    "refill": "a pile has run out: the discards are shuffled into a new one",
    "card": "{seat} draws {card}",
    "helper": "{seat} helps",
    "enough": "{seat} has enough helpers",
    "take": "{seat} takes {tile}",
    "empty": "no more tiles lie face up",
    "full": "the board of {seat} is full",
    "arrange": "{seat} rearranges: {words}",
    "ready": "{seat} is ready",
    "choose": "{seat} has chosen",
    "own choice": "you chose {tile}",
    "pass": "{seat} passes {tile} to {other}",
    "rain": "{tile} of {seat} goes back into the box, face down",
    "calm": "{tile} has no effect: somebody has nothing but start tiles",
    "symbol": "the die shows the fireworks symbol: {seat} takes another turn",
    "bonus tile": "{tile}: {seat} takes another turn",
    "spent": "{tile} is used up without effect",
    "back": "back into the box: {tiles}",
    "last": "everybody may rearrange one last time",
    "limit": "{turn} turns have been played: this round is the last",
    "over": "the match is over ({reason}): {points}",
}


def story(before: Fireworks, seat: int, move: int, after: Fireworks) -> list[Entry]:
    """Return what a move did, in order."""
    entries: list[Entry] = []
    returned: list[int | str] = []
    for event, who, value in events(after):
        if event == table.WENT_BACK:
            if not returned:
                entries.append(Entry("back", {"tiles": returned}))  # later tiles are added to this list
            returned.append(value)
        elif event == table.CHOSE:
            entries.append(Entry("choose", {"seat": who}))
            entries.append(Entry("own choice", {"tile": _tile(after, move - GIVE_TILE)}, to=who))
        elif event == table.LAUNCHED:
            entries += _launch(before, who, value, after)
        else:
            entries.append(_entry(after, event, who, value))
    return entries or [Entry("enough", {"seat": seat})]


def events(state: Fireworks) -> list[tuple[int, int, int]]:
    """Return the events of the last move, each as (event, seat, value)."""
    parts = [divmod(packed, 2048) for packed in list(state.events)[: state.event_count]]
    return [(code // 8, code % 8 - 1, value) for code, value in parts]


def _tile(state: Fireworks, tile: int) -> str:
    return f"{tile} ({face_name(state.face[tile])})"


def _launch(before: Fireworks, seat: int, move: int, after: Fireworks) -> list[Entry]:
    """Return the launch, and the tiles that it turned over or threw out."""
    die = int(after.rolled) or "the fireworks symbol"
    _, zone, *height = write(move).split()
    if height:
        entries = [Entry("launch from", {"seat": seat, "zone": int(zone), "height": height[0], "die": die})]
    else:
        entries = [Entry("launch", {"seat": seat, "zone": int(zone), "die": die})]
    notes = list(after.flipped)[: after.flips]
    out = dict.fromkeys(note // 4 % RANKS for note in notes if note & FELL_OUT)
    inside = [tile for tile in dict.fromkeys(note // 4 % RANKS for note in notes) if tile not in out]
    odd = [tile for tile in inside if sum(note & 1 for note in notes if note // 4 % RANKS == tile) % 2]
    up = [_tile(after, tile) for tile in odd if before.place[tile] != UP]
    down = [_tile(after, tile) for tile in odd if before.place[tile] == UP]
    for key, tiles in (("up", up), ("down", down), ("out", [str(tile) for tile in out])):
        if tiles:
            entries.append(Entry(key, {"tiles": [*tiles]}))
    return entries


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


def _entry(state: Fireworks, event: int, seat: int, value: int) -> Entry:
    values: dict[str, Value] = {} if seat == NONE else {"seat": seat}
    match KEYS[event]:
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
    if event == table.PASSED:
        values["other"] = (seat + 1) % int(state.seats)
    refilled = event == table.RESHUFFLED and state.refills_each_pile()
    return Entry("refill" if refilled else KEYS[event], values)
