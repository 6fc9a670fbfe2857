"""The site can be installed, opens without a network, and keeps no answer of the server."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsing import ROOT, SiteServer, Visit, check_widths, games_on_site

READY = """async () => {
  await navigator.serviceWorker.ready;
  for (;;) {
    const cache = await caches.open("fairground-shell-1");
    if (await cache.match("/")) return (await cache.keys()).length;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found[request.url] = await (await cache.match(request)).text();
  }
  return found;
}"""


@pytest.fixture
def guest(browser: Browser, server: SiteServer) -> Iterator[Visit]:
    """A person whose browser runs the service worker."""
    with Visit(browser, server.port, worker=True) as guest:
        guest.allow_message("Failed to load resource")
        yield guest


def kept(guest: Visit) -> dict[str, str]:
    found: dict[str, str] = guest.page.evaluate(KEPT)
    return found


def test_the_site_opens_without_a_network(guest: Visit) -> None:
    page = guest.go("")
    assert page.evaluate(READY) > 5
    guest.context.set_offline(True)
    for path, title in {"settings": "Settings", "lobby": "Open tables"}.items():
        guest.go(path)
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.get_by_role("navigation").first).to_be_visible()
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    check_widths(guest, "offline")
    guest.context.set_offline(False)
    guest.go("")
    page.get_by_text("Play now").first.wait_for()


def test_no_key_and_no_answer_is_ever_kept(guest: Visit) -> None:
    page = guest.go("")
    page.evaluate(READY)
    created = guest.set_table(games_on_site()[0], 2, start=False, bots=[None, None])
    table = created["table"]["id"]
    wish = {"game": games_on_site()[0], "seats": 2}
    other = page.request.post(f"{guest.base}api/tables", data=wish).json()
    guest.go(f"join/{other['table']['id']}/1/{other['invitations'][1]}")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("The table is ready").wait_for()
    guest.go(f"table/{table}")
    page.get_by_role("button", name="Start the match").wait_for()
    guest.go("lobby")
    page.locator("h1").wait_for()
    base = guest.base
    for url, text in kept(guest).items():
        path = "/" + url.removeprefix(base)
        assert (
            path == "/"
            or path.startswith(("/assets/", "/icons/"))
            or path in {"/lantern.svg", "/manifest.webmanifest"}
        )
        for secret in (created["key"], created["host"], other["invitations"][1], other["host"], table):
            assert secret not in text, path


def test_a_new_version_of_the_site_replaces_the_old_one(guest: Visit) -> None:
    page = guest.go("")
    page.evaluate(READY)
    page.evaluate("""async () => {
      const cache = await caches.open("fairground-shell-1");
      await cache.put("/", new Response("an old page", { headers: { "Content-Type": "text/html" } }));
      await cache.put("/assets/old-part.js", new Response("old"));
    }""")
    guest.go("settings")
    expect(page.locator("h1")).to_have_text("Settings")  # not the old page
    page.wait_for_function("async () => !(await caches.match('/assets/old-part.js'))")
    assert "an old page" not in kept(guest)[guest.base]


def test_the_site_can_be_installed(guest: Visit) -> None:
    page = guest.go("")
    page.evaluate(READY)
    browser: Any = guest.context.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
    read = json.loads(manifest["data"])
    assert {icon["purpose"] for icon in read["icons"]} == {"any", "maskable"}
    for icon in read["icons"]:
        assert (ROOT / "web/public" / icon["src"].lstrip("/")).is_file()
    answer = page.request.get(f"{guest.base}service-worker.js")
    assert answer.headers["cache-control"] == "no-cache" and "javascript" in answer.headers["content-type"]
