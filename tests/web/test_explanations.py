"""Everything on a board explains itself: in a sentence, where it covers nothing that must stay in sight."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browsing import QUIET, ROOT, SiteServer, Visit, axe_violations, games_on_site
from fairground import load

LANGUAGES = ("en", "de", "fr")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 360, "height": 740}
ON_ITS_SIDE: ViewportSize = {"width": 740, "height": 360}
MOVES = 9  # to the middle of a match
CALM = 400  # milliseconds without a move of others
LONG_PRESS = 480  # milliseconds
# A game that has answers beside its board.
ANSWERING = next(name for name in games_on_site() if (ROOT / f"web/src/games/{name}/Answers.svelte").exists())

# Asks for the explanation of every thing in sight, one after the other, and returns their faults. A finger
# does not have to wait here; a test of its own presses long.
WALK = """async ({ finger }) => {
  const soon = () => new Promise((done) => requestAnimationFrame(() => done()));
  const later = window.setTimeout;
  if (finger) Element.prototype.setPointerCapture = () => undefined; // there is no real finger to follow
  if (finger) window.setTimeout = (act, wait, ...rest) => later(act, wait > 400 ? 0 : wait, ...rest);
  const tip = () => document.querySelector("[role=tooltip]");
  const overlaps = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const inSight = (thing) => {
    const box = thing.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0 && box.left < innerWidth &&
      box.top < innerHeight && thing.checkVisibility({ visibilityProperty: true });
  };
  const ask = (thing) => {
    const box = thing.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
    if (!finger) return thing.dispatchEvent(new PointerEvent("pointerover", { ...at, pointerType: "mouse" }));
    thing.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "touch" }));
  };
  const faults = [];
  const things = [...document.querySelectorAll("[data-explained]")].filter(inSight);
  for (const thing of things) {
    if (!thing.isConnected || !inSight(thing)) continue;
    ask(thing);
    for (let i = 0; i < 4 && !tip(); i++) await soon();
    const name = thing.dataset.spot ?? thing.ariaLabel ?? thing.textContent.trim().slice(0, 40);
    const shown = tip();
    if (!shown) { faults.push(`${name}: nothing is shown`); continue; }
    const [text, box] = [shown.textContent.trim(), shown.getBoundingClientRect()];
    const fault = (what) => faults.push(`${name}: ${what}: ${text}`);
    if (!/[.!?]$/.test(text) || text.split(/\\s+/).length < 4) fault("is no sentence");
    if (/\\{|undefined|NaN|\\bnull\\b/.test(text)) fault("is broken");
    if (box.left < 0 || box.right > innerWidth) fault("leaves the window sideways");
    if (box.top < 0 || box.bottom > innerHeight) fault("leaves the window");
    if (parseFloat(getComputedStyle(shown).fontSize) < 11) fault("is too small to read");
    if (overlaps(box, thing.getBoundingClientRect())) fault("covers its thing");
    for (const clear of document.querySelectorAll("[data-keep-clear]"))
      if (inSight(clear) && overlaps(box, clear.getBoundingClientRect()))
        fault(`covers ${clear.getAttribute("class")} ${clear.ariaLabel ?? ""}`);
    if (finger) thing.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, pointerType: "touch" }));
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await soon();
    if (tip()) fault("stays after Escape");
  }
  window.setTimeout = later;
  return { things: things.length, faults };
}"""

# Spots, and numbers that are drawn on the board, without an explanation.
UNEXPLAINED = """() => {
  const all = (selector) => [...document.querySelectorAll(`.board ${selector}`)];
  const things = all("[data-explained]").map((each) => each.getBoundingClientRect());
  const isInside = (each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return things.some((thing) => x >= thing.left && x <= thing.right && y >= thing.top && y <= thing.bottom);
  };
  const spots = all("[data-spot]").filter((spot) => spot.dataset.spot !== "table");
  const numbers = all("text").filter((text) => /\\d/.test(text.textContent));
  return [
    ...spots.filter((spot) => !("explained" in spot.dataset)).map((spot) => spot.dataset.spot),
    ...numbers.filter((number) => !isInside(number)).map((number) => number.textContent),
  ];
}"""


# Asks for the explanation of one thing of each kind in sight, and returns them by kind.
BY_KIND = """async () => {
  const soon = () => new Promise((done) => requestAnimationFrame(() => done()));
  const tip = () => document.querySelector("[role=tooltip]");
  const kinds = {};
  for (const thing of document.querySelectorAll(".board [data-spot]")) {
    const kind = thing.dataset.spot.replace(/:.*/, "");
    const box = thing.getBoundingClientRect();
    if (kind in kinds || kind === "table" || !box.width) continue;
    thing.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    for (let i = 0; i < 4 && !tip(); i++) await soon();
    kinds[kind] = tip()?.textContent.trim() ?? null;
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await soon();
  }
  return kinds;
}"""


def language_of(name: str) -> str:
    return LANGUAGES[games_on_site().index(name) % len(LANGUAGES)]


def in_the_middle(visit: Visit, name: str) -> Page:
    """Open a table with the fewest seats and play some moves."""
    options = load(name).settle_options({}, study=True)
    page = visit.sit(visit.set_table(name, load(name).seats[0], options=options)["table"]["id"])
    page.set_viewport_size(DESKTOP)
    visit.play(most=MOVES)
    page.wait_for_selector("button.offer", state="attached")
    page.wait_for_timeout(CALM)
    return page


def walk(page: Page, finger: bool) -> int:
    """Check the explanation of every thing in sight; return how many there were."""
    found: Any = page.evaluate(WALK, {"finger": finger})
    assert not found["faults"], "\n".join(found["faults"])
    return int(found["things"])


@pytest.mark.parametrize("size", [DESKTOP, pytest.param(LARGE, marks=pytest.mark.soak)], ids=str)
@pytest.mark.parametrize("name", games_on_site())
def test_everything_on_a_desktop_is_explained(
    browser: Browser, server: SiteServer, name: str, size: ViewportSize
) -> None:
    with Visit(browser, server.port, language=language_of(name)) as visit:
        page = in_the_middle(visit, name)
        page.set_viewport_size(size)
        assert walk(page, finger=False) > 20
        assert page.evaluate(UNEXPLAINED) == []
        if page.locator(".row:not(.target) .grow").count():
            page.locator(".row:not(.target) .grow").first.click()
            page.get_by_role("dialog").wait_for()
            walk(page, finger=False)


@pytest.mark.parametrize("name", games_on_site())
def test_every_kind_of_thing_is_explained_in_every_language(visit: Visit, name: str) -> None:
    page = in_the_middle(visit, name)
    texts: dict[str, dict[str, str | None]] = {}
    for language in LANGUAGES:
        prefs = json.dumps({**QUIET, "language": language})
        page.evaluate("prefs => localStorage.setItem('fairground.prefs', prefs)", prefs)
        page.reload()
        page.wait_for_selector("button.offer", state="attached")
        page.wait_for_timeout(CALM)
        texts[language] = page.evaluate(BY_KIND)
    on_board = texts["en"].keys()
    assert on_board and all(found.keys() == on_board for found in texts.values())
    for kind in on_board:
        told = [texts[language][kind] for language in LANGUAGES]
        assert all(told) and len(set(told)) == len(LANGUAGES), f"{kind}: {told}"


@pytest.mark.parametrize("size", [PHONE, pytest.param(ON_ITS_SIDE, marks=pytest.mark.soak)], ids=str)
@pytest.mark.parametrize("name", games_on_site())
def test_everything_on_a_phone_is_explained(
    browser: Browser, server: SiteServer, name: str, size: ViewportSize
) -> None:
    with Visit(browser, server.port, language=language_of(name)) as visit:
        page = in_the_middle(visit, name)
        page.set_viewport_size(size)
        moves = page.locator("[data-moves]").get_attribute("data-moves")
        for tab in page.get_by_role("tab").all():
            tab.click()
            walk(page, finger=True)
        expect(page.locator("[data-moves]")).to_have_attribute("data-moves", moves or "")


@pytest.mark.parametrize("name", games_on_site())
def test_the_keyboard_reaches_every_explanation(browser: Browser, server: SiteServer, name: str) -> None:
    with Visit(browser, server.port, language=language_of(name)) as visit:
        page = in_the_middle(visit, name)
        moves = page.locator("[data-moves]").get_attribute("data-moves")
        all_things: int = page.evaluate(WALK, {"finger": False})["things"]
        page.keyboard.press("e")
        expect(page.get_by_role("tooltip")).to_be_visible()
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
            expect(page.get_by_role("tooltip")).to_be_visible()
        assert page.evaluate("document.activeElement.matches('[data-explained]')")
        assert axe_violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("tooltip")).to_have_count(0)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("e")
        reached = 1
        while page.locator("[role=tooltip]").count() and reached <= all_things:
            page.keyboard.press("Tab")
            reached += page.evaluate("document.activeElement.matches('[data-explained]')")
        assert reached >= all_things
        assert page.locator("[data-explained]:not([data-spot])[tabindex='-1']").count() == 0
        expect(page.locator("[data-moves]")).to_have_attribute("data-moves", moves or "")


def test_a_long_press_on_an_answer_explains_it_and_a_tap_gives_it(visit: Visit) -> None:
    page = in_the_middle(visit, ANSWERING)
    while not page.locator(".answers button[data-explained]").count():
        visit.play(most=1)
    page.set_viewport_size(PHONE)
    box = page.locator(".answers button[data-explained]").first.bounding_box()
    moves = page.locator("[data-moves]").get_attribute("data-moves")
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = page.context.new_cdp_session(page)
    hand.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(LONG_PRESS)
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(LONG_PRESS)
    expect(page.get_by_role("tooltip")).to_be_visible()
    expect(page.locator("[data-moves]")).to_have_attribute("data-moves", moves or "")
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("n => document.querySelector('[data-moves]').dataset.moves !== n", arg=moves)
    expect(page.get_by_role("tooltip")).to_have_count(0)
