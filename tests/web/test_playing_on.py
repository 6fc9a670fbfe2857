"""Playing on from a moment of a replay: the dialogue, the table that begins there, and the way back."""

import json
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browsing import SiteServer, Visit, check_page, games_on_site
from fairground import Match, load
from fairground.engine.playout import trace
from fairground.engine.rng import seeded
from fairground.engine.state import State

SECRETIVE = next(name for name in games_on_site() if load(name).hidden)
OPEN = next(name for name in games_on_site() if not load(name).hidden)
TITLE = "Play on from here"


@cache
def played(name: str) -> Match[State, object]:
    game = load(name)
    match = Match(game, game.seats[0], "replay", game.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded("replay"), game.longest):
        match.play(seat, move)
    return match


def open_record(visit: Visit, folder: Path, name: str, title: str = "Move 0 of") -> Page:
    path = folder / f"{name}.game"
    path.write_text(str(played(name).record()))
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text(title).wait_for()
    return page


def go_to(page: Page, moment: int) -> None:
    page.get_by_role("slider").fill(str(moment))
    page.locator(f"[data-moves='{moment}']").wait_for()


def dialogue(page: Page) -> Locator:
    return page.get_by_role("dialog", name=TITLE)


def sit_in(page: Page, chair: int, who: str) -> None:
    picker = page.locator(f"[data-chair='{chair}']")
    picker.locator("summary").first.click()
    picker.get_by_role("button", name=who, exact=True).click()


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("name", games_on_site())
def test_a_file_is_played_on_against_bots(
    browser: Browser, server: SiteServer, name: str, width: int, tmp_path: Path
) -> None:
    with Visit(browser, server.port, width) as visit:
        page = open_record(visit, tmp_path, name)
        middle = len(played(name).made) // 2
        go_to(page, middle)
        page.get_by_role("button", name=TITLE).click()
        asked = dialogue(page)
        sit_in(page, 1, "You")
        if load(name).hides(played(name).state.options):
            expect(asked.get_by_label("Dealt again")).to_be_checked()
            expect(asked).to_contain_text("is dealt again at random")
            asked.get_by_text("As it really was").click()
            expect(asked).to_contain_text("whoever has seen this replay knows what others hold")
        else:
            expect(asked.get_by_label("Dealt again")).to_have_count(0)
        check_page(visit, f"play-on-{name}")
        asked.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("[data-phase=playing]")
        assert visit.play(most=2)["made"] >= 1
        page.wait_for_selector("button.offer", state="attached")  # a new question would show the board again
        if width < 1280:
            page.get_by_role("tab", name="Others").click()
        expect(page.locator(".parent:visible")).to_contain_text(f"after move {middle}")
        check_page(visit, f"played-on-{name}")


def test_a_friend_plays_on_with_you_from_your_own_match(visit: Visit) -> None:
    """The whole way: own match, replay, dialogue, waiting room with the way back, invitation, match."""
    parent = visit.set_table(SECRETIVE, 2)["table"]["id"]
    visit.sit(parent)
    visit.play()
    visit.until_over()
    page = visit.go(f"replay/table/{parent}?at=6&eyes=0")
    expect(page.get_by_text("Move 6 of")).to_be_visible()
    page.get_by_role("button", name=TITLE).click()
    expect(dialogue(page).get_by_label("As it really was")).to_be_checked()
    sit_in(page, 1, "A friend")
    dialogue(page).get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/#/table/*")
    table = page.url.rsplit("/", 1)[1]
    way_back = page.get_by_role("link", name="Played on from another match, after move 6.")
    expect(way_back).to_have_attribute("href", f"#/replay/table/{parent}?at=6")
    check_page(visit, "play-on-waiting")
    saved = json.loads(page.evaluate("localStorage.getItem('fairground.seats')"))[table]
    friend = visit.another()
    friend.go(f"join/{table}/1/{saved['invitations'][1]}")
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.wait_for_url(f"**/#/table/{table}")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_selector("[data-phase=playing]")
    friend.page.wait_for_selector("[data-phase=playing]")
    expect(page.get_by_role("link", name="Played on from another match")).to_be_visible()
    page.get_by_role("link", name="Played on from another match").click()
    expect(page.get_by_text("Move 6 of")).to_be_visible()


def test_the_keyboard_opens_answers_and_closes(visit: Visit, tmp_path: Path) -> None:
    page = open_record(visit, tmp_path, SECRETIVE)
    go_to(page, 3)
    opener = page.get_by_role("button", name=TITLE)
    opener.focus()
    page.keyboard.press("Enter")
    expect(dialogue(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    assert page.locator("[data-moves]").get_attribute("data-moves") == "3"
    page.keyboard.press("Escape")
    expect(dialogue(page)).to_have_count(0)
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    redealt = dialogue(page).get_by_label("Dealt again")
    redealt.focus()
    page.keyboard.press("ArrowRight")
    expect(dialogue(page).get_by_label("As it really was")).to_be_checked()
    dialogue(page).get_by_label("Your name").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-phase=playing]")


def test_nobody_plays_on_from_the_end_or_from_a_match_under_way(visit: Visit, tmp_path: Path) -> None:
    page = open_record(visit, tmp_path, OPEN)
    expect(page.get_by_role("button", name=TITLE)).to_be_visible()
    go_to(page, len(played(OPEN).made))
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=TITLE)).to_have_count(0)
    path = tmp_path / "under_way.game"
    path.write_text(str(played(OPEN).at(5).record()))
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("Move 0 of 5").wait_for()
    expect(page.get_by_role("button", name=TITLE)).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "title", "said"),
    [
        ("de", "Von hier weiterspielen", "Was verdeckt ist"),
        ("fr", "Reprendre à partir d'ici", "Ce qui est caché"),
    ],
)
def test_the_dialogue_speaks_other_languages(
    browser: Browser, server: SiteServer, language: str, title: str, said: str, tmp_path: Path
) -> None:
    with Visit(browser, server.port, 360, language=language) as visit:
        first = {"de": "Zug 0 von", "fr": "Coup 0 sur"}[language]
        page = open_record(visit, tmp_path, SECRETIVE, first)
        go_to(page, 4)
        page.get_by_role("button", name=title).click()
        expect(page.get_by_role("dialog", name=title)).to_contain_text(said)
        assert "playon." not in page.locator("body").inner_text()
        check_page(visit, f"play-on-{language}")
