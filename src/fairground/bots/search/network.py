"""A trained network, evaluated one position at a time."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

LANES: Final = 4  # outputs that are added up side by side, in registers


class DenseLayer:
    """Weighted sums of the inputs. Inputs that are 0 cost almost nothing, and most features are 0."""

    def __init__(self, inputs: i64, outputs: i64, weights: list[float], bias: list[float]) -> None:
        """`weights` has the outputs of the first input, then those of the second one, and so on.

        The number of outputs must be divisible by LANES.
        """
        self.inputs = inputs
        self.outputs = outputs
        self.weights: vec[float] = vec[float](weights)
        self.bias: vec[float] = vec[float](bias)

    def apply(self, scratch: "Scratch", source: vec[float], target: vec[float]) -> None:
        """Write the sums, but 0 for those below 0, into the first places of `target`."""
        count = self._gather(scratch, source)
        places, values = scratch.places, scratch.values
        weights, bias = self.weights, self.bias
        j: i64 = 0
        while j < self.outputs:
            a = bias[j]
            b = bias[j + 1]
            c = bias[j + 2]
            d = bias[j + 3]
            for k in range(count):
                at = places[k] + j
                value = values[k]
                a += value * weights[at]
                b += value * weights[at + 1]
                c += value * weights[at + 2]
                d += value * weights[at + 3]
            target[j] = a if a > 0.0 else 0.0
            target[j + 1] = b if b > 0.0 else 0.0
            target[j + 2] = c if c > 0.0 else 0.0
            target[j + 3] = d if d > 0.0 else 0.0
            j += LANES

    def _gather(self, scratch: "Scratch", source: vec[float]) -> i64:
        """Collect the inputs that are not 0, and where their weights begin; return how many there are."""
        places, values = scratch.places, scratch.values
        count: i64 = 0
        for i in range(self.inputs):
            value = source[i]
            if value != 0.0:
                places[count] = i * self.outputs
                values[count] = value
                count += 1
        return count


class Head:
    """Single numbers that are computed from the last layer: a row of weights and a bias for each."""

    def __init__(self, inputs: i64, weights: list[float], bias: list[float]) -> None:
        self.inputs = inputs
        self.rows: i64 = len(bias)
        self.weights: vec[float] = vec[float](weights)
        self.bias: vec[float] = vec[float](bias)


class Network:
    """Dense layers with ReLU, a value computed from them, and a rating for each action. It never changes.

    A policy without rows rates no actions.
    """

    def __init__(self, layers: list[DenseLayer], value: Head, policy: Head) -> None:
        self.layers = layers
        self.value = value
        self.policy = policy
        self.widest: i64 = 0
        for layer in layers:
            self.widest = max(self.widest, max(layer.inputs, layer.outputs))


class Scratch:
    """Where the numbers of one evaluation are kept. Whoever evaluates a network has one."""

    def __init__(self, network: Network) -> None:
        size = network.widest
        self.network = network
        self.places: vec[i64] = vec[i64]([0] * size)
        self.values: vec[float] = vec[float]([0.0] * size)
        self.first: vec[float] = vec[float]([0.0] * size)
        self.second: vec[float] = vec[float]([0.0] * size)

    def read(self, features: vec[float]) -> None:
        """Take the features of a position through the shared layers; `first` is the result."""
        source = features
        for layer in self.network.layers:
            layer.apply(self, source, self.second)
            self.first, self.second = self.second, self.first
            source = self.first

    def value(self) -> float:
        """Return the value of the position that was read."""
        return self._output(self.network.value, 0)

    def rating(self, action: i64) -> float:
        """Return the rating of an action in the position that was read."""
        return self._output(self.network.policy, action)

    def _output(self, head: Head, row: i64) -> float:
        weights, hidden = head.weights, self.first
        start = row * head.inputs
        total = head.bias[row]
        for j in range(head.inputs):
            total += hidden[j] * weights[start + j]
        return total
