"""Whoever tries something impossible on a board is told why, there and in their language."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import ROOT, SiteServer, Visit, axe_violations, blocked_spot, games_on_site, seat_two
from fairground import load
from fairground.analysis.puzzles import read_puzzles
from fairground.engine.clicks import click_paths
from fairground.lessons.course import read_course

LANGUAGES = ("en", "de", "fr")
WIDTH, HEIGHT = 360, 740  # of a phone
DOUBLE_CLICK = 600  # milliseconds
MOST = 30  # moves until something is tried that cannot be done

STEPPED = [
    name for name in games_on_site() if any(len(path) > 1 for path in click_paths(load(name)).by_start)
]


def sit_alone(visit: Visit, name: str) -> Page:
    """Sit down with bots at a table where everything is arranged by hand, and wait for the first decision."""
    created = visit.set_table(name, load(name).seats[0])
    page = visit.sit(created["table"]["id"])
    page.wait_for_selector("button.offer", state="attached")
    return page


def find_blocked(visit: Visit, name: str) -> dict[str, Any]:
    """Play until something that other moves name is in sight and cannot be chosen."""
    for seed in range(MOST):
        found = blocked_spot(visit.page, name)
        if found:
            return found
        play_one(visit, seed)
    raise AssertionError("everything could be chosen")


def play_one(visit: Visit, seed: int) -> None:
    """Make a move, and wait for the next decision and until a click cannot be the second one of that move."""
    visit.play(most=1, seed=seed)
    visit.page.wait_for_selector("button.offer", state="attached")
    visit.page.wait_for_timeout(DOUBLE_CLICK)


def told(visit: Visit) -> dict[str, Any]:
    """The server's latest answer to the question why something cannot be chosen."""
    answers = (
        message for message in map(json.loads, reversed(visit.frames)) if message["type"] == "obstacle"
    )
    return next(answers)


def opening(name: str, language: str, key: str) -> str:
    """How the sentence of an obstacle begins in a language."""
    folder = ROOT / "web/src" / ("" if key.startswith("table.") else f"games/{name}")
    catalogue: dict[str, str] = json.loads((folder / f"translations/{language}.json").read_text())
    return catalogue[f"obstacle.{key}"].split("{")[0].replace("''", "'")


def check_told(visit: Visit, name: str, language: str, spot: str) -> None:
    """The reason that the table sent stands at the thing."""
    check_shown(visit.page, name, language, spot, lambda: told(visit))


def check_shown(page: Page, name: str, language: str, spot: str, sent: Callable[[], dict[str, Any]]) -> None:
    """The reason stands at the thing, a screen reader says it, and nothing else has changed."""
    tip = page.get_by_role("tooltip")
    expect(page.locator("[data-obstacle]")).not_to_be_empty()
    text = page.locator("[data-obstacle]").inner_text()
    expect(tip).to_have_text(text)
    expect(tip).to_be_in_viewport(ratio=1)
    answer = sent()
    assert answer["id"] == spot
    assert text.startswith(opening(name, language, answer["key"]))
    assert "obstacle." not in text and "{" not in text


@pytest.mark.parametrize(
    ("name", "language"), [(name, LANGUAGES[at % 3]) for at, name in enumerate(games_on_site())]
)
def test_a_click_on_what_cannot_be_chosen_says_why(
    browser: Browser, server: SiteServer, name: str, language: str
) -> None:
    with Visit(browser, server.port, language=language) as visit:
        page = sit_alone(visit, name)
        blocked = find_blocked(visit, name)
        page.mouse.click(blocked["x"], blocked["y"])
        check_told(visit, name, language, blocked["id"])
        assert axe_violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("tooltip")).to_have_count(0)
        expect(page.locator("[data-obstacle]")).to_be_empty()


@pytest.mark.parametrize("name", games_on_site())
def test_a_finger_on_what_cannot_be_chosen_is_told_why(
    browser: Browser, server: SiteServer, name: str
) -> None:
    with Visit(browser, server.port, WIDTH) as visit:
        visit.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        page = sit_alone(visit, name)
        blocked = find_blocked(visit, name)
        hand = page.context.new_cdp_session(page)
        hand.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        point = {"x": blocked["x"], "y": blocked["y"]}
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        check_told(visit, name, "en", blocked["id"])


