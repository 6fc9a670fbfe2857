"""Study rooms in the browser: one leads, others follow, and all of it can be done with the keyboard."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import SiteServer, Visit, check_page, games_on_site
from fairground import Match, Record, load
from fairground.engine.annotations import MAIN, AnnotatedRecord
from fairground.engine.playout import trace
from fairground.engine.rng import seeded
from fairground.engine.side_lines import replay_annotated

ONE = next(name for name in games_on_site() if not load(name).hidden)


def finished(name: str) -> AnnotatedRecord:
    game = load(name)
    match = Match(game, game.seats[0], "study", game.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded("study"), game.longest):
        match.play(seat, move)
    return AnnotatedRecord(match.record())


def open_file(visit: Visit, folder: Path, annotated: AnnotatedRecord) -> Page:
    path = folder / "match.game"
    path.write_text(str(annotated))
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    return page


def start_study(visit: Visit, folder: Path, name: str = ONE) -> str:
    """Make a study of a match from the menu of its replay; return the path of its page."""
    page = open_file(visit, folder, finished(name))
    page.get_by_text("Move 0 of").wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Study together").click()
    page.get_by_text("You lead.").first.wait_for(state="attached")
    page.wait_for_url("**/#/study/*")
    return page.url.partition("#/")[2]


def enter(visit: Visit, path: str) -> Page:
    page = visit.go(path)
    page.wait_for_selector("[data-phase=replay]")
    return page


def test_followers_see_what_the_leader_sees_and_may_look_elsewhere(visit: Visit, tmp_path: Path) -> None:
    path = start_study(visit, tmp_path)
    leader, friend = visit.page, visit.another()
    follower = enter(friend, path)
    expect(leader.get_by_text("1 person follows.")).to_be_visible()
    leader.keyboard.press("ArrowRight")
    leader.keyboard.press("ArrowRight")
    leader.get_by_label("Perspective").select_option("1")
    expect(follower.locator("[data-moves='2']")).to_be_visible()
    expect(follower.get_by_label("Perspective")).to_have_value("1")
    follower.keyboard.press("ArrowRight")
    expect(follower.locator("[data-moves='3']")).to_be_visible()
    follow = follower.get_by_role("button", name="Follow")
    expect(follow).to_have_attribute("aria-pressed", "false")
    leader.keyboard.press("ArrowRight")
    leader.keyboard.press("ArrowRight")
    leader.keyboard.press("ArrowRight")
    expect(leader.locator("[data-moves='5']")).to_be_visible()
    expect(follower.locator("[data-moves='3']")).to_be_visible()
    follow.click()
    expect(follower.locator("[data-moves='5']")).to_be_visible()
    expect(follower.get_by_label("Comment on this moment")).to_have_count(0)


def test_comments_and_a_side_line_are_seen_and_saved(visit: Visit, tmp_path: Path) -> None:
    path = start_study(visit, tmp_path)
    leader, follower = visit.page, enter(visit.another(), path)
    leader.get_by_label("Your name").fill("Ann")
    leader.get_by_label("Comment on this moment").fill("The start")
    leader.keyboard.press("Enter")
    expect(follower.get_by_text("The start").last).to_be_visible()
    leader.get_by_label("Others may comment").check()
    follower.get_by_label("Your name").fill("Ben")
    follower.get_by_label("Comment on this moment").fill("Indeed")
    follower.get_by_role("button", name="Send").click()
    expect(leader.get_by_text("Indeed")).to_be_visible()
    leader.get_by_role("button", name="Delete the comment: Indeed").click()
    expect(follower.get_by_text("Indeed")).to_have_count(0)
    leader.get_by_role("button", name="Try other moves").click()
    made = Record.parse(str(finished(ONE).record)).moves[0]
    other = leader.locator("button.offer").last
    other.wait_for(state="attached")
    other.focus()
    leader.keyboard.press("Enter")
    expect(leader.locator("[data-moves='1']")).to_be_visible()
    expect(follower.locator("[data-moves='1']")).to_be_visible()
    expect(follower.get_by_role("button", name="Leave")).to_be_visible()
    leader.get_by_role("button", name="More").click()
    with leader.expect_download() as saved:
        leader.get_by_role("button", name="Save as a file").click()
    annotated = AnnotatedRecord.parse(Path(saved.value.path()).read_text())
    assert [comment.text for comment in annotated.comments.values()] == ["The start"]
    (side,) = annotated.side_lines.values()
    assert side.parent == MAIN and side.moves[0] != made
    replay_annotated(load(ONE), annotated)
    leader.keyboard.press("Escape")
    follower.get_by_role("button", name="Leave").click()
    expect(follower.locator("[data-moves='0']")).to_be_visible()
    leader.get_by_role("button", name="Remove", exact=True).click()
    expect(follower.get_by_role("list", name="Side lines from here")).to_have_count(0)


def test_a_side_line_is_played_on_the_board(visit: Visit, tmp_path: Path) -> None:
    start_study(visit, tmp_path)
    page = visit.page
    page.get_by_role("button", name="Try other moves").click()
    for moves in (1, 2):
        page.locator("[data-spot].target").last.click()
        expect(page.locator(f"[data-moves='{moves}']")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("list", name="Side lines from here").get_by_role("button")).to_have_count(1)


def test_a_file_with_comments_is_opened_with_them(visit: Visit, tmp_path: Path) -> None:
    annotated = finished(ONE)
    annotated.comment(MAIN, 3, "Ann", "Look at this")
    page = open_file(visit, tmp_path, annotated)
    page.get_by_role("button", name="Open with comments").click()
    page.get_by_text("Look at this").wait_for()
    page.get_by_role("button", name="Move 3", exact=True).click()
    expect(page.locator("[data-moves='3']")).to_be_visible()
    page = visit.go("replay")
    expect(page.get_by_role("heading", name="Your studies")).to_be_visible()


def test_the_leader_leads_on_another_device_and_deletes_the_study(visit: Visit, tmp_path: Path) -> None:
    path = start_study(visit, tmp_path)
    key = visit.page.evaluate(
        "id => JSON.parse(localStorage['fairground.studies'])[id].key", path.split("/")[1]
    )
    other = enter(visit.another(), f"{path}/{key}")
    expect(other.get_by_text("You lead.")).to_be_visible()
    assert key not in other.url
    other.keyboard.press("ArrowRight")
    expect(visit.page.locator("[data-moves='1']")).to_be_visible()
    other.get_by_role("button", name="More").click()
    other.get_by_role("button", name="Delete this study").click()
    other.get_by_role("button", name="Delete this study").click()
    expect(visit.page.get_by_text("This study was deleted")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_study_is_accessible(
    browser: Browser, server: SiteServer, width: int, theme: str, tmp_path: Path
) -> None:
    with Visit(browser, server.port, width, theme=theme) as visit:
        annotated = finished(ONE)
        annotated.comment(
            MAIN, 1, "Ann", "A comment that is long enough to need more than one line of the panel"
        )
        game = load(ONE)
        state = Match.replay(game, annotated.record_to(MAIN, 1)).state
        seat = state.actors()[0]
        annotated.play(MAIN, 1, seat, game.write(state.legal(seat)[-1]))
        page = open_file(visit, tmp_path, annotated)
        check_page(visit, f"study-file-{theme}")
        page.get_by_role("button", name="Open with comments").click()
        page.wait_for_selector("[data-phase=replay]")
        page.keyboard.press("ArrowRight")
        page.locator("[data-moves='1']").wait_for()
        if width == 360:
            page.get_by_role("tab", name="Notes").click()
        page.get_by_role("list", name="Side lines from here").get_by_role("button").click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        check_page(visit, f"study-{theme}")
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0
