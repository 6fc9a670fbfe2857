"""Tournaments: who meets whom, what comes out, and that it is always the same."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pyarrow.parquet as pq
import pytest

from fairground import BadSetting, Match, Record, list_games, load
from fairground.arena import tournament
from fairground.arena.execution import Execution, MatchExecutor
from fairground.arena.ladder import list_rungs, published_steps
from fairground.arena.match_runner import MatchResult, MatchRunner
from fairground.arena.results_folder import ResultsFolder
from fairground.arena.schedule import Plan, groups, make_plan, schedule_matches
from fairground.arena.standings import compute_ratings, compute_standings, head_to_head, wilson
from fairground.arena.tournament_report import render_tournament_report
from settings import EVERY_GAME

GAME = load(next(name for name in list_games() if not load(name).hidden))
BOTS = ("greedy", "novice", "random")

LEAST_PUBLISHED = 200  # matches of a step: an interval of 7 percentage points to either side


def small(matches: int = 4, bots: Sequence[str] = BOTS, seed: str = "storm", seats: int = 2) -> Plan:
    return make_plan(GAME, bots, matches, seats, seed=seed)


# Fixtures


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("bots", [("random",), ("random", "greedy"), (*BOTS, "apprentice", "artisan")])
def test_every_bot_sits_in_every_seat_equally_often(seats: int, bots: tuple[str, ...]) -> None:
    drawn = list(schedule_matches(small(7, bots, seats=seats)))
    taken = Counter((name, seat) for scheduled in drawn for seat, name in enumerate(scheduled.players))
    for name in bots:
        assert len({taken[name, seat] for seat in range(seats)}) == 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_group_meets_equally_often(seats: int) -> None:
    agreed = small(7, (*BOTS, "apprentice"), seats=seats)
    met = Counter(tuple(sorted(scheduled.players)) for scheduled in schedule_matches(agreed))
    assert set(met.values()) == {agreed.matches}
    assert len(met) == len(groups(agreed.bots, seats))


def test_where_there_are_too_few_bots_some_sit_twice_and_none_is_left_out() -> None:
    assert groups(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert groups(["a"], 2) == [("a", "a")]


def test_each_match_has_a_seed_of_its_own() -> None:
    seeds = [scheduled.seed for scheduled in schedule_matches(small(20))]
    assert len(set(seeds)) == len(seeds) == 60


def test_matches_are_rounded_up_to_whole_rotations() -> None:
    assert small(5).matches == 6


@pytest.mark.parametrize(
    ("bots", "seats", "matches", "seed", "why"),
    [
        (["random", "nobody"], 2, 2, "x", "there is no bot 'nobody'"),
        (["random", ""], 2, 2, "x", "expected names of bots"),
        (["random", "random"], 2, 2, "x", "expected each bot once"),
        (["random"], 9, 2, "x", "not 9"),
        (["random"], 2, 0, "x", "expected 1 match or more, got 0"),
        (["random"], 2, 2, " ", "a seed is"),
        (["search:swings=3"], 2, 2, "x", "no term 'swings'"),
        (["python:rascals.Nobody"], 2, 2, "x", "Nobody"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(
    bots: list[str], seats: int, matches: int, seed: str, why: str
) -> None:
    with pytest.raises(BadSetting, match=re.escape(why)):
        make_plan(GAME, bots, matches, seats, seed=seed)


# The same seed


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Path, list[MatchResult]]:
    agreed, folder = small(), tmp_path_factory.mktemp("arena")
    return agreed, folder, tournament.run_tournament(agreed, folder, Execution(workers=1))


def test_the_same_seed_gives_the_same_with_any_number_of_workers(
    played: tuple[Plan, Path, list[MatchResult]], tmp_path: Path
) -> None:
    agreed, folder, matches = played
    again = tournament.run_tournament(agreed, tmp_path, Execution(workers=3))
    assert again == matches
    assert (tmp_path / "matches.parquet").read_bytes() == (folder / "matches.parquet").read_bytes()
    for kept in matches:
        assert (tmp_path / kept.record).read_text() == (folder / kept.record).read_text()
    assert render_tournament_report(agreed, again, "x") == render_tournament_report(agreed, matches, "x")


def test_another_seed_gives_other_matches(played: tuple[Plan, Path, list[MatchResult]]) -> None:
    agreed = small(seed="calm")
    other = MatchRunner(agreed, next(schedule_matches(agreed))).run()
    first = (played[1] / played[2][0].record).read_text()
    assert other.record.split("\n\n")[1] != first.split("\n\n")[1]


def test_a_finished_tournament_is_not_played_again(played: tuple[Plan, Path, list[MatchResult]]) -> None:
    agreed, folder, matches = played

    class Nowhere(Execution):
        def executor(self, plan: Plan) -> MatchExecutor:
            raise AssertionError("there is nothing to play")

    assert tournament.run_tournament(agreed, folder, Nowhere()) == matches


# What comes out


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_match_of_every_game_is_told_as_its_record_replays(name: str) -> None:
    game = load(name)
    agreed = make_plan(game, ["random", "greedy"], 2, game.seats[-1], seed="told")
    told = MatchRunner(agreed, next(schedule_matches(agreed))).run()
    match = Match.replay(game, Record.parse(told.record))
    outcome = match.outcome()
    assert (told.points, told.places, told.headings) == (outcome.points, outcome.places, outcome.headings)
    assert (told.reason, told.decided, told.moves) == (outcome.reason, outcome.decided, len(match.made))
    assert [seat for seat, share in enumerate(told.shares) if share] == outcome.winners
    assert sum(told.shares) == pytest.approx(1)
    assert tuple(match.players.values()) == told.players
    assert told.branching >= 1
    assert told.kept == game.holdings(match.state)


def test_the_parquet_file_holds_every_match(played: tuple[Plan, Path, list[MatchResult]]) -> None:
    agreed, folder, matches = played
    read = pq.read_table(folder / "matches.parquet")
    rows = read.to_pylist()
    assert [row["bots"] for row in rows] == [list(each.players) for each in matches]
    assert [row["points"] for row in rows] == [each.points for each in matches]
    assert [row["reason"] for row in rows] == [each.reason for each in matches]
    assert [row["moves"] for row in rows] == [each.moves for each in matches]
    for heading in matches[0].headings:
        assert [row[f"points.{heading}"] for row in rows] == [each.headings[heading] for each in matches]
    for row in rows:
        assert Record.parse((folder / row["record"]).read_text()).outcome == row["points"]
    assert json.loads(read.schema.metadata[b"fairground"])["seed"] == agreed.seed


def test_wilsons_interval_is_the_known_one() -> None:
    found = wilson(8, 10)
    assert (found.value, found.low, found.high) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == 1
    assert wilson(0, 10).high == pytest.approx(0.2775, abs=1e-4)


def made_up(number: int, players: tuple[str, ...], places: list[int]) -> MatchResult:
    """A match of which only the places matter."""
    first = places.count(1)
    return MatchResult(
        number=number,
        players=players,
        seed="x",
        points=[10 - place for place in places],
        places=places,
        shares=[1 / first if place == 1 else 0.0 for place in places],
        headings={},
        moves=5,
        reason="end",
        decided="points",
        branching=2.0,
        leads=0,
        kept={},
        record="",
    )


def test_standings_count_shared_wins_in_part() -> None:
    rows = compute_standings([made_up(0, ("a", "b"), [1, 2]), made_up(1, ("b", "a"), [1, 1])])
    assert [(row.bot, row.share.value, row.seatings) for row in rows] == [("a", 0.75, 2), ("b", 0.25, 2)]
    assert rows[0].rating > rows[1].rating
    assert rows[0].points == 9


def test_ratings_know_bots_that_sit_in_several_seats() -> None:
    ratings = compute_ratings([made_up(n, ("a", "a", "b"), [2, 3, 1]) for n in range(5)])
    assert ratings["b"].mu > 25 > ratings["a"].mu


def test_a_duel_counts_equal_places_half() -> None:
    found = head_to_head([made_up(0, ("a", "b", "c"), [1, 2, 2]), made_up(1, ("a", "b", "c"), [3, 1, 2])])
    assert found["a", "b"].value == 0.5
    assert found["b", "c"].value == 0.75
    assert found["c", "b"].value == 0.25


def test_the_report_needs_nothing_but_itself(played: tuple[Plan, Path, list[MatchResult]]) -> None:
    text = render_tournament_report(played[0], played[2], "fairground arena <again>")
    assert "<script" not in text and "src=" not in text and "@import" not in text and "url(h" not in text
    assert set(re.findall(r"https?://[^\"'<> ]*", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert 'name="viewport"' in text
    assert "fairground arena &lt;again&gt;" in text
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) >= 3
    for picture in pictures:
        assert ElementTree.fromstring(picture).get("aria-label")
    for name in BOTS:
        assert f"<td>{name}</td>" in text


def test_pages_escape_what_they_are_told() -> None:
    agreed = small(2, ("random",))
    named = msgspec.structs.replace(agreed, seed="<i>")
    match = made_up(0, ("<b>", "<u>"), [1, 2])
    faulty = msgspec.structs.replace(match, at_fault=1, fault="<s>", record="<em>")
    text = render_tournament_report(named, [match, faulty], "<kbd>")
    for mark in ("<i>", "<b>", "<u>", "<s>", "<em>", "<kbd>"):
        assert mark not in text and mark.replace("<", "&lt;").replace(">", "&gt;") in text


def test_the_ledger_gives_results_in_the_order_of_the_plan(tmp_path: Path) -> None:
    agreed = small(2, ("random",))
    one, two = (MatchRunner(agreed, scheduled).run() for scheduled in schedule_matches(agreed))
    with ResultsFolder(tmp_path, agreed) as stored:
        stored.add(two)
        stored.add(one)
        assert [each.number for each in stored.results()] == [0, 1]


@pytest.mark.parametrize("name", [name for name in EVERY_GAME if published_steps(load(name))])
def test_a_published_ladder_is_whole_and_of_the_present_rules(name: str) -> None:
    steps = {step.rung: step for step in published_steps(load(name))}
    assert set(list_rungs([2])) <= set(steps)
    for step in steps.values():
        assert step.matches >= LEAST_PUBLISHED or step.seats > 2  # those are still being measured
        assert step.rules == load(name).rules
        assert step.forfeits == 0
