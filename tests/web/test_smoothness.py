"""How smooth and how quick the site is. The figures are printed and kept in build/; none is asserted."""

import json
import re
import statistics
from typing import Any

import pytest
from playwright.sync_api import Browser

from browsing import ROOT, SiteServer, Visit, games_on_site
from fairground import load

FIGURES = ROOT / "build/smoothness"
MOVES = 4
LONGEST = 600  # milliseconds that the pieces of a move take at most

RECORD_FRAMES = """() => {
  window.recorded = [];
  let last = performance.now();
  const tick = (now) => { window.recorded.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""

# Milliseconds from the click to the end of the first frame that shows the board.
RECORD_OPENING = """() => {
  let clicked = 0;
  addEventListener("click", (event) => (clicked = event.timeStamp), true);
  const board = "[data-phase=playing] .board [data-spot]";
  window.opening = new Promise((done) => {
    const look = () =>
      document.querySelector(board)
        ? setTimeout(() => done(performance.now() - clicked))
        : requestAnimationFrame(look);
    look();
  });
}"""


def keep(name: str, figures: dict[str, float], capsys: pytest.CaptureFixture[str]) -> None:
    FIGURES.mkdir(parents=True, exist_ok=True)
    (FIGURES / f"{name}.json").write_text(json.dumps(figures))
    with capsys.disabled():
        print(f"\n{name}: " + ", ".join(f"{value:.0f} {what}" for what, value in figures.items()))


@pytest.mark.parametrize("name", games_on_site())
def test_frames_while_pieces_move_are_recorded(
    browser: Browser, server: SiteServer, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Visit(browser, server.port, motion="full", theme="dark") as visit:
        page = visit.sit(visit.set_table(name, load(name).seats[-1])["table"]["id"])
        page.wait_for_selector("button.offer", state="attached")
        page.keyboard.press("Shift")  # whoever plays has touched the page before a piece moves
        page.evaluate(RECORD_FRAMES)
        for move in range(MOVES):
            visit.play(most=1, seed=move)
            page.wait_for_timeout(LONGEST)
        frames: Any = page.evaluate("window.recorded")
    assert len(frames) > MOVES, "there was something to record"
    rate = 1000 / statistics.median(frames)
    figures = {"frames a second in the median": rate, "ms for the longest frame": max(frames)}
    keep(f"frames-{name}", figures, capsys)


@pytest.mark.parametrize("name", games_on_site())
def test_the_time_from_a_click_to_the_board_is_recorded(
    visit: Visit, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit.go("")
    button = page.get_by_role("button", name=re.compile(f"Play now ?: {load(name).title}$"))
    button.wait_for()
    page.evaluate(RECORD_OPENING)
    button.click()
    taken: Any = page.evaluate("window.opening")
    keep(f"opening-{name}", {"ms from the click to the board": taken}, capsys)
