"""Helpers for the tests of the site: a server, people with browsers, and checks of a page."""

import asyncio
import json
import re
import shutil
import threading
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from playwright.sync_api import Browser, Page

from fairground import list_games, load
from fairground.engine.clicks import click_paths
from fairground.server.run import listen, open_backend
from fairground.server.settings import ServerSettings
from hosting import GENEROUS

ROOT = Path(__file__).parent.parent
SCREENS = ROOT / "build/screens"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
PATIENCE = 120.0
WIDTHS = (360, 1280)  # of a phone and of a desktop
HEIGHT = 900
REVIEW_BUDGET = 60  # reviews of the tests are rough, and soon done
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
QUIET = {"motion": "less", "language": "en", "theme": "light"}

# Makes moves in the page as a person would: clicks highlighted spots on the board or, if there are none, a
# button of the list. Prefers moves of one click, so that it does not rearrange forever. Ends with the match
# or after `most` moves.
PLAYER = """async ({ most, seed, wait }) => {
  let state = seed;
  const below = (n) => ((state = (state * 1103515245 + 12345) % 2147483648) >> 8) % n;
  const pick = (list) => list[below(list.length)];
  const table = () => document.querySelector("[data-phase]");
  const soon = () => new Promise((done) => setTimeout(done, 5));
  let made = 0, clicks = 0, idle = 0;
  while (table()?.dataset.phase !== "over" && made < most && idle < wait) {
    const offers = [...document.querySelectorAll("button.offer")];
    if (!offers.length) { idle++; await soon(); continue; }
    idle = 0;
    const before = table().dataset.moves;
    const spots = [...document.querySelectorAll("[data-spot].target")];
    const short = offers.filter((offer) => offer.dataset.clicks === "1");
    if (clicks === 0 && short.length && short.length < offers.length && below(8)) pick(short).click();
    else if (spots.length && below(4) && clicks < 6) {
      pick(spots).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      clicks++;
      await soon();
      if (document.querySelectorAll("button.offer").length !== 0 && table().dataset.moves === before) {
        const chosen = document.querySelector("[data-spot].chosen");
        if (chosen) continue;
      }
    } else pick(offers).click();
    clicks = 0;
    made++;
    for (let i = 0; i < 12000 && table().dataset.moves === before; i++) await soon();
  }
  return { made, phase: table()?.dataset.phase ?? null };
}"""


# Finds a spot among these that cannot be chosen, and a point at which it is the topmost one.
BLOCKED = """(ids) => {
  for (const spot of document.querySelectorAll("[data-spot]:not(.target, .clickable)")) {
    if (!ids.includes(spot.dataset.spot) || spot.tagName === "BUTTON") continue;
    const box = spot.getBoundingClientRect();
    for (const part of [0.5, 0.3, 0.7, 0.2, 0.8])
      for (const other of [0.5, 0.3, 0.7, 0.2, 0.8]) {
        const [x, y] = [box.x + part * box.width, box.y + other * box.height];
        const top = document.elementFromPoint(x, y)?.closest("[data-spot]");
        if (top === spot) return { id: spot.dataset.spot, x, y };
      }
  }
  return null;
}"""


def games_on_site() -> list[str]:
    """The games that the site can draw: those with a folder in web/src/games."""
    return [name for name in list_games() if (ROOT / "web/src/games" / name).is_dir()]


