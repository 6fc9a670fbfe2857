"""Floods, hostile boxes and silent listeners: one clear sentence each, and no harm to anybody else."""

import asyncio
import socket as sockets
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from fairground import BoxError, Match, Record, load
from fairground.analysis.review import Reviewer
from fairground.engine.game import Game
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.server import review_wire, wire
from fairground.server.errors import StoreError
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.reviews import registry, review_run
from fairground.server.tables.connection import FULL
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs, reviews, worker
from fairground.server.workers.packing import TooLarge, pack, unpack
from hosting import Inline, open_server, options_of, run
from reviewing import PLENTY, ask, finished_match, finished_record, following, review, review_limits
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


class Never(Inline):
    """An executor that never finishes a review."""

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        if isinstance(job, jobs.ReviewJob):
            await asyncio.Event().wait()
        return await super().ask(job)


async def refuse(host: object, seed: str) -> tuple[int, str]:
    body = {"record": finished_record(GAME, seed)}
    return await host.refusal("POST", "/api/reviews", json=body)  # type: ignore[attr-defined, no-any-return]


# How many


def test_an_address_has_few_reviews_under_way(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, workers=Never(), limits=review_limits(reviews_an_address=2)) as host:
            for seed in ("0", "1", "1", "0"):
                await ask(host, record=finished_record(GAME, seed))
            assert await refuse(host, "2") == (429, registry.TOO_MANY_UNDER_WAY)
            assert len(host.backend.reviews.tasks) == 2

    run(scenario())


def test_all_addresses_together_have_not_too_many(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, workers=Never(), limits=review_limits(reviews_under_way=1)) as host:
            await ask(host, record=finished_record(GAME, "0"))
            assert await refuse(host, "1") == (503, registry.BUSY)

    run(scenario())


def test_an_address_begins_only_so_many_an_hour_but_reads_kept_ones(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, limits=review_limits(reviews_an_hour=1)) as host:
            await review(host, record=finished_record(GAME, "0"))
            assert await refuse(host, "1") == (429, registry.TOO_MANY_AN_HOUR)
            assert (await ask(host, record=finished_record(GAME, "0"))).state == "done"
            time.advance(60 * 60)
            await review(host, record=finished_record(GAME, "1"))
            assert not host.backend.reviews.limits.reviews.count, "every place was given back"
            assert not host.backend.reviews.limits.all_reviews.count

    run(scenario())


def test_checks_lines_and_questions_count_as_replays(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, ManualTime(), limits=review_limits(replays=3)) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            for path in ("question?at=0", "question?at=1"):
                assert (await host.web.get(f"/api/reviews/{key}/{path}")).status_code == 200
            for method, path in (("GET", f"{key}/question?at=0"), ("GET", f"{key}/line?at=0"), ("POST", "")):
                body = {"json": {"table": "x"}} if method == "POST" else {}
                refusal = await host.refusal(method, f"/api/reviews/{path}".rstrip("/"), **body)
                assert refusal == (429, TOO_MANY)

    run(scenario())


def test_a_flood_of_sockets_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = review_limits(review_listeners_an_address=3)
        async with open_server(tmp_path, workers=Never(), limits=limits) as host, AsyncExitStack() as stack:
            key = (await ask(host, record=finished_record(GAME))).key
            for _ in range(3):
                follower = await stack.enter_async_context(following(host, key))
                await follower.receive()
            for _ in range(20):
                async with following(host, key) as refused:
                    assert await refused.all() == [review_wire.ReviewError(TOO_MANY)]
            await stack.aclose()
            while host.backend.reviews.limits.review_listeners.count:
                await asyncio.sleep(0.01)

    run(scenario())


def test_all_listeners_together_have_places(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, workers=Never(), limits=review_limits(review_listeners=1)) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as first:
                await first.receive()
                async with following(host, key) as second:
                    assert await second.all() == [review_wire.ReviewError(FULL, again=True)]

    run(scenario())


def test_a_body_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            huge = await host.web.post("/api/reviews", json={"record": "x" * 700_000})
            assert huge.status_code == 413
            status, _ = await host.refusal("POST", "/api/reviews", json={"record": "x" * 400_001})
            assert status == 400
            box = {"record": finished_record(GAME), "box": "x" * 100_001}
            assert (await host.refusal("POST", "/api/reviews", json=box))[0] == 400

    run(scenario())


