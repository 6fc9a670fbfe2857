"""Passports, devices, mail addresses, tournaments and talk: more of each than anybody needs, and odd ones."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count, cycle
from typing import Any

import httpx

from attack.floods import FAILED, repeat
from attack.new_tables import set_up
from attack.tally import Tally
from attack.target import QUICK_GAME, Target
from fairground.engine.rng import seeded
from fairground.server import wire
from fairground.server.chat_wire import ChatHistory, DeleteLine, SayPhrase, SayText
from push_service import Subscriber
from travellers import new_passport_key

AT_ONCE = 8
CLOCK = {"kind": "move", "seconds": 5_000_000}
ODD_NAMES = (
    "<img src=x onerror=alert(1)>",
    "a\u202eb",
    "e" + "\u0301" * 20,
    "\r\nBcc: all@example.org",
    "\x00",
)
ODD_ENDPOINTS = (
    "https://127.0.0.1/push",
    "https://[::ffff:127.0.0.1]/push",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/push",
    "https://2130706433/push",
    "https://fair.example.org:22/push",
    "http://fair.example.org/push",
    "https://user@fair.example.org/push",
    "file:///etc/passwd",
)
ODD_ADDRESSES = (
    "a@b",
    "a@example.org\r\nBcc: b@example.org",
    "a b@example.org",
    "<a@example.org>",
    "@example.org",
)


def header(key: str) -> dict[str, str]:
    return {"X-Passport-Key": key}


async def passports(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Make one passport after another, and guess those of others, links and tokens."""
    source = target.next_attacker()
    names = cycle(ODD_NAMES)
    async with target.web(source) as web:

        async def one() -> None:
            made = header(new_passport_key())
            body = {"name": next(names), "picture": "fox", "language": "fr"}
            tally.answer(await web.post("/api/me", json=body, headers=made))
            many = {f"x{number}"[:40]: "y" * 200 for number in range(41)}
            tally.answer(await web.patch("/api/me", json={"settings": many}, headers=made))
            guesses = (
                await web.get("/api/me", headers=header(new_passport_key())),
                await web.post("/api/transfers", json={"token": "x" * 43}),
                await web.post("/api/notifications/mail/confirm", json={"token": "x" * 43}),
                await web.post("/api/off/aaaaaaaaaaaaaaaa.push." + "x" * 43),
            )
            for answer in guesses:
                tally.answer(answer)
                if answer.is_success:
                    tally.fault(f"a guess was right: {answer.request.url.path}")

        await repeat(stop, 0.02, one)


async def devices(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Let the server push to places of this machine and of its network, and write to odd addresses."""
    source = target.next_attacker()
    async with target.web(source) as web:
        me, keys = await _somebody(web, tally), Subscriber().keys
        places = cycle(ODD_ENDPOINTS)
        addresses = cycle(ODD_ADDRESSES)

        async def one() -> None:
            wish = {"endpoint": next(places), "keys": keys}
            answer = await web.post("/api/notifications/devices", json=wish, headers=me)
            tally.answer(answer)
            if answer.is_success:
                tally.fault(f"{wish['endpoint']} was accepted as a push service")
            mail = {"address": next(addresses)}
            answer = await web.post("/api/notifications/mail", json=mail, headers=me)
            tally.answer(answer)
            if answer.is_success:
                tally.fault(f"{mail['address']!r} was accepted as a mail address")
            tally.answer(await web.post("/api/notifications/trial", json={}, headers=me))

        await repeat(stop, 0.02, one)


async def tournaments(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Set up tournaments, enter and leave them, also such as there are not, and start them at any time."""
    source, rng = target.next_attacker(), seeded("tournaments")
    async with target.web(source) as web:
        crowd = [await _somebody(web, tally) for _ in range(AT_ONCE)]
        known = ["nothing"]
        numbers = count()

        async def one() -> None:
            who = crowd[rng.below(len(crowd))]
            if next(numbers) % 10 == 0:
                body = tournament(rng.below)
                answer = await web.post("/api/tournaments", json=body, headers=who)
                tally.answer(answer)
                if answer.status_code == 201:
                    known.append(answer.json()["about"]["id"])
            name = known[rng.below(len(known))]
            what = ("players", "players", "leave", "start", "cancel")[rng.below(5)]
            tally.answer(await web.post(f"/api/tournaments/{name}/{what}", json={}, headers=who))
            tally.answer(await web.get(f"/api/tournaments/{name}", headers=who))

        await repeat(stop, 0.01, one)


def tournament(below: Callable[[int], int]) -> dict[str, Any]:
    """Return a tournament that is as large and lasts as long as anybody may wish."""
    style = ("swiss", "round_robin", "knock_out")[below(3)]
    return {
        "title": ODD_NAMES[below(len(ODD_NAMES))] * 2,
        "game": QUICK_GAME,
        "seats": 2,
        "format": style,
        "rounds": 15 if style == "swiss" else 0,
        "most": 16 if style == "round_robin" else 64,
        "clock": CLOCK,
        "round_seconds": 60 * 60 * 24 * 30,
        "bot": "novice",
    }


async def talk(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Say everything as often as possible, also as somebody who only watches, and delete what others said."""
    source = target.next_attacker()
    async with target.web(source) as web:
        created = await set_up(web, tally, free_text=True)
    if created is None:
        return
    table = created.table.id

    async def say(key: str | None) -> None:
        async with target.socket(table, source) as socket:
            await socket.send(wire.write(wire.Hello(key)), text=True)
            for number in range(60):
                odd = ODD_NAMES[number % len(ODD_NAMES)] * 10
                for request in (
                    SayText(odd),
                    SayPhrase("hello"),
                    SayText("x" * 4_000),
                    DeleteLine(number + 1),
                ):
                    await socket.send(wire.write(request), text=True)
            with suppress(TimeoutError):
                while not stop.is_set():
                    _note(wire.read_answer(await asyncio.wait_for(socket.recv(), 1)), key, tally)

    async def one() -> None:
        await asyncio.gather(say(created.key), say(None), return_exceptions=True)

    await repeat(stop, 0.1, one)


def _note(message: wire.FromServer, key: str | None, tally: Tally) -> None:
    tag = str(message.__struct_config__.tag)
    tally.count(tag)
    if key is None and (tag in {"said", "unsaid"} or isinstance(message, ChatHistory)):
        tally.fault("somebody who only watches was sent what was said")


async def _somebody(web: httpx.AsyncClient, tally: Tally) -> dict[str, str]:
    """Make a passport and return the headers that show it."""
    shown = header(new_passport_key())
    with suppress(*FAILED):
        tally.answer(await web.post("/api/me", json={}, headers=shown))
    return shown
