"""The page about the person, all their matches, and the way to another device."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from browsing import SiteServer, Visit, check_page, check_widths, games_on_site
from fairground import load

GAME = next(name for name in games_on_site() if 2 in load(name).seats)


def key_of(visit: Visit) -> str:
    return str(visit.page.evaluate("JSON.parse(localStorage.getItem('fairground.passport')).key"))


def play_alone(visit: Visit) -> str:
    """Begin a match against a bot as the home page does, and return its table."""
    page = visit.go("")
    heading = page.get_by_role("heading", name=load(GAME).title, exact=True)
    page.locator("article").filter(has=heading).get_by_role("button").click()
    page.wait_for_selector("[data-phase=playing]")
    return page.url.rsplit("/", 1)[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_about_me_is_accessible(browser: Browser, server: SiteServer, theme: str) -> None:
    for language in ("en", "de", "fr") if theme == "light" else ("en",):
        with Visit(browser, server.port, theme=theme, language=language) as visit:
            page = visit.go("me")
            page.locator(".pictures").wait_for()
            check_widths(visit, f"me-{theme}-{language}")
            for path in ("me/words", "me/move/none.none", "matches"):
                visit.go(path).locator("h1").first.wait_for()
                page.wait_for_load_state("networkidle")
                check_widths(visit, f"{path}-{theme}-{language}")


def test_name_and_picture_are_chosen_by_keyboard_and_kept(visit: Visit) -> None:
    page = visit.go("me")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your name").press("Tab")
    expect(page.get_by_role("status").first).to_have_text("Saved.")
    page.get_by_role("radio", name="No picture").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Fox")).to_be_checked()
    page = visit.go("me")
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    expect(page.get_by_role("radio", name="Fox")).to_be_checked()


def test_a_link_and_words_make_another_browser_the_same_person(visit: Visit) -> None:
    table = play_alone(visit)
    page = visit.go("me")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your name").press("Tab")
    page.get_by_role("button", name="Show a link").click()
    page.get_by_role("img", name="QR code").wait_for()
    check_page(visit, "me-link")
    with page.expect_request("**/api/me/transfers") as asked:
        page.get_by_role("button", name="Hide").click()
        page.get_by_role("button", name="Show a link").click()
    assert key_of(visit).removeprefix("fp-") not in (asked.value.post_data or "")
    page.evaluate("navigator.clipboard.writeText = (text) => ((window.copied = text), Promise.resolve())")
    page.get_by_role("button", name="Copy the link").click()
    link = str(page.evaluate("window.copied"))
    phone = visit.another()
    phone.allow_message("403")
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Use it here").click()
    expect(phone.page.get_by_label("Your name")).to_have_value("Ann")
    assert key_of(phone) == key_of(visit)
    phone.go("matches").locator(f"[data-table='{table}']").get_by_role("link").click()
    phone.page.wait_for_selector("button.offer")
    late = visit.another()
    late.allow_message("403")
    late.page.goto(link)
    late.page.get_by_role("button", name="Use it here").click()
    expect(late.page.get_by_role("alert")).to_contain_text("used already")

    page = visit.go("me")
    page.get_by_role("button", name="Show twelve words").click()
    expect(page.locator("ol li")).to_have_count(12)
    words = page.locator("ol li").all_inner_texts()
    check_page(visit, "me-words")
    shown = {"X-Passport-Key": key_of(visit)}
    assert page.request.patch(f"{visit.base}api/me", headers=shown, data={"language": "de"}).ok
    tablet = visit.another()
    tablet.go("me/words").get_by_label("The twelve words").fill(" ".join([*words[:11], "lantern"]))
    tablet.page.get_by_role("button", name="Use this passport").click()
    expect(tablet.page.get_by_role("alert")).to_contain_text("lantern")
    tablet.page.get_by_label("The twelve words").fill(" ".join(words))
    tablet.page.get_by_role("button", name="Use this passport").click()
    expect(tablet.page.get_by_label("Dein Name")).to_have_value("Ann")  # in the person's language
    tablet.go("settings").get_by_label("Dein Name am Tisch").fill("Anna")
    with tablet.page.expect_response("**/api/me") as changed:
        tablet.page.get_by_label("Dein Name am Tisch").press("Tab")
    assert changed.value.json()["person"]["name"] == "Anna"


def test_my_turns_are_counted_in_the_title_and_on_the_icon(visit: Visit) -> None:
    visit.set_table(GAME, 2)
    page = visit.go("")
    expect(page.locator(".mine li")).to_have_count(1)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    page.get_by_role("link", name="All my matches").click()
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()


def test_chairs_from_before_the_passport_hang_on_it_soon(visit: Visit) -> None:
    created = visit.set_table(GAME, 2)
    page = visit.page
    with page.expect_response("**/api/me/seats") as kept:
        visit.go("matches")
    assert kept.value.json() == {"tables": [created["table"]["id"]]}
    answer = page.request.get(f"{visit.base}api/me/matches", headers={"X-Passport-Key": key_of(visit)})
    assert [match["table"]["table"]["id"] for match in answer.json()["matches"]] == [created["table"]["id"]]


def test_everything_works_without_a_passport(browser: Browser, server: SiteServer) -> None:
    with Visit(browser, server.port, passport=False) as visit:  # type: ignore[arg-type]
        table = play_alone(visit)
        assert visit.page.evaluate("localStorage.getItem('fairground.passport')") is None
        page = visit.go("matches")
        expect(page.locator(f"[data-table='{table}']")).to_be_visible()
        page = visit.go("me")
        page.get_by_role("button", name="Use a passport").click()
        page.locator(".pictures").wait_for()
        visit.go("settings").get_by_label("Play without").check(force=True)
        assert json.loads(str(page.evaluate("localStorage.getItem('fairground.prefs')")))["passport"] is False


def test_everything_is_exported_and_deleted(visit: Visit) -> None:
    table = play_alone(visit)
    page = visit.go("me")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all of it as a file").click()
    kept = json.loads(saved.value.path().read_text())
    assert [seat["table"] for seat in kept["seats"]] == [table]
    page.get_by_role("button", name="Delete everything").click()
    check_page(visit, "me-delete")
    page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_text("Everything was deleted.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('fairground.passport')") is None
