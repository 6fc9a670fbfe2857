"""Takes a picture of every screen in every window, by day and by night, to be looked at.

make screens                      all of them, into build/screens, with an index.html
make screens OPTIONS="site"      only those whose name has this text
"""

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from browsing import FLAGS, SCREENS, SiteServer, Visit, chromium, games_on_site
from fairground import load
from other_screens import (
    LONG_NAME,
    Screen,
    Shown,
    contest_pages,
    open_page,
    other_box,
    people_pages,
    situations,
    table_talk,
    unfold,
)
from stage_checks import PHONES, SIZES

THEMES = ("dark", "light")
LANGUAGES = ("en", "de", "fr")
PAGES = ("", "lobby", "replay", "settings", "new", "puzzles")
QUESTIONS = 14  # different questions of a match that are shown
OPENING = 4  # own moves after which there is something to see in every part of the table
SETTLING = 150  # milliseconds that a page gets to follow a new size or theme
TALLEST = 3  # windows of a page that scrolls


def site_pages(visit: Visit) -> Iterator[Shown]:
    """Show the pages of the site, with a match under way and one that waits."""
    visit.go("")
    for name in games_on_site()[:3]:
        visit.set_table(name, load(name).seats[0])
    visit.set_table(games_on_site()[-1], 2, start=False, bots=[None, None], listed=True)
    for path in PAGES:
        open_page(visit, path)
        yield path or "home"


def game_pages(name: str) -> Screen:
    """Show what a game has besides its table: setting it, its rules, its box, waiting, being invited."""

    def show(visit: Visit) -> Iterator[Shown]:
        for path in (f"new/{name}", f"rules/{name}", f"box/{name}", f"learn/{name}"):
            open_page(visit, path)
            yield path.replace("/", "-")
        open_page(visit, f"new/{name}")
        unfold(visit.page)
        yield f"new-{name}-unfolded"
        seats = load(name).seats[-1]
        waiting = visit.set_table(name, seats, start=False, bots=[None] * seats, listed=True, name=LONG_NAME)
        table = waiting["table"]["id"]
        open_page(visit, f"table/{table}")
        unfold(visit.page)
        yield f"waiting-{name}"
        friend = visit.another()
        friend.go(f"join/{table}/1/{waiting['invitations'][1]}")
        friend.page.locator("h1").first.wait_for()
        own, visit.page = visit.page, friend.page
        yield f"join-{name}"
        visit.page = own

    return show


def match(name: str, seats: int) -> Screen:
    """Show every kind of question of a match, what opens over the table, its end, and its replay."""

    def show(visit: Visit) -> Iterator[Shown]:
        table = visit.set_table(name, seats, name=LONG_NAME)["table"]["id"]
        page, title = visit.sit(table), f"{name}-{seats}"
        for at, question in enumerate(new_questions(visit)):
            yield f"{title}-question-{at:02}-{question}"
            if choose_half(page):
                yield f"{title}-question-{at:02}-half-made"
                page.keyboard.press("Escape")
            if at == 1:
                visit.play(most=OPENING)
                page.wait_for_selector("button.offer", state="attached")
                yield from parts_of_table(page, title)
        visit.play()
        visit.until_over()
        yield f"{title}-end"
        page.keyboard.press("Escape")
        yield f"{title}-final-board"
        visit.go(f"replay/table/{table}?at=20").wait_for_selector("[data-phase]")
        yield f"{title}-replay"

    return show


def new_questions(visit: Visit) -> Iterator[str]:
    """Play on until all is told or over; stop at each question of a kind that was not asked before."""
    page, asked = visit.page, set[str]()
    while len(asked) < QUESTIONS:
        page.wait_for_selector("button.offer, [data-phase=over]", state="attached")
        if page.locator("[data-phase=over]").count():
            return
        status = page.locator("[data-status]").inner_text()
        if (kind := "-".join(re.findall(r"[^\W\d]+", status)[:3]).lower()) not in asked:
            asked.add(kind)
            yield kind
        visit.play(most=1, seed=len(asked) + 11)


def choose_half(page: Page) -> bool:
    """Click the first thing of a move that needs more than one; return whether there is one."""
    if page.locator("button.offer[data-clicks='1']").count():
        return False
    page.locator("[data-spot].target").first.dispatch_event("click")
    return page.locator("[data-spot].chosen").count() > 0


def parts_of_table(page: Page, title: str) -> Iterator[Shown]:
    """Show what is over the stage when asked for, and the other panes of a phone."""
    page.set_viewport_size({"width": 1280, "height": 800})
    for key, part in (("l", "moves"), ("r", "card")):
        page.keyboard.press(key)
        yield f"{title}-{part}"
        page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".bar .tool").last.click()
    unfold(page)
    yield f"{title}-menu"
    page.keyboard.press("Escape")
    yield from parts_of_seats(page, title)


