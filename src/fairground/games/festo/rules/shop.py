"""§3.2 Shop: roll the dice for covers, and place helpers in the morning and in the afternoon."""

from mypy_extensions import i64

from fairground.games.festo.rules import act
from fairground.games.festo.rules.kitchen import Kitchen, Question
from fairground.games.festo.rules.numbers import (
    AFTERNOON,
    COLOURS,
    DONE,
    GROCERY,
    LATE_RISERS,
    LOCKED_DOORS,
    LONG_EVENING,
    MARKET_DAY,
    MORNING,
    N_DIE,
    N_DONE,
    N_NO_DICE,
    N_PLACED,
    PLACE,
    PLACES,
    PLACING,
    SHOP,
)


def begin(kitchen: Kitchen) -> None:
    kitchen.phase = SHOP
    kitchen.half = MORNING
    kitchen.actor = kitchen.start
    kitchen.put = 0
    kitchen.done = False
    roll(kitchen, MARKET_DAY)


def begin_afternoon(kitchen: Kitchen) -> None:
    kitchen.half = AFTERNOON
    if kitchen.event == LOCKED_DOORS:
        kitchen.note(N_NO_DICE, 0, AFTERNOON, 0, 0)
        return
    uncover(kitchen)
    roll(kitchen, LONG_EVENING)


def roll(kitchen: Kitchen, unless: i64) -> None:
    """Roll for covers, unless this event leaves the dice out."""
    if kitchen.event == unless:
        kitchen.note(N_NO_DICE, 0, kitchen.half, 0, 0)
        return
    for _ in range(kitchen.printed.dice):
        character = kitchen.rng.below(COLOURS)
        kitchen.covers[character] += 1
        kitchen.note(N_DIE, 0, kitchen.half, character, 0)


def uncover(kitchen: Kitchen) -> None:
    for character in range(i64(COLOURS)):
        kitchen.covers[character] = 0


def go_on(kitchen: Kitchen) -> None:
    """Go on with the next helper of this seat, the next seat, the afternoon, or the next phase."""
    if may_place(kitchen):
        kitchen.ask(PLACING)
        return
    kitchen.put = 0
    kitchen.done = False
    kitchen.actor = (kitchen.actor + 1) % kitchen.seats
    if kitchen.actor != kitchen.start:
        return
    if kitchen.half == MORNING:
        begin_afternoon(kitchen)
    else:
        uncover(kitchen)
        act.begin(kitchen)


def may_place(kitchen: Kitchen) -> bool:
    if kitchen.done or not kitchen.home[kitchen.actor]:
        return False
    late = kitchen.event == LATE_RISERS and kitchen.half == MORNING
    return not late or kitchen.put < kitchen.printed.amounts[LATE_RISERS]


class Placing(Question):
    """Where to place a helper: any place without a cover. In the morning a seat may stop."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        covers = kitchen.covers
        moves: list[int] = []
        for character in range(i64(COLOURS)):
            if not covers[character]:
                moves.append(PLACE + character)
        moves.append(PLACE + GROCERY)
        if kitchen.half == MORNING:
            moves.append(DONE)
        return moves

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        if move == DONE:
            kitchen.done = True
            kitchen.note(N_DONE, seat, 0, 0, 0)
            return
        kitchen.home[seat] -= 1
        kitchen.put += 1
        kitchen.helpers[PLACES * seat + move - PLACE] += 1
        kitchen.note(N_PLACED, seat, move - PLACE, 0, 0)
