"""§3.3 Act: place by place and seat by seat, take the whole market, or use the ability and take cubes."""

from librt.vecs import append, vec
from mypy_extensions import i64

from fairground.games.festo.rules import abilities, cook
from fairground.games.festo.rules.kitchen import Kitchen, Question
from fairground.games.festo.rules.numbers import (
    ACT,
    ALL,
    ARRIVE,
    BIT,
    BUY,
    BUYING,
    BY_REGULARS,
    BY_SIDE,
    BY_STARTER,
    COLOURS,
    COME,
    DOUBLE_MAGIC,
    GATHER,
    GROCERY,
    LEAVE,
    MIXED_BASKET,
    N_ALL,
    N_CARD,
    N_DECLINED,
    N_HOME,
    N_ORDER,
    N_TOOK,
    NO_HOARDING,
    NOTHING,
    OFFER,
    REGULARS,
    SIDE,
    SINGLY,
    SKIP,
    STARTER,
    STOP,
    TAKE,
    TAKING,
    TAKING_ALL,
    TROLL,
    USING,
)


def begin(kitchen: Kitchen) -> None:
    kitchen.phase = ACT
    kitchen.place = TROLL
    kitchen.stage = ARRIVE


def go_on(kitchen: Kitchen) -> None:
    """Carry out the current stage. The caller repeats this until a seat has to decide."""
    stage = kitchen.stage
    if stage == ARRIVE:
        arrive(kitchen)
    elif stage == COME:
        begin_turn(kitchen)
    elif stage == OFFER:
        offer(kitchen)
    elif stage == GATHER:
        gather(kitchen)
    else:
        leave(kitchen)


# A place begins


def arrive(kitchen: Kitchen) -> None:
    """Begin a place: fix the order of the seats and the majority."""
    line_up(kitchen)
    kitchen.turn = 0
    if not len(kitchen.queue):
        next_place(kitchen)
        return
    kitchen.stage = COME
    note_order(kitchen)
    if kitchen.place == GROCERY:
        kitchen.card = kitchen.queue[0]
        kitchen.note(N_CARD, kitchen.card, 0, 0, 0)
    elif kitchen.top >= 0:
        reward_majority(kitchen, kitchen.top)


def line_up(kitchen: Kitchen) -> None:
    """Queue the seats, most pieces first, ties in player order; find the seat with the majority."""
    kitchen.queue = vec[i64]()
    kitchen.top = -1
    most: i64 = 0
    for seat in range(kitchen.seats):
        most = max(most, kitchen.pieces(seat, kitchen.place))
    count = most
    while count > 0:
        queue_seats_with(kitchen, count)
        if count == most and len(kitchen.queue) == 1:
            kitchen.top = kitchen.queue[0]
        count -= 1


def queue_seats_with(kitchen: Kitchen, count: i64) -> None:
    seat = kitchen.start
    for _ in range(kitchen.seats):
        if kitchen.pieces(seat, kitchen.place) == count:
            kitchen.queue = append(kitchen.queue, seat)
        seat = seat + 1 if seat + 1 < kitchen.seats else 0


def note_order(kitchen: Kitchen) -> None:
    digits: i64 = 0
    for turn in range(i64(len(kitchen.queue)) - 1, i64(-1), i64(-1)):
        digits = 8 * digits + kitchen.queue[turn] + 1
    kitchen.note(N_ORDER, 0, kitchen.place, 0, digits)


def reward_majority(kitchen: Kitchen, seat: i64) -> None:
    if kitchen.event == REGULARS:
        kitchen.gain(seat, BY_REGULARS, kitchen.printed.amounts[REGULARS])
    if kitchen.backs(seat, SIDE):
        kitchen.gain(seat, BY_SIDE, kitchen.printed.backs[SIDE])  # §8.2 however many sides


def next_place(kitchen: Kitchen) -> None:
    if kitchen.place == GROCERY:
        cook.begin(kitchen)
    else:
        kitchen.place += 1
        kitchen.stage = ARRIVE


# A seat's turn there


def begin_turn(kitchen: Kitchen) -> None:
    seat = kitchen.queue[kitchen.turn]
    kitchen.actor = seat
    kitchen.uses = 0
    kitchen.starter_paid = False
    kitchen.stage = GATHER if kitchen.place == GROCERY else OFFER
    if seat == kitchen.top and may_take_all(kitchen):
        kitchen.ask(TAKING_ALL)


def may_take_all(kitchen: Kitchen) -> bool:
    if kitchen.place == GROCERY or kitchen.event == NO_HOARDING:
        return False
    return kitchen.cubes_at(kitchen.place) > 0


def offer(kitchen: Kitchen) -> None:
    """Offer the ability while it can be used and a piece is left for it."""
    often: i64 = 2 if kitchen.event == DOUBLE_MAGIC else 1
    if kitchen.uses < often and abilities.usable(kitchen, kitchen.actor):
        kitchen.ask(USING)
    else:
        kitchen.stage = GATHER


