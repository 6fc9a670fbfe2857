"""A worker process: reads one job per line and answers with one line. It runs bots and replays records.

Each kind of job has a function that does it; the rest is what all have in common: memory and failures.
"""

import logging
import sys
from collections import OrderedDict

import msgspec

from fairground.analysis.hints import HintedMove, give_hints
from fairground.bots.registry import make_listed_bot
from fairground.engine.errors import BoxError, FairgroundError
from fairground.engine.match import Match
from fairground.engine.playing_on import take_position
from fairground.engine.record import Record
from fairground.engine.rng import seeded
from fairground.engine.start_position import StartPosition, read_position, write_position
from fairground.engine.text import shorten
from fairground.games import load
from fairground.processes import allow_processor_time, limit_process, serve
from fairground.server import logs, table_wire, wire
from fairground.server.workers import jobs
from fairground.server.workers.box_trial import try_box
from fairground.server.workers.clicks import explain_click
from fairground.server.workers.lessons import take_lesson
from fairground.server.workers.position_trial import try_start
from fairground.server.workers.puzzles import answer_puzzle, show_puzzle
from fairground.server.workers.replays import AnyMatch, replay, start_match
from fairground.server.workers.reviews import ReviewHandler, ask_question, check_subject, show_line
from fairground.server.workers.studies import check_move, read_study

REMEMBERED = 64


class JobHandler:
    """Does jobs. It remembers recent matches, so a record that only grew is not replayed from the start."""

    def __init__(self) -> None:
        self.matches: OrderedDict[str, AnyMatch] = OrderedDict()
        self.reviews = ReviewHandler()

    def answer(self, job: jobs.Job) -> jobs.JobAnswer:
        answer = self._try(job)
        if answer is None and self._forget():  # the matches of others may have taken the memory
            answer = self._try(job)
        return answer or jobs.JobFailed("that takes more memory than the server allows", never=True)

    def _try(self, job: jobs.Job) -> jobs.JobAnswer | None:
        """Return the answer to a job, or None if there is not enough memory for it."""
        try:
            return self._do(job)
        except FairgroundError as error:
            return jobs.JobFailed(shorten(str(error)))
        except RecursionError:
            return jobs.JobFailed("that is nested too deeply")
        except MemoryError:
            return None
        except Exception:  # a fault of ours, or of a bot that somebody installed
            logs.log_failure("job failed")
            return jobs.JobFailed("that cannot be done, because something unexpected went wrong")

    def _do(self, job: jobs.Job) -> jobs.JobAnswer:
        match job:
            case jobs.ChooseMove():
                return jobs.MoveChosen(self.choose_move(job))
            case jobs.FindHints():
                return jobs.HintsFound(self.find_hints(job))
            case jobs.ReplayRecord():
                return jobs.RecordReplayed(msgspec.Raw(jobs.write(replay(job.replay))))
            case jobs.CheckSetup():
                return check_setup(job.create, job.rules)
            case jobs.TakePosition():
                return branch(job)
            case jobs.CheckStart():
                return check_start(job)
            case jobs.ReadStudy():
                return read_study(job)
            case jobs.CheckMove():
                return check_move(job)
            case jobs.CheckSubject():
                return check_subject(job.subject)
            case jobs.ReviewMoves():
                return self.reviews.review_moves(job)
            case jobs.AssembleReview():
                return self.reviews.assemble(job)
            case jobs.ShowLine():
                return jobs.LineShown(msgspec.Raw(jobs.write(show_line(job))))
            case jobs.AskQuestion():
                return jobs.QuestionAsked(msgspec.Raw(jobs.write(ask_question(job))))
            case jobs.ShowPuzzle():
                return jobs.PuzzleShown(msgspec.Raw(jobs.write(show_puzzle(job))))
            case jobs.AnswerPuzzle():
                return jobs.PuzzleAnswered(msgspec.Raw(jobs.write(answer_puzzle(job))))
            case jobs.PlayLesson():
                return jobs.LessonPlayed(msgspec.Raw(jobs.write(take_lesson(job))))
            case jobs.ExplainLessonClick() | jobs.ExplainPuzzleClick() | jobs.ExplainReviewClick():
                return jobs.ClickExplained(explain_click(job))

    def _forget(self) -> bool:
        """Forget all matches; return whether there were others than that of the last job."""
        known = len(self.matches) + len(self.reviews.reviewers)
        self.matches.clear()
        self.reviews.forget()
        return known > 1

    def choose_move(self, job: jobs.ChooseMove) -> int:
        match = self.match(job)
        rng = seeded(f"{match.seed!r} bot {job.seat} at {len(match.made)}")
        return int(make_listed_bot(job.level).choose(match.mind(job.seat, rng)))

    def find_hints(self, job: jobs.FindHints) -> list[HintedMove]:
        """Return good moves. The seed of the search says nothing that the seat does not know."""
        match = self.match(job)
        seed = f"hint at {job.table} for {job.seat} after {len(match.made)}"
        return give_hints(match.game, match.state, job.seat, seed)

    def match(self, job: jobs.ChooseMove | jobs.FindHints) -> AnyMatch:
        """Return the match of the job's record, from memory as far as possible."""
        record = Record.parse(job.record)
        match = self.matches.pop(job.table, None)
        if match is None or not _is_prefix(match, record):
            match = start_match(record, job.box)
        for seat, words in record.moves[len(match.made) :]:
            match.play(seat, words)
        self.matches[job.table] = match
        while len(self.matches) > REMEMBERED:
            self.matches.popitem(last=False)
        return match


