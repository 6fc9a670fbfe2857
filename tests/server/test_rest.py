"""REST: games, replays, and the requests that schemathesis generates."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.core.result import Ok

from fairground import Match, list_games, load
from fairground.bots.registry import LEVELS, list_bots
from fairground.engine.box import canonical
from fairground.engine.differences import find_differences
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.engine.story import entries_for
from fairground.server import game_wire, replay_wire
from fairground.server.tables.notes import PHRASES
from hostile_boxes import at, put
from hosting import PATIENCE, Host, open_server, options_of, run
from settings import EVERY_GAME
from shown_values import another_value, printed_places

CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def web(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        yield client


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own."""
    folder = tmp_path_factory.mktemp("rest")
    found: list[str] = []
    ready, stop = threading.Event(), threading.Event()

    async def serve() -> None:
        async with open_server(folder) as host:
            found.append(f"http://127.0.0.1:{host.port}")
            ready.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(600)
    yield found[0]
    stop.set()
    thread.join()


def test_all_answers_match_the_openapi_description(address: str) -> None:
    """Every answer, also to an invalid request, has a status and a form that are described."""
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 15
    for operation in operations:
        check_operation(operation, schemathesis.GenerationMode.POSITIVE)
        if operation.body or "{" in operation.path:  # else there is nothing to get wrong
            check_operation(operation, schemathesis.GenerationMode.NEGATIVE)


def check_operation(operation: schemathesis.APIOperation[Any, Any, Any, Any], mode: Any) -> None:
    @settings(max_examples=10, derandomize=True, database=None, deadline=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS, timeout=PATIENCE)

    check()


def test_the_games_are_listed_with_rules_and_boxes(web: httpx.Client) -> None:
    told = msgspec.json.decode(web.get("/api/games").content, type=list[game_wire.GameFacts])
    assert [game.name for game in told] == list_games()
    for game in told:
        here = load(game.name)
        assert game.seats == list(here.seats) and game.phrases == {**here.phrases, **PHRASES}
        for language in ("en", "de", "fr"):
            rules = web.get(f"/api/games/{game.name}/rules", params={"language": language}).json()
            found = language if language in here.languages else "en"
            assert rules["language"] == found
            assert rules["text"] == here.document(f"rules.{found}.md")
            assert rules["card"] == here.document(f"card.{found}.md")
        box = msgspec.json.decode(web.get(f"/api/games/{game.name}/box").content, type=game_wire.BoxFacts)
        assert box.digest == here.box().digest == here.box(box.text).digest
        assert all(value.source in box.sources for value in box.values)
    assert set(web.get("/api/bots").json()) == set(list_bots()) >= set(LEVELS)


def test_what_does_not_exist_is_404(web: httpx.Client) -> None:
    missing = web.get("/api/games/chess")
    assert missing.status_code == 404 and "there is no game 'chess'" in missing.json()["why"]
    assert web.get("/api/tables/nowhere").json() == {"why": "there is no such table"}
    assert web.get("/api/nothing").status_code == 404


WRONG_WISHES: list[tuple[dict[str, object], str]] = [
    ({"game": "chess"}, "there is no game 'chess'"),
    ({"seats": 99}, "seats, not 99"),
    ({"options": {"no": "such"}}, "has no option 'no'"),
    ({"bots": [None, "deep"]}, "there is no bot 'deep'"),
    ({"bots": [None, None, "random"]}, "at most 2 seats"),
    ({"bots": ["random"]}, "no bot in your own chair"),
    ({"seat": 5}, "expected your seat below 2"),
    ({"start": True}, "somebody in every chair"),
    ({"clock": {"kind": "move", "seconds": 1}}, "at least 5 seconds"),
    ({"box": "x = 1"}, "expected"),
    ({"box": "]["}, "is not TOML"),
    ({"seats": "two"}, "int"),
    ({"surprise": 1}, "surprise"),
]


