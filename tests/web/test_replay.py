"""Replays of finished tables and of files, from every perspective and in every window."""

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from browsing import HEIGHT, WIDTHS, Visit, check_page, games_on_site
from fairground import Match, load
from fairground.engine.playout import trace
from fairground.engine.rng import seeded
from fairground.engine.state import State
from stage_checks import PHONES, SIZES, settled_faults, small_texts

OPEN = next(name for name in games_on_site() if not load(name).hidden)
ONE = next(name for name in games_on_site() if not load(name).options)  # for what does not depend on the game
EYES = ("spectator", "open", "1")

# The controls of a replay that are out of the window, too small for a finger or covered, as sentences.
BAD_CONTROLS = """(least) => [...document.querySelectorAll("[data-phase] :is(button, select, input, a)")]
  .filter((each) => each.checkVisibility() && !each.closest(".board, .log, .overlay, aside, .sheet"))
  .flatMap((each) => {
    const box = each.getBoundingClientRect(), name = each.ariaLabel ?? each.textContent ?? each.tagName;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    const found = [];
    if (!inside) found.push(`${name} is out of the window`);
    else if (hit !== each && !each.contains(hit)) found.push(`${name} is covered`);
    if (box.width < least || box.height < least) found.push(`${name} is ${box.width} x ${box.height}`);
    return found;
  })"""


@cache
def played(name: str, seats: int) -> Match[State, object]:
    game = load(name)
    match = Match(game, seats, "replay", game.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded("replay"), game.longest):
        match.play(seat, move)
    return match


def open_record(visit: Visit, folder: Path, name: str, seats: int | None = None) -> Page:
    """Open the replay of a match from a file."""
    path = folder / f"{name}.game"
    path.write_text(str(played(name, seats or load(name).seats[0]).record()))
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("Move 0 of").wait_for()
    return page


def go_to(page: Page, moment: int) -> None:
    page.get_by_role("slider").fill(str(moment))
    page.locator(f"[data-moves='{moment}']").wait_for()


def moment_shown(page: Page) -> int:
    return int(page.locator("[data-moves]").get_attribute("data-moves") or -1)


@pytest.mark.parametrize("name", games_on_site())
def test_a_record_from_a_file_is_replayed(visit: Visit, name: str, tmp_path: Path) -> None:
    page = open_record(visit, tmp_path, name)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        go_to(page, 0)
        step_to_the_end(visit, name)
        show_points(page)
        expect(page.get_by_role("img", name="Points over time")).to_be_visible()
        assert f"{name}." not in page.locator("body").inner_text()


def step_to_the_end(visit: Visit, name: str) -> None:
    page = visit.page
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Move 1 of")).to_be_visible()
    for eyes in ("open", "0", "1"):
        page.get_by_label("Perspective").select_option(eyes)
        page.get_by_role("button", name="Next turn").click()
        expect(page.locator(".place > .board")).to_be_visible()
    check_page(visit, f"replay-{name}")
    page.get_by_role("button", name="Go to the end").click()
    expect(page.locator("#end-title")).to_be_visible()
    check_page(visit, f"replay-end-{name}")


def show_points(page: Page) -> None:
    tab = page.get_by_role("tab", name="Points")
    if tab.count():
        page.keyboard.press("Escape")
        tab.click()


@pytest.mark.parametrize("name", games_on_site())
@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_replay_fits_every_window(visit: Visit, thorough: bool, name: str, tmp_path: Path) -> None:
    """At the most seats, from every kind of perspective, at the start, in the middle and at the end.

    Every two of perspective, moment and window meet once; all three are a soak.
    """
    seats = load(name).seats[-1]
    page = open_record(visit, tmp_path, name, seats)
    moves = len(played(name, seats).made)
    faults: dict[str, str] = {}
    for view, part in product(range(len(EYES)), range(3)):
        eyes, moment = EYES[view], part * moves // 2
        page.get_by_label("Perspective").select_option(eyes)
        go_to(page, moment)
        page.keyboard.press("Escape")  # closes the result
        expect(page.get_by_role("dialog")).to_have_count(0)
        for size in SIZES if thorough else list(SIZES)[(view + part) % 3 :: 3]:
            for fault in replay_faults(page, size, eyes):
                faults.setdefault(fault, f"{eyes} at {moment}, {size}")
    assert not faults


def replay_faults(page: Page, size: str, eyes: str) -> list[str]:
    """Return what is wrong in a window of this size.

    On a phone, who watches may see all displays at once, with small figures: each can be looked at in full.
    """
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    form = "wide" if width >= 1280 else "tall" if width < height else "low"
    expect(page.locator(f".frame.{form}")).to_be_visible()
    bad: Any = page.evaluate(BAD_CONTROLS, 24 if width >= 1280 else 39.5)
    small = small_texts(page) if eyes == "1" or size not in PHONES else []
    return [*settled_faults(page, size), *small, *bad]


