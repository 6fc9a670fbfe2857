"""What operators need: health, readiness, metrics without secrets, logs as lines of JSON."""

import io
import logging
from pathlib import Path

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from crowd import Player, all_play, seat_people
from fairground import list_games
from fairground.engine.rng import seeded
from fairground.server import logs
from fairground.server.errors import StoreError
from hosting import Host, open_server, run
from settings import EVERY_GAME


async def metrics(host: Host) -> dict[str, float]:
    """Return every value by its name and labels."""
    answer = await host.web.get("/metrics")
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sorted(sample.labels.values())]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


async def a_match(host: Host) -> tuple[str, dict[int, str], int]:
    """Play a match; return its table, its keys, and its number of moves."""
    seats = await seat_people(host.web, EVERY_GAME[0])
    players = [
        Player(lambda: f"127.0.0.1:{host.port}", seats.table, key, seeded(f"operations {seat}"), seat)
        for seat, key in seats.keys.items()
    ]
    await all_play(players)
    return seats.table, seats.keys, sum(len(player.done) for player in players)


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            before = await metrics(host)
            table, _, moves = await a_match(host)
            async with host.guest(table):
                after = await metrics(host)
            assert before[f"fairground_tables {EVERY_GAME[0]} over"] == 0
            assert after[f"fairground_tables {EVERY_GAME[0]} over"] == 1
            assert after["fairground_visitors spectator"] == 1
            assert after["fairground_changes_total"] > moves
            assert 0 < after["fairground_commit_seconds_count"] <= after["fairground_changes_total"]
            assert after["fairground_failures_total"] == 0
            assert after["fairground_messages_total in"] > moves
            assert after["fairground_answers_total 2xx"] > before["fairground_answers_total 2xx"]
            assert (after["fairground_open"], after["fairground_queue"]) == (1, 0)

    run(scenario())


def test_metrics_have_no_secrets_and_few_labels(tmp_path: Path) -> None:
    """No request of a stranger adds a series."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            first = set(await metrics(host))
            table, keys, _ = await a_match(host)
            for path in ("/api/tables/x", "/nothing", "/api/games/nothing", f"/api/tables/{table}"):
                await host.web.get(path)
            text = (await host.web.get("/metrics")).text
            assert set(await metrics(host)) == first
            assert not any(secret in text for secret in (table, *keys.values()))
            assert set(list_games()) <= {word for name in first for word in name.split()}

    run(scenario())


def test_a_server_is_ready_while_its_store_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            assert (await host.web.get("/health")).json()["ok"]
            assert (await host.web.get("/ready")).json()["ok"]

            async def broken() -> None:
                raise StoreError("the disk of the store is full")

            monkeypatch.setattr(host.registry.services.store, "check", broken)
            status, why = await host.refusal("GET", "/ready")
            assert (status, "disk of the store is full" in why) == (503, True)
            assert (await host.web.get("/health")).status_code == 200
            monkeypatch.undo()
            await host.registry.close()
            assert (await host.web.get("/ready")).status_code == 503
            assert (await metrics(host))["fairground_open"] == 0

    run(scenario())


def test_logs_are_lines_of_json_without_secrets(tmp_path: Path) -> None:
    stream = io.StringIO()
    kept = {name: logging.getLogger(name).handlers for name in ("fairground", "uvicorn", "litestar")}
    logs.set_up(stream)
    try:

        async def scenario() -> dict[int, str]:
            async with open_server(tmp_path) as host:
                return (await a_match(host))[1]

        keys = run(scenario())
    finally:
        for name, handlers in kept.items():
            logging.getLogger(name).handlers = handlers
            logging.getLogger(name).propagate = True
    lines = [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]
    assert "table created" in {line["event"] for line in lines}
    assert all({"time", "level", "event"} <= set(line) for line in lines)
    assert not any(key in stream.getvalue() for key in keys.values())
