"""Studies: what many matches tell, other boxes, and their reports."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from fairground import BadSetting, BoxError, list_games, load
from fairground.arena.comparison import compare_matches
from fairground.arena.execution import Execution
from fairground.arena.findings import compute_findings, difference, mean
from fairground.arena.match_runner import FORFEIT, MatchResult
from fairground.arena.study import StudyPlan, run_study
from fairground.arena.study_report import largest_changes, render_study_report
from fairground.arena.sweep import box_variants, parse_values, set_value
from fairground.engine.box import Box
from fairground.engine.game import Game
from fairground.engine.state import State

OPEN = load(next(name for name in list_games() if not load(name).hidden))


def match(number: int, shares: list[float], points: list[int], kept: list[list[str]]) -> MatchResult:
    return MatchResult(
        number=number,
        players=("a", "a"),
        seed="x",
        points=points,
        places=[1 if share else 2 for share in shares],
        shares=shares,
        headings={"roofs": [each - 1 for each in points], "doors": [1, 1]},
        moves=10 + number % 3,
        reason="end",
        decided="points",
        branching=2.0,
        leads=number % 2,
        kept={"card": kept},
        record="",
    )


def test_findings_are_what_the_matches_say() -> None:
    matches = [match(n, [1.0, 0.0], [8, 4], [["crown", "crown"], ["spoon"]]) for n in range(30)]
    matches += [match(n, [0.0, 1.0], [4, 8], [["spoon"], ["crown"]]) for n in range(30, 40)]
    found = compute_findings(matches, 2)
    assert [share.value for share in found.by_seat] == [0.75, 0.25]
    assert found.points.value == 6
    assert {h.name: (h.points.value, h.winners, round(h.part, 3)) for h in found.headings} == {
        "roofs": (5, 7, 0.833),
        "doors": (1, 1, 0.167),
    }
    assert found.margin.value == 4
    assert found.reasons == {"end": 40}
    crown, spoon = found.holdings
    assert (crown.name, crown.taken.value, crown.times) == ("crown", 0.5, 0.875)
    assert crown.wins is not None and crown.wins.value == 1 and crown.stands_out
    assert crown.points is not None and crown.points.value == 4
    assert spoon.wins is not None and spoon.wins.value == -1


def test_forfeited_matches_are_left_out_and_counted() -> None:
    sound = match(0, [1.0, 0.0], [8, 4], [[], []])
    other = MatchResult(
        **{name: getattr(sound, name) for name in MatchResult.__struct_fields__} | {"reason": FORFEIT}
    )
    found = compute_findings([sound, other], 2)
    assert (found.matches, found.forfeits) == (1, 1)


def test_nothing_is_said_about_the_worth_of_what_few_have() -> None:
    matches = [match(n, [1.0, 0.0], [8, 4], [["crown"] if n == 0 else [], []]) for n in range(20)]
    assert compute_findings(matches, 2).holdings[0].wins is None


def test_means_and_differences_have_the_known_intervals() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert (found.value, found.low) == pytest.approx((2.5, 2.5 - 1.95996 * (5 / 3 / 4) ** 0.5), abs=1e-4)
    apart = difference([1.0, 0.0] * 10, [0.0] * 20)
    assert apart is not None and apart.value == 0.5
    assert apart.high - apart.value == pytest.approx(1.95996 * (0.25 * 20 / 19 / 20) ** 0.5, abs=1e-4)


# Other boxes


def test_values_are_ranges_or_lists() -> None:
    assert parse_values("12..16") == ["12", "13", "14", "15", "16"]
    assert parse_values("-2..6:4") == ["-2", "2", "6"]
    assert parse_values("red, blue") == ["red", "blue"]
    with pytest.raises(BadSetting, match="an ascending range"):
        parse_values("5..1")


def test_places_lead_through_tables_and_lists_by_number_or_name() -> None:
    data = {
        "dishes": [{"name": "roast", "points": 12}, {"name": "soup", "points": 3}],
        "prices": [1, 2.5, "x"],
    }
    set_value(data, ["dishes", "soup", "points"], "4", "")
    set_value(data, ["prices", "1"], "3", "")
    assert data == {
        "dishes": [{"name": "roast", "points": 12}, {"name": "soup", "points": 4}],
        "prices": [1, 3.0, "x"],
    }


@pytest.mark.parametrize(
    ("way", "value", "why"),
    [
        ("dishes.cake.points", "4", "expected roast, got 'cake'"),
        ("dishes.roast", "4", "expected the place of a number or a word"),
        ("dishes.roast.points.more", "4", "there is nothing below 12"),
        ("dishes.roast.points", "many", "expected a value like 12"),
    ],
)
def test_places_that_are_not_there_are_refused(way: str, value: str, why: str) -> None:
    data = {"dishes": [{"name": "roast", "points": 12}]}
    with pytest.raises(BadSetting, match=re.escape(why)):
        set_value(data, way.split("."), value, way)
    assert data == {"dishes": [{"name": "roast", "points": 12}]}


def numbers(box: Box[object]) -> list[tuple[str, int]]:
    return [(place, int(value)) for place, value, _ in box.printed_values() if re.fullmatch(r"\d+", value)]


def sweepable(game: Game[State, object]) -> tuple[str, int]:
    """A number in the box that can be one more."""
    for place, value in numbers(game.box()):
        try:
            box_variants(game, None, f"{place}={value + 1}")
        except BoxError:
            continue
        return place, value
    raise AssertionError("no number of this box can be changed")


def test_every_variant_is_a_checked_box_in_which_only_that_value_differs() -> None:
    place, value = sweepable(OPEN)
    for variant in box_variants(OPEN, None, f"{place}={value}..{value + 1}"):
        box = OPEN.box(variant.printed)
        assert dict(numbers(box))[place] == int(variant.value)
        same = box.digest == OPEN.box().digest
        assert same == (int(variant.value) == value)


def test_a_sweep_that_cannot_be_is_refused() -> None:
    for wrong in ("x", "=3", "x=", "nowhere.x=1..2"):
        with pytest.raises(BadSetting):
            box_variants(OPEN, None, wrong)


# A whole study


def test_a_study_is_the_same_from_the_same_seed(tmp_path: Path) -> None:
    place, value = sweepable(OPEN)
    asked = StudyPlan(
        game=OPEN,
        bots=("novice",),
        matches=4,
        seats=(2, 3),
        sweeps=(f"{place}={value}..{value + 1}",),
        seed="s",
    )
    one = run_study(asked, tmp_path / "one", Execution(workers=1))
    two = run_study(asked, tmp_path / "two", Execution(workers=2))
    assert render_study_report(one, "again") == render_study_report(two, "again")
    told = json.loads((tmp_path / "one/findings.json").read_text())
    assert [chapter["seats"] for chapter in told["seats"]] == [2, 3]
    assert told["sweeps"][0]["values"] == [str(value), str(value + 1)]
    assert (tmp_path / "one" / f"{place}={value}" / "matches.parquet").exists()


@pytest.mark.parametrize("name", list_games())
def test_every_game_can_be_studied(name: str, tmp_path: Path) -> None:
    game = load(name)
    asked = StudyPlan(game=game, bots=("greedy", "random"), matches=2, seats=(game.seats[-1],))
    study = run_study(asked, tmp_path, Execution(workers=1))
    text = render_study_report(study, "again")
    assert f"Balance of {game.title}" in text
    for heading in study.by_seats[0].findings.headings:
        assert f"<td>{heading.name}</td>" in text
    for kind in {thing.kind for thing in study.by_seats[0].findings.holdings}:
        assert f"seats: {kind}</h2>" in text
    assert "<script" not in text and "https://" not in text


def test_a_sweep_shows_whose_use_changed() -> None:
    from fairground.arena.study import SweepResult

    rare = compute_findings([match(n, [1.0, 0.0], [8, 4], [["spoon"], []]) for n in range(20)], 2)
    often = compute_findings([match(n, [1.0, 0.0], [8, 4], [["spoon", "crown"], []]) for n in range(20)], 2)
    shown = largest_changes(SweepResult("x", ["1", "2"], [rare, often]))
    assert {name: [each.value for each in row] for name, row in shown.items()} == {"card crown": [0.0, 0.5]}


# Two boxes on the same seeds


def test_pairs_of_matches_are_compared_one_by_one() -> None:
    first = [match(n, [1.0, 0.0], [8 + n, 4], [[], []]) for n in range(20)]
    second = [match(n, [1.0, 0.0], [11 + n, 4], [[], []]) for n in range(20)]
    found = {each.name: each for each in compare_matches(first, second, 2).figures}
    points = found["winner's points"]
    assert (points.first.value, points.second.value) == (17.5, 20.5)
    assert (points.difference.low, points.difference.value, points.difference.high) == (3, 3, 3)
    assert points.is_clear
    assert not found["win share of seat 0"].is_clear
    assert found["points for roofs"].difference.value == 1.5


def test_pairs_with_a_forfeit_or_without_a_partner_are_left_out() -> None:
    first = [match(n, [1.0, 0.0], [8, 4], [[], []]) for n in range(4)]
    second = [msgspec.structs.replace(each, reason=FORFEIT if each.number == 1 else "end") for each in first]
    assert compare_matches(first, second[:3], 2).pairs == 2


def test_a_box_against_itself_makes_no_difference_and_another_one_does(tmp_path: Path) -> None:
    printed = OPEN.document("box.toml")
    place, value = sweepable(OPEN)
    other = box_variants(OPEN, None, f"{place}={value + 1}")[0].printed
    assert other
    for text, differs in ((printed, False), (other, True)):
        plan = StudyPlan(OPEN, ("random",), 6, (2,), against=text)
        study = run_study(plan, tmp_path / str(differs), Execution(1))
        (comparison,) = study.against
        assert comparison.pairs == 6
        assert any(figure.difference.value for figure in comparison.figures) == differs
        assert "Against the other box" in render_study_report(study, "x")


def test_options_are_swept_like_printed_values(tmp_path: Path) -> None:
    game = next(load(name) for name in list_games() if load(name).options)
    option = game.options[0]
    first, second = box_variants(game, None, f"option.{option.name}={','.join(option.choices[:2])}")
    assert [first.options, second.options] == [{option.name: choice} for choice in option.choices[:2]]
    plan = StudyPlan(game, ("random",), 2, (game.seats[0],))
    assert plan.tournament(game.seats[0], None, second.options).options[option.name] == option.choices[1]
    with pytest.raises(BadSetting, match="option"):
        box_variants(game, None, "option.nonsense=1,2")
