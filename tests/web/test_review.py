"""Reviews on the site: the panel beside a replay, ghosts and lines on the board, learning from mistakes."""

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browsing import SiteServer, Visit, axe_violations, blocked_spot, check_page, games_on_site
from fairground import Match, load
from fairground.engine.playout import trace
from fairground.engine.rng import seeded
from fairground.engine.state import State
from stage_checks import SIZES

SHORT = min(games_on_site(), key=lambda name: load(name).longest)
OPEN = next(name for name in games_on_site() if not load(name).hidden)  # every move is a thing on the board
DOUBLE_CLICK = 600  # milliseconds
TITLES = {"en": "Review", "de": "Analyse", "fr": "Analyse"}
FORMS = {"phone": "tall", "landscape": "low"}

# What is wrong with a window that must not scroll, as sentences.
OVERFLOW = """() => {
  const root = document.documentElement, found = [];
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push("the page scrolls");
  for (const each of document.querySelectorAll(".review, .review > *, .reviewing, .reviewing button")) {
    const box = each.getBoundingClientRect(), low = document.querySelector(".low .sheet");
    if (box.right > innerWidth + 1 || (!low && box.bottom > innerHeight + 1))
      found.push(`${each.className} ends at ${box.right} ${box.bottom}`);
  }
  return found;
}"""


@cache
def played(name: str) -> Match[State, object]:
    """A random match, which is full of mistakes."""
    game = load(name)
    match = Match(game, game.seats[0], "review", game.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded("review"), game.longest):
        match.play(seat, move)
    return match


def open_review(visit: Visit, folder: Path, name: str, language: str = "en") -> Page:
    """Open the review of a match from a file, and wait until it is complete."""
    path = folder / f"{name}.game"
    path.write_text(str(played(name).record()))
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name=TITLES[language], exact=True).click()
    wait_for_review(page)
    return page


def wait_for_review(page: Page) -> None:
    expect(page.locator(".review [role=tabpanel]")).to_be_visible()
    expect(page.locator(".review progress")).to_have_count(0)


def show_tab(page: Page, tab: str) -> None:
    """Show a tab of the review; on a phone, show the review first."""
    if page.locator(".review").count() == 0:
        page.get_by_role("tab", name=re.compile("Review|Analyse")).click()
    page.locator(f"#review-{tab}").click()


def graph(page: Page) -> Locator:
    return page.get_by_role("slider", name="Chances of winning over the match")


@pytest.mark.parametrize("width", [1280, 360])
def test_a_match_is_reviewed_from_its_end(browser: Browser, server: SiteServer, width: int) -> None:
    """The review opens with one's own eyes; it tells three moments, and skill and luck of every seat."""
    with Visit(browser, server.port, width) as visit:
        page = visit.sit(visit.set_table(SHORT, 2)["table"]["id"])
        visit.play()
        page.get_by_role("link", name="Review").click()
        page.get_by_label("Perspective").wait_for()
        if width < 1000:
            page.get_by_role("tab", name="Review").click()
        wait_for_review(page)
        expect(page.get_by_label("Perspective")).to_have_value("0")
        page.wait_for_url("**&eyes=0&review=match")
        expect(page.locator(".moment")).to_have_count(3)
        seats = page.get_by_role("table", name="Skill and luck").get_by_text(re.compile(r"^Accuracy"))
        expect(seats).to_have_count(2)
        check_page(visit, "review-match")
        page.get_by_role("button", name="What the numbers mean").click()
        expect(page.get_by_text("are judged only by what the player could know")).to_be_visible()
        check_page(visit, "review-help")


