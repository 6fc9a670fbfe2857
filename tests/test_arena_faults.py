"""Bots and workers that fail: a forfeit for the one at fault, and the tournament goes on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from fairground import FairgroundError, Match, Record, list_games, load
from fairground.arena import tournament
from fairground.arena.execution import Execution
from fairground.arena.match_runner import BEFORE_START, FORFEIT, KnownFault, MatchResult, MatchRunner
from fairground.arena.results_folder import RESULTS, ResultsFolder
from fairground.arena.schedule import Plan, ScheduledMatch, make_plan, schedule_matches
from fairground.arena.worker_pool import MatchWorkers

GAME = load(next(name for name in list_games() if not load(name).hidden))
IMPORTS = os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]))
LONG = 60.0  # seconds no sound bot needs, however busy the machine


def against(rascal: str, seats: int = 2) -> Plan:
    return make_plan(GAME, ["random", f"python:rascals.{rascal}"], 1, seats, seed="rascals")


def played(agreed: Plan) -> list[MatchResult]:
    return sorted(
        MatchWorkers(agreed, 1, LONG).play(schedule_matches(agreed)), key=lambda match: match.number
    )


def check_forfeit(match: MatchResult, rascal: str, why: str) -> None:
    seat = match.players.index(f"python:rascals.{rascal}")
    assert (match.reason, match.decided, match.at_fault) == (FORFEIT, FORFEIT, seat)
    assert why in (match.fault or "")
    assert "\n" not in (match.fault or "")
    others = [share for other, share in enumerate(match.shares) if other != seat]
    assert match.shares[seat] == 0 and others == [1 / len(others)] * len(others)
    assert match.places[seat] == len(match.places)
    record = Record.parse(match.record)
    assert record.outcome is None
    assert len(Match.replay(GAME, record).made) == match.moves


@pytest.mark.parametrize(
    ("rascal", "why"),
    [
        ("Crashing", "crashed with ValueError: all is lost"),
        ("Cheating", "which is none of its"),
        ("Mumbling", "answered 'perhaps'"),
        ("Leaving", "crashed with SystemExit: 3"),
    ],
)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_faulty_bot_forfeits(rascal: str, why: str, seats: int) -> None:
    agreed = against(rascal, seats)
    for scheduled in schedule_matches(agreed):
        if scheduled.players.count(f"python:rascals.{rascal}") == 1:
            check_forfeit(MatchRunner(agreed, scheduled).run(), rascal, why)


def test_a_bot_that_cannot_be_made_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    agreed = against("Unmade")
    monkeypatch.setenv("RASCALS", "now")
    told = MatchRunner(agreed, next(schedule_matches(agreed))).run()
    check_forfeit(told, "Unmade", "not today")
    assert told.moves == 0


def test_a_bot_that_ends_its_process_forfeits() -> None:
    for match in played(against("Quitting")):
        check_forfeit(match, "Quitting", "ended its process with code 7")


def test_a_bot_that_hangs_forfeits_and_its_match_is_told_as_far_as_it_went() -> None:
    agreed = against("HangingLater")
    (match,) = MatchWorkers(agreed, 1, patience=20.0).play([next(schedule_matches(agreed))])
    check_forfeit(match, "HangingLater", "did not answer within 20 seconds")
    assert match.moves == 5  # it sat in seat 1 and made two moves


def test_a_bot_that_dies_again_and_again_forfeits() -> None:
    match = played(against("Dying"))[0]
    check_forfeit(match, "Dying", "was killed 3 times")


def test_the_tournament_goes_on_around_a_faulty_bot(tmp_path: Path) -> None:
    agreed = make_plan(GAME, ["random", "greedy", "python:rascals.Quitting"], 2, seed="on")
    told = tournament.run_tournament(agreed, tmp_path, Execution(workers=2, patience=LONG))
    assert len(told) == 6
    for match in told:
        assert (match.reason == FORFEIT) == ("python:rascals.Quitting" in match.players)


def test_a_worker_killed_in_the_middle_costs_time_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RASCALS", str(tmp_path / "killed"))
    agreed = against("Killed")
    disturbed = played(agreed)
    assert (tmp_path / "killed").exists()
    assert disturbed == played(agreed)
    assert not any(match.fault for match in disturbed)


def test_a_doomed_seat_is_not_asked_and_forfeits_even_where_the_match_ends_before() -> None:
    agreed = against("Hanging")
    scheduled = ScheduledMatch(0, ("random", "python:rascals.Hanging"), "doom")
    told = MatchRunner(agreed, scheduled, known_fault=KnownFault(1, 1, "hung")).run()
    assert (told.at_fault, told.fault, told.moves) == (1, "hung", 1)
    told = MatchRunner(agreed, scheduled, known_fault=KnownFault(1, BEFORE_START, "hung")).run()
    assert (told.at_fault, told.moves) == (1, 0)
    sound = ScheduledMatch(0, ("random", "random"), "doom")
    told = MatchRunner(agreed, sound, known_fault=KnownFault(0, 10_000, "hung")).run()
    assert (told.at_fault, told.shares) == (0, [0.0, 1.0])


# The folder


def test_a_line_cut_short_is_dropped_and_its_match_played_again(tmp_path: Path) -> None:
    agreed = against("Quitting")
    whole = tournament.run_tournament(agreed, tmp_path, Execution(patience=LONG))
    lines = (tmp_path / RESULTS).read_bytes()
    (tmp_path / RESULTS).write_bytes(lines[:-20])
    with ResultsFolder(tmp_path, agreed) as stored:
        assert len(stored.by_number) == len(whole) - 1
    assert tournament.run_tournament(agreed, tmp_path, Execution(patience=LONG)) == whole


def test_a_folder_belongs_to_one_plan(tmp_path: Path) -> None:
    with ResultsFolder(tmp_path, against("Quitting")):
        pass
    other = make_plan(GAME, ["random", "greedy"], 1, seed="rascals")
    with (
        pytest.raises(FairgroundError, match="holds another tournament: bots"),
        ResultsFolder(tmp_path, other),
    ):
        pass


def test_two_tournaments_do_not_write_into_one_folder(tmp_path: Path) -> None:
    agreed = against("Quitting")
    with (
        ResultsFolder(tmp_path, agreed),
        pytest.raises(FairgroundError, match="another tournament is writing"),
        ResultsFolder(tmp_path, agreed),
    ):
        pass


def test_a_damaged_ledger_is_refused_with_its_line(tmp_path: Path) -> None:
    agreed = against("Quitting")
    (tmp_path / RESULTS).write_text("nonsense\n")
    with pytest.raises(FairgroundError, match="line 1: expected a result"), ResultsFolder(tmp_path, agreed):
        pass
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(FairgroundError, match="expected the plan"), ResultsFolder(tmp_path, agreed):
        pass


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FairgroundError, match="cannot write to"):
        tournament.run_tournament(against("Quitting"), tmp_path / "file", Execution())


SMALL_DISK = """
import resource
from fairground.cli.main import main

resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, 16_384))
main()
"""


def test_a_full_disk_is_a_sentence_and_what_was_finished_is_kept(tmp_path: Path) -> None:
    words = [
        "arena",
        GAME.name,
        "--bots",
        "random",
        "--matches",
        "80",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    small = [sys.executable, "-c", SMALL_DISK, *words]
    full = subprocess.run(small, capture_output=True, text=True, check=False)
    assert full.returncode == 2
    assert full.stderr.splitlines()[-1].endswith("File too large; finished matches are kept")
    assert "Traceback" not in full.stderr
    kept = (tmp_path / RESULTS).read_bytes()
    assert len(kept) == 16_384
    command = [sys.executable, "-m", "fairground", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / RESULTS).read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    assert pq.read_table(tmp_path / "matches.parquet").num_rows == 80


# Interrupts


def start(folder: Path) -> subprocess.Popen[str]:
    """A tournament that stops after three results until there is a file `go`."""
    command = [
        sys.executable,
        "-m",
        "fairground",
        "arena",
        GAME.name,
        "--bots",
        "random,python:rascals.Waiting",
    ]
    command += ["--matches", "8", "--workers", "2", "--patience", "600", "--out", str(folder / "out")]
    environment = {**os.environ, "PYTHONPATH": IMPORTS, "RASCALS": str(folder)}
    return subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(condition: object, process: subprocess.Popen[str] | None = None) -> None:
    until = time.monotonic() + 300
    while not condition():  # type: ignore[operator]  # a function of nothing
        assert time.monotonic() < until, "waited for five minutes"
        assert process is None or process.poll() is None, "it ended by itself"
        time.sleep(0.05)


def lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_tournament_goes_on_with_the_same_command(tmp_path: Path, how: signal.Signals) -> None:
    process = start(tmp_path)
    wait_for((tmp_path / "pids").exists, process)
    process.send_signal(how)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == (130 if how == signal.SIGINT else -signal.SIGKILL)
    assert how != signal.SIGINT or "the same command goes on" in out
    for pid in (tmp_path / "pids").read_text().split():
        wait_for(lambda pid=pid: not lives(int(pid)))
    before = (tmp_path / "out" / RESULTS).read_bytes()
    assert 3 <= before.count(b"\n") < 8
    (tmp_path / "go").touch()
    process = start(tmp_path)
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    after = (tmp_path / "out" / RESULTS).read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == 8
    assert "8 matches" in out
