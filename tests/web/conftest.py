"""A server and a browser for each test worker."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browsing import FLAGS, PATIENCE, SiteServer, Visit, chromium
from fairground import games

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(autouse=True)
def _only_games_on_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site cannot draw games from outside the repository."""
    monkeypatch.setattr(games, "FOLDERS", [])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    server = SiteServer(tmp_path_factory.mktemp("server"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. It is closed after each file, because no other event loop can run while Playwright does."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, server: SiteServer) -> Iterator[Visit]:
    """A person with a browser of their own; `another()` adds a friend."""
    with Visit(browser, server.port) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit.page
