"""`fairground serve`, as a process of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

import httpx

from fairground.cli.serve import own_address
from fairground.server.run import bind
from hosting import PATIENCE
from settings import EVERY_GAME

COMMAND = [sys.executable, "-m", "fairground", "serve"]


@contextmanager
def serving(store: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Start a server process; yield its address."""
    command = [*COMMAND, "--port", "0", "--store", f"sqlite:///{store}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert found, (line, process.stderr.read() if not line else "")
            yield found[0], process
        finally:
            process.kill()
            process.communicate()


def test_a_server_starts_serves_and_shuts_down(tmp_path: Path) -> None:
    store = tmp_path / "deep" / "folder" / "tables.db"
    with serving(store) as (address, process):
        made = httpx.post(
            f"{address}/api/tables",
            json={"game": EVERY_GAME[0], "seats": 2, "listed": True},
            timeout=PATIENCE,
        )
        assert made.status_code == 201
        assert httpx.get(f"{address}/", timeout=PATIENCE).text.startswith("<!doctype html>")
        process.send_signal(signal.SIGTERM)
        assert process.wait(600) == 0
    with serving(store) as (address, process):
        lobby = httpx.get(f"{address}/api/tables", timeout=PATIENCE).json()
        assert [entry["table"]["id"] for entry in lobby] == [made.json()["table"]["id"]]
        process.send_signal(signal.SIGINT)
        assert process.wait(600) == 0


def refused(*words: str) -> str:
    """Start a server that must fail; return its one sentence."""
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=600)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        why = refused("--port", port, "--store", f"sqlite:///{tmp_path / 't.db'}")
    assert f"cannot listen on 127.0.0.1 port {port}" in why and "--port" in why


def test_a_connection_sends_at_once() -> None:
    """Otherwise every answer in two parts waits for the other side to confirm the first, for 40 ms."""
    with bind("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_unusable_store_is_reported(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_text("no database" * 1000)
    assert "the store is damaged" in refused("--port", "0", "--store", f"sqlite:///{tmp_path / 't.db'}")
    assert "cannot be created" in refused("--port", "0", "--store", f"sqlite:///{os.devnull}/t.db")


def test_the_address_for_other_machines_is_found() -> None:
    """It is an address of this machine, or none where there is no network."""
    found = own_address()
    assert found is None or ip_address(found).version == 4
