"""The seal before the first move, the seed after the last one, and how to check them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fairground import Match, load
from fairground.cli import main
from fairground.engine.rng import keyed, seeded
from fairground.server import keys, wire
from hosting import open_server, run
from settings import EVERY_GAME

GAME = max(EVERY_GAME, key=lambda name: load(name).longest)
PAGE = Path(__file__).parents[2] / "docs/fair-chance.md"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The record of a match at a table, and the seal that was published before it."""
    folder = tmp_path_factory.mktemp("finished")

    async def scenario() -> tuple[str, str]:
        async with open_server(folder) as host:
            created = await host.create(EVERY_GAME[0], 2, bots=["random", "random"], seat=None, start=True)
            async with host.guest(created.table.id) as guest:
                await guest.until(lambda: guest.now.phase == "over")
                assert all(update.seed is None for update in guest.updates[:-1])
                record = (await host.web.get(f"/api/tables/{created.table.id}/record")).json()["record"]
                assert f"secret {guest.now.seed}\n" in record
                return record, created.table.seal

    record, seal = run(scenario())
    path = folder / "finished.game"
    path.write_text(record)
    return path, seal


def command(*words: str) -> int:
    """Run `fairground` and return its exit code."""
    before, sys.argv = sys.argv, ["fairground", *words]
    try:
        main.main()
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        sys.argv = before
    return 0


def test_verify_checks_the_seal(finished: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, seal = finished
    assert command("verify", str(path), "--seal", seal) == 0
    assert "it matches" in " ".join(capsys.readouterr().out.split())
    assert command("verify", str(path), "--seal", "0" * 64) == 2
    assert "not the promised seed" in capsys.readouterr().err


def test_a_seed_in_words_has_no_seal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "words.game"
    path.write_text(str(Match(load(GAME), seed="storm").record()))
    assert command("verify", str(path)) == 0
    assert "seal" not in capsys.readouterr().out
    assert command("verify", str(path), "--seal", "0" * 64) == 2
    assert "which has no seal" in capsys.readouterr().err


def test_the_script_on_the_page_works_without_fairground(finished: tuple[Path, str], tmp_path: Path) -> None:
    path, seal = finished
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    script = tmp_path / "check.py"
    script.write_text(next(block for block in blocks if "check.py" in block))
    good = subprocess.run(
        [sys.executable, "-I", str(script), str(path), seal], capture_output=True, text=True
    )
    assert good.returncode == 0, good.stderr
    secret = re.search(r"^secret (.*)$", path.read_text(), re.MULTILINE)
    assert secret is not None
    rng = keyed(bytes.fromhex(secret[1]))
    words = [int(rng.word()) for _ in range(16)]
    assert [int(word) for word in good.stdout.split("\n", 1)[1].split()] == words
    bad = subprocess.run([sys.executable, "-I", str(script), str(path), "0" * 64], capture_output=True)
    assert bad.returncode == 1


def test_only_the_seal_of_the_seed_is_published_before_the_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, bots=[None, "random"], start=True)
            async with host.guest(created.table.id, created.key, created.host, picture=True) as guest:
                rng = seeded("seed")
                for _ in range(10):
                    await guest.until(lambda: bool(guest.now.offers))
                    await guest.play(guest.now.offers[rng.below(len(guest.now.offers))].move)
                seed = host.registry.tables[created.table.id].state.stored.seed
                assert keys.seal(seed) == created.table.seal
                assert seed.hex() not in "".join(guest.frames)
            status, why = await host.refusal("GET", f"/api/tables/{created.table.id}/record")
            assert (status, "when the match is over" in why) == (409, True)
            facts = await host.web.get(f"/api/tables/{created.table.id}")
            assert seed.hex() not in facts.text and wire.write(created).decode().count(seed.hex()) == 0

    run(scenario())
