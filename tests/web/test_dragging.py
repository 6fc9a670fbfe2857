"""Things on the boards can be carried with the mouse onto where they belong.

In Festo! every move is one click, so there is nothing to carry.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from browsing import Visit

CARRYING = ("banner_festival", "festival", "festival_climbers", "fireworks")
TABLE = "table"  # onto which cards are thrown
OPTIONS = {"fireworks": {"arrange": "hand"}}
TALL = {"width": 1280, "height": 3000}  # everything is on the screen
MOST = 60  # moves until something can be carried

# A point of the screen at which a thing is the topmost one.
GRIP = """(id) => {
  for (const thing of document.querySelectorAll(`[data-spot="${id}"]`)) {
    const box = thing.getBoundingClientRect();
    for (const part of [0.5, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9])
      for (const other of [0.5, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]) {
        const [x, y] = [box.x + part * box.width, box.y + other * box.height];
        if (document.elementFromPoint(x, y)?.closest("[data-spot]") === thing) return { x, y };
      }
  }
  return null;
}"""


def offers(visit: Visit) -> list[dict[str, Any]]:
    """What is on offer now."""
    states = [frame for frame in map(json.loads, visit.frames) if "offers" in frame]
    found: list[dict[str, Any]] = states[-1]["offers"]
    return found


def grips(page: Page, offer: dict[str, Any]) -> list[dict[str, float]] | None:
    """Where to take the first thing of an offer and where to put it, if both are to be seen."""
    points = [page.evaluate(GRIP, thing) for thing in (*offer["path"], TABLE)[:2]]
    return points if all(points) else None


def carried(visit: Visit) -> tuple[dict[str, Any], list[dict[str, float]]]:
    """Play on until an offer can be carried out by dragging."""
    for number in range(MOST):
        visit.page.wait_for_selector("button.offer")
        for offer in offers(visit):
            if points := grips(visit.page, offer):
                return offer, points
        assert visit.play(most=1, seed=number)["phase"] != "over"
    raise AssertionError("nothing could be carried")


def haul(page: Page, points: list[dict[str, float]]) -> None:
    start, end = points
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=5)
    page.mouse.up()


class Moves(list[int]):
    """The moves that a page has asked the server for."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        page.on("websocket", lambda socket: socket.on("framesent", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        request = json.loads(frame)
        if request["type"] == "play":
            self.append(request["move"])


def sit(visit: Visit, name: str) -> Moves:
    moves = Moves(visit.page)
    visit.page.set_viewport_size(TALL)  # type: ignore[arg-type]
    created = visit.set_table(name, 2, options=OPTIONS.get(name, {}))
    visit.sit(created["table"]["id"])
    return moves


@pytest.mark.parametrize("name", CARRYING)
def test_a_thing_is_carried_to_its_place(visit: Visit, name: str) -> None:
    moves = sit(visit, name)
    offer, points = carried(visit)
    before = len(moves)
    haul(visit.page, points)
    for _ in range(200):
        if len(moves) == before:
            visit.page.wait_for_timeout(50)
    assert moves[before:] == [offer["move"]]


@pytest.mark.parametrize("name", CARRYING)
def test_a_thing_put_where_it_does_not_belong_goes_back(visit: Visit, name: str) -> None:
    moves = sit(visit, name)
    _, (start, _) = carried(visit)
    before = len(moves)
    haul(visit.page, [start, {"x": 2.0, "y": 2.0}])
    visit.page.wait_for_timeout(300)
    assert visit.page.locator(".dragged, .chosen").count() == 0
    assert moves[before:] == []
