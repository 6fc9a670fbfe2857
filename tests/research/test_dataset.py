"""Datasets: a row per decision with what the seat knew, and no loss after an interrupt."""

from pathlib import Path

import msgspec
import numpy as np
import polars
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from fairground import Match, load
from fairground.arena.execution import Execution
from fairground.arena.match_runner import MatchResult, MatchRunner
from fairground.arena.results_folder import check_plan
from fairground.arena.schedule import Plan, make_plan, schedule_matches
from fairground.cli.main import app
from fairground.engine.errors import FairgroundError
from fairground.research import dataset
from settings import EVERY_GAME, EVERY_TABLE, Setting


def planned(name: str, matches: int = 2, seats: int | None = None, bots: str = "random") -> Plan:
    return make_plan(load(name), bots.split(","), matches, seats, seed="rows")


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_a_row_holds_what_the_seat_knew_and_did_and_how_it_ended(setting: Setting) -> None:
    agreed = planned(setting.name, 1, setting.seats)
    played = MatchRunner(agreed, next(schedule_matches(agreed))).run()
    rows = dataset.match_rows(agreed, played).to_pylist()
    game = setting.game
    match = Match(game, setting.seats, played.seed, agreed.options)
    assert len(rows) == played.moves
    for row in rows:
        legal = [move for move, yes in zip(game.moves, row["mask"], strict=True) if yes]
        assert legal == match.state.legal(row["seat"])
        assert row["observation"] == game.features(match.state, row["seat"]).tolist()
        assert game.write(game.moves[row["action"]]) == row["words"]
        match.play(row["seat"], row["words"])
    outcome = match.outcome()
    assert {row["reason"] for row in rows} == {outcome.reason}
    for row in rows:
        won = row["seat"] in outcome.winners
        assert row["share"] == pytest.approx(won / len(outcome.winners))
        assert row["points"] == outcome.points[row["seat"]]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_row_holds_what_a_search_found(name: str) -> None:
    """The seats of other bots have nothing, nor have decisions that need no search."""
    agreed = planned(name, 1, 3, "search:iterations=15,random")
    scheduled = msgspec.structs.replace(next(schedule_matches(agreed)), searches=True)
    rows = dataset.match_rows(agreed, MatchRunner(agreed, scheduled).run()).to_pylist()
    searched = [row for row in rows if row["visits"] is not None]
    assert len(searched) > 2
    for row in searched:
        assert row["player"] == agreed.bots[0]
        assert sum(row["visits"]) == 15
        tried = [bool(visits) for visits in row["visits"]]
        assert all(yes or not visited for yes, visited in zip(row["mask"], tried, strict=True))
        assert tried[row["action"]]
        assert all(
            0 <= value <= 1 and (yes or not value) for value, yes in zip(row["values"], tried, strict=True)
        )
    unsearched = [row for row in rows if row["visits"] is None]
    assert all(row["values"] is None for row in unsearched)
    assert any(row["player"] == "random" for row in unsearched)


def test_an_interrupt_costs_one_part_and_the_file_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "PORTION", 2)
    agreed = planned(EVERY_GAME[0], 8)
    whole, cut = tmp_path / "whole.parquet", tmp_path / "cut.parquet"
    rows = dataset.generate(agreed, whole, Execution(workers=2))

    class Impatient:
        seen = 0

        def begin(self, title: str, total: int, already: int) -> None: ...

        def step(self, result: MatchResult) -> None:
            self.seen += 1
            if self.seen == 5:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset.generate(agreed, cut, Execution(), Impatient())
    parts = sorted(path.name for path in (tmp_path / "cut.parquet.parts").glob("*.parquet"))
    assert parts == ["000000.parquet", "000001.parquet"]
    assert not cut.exists()
    told: list[tuple[int, int]] = []

    class Counting(Impatient):
        def begin(self, title: str, total: int, already: int) -> None:
            told.append((total, already))

        def step(self, result: MatchResult) -> None: ...

    assert dataset.generate(agreed, cut, Execution(), Counting()) == rows
    assert told == [(8, 4)]
    assert cut.read_bytes() == whole.read_bytes()
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["cut.parquet", "whole.parquet"]


def test_parts_of_another_plan_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data.parquet.parts"
    folder.mkdir()
    check_plan(folder, planned(EVERY_GAME[0], 4))
    with pytest.raises(FairgroundError, match="holds another tournament"):
        dataset.generate(planned(EVERY_GAME[0], 6), tmp_path / "data.parquet", Execution())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "data.parquet"
    dataset.generate(planned(EVERY_GAME[-1], 4, bots="greedy,random"), path, Execution())
    return path


def test_polars_reads_the_file(file: Path) -> None:
    frame = polars.read_parquet(file)
    game = load(EVERY_GAME[-1])
    assert frame.columns == list(dataset.MEANINGS)
    assert frame["observation"].to_numpy().shape == (len(frame), game.size(game.seats[0]))
    chosen = [mask[action] for mask, action in zip(frame["mask"], frame["action"], strict=True)]
    assert all(chosen)
    assert set(frame["player"]) == {"greedy", "random"}


def test_hugging_face_reads_the_file_offline(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    from datasets import load_dataset

    rows = load_dataset("parquet", data_files=str(file), cache_dir=str(tmp_path), split="train")
    table = pq.read_table(file)
    assert len(rows) == table.num_rows
    first = rows.with_format("numpy")[0]
    assert np.asarray(first["observation"]).tolist() == table["observation"][0].as_py()


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["generate", *words])
    return result.exit_code, str(result.exception or result.output)


def test_the_command_writes_the_file_and_never_overwrites_one(tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    words = (EVERY_GAME[0], "--bots", "random,greedy", "--matches", "3", "--out", str(out), "--workers", "1")
    code, told = run(*words)
    assert code == 0, told
    assert "decisions of 4 matches" in " ".join(told.split())
    assert pq.ParquetFile(out).metadata.num_rows > 0
    assert "already exists" in run(*words)[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", "--bots", "random", "--out", "x.parquet"), "there is no game"),
        ((EVERY_GAME[0], "--bots", "nobody", "--out", "x.parquet"), "there is no bot"),
        ((EVERY_GAME[0], "--bots", "random", "--out", "/nowhere/x.parquet"), "existing folder"),
        ((EVERY_GAME[0], "--bots", "random", "--matches", "0", "--out", "x.parquet"), "1 match or more"),
        ((EVERY_GAME[0], "--bots", "random", "--seats", "9", "--out", "x.parquet"), "seats"),
    ],
)
def test_bad_input_gets_a_sentence(words: tuple[str, ...], told: str) -> None:
    assert told in run(*words)[1]
    assert not Path("x.parquet").exists()
