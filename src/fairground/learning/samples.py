"""Positions to learn from, as arrays, in one file for each few matches."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fairground.arena.results_folder import explain_write_errors


@dataclass(frozen=True)
class Samples:
    """One row for each position.

    `features` are those of every seat, or its traits, the seats in order; `worths` what the tuned judge
    thinks each seat's position is worth; `shares` each seat's target; `actors` the seat that moved, and
    `visits` the part of the search's visits that each action got (no columns if no ratings are learnt).
    """

    features: NDArray[np.float16]
    worths: NDArray[np.float32]
    shares: NDArray[np.float32]
    actors: NDArray[np.int64]
    visits: NDArray[np.float16]

    def __len__(self) -> int:
        return len(self.actors)

    def part(self, rows: slice) -> "Samples":
        return Samples(*(getattr(self, field.name)[rows] for field in fields(self)))


def join(parts: Iterable[Samples]) -> Samples:
    """Return all rows of several samples."""
    listed = list(parts)
    return Samples(
        *(np.concatenate([getattr(part, field.name) for part in listed]) for field in fields(Samples))
    )


def write_samples(file: Path, samples: Samples) -> None:
    """Write a file; it is complete or missing."""
    draft = file.with_name(file.name + ".part")
    arrays = {field.name: getattr(samples, field.name) for field in fields(samples)}
    with explain_write_errors(file.parent), draft.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)
    draft.replace(file)


def read_samples(file: Path) -> Samples:
    """Read a file that `write_samples` wrote."""
    with np.load(file, allow_pickle=False) as arrays:
        return Samples(*(arrays[field.name] for field in fields(Samples)))