def _is_prefix(match: AnyMatch, record: Record) -> bool:
    """Return whether the match is an earlier moment of the record."""
    made = [(made.seat, match.game.write(made.move)) for made in match.made]
    return match.seed == record.seed and made == record.moves[: len(made)]


def check_setup(create: table_wire.Create, rules: int | None = None) -> jobs.SetupChecked:
    """Return the box that the table would have; FairgroundError if it cannot be set up."""
    game = load(create.game, rules)
    if create.box is None:
        return jobs.SetupChecked(Match(game, create.seats, bytes(32), create.options).box.digest)
    try_box(game, create.seats, create.options, create.box)
    box = game.box(create.box) if rules is None else game.kept_box(create.box)
    if len(box.canonical) > wire.LONGEST_BOX:
        raise BoxError(f"expected a box of at most {wire.LONGEST_BOX} characters, got {len(box.canonical)}")
    return jobs.SetupChecked(box.digest, box.canonical)


def branch(job: jobs.TakePosition) -> jobs.PositionTaken:
    """Return the position at a moment of a record, at which a table is to begin."""
    record = Record.parse(job.record)
    game = load(record.game, record.rules)
    match = Match.replay(game, record, None if job.box is None else game.kept_box(job.box))
    hidden = game.hides(match.state.options)
    redealt = job.redealt if hidden else None
    start = take_position(match, job.record, job.moves, bytes.fromhex(job.seed), redealt)
    box = jobs.SetupChecked(match.box.digest, None if job.box is None else match.box.canonical)
    if not job.ours:
        if job.box is not None:
            create = table_wire.Create(record.game, record.seats, dict(match.state.options), job.box)
            box = check_setup(create, record.rules)
        if record.start:
            try_start(game, start, match.box)
    return jobs.PositionTaken(
        game=game.name,
        rules=game.rules,
        seats=int(match.state.seats),
        options=dict(match.state.options),
        position=write_position(start.position),
        hidden=hidden,
        box=box,
    )


def check_start(job: jobs.CheckStart) -> jobs.StartChecked:
    """Try a position at which a match began, so that no other is stored."""
    game = load(job.game, job.rules)
    position = read_position(job.position)
    box = game.kept_box(job.box) if job.box is not None else game.shipped_box(str(position.get("box")))
    try_start(game, StartPosition(position), box)
    return jobs.StartChecked()


def main() -> None:
    """Answer one job after another until the server closes the pipe; what a bot prints goes to the log.

    The arguments are the limits of the lane: megabytes, seconds of processor time for each job, niceness.
    """
    megabytes, seconds, nice = (int(word) for word in sys.argv[1:])
    logs.set_up(sys.stderr, logging.WARNING)
    limit_process(megabytes, nice=nice)
    handler = JobHandler()

    def answer(line: bytes) -> bytes:
        allow_processor_time(seconds)
        return jobs.write_answer(handler.answer(jobs.read_job(line)))

    serve(answer, show_prints=True)


if __name__ == "__main__":
    main()
