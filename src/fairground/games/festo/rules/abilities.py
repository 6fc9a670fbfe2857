"""§4 The abilities of the six characters, each used with one helper or disc."""

from mypy_extensions import i64

from fairground.games.festo.rules.kitchen import Kitchen, Question, kinds_held
from fairground.games.festo.rules.numbers import (
    BY_DWARF,
    COLOURS,
    DISC,
    DWARF,
    ELF,
    FETCH,
    FETCHING,
    GROCERY,
    HELPER,
    KINDS,
    LAY,
    LAYING,
    MAGICIAN,
    MOVE,
    MOVING,
    N_CHOSE,
    N_FETCHED,
    N_LAID,
    N_MOVED,
    N_RESERVED,
    N_RETURNED,
    N_SALT,
    N_SENT,
    N_USED,
    NO_DISH,
    ORC,
    PICK,
    PICKING,
    PIXIES,
    PLACES,
    RESERVE,
    RESERVING,
    RETURN,
    RETURNING,
    ROUNDS,
    SALT,
    SEND,
    SENDING,
    SLOTS,
    TROLL,
    USE,
    USE_DISC,
)


def usable(kitchen: Kitchen, seat: i64) -> bool:
    """Return whether a piece of the seat can use the ability of the current place."""
    place = kitchen.place
    if not kitchen.pieces(seat, place):
        return False
    if place == TROLL:
        return can_pick(kitchen)
    if place == ORC:
        return can_reserve(kitchen)
    if place == MAGICIAN:
        return kitchen.supply[SALT] > 0
    if place == ELF:
        return holds_cube(kitchen, seat)
    return place == PIXIES or can_lay(kitchen, seat)


def actors(kitchen: Kitchen, seat: i64) -> list[int]:
    """Return the moves that use the ability; helper and disc differ only where that matters."""
    place = kitchen.place
    if place not in (PIXIES, ORC, DWARF) or (place == DWARF and kitchen.round == ROUNDS):
        return [USE]
    at = PLACES * seat + place
    moves: list[int] = []
    if kitchen.helpers[at] and (place != DWARF or kitchen.disc_home[seat]):
        moves.append(USE)
    if kitchen.discs[at]:
        moves.append(USE_DISC)
    return moves


def begin(kitchen: Kitchen, seat: i64, move: i64) -> None:
    """Use the ability with one piece: it leaves its place, and the character acts."""
    place = kitchen.place
    kitchen.piece = DISC if move == USE_DISC or not kitchen.helpers[PLACES * seat + place] else HELPER
    kitchen.note(N_USED, seat, place, kitchen.piece, 0)
    if place == PIXIES:
        kitchen.ask(SENDING)
    elif place == ORC:
        begin_reserving(kitchen, seat)
    else:
        kitchen.lift(seat, place, kitchen.piece)
        kitchen.go_home(seat, kitchen.piece)
        begin_at_home(kitchen, seat)


def begin_at_home(kitchen: Kitchen, seat: i64) -> None:
    """Begin an ability whose piece has gone home."""
    if kitchen.place == TROLL:
        begin_picking(kitchen)
    elif kitchen.place == DWARF:
        begin_laying(kitchen, seat)
    elif kitchen.place == MAGICIAN:
        kitchen.draw(seat, SALT)
        kitchen.note(N_SALT, seat, MAGICIAN, 0, 0)
    else:
        begin_returning(kitchen, seat)


# §4.1 Troll


def can_pick(kitchen: Kitchen) -> bool:
    return any(kitchen.shop[at] > kitchen.moved[at] for at in range(i64(COLOURS * PLACES)))


def unmoved_cubes(kitchen: Kitchen) -> list[int]:
    shop = kitchen.shop
    moved = kitchen.moved
    moves: list[int] = []
    for at in range(i64(COLOURS * PLACES)):
        if shop[at] > moved[at]:
            moves.append(PICK + at)
    return moves


def begin_picking(kitchen: Kitchen) -> None:
    moves = unmoved_cubes(kitchen)
    if len(moves) > 1:
        kitchen.ask(PICKING)
    else:
        kitchen.origin = moves[0] - PICK
        kitchen.ask(MOVING)