def test_whoever_talks_on_the_socket_of_a_review_is_disconnected(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, workers=Never(), limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as follower:
                await follower.socket.send("hello")
                await follower.all()
            assert not host.backend.reviews.tasks[key].feed.listeners

    run(scenario())


def test_a_listener_who_never_reads_holds_nobody_up(tmp_path: Path) -> None:
    """And in the end its connection is cut, so that its review can be given up."""

    async def scenario() -> None:
        limits = review_limits(send_seconds=1)
        async with open_server(tmp_path, workers=Never(), limits=limits) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            feed = host.backend.reviews.tasks[key].feed
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port, limit=1)
            writer.get_extra_info("socket").setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            writer.write(
                f"GET /api/reviews/{key}/live HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            while not feed.listeners:
                await asyncio.sleep(0.01)
            while feed.listeners:  # all of it would be gigabytes if anybody kept what is not read
                feed.tell("review", review_run.write_news(b'"%s"' % (b"x" * 1_000_000)))
                await asyncio.sleep(0.01)
            async with following(host, key) as follower:
                await follower.receive()
            writer.transport.abort()
            assert reader is not None

    run(scenario())


# How large


def test_what_is_unpacked_is_bounded() -> None:
    bomb = pack(b"x" * 10_000_000)
    assert len(bomb) < 20_000
    with pytest.raises(TooLarge):
        unpack(bomb, 1_000_000)
    assert unpack(bomb, 10_000_000) == b"x" * 10_000_000
    assert unpack(pack(b""), 10) == b""


def test_a_review_that_is_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_BYTES", 1_000)

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as follower:
                (last,) = [each for each in await follower.all() if isinstance(each, review_wire.ReviewError)]
                assert "longer than the server allows" in last.error and not last.again

    run(scenario())


# Boxes that people bring


def own_match() -> tuple[str, str]:
    """Return the record of a match with a box of its own, and the box."""
    game: Game[State, object] = load(GAME)
    text = game.document(game.box_file)
    match = Match(game, 2, "own box", options_of(GAME), game.box(text))
    rng = seeded("own box")
    while not match.over:
        seat = int(match.state.someone(rng))
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return str(match.record()), text


def test_a_match_with_a_box_of_its_own_is_reviewed_with_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        record, box = own_match()
        workers = Inline()
        async with open_server(tmp_path, workers=workers, limits=PLENTY) as host:
            made = await review(host, record=record, box=box)
            assert len(made.moves) == len(Record.parse(record).moves)
            key = (await ask(host, record=record, box=box)).key
            for path in ("line?at=0", "question?at=0"):
                assert (await host.web.get(f"/api/reviews/{key}/{path}")).status_code == 200
        boxes = {job.subject.box for job in workers.done if isinstance(job, jobs.ReviewJob)}
        assert len(boxes) == 1 and None not in boxes

    run(scenario())


def test_a_strangers_box_is_tried_before_anything_is_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_box(*asked: object) -> None:
        raise BoxError("the box: expected a match that is played within 2 s of computing, got 9 s")

    monkeypatch.setattr(reviews, "try_box", refuse_box)

    async def scenario() -> None:
        record, box = own_match()
        async with open_server(tmp_path, limits=PLENTY) as host:
            wish = {"record": record, "box": box}
            status, why = await host.refusal("POST", "/api/reviews", json=wish)
            assert status == 400 and "got 9 s" in why
            assert not host.backend.reviews.tasks

    run(scenario())


@pytest.mark.parametrize("box", ["", "x", "[" * 50_000, "x = 1", '{"a":' * 2_000])
def test_a_box_that_is_none_is_refused(box: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            wish = {"record": finished_record(GAME), "box": box}
            status, why = await host.refusal("POST", "/api/reviews", json=wish)
            assert status == 400 and why

    run(scenario())


def test_a_job_that_needs_too_much_memory_is_tried_again_without_what_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handler = worker.JobHandler()
    one, two = (
        reviews.check_subject(jobs.ReviewSubject(finished_record(GAME, seed), None, 1)) for seed in "12"
    )
    for checked in (one, two):
        handler.answer(jobs.ReviewMoves(checked.key, checked.subject, [0], coarse=True))
    review_move = Reviewer.review_move

    def greedy(self: object, at: int, effort: object) -> object:
        if len(handler.reviews.reviewers) > 1:
            raise MemoryError
        return review_move(self, at, effort)  # type: ignore[arg-type]

    monkeypatch.setattr(Reviewer, "review_move", greedy)
    answer = handler.answer(jobs.ReviewMoves(one.key, one.subject, [1], coarse=True))
    assert isinstance(answer, jobs.MovesReviewed) and list(answer.moves) == [1]


def test_a_failed_store_keeps_nobody_from_the_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            store = host.backend.reviews.store

            async def fail(*what: object) -> None:
                raise StoreError("the disk of the store is full")

            monkeypatch.setattr(store, "keep_subject", fail)
            monkeypatch.setattr(store, "keep_review", fail)
            made = await review(host, record=finished_record(GAME))
            assert len(made.moves) == len(finished_match(GAME).made)
            assert await store.find((await ask(host, record=finished_record(GAME))).key) is None

    run(scenario())


def test_a_message_names_its_kind() -> None:
    """As the site expects them: `kind`, and the fields of each kind."""
    written = [
        msgspec.json.decode(wire.write(message))
        for message in (
            review_wire.ReviewQueued(1),
            review_wire.ReviewUnderWay(2, 3),
            review_wire.ReviewError("why"),
        )
    ]
    assert written == [
        {"kind": "queued", "ahead": 1},
        {"kind": "progress", "done": 2, "of": 3},
        {"kind": "error", "error": "why", "again": False},
    ]
