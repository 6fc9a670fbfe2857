"""A box of one's own on the site: people are told what differs from the rules that they read."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from browsing import SiteServer, Visit, check_widths, games_on_site
from fairground import load
from fairground.engine.box import canonical
from fairground.games import editions
from hostile_boxes import at, put
from shown_values import another_value, printed_places

DIFFERENCES = "[data-box-differences]"


def own_box(name: str, most: int) -> str:
    """Return a box in which some numbers differ from the usual ones."""
    game = load(name)
    data = game.box().data
    for place in [
        places[0] for places in printed_places(data).values() if isinstance(at(data, places[0]), int)
    ]:
        new = another_value(game, data, place, at(data, place))
        if new is not None and most:
            data, most = put(data, new, place), most - 1
    return canonical(data)


@pytest.mark.parametrize("name", games_on_site())
def test_the_rules_of_a_table_begin_with_what_its_own_box_changes(visit: Visit, name: str) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})
    created = visit.set_table(name, load(name).seats[0], start=False, box=own_box(name, 3))
    page = visit.go(f"table/{created['table']['id']}")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="What is different?").click()
    rules = opened.value
    expect(rules.locator(DIFFERENCES)).to_contain_text("This table plays with a box of its own.")
    shown = rules.locator(f"{DIFFERENCES} tbody tr").all_inner_texts()
    asked = visit.page.request.get(f"{visit.base}api/tables/{created['table']['id']}/box").json()
    told = [(each["place"], each["usual"] or "–", each["own"] or "–") for each in asked["differences"]]
    assert [tuple(row.split("\t")) for row in shown] == told != []
    assert rules.get_by_role("main").inner_text().index("box of its own") < 200, "before everything else"
    visit.go(f"rules/{name}?table={created['table']['id']}").wait_for_selector(DIFFERENCES)
    check_widths(visit, f"own-box-{name}")


def test_a_table_with_the_usual_box_has_the_rules_alone(visit: Visit) -> None:
    name = games_on_site()[0]
    created = visit.set_table(name, load(name).seats[0])
    page = visit.go(f"rules/{name}?table={created['table']['id']}")
    expect(page.get_by_role("main").locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(DIFFERENCES)).to_have_count(0)


def test_a_match_under_former_rules_says_so(visit: Visit, server: SiteServer) -> None:
    """It was begun before the present version of the rules came out."""
    name = next(name for name in games_on_site() if len(editions(name)) > 1)
    table = visit.set_table(name, load(name).seats[0])["table"]["id"]
    page = visit.go(f"rules/{name}?table={table}")
    expect(page.get_by_role("main").locator("h1")).to_be_visible()
    assert page.get_by_text("This match began under version").count() == 0
    former = editions(name)[1].rules
    with closing(sqlite3.connect(server.store.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE tables SET rules = ? WHERE id = ?", (former, table))
    page = visit.go(f"rules/{name}?table={table}")
    expect(page.get_by_text(f"This match began under version {former} of the rules")).to_be_visible()
