"""The chat of a table in the browser: on the stage, in the waiting room, in a replay."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import Visit, axe_violations, check_page, games_on_site
from fairground import load
from stage_checks import SIZES, settled_faults

GAME = games_on_site()[0]


def seat_friends(visit: Visit, game: str = GAME, seats: int = 2, **wish: Any) -> tuple[Visit, str]:
    """Set up a table of people; a friend sits in chair 1. Nobody has opened it yet."""
    options = load(game).settle_options({}, study=True)
    bots = [None, None, *["random"] * (seats - 2)]
    wish = {"free_text": True, "options": options, "name": "Ada", **wish}
    created = visit.set_table(game, seats, start=False, bots=bots, **wish)
    table = created["table"]["id"]
    body = {"name": "Ben", "invitation": created["invitations"][1]}
    taken = visit.page.request.post(f"{visit.base}api/tables/{table}/chairs/1", data=body).json()
    friend = visit.another()
    friend.save_seat(table, game, {"seat": 1, "key": taken["key"], "host": None, "invitations": []})
    return friend, table


def begin(visit: Visit, friend: Visit, table: str) -> None:
    visit.go(f"table/{table}")
    visit.page.get_by_role("button", name="Start the match").click()
    friend.go(f"table/{table}")
    for person in (visit, friend):
        person.page.wait_for_selector("[data-phase=playing]")


def write(page: Page, text: str) -> None:
    field = page.get_by_label("Write something")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def pick(page: Page, name: str) -> None:
    page.locator("section.chat .say").click()
    page.locator(".picker").get_by_role("button", name=name).click()


def lines(page: Page) -> Any:
    return page.locator("section.chat ol li p")


def test_people_talk_from_the_waiting_room_to_the_match(visit: Visit) -> None:
    friend, table = seat_friends(visit)
    friend.go(f"table/{table}")
    expect(friend.page.get_by_text("people can write to each other in their own words")).to_be_visible()
    pick(friend.page, "Hello, everybody!")
    visit.go(f"table/{table}")
    expect(lines(visit.page)).to_contain_text(["Ben Hello, everybody!"])
    check_page(visit, "chat-waiting")
    visit.page.get_by_role("button", name="Start the match").click()
    friend.page.wait_for_selector("[data-phase=playing]")
    friend.page.keyboard.press("t")
    write(friend.page, "Good luck, Ada")
    visit.page.wait_for_selector("[data-phase=playing]")
    tool = visit.page.locator(".tool[title^=Chat]")
    expect(tool).to_have_accessible_name("Chat (1)")
    expect(visit.page.locator("[data-spoken]")).to_have_text("Ben says: Good luck, Ada")
    visit.page.keyboard.press("t")
    expect(lines(visit.page)).to_contain_text(["Hello, everybody!", "Good luck, Ada"])
    expect(tool).to_have_accessible_name("Chat")
    expect(visit.page.get_by_label("Write something")).to_be_focused()
    write(visit.page, "The same to you: t, l and r are no keys here")
    expect(lines(friend.page)).to_contain_text(["Hello", "Good luck", "no keys here"])
    assert visit.page.locator(".overlay").count() == 0
    assert axe_violations(visit.page) == []
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator("section.chat")).to_have_count(0)


def test_whoever_sits_with_bots_alone_sees_no_chat(visit: Visit) -> None:
    page = visit.sit(visit.set_table(GAME, 2)["table"]["id"])
    expect(page.get_by_role("button", name="What you can do")).to_be_visible()
    expect(page.get_by_role("button", name="Chat")).to_have_count(0)
    page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)


def test_what_people_write_is_shown_as_text(visit: Visit) -> None:
    friend, table = seat_friends(visit)
    begin(visit, friend, table)
    for person in (visit, friend):
        person.page.keyboard.press("t")
    written = "<img src=x onerror=alert(1)> https://example.org <b>bold</b>"
    write(friend.page, written)
    expect(lines(visit.page)).to_contain_text([written])
    assert visit.page.locator("section.chat :is(img, a, b)").count() == 0


def test_each_reads_phrases_in_their_own_language(visit: Visit) -> None:
    friend, table = seat_friends(visit, free_text=False)
    friend.go("settings")
    friend.page.get_by_role("radio", name="Français").check(force=True)
    begin(visit, friend, table)
    for person in (visit, friend):
        person.page.keyboard.press("t")
    assert visit.page.get_by_label("Write something").count() == 0
    pick(visit.page, "Thank you!")
    pick(visit.page, "A lantern")
    expect(lines(friend.page)).to_contain_text(["Merci", "Une lanterne"])


def test_lines_are_deleted_and_people_hidden(visit: Visit) -> None:
    friend, table = seat_friends(visit)
    begin(visit, friend, table)
    for person in (visit, friend):
        person.page.keyboard.press("t")
    write(friend.page, "a slip")
    write(friend.page, "nonsense")
    expect(lines(visit.page)).to_contain_text(["a slip", "nonsense"])
    friend.page.get_by_role("button", name="Delete “a slip”").click()
    expect(lines(visit.page)).to_contain_text(["nonsense"])
    visit.page.get_by_role("button", name="Do not show me what Ben says").first.click()
    expect(visit.page.locator("section.chat ol li.quiet")).to_be_visible()
    write(friend.page, "more nonsense")
    visit.page.reload()
    visit.page.wait_for_selector("[data-phase=playing]")
    expect(visit.page.locator("[data-spoken]")).to_have_text("")
    visit.page.keyboard.press("t")
    visit.page.get_by_role("button", name="Show me what Ben says again").click()
    expect(lines(visit.page)).to_contain_text(["nonsense", "more nonsense"])


def test_a_refused_text_stays_in_the_field(visit: Visit) -> None:
    friend, table = seat_friends(visit)
    begin(visit, friend, table)
    visit.page.keyboard.press("t")
    field = visit.page.get_by_label("Write something")
    field.fill("\u3164")  # invisible
    field.press("Enter")
    expect(visit.page.locator("section.chat [role=alert]")).to_contain_text("Expected some text")
    expect(field).to_have_value("\u3164")


@pytest.mark.parametrize("size", SIZES)
def test_the_chat_covers_nothing_in_any_window(visit: Visit, size: str) -> None:
    """With the chat before the person and with it folded away; axe is content with both."""
    width, height = SIZES[size]
    name = max(games_on_site(), key=lambda each: load(each).seats[-1])
    friend, table = seat_friends(visit, name, load(name).seats[-1])
    visit.page.set_viewport_size({"width": width, "height": height})
    begin(visit, friend, table)
    friend.page.keyboard.press("t")
    write(friend.page, "word " * 50)
    visit.page.keyboard.press("t")
    expect(lines(visit.page)).to_contain_text(["word word"])
    box = visit.page.locator("section.chat").bounding_box()
    assert box and box["y"] + box["height"] <= height and box["x"] + box["width"] <= width
    check_page(visit, f"chat-{size}")
    visit.page.locator("section.chat .say").click()
    check_page(visit, f"chat-picking-{size}")
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("t")
    assert settled_faults(visit.page, size) == []


def test_what_a_seat_says_appears_beside_it_unless_that_is_switched_off(visit: Visit) -> None:
    friend, table = seat_friends(visit)
    visit.prefer(motion="full", language="en", theme="light")
    begin(visit, friend, table)
    visit.page.evaluate("document.documentElement.dataset.motion = 'full'")
    friend.page.keyboard.press("t")
    pick(friend.page, "A rocket")
    expect(visit.page.locator(".speech .bubble svg")).to_be_visible()
    expect(visit.page.locator(".speech")).to_have_count(0)
    visit.page.evaluate("document.documentElement.dataset.motion = 'less'")
    pick(friend.page, "Thank you!")
    expect(visit.page.locator("[data-spoken]")).to_have_text("Ben says: Thank you!")
    assert visit.page.locator(".speech").count() == 0


def test_a_replay_shows_what_was_said_to_those_who_sat_there(visit: Visit) -> None:
    options = load(GAME).settle_options({}, study=True)
    created = visit.set_table(GAME, 2, start=False, bots=[None, "random"], options=options, name="Ada")
    table = created["table"]["id"]
    visit.go(f"table/{table}")
    pick(visit.page, "Good luck, and have fun!")
    visit.page.get_by_role("button", name="Start the match").click()
    visit.page.wait_for_selector("[data-phase=playing]")
    visit.play()
    visit.until_over()
    visit.go(f"replay/table/{table}?at=1")
    visit.page.get_by_role("button", name="What was said").click()
    said = visit.page.locator(".said li")
    expect(said).to_contain_text(["Ada Good luck, and have fun!"])
    check_page(visit, "chat-replay")
    with visit.page.expect_download() as download:
        visit.page.get_by_role("button", name="Save what was said").click()
    text = download.value.path().read_text()
    assert "): Good luck, and have fun!" in text and " Ada (after " in text
    stranger = visit.another()
    stranger.go(f"replay/table/{table}?at=1")
    expect(stranger.page.get_by_role("button", name="Next move")).to_be_visible()
    assert stranger.page.get_by_role("button", name="What was said").count() == 0
    visit.sit(table)
    visit.page.get_by_role("button", name="Close").first.click()
    visit.page.keyboard.press("t")
    visit.page.get_by_label("Everybody may read this").check()
    expect(visit.page.get_by_label("Everybody may read this")).to_be_checked()
    stranger.page.reload()
    stranger.page.get_by_role("button", name="What was said").click()
    expect(stranger.page.locator(".said li")).to_contain_text(["Good luck"])
    visit.go(f"replay/table/{table}?at=1")
    visit.page.get_by_role("button", name="What was said").click()
    visit.page.get_by_role("button", name="Delete “Good luck, and have fun!”").click()
    expect(visit.page.locator(".said li")).to_contain_text(["Nothing was said"])