def chromium() -> str:
    """Return the path of the browser, which `make test` installs if it is missing."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "no Chromium is installed: run `make test`, or install the package chromium"
    return found


class SiteServer:
    """A server in a thread. It can be stopped and started again with the same store and port."""

    def __init__(self, folder: Path, port: int = 0, **changes: object) -> None:
        self.store = f"sqlite:///{folder / 'tables.db'}"
        self.port = port
        self.changes = changes
        self.start()

    def start(self) -> None:
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self.thread.start()
        assert self.ready.wait(PATIENCE)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join()

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.stop = asyncio.Event()
        limits = msgspec.structs.replace(GENEROUS, review_budget=REVIEW_BUDGET, reviews_an_hour=10**6)
        usual = ServerSettings(
            port=self.port, store=self.store, pace=(0.0, 0.0), limits=limits, tournament_pause=0.0
        )
        settings = msgspec.structs.replace(usual, **self.changes)
        async with open_backend(settings) as backend, listen(backend) as port:
            self.port = port
            self.ready.set()
            await self.stop.wait()


class Visit:
    """One person with a browser of their own, and the errors of their page.

    The site's service worker runs only in a browser with a `worker`..
    """

    def __init__(
        self, browser: Browser, port: int, width: int = 1280, worker: bool = False, **prefs: str
    ) -> None:
        self.browser = browser
        self.base = f"http://127.0.0.1:{port}/"
        self.stack = ExitStack()
        self.frames: list[str] = []
        self.errors: list[str] = []
        self.allowed = "WebSocket|Service Worker registration blocked by Playwright"
        self.tables: dict[str, dict[str, Any]] = {}
        self.context = browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            service_workers="allow" if worker else "block",  # else tests could not change what a page fetches
        )
        self.stack.callback(self.context.close)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._receive))
        self.page.on("request", self._check_host)
        self.prefer(**{**QUIET, **prefs})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stack.close()
        if kind is None:
            assert not self.errors, self.errors

    def another(self) -> "Visit":
        """Return a friend with a browser of their own."""
        port = int(self.base.rsplit(":", 1)[1].strip("/"))
        return self.stack.enter_context(Visit(self.browser, port))

    def allow_message(self, complaint: str) -> None:
        """Allow messages in the browser's console that the test provokes."""
        self.allowed += f"|{complaint}"

    def prefer(self, **prefs: str) -> None:
        """Set the preferences of this person before the site is opened."""
        self._store("fairground.prefs", prefs)

    def _store(self, key: str, value: object) -> None:
        """Store a value in the browser before a page reads it."""
        told = f"{json.dumps(key)}, {json.dumps(json.dumps(value))}"
        asked = f"location.host && !localStorage.getItem({json.dumps(key)})"
        self.context.add_init_script(f"if ({asked}) localStorage.setItem({told});")

    def go(self, path: str) -> Page:
        """Load a page."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.base}#/{path}")
        return self.page

    def set_table(self, game: str, seats: int, start: bool = True, **wish: Any) -> dict[str, Any]:
        """Create a table over REST and take seat 0."""
        bots = wish.pop("bots", [None, *["random"] * (seats - 1)])
        body = {"game": game, "seats": seats, "bots": bots, "start": start, **wish}
        answer = self.page.request.post(f"{self.base}api/tables", data=body)
        assert answer.status == 201, answer.text()
        created: dict[str, Any] = answer.json()
        self.save_seat(created["table"]["id"], game, created)
        return created

    def save_seat(self, table: str, game: str, keys: dict[str, Any]) -> None:
        """Save the keys of a table in the browser, as the page would."""
        parts = ("seat", "key", "host", "invitations")
        self.tables[table] = {"game": game, "when": 1, **{part: keys[part] for part in parts}}
        self._store("fairground.seats", self.tables)
        if self.page.url.startswith(self.base):
            self.page.evaluate("t => localStorage.setItem('fairground.seats', t)", json.dumps(self.tables))

    def sit(self, table: str) -> Page:
        page = self.go(f"table/{table}")
        page.wait_for_selector("[data-phase]")
        return page

    def play(self, most: int = 10**6, seed: int = 7, wait: int = 20_000) -> dict[str, Any]:
        """Play to the end, for `most` moves, or until no move was on offer `wait` times in a row."""
        self.page.set_default_timeout(0)
        done: dict[str, Any] = self.page.evaluate(PLAYER, {"most": most, "seed": seed, "wait": wait})
        self.page.set_default_timeout(PATIENCE * 1000)
        return done

    def until_over(self) -> None:
        self.page.wait_for_selector("[data-phase=over]")

    def _console(self, message: Any) -> None:
        if message.type in {"error", "warning"} and not re.search(self.allowed, message.text):
            self.errors.append(message.text)

    def _receive(self, frame: str | bytes) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode())

    def _check_host(self, request: Any) -> None:
        if not request.url.startswith((self.base, "about:", "blob:", "data:")):
            self.errors.append(f"fetched from elsewhere: {request.url}")


def blocked_spot(page: Page, game: str) -> dict[str, Any] | None:
    """Return a thing in sight that other moves of a game name and that cannot be chosen now."""
    found: dict[str, Any] | None = page.evaluate(BLOCKED, list(click_paths(load(game)).by_spot))
    return found


def axe_violations(page: Page) -> list[str]:
    """Return the serious violations that axe-core finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: Any = page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")
    return [
        f"{fault['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
        for node in fault["nodes"]
        if not is_printed(fault["id"], node["html"])
    ]


def is_printed(fault: str, html: str) -> bool:
    """Whether axe takes the figures on a thing of the board for its label: its name and tooltip tell them."""
    return fault == "label-content-name-mismatch" and "data-spot=" in html


def check_page(visit: Visit, name: str) -> None:
    """Check a page for accessibility and width; save a screenshot of one with faults."""
    faults = axe_violations(visit.page)
    wide: Any = visit.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    if wide > 0:
        faults.append(f"{name} is {wide} px too wide")
    if faults:
        SCREENS.mkdir(parents=True, exist_ok=True)
        visit.page.screenshot(path=SCREENS / f"{name.replace('/', '-')}.png", full_page=True)
    assert faults == []


def check_widths(visit: Visit, name: str) -> None:
    """Check a page on a phone and on a desktop."""
    for width in WIDTHS:
        visit.page.set_viewport_size({"width": width, "height": HEIGHT})
        check_page(visit, f"{name}-{width}")


def seat_two(visit: Visit, name: str) -> tuple[Visit, str]:
    """Start a match of two: the host creates the table, the friend follows the link."""
    options = load(name).settle_options({}, study=True)
    created = visit.set_table(name, 2, start=False, bots=[None, None], options=options)
    table = created["table"]["id"]
    friend = visit.another()
    friend.go(f"join/{table}/1/{created['invitations'][1]}")
    friend.page.get_by_role("button", name="Sit down").wait_for()
    check_page(friend, "join")
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_text("The table is ready").wait_for()
    visit.go(f"table/{table}")
    visit.page.get_by_role("button", name="Start the match").click()
    for person in (visit, friend):
        person.page.wait_for_selector("[data-phase=playing]")
    return friend, table
