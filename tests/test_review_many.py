"""A folder of records becomes one file with a row for each move, whatever happens on the way."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

from fairground import FairgroundError
from fairground.analysis import many, record_review
from fairground.analysis.many import ManyReport, review_folder
from fairground.analysis.record_review import ReviewPlan
from fairground.analysis.review import review_match
from fairground.arena.execution import Execution
from fairground.engine.errors import BadSetting
from reviewed import HIDDEN, OPEN, play_match, record_of

PLAN = ReviewPlan(budget=5)
LONG = 300.0


class Counting:
    """Counts what is told."""

    def __init__(self) -> None:
        self.total, self.already, self.steps = 0, 0, 0

    def begin(self, title: str, total: int, already: int) -> None:
        self.total, self.already = total, already

    def step(self) -> None:
        self.steps += 1


@pytest.fixture
def records(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    (folder / "below").mkdir(parents=True)
    (folder / "a.game").write_text(record_of(OPEN))
    (folder / "below/b.game").write_text(record_of(HIDDEN))
    (folder / "c.game").write_text(record_of(OPEN, "hail"))
    (folder / "note.txt").write_text("no record")
    return folder


def run(folder: Path, file: Path, plan: ReviewPlan = PLAN, cores: int = 2) -> tuple[ManyReport, Counting]:
    progress = Counting()
    return review_folder(folder, file, plan, Execution(cores), progress), progress


def test_every_move_of_every_record_is_a_row(records: Path, tmp_path: Path) -> None:
    report, _ = run(records, tmp_path / "x.parquet")
    rows = pq.read_table(tmp_path / "x.parquet").to_pylist()
    assert [report.files, report.matches, report.moves] == [3, 3, len(rows)]
    assert [row["file"] for row in rows] == sorted(row["file"] for row in rows)
    for file, name, seed in (
        ("a.game", OPEN, "storm"),
        ("below/b.game", HIDDEN, "storm"),
        ("c.game", OPEN, "hail"),
    ):
        found = [row for row in rows if row["file"] == file]
        review = review_match(play_match(name, seed), PLAN.budget)
        assert [row["at"] for row in found] == list(range(len(review.moves)))
        for row, move in zip(found, review.moves, strict=True):
            for column in ("seat", "words", "label", "best", "loss", "error", "shares", "effect", "luck"):
                assert row[column] == getattr(move, column), column
            assert (row["game"], row["seats"], row["final"]) == (name, review.seats, review.final)
        assert [row["before"] for row in found] == [review.initial, *(row["shares"] for row in found[:-1])]
    assert not list(tmp_path.glob("*.parts"))


def test_files_that_cannot_be_reviewed_are_named_and_do_not_stop_the_rest(
    records: Path, tmp_path: Path
) -> None:
    text = record_of(OPEN)
    (records / "binary.game").write_bytes(b"\xff\xfe")
    (records / "future.game").write_text(text.replace(f"game {OPEN} ", f"game {OPEN} 9"))
    (records / "short.game").write_text(record_of(OPEN, moves=4))
    (records / "large.game").write_text("# \n" * many.LARGEST)
    (records / "below/empty.game").write_text("")
    (records / "folder.game").mkdir()
    report, _ = run(records, tmp_path / "x.parquet")
    assert {failed.file: failed.error.split()[0] for failed in report.failed} == {
        "below/empty.game": "the",
        "binary.game": "expected",
        "future.game": load_title(),
        "large.game": "expected",
        "short.game": "only",
    }
    assert (report.files, report.matches) == (8, 3)
    assert set(pq.read_table(tmp_path / "x.parquet")["file"].to_pylist()) == {
        "a.game",
        "below/b.game",
        "c.game",
    }


def load_title() -> str:
    return play_match(OPEN).game.title.split()[0]


def test_equal_records_are_reviewed_once_and_have_rows_each(records: Path, tmp_path: Path) -> None:
    (records / "copy.game").write_text(record_of(OPEN))
    report, progress = run(records, tmp_path / "x.parquet")
    assert (report.matches, progress.total) == (4, 3)
    rows = pq.read_table(tmp_path / "x.parquet")
    files = rows["file"].to_pylist()
    assert files.count("copy.game") == files.count("a.game") > 0


def test_it_is_the_same_file_on_any_number_of_processes(records: Path, tmp_path: Path) -> None:
    run(records, tmp_path / "one.parquet", cores=1)
    run(records, tmp_path / "three.parquet", cores=3)
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "three.parquet").read_bytes()


def test_a_run_that_was_killed_goes_on_with_no_row_twice_and_the_same_result(
    records: Path, tmp_path: Path
) -> None:
    for number in range(6):
        (records / f"more{number}.game").write_text(record_of(OPEN, f"seed {number}"))
    run(records, tmp_path / "whole.parquet")
    parts = tmp_path / "x.parquet.parts"
    command = [sys.executable, "-m", "fairground", "review", str(records), "--budget", "5", "--cores", "1"]
    process = subprocess.Popen([*command, "--out", str(tmp_path / "x.parquet")], stderr=subprocess.DEVNULL)
    until = time.monotonic() + LONG
    while len(list(parts.glob("?" * 64 + ".json"))) < 2:
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "x.parquet").exists()
    kept = {path: path.stat().st_mtime_ns for path in parts.glob("?" * 64 + ".json")}
    assert 2 <= len(kept) < 9
    _, progress = run(records, tmp_path / "x.parquet")
    assert (progress.total, progress.already) == (9, len(kept))
    assert progress.steps == 9 - len(kept)
    assert (tmp_path / "x.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


def test_half_a_review_left_by_a_power_cut_is_made_again(records: Path, tmp_path: Path) -> None:
    run(records, tmp_path / "whole.parquet")
    parts = tmp_path / "x.parquet.parts"
    parts.mkdir()
    (parts / f"{many.digest_of(record_of(OPEN))}.json").write_text('{"rows":[{"game"')
    _, progress = run(records, tmp_path / "x.parquet")
    assert progress.already == 0
    assert (tmp_path / "x.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


def test_a_run_with_other_settings_does_not_go_on_with_the_reviews_of_this_one(
    records: Path, tmp_path: Path
) -> None:
    parts = tmp_path / "x.parquet.parts"
    parts.mkdir()
    (parts / "plan.json").write_bytes(msgspec.json.encode(PLAN))
    with pytest.raises(FairgroundError, match="holds another review of records: budget 5 there, 6 here"):
        run(records, tmp_path / "x.parquet", ReviewPlan(budget=6))


def test_a_record_whose_reviewer_fails_or_dies_is_a_failure_of_its_own(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(match: object, budget: int) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(record_review, "review_match", fail)
    found = record_review.review_record(PLAN, record_of(OPEN))
    assert found.error == "the reviewer failed: RuntimeError: a fault of ours"
    monkeypatch.setattr(record_review, "python_command", lambda module: ["/bin/false"])
    report, _ = run(records, tmp_path / "x.parquet")
    assert {failed.error for failed in report.failed} == {record_review.GAVE_UP}
    assert pq.read_table(tmp_path / "x.parquet").num_rows == 0


def test_a_record_that_changes_meanwhile_is_a_failure(
    records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = many.find_records

    def find_and_change(folder: Path) -> list[many.FoundRecord]:
        found = find(folder)
        (folder / "a.game").write_text(record_of(OPEN, "other"))
        with suppress(FileNotFoundError):
            (folder / "c.game").unlink()
        return found

    monkeypatch.setattr(many, "find_records", find_and_change)
    report, _ = run(records, tmp_path / "x.parquet")
    assert {failed.file: failed.error for failed in report.failed} == {
        "a.game": many.CHANGED,
        "c.game": many.CHANGED,
    }


def test_a_folder_without_records_and_a_budget_of_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FairgroundError, match="found none"):
        run(tmp_path, tmp_path / "x.parquet")
    with pytest.raises(BadSetting, match="a budget of at least 1, got 0"):
        ReviewPlan(budget=0)
