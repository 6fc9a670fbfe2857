"""Positions for tests, typed by hand, and moves in words."""

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
    """A position; what is not told is as `FestoPosition` says."""
    options = {"events": events, "magic": magic}
    return GAME.restore({"game": "festo", "seats": seats, "options": options, "state": state})


def afternoon(seats: int = 2, events: str = "none", magic: str = "off", /, **state: object) -> Festo:
    """The last helper of the afternoon is to be placed by the last seat, then phase 3 begins."""
    told = {"phase": "shop", "question": "place", "half": "afternoon", "actor": seats - 1, **state}
    return table(seats, events, magic, **told)


def offers(state: Festo) -> list[str]:
    """What the actor may do, in words."""
    return [GAME.write(move) for move in state.legal(state.actor)]


def play(state: Festo, *moves: str) -> Festo:
    """Make moves in words, whoever is to move, and hold the invariants after each."""
    for words in moves:
        seat = int(state.actor)
        state.play(seat, GAME.legal_move(state, seat, words))
        assert not check(state), words
    return state


def stock(state: Festo, seat: int) -> dict[str, int]:
    """The seat's cubes, those it has."""
    return {kind: int(n) for kind, n in zip(KINDS, state.stock[7 * seat : 7 * seat + 7], strict=True) if n}


def told(state: Festo, words: str) -> list[str]:
    """The keys of the story of a move, which is made."""
    before = state.copy()
    seat = int(state.actor)
    move = GAME.legal_move(state, seat, words)
    state.play(seat, move)
    return [entry.key for entry in GAME.story(before, seat, move, state)]
