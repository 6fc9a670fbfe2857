"""What is wrong with the file of a lesson is told in a sentence with its line."""

import json
from pathlib import Path

import pytest

from commands import run
from fairground import list_games, load
from fairground.lessons.checks import check_lesson_run
from fairground.lessons.course import LessonError, read_course, read_guide, read_lesson
from fairground.lessons.lesson_run import LessonRun

GAME = min(list_games(), key=lambda name: load(name).longest)
TAUGHT = next(name for name in list_games() if read_course(load(name)))
GOOD = """\
[title]
en = "A"
de = "B"
fr = "C"

[[steps]]
words = { en = "read", de = "lies", fr = "lisez" }

[[steps]]
words = { en = "try", de = "probier", fr = "essayez" }
task = { en = "do", de = "tu", fr = "faites" }
goal.moves = ["MOVE"]
solution = ["MOVE"]
praise = { en = "good", de = "gut", fr = "bien" }
other = { en = "no", de = "nein", fr = "non" }

[[steps.wrong]]
moves = ["OTHER"]
why = { en = "because", de = "weil", fr = "parce que" }
"""


def first_moves() -> tuple[str, str]:
    game = load(GAME)
    run = LessonRun(game, read_lesson(GOOD, "x"))
    first, second = run.match.state.legal(0)[:2]
    return game.write(first), game.write(second)


def good() -> str:
    move, other = first_moves()
    return GOOD.replace("MOVE", move).replace("OTHER", other)


def test_a_good_lesson_is_played() -> None:
    move, other = first_moves()
    run = LessonRun(load(GAME), read_lesson(good(), "x"))
    run.play("")
    run.play(other)
    assert (run.verdict, run.answer and run.answer.en, run.accepted) == ("wrong", "because", [""])
    run.play(move)
    assert (run.verdict, run.answer and run.answer.en, run.accepted) == ("right", "good", ["", move])
    assert run.step is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("solution = ", "solved = ", "x.toml, line 9 .steps.1.: expected no value 'solved'"),
        ('de = "lies", ', "", "x.toml, line 7 .steps.0.words.: expected a value 'de', got none"),
        ("why = ", "reason = ", "x.toml, line 17 .steps.1.wrong.0.: expected no value 'reason'"),
        ("[title]", "[title", "x.toml is not TOML"),
        ('task = { en = "do", de = "tu", fr = "faites" }\n', "", "x.toml, line 9 .steps.1.: expected task"),
        ('goal.moves = ["MOVE"]\n', "", "x.toml, line 9 .steps.1.: expected a goal"),
        ('goal.moves = ["MOVE"]', "goal = {}", "x.toml, line 12 .steps.1.goal.: expected moves"),
        ('"read"', f'"{"x" * 501}"', "x.toml, line 7 .steps.0.words.*: expected str of length <= 500"),
    ],
)
def test_a_mistake_is_told_with_its_line(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(LessonError, match=message):
        read_lesson(GOOD.replace(old, new), "x.toml")


@pytest.mark.parametrize("text", ["", "seats = 2", "x" * 60_000, "[[[[", "a = " + "[" * 3000])
def test_nonsense_is_refused(text: str) -> None:
    for read in (read_lesson, read_guide):
        with pytest.raises(LessonError):
            read(text, "x.toml")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("solution = [", 'solution = ["nonsense", ', ("steps", 1, "solution")),
        ("[title]", "state = { nonsense = 1 }\n[title]", ("state",)),
        ("[title]", 'before = ["nonsense"]\n[title]', ("state",)),
        ("[title]", "seats = 77\n[title]", ("state",)),
        ("goal.moves = [", 'goal.moves = ["*", ', ("steps", 1, "goal")),
    ],
)
def test_a_lesson_that_cannot_be_done_is_noticed(old: str, new: str, place: tuple[object, ...]) -> None:
    lesson = read_lesson(good().replace(old, new), "x.toml")
    assert place in [path for path, _ in check_lesson_run(load(GAME), lesson)]


def test_a_reason_that_nobody_gets_is_noticed() -> None:
    _, other = first_moves()
    lesson = read_lesson(good().replace(f'moves = ["{other}"]', 'moves = ["nobody makes this"]'), "x.toml")
    found = list(check_lesson_run(load(GAME), lesson))
    assert found == [(("steps", 1, "wrong", 0), "no move gets this reason")]


def test_the_command_checks_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(good())
    assert "2 steps" in run("lessons", GAME, "--check", str(path)).stdout
    path.write_text(good().replace("other = ", "others = "))
    refused = run("lessons", GAME, "--check", str(path))
    assert (
        refused.returncode == 2
        and "lesson.toml, line 9" in refused.stderr
        and "Traceback" not in refused.stderr
    )


def test_the_command_teaches_in_the_terminal() -> None:
    done = run("lessons", TAUGHT, typed="\n" + "nonsense\nshow\n" * 3 + "quit\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "Type a move in words" in done.stdout
    assert "seat 0 (you)" in done.stdout


def test_the_command_lists_lessons_for_programs() -> None:
    told = json.loads(run("lessons", TAUGHT, "--json").stdout)
    assert told["lessons"] and told["guide"]["explanations"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nothing",), "no game"),
        ((TAUGHT, "nothing"), "expected a lesson"),
        ((TAUGHT, "--language", "xx"), "language"),
    ],
)
def test_mistakes_get_a_sentence(words: tuple[str, ...], why: str) -> None:
    refused = run("lessons", *words)
    assert refused.returncode == 2 and why in refused.stderr and refused.stderr.count("\n") == 1