def parts_of_seats(page: Page, title: str) -> Iterator[Shown]:
    page.set_viewport_size({"width": 360, "height": 740})
    for tab in page.get_by_role("tab").all()[::-1]:
        tab.click()
        yield f"{title}-pane-{(tab.inner_text()).lower()}", PHONES
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("aside").wait_for()
    if page.locator("button.grow").count():
        page.locator("button.grow").last.click()
        yield f"{title}-seat-in-full"
        page.keyboard.press("Escape")
    page.mouse.move(0, 0)


def review(name: str) -> Screen:
    """Show the pages of a review of a short match."""

    def show(visit: Visit) -> Iterator[Shown]:
        options = load(name).settle_options({}, study=True)
        table = visit.set_table(name, load(name).seats[0], options=options)["table"]["id"]
        visit.sit(table)
        visit.play()
        visit.until_over()
        page = visit.go(f"replay/table/{table}?at=20&eyes=0&review=match")
        page.wait_for_selector("[data-phase]")
        for tab in ("match", "mistakes", "move"):
            page.set_viewport_size({"width": 1280, "height": 800})
            page.locator(f"#review-{tab}").click()
            page.locator(".review progress").wait_for(state="detached")
            yield f"{name}-review-{tab}"

    return show


def learning(name: str) -> Screen:
    """Show a lesson when it begins and at its first task, and a puzzle."""

    def show(visit: Visit) -> Iterator[Shown]:
        page = visit.go(f"learn/{name}")
        paths = page.locator(f"a[href*='learn/{name}/']")
        paths.first.wait_for()
        for path in [each.get_attribute("href") for each in paths.all()][1:3]:
            page.goto(f"{visit.base}{path}")
            card = page.locator("section.lesson")
            card.wait_for()
            lesson = f"lesson-{name}-{(path or '').rsplit('/', 1)[-1]}"
            yield lesson
            while card.locator(".task").count() == 0 and card.locator(".ways button").count():
                card.locator(".ways button").last.click()
                page.wait_for_timeout(SETTLING)
            yield f"{lesson}-task"
        page = visit.go("puzzles")
        puzzle = page.locator(f"a[href*='puzzles/{name}/']").last
        puzzle.wait_for(state="attached")
        page.goto(f"{visit.base}{puzzle.get_attribute('href')}")
        page.locator("section.lesson").wait_for()
        yield f"puzzle-{name}"

    return show


def study(name: str) -> Screen:
    """Show a study of a match."""

    def show(visit: Visit) -> Iterator[Shown]:
        table = visit.set_table(name, load(name).seats[0])["table"]["id"]
        visit.sit(table)
        visit.play()
        visit.until_over()
        page = visit.go(f"replay/table/{table}?at=12")
        page.wait_for_selector("[data-phase]")
        page.locator(".bar .tool").last.click()
        yield f"{name}-replay-menu"
        page.locator(f"text=/{STUDY}/").first.click()
        page.wait_for_url("**/#/study/*")
        page.wait_for_selector("[data-phase]")
        yield f"{name}-study"

    return show


STUDY = "Study together|Gemeinsam studieren|tudier ensemble"


def every_screen() -> dict[str, Screen]:
    found: dict[str, Screen] = {
        "site": site_pages,
        "people": people_pages,
        "contests": contest_pages,
        "talk": table_talk,
        "situations": situations,
    }
    for name in games_on_site():
        found[f"pages of {name}"] = game_pages(name)
        found[f"learning {name}"] = learning(name)
        found[f"review of {name}"] = review(name)
        found[f"study of {name}"] = study(name)
        found[f"box of {name}"] = other_box(name)
        for seats in (load(name).seats[0], load(name).seats[-1]):
            found[f"match of {name} with {seats}"] = match(name, seats)
    return found


def take(page: Page, screen: str, sizes: Iterable[str]) -> None:
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
            page.wait_for_timeout(SETTLING)
            folder = SCREENS / theme / size
            folder.mkdir(parents=True, exist_ok=True)
            tall = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST * height)
            page.screenshot(
                path=folder / f"{screen}.png",
                full_page=True,
                clip={"x": 0, "y": 0, "width": width, "height": tall},
            )


def take_all(browser: Browser, port: int, wanted: str) -> None:
    for at, (title, screen) in enumerate(every_screen().items()):
        if wanted not in title:
            continue
        with Visit(browser, port, language=LANGUAGES[at % len(LANGUAGES)]) as visit:
            for shown in screen(visit):
                name, sizes = (shown, SIZES) if isinstance(shown, str) else shown
                take(visit.page, name, sizes)
                print(name, flush=True)


def write_index() -> None:
    """Write a page with all pictures, so that they can be looked at one after the other."""
    files = sorted(file.relative_to(SCREENS) for file in SCREENS.rglob("*.png"))
    pictures = [f'<p>{file}</p><img src="{file}" alt="{file}" loading="lazy">' for file in files]
    (SCREENS / "index.html").write_text("<!doctype html><title>Screens</title>\n" + "\n".join(pictures))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = SiteServer(Path(folder))
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            take_all(browser, server.port, " ".join(sys.argv[1:]))
        finally:
            browser.close()
            server.close()
    write_index()


if __name__ == "__main__":
    main()
