"""Takes a picture of every screen in every window, by day and by night, to be looked at.

make screens                      all of them, into build/screens, with an index.html
make screens OPTIONS="site"      only those whose name has this text
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from browsing import FLAGS, SCREENS, SiteServer, Visit, chromium, games_on_site
from fairground import load
from stage_checks import SIZES

THEMES = ("dark", "light")
LANGUAGES = ("en", "de", "fr")
PAGES = ("", "lobby", "replay", "settings", "new")
MOMENTS = (0, 4, 9, 18, 30)  # own moves after which a match is looked at
SETTLING = 250  # milliseconds that a page gets to follow a new size
Screen = Callable[[Visit], Iterator[str]]


def site_pages(visit: Visit) -> Iterator[str]:
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

    def show(visit: Visit) -> Iterator[str]:
        for path in (f"new/{name}", f"rules/{name}", f"box/{name}"):
            open_page(visit, path)
            yield path.replace("/", "-")
        seats = load(name).seats[-1]
        waiting = visit.set_table(name, seats, start=False, bots=[None] * seats, listed=True)
        open_page(visit, f"table/{waiting['table']['id']}")
        yield f"waiting-{name}"

    return show


def match(name: str, seats: int) -> Screen:
    """Show a match at several moments, its end, and its replay."""

    def show(visit: Visit) -> Iterator[str]:
        table = visit.set_table(name, seats, name="Annabella Montgomery")["table"]["id"]
        page, made = visit.sit(table), 0
        for moment in MOMENTS:
            visit.play(most=moment - made)
            made = moment
            page.wait_for_selector("button.offer, [data-phase=over]", state="attached")
            yield f"{name}-{seats}-move-{moment}"
        visit.play()
        visit.until_over()
        yield f"{name}-{seats}-end"
        page.keyboard.press("Escape")
        yield f"{name}-{seats}-final-board"
        visit.go(f"replay/table/{table}?at=20").wait_for_selector("[data-phase]")
        yield f"{name}-{seats}-replay"

    return show


def open_page(visit: Visit, path: str) -> None:
    page = visit.go(path)
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")


def every_screen() -> dict[str, Screen]:
    found: dict[str, Screen] = {"site": site_pages}
    for name in games_on_site():
        found[f"pages of {name}"] = game_pages(name)
        for seats in (load(name).seats[0], load(name).seats[-1]):
            found[f"match of {name} with {seats}"] = match(name, seats)
    return found


def take(page: Page, screen: str, theme: str) -> None:
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(SETTLING)
        folder = SCREENS / theme / size
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{screen}.png")


def take_all(browser: Browser, port: int, wanted: str) -> None:
    for at, (title, screen) in enumerate(every_screen().items()):
        if wanted not in title:
            continue
        for theme in THEMES:
            language = LANGUAGES[(at + THEMES.index(theme)) % len(LANGUAGES)]
            with Visit(browser, port, theme=theme, language=language) as visit:
                for shown in screen(visit):
                    take(visit.page, shown, theme)
                    print(f"{theme}: {shown}", flush=True)


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
