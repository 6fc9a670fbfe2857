"""Being told, in a browser: switched on, shown, tapped, switched off from the message, by keyboard too.

The push service and the mail server run beside the tests. What the service has received is decrypted, and
handed to the browser's service worker as a push service would.
"""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import SiteServer, Visit, check_widths, games_on_site
from fairground.server.notifications import dispatcher, schedule
from fairground.server.notifications.smtp import MailServer
from mail_server import Mailbox, link_in, mail_server
from push_service import PushService, Subscriber, push_service

# A browser without a push service of its own subscribes at ours.
SUBSCRIBE = """(subscription) => {
  const made = {
    ...subscription, toJSON: () => subscription,
    unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
  };
  PushManager.prototype.subscribe = async (wanted) => {
    if (wanted.applicationServerKey.length !== 65) throw new Error("no key");
    localStorage.setItem("subscribed", "1");
    return made;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
}"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map((each) => ({
    title: each.title, body: each.body, tag: each.tag, actions: each.actions.map((action) => action.action),
  }));
}"""
TAP = """async ([tag, action]) => {
  const [notification] = await self.registration.getNotifications({ tag });
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
}"""
SEAT = """async ([game, seats]) => {
  const { key } = JSON.parse(localStorage.getItem("fairground.passport"));
  const headers = { "Content-Type": "application/json", "X-Passport-Key": key };
  const body = JSON.stringify({ game, seats, name: "Ann" });
  return (await fetch("/api/tables", { method: "POST", headers, body })).json();
}"""


class Outside:
    """A push service and a mail server in a thread of their own."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.push: PushService
        self.mail: Mailbox
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self.thread.start()
        assert self.ready.wait(60)

    async def _serve(self) -> None:
        self.loop, self.stop = asyncio.get_running_loop(), asyncio.Event()
        async with push_service() as self.push, mail_server() as self.mail:
            self.ready.set()
            await self.stop.wait()

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join()


@pytest.fixture(scope="module")
def outside() -> Iterator[Outside]:
    outside = Outside()
    yield outside
    outside.close()


@pytest.fixture(scope="module")
def telling_server(outside: Outside, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """A server that pushes to this machine, sends mail, and does not wait long before it does."""
    with pytest.MonkeyPatch.context() as patch, socket.socket() as free:
        patch.setattr(schedule, "SOON", 0.0)
        patch.setattr(dispatcher, "POLL_SECONDS", 0.1)
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        server = SiteServer(
            tmp_path_factory.mktemp("telling"),
            port,
            local_push=True,
            public_url=f"http://127.0.0.1:{port}",
            mail_server=MailServer("127.0.0.1", outside.mail.port, "none"),
            mail_sender="play@example.org",
        )
        yield server
        server.close()


class Told(Visit):
    """Somebody whose browser runs the service worker and has subscribed at our push service."""

    def subscribe_at(self, service: PushService, name: str) -> None:
        self.subscriber = Subscriber()
        self.place = f"/push/{name}"
        subscription = {"endpoint": service.endpoint(name), "keys": self.subscriber.keys}
        self.context.add_init_script(f"({SUBSCRIBE})({json.dumps(subscription)})")
        self.context.grant_permissions(["notifications"], origin=self.base.rstrip("/"))

    def switch_on(self) -> Page:
        """Open the page about the person and let this device be told."""
        page = self.go("")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.go("me")
        page.get_by_label("Tell me on this device").check()
        expect(page.get_by_text("One device is told.")).to_be_visible()
        return page

    def deliver(self, service: PushService, count: int) -> dict[str, Any]:
        """Wait for this browser's n-th message, and hand it to the service worker."""
        mine = wait_for(
            lambda: [request for request in service.received if request.path == self.place][count - 1 : count]
        )
        text = self.subscriber.read(mine[0].body).decode()
        devtools = self.context.new_cdp_session(self.page)
        found: list[dict[str, Any]] = []
        devtools.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"])
        )
        devtools.send("ServiceWorker.enable")
        while not found:
            self.page.wait_for_timeout(20)
        message = {"origin": self.base, "registrationId": found[0]["registrationId"], "data": text}
        devtools.send("ServiceWorker.deliverPushMessage", message)
        read: dict[str, Any] = json.loads(text)
        return read

    def shown(self, title: str) -> dict[str, Any]:
        """Wait for a notification on the screen."""

        def look() -> list[dict[str, Any]]:
            return [each for each in self.page.evaluate(SHOWN) if each["title"] == title]

        found: dict[str, Any] = wait_for(look)[0]
        return found

    def tap(self, tag: str, action: str = "") -> None:
        self.context.service_workers[0].evaluate(TAP, [tag, action])


