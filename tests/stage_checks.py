"""What must be true of a table in every window: nothing scrolls, and whatever can be chosen is in reach."""

from typing import Any

from playwright.sync_api import Page

SIZES = {"desktop": (1280, 800), "large": (1920, 1080), "phone": (360, 740), "landscape": (740, 360)}
PHONES = ("phone", "landscape")
MOST_SHIFT = 0.02

# Looks at the page at a decision and returns a sentence for each fault. On a phone it looks through all panes
# of the board: what the decision needs may be one tap away.
LOOK = """async (least) => {
  const faults = [];
  const root = document.documentElement;
  const frame = document.querySelector("[data-phase]");
  const soon = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  if (root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight - innerHeight} px too tall`);
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);
  const inside = (box) => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const points = (box) => [0.5, 0.25, 0.75].flatMap((x) => [0.5, 0.25, 0.75].map((y) => [box.left + box.width * x, box.top + box.height * y]));
  const covered = (spot, box) => !points(box).some(([x, y]) => {
    const hit = document.elementFromPoint(x, y)?.closest("[data-spot]");
    return hit === spot;
  });
  const stage = () => frame.querySelector(".stage").getBoundingClientRect();
  const seen = new Set();
  const examine = () => {
    const board = frame.querySelector(".board")?.getBoundingClientRect();
    const place = stage();
    if (board && (board.left < place.left - 1 || board.right > place.right + 1 || board.top < place.top - 1 || board.bottom > place.bottom + 1))
      faults.push("the board is larger than its place");
    for (const spot of frame.querySelectorAll("[data-spot].target, button[data-spot]")) {
      const id = spot.dataset.spot, box = spot.getBoundingClientRect();
      if (!box.width || spot.closest(".offers")) continue;
      seen.add(id);
      if (!inside(box)) faults.push(`${id} is out of sight at ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}x${Math.round(box.height)}`);
      else if (covered(spot, box)) faults.push(`${id} is covered`);
      if (box.width < least - 0.5 || box.height < least - 0.5)
        faults.push(`${id} is only ${Math.round(box.width)} x ${Math.round(box.height)} px`);
    }
  };
  const tabs = [...frame.querySelectorAll("[role=tab]")];
  const shown = tabs.findIndex((tab) => tab.ariaSelected === "true");
  examine();
  const wanted = new Set([...frame.querySelectorAll("button.offer")].map((offer) => offer.dataset.first));
  const missing = () => [...wanted].filter((id) => !seen.has(id));
  for (const tab of missing().length ? tabs : []) { tab.click(); await soon(); examine(); }
  if (tabs.length && tabs[shown]) { tabs[shown].click(); await soon(); }
  for (const id of missing()) faults.push(`${id} can be chosen but is not on the table`);
  return [...new Set(faults)];
}"""

# Adds up how far things moved without a reason, from the moment it is installed.
WATCH_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}"""

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


def small_texts(page: Page) -> list[str]:
    """Return the texts that are too small to read."""
    found: Any = page.evaluate(SMALL_TEXT, 11)
    return sorted(set(found))


def watch_shifts(page: Page) -> None:
    page.evaluate(WATCH_SHIFTS)


def shift(page: Page) -> float:
    """Return how far things have moved by themselves since `watch_shifts`."""
    return float(page.evaluate("window.shifted"))
