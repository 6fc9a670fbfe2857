"""Two people in two browsers: links, secrets, undo, lost connections, rematches."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from browsing import SiteServer, Visit, check_page, games_on_site, seat_two
from fairground import load

HIDING = [name for name in games_on_site() if load(name).hides(load(name).settle_options({}, study=True))]


def words(value: Any) -> set[str]:
    """Return all words in a message, including those in lists and dictionaries."""
    if isinstance(value, dict):
        return set().union(*(words(each) for each in value.values()), set(value))
    if isinstance(value, list):
        return set().union(*(words(each) for each in value)) if value else set()
    return {value} if isinstance(value, str) else set()


def last_update(visit: Visit) -> Any:
    return next(m for m in map(json.loads, reversed(visit.frames)) if m["type"] == "update")


def wait_until_level(*people: Visit) -> None:
    """Wait until all pages show all moves."""
    furthest = max(last_update(person)["moves"] for person in people)
    for person in people:
        person.page.wait_for_selector(f"[data-moves='{furthest}']")
    assert {last_update(person)["moves"] for person in people} == {furthest}


@pytest.mark.parametrize("name", HIDING)
def test_no_secret_of_another_seat_reaches_a_page(visit: Visit, name: str) -> None:
    """Words that only one seat may know are in no message to the other seat and nowhere in its page."""
    friend, table = seat_two(visit, name)
    watcher = visit.another()
    watcher.sit(table)
    for _ in range(3):
        wait_until_level(visit, friend, watcher)
        public = words(last_update(watcher))
        for one, other in ((visit, friend), (friend, visit)):
            mine = words(last_update(one)["view"]) - public - words(last_update(other)["view"])
            seen = set().union(*(words(json.loads(frame)) for frame in other.frames[-1:]))
            assert not mine & seen
            html = other.page.content()
            assert not [word for word in mine if re.search(rf"\b{re.escape(word)}\b", html)]
        for person in (visit, friend):
            person.play(most=1, wait=200)


def test_a_lost_connection_is_restored(visit: Visit, server: SiteServer) -> None:
    name = games_on_site()[0]
    created = visit.set_table(name, 2)
    page = visit.sit(created["table"]["id"])
    visit.play(most=3)
    told = page.locator("section ol li").count()
    visit.allow_message("ERR_CONNECTION")
    server.close()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    server.start()
    expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=60_000)
    assert page.locator("section ol li").count() >= told
    assert visit.play()["phase"] == "over"


def test_people_who_come_back_see_what_they_missed(visit: Visit) -> None:
    """Even after closing the page. The list disappears with the next move."""
    name = next(name for name in games_on_site() if not load(name).hidden)
    friend, table = seat_two(visit, name)
    visit.play(most=1)
    visit.go("settings")
    friend.page.wait_for_selector("button.offer")
    friend.play(most=1)
    page = visit.sit(table)
    news = page.get_by_role("region", name="While you were away")
    expect(news.locator("li")).to_have_count(1)
    expect(news).to_contain_text("Player 2")
    check_page(visit, "missed")
    visit.play(most=1)
    expect(news).to_have_count(0)


@pytest.mark.parametrize("arrives", [True, False])
def test_a_move_without_an_answer_is_made_once(visit: Visit, arrives: bool) -> None:
    lost: list[str] = []

    def break_connection(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            breaks = '"type":"play"' in str(message) and not lost
            if arrives or not breaks:
                server.send(message)
            if breaks:
                lost.append(str(message))
                route.close()

        route.on_message(pass_on)

    visit.page.route_web_socket(re.compile(r"/live$"), break_connection)
    name = next(name for name in games_on_site() if not load(name).hidden)
    created = visit.set_table(name, 2, bots=[None, None], start=False)
    friend = visit.another()
    friend.go(f"join/{created['table']['id']}/1/{created['invitations'][1]}")
    friend.page.get_by_role("button", name="Sit down").click()
    page = visit.go(f"table/{created['table']['id']}")
    page.get_by_role("button", name="Start the match").click()
    page.locator("button.offer").first.press("Enter")
    expect(page.locator("[data-moves='1']")).to_be_visible()
    expect(page.locator(".log .line")).to_have_count(1)
    assert lost


def test_a_table_with_days_per_move_waits_for_everybody(visit: Visit) -> None:
    page = visit.go("new")
    page.get_by_text("More settings").click()
    page.get_by_text("3 days per move").click()
    expect(page.get_by_label("Wait as long as it takes")).to_be_checked()
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Copy link").first.wait_for()
    expect(page.get_by_text("This address works only on this computer")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    assert page.request.get(f"{visit.base}api/tables/{table}").json()["table"]["away"] is None


def test_seats_are_drawn_by_lot_unless_they_are_chosen(visit: Visit) -> None:
    page = visit.go("new")
    page.get_by_text("More settings").click()
    lot = page.get_by_label("Drawn by lot when the match starts")
    chosen = page.get_by_label("As chosen above")
    expect(lot).to_be_checked()
    lot.focus()
    page.keyboard.press("ArrowDown")
    expect(chosen).to_be_checked()
    page.keyboard.press("ArrowUp")
    expect(lot).to_be_checked()
    page.locator("[data-chair='1'] > summary").click()
    page.locator("[data-level=novice]").click()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_text("Who sits where is drawn by lot")).to_be_visible()
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("By lot a bot (Novice) sits in").first).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    facts = page.request.get(f"{visit.base}api/tables/{table}").json()
    saved = page.evaluate("JSON.parse(localStorage.getItem('fairground.seats'))")
    assert facts["table"]["draw"]
    assert [chair["person"] for chair in facts["chairs"]].index(True) == saved[table]["seat"]


def test_a_table_with_a_custom_box(visit: Visit, tmp_path: Path) -> None:
    name = games_on_site()[0]
    page = visit.go(f"box/{name}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download to edit").click()
    box = tmp_path / "mine.toml"
    box.write_text(download.value.path().read_text())
    page = visit.go(f"new/{name}")
    page.get_by_text("More settings").click()
    page.get_by_text("Your own box").click()
    page.locator("input[type=file]").set_input_files(box)
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Start the match").wait_for()
    table = page.url.rsplit("/", 1)[1]
    assert page.request.get(f"{visit.base}api/tables/{table}").json()["table"]["own_box"]


def test_a_move_can_be_undone_if_the_rules_allow_it(visit: Visit) -> None:
    name = next(name for name in games_on_site() if not load(name).hidden)
    friend, _ = seat_two(visit, name)
    before = visit.page.locator("button.offer").all_inner_texts()
    visit.play(most=1)
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator("button.offer")).to_have_count(len(before))
    assert visit.page.locator("button.offer").all_inner_texts() == before
    visit.play(most=1)
    friend.play(most=1)
    expect(visit.page.locator("button.offer").first).to_be_visible()
    expect(visit.page.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_end_offers_rematch_record_and_verification(visit: Visit) -> None:
    name = (
        games_on_site()[-1]
        if len(load(games_on_site()[-1]).options) == 0
        else next(n for n in games_on_site() if not load(n).options)
    )
    created = visit.set_table(name, 2)
    page = visit.sit(created["table"]["id"])
    visit.play()
    page.get_by_role("button", name="Verify the shuffles").click()
    expect(page.get_by_text("The seed matches")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert download.value.path().read_text().startswith(f"game {name} ")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("[data-phase=playing]")
    assert created["table"]["id"] not in page.url


def test_somebody_takes_over_from_a_bot_once_everybody_agrees(visit: Visit) -> None:
    created = visit.set_table(games_on_site()[0], 2)
    page = visit.sit(created["table"]["id"])
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Chairs and bots").click()
    page.get_by_role("button", name="Invite somebody to Chair 2").press("Enter")
    friend = visit.another()
    friend.allow_message("409")
    friend.page.goto(page.get_by_label("Link for chair 2").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    expect(friend.page.get_by_text("not everybody at the table has agreed yet: Player 1")).to_be_visible()
    expect(page.get_by_text("You have not agreed yet that somebody takes over.")).to_be_visible()
    page.get_by_role("button", name="I agree that somebody takes over").press("Enter")
    expect(page.get_by_text("Everybody agrees")).to_be_visible()
    check_page(visit, "chairs")
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.wait_for_selector("[data-phase=playing]")
    for person in (visit, friend):
        told = person.page.get_by_role("region", name="What happened")
        expect(told).to_contain_text(
            "Player 2 sits down at Chair 2, where a bot (Random) has played until now."
        )


def test_the_host_removes_somebody_before_the_match(visit: Visit) -> None:
    created = visit.set_table(games_on_site()[0], 2, start=False, bots=[None, None], listed=True)
    table = created["table"]["id"]
    friend = visit.another()
    friend.page.request.get(friend.base)
    friend.go(f"join/{table}/1/{created['invitations'][1]}")
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_text("The table is ready").wait_for()
    page = visit.go(f"table/{table}")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove Player 2").click()
    expect(page.get_by_text("free, only with a link")).to_be_visible()
    expect(page.get_by_role("button", name="New link")).to_be_visible()
    expect(friend.page.get_by_text("The host has removed you from your chair")).to_be_visible()
    friend.page.reload()
    friend.page.get_by_text("The table is ready").wait_for()


def test_a_newcomer_is_in_a_match_after_one_click(visit: Visit) -> None:
    page = visit.go("")
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_selector("[data-phase=playing]")
    visit.play(most=2)
