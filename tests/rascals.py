"""Bots that misbehave, or whose processes are killed, for the tests of the arena."""

import os
import signal
import sys
import time
from pathlib import Path

from fairground import Mind
from fairground.bots.simple import RandomBot


class Crashing:
    def choose(self, mind: Mind) -> int:
        raise ValueError("all is\nlost")


class Unmade(RandomBot):
    """Cannot be created once the environment variable RASCALS is set."""

    def __init__(self) -> None:
        if os.environ.get("RASCALS"):
            raise RuntimeError("not today")


class Cheating:
    def choose(self, mind: Mind) -> int:
        return max(mind.legal()) + 1


class Mumbling:
    def choose(self, mind: Mind) -> int:
        return "perhaps"  # type: ignore[return-value]  # that is what is wrong with it


class Hanging:
    def choose(self, mind: Mind) -> int:
        while True:
            time.sleep(1)


class HangingLater(RandomBot):
    """Plays twice and then hangs."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, mind: Mind) -> int:
        self.moves += 1
        return super().choose(mind) if self.moves < 3 else Hanging().choose(mind)


class Quitting:
    def choose(self, mind: Mind) -> int:
        os._exit(7)


class Leaving:
    def choose(self, mind: Mind) -> int:
        sys.exit(3)


class Dying:
    def choose(self, mind: Mind) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Killed(RandomBot):
    """Kills its process the first time it is asked; afterwards it plays normally."""

    def victim(self) -> int:
        return os.getpid()

    def choose(self, mind: Mind) -> int:
        try:
            Path(os.environ["RASCALS"]).touch(exist_ok=False)
        except FileExistsError:
            return super().choose(mind)
        os.kill(self.victim(), signal.SIGKILL)
        return super().choose(mind)


class Orphaned(Killed):
    """Kills the parent process the first time it is asked."""

    def victim(self) -> int:
        return os.getppid()


class Waiting(RandomBot):
    """Once three results are written, writes its process id to a file `pids` and waits for a file `go`."""

    def choose(self, mind: Mind) -> int:
        folder = Path(os.environ["RASCALS"])
        results = folder / "out/results.jsonl"
        if not (folder / "go").exists() and results.exists() and results.read_bytes().count(b"\n") >= 3:
            with (folder / "pids").open("a") as file:
                file.write(f"{os.getpid()}\n")
            while not (folder / "go").exists():
                time.sleep(0.05)
        return super().choose(mind)
