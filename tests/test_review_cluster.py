"""Many records reviewed on a real Ray, started here."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reviewed import HIDDEN, OPEN, record_of

LONG = 300.0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Ray with two processors."""
    import ray

    ray.init(
        "local",
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=80_000_000,
        log_to_driver=False,
        logging_level="error",
    )
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()


def command(folder: Path, out: Path) -> list[str]:
    return [sys.executable, "-m", "fairground", "review", str(folder), "--out", str(out), "--budget", "5"]


def review(folder: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command(folder, out), *more], capture_output=True, text=True, check=False)


def test_the_file_of_a_cluster_is_the_file_of_this_machine(address: str, tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    for number in range(4):
        (records / f"{number}.game").write_text(record_of(OPEN, f"seed {number}"))
    (records / "hidden.game").write_text(record_of(HIDDEN))
    (records / "broken.game").write_text("game of_nobody 1\n")
    here = review(records, tmp_path / "here.parquet")
    there = review(records, tmp_path / "there.parquet", "--on", "ray", "--address", address)
    assert (here.returncode, there.returncode) == (1, 1), there.stderr
    assert "broken.game could not be reviewed" in there.stdout
    assert (tmp_path / "here.parquet").read_bytes() == (tmp_path / "there.parquet").read_bytes()
    report = json.loads((tmp_path / "there.parquet.report.json").read_text())
    assert (report["files"], report["matches"]) == (6, 5)


def test_a_run_that_was_killed_goes_on_there_with_the_same_result(address: str, tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    for number in range(8):
        (records / f"{number}.game").write_text(record_of(OPEN, f"seed {number}"))
    out, parts = tmp_path / "there.parquet", tmp_path / "there.parquet.parts"
    words = [*command(records, out), "--on", "ray", "--address", address]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    until = time.monotonic() + LONG
    while not list(parts.glob("?" * 64 + ".json")):
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = len(list(parts.glob("?" * 64 + ".json")))
    assert 1 <= kept < 8 and not out.exists()
    assert review(records, out, "--on", "ray", "--address", address).returncode == 0
    assert review(records, tmp_path / "here.parquet").returncode == 0
    assert out.read_bytes() == (tmp_path / "here.parquet").read_bytes()


def test_a_cluster_that_does_not_answer_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text(record_of(OPEN))
    done = review(tmp_path, tmp_path / "x.parquet", "--on", "ray", "--address", "nowhere")
    assert done.returncode == 2
    assert "no Ray cluster answers at nowhere" in done.stderr
    assert not (tmp_path / "x.parquet").exists()
