"""Screens besides the boards: people, contests, talk at a table, and what happens seldom."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from box_counts import extreme_boxes
from browsing import Visit, blocked_spot, games_on_site
from fairground import load

GAME = next(name for name in games_on_site() if not load(name).hidden)
Shown = str | tuple[str, Iterable[str]]  # a screen, perhaps with the windows that it exists in
Screen = Callable[[Visit], Iterator[Shown]]
LONG_NAME = "Annabella Montgomery"
SHORT_CLOCK = {"kind": "move", "seconds": 10}


def open_page(visit: Visit, path: str) -> None:
    page = visit.go(path)
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")


def people_pages(visit: Visit) -> Iterator[Shown]:
    """Show the pages about the person, with a finished match, and pages that lead nowhere."""
    visit.allow_message("404|403")
    yield from finished_match(visit)
    for path in (
        "me",
        "me/words",
        "me/move/none.none",
        "matches",
        "off/none/turn",
        "confirm/none",
        "nowhere",
    ):
        page = visit.go(path)
        page.wait_for_load_state("networkidle")
        yield path.replace("/", "-")
    open_page(visit, "me")
    unfold(visit.page)
    for button in visit.page.locator("section.card .button").all()[:3]:
        if button.is_visible():
            button.click()
    visit.page.wait_for_timeout(300)
    yield "me-unfolded"


def finished_match(visit: Visit) -> Iterator[Shown]:
    """Play a match of the home page to its end, so that histories and the lobby have one."""
    page = visit.go("")
    page.locator("article .button.main").last.wait_for()
    title = load(GAME).title
    heading = page.get_by_role("heading", name=title, exact=True)
    page.locator("article").filter(has=heading).locator(".button.main").click()
    page.wait_for_selector("[data-phase=playing]")
    visit.play()
    visit.until_over()
    open_page(visit, "lobby")
    yield "lobby-with-records"


def contest_pages(visit: Visit) -> Iterator[Shown]:
    """Show ratings and a tournament from its setting up to its end, with two people in it."""
    for path in ("ratings", f"ratings/{GAME}", "tournaments", "tournaments/new"):
        open_page(visit, path)
        yield path.replace("/", "-")
    page = visit.page
    page.locator("form input").first.fill("Herbstmesse der Familie Montgomery")
    page.locator("form .button.main").click()
    page.wait_for_url("**/#/tournament/*")
    path = page.url.split("#/")[1]
    press_main(page)
    page.wait_for_load_state("networkidle")
    yield "tournament-open"
    friend = visit.another()
    friend.go(path)
    press_main(friend.page)
    friend.page.wait_for_load_state("networkidle")
    page.reload()
    page.locator("section.now .button").first.wait_for()
    yield "tournament-ready"


def press_main(page: Page) -> None:
    page.locator("section.now .button.main").first.click()


def table_talk(visit: Visit) -> Iterator[Shown]:
    """Show what people say: in the waiting room, beside a seat, in the panel, and what can be said."""
    bots = [None, None, *["random"] * (load(GAME).seats[-1] - 2)]
    options = load(GAME).settle_options({}, study=True)
    wish: dict[str, Any] = {"free_text": True, "options": options, "name": LONG_NAME, "bots": bots}
    created = visit.set_table(GAME, load(GAME).seats[-1], start=False, **wish)
    table = created["table"]["id"]
    friend = visit.another()
    friend.go(f"join/{table}/1/{created['invitations'][1]}")
    friend.page.locator("form .button.main").click()
    page = visit.go(f"table/{table}")
    say_something(friend.page)
    page.locator("section.chat ol li").first.wait_for()
    yield "talk-waiting"
    page.locator(".button.main").first.click()
    friend.page.wait_for_selector("[data-phase=playing]")
    page.wait_for_selector("[data-phase=playing]")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.documentElement.dataset.motion = 'full'")
    friend.page.keyboard.press("t")
    say_something(friend.page)
    page.wait_for_selector(".speech")
    yield "talk-bubble", ("desktop",)
    page.keyboard.press("t")
    page.locator("section.chat .say").wait_for()
    yield "talk-panel", ("desktop", "large")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("section.chat .say").click()
    yield "talk-picker", ("desktop", "large")


def say_something(page: Page) -> None:
    page.locator("section.chat .say").click()
    page.locator(".picker button").nth(1).click()


def situations(visit: Visit) -> Iterator[Shown]:
    """Show what happens seldom at a table: hints, clicks that lead nowhere, a clock, watching, being away."""
    clocked = visit.set_table(GAME, 2, clock=SHORT_CLOCK)["table"]["id"]
    visit.sit(clocked)
    yield "situation-clock"
    visit.page.wait_for_selector(".toast")
    yield "situation-out-of-time", ("desktop", "phone")
    for name in games_on_site():
        table = visit.set_table(name, load(name).seats[-1], name=LONG_NAME)["table"]["id"]
        page = visit.sit(table)
        visit.play(most=3)
        page.wait_for_selector("button.offer", state="attached")
        page.keyboard.press("h")
        page.wait_for_timeout(1500)
        yield f"situation-{name}-hint"
        page.set_viewport_size({"width": 1280, "height": 800})
        if spot := blocked_spot(page, name):
            page.mouse.click(spot["x"], spot["y"])
            page.wait_for_timeout(500)
            yield f"situation-{name}-obstacle", ("desktop",)
        watcher = visit.another()
        own, visit.page = visit.page, watcher.sit(table)
        yield f"situation-{name}-watched"
        visit.page = own
        visit.go(f"table/{table}").wait_for_selector("[data-phase]")
        yield f"situation-{name}-back"
    yield from lost_line(visit)


def lost_line(visit: Visit) -> Iterator[Shown]:
    """Show a table whose connection is cut and does not come back."""
    lines: list[WebSocketRoute] = []

    def connect_once(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        else:
            line.close()

    page = visit.page
    page.route_web_socket(re.compile("/live$"), connect_once)
    page.reload()
    page.wait_for_selector("[data-phase=playing]")
    lines[0].close()
    page.wait_for_selector(".toast")
    yield "situation-lost-line"


def other_box(name: str) -> Screen:
    """Show a table whose box prints as much of everything as a box may, and the rules that say so."""

    def show(visit: Visit) -> Iterator[Shown]:
        options = load(name).settle_options({}, study=True)
        box = extreme_boxes(load(name))["most"]
        table = visit.set_table(name, load(name).seats[-1], options=options, box=box)["table"]["id"]
        page = visit.sit(table)
        for at in range(3):
            page.wait_for_selector("button.offer, [data-phase=over]", state="attached")
            yield f"box-{name}-{at}"
            visit.play(most=5, seed=at)
        open_page(visit, f"rules/{name}?table={table}")
        yield f"box-{name}-rules"

    return show