@pytest.mark.parametrize(("wish", "why"), WRONG_WISHES, ids=lambda value: str(value)[:30])
def test_an_impossible_table_is_refused_with_a_sentence(
    wish: dict[str, object], why: str, web: httpx.Client
) -> None:
    answer = web.post("/api/tables", json={"game": EVERY_GAME[0], "seats": 2, **wish})
    assert answer.status_code == 400
    assert why in answer.json()["why"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("name", list_games())
def test_everybody_may_see_how_a_tables_box_differs_from_the_usual_one(name: str, tmp_path: Path) -> None:
    game = load(name)
    data = game.box().data
    changed = [
        (place, new)
        for places in printed_places(data).values()
        for place in places[:1]
        if place[-1] != "name" and (new := another_value(game, data, place, at(data, place))) is not None
    ]
    place, new = changed[-1]

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            await compare(host)

    async def compare(host: Host) -> None:
        own = (await host.create(name, box=canonical(put(data, new, place)), listed=False)).table.id
        told = msgspec.json.decode(
            (await host.web.get(f"/api/tables/{own}/box")).content, type=game_wire.TableBox
        )
        assert told.own and told.game == name and told.more == 0
        assert (told.differences, told.more) == find_differences(data, put(data, new, place))
        assert len(told.differences) == 1
        usual = (await host.create(name)).table.id
        same = (await host.web.get(f"/api/tables/{usual}/box")).json()
        assert same == {"table": usual, "game": name, "own": False, "differences": [], "more": 0}
        missing = await host.web.get("/api/tables/nowhere/box")
        assert (missing.status_code, missing.json()["why"]) == (404, "there is no such table")

    run(scenario())


def test_a_table_with_a_box_of_its_own_is_played_with_it(tmp_path: Path) -> None:
    game = load(EVERY_GAME[0])
    text = "# mine\n" + game.document("box.toml")

    async def scenario(host: Host) -> None:
        wish = {"box": text, "bots": ["random"] * 2, "seat": None, "start": True}
        created = await host.create(game.name, 2, options=options_of(game.name), **wish)
        assert created.table.own_box
        async with host.guest(created.table.id) as guest:
            await guest.until(lambda: guest.now.phase == "over")
        facts = (await host.web.get(f"/api/tables/{created.table.id}/record")).json()
        assert facts["box"] == game.box(text).canonical, "without comments"
        shown = await host.web.post("/api/replay", json={"record": facts["record"], "box": text})
        assert shown.json()["seal"] == created.table.seal

    async def whole() -> None:
        async with open_server(tmp_path) as host:
            await scenario(host)

    run(whole())


def played(name: str) -> Match[State, object]:
    match = Match(load(name), load(name).seats[0], "replay", options_of(name))
    rng = seeded("replay")
    while not match.over:
        seat = int(match.state.someone(rng))
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return match


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_record_is_replayed_from_any_seat(name: str, web: httpx.Client) -> None:
    match = played(name)
    asked = {"record": str(match.record()), "seats": [None, 0, 1], "first": 3, "count": 4}
    answer = web.post("/api/replay", json=asked)
    assert answer.status_code == 200, answer.text
    told = msgspec.json.decode(answer.content, type=replay_wire.Replayed)
    assert told.moves == len(match.made) and told.outcome == match.outcome()
    assert len(told.curve) == len(told.log) == told.moves + 1
    assert [moment.moves for moment in told.moments] == [at for at in (3, 4, 5, 6) if at <= told.moves]
    for moment in told.moments:
        state = match.at(moment.moves).state
        for viewer, glimpse in zip([None, 0, 1], moment.glimpses, strict=True):
            view = msgspec.json.decode(msgspec.json.encode(load(name).view(state, viewer)))
            assert glimpse.view == view
        assert moment.glimpses[0].story == told.log[moment.moves]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_log_of_a_replay_has_what_the_first_seat_was_told(name: str, web: httpx.Client) -> None:
    match = played(name)
    for viewer in (None, 1):
        asked = {"record": str(match.record()), "seats": [viewer, 0], "count": 1}
        told = msgspec.json.decode(web.post("/api/replay", json=asked).content, type=replay_wire.Replayed)
        again = Match(match.game, match.state.seats, "replay", options_of(name))
        stories = [entries_for(again.play(seat, words), viewer) for seat, words in match.record().moves]
        keys = [[entry.key for entry in story] for story in stories]
        assert [[entry.key for entry in story] for story in told.log] == [[], *keys]


@pytest.mark.parametrize("record", ["", "game", "game chess 1", "\0", "game x 1\nseats 2\nseed a\n\n0 b"])
def test_an_invalid_record_is_refused(record: str, web: httpx.Client) -> None:
    answer = web.post("/api/replay", json={"record": record})
    assert answer.status_code == 400 and answer.json()["why"]


def test_health_and_readiness(web: httpx.Client) -> None:
    assert web.get("/health").json()["ok"] is True
    assert web.get("/ready").json()["ok"] is True
