"""Numbers that a parent and its child both see: a small file mapped into the memory of both."""

import mmap
import os
import struct
import tempfile
from contextlib import suppress
from pathlib import Path

SIZE = 8


class SharedNumbers:
    """A list of floats of fixed length. The parent creates it, the child opens it by its path."""

    def __init__(self, path: Path, length: int) -> None:
        self.path = path
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), length * SIZE)

    @classmethod
    def create(cls, length: int) -> "SharedNumbers":
        """Make a new list of zeros; `remove` it in the end."""
        file, name = tempfile.mkstemp(prefix="fairground-")
        os.write(file, bytes(length * SIZE))
        os.close(file)
        return cls(Path(name), length)

    @classmethod
    def open(cls, path: Path, length: int) -> "SharedNumbers":
        """Open the list of another process, and delete its file, which nobody else needs to find."""
        numbers = cls(path, length)
        with suppress(OSError):  # Windows keeps a file that is in use; then `remove` deletes it
            path.unlink()
        return numbers

    def __getitem__(self, place: int) -> float:
        (value,) = struct.unpack_from("d", self._memory, place * SIZE)
        return float(value)

    def __setitem__(self, place: int, value: float) -> None:
        struct.pack_into("d", self._memory, place * SIZE, value)

    def remove(self) -> None:
        """Close it and delete its file."""
        self._memory.close()
        with suppress(OSError):
            self.path.unlink()
