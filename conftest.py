"""For all tests: a game outside the repository is on the shelf, hypothesis asserts no time, the same tree
gives the same result, and the longest tests begin first."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before anything imports Fairground, so that everything generic is tested with that game too.
os.environ["FAIRGROUND_GAMES"] = str(Path(__file__).parent / "tests/games")

settings.register_profile(
    "fairground", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fairground")

WEB = Path(__file__).parent / "tests/web"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests in a browser: they are the longest, so no core idles beside the last."""
    items.sort(key=lambda item: not item.path.is_relative_to(WEB))
