"""The end of a match: the overlay in every window, the picture to share, turning points, and the rematch."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browsing import Visit, check_page, games_on_site
from fairground import load
from stage_checks import SIZES

SHORT = min(games_on_site(), key=lambda name: load(name).longest)
MANY = max(games_on_site(), key=lambda name: load(name).seats[-1])
CONTENT = ".overlay .content"


def end_match(visit: Visit, game: str = SHORT, seats: int = 2, **wish: Any) -> Page:
    """Play a match to its end."""
    page = visit.sit(visit.set_table(game, seats, **wish)["table"]["id"])
    visit.play()
    expect(page.locator("#end-title")).to_be_visible()
    return page


def table_on(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def opponents(page: Page) -> str:
    """Return the names that the home page gives beside the only match under way."""
    return page.locator(".mine li .muted").first.inner_text()


def test_the_rematch_against_a_bot_is_one_click_and_remembers_the_right_chair(visit: Visit) -> None:
    """Seats are drawn each time, so after some rematches the person has had both chairs."""
    page = end_match(visit, bots=[None, "novice"], draw=True, name="Ann")
    chairs = set()
    for _ in range(16):
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_selector("[data-phase=playing]")
        following = table_on(page)
        facts = page.request.get(f"{visit.base}api/tables/{following}").json()
        chairs.add(next(seat for seat, chair in enumerate(facts["chairs"]) if chair["person"]))
        visit.page.goto(f"{visit.base}#/")
        assert re.fullmatch("Pip|Lotti", opponents(page)), "novices in the chairs 1 and 2"
        if len(chairs) == 2:
            return
        page.goto(f"{visit.base}#/table/{following}")
        page.wait_for_selector("[data-phase=playing]")
        visit.play()
        expect(page.locator("#end-title")).to_be_visible()
    pytest.fail("sixteen draws gave the same chair")


def test_a_browser_that_was_away_during_the_draw_finds_its_chair(visit: Visit) -> None:
    """The home page asks with the key which chair is its own."""
    created = visit.set_table(SHORT, 2, bots=[None, "novice"], draw=True, name="Ann")
    taken = next(seat for seat in (0, 1) if seat != created["seat"])
    visit.save_seat(created["table"]["id"], SHORT, {**created, "seat": taken})
    page = visit.go("")
    assert re.fullmatch("Pip|Lotti", opponents(page))


def test_the_end_says_who_sits_where_next_time(visit: Visit) -> None:
    page = end_match(visit, bots=[None, "novice"], name="Ann")
    expect(page.get_by_text("everybody moves on by one chair: Pip sits in the first")).to_be_visible()


def test_the_end_scrolls_inside_itself_with_its_buttons_in_reach(visit: Visit) -> None:
    page = end_match(visit, MANY, load(MANY).seats[-1], name="Bartholomäus Wolkenstein")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate(f"(c => c.scrollWidth <= c.clientWidth)(document.querySelector('{CONTENT}'))")
        for name in ("Rematch", "Share a picture"):
            box = page.get_by_role("button", name=name).bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] >= 40
            assert box["y"] > 0 and box["y"] + box["height"] <= height, f"{name} is out of sight"
        check_page(visit, f"end-{size}")


def test_nothing_moves_when_the_turning_points_arrive(visit: Visit) -> None:
    page = end_match(visit)
    links = page.get_by_role("button", name="Download the record")
    held: list[Route] = []
    page.route("**/api/replay", lambda route: held.append(route))
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        links.wait_for()
        while not held:
            page.wait_for_timeout(20)
        before = links.bounding_box()
        held.pop().continue_()
        expect(page.locator("a[href*='replay'][href*='at=']").first).to_be_attached()
        assert links.bounding_box() == before


def test_escape_closes_the_end_and_the_focus_goes_there_and_back(visit: Visit) -> None:
    page = end_match(visit)
    dialog = page.get_by_role("dialog", name="Result")
    expect(dialog).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    back = page.get_by_role("button", name="Result")
    expect(back).to_be_focused()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.keyboard.press("Enter")
    expect(dialog).to_be_focused()
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("#end-title")).to_have_count(0)


def test_a_turning_point_leads_to_its_moment_in_the_replay(visit: Visit) -> None:
    page = end_match(visit)
    link = page.locator("a[href*='replay'][href*='at=']").first
    moment = re.search(r"Move (\d+):", link.inner_text())
    assert moment
    link.click()
    expect(page.get_by_text(f"Move {moment[1]} of")).to_be_visible()


def test_the_end_is_complete_when_the_course_of_the_match_cannot_be_had(visit: Visit) -> None:
    visit.allow_message("503")
    visit.page.route("**/api/replay", lambda route: route.fulfill(status=503, json={"why": "busy"}))
    page = end_match(visit)
    expect(page.locator(".standing li")).to_have_count(2)
    expect(page.get_by_text("Turning points")).to_have_count(0)


def test_a_picture_of_the_result_can_be_saved(visit: Visit) -> None:
    page = end_match(visit, name="Ann")
    page.evaluate("navigator.canShare = () => false")
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (1200, 630)
