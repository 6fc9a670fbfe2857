"""The table holds everything in one window: whole matches, looked at before each decision."""

import pytest
from playwright.sync_api import Browser, expect

from browsing import ROOT, SiteServer, Visit, check_page, games_on_site
from fairground import Match, load
from stage_checks import (
    MOST_SHIFT,
    SIZES,
    check_end,
    looking,
    settled_faults,
    shifts,
    small_texts,
    watch_shifts,
)

MIDDLE = 12  # the decision at which accessibility is checked, besides the start and the end
LOOKED_AT = 25  # decisions of a match that are looked at, spread over it
QUICK = "artisan"  # a bot that does not arrange things for long
ROLLING = [
    name for name in games_on_site() if (ROOT / "web/src/games" / name / "RollingDie.svelte").is_file()
]
ROLLS = "[data-sky][data-keep-clear]"  # the box while a launch is shown in it
# How many lines the log has, asked in a moment at which the die rolls: it is too quick for two questions.
LINES_WHILE_IT_ROLLS = """rolls =>
  document.querySelector(rolls) && String(document.querySelectorAll("aside .log p").length)"""


def settings() -> list[object]:
    """Every game with the most seats on a desktop and on a phone; the fewest and other windows are a soak."""
    found: list[object] = []
    for name in games_on_site():
        seats = load(name).seats
        for number, size in ((n, size) for n in (seats[0], seats[-1]) for size in SIZES):
            often = number == seats[-1] and size in {"desktop", "phone"}
            marks = [] if often else [pytest.mark.soak]
            found.append(pytest.param(name, number, size, id=f"{name}-{number}-{size}", marks=marks))
    return found


@pytest.mark.parametrize(("name", "seats", "size"), settings())
def test_every_decision_of_a_match_is_in_reach(visit: Visit, name: str, seats: int, size: str) -> None:
    width, height = SIZES[size]
    visit.page.set_viewport_size({"width": width, "height": height})
    # A phone gets the usual options, so the desktop may have those with which matches are shorter.
    quick = size == "desktop" and seats == load(name).seats[-1]
    options = load(name).settle_options({}, study=quick)
    bots = [None, *[QUICK] * (seats - 1)]
    page = visit.sit(visit.set_table(name, seats, options=options, bots=bots)["table"]["id"])
    check_page(visit, f"start-{name}-{size}")
    watch_shifts(page)
    faults: dict[str, int] = {}
    for decision in range(1000):
        page.wait_for_selector("button.offer, [data-phase=over]", state="attached")
        if page.locator("[data-phase=over]").count():
            break
        if decision < LOOKED_AT or decision % 10 == 0:
            for fault in settled_faults(page, size) + small_texts(page):
                faults.setdefault(fault, decision)
        if decision == MIDDLE:
            with looking(page):
                check_page(visit, f"middle-{name}-{size}")
        visit.play(most=1, seed=decision)
    assert page.locator("[data-phase=over]").count(), "the match did not end"
    check_end(visit, name, seats)
    assert not faults
    moved = shifts(page)
    assert sum(value for value, _ in moved) < MOST_SHIFT, moved[:8]
    check_page(visit, f"end-{name}-{size}")
    total = page.locator(".total").first.bounding_box()
    assert total and total["x"] + total["width"] <= width, "the points are out of sight"


def test_the_list_of_moves_scrolls_to_the_last_one(visit: Visit) -> None:
    name = max(games_on_site(), key=lambda name: len(Match(load(name), 2, "list").state.legal(0)))
    visit.page.set_viewport_size({"width": SIZES["landscape"][0], "height": SIZES["landscape"][1]})
    page = visit.sit(visit.set_table(name, 2)["table"]["id"])
    page.wait_for_selector("button.offer", state="attached")
    page.keyboard.press("l")
    last = page.locator("button.offer").last
    last.scroll_into_view_if_needed()
    inner, outer = last.bounding_box(), page.locator(".offers").bounding_box()
    assert inner and outer
    assert outer["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]


def test_a_tap_shows_all_of_a_reason_that_is_cut_off(browser: Browser, server: SiteServer) -> None:
    with Visit(browser, server.port, language="de") as visit:
        page = visit.page
        page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
        for name in games_on_site():
            visit.sit(visit.set_table(name, 2)["table"]["id"])
            page.wait_for_selector("button.offer", state="attached")
            page.wait_for_timeout(100)  # the frame in which the dock is measured
            if page.locator(".dock .whole").count():
                break
        reason = page.locator(".dock .reason").inner_text()
        page.locator(".dock .whole").click()
        expect(page.get_by_role("tooltip")).to_have_text(reason)


@pytest.mark.parametrize("name", games_on_site())
def test_resizing_and_turning_never_tears_the_board_apart(visit: Visit, name: str) -> None:
    page = visit.sit(visit.set_table(name, load(name).seats[-1])["table"]["id"])
    visit.play(most=3)
    page.wait_for_selector("button.offer, [data-phase=over]", state="attached")
    for size in (*SIZES, *reversed(SIZES)):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        assert settled_faults(page, size) == [], size


@pytest.mark.parametrize("name", ROLLING)
def test_the_log_waits_until_the_die_lies(browser: Browser, server: SiteServer, name: str) -> None:
    with Visit(browser, server.port, motion="full") as visit:
        page = visit.sit(visit.set_table(name, load(name).seats[0])["table"]["id"])
        aims = page.locator("button.offer[data-first^='zone:']")
        aims.first.wait_for(state="attached")
        page.keyboard.press("Shift")  # whoever plays has touched the page, or no sound may be played
        lines = page.locator("aside .log p")
        before = lines.count()
        aims.first.dispatch_event("click")
        told = page.wait_for_function(LINES_WHILE_IT_ROLLS, arg=ROLLS).json_value()
        assert int(told) == before
        expect(page.locator(ROLLS)).to_have_count(0)
        expect(lines).not_to_have_count(before)