class Picking(Question):
    """Which cube the Troll moves: one that was not moved this round."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return unmoved_cubes(kitchen)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.origin = move - PICK
        kitchen.note(N_CHOSE, seat, move, 0, 0)
        kitchen.ask(MOVING)


class Moving(Question):
    """Where the Troll moves the cube: another market, or its row of the grocery if there is room."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        origin = kitchen.origin // COLOURS
        moves: list[int] = []
        for place in range(i64(PLACES)):
            if place != origin and (place != GROCERY or self._has_room(kitchen)):
                moves.append(MOVE + place)
        return moves

    def _has_room(self, kitchen: Kitchen) -> bool:
        row = COLOURS * GROCERY + kitchen.origin % COLOURS
        return kitchen.shop[row] < kitchen.printed.row_most

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        place = move - MOVE
        colour = kitchen.origin % COLOURS
        target = COLOURS * place + colour
        kitchen.shop[kitchen.origin] -= 1
        kitchen.shop[target] += 1
        kitchen.moved[target] += 1
        kitchen.note(N_MOVED, seat, kitchen.origin // COLOURS, colour, place)


# §4.2 Pixies


class Sending(Question):
    """Where the acting piece goes: any place further right. It counts there at once."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return [SEND + place for place in range(i64(PIXIES + 1), i64(PLACES))]

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.lift(seat, PIXIES, kitchen.piece)
        at = PLACES * seat + move - SEND
        if kitchen.piece == DISC:
            kitchen.discs[at] += 1
        else:
            kitchen.helpers[at] += 1
        kitchen.note(N_SENT, seat, move - SEND, kitchen.piece, 0)


# §4.3 Orc


def can_reserve(kitchen: Kitchen) -> bool:
    return any(is_unclaimed(kitchen, slot) for slot in range(i64(SLOTS)))


def is_unclaimed(kitchen: Kitchen, slot: i64) -> bool:
    return kitchen.shelf[slot] != NO_DISH and not kitchen.claim[slot]


def unclaimed_slots(kitchen: Kitchen) -> list[int]:
    return [RESERVE + slot for slot in range(i64(SLOTS)) if is_unclaimed(kitchen, slot)]


def begin_reserving(kitchen: Kitchen, seat: i64) -> None:
    moves = unclaimed_slots(kitchen)
    if len(moves) > 1:
        kitchen.ask(RESERVING)
    else:
        reserve(kitchen, seat, moves[0] - RESERVE)


def reserve(kitchen: Kitchen, seat: i64, slot: i64) -> None:
    kitchen.lift(seat, ORC, kitchen.piece)
    kitchen.claim[slot] = 1 + 2 * seat + kitchen.piece
    kitchen.note(N_RESERVED, seat, slot, kitchen.piece, 0)


class Reserving(Question):
    """Which small dish the acting piece reserves."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return unclaimed_slots(kitchen)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        reserve(kitchen, seat, move - RESERVE)


# §4.5 Elf


def holds_cube(kitchen: Kitchen, seat: i64) -> bool:
    return any(kitchen.stock[at] > 0 for at in range(KINDS * seat, KINDS * seat + KINDS))


def begin_returning(kitchen: Kitchen, seat: i64) -> None:
    moves = kinds_held(kitchen, seat, RETURN)
    if len(moves) > 1:
        kitchen.ask(RETURNING)
    else:
        give_to_elf(kitchen, seat, moves[0] - RETURN)


def give_to_elf(kitchen: Kitchen, seat: i64, kind: i64) -> None:
    kitchen.give_back(seat, kind, 1)
    kitchen.note(N_RETURNED, seat, kind, 0, 0)
    kitchen.fetches = 2
    go_on_fetching(kitchen, seat)


def in_supply(kitchen: Kitchen) -> list[int]:
    return [FETCH + colour for colour in range(i64(COLOURS)) if kitchen.supply[colour]]


def go_on_fetching(kitchen: Kitchen, seat: i64) -> None:
    """Fetch two cubes while the supplies last. A cube without a choice is fetched without asking."""
    while kitchen.fetches:
        moves = in_supply(kitchen)
        if len(moves) > 1:
            kitchen.ask(FETCHING)
            return
        if moves:
            fetch(kitchen, seat, moves[0] - FETCH)
        else:
            kitchen.fetches = 0


def fetch(kitchen: Kitchen, seat: i64, colour: i64) -> None:
    kitchen.fetches -= 1
    kitchen.draw(seat, colour)
    kitchen.note(N_FETCHED, seat, colour, 0, 0)


class Returning(Question):
    """Which cube or salt goes back to the supplies."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return kinds_held(kitchen, seat, RETURN)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        give_to_elf(kitchen, seat, move - RETURN)


class Fetching(Question):
    """Which cube the Elf fetches from the supplies."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return in_supply(kitchen)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        fetch(kitchen, seat, move - FETCH)
        go_on_fetching(kitchen, seat)


# §4.6 Dwarf


def can_lay(kitchen: Kitchen, seat: i64) -> bool:
    """Return whether a disc is at home, or acts and so goes home first. The last round needs none."""
    here = kitchen.discs[PLACES * seat + DWARF]
    return kitchen.round == ROUNDS or kitchen.disc_home[seat] + here > 0


def begin_laying(kitchen: Kitchen, seat: i64) -> None:
    if kitchen.round == ROUNDS:
        kitchen.gain(seat, BY_DWARF, kitchen.printed.dwarf_points)
    else:
        kitchen.ask(LAYING)


class Laying(Question):
    """Where a disc goes: to any character. Every disc at home is laid; it counts from the next round on."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return [LAY + place for place in range(i64(COLOURS))]

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        kitchen.disc_home[seat] -= 1
        kitchen.laid[PLACES * seat + move - LAY] += 1
        kitchen.note(N_LAID, seat, move - LAY, 0, 0)
        if kitchen.disc_home[seat]:
            kitchen.ask(LAYING)
