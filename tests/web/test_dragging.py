"""Things on the boards can be dragged to where they belong."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from browsing import ROOT, Visit
from fairground import seeded
from settings import SETTINGS, Setting

TABLE = "table"  # cards are dragged onto it
TALL = {"width": 1280, "height": 3000}  # everything is on the screen
MOST = 60  # moves until something can be dragged

# Finds a point of the screen at which a thing is the topmost one.
POINT_ON = """(id) => {
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


def has_draggable(setting: Setting) -> bool:
    """Whether anything can be dragged: onto the table, or in a move of more than one click."""
    boards = (ROOT / "web/src/games" / setting.name).glob("*.svelte")
    throws = any("data-spot={TABLE}" in board.read_text() for board in boards)
    return throws or any(needed > 1 for needed in clicks(setting))


def clicks(setting: Setting) -> Iterator[int]:
    """Yield how many clicks each move of a random match takes."""
    game, rng = setting.game, seeded("clicks")
    state = game.setup(setting.seats, seeded("clicks"), setting.options)
    while state.actors():
        seat = int(state.someone(rng))
        legal = state.legal(seat)
        yield from (len(game.path(move)) for move in legal)
        state.play(seat, legal[rng.below(len(legal))])


def draggable_settings() -> list[Setting]:
    """Return the first setting of each game with something to drag; in others every move is one click."""
    first: dict[str, Setting] = {}
    for setting in SETTINGS:
        if setting.name not in first and has_draggable(setting):
            first[setting.name] = setting
    return list(first.values())


DRAGGABLE = pytest.mark.parametrize("setting", draggable_settings(), ids=str)


def offers(visit: Visit) -> list[dict[str, Any]]:
    """Return the current offers."""
    states = [frame for frame in map(json.loads, visit.frames) if "offers" in frame]
    found: list[dict[str, Any]] = states[-1]["offers"]
    return found


def drag_points(page: Page, offer: dict[str, Any]) -> list[dict[str, float]] | None:
    """Return where to pick up the first thing of an offer and where to drop it, if both are visible."""
    points = [page.evaluate(POINT_ON, thing) for thing in (*offer["path"], TABLE)[:2]]
    return points if all(points) else None


def find_draggable(visit: Visit) -> tuple[dict[str, Any], list[dict[str, float]]]:
    """Play until an offer can be chosen by dragging; return it and where to drag."""
    for number in range(MOST):
        visit.page.wait_for_selector("button.offer")
        for offer in offers(visit):
            if points := drag_points(visit.page, offer):
                return offer, points
        assert visit.play(most=1, seed=number)["phase"] != "over"
    raise AssertionError("nothing could be dragged")


def drag(page: Page, points: list[dict[str, float]]) -> None:
    start, end = points
    page.mouse.move(start["x"], start["y"])
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=5)
    page.mouse.up()


class Moves(list[int]):
    """The moves that a page has sent to the server."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        page.on("websocket", lambda socket: socket.on("framesent", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        request = json.loads(frame)
        if request["type"] == "play":
            self.append(request["move"])


def sit(visit: Visit, setting: Setting) -> Moves:
    moves = Moves(visit.page)
    visit.page.set_viewport_size(TALL)  # type: ignore[arg-type]
    created = visit.set_table(setting.name, setting.seats, options=setting.options)
    visit.sit(created["table"]["id"])
    return moves


@DRAGGABLE
def test_dragging_a_thing_to_its_place_makes_the_move(visit: Visit, setting: Setting) -> None:
    moves = sit(visit, setting)
    offer, points = find_draggable(visit)
    before = len(moves)
    drag(visit.page, points)
    for _ in range(200):
        if len(moves) == before:
            visit.page.wait_for_timeout(50)
    assert moves[before:] == [offer["move"]]


@DRAGGABLE
def test_a_thing_dropped_elsewhere_goes_back(visit: Visit, setting: Setting) -> None:
    moves = sit(visit, setting)
    _, (start, _) = find_draggable(visit)
    before = len(moves)
    drag(visit.page, [start, {"x": 2.0, "y": 2.0}])
    visit.page.wait_for_timeout(300)
    assert visit.page.locator(".dragged, .chosen").count() == 0
    assert moves[before:] == []
