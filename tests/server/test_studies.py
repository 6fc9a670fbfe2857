"""Study rooms: a leader whom others follow, comments and side lines, all of it kept."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from fairground.engine.annotations import MAIN, AnnotatedRecord
from fairground.engine.side_lines import replay_annotated
from fairground.server import study_wire, wire
from fairground.server.store.studies import StudyStore
from fairground.server.study_wire import StudyPlace
from fairground.server.time_source import ManualTime
from hosting import open_server, run
from settings import EVERY_GAME
from studying import (
    GAME,
    Visitor,
    branching,
    create,
    download,
    entering,
    limits,
    other_move,
    played,
    visiting,
)

# Following


def test_two_followers_go_where_the_leader_goes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with (
                visiting(host, made.study, made.key) as leader,
                visiting(host, made.study) as one,
                visiting(host, made.study) as two,
            ):
                assert leader.state and leader.state.leader
                assert one.state and not one.state.leader
                assert one.state.record == str(played().record())
                await leader.until(lambda: leader.people == study_wire.StudyPeople(2, leading=True))
                await leader.request(study_wire.Lead(StudyPlace(MAIN, 3, "1")))
                for follower in (one, two):
                    await follower.until(lambda f=follower: f.place == StudyPlace(MAIN, 3, "1"))  # type: ignore[misc]

    run(scenario())


def test_the_leader_leaves_and_comes_back_and_everything_is_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study) as follower:
                async with visiting(host, made.study, made.key) as leader:
                    await leader.request(study_wire.Lead(StudyPlace(MAIN, 2, "open")))
                    await leader.request(study_wire.AddComment(MAIN, 2, "look", "Ann"))
                    await follower.until(lambda: follower.texts == ["look"])
                assert follower.people and follower.people.leading
                await follower.until(lambda: follower.people == study_wire.StudyPeople(1, leading=False))
                async with visiting(host, made.study, made.key) as leader:
                    assert leader.place == StudyPlace(MAIN, 2, "open")
                    assert leader.texts == ["look"]
                    await follower.until(lambda: bool(follower.people and follower.people.leading))

    run(scenario())


def test_a_restart_keeps_a_study_with_its_place_and_its_keys(tmp_path: Path) -> None:
    at = branching()

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study, made.key) as leader:
                there = await leader.request(study_wire.TryMove(StudyPlace(MAIN, at), *other_move(at)))
                assert there
                await leader.request(study_wire.AddComment(there.line, there.at, "or so", "Ann"))
                await leader.request(study_wire.AllowComments(True))
        async with (
            open_server(tmp_path) as host,
            visiting(host, made.study, made.key) as leader,
            visiting(host, made.study) as other,
        ):
            for visitor in (leader, other):
                assert visitor.place == there
                assert visitor.texts == ["or so"]
                assert [*visitor.lines] == [there.line]
                assert visitor.comments_open
            assert leader.state and leader.state.leader and other.state and not other.state.leader

    run(scenario())


def test_people_are_told_when_the_server_closes_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study) as follower:
                assert host.backend.studies
                await host.backend.studies.close()
                assert (await follower.wait_for_close()).again

    run(scenario())


# Which matches


def test_a_study_is_made_of_a_table_only_once_its_match_is_over(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, bots=[None, "random"], start=True)
            table = created.table.id
            status, why = await host.refusal("POST", "/api/studies", json={"table": table})
            assert status == 409 and "when the match is over" in why
            async with host.guest(table, created.key) as guest:
                while guest.now.phase != "over":
                    await guest.until(lambda: bool(guest.now.offers) or guest.now.phase == "over")
                    if guest.now.offers:
                        await guest.play(guest.now.offers[0].move)
            made = await create(host, table=table)
            async with visiting(host, made.study) as follower:
                answer = await host.web.get(f"/api/tables/{table}/record")
                assert follower.state and follower.state.record == answer.json()["record"]

    run(scenario())


def test_a_record_that_does_not_end_its_match_is_refused(tmp_path: Path) -> None:
    unfinished = str(played().at(2).record())

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            status, why = await host.refusal("POST", "/api/studies", json={"record": unfinished})
            assert (status, why) == (400, "a match can be studied together once it is over; this one is not")

    run(scenario())


@pytest.mark.parametrize(
    ("wish", "status", "told"),
    [
        ({}, 400, "expected a table or a record"),
        ({"table": "x", "record": "y"}, 400, "expected a table or a record"),
        ({"table": "nowhere"}, 404, "there is no such table"),
        ({"record": "hello"}, 400, "line 1: expected `game NAME VERSION` first"),
        ({"record": "x" * 400_001}, 400, "400000"),
        ({"record": "game nothing 1\nseats 2\nseed x\n"}, 400, "there is no game"),
        ({"record": "x", "more": 1}, 400, "more"),
    ],
)
def test_nonsense_makes_no_study(tmp_path: Path, wish: dict[str, Any], status: int, told: str) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            answer = await host.refusal("POST", "/api/studies", json=wish)
            assert answer[0] == status and told in answer[1]

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_file_with_comments_and_side_lines_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    match, at = played(name), branching(name)
    annotated = AnnotatedRecord(match.record())
    annotated.comment(MAIN, 0, "Ann", "the start")
    line, end = annotated.play(MAIN, at, *other_move(at, name))
    annotated.comment(line, end, "Ben", "why not: this?")
    text = str(annotated)

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host, text)
            file = await download(host, made.study)
            assert (file.record, file.game) == (text, name)
            replay_annotated(match.game, AnnotatedRecord.parse(file.record))

    run(scenario())


def test_an_impossible_side_line_in_a_file_is_named(tmp_path: Path) -> None:
    annotated = AnnotatedRecord(played().record())
    annotated.play(MAIN, 0, 0, "nonsense")

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            status, why = await host.refusal("POST", "/api/studies", json={"record": str(annotated)})
            assert status == 400 and why.startswith("line ")

    run(scenario())


# Side lines


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_leader_plays_side_lines_from_what_the_server_offers(tmp_path: Path, name: str) -> None:
    at = branching(name)
    record = played(name).record()

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host, str(record))
            async with visiting(host, made.study, made.key) as leader, visiting(host, made.study) as other:
                wish = {"record": str(record), "first": at, "count": 1, "offers": True}
                moment = (await host.web.post("/api/replay", json=wish)).json()["moments"][0]
                offered = {(o["seat"], each["words"]) for o in moment["offers"] for each in o["offers"]}
                assert other_move(at, name) in offered and record.moves[at] in offered
                place = await leader.request(study_wire.TryMove(StudyPlace(MAIN, at), *record.moves[at]))
                assert place == StudyPlace(MAIN, at + 1), "a step along the match"
                place = await leader.request(study_wire.TryMove(StudyPlace(MAIN, at), *other_move(at, name)))
                assert place and (place.line, place.at) == (1, 1)
                await other.until(lambda: 1 in other.lines and other.place == place)
                assert other.lines[1].moves == [study_wire.StudyMove(*other_move(at, name))]
                await leader.request(study_wire.CutLine(1))
                await other.until(lambda: not other.lines and other.place == StudyPlace(MAIN, at))

    run(scenario())


def test_an_impossible_move_is_refused_with_the_reason(tmp_path: Path) -> None:
    at = branching()
    seat, words = other_move(at)

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study, made.key) as leader:
                for request, told in (
                    (study_wire.TryMove(StudyPlace(MAIN, at), seat, "nonsense"), "expected"),
                    (study_wire.TryMove(StudyPlace(MAIN, at), 77, words), "not to move"),
                    (study_wire.TryMove(StudyPlace(MAIN, len(played().made)), seat, words), "over"),
                    (study_wire.TryMove(StudyPlace(MAIN, 10**6), seat, words), "expected a moment"),
                    (study_wire.TryMove(StudyPlace(5, 0), seat, words), "no such side line"),
                    (study_wire.CutLine(5), "no such side line"),
                    (study_wire.CutLine(MAIN), "cannot be cut"),
                    (study_wire.Lead(StudyPlace(5, 0)), "no such side line"),
                    (study_wire.DeleteComment(5), "no such comment"),
                    (study_wire.AddComment(MAIN, 0, "  ", "Ann"), "expected a comment"),
                    (study_wire.AddComment(MAIN, 0, "x" * 501, "Ann"), "at most 500"),
                ):
                    why = await leader.ask(request)
                    assert why is not None and told in why
                assert (await download(host, made.study)).record == str(played().record())

    run(scenario())


# Who may do what


def test_who_follows_can_change_nothing(tmp_path: Path) -> None:
    at = branching()

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study) as follower:
                for request in (
                    study_wire.Lead(StudyPlace(MAIN, 1)),
                    study_wire.TryMove(StudyPlace(MAIN, at), *other_move(at)),
                    study_wire.CutLine(1),
                    study_wire.DeleteComment(1),
                    study_wire.AllowComments(True),
                    study_wire.DiscardStudy(),
                ):
                    assert await follower.ask(request) == "only the leader may do this"
                why = await follower.ask(study_wire.AddComment(MAIN, 0, "hello", "Ben"))
                assert why == "the leader does not allow others to comment"
                assert (await download(host, made.study)).record == str(played().record())

    run(scenario())


def test_followers_comment_under_a_name_while_the_leader_allows_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study, made.key) as leader, visiting(host, made.study) as other:
                await leader.request(study_wire.AllowComments(True))
                await other.until(lambda: other.comments_open)
                assert "who you are" in (await other.ask(study_wire.AddComment(MAIN, 0, "hello")) or "")
                await other.request(study_wire.AddComment(MAIN, 1, "a\u202eb\nc", "B: en\u200b"))
                await leader.until(lambda: bool(leader.comments))
                (comment,) = leader.comments.values()
                assert (comment.author, comment.text, comment.at) == ("B en", "ab c", 1)
                await leader.request(study_wire.DeleteComment(comment.number))
                await other.until(lambda: not other.comments)
                await leader.request(study_wire.AllowComments(False))
                assert await other.ask(study_wire.AddComment(MAIN, 0, "hello", "Ben")) is not None

    run(scenario())


def test_a_wrong_key_opens_nothing_and_counts_as_a_guess(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(bad_keys=3)) as host:
            made, another = await create(host), await create(host)
            for key in ("x", another.key, ""):
                async with entering(host, made.study) as socket:
                    await socket.send(study_wire.write(study_wire.Follow(key)).decode())
                    last = await Visitor(socket).wait_for_close()
                    assert last == wire.Closing("this is not the key of the study's leader", again=False)
            async with entering(host, made.study) as socket:
                last = await Visitor(socket).wait_for_close()
                assert "too many requests" in last.why

    run(scenario())


def test_the_leader_can_delete_the_room_for_good(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study, made.key) as leader, visiting(host, made.study) as other:
                await leader.request(study_wire.DiscardStudy())
                assert await other.wait_for_close() == wire.Closing("this study was deleted", again=False)
            assert (await host.refusal("GET", f"/api/studies/{made.study}"))[0] == 404
            async with entering(host, made.study) as socket:
                await socket.send(study_wire.write(study_wire.Follow()).decode())
                assert (await Visitor(socket).wait_for_close()).why == "there is no such study"

    run(scenario())


def test_what_was_begun_is_finished_though_the_connection_ends(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study) as follower:
                async with visiting(host, made.study, made.key) as leader:
                    await leader.socket.send(study_wire.write(study_wire.AddComment(MAIN, 0, "bye")).decode())
                await follower.until(lambda: follower.texts == ["bye"])
            assert "#; : bye" in (await download(host, made.study)).record

    run(scenario())


# Limits


def test_a_room_takes_so_many_followers_and_always_the_leader(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(followers_a_study=1, windows_a_seat=1)) as host:
            made = await create(host)
            async with visiting(host, made.study), entering(host, made.study) as socket:
                await socket.send(study_wire.write(study_wire.Follow()).decode())
                assert "too many people" in (await Visitor(socket).wait_for_close()).why
                async with (
                    visiting(host, made.study, made.key) as first,
                    visiting(host, made.study, made.key) as second,
                ):
                    assert "too many windows" in (await first.wait_for_close()).why
                    await second.request(study_wire.Lead(StudyPlace(MAIN, 1)))

    run(scenario())


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"studies": 2}, "wait a minute"),
        ({"studies_a_day": 2}, "tomorrow"),
        ({"kept_studies": 2, "address_share": 100}, "too many studies already"),
        ({"kept_studies": 20}, "delete some of them first"),
    ],
)
def test_an_address_makes_only_so_many_studies(tmp_path: Path, changes: dict[str, int], told: str) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(**changes)) as host:
            for _ in range(2):
                await create(host)
            status, why = await host.refusal("POST", "/api/studies", json={"record": "x"})
            assert status in {429, 503} and told in why

    run(scenario())


def test_only_so_many_rooms_are_in_memory_and_left_ones_make_room(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(live_studies=1)) as host:
            one, two = await create(host), await create(host)
            async with visiting(host, one.study), entering(host, two.study) as socket:
                await socket.send(study_wire.write(study_wire.Follow()).decode())
                assert "too many studies are open" in (await Visitor(socket).wait_for_close()).why
            assert host.backend.studies
            while host.backend.studies.rooms:
                await asyncio.sleep(0.01)
            async with visiting(host, two.study):
                pass

    run(scenario())


def test_comments_are_limited_by_address(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(comments=2)) as host:
            made = await create(host)
            async with visiting(host, made.study, made.key) as leader:
                for _ in range(2):
                    await leader.request(study_wire.AddComment(MAIN, 0, "hello"))
                why = await leader.ask(study_wire.AddComment(MAIN, 0, "hello"))
                assert why and "too many comments" in why

    run(scenario())


NONSENSE = [
    "",
    "[]",
    "{}",
    "[" * 5000,
    '{"type":"follow"}',
    '{"type":"lead"}',
    '{"type":"lead","place":{"line":-1,"at":0,"eyes":"open"}}',
    '{"type":"lead","place":{"line":0,"at":0,"eyes":"everything"}}',
    '{"type":"lead","place":{"line":0,"at":1e400,"eyes":"open"}}',
    '{"type":"try","place":{},"seat":0,"words":""}',
    '{"type":"try","place":{},"seat":0,"words":"' + "x" * 201 + '"}',
    '{"type":"comment","line":0,"at":0,"text":"' + "x" * 1001 + '"}',
    '{"type":"comment","line":0,"at":0,"text":"x","name":"' + "x" * 25 + '"}',
    '{"type":"allow","yes":1}',
    '{"type":"delete","comment":"1"}',
    '{"type":"play","update":1,"move":0}',
]


def test_malformed_messages_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await create(host)
            async with visiting(host, made.study, made.key) as leader:
                for nonsense in NONSENSE:
                    seen = len(leader.answers)
                    await leader.socket.send(nonsense)
                    await leader.until(lambda seen=seen: len(leader.answers) > seen)  # type: ignore[misc]
                    assert isinstance(leader.answers[-1], study_wire.StudyRefused), nonsense
                await leader.request(study_wire.Lead(StudyPlace(MAIN, 1)))
            async with entering(host, made.study) as socket:
                await socket.send('{"type":"lead","place":{}}')
                assert "expected a message `follow` first" in (await Visitor(socket).wait_for_close()).why

    run(scenario())


def test_a_study_that_nobody_uses_is_deleted_in_the_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host:
            old = await create(host)
            time.advance(300 * 24 * 3600)
            used = await create(host)
            time.advance(100 * 24 * 3600)
            assert host.backend.studies
            await host.backend.studies.sweep()
            store = StudyStore(host.registry.services.store)  # type: ignore[arg-type]  # it is one in a database
            assert await store.find(old.study) is None
            assert await store.find(used.study) is not None

    run(scenario())
