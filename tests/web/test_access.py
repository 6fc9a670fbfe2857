"""Accessibility: keyboard, screen readers, small and large screens, languages.

`test_stage.py` checks the board at the start, in the middle and at the end of its matches.
"""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import SiteServer, Visit, check_page, check_widths, games_on_site
from fairground import load
from stage_checks import check_end


def screens(name: str) -> Iterator[str]:
    yield from (f"new/{name}", f"rules/{name}", f"box/{name}")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_of_the_site_are_accessible(browser: Browser, server: SiteServer, theme: str) -> None:
    with Visit(browser, server.port, theme=theme) as visit:
        for path, text in {
            "": "Play now",
            "lobby": "Open tables",
            "replay": "Replay",
            "settings": "Language",
        }.items():
            page = visit.go(path)
            page.get_by_text(text).first.wait_for()
            page.wait_for_load_state("networkidle")
            check_widths(visit, f"{path or 'home'}-{theme}")


@pytest.mark.parametrize("name", games_on_site())
def test_pages_of_a_game_are_accessible(visit: Visit, name: str) -> None:
    for path in screens(name):
        page = visit.go(path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        check_widths(visit, path)
    seats = load(name).seats[-1]
    waiting = visit.set_table(name, seats, start=False, bots=[None] * seats)
    visit.go(f"table/{waiting['table']['id']}")
    visit.page.get_by_role("button", name="Start the match").wait_for()
    check_widths(visit, f"waiting-{name}")


@pytest.mark.parametrize("name", games_on_site())
def test_boards_are_accessible_in_the_dark_theme(browser: Browser, server: SiteServer, name: str) -> None:
    with Visit(browser, server.port, theme="dark", language="de") as visit:
        created = visit.set_table(name, load(name).seats[0])
        visit.sit(created["table"]["id"])
        visit.play(most=6)
        check_page(visit, f"night-{name}")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_page_is_too_wide_in_any_language(browser: Browser, server: SiteServer, language: str) -> None:
    with Visit(browser, server.port, 360, language=language) as visit:
        visit.set_table(games_on_site()[0], load(games_on_site()[0]).seats[0])
        for path in (
            "",
            "lobby",
            "replay",
            "settings",
            "new",
            "rules/" + games_on_site()[0],
            "box/" + games_on_site()[-1],
        ):
            page = visit.go(path)
            page.locator("h1").first.wait_for()
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, path


@pytest.mark.parametrize("name", games_on_site())
def test_the_longest_name_does_not_widen_a_table(browser: Browser, server: SiteServer, name: str) -> None:
    with Visit(browser, server.port, 360) as visit:
        created = visit.set_table(name, load(name).seats[-1], name="W" * 24)
        page = visit.sit(created["table"]["id"])
        visit.play(most=3, wait=2000)
        for width in (360, 800):
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, f"{wide} px too wide at {width}"


def test_a_long_press_shows_a_tooltip_and_a_tap_plays(visit: Visit) -> None:
    name = next(name for name in games_on_site() if not load(name).hidden)
    created = visit.set_table(name, 2)
    page = visit.sit(created["table"]["id"])
    box = page.locator("[data-spot].target").first.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = page.context.new_cdp_session(page)
    hand.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(milliseconds: int) -> None:
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.wait_for_timeout(milliseconds)
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    touch(480)
    page.wait_for_timeout(450)
    expect(page.get_by_role("tooltip")).to_be_visible()
    expect(page.locator("[data-moves='0']")).to_be_visible()
    touch(30)
    page.wait_for_function("() => Number(document.querySelector('[data-moves]').dataset.moves) > 0")
    expect(page.get_by_role("tooltip")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_language_can_be_chosen(visit: Visit, language: str) -> None:
    titles = {"en": "Settings", "de": "Einstellungen", "fr": "Réglages"}
    names = {"en": "English", "de": "Deutsch", "fr": "Français"}
    page = visit.go("settings")
    page.get_by_text(names[language]).click()
    expect(page.locator("h1")).to_have_text(titles[language])
    expect(page.locator("html")).to_have_attribute("lang", language)


def made_moves(page: Page) -> int:
    return int(page.locator("[data-moves]").get_attribute("data-moves") or 0)


def is_asked(page: Page) -> bool:
    """Wait until the person is asked for a decision; return False if the match is over instead."""
    page.wait_for_selector("button.offer, [data-phase=over]", state="attached")
    return page.locator("[data-phase=over]").count() == 0


def test_a_whole_match_with_the_list_of_moves(visit: Visit) -> None:
    """Tab to an offer, press Enter, until the match is over; what happens is announced."""
    name = next(name for name in games_on_site() if not load(name).hidden)
    page = visit.sit(visit.set_table(name, load(name).seats[-1])["table"]["id"])
    while is_asked(page):
        moves = page.locator("[data-moves]").get_attribute("data-moves")
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement?.classList.contains('offer') ?? false"):
                break
        expect(page.locator(".offers")).to_be_visible()
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.querySelector('[data-moves]').dataset.moves !== n", arg=moves)
    assert made_moves(page) > 3
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator("[data-announced]")).not_to_be_empty()


# The accessible name of what has the focus, and whether it is a thing on the board.
FOCUSED = """() => {
  const focused = document.activeElement;
  return [focused?.dataset.spot ?? null, focused?.ariaLabel || focused?.textContent.trim() || ""];
}"""


@pytest.mark.parametrize("name", games_on_site())
def test_a_whole_match_with_arrows_and_enter(visit: Visit, name: str) -> None:
    """Arrows go to the things on the board that can be chosen, each has a name, and Enter chooses it."""
    rng, seats = Random(name), load(name).seats[0]
    options = load(name).settle_options({}, study=True)
    page = visit.sit(visit.set_table(name, seats, options=options)["table"]["id"])
    nameless = set()
    for _ in range(2000):
        if not is_asked(page):
            break
        for _ in range(rng.randint(1, 4)):
            page.keyboard.press(f"Arrow{rng.choice(['Left', 'Right', 'Up', 'Down'])}")
        spot, label = page.evaluate(FOCUSED)
        if spot and not label:
            nameless.add(spot)
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    assert page.locator("[data-phase=over]").count(), "the match did not end"
    check_end(visit, name, seats)
    assert not nameless


def test_escape_lets_go_of_a_half_made_choice(visit: Visit) -> None:
    name = next(name for name in games_on_site() if not load(name).hidden)
    page = visit.sit(visit.set_table(name, 2)["table"]["id"])
    longer = page.locator("button.offer:not([data-clicks='1'])")
    while is_asked(page) and longer.count() == 0:
        visit.play(most=1)
    offers = page.locator("button.offer").count()
    page.locator(f".board [data-spot='{longer.first.get_attribute('data-first')}']").press("Enter")
    expect(page.locator("[data-spot].chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-spot].chosen")).to_have_count(0)
    assert page.locator("button.offer").count() == offers


def test_a_spot_can_be_clicked_with_the_keyboard(visit: Visit) -> None:
    name = next(name for name in games_on_site() if not load(name).hidden)
    created = visit.set_table(name, 2)
    page = visit.sit(created["table"]["id"])
    spot = page.locator("[data-spot].target").first
    spot.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    number = page.locator("[data-moves]").get_attribute("data-moves")
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelector('[data-moves]').dataset.moves !== n", arg=number)


@pytest.mark.parametrize("name", games_on_site())
def test_every_board_can_be_read_as_text(visit: Visit, name: str) -> None:
    created = visit.set_table(name, load(name).seats[0])
    page = visit.sit(created["table"]["id"])
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("The board as text").click()
    assert len(page.locator("pre").inner_text().splitlines()) > 3
