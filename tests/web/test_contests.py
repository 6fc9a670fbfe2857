"""Ratings and tournaments in browsers: two people play one to its end, by keyboard where it counts."""

from playwright.sync_api import Browser, Page, expect

from browsing import SiteServer, Visit, check_widths, games_on_site
from fairground import load

GAME = games_on_site()[0]


def press(page: Page, name: str) -> None:
    """Press a button with the keyboard."""
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    page.keyboard.press("Enter")


def set_up(visit: Visit, title: str) -> str:
    """Set up a knock-out through the form and return the page of the tournament."""
    page = visit.go("tournaments")
    page.get_by_role("link", name="Set up a tournament").click()
    page.get_by_label("Name of the tournament").fill(title)
    page.get_by_role("radio", name="Knock-out").check(force=True)
    page.get_by_role("radio", name="Matches are rated").check(force=True)
    check_widths(visit, "new-tournament")
    press(page, "Set it up")
    page.get_by_role("heading", name=title).wait_for()
    return page.url.split("#/")[1]


def test_two_people_play_a_tournament_to_its_end(visit: Visit) -> None:
    path = set_up(visit, "Autumn fair")
    page = visit.page
    press(page, "Take part")
    expect(page.get_by_text("One more player is needed.")).to_be_visible()
    check_widths(visit, "tournament-open")
    friend = visit.another()
    friend.go(path)
    press(friend.page, "Take part")
    expect(friend.page.get_by_text("You take part.")).to_be_visible()
    page.reload()
    press(page, "Start now")
    page.get_by_role("link", name="To your table").wait_for()
    check_widths(visit, "tournament-running")
    friend.page.reload()
    friend.page.get_by_role("link", name="To your table").click()
    friend.page.locator("[data-phase=playing]").wait_for()
    friend.page.on("dialog", lambda dialog: dialog.accept())
    friend.page.get_by_role("button", name="More", exact=True).click()
    friend.page.get_by_role("button", name="Leave the table").click()
    expect(page.locator("[role=status]").filter(has_text="Over")).to_be_visible()
    expect(page.get_by_role("cell", name="1", exact=True).first).to_be_visible()
    check_widths(visit, "tournament-over")
    visit.go("me").get_by_role("link", name="Ratings").first.click()
    page.get_by_role("heading", name="History in").wait_for()
    page.get_by_text("All numbers").click()
    expect(page.get_by_role("cell", name="1 of 2")).to_be_visible()
    check_widths(visit, "ratings-of-a-person")


def test_a_rated_table_tells_its_rules_before_one_sits_down(visit: Visit) -> None:
    page = visit.go(f"new/{GAME}")
    page.get_by_text("More settings").click()
    page.get_by_role("radio", name="Rated", exact=True).check(force=True)
    press(page, "Set up the table")
    expect(page.get_by_text("Rated match.")).to_be_visible()
    link = page.locator("input[readonly]").first.input_value()
    friend = visit.another()
    friend.go(link.split("#/")[1])
    expect(friend.page.get_by_text("comes last in it")).to_be_visible()
    check_widths(friend, "rated-invitation")


def test_leaderboards_are_accessible(browser: Browser, server: SiteServer) -> None:
    for theme, language in (("light", "en"), ("dark", "de"), ("light", "fr")):
        with Visit(browser, server.port, theme=theme, language=language) as visit:
            page = visit.go(f"ratings/{GAME}")
            page.get_by_role("heading", name=load(GAME).title, exact=True).wait_for()
            check_widths(visit, f"leaderboard-{theme}-{language}")
            for path in ("tournaments", "tournaments/new"):
                page = visit.go(path)
                page.locator("h1").wait_for()
                page.wait_for_load_state("networkidle")
                check_widths(visit, f"{path.replace('/', '-')}-{theme}-{language}")
