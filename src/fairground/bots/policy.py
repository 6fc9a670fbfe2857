"""Play with a trained policy: a small network in a file that rates every move from what the seat knows."""

from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.bots.bot import BotFault
from fairground.engine.errors import BadSetting, UnknownGame
from fairground.engine.game import Game
from fairground.engine.mind import Mind
from fairground.engine.state import State
from fairground.games import load_environment

Layer = tuple[NDArray[np.float32], NDArray[np.float32]]


class PolicyInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy was trained for. Without an `environment`, its version is that of the rules."""

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    environment: int | None = None


class PolicyBot:
    """Plays the legal move that the network rates highest. `save_policy` writes the files it reads."""

    def __init__(self, file: str) -> None:
        self.about, self.layers = _read(file)
        self.game = load_environment(self.about.game, self.about.environment or self.about.rules)
        self.moves = np.array(self.game.moves)
        self._check(file)

    def choose(self, mind: Mind) -> int:
        if wrong := self._differs(mind.game, int(mind.seats)):
            raise BotFault(wrong)
        features = self.game.features(mind.imagine(), int(mind.seat))
        if len(features) != len(self.layers[0][0][0]):
            raise BotFault(f"this network was trained for {self.game.title} with the game's own box")
        logits = self.logits(features)
        legal = mind.legal()
        return legal[int(np.argmax(logits[np.searchsorted(self.moves, legal)]))]

    def logits(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's rating of each move of the game, legal or not."""
        for weights, bias in self.layers[:-1]:
            features = np.maximum(features @ weights.T + bias, 0)
        weights, bias = self.layers[-1]
        return features @ weights.T + bias

    def check(self, game: Game[State, object], seats: int) -> None:
        """Raise BadSetting if it was trained for another game or another number of seats."""
        if wrong := self._differs(game.name, seats):
            raise BadSetting(wrong)

    def _differs(self, game: str, seats: int) -> str:
        about = self.about
        if (game, seats) == (about.game, about.seats):
            return ""
        return (
            f"this network was trained for {about.game} with {about.seats} seats, not for {game} with {seats}"
        )

    def _check(self, file: str) -> None:
        widths = [self.game.size(self.about.seats), *(len(bias) for _, bias in self.layers)]
        shapes = [weights.shape for weights, _ in self.layers]
        if shapes != list(zip(widths[1:], widths[:-1], strict=True)) or widths[-1] != len(self.moves):
            raise BadSetting(f"the network in {file} does not fit the present {self.game.title}")


def save_policy(file: Path, about: PolicyInfo, layers: list[Layer]) -> None:
    """Write a network: dense layers, inputs first, with ReLU between. The file is complete or missing."""
    arrays: Mapping[str, NDArray[np.generic]] = {
        "about": np.frombuffer(msgspec.json.encode(about), dtype=np.uint8),
        **{
            f"{kind}{i}": part
            for i, layer in enumerate(layers)
            for kind, part in zip("wb", layer, strict=True)
        },
    }
    draft = file.with_name(file.name + ".part")
    with draft.open("wb") as stream:
        np.savez(stream, allow_pickle=False, **arrays)
    draft.replace(file)


def _read(file: str) -> tuple[PolicyInfo, list[Layer]]:
    try:
        with open(file, "rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            about = msgspec.json.decode(arrays["about"].tobytes(), type=PolicyInfo)
            return about, [_layer(arrays, i) for i in range((len(arrays.files) - 1) // 2)]
    except FileNotFoundError:
        raise BadSetting(f"there is no file {file!r} with a trained network") from None
    except (OSError, ValueError, KeyError, BadZipFile, EOFError, msgspec.DecodeError, UnknownGame) as error:
        raise BadSetting(f"{file!r} is not a trained network: {error}") from None


def _layer(arrays: Mapping[str, NDArray[np.generic]], i: int) -> Layer:
    weights, bias = (np.asarray(arrays[f"{kind}{i}"], dtype=np.float32) for kind in "wb")
    return weights, bias
