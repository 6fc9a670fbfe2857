"""Trained networks as files: plain float32 arrays, which anybody may bring and which run nothing.

A file is a `.npz` archive. The array `about` holds a `NetworkInfo` as JSON. For each number of seats that it
has learnt, such as 2, there are the layers `2_w0`, `2_b0`, `2_w1` and so on (a row per input), the value
`2_value_w` and `2_value_b`, and if the network rates moves, `2_policy_w` and `2_policy_b` (a row per move).
"""

import hashlib
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.bots.search.network import LANES, DenseLayer, Head, Network
from fairground.engine.errors import BadSetting, UnknownGame
from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.games import environments, load

T = TypeVar("T")
Inputs: TypeAlias = Literal["features", "traits"]
Array = NDArray[np.float32]
LARGEST_FILE = 16 << 20  # bytes, also of what is unpacked from it
MOST_ARRAYS = 200
MOST_LAYERS = 6
WIDEST = 1024  # outputs of a layer
LARGEST_WEIGHT = 1e4


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was learnt for one number of seats.

    `inputs` says what the network sees: a seat's features, or the traits of the seat and the means of the
    others'. `observation` is the digest of their layout, `layers` the number of shared layers, and `anchor`
    how much of the tuned judge's worth is added to the value. With `one_look` the network sees a position
    from the seat to move only. `horizon` and `curiosity` are the search's. A search makes `pace` iterations
    with the network in the time of one with the tuned judge. `probe` is a digest of the traits in one random
    match, by which a test notices that they have changed.
    """

    observation: str
    layers: int
    anchor: float = 0.0
    one_look: bool = False
    horizon: int | None = None
    curiosity: float | None = None
    pace: float = 1.0
    inputs: Inputs = "features"
    probe: str = ""


class NetworkInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a network was trained for. `box` is the digest of the box."""

    game: str
    rules: int
    box: str
    options: dict[str, str]
    seats: dict[int, Learnt]


@dataclass(frozen=True)
class Weights:
    """The arrays for one number of seats: layers, inputs first; a row for each input, or for each move."""

    layers: list[tuple[Array, Array]]
    value: tuple[Array, Array]
    policy: tuple[Array, Array] | None = None

    def arrays(self, seats: int) -> dict[str, Array]:
        """Return the arrays as they are named in a file."""
        named = {str(i): layer for i, layer in enumerate(self.layers)}
        found = {f"{seats}_{kind}{i}": part for i in named for kind, part in zip("wb", named[i], strict=True)}
        heads = {"value": self.value} | ({"policy": self.policy} if self.policy else {})
        for name, head in heads.items():
            found |= {f"{seats}_{name}_{kind}": part for kind, part in zip("wb", head, strict=True)}
        return found


@dataclass(frozen=True)
class NetworkFile:
    """A network file that was read and checked. `digest` is that of its bytes."""

    info: NetworkInfo
    weights: dict[int, Weights]
    digest: str

    def check(self, name: str) -> None:
        """Raise BadSetting if it does not fit the present edition of its game."""
        title = load(self.info.game, self.info.rules).title
        for seats in self.info.seats:
            game = find_environment(self.info, seats)
            inputs = self.info.seats[seats].inputs
            if game is None or not has_shapes(self.weights[seats], game, seats, inputs):
                raise BadSetting(f"the network in {name} does not fit the present {title} with {seats} seats")


def find_environment(info: NetworkInfo, seats: int) -> Game[State, object] | None:
    """Return the version of the game's environment that has the observation which the network has learnt."""
    learnt = info.seats[seats]
    for game in environments(info.game):
        known = game.rules == info.rules and seats in game.seats
        if known and observation_digest(game, seats, learnt.inputs) == learnt.observation:
            return game
    return None


def observation_digest(game: Game[State, object], seats: int, inputs: Inputs = "features") -> str:
    """Return a digest that says what the inputs of a network mean."""
    if inputs == "traits":
        return _digest(game.modules.traits.TRAITS if game.modules.traits else [])
    return _digest([(block.name, block.size, block.meaning) for block in game.layout(seats)])


def _digest(names: object) -> str:
    return hashlib.sha256(msgspec.json.encode(names)).hexdigest()[:16]


def count_inputs(game: Game[State, object], seats: int, inputs: Inputs) -> int:
    """Return how many numbers a network sees."""
    if inputs == "traits":
        return 2 * len(game.modules.traits.TRAITS) if game.modules.traits else 0
    return game.size(seats)


def has_shapes(weights: Weights, game: Game[State, object], seats: int, inputs: Inputs) -> bool:
    """Return whether each layer continues the one before it, from the inputs to the game's moves."""
    width = count_inputs(game, seats, inputs)
    for matrix, bias in weights.layers:
        if matrix.shape != (width, len(bias)) or not 0 < len(bias) <= WIDEST:
            return False
        width = len(bias)
    heads = [(weights.value, 1)] + ([(weights.policy, len(game.moves))] if weights.policy else [])
    return all(head[0].shape == (rows, width) and head[1].shape == (rows,) for head, rows in heads)


def compile_network(weights: Weights) -> Network:
    """Return the network for the compiled search."""
    width = (len(weights.layers[-1][1]) + LANES - 1) // LANES * LANES
    policy = Head(width, [], []) if weights.policy is None else _head(*weights.policy, width)
    layers, before = [], len(weights.layers[0][0])
    for matrix, bias in weights.layers:
        layers.append(_layer(matrix, bias, before))
        before = layers[-1].outputs
    return Network(layers, _head(*weights.value, width), policy)


