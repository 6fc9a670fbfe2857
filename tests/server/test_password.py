"""The database's password comes from the environment or a file, and nobody ever sees it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairground.server.errors import StoreError
from fairground.server.store.opening import open_store
from fairground.server.store.password import has_password, printable_url
from hosting import run
from postgres import Postgres, postgres

SECRET = "correct horse battery"
VARIABLES = ("FAIRGROUND_DATABASE_PASSWORD", "FAIRGROUND_DATABASE_PASSWORD_FILE", "PGPASSWORD", "PGPASSFILE")


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A database with a user who needs a password."""
    with postgres() as server:
        server.sql(f"CREATE USER fair PASSWORD '{SECRET}'")
        server.sql("GRANT ALL ON SCHEMA public TO fair")
        rules = server.data / "pg_hba.conf"
        rules.write_text("local all fair scram-sha-256\n" + rules.read_text())
        server.sql("SELECT pg_reload_conf()")
        yield server


@pytest.fixture(autouse=True)
def no_password(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def open_as_fair(database: Postgres) -> None:
    async def scenario() -> None:
        async with open_store(f"postgresql://fair@/postgres?host={database.folder}") as store:
            await store.check()

    run(scenario())


def provide(where: str, password: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the password where the server looks for it."""
    file = folder / "password"
    if where == "FAIRGROUND_DATABASE_PASSWORD_FILE":
        file.write_text(password + "\n")
        monkeypatch.setenv(where, str(file))
    elif where == "PGPASSFILE":
        file.write_text(f"*:*:*:fair:{password}\n")
        file.chmod(0o600)
        monkeypatch.setenv(where, str(file))
    else:
        monkeypatch.setenv(where, password)


@pytest.mark.parametrize("where", VARIABLES)
def test_a_password_is_found(
    where: str, database: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    provide(where, SECRET, tmp_path, monkeypatch)
    open_as_fair(database)


@pytest.mark.parametrize("where", VARIABLES)
def test_a_wrong_password_is_not_repeated(
    where: str, database: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    provide(where, "wrong horse", tmp_path, monkeypatch)
    with pytest.raises(StoreError) as raised:
        open_as_fair(database)
    assert "wrong horse" not in str(raised.value) + raised.value.detail
    assert "password" in raised.value.detail, "the operator learns what is wrong"


def test_a_missing_file_is_reported(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRGROUND_DATABASE_PASSWORD_FILE", "/nowhere/password")
    with pytest.raises(StoreError, match="FAIRGROUND_DATABASE_PASSWORD_FILE names cannot be read"):
        open_as_fair(database)


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("postgresql://fair:hidden@127.0.0.1:9/x", True),
        ("postgresql://fair@127.0.0.1:9/x?password=hidden", True),
        ("postgresql://fair:hidden@127.0.0.1:port/x", True),
        ("mysql://fair:hidden@127.0.0.1/x", True),
        ("fair:hidden@127.0.0.1", False),
        ("postgresql:/fair:hidden@", False),
    ],
)
@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["export", "FILE"]])
def test_a_password_on_the_command_line_is_not_repeated(
    command: list[str], url: str, seen: bool, tmp_path: Path
) -> None:
    words = [str(tmp_path / "all.jsonl") if word == "FILE" else word for word in command]
    done = subprocess.run(
        [sys.executable, "-m", "fairground", *words, "--store", url],
        capture_output=True,
        text=True,
        timeout=600,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 2 and "hidden" not in said and "Traceback" not in said, said
    assert ("FAIRGROUND_DATABASE_PASSWORD" in done.stderr) == seen


def test_a_url_with_a_password_is_not_printed() -> None:
    assert has_password("postgresql://a:b@c/d") and not has_password("postgresql://a@c/d?host=/run")
    assert not has_password("sqlite:////var/lib/tables.db")
    assert printable_url("no url") == "'no url'" and "secret" not in printable_url("x:secret@y")
