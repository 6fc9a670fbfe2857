"""All figures of a run in one file, and what became slower since an earlier one."""

import json
from pathlib import Path

import msgspec
import pytest

from commands import run, succeed
from fairground import list_games, load
from fairground.bench import everything, figures
from fairground.bench.everything import figures_of, measure_everything
from fairground.bench.figures import Figure, Figures, became_worse, describe_run, join_rounds, read_figures
from fairground.bench.learners import LearnerRow
from fairground.bench.playouts import PlayoutRow
from fairground.bench.reviews import ReviewRow

GAME = next(name for name in list_games() if not load(name).hidden)


def speed(*rounds: float, measure: str = "moves_per_second", subject: str = "chess") -> Figure:
    return Figure("random play", subject, 2, {}, measure, list(rounds))


def worse(then: Figure, now: Figure) -> list[float]:
    old, new = describe_run(0.0, [then]), describe_run(0.0, [now])
    return [round(change.ratio, 3) for change in became_worse(old, new)]


def test_slower_is_what_was_slower_in_every_round_than_in_any_earlier_round() -> None:
    assert worse(speed(90.0, 100.0, 80.0), speed(60.0, 79.0, 70.0)) == [0.79]
    assert worse(speed(90.0, 100.0, 80.0), speed(60.0, 81.0, 70.0)) == []
    assert worse(speed(90.0, 100.0, 80.0), speed(200.0, 300.0, 250.0)) == []


def test_of_what_costs_something_more_is_worse() -> None:
    then = speed(4.0, 5.0, 4.5, measure="seconds")
    assert worse(then, speed(8.0, 9.0, 10.0, measure="seconds")) == [0.5]
    assert worse(then, speed(4.9, 9.0, 10.0, measure="seconds")) == []
    assert worse(then, speed(1.0, 1.0, 1.0, measure="seconds")) == []


def test_what_is_neither_good_nor_bad_or_was_not_measured_before_is_not_compared() -> None:
    assert worse(speed(9.0, measure="moves_per_game"), speed(1.0, measure="moves_per_game")) == []
    assert worse(speed(9.0), speed(1.0, subject="go")) == []


def test_every_cost_is_a_measure_of_a_row() -> None:
    measured = {name for row in everything.Row.__args__ for name in row.__struct_fields__}
    assert set(figures.COSTS) | set(figures.NEUTRAL) <= measured


def test_the_numbers_of_a_row_are_figures_and_what_identifies_it_is_not() -> None:
    row = PlayoutRow("chess", 2, True, 80.0, 2.0, 40.0, options={"clock": "off"}, extra={"pieces": 3.0})
    found = {figure.measure: figure for figure in figures_of("random play", row)}
    assert set(found) == {"moves_per_second", "games_per_second", "moves_per_game", "pieces"}
    assert found["moves_per_second"] == Figure(
        "random play", "chess", 2, {"clock": "off"}, "moves_per_second", [80.0]
    )
    review = ReviewRow("chess", 2, 60, 50, 8000, 2, 1.0, 9.0, 0.2)
    assert {f.measure for f in figures_of("reviews", review)} == {
        "first_seconds",
        "seconds",
        "seconds_per_decision",
    }


def test_peers_and_interpreted_code_are_subjects_of_their_own() -> None:
    rows = [
        PlayoutRow("chess", 2, False, 1.0, 1.0, 1.0),
        PlayoutRow("hex", 2, True, 1.0, 1.0, 1.0, peer="pgx"),
    ]
    assert [next(figures_of("x", row)).subject for row in rows] == ["chess interpreted", "pgx hex"]


def test_rounds_of_the_same_figure_are_put_together() -> None:
    first, second = [speed(1.0), speed(5.0, subject="go")], [speed(2.0), speed(6.0, subject="go")]
    assert [figure.rounds for figure in join_rounds([first, second])] == [[1.0, 2.0], [5.0, 6.0]]


def test_all_parts_are_measured_in_three_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    row = LearnerRow("chess", 2, 4.0, 3.0, 2.0, 1.0)
    monkeypatch.setattr(
        everything, "PARTS", {name: lambda games, seconds: [row] for name in everything.PARTS}
    )
    told: list[str] = []
    found = measure_everything([load(GAME)], 1.0, told.append)
    assert len(told) == 3 * len(everything.PARTS)
    assert {figure.part for figure in found.figures} == set(everything.PARTS)
    assert all(len(figure.rounds) == 3 for figure in found.figures)


def test_the_command_writes_a_file_and_compares_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [LearnerRow(GAME, 2, 4.0, 3.0, 2.0, 1.0)]
    monkeypatch.setattr(everything, "PARTS", {"learners": lambda games, seconds: rows})
    file = tmp_path / "old.json"
    file.write_text(succeed("bench", "--all", "--json"))
    assert len(read_figures(file).figures) == 4
    assert "nothing became slower" in succeed("bench", "--compare", str(file))
    rows[0] = LearnerRow(GAME, 2, 4.0, 1.5, 2.0, 1.0)
    slower = run("bench", "--compare", str(file))
    assert slower.returncode == 1
    assert "step per second (learners): 1.5 instead of 3.0, 0.50 times as good" in slower.stdout
    (change,) = json.loads(run("bench", "--compare", str(file), "--json").stdout)
    assert (change["before"], change["now"]) == (3.0, 1.5)


def test_figures_of_another_machine_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "PARTS", {})
    here = describe_run(0.0, [])
    other = msgspec.structs.replace(here.machine, processor="abacus")
    file = tmp_path / "old.json"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(here, machine=other)))
    assert "another machine: abacus" in run("bench", "--compare", str(file)).stderr
    file.write_bytes(msgspec.json.encode(here))
    assert "another machine" not in run("bench", "--compare", str(file)).stderr


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, '{"figures": 3}'])
def test_a_file_that_is_none_of_ours_gets_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "old.json"
    file.write_text(text)
    refused = run("bench", "--compare", str(file))
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "no file of figures" in refused.stderr


def test_a_missing_or_huge_file_gets_a_sentence(tmp_path: Path) -> None:
    assert "cannot read" in run("bench", "--compare", str(tmp_path / "none.json")).stderr
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * (figures.LARGEST + 1))
    assert "larger than" in run("bench", "--compare", str(huge)).stderr


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    whole = describe_run(0.5, [speed(1.0, 2.0, 3.0)])
    file = tmp_path / "figures.json"
    file.write_bytes(msgspec.json.encode(whole))
    assert read_figures(file) == whole
    assert isinstance(read_figures(file), Figures)
