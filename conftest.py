"""For all tests: a game outside the repository is on the shelf, hypothesis asserts no time, and the same tree
gives the same result."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Before anything imports Fairground, so that everything generic is tested with that game too.
os.environ["FAIRGROUND_GAMES"] = str(Path(__file__).parent / "tests/games")

settings.register_profile(
    "fairground", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fairground")
