"""Replays of finished tables and of files, from every perspective."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browsing import SiteServer, Visit, check_page, games_on_site
from fairground import Match, load
from fairground.engine.playout import trace
from fairground.engine.rng import seeded


def record_of(name: str) -> str:
    game = load(name)
    match = Match(game, game.seats[0], "replay", game.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded("replay"), game.longest):
        match.play(seat, move)
    return str(match.record())


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("name", games_on_site())
def test_a_record_from_a_file_is_replayed(
    browser: Browser, server: SiteServer, name: str, width: int, tmp_path: Path
) -> None:
    with Visit(browser, server.port, width) as visit:
        replay(visit, name, tmp_path)


def replay(visit: Visit, name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.game"
    path.write_text(record_of(name))
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("Move 0 of").wait_for()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Move 1 of")).to_be_visible()
    for eyes in ("open", "0", "1"):
        page.get_by_label("Perspective").select_option(eyes)
        page.get_by_role("button", name="Next turn").click()
        expect(page.locator(".board svg").first).to_be_visible()
    check_page(visit, f"replay-{name}")
    page.get_by_role("button", name="Go to the end").click()
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.get_by_role("img", name="Points over time")).to_be_visible()
    assert f"{name}." not in page.locator("body").inner_text()


def test_a_link_leads_to_a_moment(visit: Visit) -> None:
    name = next(n for n in games_on_site() if not load(n).options)
    created = visit.set_table(name, 2)
    visit.sit(created["table"]["id"])
    visit.play()
    page = visit.go(f"replay/table/{created['table']['id']}?at=5&eyes=1")
    expect(page.get_by_text("Move 5 of")).to_be_visible()
    page.get_by_role("button", name="Next move", exact=True).click()
    page.wait_for_url("**at=6&eyes=1")


def test_a_file_that_is_not_a_record_gets_an_error_message(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "nonsense.game"
    path.write_text("this is not a record")
    visit.allow_message("status of 400")
    page = visit.go("replay")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_be_visible()
