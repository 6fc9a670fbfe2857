"""The story of a move, made from the notes of the rules."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from fairground.engine.story import Entry, Value
from fairground.games.festo.notation import write
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    MOVES,
    N_DIE,
    N_GAVE,
    N_PAID,
    N_PREPARED,
    N_STOCKED,
    NOTHING,
    SINGLY,
    SKIP,
    STOP,
)
from fairground.games.festo.words import (
    COLOURS,
    DISHES,
    EVENTS,
    GAINS,
    HALVES,
    KINDS,
    PIECES,
    PLACES,
    SLOTS,
)

PHRASES: Final = {
    "chose": "{seat}: {move}",
    "round": "round {round} begins",
    "stocked": "new cubes: {cubes}",
    "dish": "the {dish} is laid out on {slot}",
    "event": "event: {event}",
    "salt": "{seat} takes a salt",
    "gave": "{seat} gives the start card to {other}",
    "dice": "the dice of the {half} close {places}",
    "no dice": "no dice are rolled in the {half}",
    "placed": "{seat} places a helper at the {place}",
    "done": "{seat} places no more helpers this morning",
    "order": "at the {place}: {seats}",
    "gained": "{seat} gains {points} for {why}",
    "all": "{seat} takes the whole market of the {place}",
    "took": "{seat} takes {cubes} {colour} at the {place}",
    "home": "{pieces} of {seat} at the {place} go home unused",
    "declined": "{seat} {what}",
    "used": "{seat} uses the {place} with a {piece}",
    "moved": "{seat} moves a {colour} from the {place} to the {target}",
    "sent": "{seat} sends the {piece} to the {place}",
    "reserved": "{seat} reserves {slot} with a {piece}",
    "returned": "{seat} returns a {kind}",
    "fetched": "{seat} fetches a {kind} from the supplies",
    "laid": "{seat} lays a disc at the {place}, for the next round",
    "card": "{seat} takes the start card",
    "prepared": "{seat} prepares a {dish}",
    "paid": "{seat} pays {cubes}",
    "freed": "{seat} pays a {kind} and takes the piece on {slot} back",
    "passed": "{seat} passes",
    "end": "the last round is over, and so is the match",
    "paid nothing": "{seat} pays nothing",
    "kept": "{seat} keeps the start card",
}
KEYS: Final = tuple(PHRASES)  # the keys of notes come first, in the order of the note numbers
DECLINED: Final = {
    SINGLY: "does not take the whole market",
    SKIP: "does not use the ability",
    STOP: "takes no more cubes here",
    NOTHING: "buys no more at the grocery",
}
_MOVES: Final = [write(move) for move in range(MOVES)]
_REFUSALS: Final = [DECLINED.get(move, "") for move in range(MOVES)]
_NUMBERS: Final = range(65536)

# For each key the names and meanings of the numbers in its note.
FIELDS: Final[dict[str, dict[str, Sequence[str | int]]]] = {
    "chose": {"move": _MOVES},
    "round": {"round": _NUMBERS},
    "dish": {"slot": SLOTS, "dish": DISHES},
    "event": {"event": EVENTS},
    "gave": {"other": _NUMBERS},
    "no dice": {"half": HALVES},
    "placed": {"place": PLACES},
    "gained": {"why": GAINS, "points": _NUMBERS},
    "all": {"place": PLACES},
    "took": {"place": PLACES, "colour": COLOURS, "cubes": _NUMBERS},
    "home": {"place": PLACES, "pieces": _NUMBERS},
    "declined": {"what": _REFUSALS},
    "used": {"place": PLACES, "piece": PIECES},
    "moved": {"place": PLACES, "colour": COLOURS, "target": PLACES},
    "sent": {"place": PLACES, "piece": PIECES},
    "reserved": {"slot": SLOTS, "piece": PIECES},
    "returned": {"kind": KINDS},
    "fetched": {"kind": KINDS},
    "laid": {"place": PLACES},
    "prepared": {"dish": DISHES},
    "freed": {"slot": SLOTS, "kind": KINDS},
}


class Note(NamedTuple):
    """A note of the log, unpacked."""

    kind: int
    seat: int
    numbers: tuple[int, int, int]


def parse(packed: int) -> Note:
    return Note(
        packed & 255, (packed >> 8) & 255, ((packed >> 16) & 65535, (packed >> 32) & 255, packed >> 40)
    )


def story(before: Festo, seat: int, move: int, after: Festo) -> list[Entry]:
    """Return everything that a move did, in order."""
    notes = [parse(int(packed)) for packed in after.log]
    paid = any(note.kind == N_PAID for note in notes)
    entries: list[Entry] = []
    for kind, group in groupby(notes, key=lambda note: note.kind):
        if kind == N_PREPARED and not paid:
            entries.append(Entry("paid nothing", {"seat": seat}))
        entries += _entries(kind, list(group))
    return entries


def _entries(kind: int, notes: list[Note]) -> list[Entry]:
    """Return entries for notes of one kind. Cubes and dice share an entry, other notes have their own."""
    first = notes[0]
    if kind == N_STOCKED:
        return [Entry("stocked", {"cubes": [_heap(note) for note in notes]})]
    if kind == N_DIE:
        closed: list[int | str] = [PLACES[note.numbers[1]] for note in notes]
        return [Entry("dice", {"half": HALVES[first.numbers[0]], "places": closed})]
    if kind == N_PAID:
        paid: list[int | str] = [f"{note.numbers[1]} {KINDS[note.numbers[0]]}" for note in notes]
        return [Entry("paid", {"seat": first.seat, "cubes": paid})]
    if kind == N_GAVE and first.numbers[0] == first.seat:
        return [Entry("kept", {"seat": first.seat})]
    return [Entry(KEYS[kind], _values(note)) for note in notes]


def _heap(note: Note) -> str:
    place, colour, cubes = note.numbers
    return f"{cubes} {COLOURS[colour]} at the {PLACES[place]}"


def _values(note: Note) -> dict[str, Value]:
    key = KEYS[note.kind]
    values: dict[str, Value] = {"seat": note.seat} if "{seat}" in PHRASES[key] else {}
    if key == "order":
        return {"place": PLACES[note.numbers[0]], "seats": _queue(note.numbers[2])}
    for number, (name, words) in zip(note.numbers, FIELDS.get(key, {}).items(), strict=False):
        values[name] = words[number]
    return values


def _queue(digits: int) -> list[int | str]:
    """Unpack the seats of an order note: each is an octal digit, one more than the seat."""
    seats: list[int | str] = []
    while digits:
        digits, seat = divmod(digits, 8)
        seats.append(seat - 1)
    return seats
