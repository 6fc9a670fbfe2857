"""What must be true of every position."""

from fairground.engine.state import OVER
from fairground.games.festo.positions import count_owned
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    ACT,
    BUYING,
    ENDED,
    GATHER,
    GROCERY,
    MAIN_SLOT,
    NO_DISH,
    NO_EVENT,
    OFFER,
    ROAST_DISH,
    ROUNDS,
    SALT,
    SALTING,
    TAKING,
    WAIVING,
)
from fairground.games.festo.words import COLOURS, KINDS, PIECES


def check(state: Festo) -> list[str]:
    """Return what is wrong with a position: nothing, if the rules are kept."""
    return [*_wrong_cubes(state), *_wrong_pieces(state), *_wrong_dishes(state), *_wrong_turn(state)]


def _wrong_cubes(state: Festo) -> list[str]:
    wrong = []
    for kind, name in enumerate(KINDS):
        total = state.printed.salt if kind == SALT else state.printed.cubes
        lying = [] if kind == SALT else [state.shop[6 * place + kind] for place in range(7)]
        parts = [state.supply[kind], *(state.stock[7 * seat + kind] for seat in range(state.seats)), *lying]
        if sum(parts) != total or min(parts) < 0:
            wrong.append(f"expected {total} {name} in all, got {[int(part) for part in parts]}")
    for colour, name in enumerate(COLOURS):
        if state.shop[6 * GROCERY + colour] > state.printed.row_most:
            wrong.append(f"the row of {name} at the grocery is too long")
    if any(not 0 <= moved <= cubes for moved, cubes in zip(state.moved, state.shop, strict=True)):
        wrong.append("more cubes count as moved than lie at a place")
    return wrong


def _wrong_pieces(state: Festo) -> list[str]:
    wrong = []
    for seat in range(state.seats):
        for piece, name in enumerate(PIECES):
            parts = _pieces(state, seat, piece)
            total = state.printed.discs if piece else state.printed.helpers
            if sum(parts) != total or min(parts) < 0:
                wrong.append(f"expected {total} {name}s of seat {seat} in all, got {parts}")
    if any(state.laid[7 * seat + GROCERY] for seat in range(state.seats)):
        wrong.append("a disc is laid at the grocery")
    return wrong


def _pieces(state: Festo, seat: int, piece: int) -> list[int]:
    """Count a seat's pieces at home, at each place, and on dishes."""
    around = range(7 * seat, 7 * seat + 7)
    reserving = sum(claim == 1 + 2 * seat + piece for claim in state.claim)
    if piece:
        there = [state.discs[at] for at in around] + [state.laid[at] for at in around]
        return [int(each) for each in (state.disc_home[seat], *there, reserving)]
    return [int(each) for each in (state.home[seat], *(state.helpers[at] for at in around), reserving)]


def _wrong_dishes(state: Festo) -> list[str]:
    wrong = []
    small = [dish for dish in state.shelf if dish != NO_DISH]
    for sort in range(4):
        small += [state.pile[state.printed.tiles * sort + at] for at in range(state.pile_left[sort])]
    for seat in range(state.seats):
        small += [dish for dish in range(ROAST_DISH) for _ in range(count_owned(state, seat, dish))]
    if sorted(small) != [6 * sort + colour for sort in range(4) for colour in state.printed.colours]:
        wrong.append("a small dish is missing or there too often")
    total = int(state.printed.large)
    for name, left, owned in (
        ("roasts", state.roasts_left, state.roasts),
        ("mains", state.mains_left, state.mains),
    ):
        if left < 0 or left + sum(owned) != total:
            wrong.append(f"expected {total} {name} in all, got {left} left and {sum(owned)} prepared")
    if any(claim and dish == NO_DISH for claim, dish in zip(state.claim, state.shelf, strict=True)):
        wrong.append("a piece stands on a slot without a dish")
    return wrong


def _wrong_turn(state: Festo) -> list[str]:
    if not 1 <= state.round <= ROUNDS:
        return [f"there is no round {state.round}"]
    if (state.actor == OVER) != (state.question == ENDED):
        return ["a seat is to move after the match, or none before its end"]
    if len(state.events) and state.event != state.events[state.round - 1]:
        return ["the event in force is not the one of this round"]
    if not len(state.events) and state.event != NO_EVENT:
        return ["an event is in force in a match without events"]
    if WAIVING <= state.question <= SALTING and state.slot != MAIN_SLOT and state.colour < 0:
        return ["the colours of the payment are not decided"]
    if state.question == SALTING and state.slot != MAIN_SLOT and min(state.extra, state.waived) < 0:
        return ["the steps of the payment before salt are not decided"]
    if (
        state.actor != OVER
        and state.phase == ACT
        and list(state.queue)[state.turn : state.turn + 1] != [state.actor]
    ):
        return [f"seat {state.actor} acts, but it is not next in the order of this place"]
    if state.actor != OVER and state.phase == ACT and state.stage != _stage(state):
        return ["the question does not belong to this stage of a turn"]
    if state.actor != OVER and not state.legal(state.actor):
        return [f"seat {state.actor} is to move but has no legal move"]
    return []


def _stage(state: Festo) -> int:
    """Return the stage of a turn to which the question belongs."""
    return GATHER if state.question in (TAKING, BUYING) else OFFER
