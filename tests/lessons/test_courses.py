"""The courses of the games: every lesson can be done and answers as it says; guides explain everything."""

import re

import pytest

from fairground import Match, list_games, load
from fairground.bots import bot
from fairground.engine.errors import FairgroundError
from fairground.engine.rng import seeded
from fairground.lessons.checks import check_lesson_run
from fairground.lessons.course import Course, Lesson, Words, read_course
from fairground.lessons.lesson_run import READ_ON, LessonRun, matches

OURS = "fairground"
TAUGHT = [name for name in list_games() if read_course(load(name))]
WORDS_A_MINUTE = 220
SECONDS_A_MOVE = 4
SECONDS_A_STEP = 2
LONGEST = 300  # characters of a text: two or three sentences
# What a phone and a terminal have not.
CLICKING = re.compile(r"hover|\bclick|\bmouse\b|schweb|klick|\bMaus\b|survol|cliqu|souris", re.IGNORECASE)


def course_of(name: str) -> Course:
    course = read_course(load(name))
    assert course is not None
    return course


def all_lessons() -> list[tuple[str, str]]:
    return [(game, name) for game in TAUGHT for name in course_of(game).lessons]


def lesson(game: str, name: str) -> Lesson:
    return course_of(game).lessons[name]


@pytest.mark.parametrize("game", [name for name in list_games() if load(name).package.startswith(OURS)])
def test_a_course_has_five_to_nine_lessons_with_tasks(game: str) -> None:
    lessons = course_of(game).lessons.values()
    assert 5 <= len(lessons) <= 9
    for each in lessons:
        assert any(step.goal for step in each.steps), each.title.en


def minutes(lesson: Lesson) -> float:
    """Estimate how long a lesson takes: reading, making the moves, and going on."""
    texts = [words.en for step in lesson.steps for words in (step.words, step.task, step.praise) if words]
    words = sum(len(text.split()) for text in [lesson.title.en, *texts])
    moves = sum(len(step.solution) for step in lesson.steps)
    return words / WORDS_A_MINUTE + (SECONDS_A_MOVE * moves + SECONDS_A_STEP * len(lesson.steps)) / 60


@pytest.mark.parametrize("game", [name for name in list_games() if load(name).package.startswith(OURS)])
def test_a_stranger_comes_to_the_first_match_in_three_to_five_minutes(game: str) -> None:
    lessons = course_of(game).part(later=False).values()
    assert len(lessons) >= 5
    assert 3 <= sum(minutes(each) for each in lessons) <= 5


@pytest.mark.parametrize("game", TAUGHT)
def test_lessons_for_later_come_last(game: str) -> None:
    flags = [lesson.later for lesson in course_of(game).lessons.values()]
    assert flags == sorted(flags)


@pytest.mark.parametrize(("game", "name"), all_lessons())
def test_a_lesson_can_be_begun_and_done(game: str, name: str) -> None:
    assert list(check_lesson_run(load(game), lesson(game, name))) == []


@pytest.mark.parametrize(("game", "name"), all_lessons())
def test_any_legal_move_is_answered_and_a_wrong_one_gives_the_position_back(game: str, name: str) -> None:
    rules, taught = load(game), lesson(game, name)
    run = LessonRun(rules, taught)
    while run.step is not None:
        step = run.step
        if step.goal:
            _try_all(run)
        for words in step.solution if step.goal else [READ_ON]:
            run.play(words)
        assert run.verdict == "right"


def _try_all(run: LessonRun) -> None:
    """Try every first move of a step: it is right, wrong with a reason, or leads on."""
    game, seat = run.game, run.lesson.seat
    before = game.dump(run.match.state)
    for move in run.match.state.legal(seat):
        trial = LessonRun(game, run.lesson)
        for words in run.accepted:
            trial.play(words)
        trial.play(game.write(move))
        if trial.verdict == "wrong":
            assert trial.answer is not None
            assert game.dump(trial.match.state) == before
            assert trial.accepted == run.accepted
        else:
            assert trial.verdict in {"right", "on"}


def texts(part: object) -> list[Words]:
    if isinstance(part, Words):
        return [part]
    if isinstance(part, list):
        return [words for each in part for words in texts(each)]
    fields = getattr(part, "__struct_fields__", ())
    return [words for name in fields for words in texts(getattr(part, name))]


@pytest.mark.parametrize("game", TAUGHT)
def test_words_are_short_and_in_three_languages(game: str) -> None:
    course = course_of(game)
    parts = [*course.lessons.values(), course.guide]
    for words in [words for part in parts for words in texts(part)]:
        assert len({words.en, words.de, words.fr}) == 3 or len(words.en) < 20, words
        for text in (words.en, words.de, words.fr):
            assert len(text) <= LONGEST, text
            assert not CLICKING.search(text), text
        assert not any(f" {mark}" in words.fr for mark in ":;!?»"), words.fr


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_every_decision_of_a_guided_match_is_explained(game: str, player: str) -> None:
    rules, guide = load(game), course_of(game).guide
    for number in range(4):
        match = Match(rules, guide.seats, f"guided {number}", rules.settle_options(guide.options))
        rng, chooser = seeded(f"players {number}"), bot(player)
        while not match.over:
            seat = match.state.actors()[0]
            offers = [rules.write(move) for move in match.state.legal(seat)]
            explained = any(matches(words, each.moves) for each in guide.explanations for words in offers)
            assert explained, offers
            match.play(seat, chooser.choose(match.mind(seat, rng.fork())))


def test_a_learner_cannot_play_when_there_is_only_something_to_read() -> None:
    game, name = next(
        (game, name) for game, name in all_lessons() if lesson(game, name).steps[0].goal is None
    )
    run = LessonRun(load(game), lesson(game, name))
    with pytest.raises(FairgroundError, match="read on"):
        run.play("anything")
    assert run.accepted == []
