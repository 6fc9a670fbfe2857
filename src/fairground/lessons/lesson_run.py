"""Plays a lesson: the learner's moves, what is said to them, and the replies of the other seats."""

from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

from fairground.bots import bot
from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.start_position import StartPosition, read_position
from fairground.engine.state import State
from fairground.engine.story import Entry
from fairground.lessons.course import Goal, Lesson, Step, Words

READ_ON = ""  # stands for a move where there is only something to read
MOST_MOVES = 100  # of a learner in one lesson
MOST_REPLIES = 200  # of the other seats to one move
REPLIER = "greedy"

Verdict: TypeAlias = Literal["asked", "on", "right", "wrong"]


def begin(game: Game[State, object], lesson: Lesson) -> Match[State, object]:
    """Return the match of a lesson; a FairgroundError says why it cannot be."""
    start = None
    if lesson.state is not None:
        state = read_position(lesson.state) if isinstance(lesson.state, str) else lesson.state
        start = StartPosition(
            {"game": game.name, "seats": lesson.seats, "options": lesson.options, "state": state}
        )
    match = Match(game, lesson.seats, lesson.seed, lesson.options, start=start)
    for words in lesson.before:
        match.play(match.state.actors()[0], words)
    return match


def replay(game: Game[State, object], lesson: Lesson, moves: Sequence[str]) -> "LessonRun":
    """Return a lesson after some moves of the learner. All but the last one have been accepted before."""
    run = LessonRun(game, lesson)
    for words in moves:
        run.play(words)
    return run


def matches(words: str, patterns: Sequence[str]) -> bool:
    """Whether a move is like one of the patterns, in which `*` and `?` stand for anything."""
    return any(fnmatchcase(words, pattern) for pattern in patterns)


class LessonRun:
    """A lesson under way.

    `verdict` is about the last move: `right` if it reached the goal, `wrong` if it was taken back, `on` if
    the learner may go on; `answer` is what is said about it, `told` what happened. `accepted` are the moves
    that count, so that the lesson can be taken up there again.
    """

    def __init__(self, game: Game[State, object], lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        self.match = begin(game, lesson)
        self.accepted: list[str] = []
        self.told: list[Entry] = []
        self.verdict: Verdict = "asked"
        self.answer: Words | None = None
        self.number = 0
        self._enter()

    def _enter(self) -> None:
        """Remember where a step begins."""
        self.first = len(self.accepted)
        self.origin = self.match.at(len(self.match.made))

    @property
    def step(self) -> Step | None:
        """The step that the learner is at; None when the lesson is done."""
        return self.lesson.steps[self.number] if self.number < len(self.lesson.steps) else None

    @property
    def next_move(self) -> str | None:
        """The move that leads on to the goal, if the learner follows the solution."""
        tried = self.accepted[self.first :]
        follows = self.step is not None and tried == self.step.solution[: len(tried)]
        return self.step.solution[len(tried)] if self.step and self.step.goal and follows else None

    def play(self, words: str) -> None:
        """Make a move of the learner, or read on; a FairgroundError says why that is not possible."""
        step = self.step
        if step is None:
            raise BadSetting("the lesson is done")
        if len(self.accepted) >= MOST_MOVES:
            raise BadSetting(f"expected at most {MOST_MOVES} moves in a lesson")
        if step.goal is None:
            self._read_on(words)
        else:
            self._try(step, step.goal, words)

    def _read_on(self, words: str) -> None:
        if words != READ_ON:
            raise BadSetting("there is nothing to do here but to read on")
        self.accepted.append(READ_ON)
        self.told = []
        self._pass(None)

    def _try(self, step: Step, goal: Goal, words: str) -> None:
        before = self.match.at(len(self.match.made))
        self.match.play(self.lesson.seat, words)
        written = self.game.write(self.match.made[-1].move)
        self._let_others_move(step)
        self.accepted.append(written)
        self.told = self.match.story[len(before.story) :]
        why = next((wrong.why for wrong in step.wrong if matches(written, wrong.moves)), None)
        if self._is_reached(goal, written):
            self._pass(step.praise)
        elif why:
            self._take_back(before, len(self.accepted) - 1, why)
        elif goal.moves or len(self.accepted) - self.first >= len(step.solution):
            self._take_back(self.origin.at(len(self.origin.made)), self.first, step.other)
        else:
            self.verdict, self.answer = "on", None

    def _is_reached(self, goal: Goal, words: str) -> bool:
        seat, origin = self.lesson.seat, self.origin
        told = {entry.key for entry in self.told if entry.values.get("seat", seat) == seat}
        gained = self.match.state.scores()[seat] - origin.state.scores()[seat]
        return (
            (not goal.moves or matches(words, goal.moves))
            and (not goal.told or not told.isdisjoint(goal.told))
            and (goal.points is None or gained >= goal.points)
            and (not goal.over or self.match.over)
        )

    def _pass(self, praise: Words | None) -> None:
        self.verdict, self.answer = "right", praise
        self.number += 1
        self._enter()

    def _take_back(self, match: Match[State, object], accepted: int, why: Words | None) -> None:
        self.match = match
        del self.accepted[accepted:]
        self.verdict, self.answer, self.told = "wrong", why, []

    def _let_others_move(self, step: Step) -> None:
        """Let the other seats move until it is the learner's turn."""
        match, seat = self.match, self.lesson.seat
        for _ in range(MOST_REPLIES):
            actors = match.state.actors()
            if not actors or seat in actors:
                return
            match.play(actors[0], self._reply(step, actors[0]))
        raise BadSetting("the learner never gets another turn")

    def _reply(self, step: Step, seat: int) -> int:
        """Return the move that the lesson wants of another seat; a bot's if that is not possible."""
        match = self.match
        made = sum(each.seat != self.lesson.seat for each in match.made[len(self.origin.made) :])
        if made < len(step.replies):
            with suppress(IllegalMove):
                return self.game.legal_move(match.state, seat, step.replies[made])
        rng = seeded(f"{self.lesson.seed} reply {len(match.made)}")
        return bot(REPLIER).choose(match.mind(seat, rng))
