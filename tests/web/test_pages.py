"""The pages around the table: bots to choose, invitations, the live lobby, long names."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import SiteServer, Visit, check_page, games_on_site, seat_two
from fairground import load

GAME = next(name for name in games_on_site() if 3 in load(name).seats)
TITLE = load(GAME).title
LONG = "W" * 24
SPILLING = """() => [...document.querySelectorAll("#content *")].filter((each) =>
  !each.closest("svg, .hidden, input") && getComputedStyle(each).display !== "inline" &&
  getComputedStyle(each).overflowX !== "auto" && each.clientWidth > 0 &&
  each.scrollWidth > each.clientWidth + 1
).map((each) => `${each.tagName}.${each.className}`)"""


def create(visit: Visit, **wish: Any) -> dict[str, Any]:
    answer = visit.page.request.post(f"{visit.base}api/tables", data=wish)
    assert answer.ok, answer.text()
    created: dict[str, Any] = answer.json()
    return created


@pytest.fixture(params=[1280, 360])
def page(visit: Visit, request: pytest.FixtureRequest) -> Page:
    visit.page.set_viewport_size({"width": request.param, "height": 780})
    return visit.page


def test_bots_are_chosen_by_name_and_skill(visit: Visit) -> None:
    page = visit.go(f"new/{GAME}")
    page.get_by_label("3", exact=True).check(force=True)
    for seat in (1, 2):
        chair = page.locator(f"[data-chair='{seat}']")
        chair.locator("> summary").click()
        expect(chair.get_by_role("img", name="Artisan, strength 3 of 6")).to_be_visible()
        chair.locator("[data-level=artisan]").click()
        expect(chair.locator("[data-level]")).to_have_count(0)
    check_page(visit, "new-bots")
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Start the match").wait_for()
    names = page.locator("li.card .bot strong").all_inner_texts()
    assert len(set(names)) == 2 and not any("Artisan" in name for name in names)
    page.get_by_role("button", name="Another bot").first.click()
    page.locator("[data-level=maestro]").click()
    expect(page.get_by_role("img", name="Maestro, strength 5 of 6")).to_be_visible()
    check_page(visit, "waiting")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_selector("[data-phase=playing]")
    assert not page.get_by_text("Artisan 2").count()


def test_an_invitation_says_who_invites_to_what(visit: Visit) -> None:
    created = create(
        visit,
        game=GAME,
        seats=3,
        name="Ann",
        seat=0,
        bots=[None, None, "novice"],
        clock={"kind": "move", "seconds": 60},
    )
    page = visit.go(f"join/{created['table']['id']}/1/{created['invitations'][1]}")
    expect(
        page.get_by_text(f"Ann invites you to {TITLE}: 3 players, with Pip, 1 minute per move")
    ).to_be_visible()
    check_page(visit, "join")
    page.get_by_label("Your name").fill("Ben")
    page.get_by_label("Your name").press("Enter")
    expect(page.get_by_text(f"{TITLE}: 3 players, with Pip, 1 minute per move")).to_be_visible()
    visit.go("settings")
    expect(page.get_by_label("Your name at the table")).to_have_value("Ben")


def test_the_lobby_shows_new_tables_without_asking(visit: Visit) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    page = visit.go("lobby")
    expect(page.get_by_text("Changes appear at once.")).to_be_visible()
    asked.clear()
    table = create(visit, game=games_on_site()[0], seats=2, name="Zoe", seat=0, listed=True)["table"]["id"]
    shown = page.locator(f"[data-table='{table}']")
    expect(shown).to_contain_text("Zoe")
    expect(shown).to_contain_text("1 free chair")
    assert not [url for url in asked if url.endswith("/api/tables")]
    check_page(visit, "lobby")
    shown.get_by_role("button", name="Sit down").click()
    page.get_by_text("The table is ready").wait_for()


def test_without_a_connection_the_lobby_asks_now_and_then(visit: Visit) -> None:
    visit.page.route_web_socket("**/api/lobby", lambda route: route.close())
    page = visit.go("lobby")
    expect(page.get_by_text("Updated every 10 seconds.")).to_be_visible()
    table = create(visit, game=games_on_site()[0], seats=2, listed=True)["table"]["id"]
    expect(page.locator(f"[data-table='{table}']")).to_be_visible(timeout=30_000)


def test_long_names_stay_inside_their_frames(visit: Visit, page: Page) -> None:
    game = games_on_site()[0]
    created = create(visit, game=game, seats=2, name=LONG, seat=0, listed=True)
    other = create(visit, game=game, seats=2, name=LONG, seat=0)
    saved = {made["table"]["id"]: {**made, "game": game, "when": 1} for made in (created, other)}
    ways = ["lobby", f"join/{other['table']['id']}/1/{other['invitations'][1]}"]
    for way in ways:
        visit.go(way)
        page.get_by_text(LONG).first.wait_for()
        assert page.evaluate(SPILLING) == [], way
    page.request.post(
        f"{visit.base}api/tables/{other['table']['id']}/chairs/1",
        data={"name": LONG, "invitation": other["invitations"][1]},
    )
    page.evaluate("saved => localStorage.setItem('fairground.seats', JSON.stringify(saved))", saved)
    for way in ["", f"table/{other['table']['id']}"]:
        visit.go(way)
        page.get_by_text(LONG).first.wait_for()
        assert page.evaluate(SPILLING) == [], way


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_header_takes_one_line_on_a_phone(browser: Browser, server: SiteServer, language: str) -> None:
    with Visit(browser, server.port, width=360, language=language) as visit:
        page = visit.go("settings")
        page.locator("h1").wait_for()
        boxes = [link.bounding_box() for link in page.locator("header a").all()]
        assert len(boxes) == 7
        shown = [box for box in boxes if box]
        assert len({round(box["y"] + box["height"] / 2) for box in shown}) == 1
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in shown)
        assert all(box["height"] >= 40 and box["width"] >= 40 for box in shown)


def test_my_turn_comes_first_on_the_home_page_by_itself(visit: Visit) -> None:
    """A friend moves while the home page is open; the newer match goes before one that waited already."""
    game = min(games_on_site(), key=lambda name: load(name).longest)
    friend, table = seat_two(visit, game)
    while visit.page.locator("button.offer").count():
        visit.play(most=1)
        friend.page.wait_for_selector(
            f"[data-moves='{visit.page.locator('[data-phase]').get_attribute('data-moves')}']"
        )
    waiting = visit.set_table(game, 2)["table"]["id"]
    visit.page.evaluate(
        """newest => {
          const seats = JSON.parse(localStorage.getItem("fairground.seats"));
          seats[newest].when = 2;
          localStorage.setItem("fairground.seats", JSON.stringify(seats));
        }""",
        table,
    )
    first = visit.go("").locator(".mine li").first
    expect(first).to_have_attribute("data-table", waiting)
    while friend.page.locator("button.offer").count():
        friend.play(most=1)
        visit.page.wait_for_timeout(50)
    expect(first).to_have_attribute("data-table", table)
    expect(first).to_contain_text("Your turn")