def gather(kitchen: Kitchen) -> None:
    """Let the seat take cubes one by one, at the grocery of one colour."""
    place = kitchen.place
    if not kitchen.pieces(kitchen.actor, place) or not cubes_in_reach(kitchen):
        kitchen.stage = LEAVE
    elif place == GROCERY:
        kitchen.ask(BUYING)
    else:
        kitchen.ask(TAKING)


def cubes_in_reach(kitchen: Kitchen) -> i64:
    begun = kitchen.begun_colour()
    if begun >= 0:
        return kitchen.shop[COLOURS * GROCERY + begun]
    return kitchen.cubes_at(kitchen.place)


def leave(kitchen: Kitchen) -> None:
    """Send unused pieces home, and go on to the next seat or the next place."""
    seat = kitchen.actor
    unused = kitchen.pieces(seat, kitchen.place)
    if unused:
        kitchen.note(N_HOME, seat, kitchen.place, unused, 0)
        kitchen.all_home(seat, kitchen.place)
    kitchen.turn += 1
    if kitchen.turn < len(kitchen.queue):
        kitchen.stage = COME
    else:
        next_place(kitchen)


def take_cubes(kitchen: Kitchen, seat: i64, colour: i64, cubes: i64) -> None:
    kitchen.take(seat, kitchen.place, colour, cubes)
    kitchen.note(N_TOOK, seat, kitchen.place, colour, cubes)
    if kitchen.magic and kitchen.place != GROCERY:
        gain_from_starter(kitchen, seat, colour)


def gain_from_starter(kitchen: Kitchen, seat: i64, colour: i64) -> None:
    """§8.2 Gain a point for a starter of this colour, once a character and round."""
    if not kitchen.starter_paid and kitchen.backs(seat, STARTER) & BIT[colour]:
        kitchen.starter_paid = True
        kitchen.gain(seat, BY_STARTER, kitchen.printed.backs[STARTER])


class TakingAll(Question):
    """Whether the seat with the absolute majority takes the whole market."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return [ALL, SINGLY]

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        if move == SINGLY:
            kitchen.note(N_DECLINED, seat, move, 0, 0)
            return
        kitchen.note(N_ALL, seat, kitchen.place, 0, 0)
        for colour in range(i64(COLOURS)):
            cubes = kitchen.shop[COLOURS * kitchen.place + colour]
            if cubes:
                take_cubes(kitchen, seat, colour, cubes)
        kitchen.all_home(seat, kitchen.place)
        kitchen.stage = LEAVE


class Using(Question):
    """Whether to use the ability, and with which piece."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return [*abilities.actors(kitchen, seat), SKIP]

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        if move == SKIP:
            kitchen.note(N_DECLINED, seat, move, 0, 0)
            kitchen.stage = GATHER
        else:
            kitchen.uses += 1
            abilities.begin(kitchen, seat, move)


class Taking(Question):
    """Which cube one piece takes; stopping ends the turn here."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        shop = kitchen.shop
        at = COLOURS * kitchen.place
        moves: list[int] = []
        for colour in range(i64(COLOURS)):
            if shop[at + colour]:
                moves.append(TAKE + colour)
        moves.append(STOP)
        return moves

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        if move == STOP:
            kitchen.note(N_DECLINED, seat, move, 0, 0)
            kitchen.stage = LEAVE
        else:
            kitchen.one_home(seat, kitchen.place)
            take_cubes(kitchen, seat, move - TAKE, 1)


class Buying(Question):
    """Which cube comes next at the grocery: all of one colour, except with the mixed basket."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        shop = kitchen.shop
        begun = kitchen.begun_colour()
        moves: list[int] = []
        for colour in range(i64(COLOURS)):
            if shop[COLOURS * GROCERY + colour] and begun in (-1, colour):
                moves.append(BUY + colour)
        moves.append(NOTHING)
        return moves

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        if move == NOTHING:
            kitchen.note(N_DECLINED, seat, move, 0, 0)
            kitchen.stage = LEAVE
        elif kitchen.event == MIXED_BASKET or may_buy_fewer(kitchen):
            self._buy_one(kitchen, seat, move - BUY)
        else:
            row = kitchen.shop[COLOURS * GROCERY + move - BUY]
            take_cubes(kitchen, seat, move - BUY, min(row, kitchen.pieces(seat, GROCERY)))
            kitchen.all_home(seat, GROCERY)
            kitchen.stage = LEAVE

    def _buy_one(self, kitchen: Kitchen, seat: i64, colour: i64) -> None:
        kitchen.uses += 1
        if may_buy_fewer(kitchen):
            kitchen.origin = COLOURS * GROCERY + colour
        kitchen.one_home(seat, GROCERY)
        take_cubes(kitchen, seat, colour, 1)
        if kitchen.event == MIXED_BASKET and kitchen.uses >= kitchen.printed.amounts[MIXED_BASKET]:
            kitchen.stage = LEAVE


def may_buy_fewer(kitchen: Kitchen) -> bool:
    """Return whether a seat takes its cubes at the grocery one by one, and so as few as it likes.

    Under the first version of the rules it took as many as it could.
    """
    return kitchen.rules > 1
