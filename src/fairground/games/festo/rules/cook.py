"""§3.4 Cook: prepare a dish, take a piece back from the buffet, or pass for the rest of the round."""

from mypy_extensions import i64

from fairground.engine.state import OVER
from fairground.games.festo.rules import pay, price, serve
from fairground.games.festo.rules.kitchen import Kitchen, Question, kinds_held
from fairground.games.festo.rules.numbers import (
    BIT,
    COOK,
    COOKING,
    ENDED,
    FREE,
    FREE_WITH,
    FREEING,
    N_CHOSE,
    N_END,
    N_FREED,
    N_PASSED,
    PASS,
    PREPARE,
    PREPARE_DISH,
    ROUNDS,
    SLOTS,
)


def begin(kitchen: Kitchen) -> None:
    kitchen.phase = COOK
    kitchen.passed = 0
    kitchen.actor = kitchen.card
    kitchen.ask(COOKING)


def go_on(kitchen: Kitchen) -> None:
    """Ask the next seat that has not passed. When all have, begin the next round or end the match."""
    for _ in range(kitchen.seats):
        kitchen.actor = kitchen.actor + 1 if kitchen.actor + 1 < kitchen.seats else 0
        if not kitchen.passed & BIT[kitchen.actor]:
            kitchen.ask(COOKING)
            return
    kitchen.phase = PREPARE
    if kitchen.round == ROUNDS:
        kitchen.note(N_END, 0, 0, 0, 0)
        kitchen.actor = OVER
        kitchen.ask(ENDED)


class Cooking(Question):
    """Which dish to prepare, which reservation to give up, or to pass."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        moves = price.dishes(kitchen, seat)
        for slot in range(i64(SLOTS)):
            if kitchen.claim[slot] and (kitchen.claim[slot] - 1) >> 1 == seat and holds_any(kitchen, seat):
                moves.append(FREE + slot)
        moves.append(PASS)
        return moves

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        if move == PASS:
            kitchen.passed |= BIT[seat]
            kitchen.note(N_PASSED, seat, 0, 0, 0)
        elif move >= FREE:
            kitchen.note(N_CHOSE, seat, move, 0, 0)
            kitchen.slot = move - FREE
            begin_freeing(kitchen, seat)
        else:
            kitchen.note(N_CHOSE, seat, move, 0, 0)
            pay.begin(kitchen, seat, move - PREPARE_DISH)


def holds_any(kitchen: Kitchen, seat: i64) -> bool:
    return len(kinds_held(kitchen, seat, 0)) > 0


# §4.3 A piece taken back from the buffet


def begin_freeing(kitchen: Kitchen, seat: i64) -> None:
    moves = kinds_held(kitchen, seat, FREE_WITH)
    if len(moves) > 1:
        kitchen.ask(FREEING)
    else:
        free(kitchen, seat, moves[0] - FREE_WITH)


def free(kitchen: Kitchen, seat: i64, kind: i64) -> None:
    """Take a piece back for one cube. The seat's turn goes on."""
    kitchen.give_back(seat, kind, 1)
    kitchen.note(N_FREED, seat, kitchen.slot, kind, 0)
    serve.unclaim(kitchen, seat, kitchen.slot)
    kitchen.ask(COOKING)


class Freeing(Question):
    """Which cube pays for taking a piece back."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return kinds_held(kitchen, seat, FREE_WITH)

    def play(self, kitchen: Kitchen, seat: i64, move: i64) -> None:
        free(kitchen, seat, move - FREE_WITH)