def has_hands(name: str) -> bool:
    game = load(name)
    return "hand" in msgspec.to_builtins(game.view(played(name, game.seats[0]).at(0).state, 0))


def test_everything_visible_shows_what_each_seat_hides(visit: Visit, tmp_path: Path) -> None:
    """In a game with hands, a spectator sees none, a seat its own, and who sees everything all of them."""
    page = open_record(visit, tmp_path, next(name for name in games_on_site() if has_hands(name)))
    hands = {}
    for eyes in ("spectator", "0", "open"):
        page.get_by_label("Perspective").select_option(eyes)
        expect(page.locator("[data-status]")).to_have_text("The start")
        page.get_by_role("button", name="More").click()
        page.get_by_text("The board as text").click()
        picture = page.locator("pre").inner_text()
        page.keyboard.press("Escape")
        hands[eyes] = (picture, page.locator(".place > .board").inner_html())
    assert len({picture for picture, _ in hands.values()}) == 2, "the text is the spectator's"
    assert len({board for _, board in hands.values()}) == 3


@pytest.mark.parametrize("name", games_on_site())
def test_the_log_goes_back_to_the_start_and_each_line_leads_to_its_moment(
    visit: Visit, name: str, tmp_path: Path
) -> None:
    page = open_record(visit, tmp_path, name)
    moves = len(played(name, load(name).seats[0]).made)
    lines = page.locator(".log button")
    expect(lines).to_have_count(0)
    go_to(page, min(moves - 1, 55))  # in the second part of those that are fetched
    told = lines.all_inner_texts()
    before = 0
    for at in (0, len(told) // 2):
        lines.nth(at).click()
        expect(lines).not_to_have_count(len(told))
        moment = moment_shown(page)
        assert 1 <= moment < min(moves - 1, 55) and moment >= before
        shown = lines.all_inner_texts()
        assert shown == told[: len(shown)] and len(shown) > at, "the log ends with the moment of the line"
        before = moment
        go_to(page, min(moves - 1, 55))


def test_the_keyboard_steps_plays_and_closes(visit: Visit, tmp_path: Path) -> None:
    page = open_record(visit, tmp_path, ONE)
    moves = len(played(ONE, load(ONE).seats[0]).made)
    at = page.locator("[data-moves]")
    for key, moment in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", moves), ("Home", 0)):
        page.keyboard.press(key)
        expect(at).to_have_attribute("data-moves", str(moment))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(at).to_have_attribute("data-moves", "2")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("dialog", name="Result")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("dialog", name="Result")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_last_move_is_marked_and_points_are_those_of_the_moment(visit: Visit, tmp_path: Path) -> None:
    """In a game without secrets every move is about something on the board."""
    page = open_record(visit, tmp_path, OPEN)
    match = played(OPEN, load(OPEN).seats[0])
    for moment in (1, 20, len(match.made) // 2):
        go_to(page, moment)
        expect(page.locator(".spot.latest").first).to_be_visible()
        rows = page.locator(".row .points")
        assert [int(text) for text in rows.all_inner_texts()] == match.at(moment).state.scores()


@pytest.mark.parametrize("name", games_on_site())
def test_a_seat_is_shown_in_full(visit: Visit, name: str, tmp_path: Path) -> None:
    page = open_record(visit, tmp_path, name)
    page.get_by_label("Perspective").select_option("open")
    go_to(page, 12)
    for button in page.get_by_role("button", name="Look at what").all():
        button.click(position={"x": 8, "y": 8})
        seat = page.get_by_role("dialog")
        expect(seat.locator("svg").first).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(seat).to_be_visible()
        page.keyboard.press("Escape")
        expect(seat).to_have_count(0)


def test_a_link_leads_to_a_moment(visit: Visit) -> None:
    name = next(n for n in games_on_site() if not load(n).options)
    created = visit.set_table(name, 2)
    visit.sit(created["table"]["id"])
    visit.play()
    page = visit.go(f"replay/table/{created['table']['id']}?at=5&eyes=1")
    expect(page.get_by_text("Move 5 of")).to_be_visible()
    page.get_by_role("button", name="Next move", exact=True).click()
    page.wait_for_url("**at=6&eyes=1")
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="Link to this moment")).to_be_visible()
    page.get_by_role("link", name="Other replays").click()
    expect(page.get_by_role("heading", name="Your finished matches")).to_be_visible()


def test_a_replay_from_a_file_can_be_left_for_another(visit: Visit, tmp_path: Path) -> None:
    page = open_record(visit, tmp_path, ONE)
    page.get_by_role("button", name="More").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    assert re.fullmatch(rf"{ONE}\.game", saved.value.suggested_filename)
    page.get_by_role("link", name="Other replays").click()
    expect(page.locator("input[type=file]")).to_be_attached()
    expect(page.get_by_role("banner")).to_be_visible()


def test_a_file_that_is_not_a_record_gets_an_error_message(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "nonsense.game"
    path.write_text("this is not a record")
    visit.allow_message("status of 400")
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_be_visible()
