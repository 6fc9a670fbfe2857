"""Why a thing on the board cannot be clicked: what the table answers to a seat."""

from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from fairground import load
from fairground.engine.clicks import click_paths
from fairground.engine.obstacle import BOT, COMMON, TURN
from fairground.server import wire
from hosting import Guest, open_server, run
from settings import EVERY_GAME

GAME = next(name for name in EVERY_GAME if not load(name).hidden)


async def ask_why(guest: Guest, spot: str, clicks: list[str] | None = None) -> wire.ClickObstacle:
    asked = len(guest.obstacles)
    await guest.send(wire.AskWhy(spot, clicks or []))
    await guest.until(lambda: len(guest.obstacles) > asked)
    return guest.obstacles[-1]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_everything_that_moves_name_is_a_target_or_has_a_reason(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        game = load(name)
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, name)
            guest = next(guest for guest in guests.values() if guest.now.offers)
            targets = {offer.path[0] for offer in guest.now.offers}
            for spot in sorted(click_paths(game).by_spot)[:60]:
                answer = await ask_why(guest, spot)
                assert answer.id == spot
                assert (answer.key is None) == (spot in targets)
                if answer.key:
                    assert answer.key in {*game.obstacles, *COMMON} and answer.text
            assert not guest.refused

    run(scenario())


def test_who_is_not_to_move_is_told_whose_turn_it_is_and_a_spectator_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            spot = guests[0].now.offers[0].path[0]
            answer = await ask_why(guests[1], spot)
            assert (answer.key, answer.values) == (TURN, {"seats": [0]})
            watcher = await stack.enter_async_context(host.guest(guests[0].table))
            refused = await watcher.ask(wire.AskWhy(spot))
            assert refused is not None and "only watching" in refused.why

    run(scenario())


def test_things_that_are_never_clicked_get_an_empty_answer(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            for spot in ("", "no such thing", "space:" + "9" * 70):
                for guest in guests.values():
                    answer = await ask_why(guest, spot, ["nor this"])
                    assert answer == wire.ClickObstacle(spot)

    run(scenario())


def test_who_is_out_of_time_is_told_that_a_bot_decides(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            spot = guests[0].now.offers[0].path[0]
            host.registry.tables[guests[0].table].state.out_of_time.add(0)
            assert (await ask_why(guests[0], spot)).key == BOT

    run(scenario())


def test_a_question_changes_nothing_and_nobody_else_notices(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            before = guests[0].now.update
            for spot in list(click_paths(load(GAME)).by_spot)[:5]:
                await ask_why(guests[0], spot)
            await guests[0].play(guests[0].now.offers[0].move)
            assert guests[0].now.update == before + 1
            await guests[1].until(lambda: guests[1].now.update > before)
            assert not guests[1].obstacles

    run(scenario())


@pytest.mark.parametrize(
    "message", [{"id": "x" * 81}, {"id": "x", "clicks": ["y"] * 11}, {"clicks": []}, {"id": 3}]
)
def test_questions_are_bounded(message: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        wire.read_request(msgspec.json.encode({"type": "why", **message}))
