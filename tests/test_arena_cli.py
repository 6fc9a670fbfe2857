"""`arena`, `ladder` and `study` as people type them."""

import json
import sys
from pathlib import Path

import pytest

from fairground import list_games, load
from fairground.cli.main import main

GAME = next(name for name in list_games() if not load(name).hidden)
FIRST = """
import json, sys
for line in sys.stdin:
    print(json.loads(line)["moves"][0]["move"], flush=True)
"""


@pytest.fixture
def fairground(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> "Typed":
    monkeypatch.chdir(tmp_path)
    return Typed(monkeypatch, capsys)


class Typed:
    """Runs the command in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *words: str) -> tuple[object, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["fairground", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        told = self.capsys.readouterr()
        return ended.value.code, told.out, told.err

    def done(self, *words: str) -> str:
        code, out, errors = self(*words)
        assert code == 0, errors
        return out


@pytest.mark.parametrize("command", ["arena", "ladder", "study"])
def test_every_command_helps_with_an_example(fairground: Typed, command: str) -> None:
    assert f"Example: fairground {command}" in fairground.done(command, "--help")


def test_a_tournament_tells_its_standings_and_the_same_command_resumes(
    fairground: Typed, tmp_path: Path
) -> None:
    command = ("arena", GAME, "--bots", "greedy,random", "--matches", "3", "--seed", "x", "--workers", "1")
    out = fairground.done(*command)
    assert "greedy" in out and "win share" in out and "4 matches" in out
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith(f"arena-{GAME}-")
    assert sorted(path.name for path in folder.iterdir()) == [
        ".lock",
        "matches.parquet",
        "plan.json",
        "records",
        "report.html",
        "results.jsonl",
    ]
    assert "--bots greedy,random --matches 3 --seed x" in (folder / "report.html").read_text()
    before = (folder / "results.jsonl").read_bytes()
    rows = json.loads(fairground.done(*command, "--json"))
    assert [row["bot"] for row in rows] == ["greedy", "random"]
    assert (folder / "results.jsonl").read_bytes() == before


def test_long_names_of_bots_stay_whole(fairground: Typed) -> None:
    long = "search:iterations=3:insight=0.25:horizon=2"
    out = fairground.done("arena", GAME, "--bots", f"random,{long}", "--matches", "2", "--workers", "1")
    assert f") {long}\n" in out
    assert all(len(line) <= 80 for line in out.splitlines() if "%" in line)


def test_a_study_compares_two_boxes(fairground: Typed, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(load(GAME).document("box.toml"))
    command = ("study", GAME, "--bots", "random", "--matches", "4", "--seats", "2", "--workers", "1")
    out = fairground.done(*command, "--against", "mine.toml", "--out", "both")
    assert "2 seats, 4 pairs of matches" in out and "difference (95 %)" in out
    assert "--against mine.toml" in (tmp_path / "both/report.html").read_text()
    told = json.loads((tmp_path / "both/findings.json").read_text())
    assert told["against"][0]["pairs"] == 4
    assert all(figure["difference"]["value"] == 0 for figure in told["against"][0]["figures"])


def test_a_changed_command_on_the_same_folder_is_refused(fairground: Typed) -> None:
    fairground.done("arena", GAME, "--bots", "random", "--matches", "2", "--out", "here", "--workers", "1")
    code, _, errors = fairground("arena", GAME, "--bots", "random", "--matches", "4", "--out", "here")
    assert code == 2
    assert errors == "fairground: here holds another tournament: matches 2 there, 4 here\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["arena", "chess", "--bots", "random"], "there is no game 'chess'"),
        (["arena", GAME, "--bots", "random,wizard"], "there is no bot 'wizard'"),
        (["arena", GAME, "--bots", "random", "--out", "/proc/nowhere"], "cannot write to /proc/nowhere"),
        (["arena", GAME, "--bots", "random", "--seats", "9"], "seats, not 9"),
        (["arena", GAME, "--bots", "random", "--option", "x=y"], "no option 'x'"),
        (["arena", GAME, "--bots", "random", "--box", "none.toml"], "none.toml cannot be read"),
        (["arena", GAME, "--bots", "random", "--on", "mars"], "expected --on here or --on ray, got 'mars'"),
        (["arena", GAME, "--bots", "random", "--address", "x"], "expected --address only together"),
        (["arena", GAME, "--bots", "random", "--workers", "0"], "expected 1 worker or more, got 0"),
        (["arena", GAME, "--bots", "random", "--patience", "0"], "expected a patience of more than 0"),
        (["arena", GAME], "Missing option '--bots'"),
        (["ladder", GAME, "--matches", "0"], "expected 1 match or more, got 0"),
        (["ladder", GAME, "--write", "no/where.toml"], "expected the name of a file in an existing folder"),
        (["study", GAME, "--vary", "x"], "expected PLACE=FROM..TO"),
        (["study", GAME, "--vary", "x=1..2"], "the box has no place 'x'"),
        (["study", GAME, "--bots", "wizard"], "there is no bot 'wizard'"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(
    fairground: Typed, tmp_path: Path, words: list[str], why: str
) -> None:
    code, _, errors = fairground(*words)
    assert code == 2
    assert why in errors
    assert len(errors.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_program_plays_along_and_one_that_fails_forfeits(fairground: Typed, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "broken.py").write_text("raise SystemExit(3)\n")
    bots = ",".join(f"exec:{sys.executable} {tmp_path}/{name}.py" for name in ("first", "broken"))
    out = fairground.done(
        "arena", GAME, "--bots", f"random,{bots}", "--matches", "2", "--workers", "1", "--json"
    )
    rows = {row["bot"].split("/")[-1]: row for row in json.loads(out)}
    assert rows["first.py"]["forfeits"] == 0
    assert rows["broken.py"]["forfeits"] == 4
    assert rows["broken.py"]["share"]["value"] == 0


def test_a_study_writes_its_report(fairground: Typed, tmp_path: Path) -> None:
    out = fairground.done(
        "study", GAME, "--bots", "random", "--matches", "4", "--seats", "2", "--workers", "1", "--out", "s"
    )
    assert "s/report.html" in out
    assert "Balance of" in (tmp_path / "s/report.html").read_text()
    assert json.loads((tmp_path / "s/findings.json").read_text())["seats"][0]["matches"] == 4
