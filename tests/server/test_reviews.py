"""Reviews: asked for, followed, kept; the same as one that is made at once; only of matches that are over."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import msgspec
import pytest

from fairground import Match, Record, load
from fairground.analysis import report
from fairground.analysis.review import review_match
from fairground.engine.rng import seeded
from fairground.server import review_wire, wire
from fairground.server.reviews import registry
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs, reviews
from hosting import Host, Inline, catch_up, open_server, play_randomly, run
from postgres import postgres
from reviewing import (
    BUDGET,
    PLENTY,
    ask,
    finished_match,
    finished_record,
    following,
    read,
    review,
    review_limits,
)
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def is_fine(job: jobs.Job) -> bool:
    return isinstance(job, jobs.ReviewMoves) and not job.coarse


class Gated(Inline):
    """An executor that does reviews, or some jobs of them, only once its gate is open."""

    def __init__(self, holds: Callable[[jobs.Job], bool] = lambda job: True) -> None:
        super().__init__()
        self.holds = holds
        self.gate = asyncio.Event()
        self.waiting = 0

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        if isinstance(job, jobs.ReviewJob) and self.holds(job):
            self.waiting += 1
            try:
                await self.gate.wait()
            finally:
                self.waiting -= 1
        return await super().ask(job)


# The review itself


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_review_in_many_jobs_is_the_one_that_is_made_at_once(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            made = await review(host, record=finished_record(name))
            assert made == review_match(finished_match(name), BUDGET)

    run(scenario())


def test_it_comes_coarse_first_and_complete_at_last(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Gated(is_fine)
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host:
            facts = await ask(host, record=finished_record(GAME))
            async with following(host, facts.key) as follower:
                while not follower.reviews:
                    await follower.receive()
                first = follower.reviews[0]
                assert await read(host, facts.key) == first
                workers.gate.set()
                last = await follower.end()
            assert not first.complete and last.complete
            assert len(first.moves) == len(last.moves) == len(finished_match(GAME).made)

    run(scenario())


def test_all_moves_are_reviewed_coarsely_before_any_is_finely(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Inline()
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host:
            await review(host, record=finished_record(GAME))
        passes = [job.coarse for job in workers.done if isinstance(job, jobs.ReviewMoves)]
        assert passes == sorted(passes, reverse=True) and set(passes) == {True, False}

    run(scenario())


def test_a_job_takes_only_a_slice_of_time_and_the_rest_is_asked_for_again() -> None:
    """However many moves a job asks for, a bot never waits for more than the one that is being reviewed."""
    checked = reviews.check_subject(jobs.ReviewSubject(finished_record(GAME), None, BUDGET))
    hasty = reviews.ReviewHandler(slice_seconds=0.0)
    asked = jobs.ReviewMoves(checked.key, checked.subject, [3, 1, 2], coarse=True)
    assert list(hasty.review_moves(asked).moves) == [3]
    patient = reviews.ReviewHandler(slice_seconds=1e9)
    assert list(patient.review_moves(asked).moves) == [3, 1, 2]
    assert patient.review_moves(asked).moves[3] == hasty.review_moves(asked).moves[3]


def test_a_worker_remembers_the_positions_of_few_matches() -> None:
    handler = reviews.ReviewHandler(slice_seconds=0.0)
    for number in range(reviews.REMEMBERED + 2):
        checked = reviews.check_subject(jobs.ReviewSubject(finished_record(GAME, str(number)), None, BUDGET))
        handler.review_moves(jobs.ReviewMoves(checked.key, checked.subject, [0], coarse=True))
    assert len(handler.reviewers) == reviews.REMEMBERED


# Keys


def test_the_same_match_has_the_same_key_and_is_reviewed_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Inline()
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host:
            record = finished_record(GAME)
            made = await review(host, record=record)
            jobs_done = len(workers.done)
            again = await ask(host, record=f"# a comment\n{record}\n\n")
            assert again == review_wire.ReviewFacts(again.key, "done")
            assert await read(host, again.key) == made
            assert [type(job) for job in workers.done[jobs_done:]] == [jobs.CheckSubject]

    run(scenario())


def test_a_review_leads_to_its_match(tmp_path: Path) -> None:
    """So a link to a review is enough, even if the match came from a file."""

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            record = finished_record(GAME)
            key = (await ask(host, record=record)).key
            answer = await host.web.get(f"/api/reviews/{key}/record")
            assert answer.json() == {
                "table": "",
                "record": record,
                "box": None,
                "seal": "",
                "chat_open": False,
            }

    run(scenario())


def test_another_match_box_budget_or_reviewer_has_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def key(seed: str = "a", budget: int = BUDGET, box: str | None = None) -> str:
        return reviews.check_subject(jobs.ReviewSubject(finished_record(GAME, seed), box, budget)).key

    usual, own = key(), load(GAME).document(load(GAME).box_file)
    others = {key("b"), key(budget=BUDGET + 1), key(box=own)}
    monkeypatch.setattr(reviews, "VERSION", report.VERSION + 1)
    others.add(key())
    assert len(others) == 4 and usual not in others


def test_a_kept_review_outlives_the_server(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as follower:
                made = await follower.end()
        workers = Inline()
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host:
            assert await read(host, key) == made
            async with following(host, key) as follower:
                assert await follower.end() == made
                assert len(follower.messages) == 1
        assert not workers.done

    run(scenario())


def test_a_review_that_was_given_up_begins_again_for_whoever_follows_it(tmp_path: Path) -> None:
    """Also on another server: the match is stored with the key before the review is made."""

    async def scenario() -> None:
        workers = Gated()
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(GAME))).key
        async with open_server(tmp_path, limits=PLENTY) as host:
            assert (await host.refusal("GET", f"/api/reviews/{key}"))[0] == 404
            async with following(host, key) as follower:
                assert await follower.end() == review_match(finished_match(GAME), BUDGET)

    run(scenario())


def test_a_review_is_followed_on_any_server_of_a_cluster(tmp_path: Path) -> None:
    """One was asked and is busy; whoever reaches another one gets the review from there."""

    async def scenario(url: str) -> None:
        busy = Gated()
        async with (
            open_server(tmp_path, workers=busy, limits=PLENTY, store=url) as one,
            open_server(tmp_path, limits=PLENTY, store=url) as two,
        ):
            key = (await ask(one, record=finished_record(GAME))).key
            async with following(two, key) as follower:
                made = await follower.end()
            assert made == review_match(finished_match(GAME), BUDGET)
            busy.gate.set()
            async with following(one, key) as follower:
                assert await follower.end() == made
            assert await read(one, key) == await read(two, key) == made

    with postgres() as database:
        run(scenario(database.url))


def test_a_plain_client_gets_the_review_as_plain_json(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            made = await review(host, record=finished_record(GAME))
            key = (await ask(host, record=finished_record(GAME))).key
            plain = await host.web.get(f"/api/reviews/{key}", headers={"Accept-Encoding": "identity"})
            packed = await host.web.get(f"/api/reviews/{key}", headers={"Accept-Encoding": "gzip"})
            assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
            assert plain.json() == packed.json() == msgspec.json.decode(msgspec.json.encode(made))
            assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])

    run(scenario())


# What cannot be reviewed


def test_a_table_is_reviewed_when_its_match_is_over_and_never_before(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            table = guests[0].table
            await play_randomly(guests, "review", 3)
            status, why = await host.refusal("POST", "/api/reviews", json={"table": table})
            assert status == 409 and "when the match is over" in why
            await play_randomly(guests, "review")
            made = await review(host, table=table)
            record = (await host.web.get(f"/api/tables/{table}/record")).json()["record"]
            match = Match.replay(load(GAME), Record.parse(record))
            assert made == review_match(match, BUDGET)

    run(scenario())


UNDER_WAY = "only a match that is over can be reviewed; this one is still under way"


def damaged_records() -> dict[str, tuple[str, str]]:
    """Return records that cannot be reviewed, each with a part of the sentence that says why."""
    record = finished_record(GAME)
    lines = record.splitlines()
    first = next(number for number, line in enumerate(lines) if line[:1].isdigit())
    early = str(finished_match(GAME).at(4).record())
    return {
        "under way": (early, UNDER_WAY),
        "unfinished": ("\n".join(lines[:-3]), UNDER_WAY),
        "empty": ("", "the record has no line `game`"),
        "nonsense": ("nonsense", "line 1: expected `game NAME VERSION` first"),
        "a wrong move": ("\n".join([*lines[:first], "0 fly", *lines[first + 1 :]]), "fly"),
        "an unknown game": (record.replace(f"game {GAME}", "game chess", 1), "chess"),
        "other rules": (record.replace(f"game {GAME} ", f"game {GAME} 99", 1), "99"),
        "another outcome": ("\n".join([*lines[:-1], "outcome 1 2"]), "outcome"),
        "too long": ("\n".join([*lines[:-1], *["0 pass"] * 2_001]), "at most 2000 moves"),
    }


@pytest.mark.parametrize("kind", damaged_records())
def test_what_cannot_be_reviewed_is_refused_with_a_sentence(kind: str, tmp_path: Path) -> None:
    record, why = damaged_records()[kind]

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            status, said = await host.refusal("POST", "/api/reviews", json={"record": record})
            assert status == 400 and why in said and "\n" not in said
            assert not host.backend.reviews.tasks

    run(scenario())


@pytest.mark.parametrize("wish", [{}, {"table": "x", "record": "y"}, {"table": "x" * 33}, {"other": 1}])
def test_a_wish_names_a_table_or_a_record(wish: dict[str, object], tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            status, _ = await host.refusal("POST", "/api/reviews", json=wish)
            assert status == 400

    run(scenario())


def test_unknown_keys_are_answered_everywhere(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            for key in ("f" * 64, "nothing", "%00", "x" * 64):
                for rest in ("", "/record", "/line?at=0", "/question?at=0"):
                    answer = await host.web.get(f"/api/reviews/{key}{rest}")
                    assert answer.status_code == 404 and answer.json()["why"], (key, rest)
            assert (await host.refusal("GET", f"/api/reviews/{'x' * 65}"))[0] == 400
            async with following(host, "f" * 64) as follower:
                assert await follower.all() == [review_wire.ReviewError(registry.UNKNOWN)]

    run(scenario())


# Those who wait


def test_a_review_is_given_up_when_nobody_waits_for_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers, time = Gated(), ManualTime()
        async with open_server(tmp_path, time, workers, limits=PLENTY) as host:
            tasks = host.backend.reviews.tasks
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as one, following(host, key) as two:
                await one.receive()
                await two.receive()
                time.advance(10 * registry.GRACE)
                assert key in tasks, "somebody waits"
                await one.socket.close()
                await until(lambda: len(tasks[key].feed.listeners) == 1)
                time.advance(10 * registry.GRACE)
                assert key in tasks, "somebody still waits"
            await until(lambda: not tasks[key].feed.listeners)
            time.advance(registry.GRACE - 1)
            await asyncio.sleep(0)
            assert key in tasks, "they may only have reloaded the page"
            time.advance(2)
            await until(lambda: key not in tasks)
            await until(lambda: workers.waiting == 0)

    run(scenario())


def test_whoever_asks_now_and_then_waits_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers, time = Gated(), ManualTime()
        async with open_server(tmp_path, time, workers, limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            for _ in range(5):
                time.advance(registry.GRACE - 1)
                assert await host.refusal("GET", f"/api/reviews/{key}") == (404, registry.NOT_YET)
            workers.gate.set()
            while (await host.web.get(f"/api/reviews/{key}")).status_code == 404:
                await asyncio.sleep(0.01)
            while not (await read(host, key)).complete:
                await asyncio.sleep(0.01)

    run(scenario())


def test_those_who_wait_for_their_turn_are_told_how_many_come_first(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Gated()
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host, AsyncExitStack() as stack:
            followers = []
            for number in range(4):
                facts = await ask(host, record=finished_record(GAME, str(number)))
                followers.append(await stack.enter_async_context(following(host, facts.key)))
            first = [await follower.receive() for follower in followers]
            count = len(finished_match(GAME, "0").made)
            assert first[0] == review_wire.ReviewUnderWay(0, count)
            assert first[2:] == [review_wire.ReviewQueued(2), review_wire.ReviewQueued(3)], (
                "one worker, two at a time"
            )
            workers.gate.set()
            for follower in followers:
                await follower.end()
            assert review_wire.ReviewQueued(2) in followers[3].messages or followers[3].reviews

    run(scenario())


def test_progress_is_told_at_most_once_a_second_and_a_slow_listener_skips_news(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as follower:
                await follower.end()
            assert len(follower.messages) <= 3, "no time has passed: the start, coarse and complete"

    run(scenario())


def test_many_who_follow_one_review_cost_one_review(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Inline()
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host, AsyncExitStack() as stack:
            asked = await asyncio.gather(*(ask(host, record=finished_record(GAME)) for _ in range(5)))
            (key,) = {facts.key for facts in asked}
            followers = [await stack.enter_async_context(following(host, key)) for _ in range(5)]
            made = [await follower.end() for follower in followers]
            assert made == [made[0]] * 5
        fine = [job for job in workers.done if isinstance(job, jobs.ReviewMoves) and not job.coarse]
        assert sum(job.moves[0] == 0 for job in fine) == 1, "the first move was reviewed finely once"

    run(scenario())


def test_a_server_that_closes_down_says_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            async with open_server(tmp_path, workers=Gated(), limits=PLENTY) as host:
                key = (await ask(host, record=finished_record(GAME))).key
                follower = await stack.enter_async_context(following(host, key))
                await follower.receive()
            last = (await follower.all())[-1]
            assert isinstance(last, review_wire.ReviewError) and last.again

    run(scenario())


# Lines and decisions


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_question_is_what_the_seat_saw_and_might_do(name: str, tmp_path: Path) -> None:
    """Exactly what the table sent to the seat before its move, and nothing else."""

    async def scenario() -> None:
        async with (
            open_server(tmp_path, workers=Gated(), limits=PLENTY) as host,
            AsyncExitStack() as stack,
        ):
            guests = await host.sit_down(stack, name)
            seen: list[tuple[int, wire.Update]] = []
            rng = seeded("question")
            while guests[0].now.phase != "over":
                await catch_up(guests)
                able = [seat for seat, guest in guests.items() if guest.now.offers]
                seat = able[rng.below(len(able))]
                seen.append((seat, guests[seat].now))
                offers = guests[seat].now.offers
                await guests[seat].play(offers[rng.below(len(offers))].move)
                await catch_up(guests)
            key = (await ask(host, table=guests[0].table)).key
            for at in sorted({0, 1, 2, len(seen) // 2, len(seen) - 1}):
                seat, update = seen[at]
                answer = await host.web.get(f"/api/reviews/{key}/question?at={at}")
                question = msgspec.json.decode(answer.content, type=review_wire.ReviewQuestion)
                assert (question.at, question.seat) == (at, seat)
                for field in ("view", "offers", "actors", "points", "headings"):
                    assert getattr(question, field) == getattr(update, field), field

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_line_begins_with_what_the_seat_saw_and_plays_the_expected_moves(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            made = await review(host, record=finished_record(name))
            key = (await ask(host, record=finished_record(name))).key
            for move in [move for move in made.moves if move.label is not None][:3]:
                line = await positions(host, key, f"at={move.at}")
                question = (await host.web.get(f"/api/reviews/{key}/question?at={move.at}")).json()
                assert line[0].view == question["view"] and (line[0].seat, line[0].words) == (None, "")
                played = [(position.seat, position.words) for position in line[1:]]
                assert played == [(move.seat, move.best), *((each.seat, each.words) for each in move.line)]
                other = await positions(host, key, f"at={move.at}&seat={1 - move.seat}")
                assert [position.words for position in other] == [position.words for position in line]

    run(scenario())


async def positions(host: Host, key: str, query: str) -> list[review_wire.LinePosition]:
    answer = await host.web.get(f"/api/reviews/{key}/line?{query}")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=list[review_wire.LinePosition])


@pytest.mark.parametrize(
    "query", ["line", "line?at=x", "line?at=-1", "line?at=9999", "line?at=0&seat=7", "question?at=9999"]
)
def test_lines_and_questions_that_do_not_exist_are_refused(query: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            await review(host, record=finished_record(GAME))
            key = (await ask(host, record=finished_record(GAME))).key
            status, why = await host.refusal("GET", f"/api/reviews/{key}/{query}")
            assert status == 400 and why

    run(scenario())


def test_a_line_waits_for_the_coarse_review(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, workers=Gated(), limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            assert await host.refusal("GET", f"/api/reviews/{key}/line?at=0") == (404, registry.NOT_YET)
            answer: httpx.Response = await host.web.get(f"/api/reviews/{key}/question?at=0")
            assert answer.status_code == 200, "what a seat saw is known at once"

    run(scenario())


def test_the_budget_is_the_operators(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=review_limits(review_budget=3)) as host:
            assert (await review(host, record=finished_record(GAME))).budget == 3

    run(scenario())
