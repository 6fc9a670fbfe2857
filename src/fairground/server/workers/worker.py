"""A worker process: reads one job per line and answers with one line. It runs bots and replays records."""

from collections import OrderedDict

import msgspec

from fairground.bots.registry import bot
from fairground.engine.errors import BoxError, FairgroundError
from fairground.engine.match import Match
from fairground.engine.record import Record
from fairground.engine.rng import seeded
from fairground.games import load
from fairground.processes import serve
from fairground.server import wire
from fairground.server.workers import jobs
from fairground.server.workers.replays import AnyMatch, replay, start_match

REMEMBERED = 64


class JobHandler:
    """Does jobs. It remembers recent matches, so a record that only grew is not replayed from the start."""

    def __init__(self) -> None:
        self.matches: OrderedDict[str, AnyMatch] = OrderedDict()

    def answer(self, job: jobs.Job) -> jobs.JobAnswer:
        try:
            if isinstance(job, jobs.ChooseMove):
                return jobs.MoveChosen(self.choose_move(job))
            if isinstance(job, jobs.ReplayRecord):
                return jobs.RecordReplayed(msgspec.Raw(jobs.write(replay(job.replay))))
            return check_setup(job.create, job.rules)
        except FairgroundError as error:
            return jobs.JobFailed(str(error))
        except RecursionError:
            return jobs.JobFailed("that is nested too deeply")

    def choose_move(self, job: jobs.ChooseMove) -> int:
        match = self.match(job)
        rng = seeded(f"{match.seed!r} bot {job.seat} at {len(match.made)}")
        return int(bot(job.level).choose(match.mind(job.seat, rng)))

    def match(self, job: jobs.ChooseMove) -> AnyMatch:
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


def check_setup(create: wire.Create, rules: int | None = None) -> jobs.SetupChecked:
    """Return the box that the table would have; FairgroundError if it cannot be set up."""
    game = load(create.game, rules)
    box = Match(game, create.seats, bytes(32), create.options, create.box).box
    if create.box is None:
        return jobs.SetupChecked(box.digest)
    if len(box.canonical) > wire.LONGEST_BOX:
        raise BoxError(f"expected a box of at most {wire.LONGEST_BOX} characters, got {len(box.canonical)}")
    return jobs.SetupChecked(box.digest, box.canonical)


def main() -> None:
    """Answer one job after another until the server closes the pipe; what a bot prints goes to the log."""
    handler = JobHandler()
    serve(lambda line: jobs.write(handler.answer(jobs.read_job(line))), show_prints=True)


if __name__ == "__main__":
    main()
