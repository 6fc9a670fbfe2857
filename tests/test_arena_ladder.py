"""The ladder of strength: what is published, and how it is played again."""

import subprocess
import sys
from pathlib import Path

import pytest

from fairground import FairgroundError, list_games, load
from fairground.arena import ladder
from fairground.arena.execution import Execution
from fairground.arena.ladder import GOALS, LadderStep, contradicts, is_current, published_steps, verdict
from fairground.bots import LEVELS

OPEN = load(next(name for name in list_games() if not load(name).hidden))


def step(rung: tuple[str, str] = ("novice", "random"), won: float = 320, matches: int = 400) -> LadderStep:
    return LadderStep(*rung, matches, won, 0, 50.0, "x", OPEN.rules, OPEN.box().digest)


def test_each_level_meets_the_one_below() -> None:
    rungs = list(GOALS)
    assert rungs[0] == (LEVELS[0], "random")
    assert rungs[1:5] == [(LEVELS[n + 1], LEVELS[n]) for n in range(4)]
    assert rungs[5:] == [(LEVELS[4], "greedy"), (LEVELS[4], "random")]


def test_a_ladder_is_written_from_the_lowest_step_up_and_read_back() -> None:
    steps = [step(rung, won=300.5) for rung in GOALS]
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
    kept = [step(rung, won=1.5, matches=2) for rung in GOALS if rung != ("novice", "random")]
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
    assert steps[0].rung == ("novice", "random")
    assert steps[0].seed == "ladder novice random"
    assert steps[0] == ladder.play_step(OPEN, ("novice", "random"), 2, "ladder", Execution(workers=2))


CLAIMS = [(name, step) for name in list_games() for step in published_steps(load(name)) if step.rung in GOALS]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "claim"), CLAIMS, ids=[f"{name}-{step.upper}-{step.lower}" for name, step in CLAIMS]
)
def test_published_claims_hold(name: str, claim: LadderStep) -> None:
    found = ladder.play_step(load(name), claim.rung, 40, "soak", Execution(workers=1))
    assert not contradicts(claim, found), f"published {claim.share}, found {found.share}"