def test_the_keyboard_goes_along_the_graph(visit: Visit, tmp_path: Path) -> None:
    page = open_review(visit, tmp_path, SHORT)
    moves = len(played(SHORT).made)
    at = page.locator("[data-moves]")
    graph(page).focus()
    for key, moment in (("ArrowRight", 1), ("PageUp", 11), ("ArrowLeft", 10), ("End", moves), ("Home", 0)):
        page.keyboard.press(key)
        expect(at).to_have_attribute("data-moves", str(moment))
        expect(graph(page)).to_have_attribute("aria-valuetext", re.compile(rf"After move {moment}: .*\d%"))
    box = graph(page).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    middle = int(at.get_attribute("data-moves") or 0)
    assert abs(middle - moves / 2) <= moves / 8
    page.get_by_text("The chances as a table").click()
    expect(page.locator("#review-page tbody tr.now th")).to_have_text(str(middle))


def test_a_mistake_is_shown_with_the_better_move_and_its_line(visit: Visit, tmp_path: Path) -> None:
    page = open_review(visit, tmp_path, OPEN)
    show_tab(page, "mistakes")
    page.locator("button.mistake").first.click()
    expect(page.locator("#review-move")).to_have_attribute("aria-selected", "true")
    for ghost in ("made", "better"):
        expect(page.locator(f"[data-ghost={ghost}] rect").first).to_be_visible()
    expect(page.locator("[data-status]")).to_contain_text("Better:")
    moment = page.locator("[data-moves]").get_attribute("data-moves")
    page.get_by_role("button", name="Play out the better move").click()
    step = page.locator(".reviewing .what")
    expect(step).to_have_text(re.compile("Expected line, 1 of"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-status]")).to_have_text("Before the better move")
    expect(page.locator("[data-ghost=better]")).to_be_visible()
    before = page.locator(".place > .board").inner_html()
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text(re.compile("Expected line, 1 of"))
    assert page.locator(".place > .board").inner_html() != before
    check_page(visit, "review-line")
    page.get_by_role("button", name="Back to the match").click()
    expect(page.locator("[data-moves]")).to_have_attribute("data-moves", moment or "")


def test_figures_are_shown_with_their_errors_on_demand(visit: Visit, tmp_path: Path) -> None:
    page = open_review(visit, tmp_path, SHORT)
    show_tab(page, "mistakes")
    loss = page.locator("button.mistake strong").first
    expect(loss).not_to_contain_text("±")
    page.get_by_role("button", name="Show how sure the figures are").click()
    expect(loss).to_contain_text(re.compile(r"−\d+% ±"))


@pytest.mark.parametrize("width", [1280, 360])
def test_mistakes_are_learned_from_with_the_keyboard(
    browser: Browser, server: SiteServer, width: int, tmp_path: Path
) -> None:
    """Every move is answered: what was played is judged again, and the answer can be shown."""
    with Visit(browser, server.port, width) as visit:
        page = open_review(visit, tmp_path, SHORT)
        show_tab(page, "mistakes")
        page.get_by_label("Mistakes of").select_option("all")
        count = page.locator("button.mistake").count()
        assert count >= 2, "a random match has mistakes"
        page.get_by_role("button", name="Learn from these mistakes").press("Enter")
        progress = page.locator(".reviewing .what")
        expect(progress).to_have_text(f"Mistake 1 of {count} · 0 solved")
        played_words = re.search("“(.*)”", page.locator(".reviewing .note").inner_text())
        assert played_words
        page.keyboard.press("l")
        page.get_by_role("button", name=played_words[1], exact=True).press("Enter")
        expect(page.locator("[data-status]")).to_contain_text("That is the move that was played: it costs")
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".spot.target").first).to_be_visible()
        check_impossible_click(page)
        page.get_by_role("button", name="Show the answer").press("Enter")
        best = re.search("“(.*)”", page.locator("[data-status]").inner_text())
        assert best and best[1] != played_words[1]
        check_page(visit, "review-learn")
        page.get_by_role("button", name="Next mistake").press("Enter")
        expect(progress).to_have_text(f"Mistake 2 of {count} · 0 solved")
        solve(page)
        expect(progress).to_have_text(f"Mistake 2 of {count} · 1 solved")
        page.get_by_role("button", name="Stop").press("Enter")
        expect(page.locator(".reviewing")).to_have_count(0)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def check_impossible_click(page: Page) -> None:
    """What cannot be chosen in the decision says why."""
    page.wait_for_timeout(DOUBLE_CLICK)
    blocked = blocked_spot(page, SHORT)
    assert blocked
    page.mouse.click(blocked["x"], blocked["y"])
    expect(page.get_by_role("tooltip")).to_be_visible()
    expect(page.locator("[data-obstacle]")).to_have_text(page.get_by_role("tooltip").inner_text())
    page.keyboard.press("Escape")


