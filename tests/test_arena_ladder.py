"""The ladder of strength: what is published, and how it is played again."""

import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from fairground import FairgroundError, list_games, load
from fairground.arena import ladder
from fairground.arena.execution import Execution
from fairground.arena.ladder import (
    TOP,
    LadderStep,
    Rung,
    contradicts,
    is_current,
    join_steps,
    list_rungs,
    network_of,
    plan_step,
    play_step,
    published_steps,
    schedule_step,
    verdict,
)
from fairground.arena.ladder_file import LadderFile
from fairground.bots import LEVELS

OPEN = load(next(name for name in list_games() if not load(name).hidden))
TWO = list_rungs([2])
LOWEST = Rung("novice", "random")


def step(rung: Rung = LOWEST, won: float = 320, matches: int = 400, seed: str = "x") -> LadderStep:
    upper, lower, seats = rung
    box, network = OPEN.box().digest, network_of(OPEN, upper)
    return LadderStep(upper, lower, matches, won, 0, 50.0, seed, OPEN.rules, box, seats, network)


def test_each_level_meets_the_one_below() -> None:
    below = ["random", *LEVELS]
    climbing = [Rung(upper, lower) for lower, upper in pairwise(below)]
    assert [*climbing, Rung(TOP, "greedy"), Rung(TOP, "random")] == TWO
    assert list_rungs([4]) == [Rung(*rung[:2], 4) for rung in climbing]


def test_at_more_than_two_seats_the_goal_is_a_quarter_above_the_fair_share() -> None:
    assert [round(Rung("expert", "artisan", seats).goal, 4) for seats in (3, 4, 5)] == [0.4167, 0.3125, 0.25]
    assert Rung("expert", "artisan").goal == 0.6


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_seat_of_the_upper_level_meets_a_table_of_the_lower_in_every_seat_alike(seats: int) -> None:
    plan = plan_step(OPEN, Rung("apprentice", "novice", seats), 10, "x")
    matches = list(schedule_step(plan))
    assert len(matches) >= 10 and len(matches) % seats == 0
    assert all(sorted(match.players) == ["apprentice", *["novice"] * (seats - 1)] for match in matches)
    places = Counter(match.players.index("apprentice") for match in matches)
    assert set(places) == set(range(seats)) and len(set(places.values())) == 1
    assert len({match.seed for match in matches}) == len(matches)


def test_a_step_that_was_broken_off_goes_on_with_the_same_matches() -> None:
    rung, execution = Rung("apprentice", "random", 3), Execution(workers=2)
    whole = play_step(OPEN, rung, 6, "x", execution)
    looks = iter([False, False, True])
    begun = play_step(OPEN, rung, 6, "x", execution, is_time_up=lambda: next(looks, True))
    assert whole and begun and (begun.matches, whole.matches) == (2, 6)
    assert play_step(OPEN, rung, 6, "x", execution, begun=begun) == whole


def test_nothing_is_measured_when_no_time_is_left() -> None:
    assert play_step(OPEN, LOWEST, 4, "x", Execution(workers=1), is_time_up=lambda: True) is None


def test_a_step_of_another_seed_or_box_does_not_go_on() -> None:
    execution, whole = Execution(workers=1), play_step(OPEN, LOWEST, 2, "x", Execution(workers=1))
    other = step(LOWEST, won=1, matches=1, seed="y novice random")
    assert play_step(OPEN, LOWEST, 2, "x", execution, begun=other) == whole


def test_two_parts_of_a_step_are_added_up() -> None:
    joined = join_steps(step(won=2.5, matches=4), step(won=1.3, matches=2))
    assert (joined.matches, joined.won, joined.moves) == (6, 3.8, 50.0)


def test_a_ladder_file_plays_only_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "strength.toml"
    done = step(Rung("novice", "random", 3), matches=3, won=2)
    path.write_text(ladder.format_ladder([done]))
    file = LadderFile(OPEN, path)
    steps = file.play(
        [Rung("novice", "random", 3), Rung("novice", "random", 4)], 3, "ladder", Execution(workers=1)
    )
    assert steps[0] == done and steps[1].seats == 4 and steps[1].matches == 4
    assert ladder.parse_ladder(path.read_text()) == steps


def test_a_ladder_is_written_from_the_lowest_step_up_and_read_back() -> None:
    steps = [step(rung, won=300.5) for rung in list_rungs([2, 3, 5])]
    assert ladder.parse_ladder(ladder.format_ladder(reversed(steps))) == steps


def test_a_file_that_is_no_ladder_is_refused() -> None:
    for text in ("steps = 3", "nonsense", "[[steps]]\nupper = 'x'\n"):
        with pytest.raises(FairgroundError, match="is not a ladder"):
            ladder.parse_ladder(text)


def test_measurements_contradict_each_other_only_beyond_five_standard_errors() -> None:
    assert not contradicts(step(won=240), step(won=21, matches=40))
    assert contradicts(step(won=240), step(won=5, matches=40))
    assert not contradicts(step(won=400), step(won=39, matches=40))
    assert contradicts(step(won=400), step(won=25, matches=40))


def test_steps_without_a_number_of_seats_have_two() -> None:
    text = ladder.format_ladder([step()]).replace("seats = 2\n", "")
    assert "seats" not in text and ladder.parse_ladder(text) == [step()]


def test_a_goal_is_reached_or_missed() -> None:
    assert verdict(step(won=300)) == "reached"
    assert verdict(step(won=250)) == "open"
    assert verdict(step(won=230)) == "open"
    assert verdict(step(won=200)) == "missed"


def test_a_step_stands_while_rules_and_box_are_the_same() -> None:
    assert is_current(step(), OPEN, 400)
    assert not is_current(step(), OPEN, 401)
    other = ladder.parse_ladder(ladder.format_ladder([step()]).replace(OPEN.box().digest, "0" * 16))
    assert not is_current(other[0], OPEN, 400)


def test_an_interrupted_ladder_keeps_its_steps_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "strength.toml"
    kept = [step(rung, won=1.5, matches=2) for rung in TWO if rung != LOWEST]
    file.write_text(ladder.format_ladder(kept))
    command = [
        sys.executable,
        "-m",
        "fairground",
        "ladder",
        OPEN.name,
        "--matches",
        "2",
        "--write",
        str(file),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    steps = ladder.parse_ladder(file.read_text())
    assert steps[1:] == kept
    assert steps[0].rung == LOWEST
    assert steps[0].seed == "ladder novice random"
    assert steps[0] == ladder.play_step(OPEN, LOWEST, 2, "ladder", Execution(workers=2))


def test_a_ladder_at_a_number_of_seats_the_game_does_not_have_is_refused() -> None:
    words = ["ladder", OPEN.name, "--matches", "2", "--seats", "9"]
    done = subprocess.run(
        [sys.executable, "-m", "fairground", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and f"is for {OPEN.seats[0]}-{OPEN.seats[-1]} seats" in done.stderr


CLAIMS = [
    (name, step)
    for name in list_games()
    for step in published_steps(load(name))
    if step.rung in list_rungs([step.seats])
]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "claim"),
    CLAIMS,
    ids=[f"{name}-{step.upper}-{step.lower}-{step.seats}" for name, step in CLAIMS],
)
def test_published_claims_hold(name: str, claim: LadderStep) -> None:
    found = ladder.play_step(load(name), claim.rung, 40, "soak", Execution(workers=1))
    assert found and not contradicts(claim, found), f"published {claim.share}, found {found and found.share}"