@pytest.mark.parametrize("name", STEPPED)
def test_a_wrong_second_click_says_why_and_keeps_the_first(visit: Visit, name: str) -> None:
    page = sit_alone(visit, name)
    for seed in range(MOST):
        choose_first(page)
        blocked = blocked_spot(visit.page, name)
        if page.locator("[data-spot].chosen").count() and blocked:
            break
        page.keyboard.press("Escape")
        play_one(visit, seed)
    assert blocked
    chosen = page.locator("[data-spot].chosen").first.get_attribute("data-spot")
    assert blocked, "nothing is impossible after a first click"
    page.mouse.click(blocked["x"], blocked["y"])
    check_told(visit, name, "en", blocked["id"])
    assert page.locator("[data-spot].chosen").first.get_attribute("data-spot") == chosen


def choose_first(page: Page) -> None:
    """Choose the first thing of a move of several clicks, if there is one."""
    starts = page.evaluate("[...document.querySelectorAll('button.offer')].map((o) => o.dataset.clicks)")
    if any(int(clicks) > 1 for clicks in starts):
        page.locator("[data-spot].target").first.dispatch_event("click")


def test_who_is_not_to_move_is_told_whose_turn_it_is(visit: Visit) -> None:
    name = next(name for name in games_on_site() if not load(name).hidden)
    friend, _ = seat_two(visit, name)
    waiting = visit if friend.page.locator("button.offer").count() else friend
    blocked = blocked_spot(waiting.page, name)
    assert blocked
    waiting.page.mouse.click(blocked["x"], blocked["y"])
    mover = "Player 1" if waiting is friend else "Player 2"
    expect(waiting.page.get_by_role("tooltip")).to_have_text(f"It is {mover}'s turn.")


def test_enter_on_a_focused_thing_that_cannot_be_chosen_says_why(visit: Visit) -> None:
    name = games_on_site()[0]
    page = sit_alone(visit, name)
    blocked = find_blocked(visit, name)
    page.locator(f"[data-spot='{blocked['id']}']").first.evaluate("(spot) => spot.focus()")
    page.keyboard.press("Enter")
    check_told(visit, name, "en", blocked["id"])


@pytest.mark.parametrize(
    ("name", "language"), [(name, LANGUAGES[(at + 1) % 3]) for at, name in enumerate(games_on_site())]
)
@pytest.mark.parametrize("kind", ["lesson", "puzzle"])
def test_a_lesson_and_a_puzzle_say_why(
    browser: Browser, server: SiteServer, kind: str, name: str, language: str
) -> None:
    with Visit(browser, server.port, language=language) as visit:
        page = open_lesson(visit, name) if kind == "lesson" else open_puzzle(visit, name)
        page.locator(".spot.target").first.wait_for()
        page.wait_for_timeout(DOUBLE_CLICK)
        moves = page.locator("[data-moves]").get_attribute("data-moves")
        blocked = blocked_spot(page, name)
        assert blocked
        with page.expect_response("**/why") as answered:
            page.mouse.click(blocked["x"], blocked["y"])
        check_shown(page, name, language, blocked["id"], answered.value.json)
        expect(page.locator("[data-moves]")).to_have_attribute("data-moves", moves or "")
        page.keyboard.press("Escape")
        expect(page.get_by_role("tooltip")).to_have_count(0)


def open_lesson(visit: Visit, name: str) -> Page:
    """Open a lesson and read on until something is to be done."""
    course = read_course(load(name))
    assert course is not None
    lesson = next(
        each for each, content in course.lessons.items() if any(step.goal for step in content.steps)
    )
    page = visit.go(f"learn/{name}/{lesson}")
    page.locator("section.lesson").wait_for()
    while not page.locator("section.lesson .task").count():
        page.locator("section.lesson .ways .main").click()
        page.wait_for_timeout(200)
    return page


def open_puzzle(visit: Visit, name: str) -> Page:
    return visit.go(f"puzzles/{name}/{next(iter(read_puzzles(load(name))))}")


def test_a_replay_says_nothing(visit: Visit) -> None:
    """A replay shows what was; nobody can try anything there."""
    name = games_on_site()[0]
    page = sit_alone(visit, name)
    visit.play()
    visit.until_over()
    table = page.url.rsplit("/", 1)[1]
    visit.go(f"replay/table/{table}")
    page.wait_for_selector("[data-spot]")
    page.locator("[data-spot]").first.dispatch_event("click")
    page.wait_for_timeout(300)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    assert not any('"type":"obstacle"' in frame for frame in visit.frames)
