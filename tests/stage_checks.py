"""What must be true of a table in every window: nothing scrolls, and whatever can be chosen is in reach."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browsing import Visit

SIZES = {"desktop": (1280, 800), "large": (1920, 1080), "phone": (360, 740), "landscape": (740, 360)}
PHONES = ("phone", "landscape")
MOST_SHIFT = 0.02

LOOK = (Path(__file__).parent / "look.js").read_text()

# Keeps how far things moved without a reason, and when, from the moment it is installed to the last decision.
WATCH_SHIFTS = """() => {
  window.shifts = [];
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const describe = ({ node, previousRect, currentRect }) =>
    `${node?.className?.baseVal ?? node?.className ?? node?.nodeName} ` +
    `"${(node?.textContent ?? "").slice(0, 20)}" ` +
    `from ${box(previousRect)} to ${box(currentRect)}`;
  new PerformanceObserver((list) => {
    if (!document.querySelector("[data-phase=playing]")) return;
    for (const { hadRecentInput, startTime, value, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([startTime, value, sources.map(describe).join(" | ")]);
  }).observe({ type: "layout-shift" });
}"""
SHIFTED = """() => window.shifts
  .filter(([at]) => !(window.looks ?? []).some(([from, to]) => from <= at && at <= to))
  .map(([, value, what]) => [value, what])"""

SMALL_TEXT = """(least) => [...document.querySelectorAll("[data-phase] *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((each) => each.checkVisibility() && !each.closest(".hidden, .offers, .mini"))
  .map((each) => [each.textContent.trim().slice(0, 30), each])
  .map(([text, each]) => {
    const scale = each.getBoundingClientRect && each.ownerSVGElement
      ? Math.abs(each.getScreenCTM?.()?.d ?? 1)
      : each.offsetHeight ? each.getBoundingClientRect().height / each.offsetHeight : 1;
    return [text, parseFloat(getComputedStyle(each).fontSize) * scale];
  })
  .filter(([, size]) => size < least - 0.1)
  .map(([text, size]) => `"${text}" is ${size.toFixed(1)} px`)"""


def look(page: Page, size: str) -> list[str]:
    """Return what is wrong with the table at this decision."""
    faults: Any = page.evaluate(LOOK, 40 if size in PHONES else 24)
    return list(faults)


def settled_faults(page: Page, size: str, tries: int = 40) -> list[str]:
    """Return what is wrong with the table, and stays wrong when it had time to follow a change."""
    faults = look(page, size)
    for _ in range(tries if faults else 0):
        page.wait_for_timeout(50)
        if not (faults := look(page, size)):
            return []
    return faults


def small_texts(page: Page) -> list[str]:
    """Return the texts that are too small to read."""
    found: Any = page.evaluate(SMALL_TEXT, 11)
    return sorted(set(found))


def watch_shifts(page: Page) -> None:
    """Begin to watch once the page has its fonts, which change the size of words when they arrive."""
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.evaluate(WATCH_SHIFTS)


@contextmanager
def looking(page: Page) -> Iterator[None]:
    """Whatever moves during these checks moves because of them."""
    began = page.evaluate("performance.now()")
    yield
    page.evaluate("began => (window.looks ??= []).push([began, performance.now() + 100])", began)


def shifts(page: Page) -> list[tuple[float, str]]:
    """Return how far things have moved by themselves since `watch_shifts`, the furthest first."""
    found: Any = page.evaluate(SHIFTED)
    return sorted(((value, what) for value, what in found), reverse=True)


def check_end(visit: Visit, game: str, seats: int) -> None:
    """Check that the end of a match is shown, with everybody in it and in words."""
    expect(visit.page.locator("#end-title")).to_be_visible()
    assert visit.page.locator(".standing li").count() == seats
    raw = visit.page.locator("body").inner_text()
    assert f"{game}." not in raw, "a key is shown instead of its translation"
