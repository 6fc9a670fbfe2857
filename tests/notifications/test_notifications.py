"""People are told by push and by mail that it is their turn, that somebody came, and that a match is over."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairground import Match, load
from fairground.server import wire
from fairground.server.notifications.schedule import LIVE_DELAY, LIVE_GAP, MOST_ATTEMPTS, SOON
from fairground.server.time_source import ManualTime
from hosting import GENEROUS, Guest, Host, catch_up, options_of, play_randomly, run
from mail_server import Mailbox, link_in, mail_server, text_of
from notified import MINUTE, NOON, URL, Person, at_noon, notifying_server, send, service_of
from push_service import PushService, push_service
from settings import EVERY_GAME
from travellers import new_passport_key


def has_turns(name: str) -> bool:
    """Return whether one seat after the other moves, so that a turn can begin for somebody else."""
    match = Match(load(name), 2, "turns", options_of(name))
    seats = []
    for _ in range(8):
        if len(actors := match.state.actors()) != 1:
            return False
        seats += actors
        match.play(actors[0], match.state.legal(actors[0])[0])
    return len(set(seats)) == 2


GAME = next(name for name in EVERY_GAME if has_turns(name))
DAYS = {"kind": "move", "seconds": 3 * 24 * 60 * 60, "increment": 0}
WAIT = LIVE_DELAY + MINUTE


class Scene:
    """A server with a push service and a mailbox, and two people with passports."""

    def __init__(self, host: Host, time: ManualTime, service: PushService, mailbox: Mailbox) -> None:
        self.host = host
        self.time = time
        self.service = service
        self.mailbox = mailbox
        self.ann, self.ben = Person("ann"), Person("ben")

    async def seat(self, stack: AsyncExitStack, game: str = GAME, **wish: Any) -> dict[int, Guest]:
        """Seat both at a new table and begin the match."""
        created = await self.ann.create(self.host, game, options=options_of(game), name="Ann", **wish)
        self.table = created["table"]["id"]
        taken = await self.ben.take(self.host, self.table, 1, created["invitations"][1], "Ben")
        first = await stack.enter_async_context(self.host.guest(self.table, created["key"], created["host"]))
        second = await stack.enter_async_context(self.host.guest(self.table, taken["key"]))
        await first.request(wire.Start())
        await second.until(second.is_playing)
        return {0: first, 1: second}

    async def tell(self, seconds: float = WAIT) -> None:
        """Let time pass and tell people what is due then."""
        await service_of(self.host).outbox.write_waiting()
        self.time.advance(seconds)
        await send(self.host, "push")
        await send(self.host, "mail")

    async def look_away(self, guest: Guest) -> None:
        """Put the page of a guest out of sight; the answer to the next request shows that it was heard."""
        await guest.send(wire.Look(False))
        assert await guest.ask(wire.Agree(99)) is not None

    def titles(self, person: Person) -> list[str]:
        return [push["title"] for push in person.pushes(self.service)]


@asynccontextmanager
async def scene(folder: Path, **changes: object) -> AsyncIterator[Scene]:
    time = at_noon()
    async with (
        push_service() as service,
        mail_server() as mailbox,
        notifying_server(folder, time, mailbox, **changes) as host,
    ):
        found = Scene(host, time, service, mailbox)
        await found.ann.register(host, name="Ann", language="en")
        await found.ben.register(host, name="Ben", language="de")
        yield found


async def to_move(guests: dict[int, Guest]) -> int:
    """Return a seat that has to move."""
    for guest in guests.values():
        await guest.until(guest.is_playing)
    return next(iter(guests[0].now.actors))


def test_a_turn_is_pushed_to_whoever_looks_away_and_can_be_read_by_their_browser_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            await here.ben.subscribe(here.host, here.service)
            guests = await here.seat(stack, clock=DAYS)
            for guest in guests.values():
                await here.look_away(guest)
            await here.tell(SOON + 1)
            actors = guests[0].now.actors
            for seat, person, title in ((0, here.ann, "It is your turn"), (1, here.ben, "Du bist am Zug")):
                assert here.titles(person) == ([title] if seat in actors else [])
            (push, *_) = [*here.ann.pushes(here.service), *here.ben.pushes(here.service)]
            assert push["path"] == f"/#/table/{here.table}" and push["tag"] == here.table
            request = here.service.received[0]
            assert request.claims(here.service.origin)["sub"] == URL
            assert request.headers["content-encoding"] == "aes128gcm" and int(request.headers["ttl"]) > 0
            assert len(request.headers["topic"]) == 32 and here.table not in request.headers["topic"]

    run(scenario())


def test_whoever_looks_at_the_table_is_not_told_and_whoever_has_moved_neither(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            for person in (here.ann, here.ben):
                await person.subscribe(here.host, here.service)
            guests = await here.seat(stack, clock=DAYS)
            await here.tell()
            assert here.service.received == []  # both look
            seat = await to_move(guests)
            for guest in guests.values():
                await here.look_away(guest)
            while seat in guests[seat].now.actors:  # until it is the other's turn
                await guests[seat].play(guests[seat].now.offers[0].move)
            mover = (here.ann, here.ben)[seat]
            await here.tell()
            assert mover.pushes(here.service) == []
            assert len((here.ann, here.ben)[1 - seat].pushes(here.service)) == 1

    run(scenario())


def test_turns_of_a_live_match_are_told_once_in_a_while_and_those_in_days_every_time(tmp_path: Path) -> None:
    async def scenario(wish: dict[str, Any] | None, wanted: int) -> None:
        async with scene(tmp_path / str(wanted)) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            guests = await here.seat(stack, **(wish or {}))
            for guest in guests.values():
                await here.look_away(guest)
            rounds = 0
            while rounds < 4:
                await here.tell()
                mine = 0 in guests[0].now.actors
                rounds += mine
                guest = guests[0] if mine else guests[1]
                before = len(guest.updates)
                while guest.now.offers and len(guest.updates) == before:
                    await guest.play(guest.now.offers[0].move)
                await catch_up(guests)
            assert len(here.ann.pushes(here.service)) == wanted

    for wish, wanted in (({"clock": DAYS}, 4), (None, 1)):
        (tmp_path / str(wanted)).mkdir()
        assert WAIT * 6 < LIVE_GAP
        run(scenario(wish, wanted))


def test_a_guest_and_the_end_are_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            for person in (here.ann, here.ben):
                await person.subscribe(here.host, here.service)
                await person.choose(here.host, push_off=["turn"])
            guests = await here.seat(stack)
            for guest in guests.values():
                await here.look_away(guest)
            await here.tell()
            assert here.titles(here.ann) == ["Ben has sat down at your table"]
            assert here.titles(here.ben) == []
            await play_randomly(guests, "the end")
            await here.tell()
            assert here.titles(here.ann)[1:] == ["Your match is over"]
            assert here.titles(here.ben) == ["Deine Partie ist zu Ende"]

    run(scenario())


def test_several_tables_make_one_message(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            await here.ann.choose(here.host, push_off=["turn"])
            for _ in range(3):
                guests = await here.seat(stack, clock=DAYS)
                await here.look_away(guests[0])
            await here.tell()
            (push,) = here.ann.pushes(here.service)
            assert push["title"] == "News from 3 tables" and push["path"] == "/#/"

    run(scenario())


def test_in_quiet_hours_everything_waits_until_they_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            quiet = {"start": 12 * 60, "end": 14 * 60}
            await here.ann.choose(here.host, quiet=quiet, time_zone="UTC", push_off=["turn"])
            guests = await here.seat(stack)
            await here.look_away(guests[0])
            await here.tell()
            await here.tell(60 * MINUTE)
            assert here.service.received == []
            await here.tell(60 * MINUTE)
            assert here.titles(here.ann) == ["Ben has sat down at your table"]

    run(scenario())


def test_a_message_is_switched_off_from_the_message_itself(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            guests = await here.seat(stack)
            await here.look_away(guests[0])
            await here.tell()
            push = here.ann.pushes(here.service)[0]
            path = f"/api/off/{push['off']}"
            answer = await here.host.web.post(f"{path}/kinds", json={"kinds": ["joined"]})
            assert answer.json() == {"channel": "push", "off": ["joined"]}
            assert (await here.ann.facts(here.host))["choices"]["push_off"] == ["joined"]
            page = await here.host.web.get(path)  # looking at it does nothing
            assert page.status_code == 302 and page.headers["location"] == f"/#/off/{push['off']}"
            assert (await here.ann.facts(here.host))["choices"]["push_off"] == ["joined"]
            # The token can do nothing else.
            for header in ("X-Passport-Key", "X-Seat-Key", "X-Host-Key"):
                answer = await here.host.web.get("/api/me", headers={header: push["off"]})
                assert answer.status_code in {400, 401}
            assert (await here.host.refusal("POST", f"{path}x/kinds", json={}))[0] == 403

    run(scenario())


def test_mail_is_sent_to_a_confirmed_address_only_and_ends_with_one_press(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ben.post(here.host, "/api/notifications/mail", {"address": "ben@example.org"})
            await here.ann.give_address(here.host, here.mailbox)
            facts = await here.ann.facts(here.host)
            assert (facts["mail_address"], facts["confirmed"]) == ("ann@example.org", True)
            for _ in range(2):
                guests = await here.seat(stack)
                for guest in guests.values():
                    await here.look_away(guest)
            await here.tell()
            assert here.mailbox.recipients == ["ben@example.org", "ann@example.org", "ann@example.org"]
            mail = here.mailbox.mails[-1]
            assert link_in(mail, "/#/off/") and f"{URL}/#/" in text_of(mail)
            place = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(URL)
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            pressed = await here.host.web.post(place, data={"List-Unsubscribe": "One-Click"})
            assert pressed.status_code == 200
            assert (await here.ann.facts(here.host))["choices"]["mail_off"] == ["turn", "joined", "ended"]
            await here.seat(stack)
            await here.tell()
            assert len(here.mailbox.mails) == 3

    run(scenario())


def test_an_address_is_confirmed_once_in_time_and_by_its_own_token(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here:
            await here.ann.post(here.host, "/api/notifications/mail", {"address": "ann@example.org"})
            token = link_in(await here.mailbox.wait_for(1), "/#/confirm/").rsplit("/", 1)[1]
            path = "/api/notifications/mail/confirm"
            assert (await here.host.refusal("POST", path, json={"token": "x" * 43}))[0] == 403
            here.time.advance(4 * 24 * 60 * MINUTE)
            assert (await here.host.refusal("POST", path, json={"token": token}))[0] == 403
            await here.ann.give_address(here.host, here.mailbox)
            late = link_in(here.mailbox.mails[-1], "/#/confirm/").rsplit("/", 1)[1]
            assert (await here.host.refusal("POST", path, json={"token": late}))[0] == 403  # it is used up
            await here.ann.post(here.host, "/api/notifications/mail", {"address": "other@example.org"})
            assert not (await here.ann.facts(here.host))["confirmed"]

    run(scenario())


def test_nobody_is_written_to_again_and_again_who_did_not_ask(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here:
            wish = {"address": "victim@example.org"}
            statuses = []
            for _ in range(6):
                person = await Person("x").register(here.host)
                answer = await here.host.web.post("/api/notifications/mail", json=wish, headers=person.header)
                statuses.append(answer.status_code)
            assert statuses == [201] * 3 + [429] * 3
            assert len(here.mailbox.mails) == 3

    run(scenario())


def test_a_mailbox_that_is_gone_gets_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.give_address(here.host, here.mailbox)
            guests = await here.seat(stack)
            await here.look_away(guests[0])
            here.mailbox.answer = "550 no such user"
            await here.tell()
            facts = await here.ann.facts(here.host)
            assert (facts["mail_address"], facts["confirmed"]) == ("", False)

    run(scenario())


@pytest.mark.parametrize("status", [404, 410, 301])
def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            guests = await here.seat(stack)
            await here.look_away(guests[0])
            here.service.status = status
            await here.tell()
            assert len(here.service.received) == 1
            assert (await here.ann.facts(here.host))["devices"] == 0
            await here.tell(60 * MINUTE)
            assert len(here.service.received) == 1

    run(scenario())


def test_what_fails_is_tried_again_ever_more_rarely_and_given_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            await here.ann.choose(here.host, push_off=["turn"])
            guests = await here.seat(stack)
            await here.look_away(guests[0])
            here.service.status, here.service.headers = 503, {"Retry-After": "120"}
            await here.tell()
            assert len(here.service.received) == 1
            await here.tell(119)
            assert len(here.service.received) == 1  # the service said when
            for _ in range(200):
                await here.tell(10 * MINUTE)
            assert len(here.service.received) == MOST_ATTEMPTS
            here.service.status = 201
            await here.tell(24 * 60 * MINUTE)
            assert len(here.service.received) == MOST_ATTEMPTS

    run(scenario())


def test_a_person_is_told_so_often_an_hour_and_the_rest_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = msgspec.structs.replace(GENEROUS, pushes_an_hour=2)
        async with scene(tmp_path, limits=limits) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            await here.ann.choose(here.host, push_off=["turn"])
            for _ in range(4):
                guests = await here.seat(stack)
                await here.look_away(guests[0])
                await here.tell()
            assert len(here.service.received) == 2
            await here.tell(60 * MINUTE)
            assert len(here.service.received) == 3
            assert here.titles(here.ann)[-1] == "News from 2 tables"

    run(scenario())


def test_a_person_has_some_devices_and_the_oldest_give_way(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here:
            for number in range(13):
                here.time.advance(1)
                facts = await here.ann.subscribe(here.host, here.service, f"ann{number}")
            assert facts["devices"] == 10
            await here.ann.post(here.host, "/api/notifications/trial", {})
            paths = {request.path for request in here.service.received}
            assert paths == {f"/push/ann{number}" for number in range(3, 13)}
            endpoint = here.service.endpoint("ann12")
            stranger = await here.ben.post(
                here.host, "/api/notifications/devices/forget", {"endpoint": endpoint}
            )
            assert stranger["devices"] == 0 and (await here.ann.facts(here.host))["devices"] == 10
            forget = "/api/notifications/devices/forget"
            left = await here.ann.post(here.host, forget, {"endpoint": endpoint})
            assert left["devices"] == 9

    run(scenario())


def test_after_a_new_key_nothing_is_pushed_to_the_devices_of_before(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with push_service() as service, notifying_server(tmp_path, at_noon()) as host:
            ann = await Person("ann").joined(host)
            await ann.subscribe(host, service, "thief")
            new = new_passport_key()
            await ann.post(host, "/api/me/key", {"key": new})
            ann.key = new
            assert (await ann.facts(host))["devices"] == 0

    run(scenario())


def test_what_hangs_on_a_passport_is_exported_and_deleted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here, AsyncExitStack() as stack:
            await here.ann.subscribe(here.host, here.service)
            await here.ann.give_address(here.host, here.mailbox)
            await here.ann.choose(here.host, time_zone="Europe/Paris", quiet={"start": 0, "end": 60})
            export = (await here.ann.get(here.host, "/api/me/export")).json()["notifications"]
            assert export["mail_address"] == "ann@example.org"
            assert export["choices"]["time_zone"] == "Europe/Paris"
            assert [device["endpoint"] for device in export["devices"]] == [here.service.endpoint("ann")]
            guests = await here.seat(stack)
            await here.look_away(guests[0])
            await service_of(here.host).outbox.write_waiting()
            await here.ann.post(here.host, "/api/me/delete", {})
            store = service_of(here.host).registry.store
            assert await store.recipient(here.ann.id) is None and await store.devices(here.ann.id) == []
            assert await store.about([here.ann.id], [here.table]) == []
            await here.tell()
            assert here.service.received == [] and len(here.mailbox.mails) == 1

    run(scenario())


HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("devices", {"endpoint": "http://127.0.0.1:1/x", "keys": Person("x").browser.keys}),
    ("devices", {"endpoint": "https://169.254.169.254/latest", "keys": Person("x").browser.keys}),
    ("devices", {"endpoint": "https://push.example.net/x", "keys": {"p256dh": "A" * 87, "auth": "A" * 22}}),
    ("devices", {"endpoint": "https://push.example.net/" + "x" * 2_000, "keys": Person("x").browser.keys}),
    ("devices", {"endpoint": "https://push.example.net/x", "keys": Person("x").browser.keys, "more": 1}),
    ("devices", {}),
    ("mail", {"address": "a@b\r\nBcc: c@example.org"}),
    ("mail", {"address": "x" * 300}),
    ("mail/confirm", {"token": "x"}),
]


@pytest.mark.parametrize(("path", "body"), HOSTILE)
def test_strange_wishes_are_refused_with_a_sentence(tmp_path: Path, path: str, body: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with scene(tmp_path, local_push=False) as here:
            answer = await here.host.web.post(
                f"/api/notifications/{path}", json=body, headers=here.ann.header
            )
            assert answer.status_code == 400 and answer.json()["why"], answer.text
            assert (await here.ann.facts(here.host))["devices"] == 0
            assert here.mailbox.mails == []

    run(scenario())


def test_nobody_without_a_passport_is_told_or_asked_anything(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with scene(tmp_path) as here:
            routes = [("GET", ""), ("PUT", ""), ("POST", "/devices"), ("POST", "/trial"), ("POST", "/mail")]
            bodies = {"/devices": {"endpoint": "https://x.example/x", "keys": here.ann.browser.keys}}
            for method, path in routes:
                body = bodies.get(path, {"address": "a@example.org"} if path == "/mail" else {})
                for headers in ({}, {"X-Passport-Key": "fp-" + "0" * 32}):
                    answer = await here.host.web.request(
                        method, f"/api/notifications{path}", json=body, headers=headers
                    )
                    assert answer.status_code == 401, (path, answer.text)

    run(scenario())


def test_the_keys_of_a_store_stay_the_same(tmp_path: Path) -> None:
    async def scenario() -> None:
        keys = []
        for _ in range(2):
            async with notifying_server(tmp_path, at_noon()) as host:
                person = await Person("x").joined(host)
                facts = await person.facts(host)
                keys.append(facts["push_key"])
                assert facts["mail"] is False and facts["mail_address"] == ""
                wish = {"address": "ann@example.org"}
                path = "/api/notifications/mail"
                assert (await host.refusal("POST", path, json=wish, headers=person.header))[0] == 404
        assert keys[0] == keys[1]

    run(scenario())


def test_who_was_told_before_an_upgrade_still_is(tmp_path: Path) -> None:
    """The oldest store with notifications has somebody with a device, an address and a waiting mail."""
    written = (Path(__file__).parents[1] / "server/versions/10.sql").read_text()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.executescript(written)
    connection.close()

    async def scenario() -> None:
        async with notifying_server(tmp_path, at_noon()) as host:
            store = service_of(host).registry.store
            (person,) = await store.due_people("mail", NOON, "", 0.0, 5)
            recipient = await store.recipient(person)
            assert recipient is not None and recipient.confirmed
            assert recipient.mail_address == "ann@example.org" and recipient.off("mail") == ["joined"]
            assert [each.endpoint for each in await store.devices(person)] == ["https://push.example.net/ann"]

    run(scenario())