def wait_for(find: Callable[[], list[Any]]) -> list[Any]:
    """Ask again and again until something is found."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if found := find():
            return found
        time.sleep(0.05)
    raise AssertionError("nothing came")


@pytest.fixture
def ann(browser: Browser, telling_server: SiteServer, outside: Outside) -> Iterator[Told]:
    with Told(browser, telling_server.port, worker=True) as ann:
        ann.subscribe_at(outside.push, f"browser{len(outside.push.received)}")
        yield ann


def test_a_message_is_shown_and_a_tap_opens_the_seat(ann: Told, outside: Outside) -> None:
    page = ann.switch_on()
    page.get_by_role("button", name="Try it out").click()
    ann.deliver(outside.push, 1)
    ann.shown("This is how you will be told")
    created = page.evaluate(SEAT, [games_on_site()[0], 2])
    table, invitation = created["table"]["id"], created["invitations"][1]
    taken = page.request.post(
        f"{ann.base}api/tables/{table}/chairs/1", data={"name": "Ben", "invitation": invitation}
    )
    assert taken.ok
    ann.deliver(outside.push, 2)
    shown = ann.shown("Ben has sat down at your table")
    assert shown["tag"] == table and shown["actions"] == ["open", "off"]
    ann.tap(table)
    page.wait_for_url(f"**/#/table/{table}")
    page.get_by_role("button", name="Start the match").wait_for()  # the passport opened the host's own chair
    expect(page.get_by_text("Ben").first).to_be_visible()


def test_a_message_is_switched_off_by_its_own_button(ann: Told, outside: Outside) -> None:
    page = ann.switch_on()
    created = page.evaluate(SEAT, [games_on_site()[0], 2])
    table = created["table"]["id"]
    body = {"name": "", "invitation": created["invitations"][1]}
    assert page.request.post(f"{ann.base}api/tables/{table}/chairs/1", data=body).ok
    ann.deliver(outside.push, 1)
    ann.shown("Somebody has sat down at your table")
    ann.tap(table, "off")
    ann.shown("You will get no more of these. Change it on your page.")
    ann.go("me")
    expect(page.get_by_label("somebody sits down at my table, Device")).not_to_be_checked()
    expect(page.get_by_label("it is my turn, Device")).to_be_checked()
    page.get_by_label("Tell me on this device").uncheck()
    expect(page.get_by_text("One device is told.")).to_have_count(0)


def test_what_is_no_message_of_ours_is_shown_as_the_site_alone(ann: Told) -> None:
    page = ann.switch_on()
    worker = ann.context.service_workers[0]
    worker.evaluate("() => { self.dispatchEvent(new PushEvent('push', { data: 'nonsense' })); }")
    ann.shown("Fairground")
    worker.evaluate("""() => {
      self.opened = [];
      self.clients.openWindow = async (path) => void self.opened.push(path);
      self.clients.matchAll = async () => [];
    }""")
    ann.tap("")
    opened = wait_for(lambda: list(worker.evaluate("() => self.opened")))
    assert opened == ["/#/"]
    assert page.url.endswith("#/me")


def test_an_address_is_given_confirmed_and_forgotten(ann: Told, outside: Outside) -> None:
    page = ann.go("me")
    count = len(outside.mail.mails)
    page.get_by_label("Mail address").fill("ann@example.org")
    page.get_by_role("button", name="Send me a link to confirm it").click()
    expect(page.get_by_text("A link was sent to ann@example.org.")).to_be_visible()
    (mail,) = wait_for(lambda: outside.mail.mails[count:])
    page.goto("about:blank")
    page.goto(link_in(mail, "/#/confirm/"))
    page.get_by_role("button", name="Yes, this is my address").wait_for()
    check_widths(ann, "confirm")
    page.get_by_role("button", name="Yes, this is my address").click()
    expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
    ann.go("me")
    expect(page.get_by_text("Mails go to ann@example.org.")).to_be_visible()
    page.get_by_role("button", name="Forget this address").click()
    expect(page.get_by_label("Mail address")).to_be_visible()


def test_the_page_of_a_message_switches_off_without_a_login(
    browser: Browser, ann: Told, telling_server: SiteServer, outside: Outside
) -> None:
    page = ann.switch_on()
    page.get_by_role("button", name="Try it out").click()
    token = ann.deliver(outside.push, 1)["off"]
    with Visit(browser, telling_server.port, 360) as stranger:  # a browser that has no passport of Ann's
        other = stranger.go(f"off/{token}/turn")
        other.get_by_role("button", name="No more when it is my turn").wait_for()
        check_widths(stranger, "off")
        other.get_by_role("button", name="No more when it is my turn").click()
        expect(other.get_by_text("Done. You are no longer told when:")).to_be_visible()
        stranger.allow_message("403")
        stranger.go(f"off/{token}x")
        other.get_by_role("button", name="No more of any kind").click()
        expect(other.get_by_role("alert")).to_contain_text("this link is not valid", ignore_case=True)
    ann.go("me")
    expect(page.get_by_label("it is my turn, Device")).not_to_be_checked()


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("de", "dark"), ("fr", "light")])
def test_the_settings_are_accessible_and_go_by_keyboard(
    browser: Browser, telling_server: SiteServer, language: str, theme: str
) -> None:
    with Visit(browser, telling_server.port, language=language, theme=theme) as visit:
        page = visit.go("me")
        page.locator("#notifications").wait_for()
        kinds = page.locator("table input[type=checkbox]")
        expect(kinds).to_have_count(6)
        kinds.first.focus()
        page.keyboard.press("Space")
        expect(kinds.first).not_to_be_checked()
        expect(kinds.nth(1)).to_be_enabled()
        kinds.first.focus()
        page.keyboard.press("Tab")
        expect(kinds.nth(1)).to_be_focused()
        page.locator(".switch input").check()
        expect(page.locator("input[type=time]").first).to_have_value("22:00")
        page.locator("input[type=time]").first.fill("21:30")
        page.locator("input[type=time]").first.blur()
        check_widths(visit, f"told-{language}")
        visit.go("me")
        expect(page.locator("input[type=time]").first).to_have_value("21:30")
        expect(kinds.first).not_to_be_checked()
