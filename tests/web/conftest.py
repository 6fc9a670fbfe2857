"""A server of its own and a browser for each worker of the tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browsing import FLAGS, PATIENCE, Stall, Visit, chromium
from fairground import games

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(autouse=True)
def _only_games_on_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site cannot draw games from outside the repository."""
    monkeypatch.setattr(games, "FOLDERS", [])


@pytest.fixture(scope="session")
def stall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stall]:
    stall = Stall(tmp_path_factory.mktemp("stall"))
    yield stall
    stall.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each file: while Playwright runs, other tests of the worker cannot run event loops."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, stall: Stall) -> Iterator[Visit]:
    """A person who comes with a browser of their own; `another()` brings a friend."""
    with Visit(browser, stall.port) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit.page
