"""Positions for tests, written by hand, and moves in words."""

from typing import cast

from fairground import load
from fairground.engine.game import Game
from fairground.games.festo.box import FestoBox
from fairground.games.festo.invariants import check
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.words import KINDS

GAME = cast("Game[Festo, FestoBox]", load("festo"))
PLAIN = {"events": "none", "magic": "off"}


def table(seats: int = 2, events: str = "none", magic: str = "off", /, **state: object) -> Festo:
    """Return a position; fields that are not given have the defaults of `FestoPosition`."""
    options = {"events": events, "magic": magic}
    return GAME.restore({"game": "festo", "seats": seats, "options": options, "state": state})


def afternoon(seats: int = 2, events: str = "none", magic: str = "off", /, **state: object) -> Festo:
    """Return a position in which the last seat places the last helper before the act phase."""
    fields = {"phase": "shop", "question": "place", "half": "afternoon", "actor": seats - 1, **state}
    return table(seats, events, magic, **fields)


def offers(state: Festo) -> list[str]:
    """Return the legal moves of the actor in words."""
    return [GAME.write(move) for move in state.legal(state.actor)]


def play(state: Festo, *moves: str) -> Festo:
    """Make moves in words for whoever is to move, and check the invariants after each."""
    for words in moves:
        seat = int(state.actor)
        state.play(seat, GAME.legal_move(state, seat, words))
        assert not check(state), words
    return state


def stock(state: Festo, seat: int) -> dict[str, int]:
    """Return the cubes that a seat has."""
    return {kind: int(n) for kind, n in zip(KINDS, state.stock[7 * seat : 7 * seat + 7], strict=True) if n}


def play_and_list_keys(state: Festo, words: str) -> list[str]:
    """Make a move and return the keys of its story."""
    before = state.copy()
    seat = int(state.actor)
    move = GAME.legal_move(state, seat, words)
    state.play(seat, move)
    return [entry.key for entry in GAME.story(before, seat, move, state)]