def solve(page: Page) -> None:
    """Try one move after the other until one is right."""
    page.keyboard.press("l")
    offers = page.locator("button.offer")
    expect(offers.first).to_be_attached()
    for at in range(offers.count()):
        offers.nth(at).press("Enter")
        again = page.get_by_role("button", name="Try again")
        expect(
            again.or_(page.get_by_role("button", name=re.compile("Next mistake|Once more")))
        ).to_be_visible()
        if not again.count():
            return
        again.press("Enter")
        page.keyboard.press("l")
    pytest.fail("no move was right")


def test_a_link_leads_to_a_moment_of_a_review(visit: Visit) -> None:
    created = visit.set_table(SHORT, 2)
    visit.sit(created["table"]["id"])
    visit.play()
    page = visit.go(f"replay/table/{created['table']['id']}?at=5&eyes=1&review=move")
    wait_for_review(page)
    expect(page.get_by_text("Move 5 of")).to_be_visible()
    expect(page.locator("#review-move")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#review-page")).to_contain_text("Move 6:")
    page.get_by_role("button", name="Close the review").click()
    page.wait_for_url("**?at=5&eyes=1")
    expect(page.locator(".log")).to_be_visible()


def test_a_review_of_a_file_can_be_linked_to(visit: Visit, tmp_path: Path) -> None:
    page = open_review(visit, tmp_path, SHORT)
    graph(page).press("PageDown")
    page.wait_for_url("**/replay/review/*at=*")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    wait_for_review(page)
    assert page.url == address


def games_and_languages() -> list[object]:
    """Every game in one language, and every language; all pairs are a soak."""
    languages = ["en", "de", "fr"]
    found: list[object] = []
    for place, (name, language) in enumerate(product(games_on_site(), languages)):
        often = place // len(languages) % len(languages) == place % len(languages)
        found.append(pytest.param(name, language, marks=[] if often else [pytest.mark.soak]))
    return found


@pytest.mark.parametrize(("name", "language"), games_and_languages())
def test_a_review_fits_every_window_and_speaks_every_language(
    browser: Browser, server: SiteServer, name: str, language: str, tmp_path: Path
) -> None:
    with Visit(browser, server.port, language=language) as visit:
        page = open_review(visit, tmp_path, name, language)
        page.locator("#review-mistakes").click()
        page.locator("#review-page select").select_option("all")
        faults = []
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.locator(f".frame.{FORMS.get(size, 'wide')}").wait_for()
            for tab in ("match", "mistakes", "move"):
                show_tab(page, tab)
                faults += [f"{size} {tab}: {fault}" for fault in page.evaluate(OVERFLOW)]
                assert "review." not in page.locator("body").inner_text()
            show_tab(page, "mistakes")
            if page.locator("button.mistake").count():
                page.locator(".choose .main").click()
                expect(page.locator(".reviewing .note")).to_be_visible()
                faults += [f"{size} learning: {fault}" for fault in page.evaluate(OVERFLOW)]
                faults += axe_violations(page) if size == "phone" else []
                page.locator(".reviewing .steps button").last.click()
        assert faults == []


def test_a_match_that_is_not_over_has_no_review(visit: Visit, tmp_path: Path) -> None:
    match = played(SHORT).at(4)
    path = tmp_path / "begun.game"
    path.write_text(str(match.record()))
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_text("Move 0 of 4")).to_be_visible()
    expect(page.get_by_role("button", name="Review", exact=True)).to_have_count(0)