def _layer(matrix: Array, bias: Array, inputs: int) -> DenseLayer:
    """Return a layer whose inputs and outputs are filled up with zeros."""
    outputs = (len(bias) + LANES - 1) // LANES * LANES
    wide = np.zeros((inputs, outputs), dtype=np.float64)
    wide[: len(matrix), : len(bias)] = matrix
    more = np.zeros(outputs, dtype=np.float64)
    more[: len(bias)] = bias
    return DenseLayer(inputs, outputs, wide.ravel().tolist(), more.tolist())


def _head(matrix: Array, bias: Array, inputs: int) -> Head:
    wide = np.zeros((len(matrix), inputs), dtype=np.float64)
    wide[:, : matrix.shape[1]] = matrix
    return Head(inputs, wide.ravel().tolist(), bias.astype(np.float64).tolist())


# Files


def write_network(file: Path, info: NetworkInfo, weights: Mapping[int, Weights]) -> None:
    """Write a network; the file is complete or missing."""
    about = np.frombuffer(msgspec.json.encode(info), dtype=np.uint8)
    arrays = {name: part for seats in weights for name, part in weights[seats].arrays(seats).items()}
    draft = file.with_name(file.name + ".part")
    with draft.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, about=about, **arrays)
    draft.replace(file)


def read_network(file: str) -> NetworkFile:
    """Read a network from a file; BadSetting says in a sentence what is wrong with it."""
    try:
        with open(file, "rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise BadSetting(f"there is no file {file!r} with a trained network") from None
    except OSError as error:
        raise BadSetting(f"cannot read the network {file!r}: {error.strerror}") from None
    return parse_network(data, repr(file))


def parse_network(data: bytes, name: str = "the file") -> NetworkFile:
    """Read a network from bytes that may come from a stranger."""
    try:
        arrays = _unpack(data)
        info = msgspec.json.decode(_take(arrays, "about").tobytes(), type=NetworkInfo)
        weights = {seats: _weights(arrays, seats, learnt) for seats, learnt in info.seats.items()}
        found = NetworkFile(info, weights, hashlib.sha256(data).hexdigest()[:16])
        if arrays or not info.seats:
            raise ValueError(
                f"unexpected array {next(iter(arrays))!r}" if arrays else "it has learnt no table"
            )
        found.check(name)
    except BadSetting:
        raise
    except (ValueError, zipfile.BadZipFile, NotImplementedError, msgspec.DecodeError, UnknownGame) as error:
        raise BadSetting(f"{name} is not a trained network: {str(error)[:200]}") from None
    return found


def _weights(arrays: dict[str, NDArray[np.generic]], seats: int, learnt: Learnt) -> Weights:
    if not 1 <= learnt.layers <= MOST_LAYERS:
        raise ValueError(f"expected 1 to {MOST_LAYERS} layers, got {learnt.layers}")
    rated = f"{seats}_policy_w" in arrays
    if not abs(learnt.anchor) < LARGEST_WEIGHT or not 0 <= (learnt.curiosity or 0.0) < LARGEST_WEIGHT:
        raise ValueError("a setting of its search is out of range")
    if not 0 < learnt.pace < LARGEST_WEIGHT or (learnt.horizon is not None and learnt.horizon < -1):
        raise ValueError("a setting of its search is out of range")
    return Weights(
        [_pair(arrays, f"{seats}_w{i}", f"{seats}_b{i}") for i in range(learnt.layers)],
        _pair(arrays, f"{seats}_value_w", f"{seats}_value_b"),
        _pair(arrays, f"{seats}_policy_w", f"{seats}_policy_b") if rated else None,
    )


def _pair(arrays: dict[str, NDArray[np.generic]], matrix: str, bias: str) -> tuple[Array, Array]:
    return _floats(arrays, matrix, 2), _floats(arrays, bias, 1)


def _floats(arrays: dict[str, NDArray[np.generic]], name: str, dimensions: int) -> Array:
    array = _take(arrays, name)
    if array.dtype != np.float32 or array.ndim != dimensions:
        raise ValueError(f"expected {name} to be float32 with {dimensions} dimensions")
    found = array.astype(np.float32)
    if not bool(np.all(np.abs(found) < LARGEST_WEIGHT)):  # this is false for what is not a number, too
        raise ValueError(f"a number in {name} is too large")
    return found


def _take(arrays: dict[str, T], name: str) -> T:
    if name not in arrays:
        raise ValueError(f"the array {name!r} is missing")
    return arrays.pop(name)


def _unpack(data: bytes) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of an archive, after checking that they are few and small."""
    if len(data) > LARGEST_FILE:
        raise ValueError(f"it is larger than {LARGEST_FILE >> 20} MiB")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_ARRAYS or sum(entry.file_size for entry in entries) > LARGEST_FILE:
            raise ValueError("it holds too much")
        return {entry.filename.removesuffix(".npy"): _array(archive, entry) for entry in entries}


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> NDArray[np.generic]:
    """Read one array without trusting the sizes it names, and without pickle."""
    try:
        with archive.open(entry) as stream:
            text = io.BytesIO(stream.read(entry.file_size + 1))
    except (OSError, EOFError, RuntimeError) as error:
        raise ValueError(str(error)) from None
    if np.lib.format.read_magic(text) != (1, 0):
        raise ValueError(f"{entry.filename[:60]!r} is no array")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(text)
    body = text.read()
    if (
        dtype not in (np.float32, np.uint8)
        or fortran
        or len(body) != dtype.itemsize * int(np.prod(shape, dtype=object))
    ):
        raise ValueError(f"{entry.filename[:60]!r} is no plain array of float32")
    return np.frombuffer(body, dtype=dtype).reshape(shape)
