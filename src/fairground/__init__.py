"""Fairground: play, host and study festival-themed board games."""

import os

if os.environ.get("FAIRGROUND_PURE"):
    from fairground import pure

    pure.install()

from fairground.engine.errors import (
    BadSetting,
    BoxError,
    FairgroundError,
    IllegalMove,
    NotationError,
    PositionError,
    RecordError,
    UnknownGame,
)
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.mind import Mind
from fairground.engine.outcome import Outcome
from fairground.engine.record import Record
from fairground.engine.rng import Rng, keyed, scripted, seeded
from fairground.engine.state import OVER, State
from fairground.games import list_games, load

__version__ = "0.1.0"

__all__ = [
    "OVER",
    "BadSetting",
    "BoxError",
    "FairgroundError",
    "Game",
    "IllegalMove",
    "Match",
    "Mind",
    "NotationError",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "Rng",
    "State",
    "UnknownGame",
    "keyed",
    "list_games",
    "load",
    "scripted",
    "seeded",
]
