"""Tables that begin at a moment of a finished match: who may, what they reveal, and that they last."""

import asyncio
import io
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest

from fairground import Match, Record, list_games, load, seeded
from fairground.engine.playing_on import check_parent, take_position
from fairground.engine.start_position import digest_of, write_position
from fairground.engine.state import State
from fairground.games import editions
from fairground.server import keys, table_wire, wire
from fairground.server.store.archive import export_lines, import_tables
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.opening import open_store
from fairground.server.store.store import Change, StoredMove
from fairground.server.tables.creation import NewTable, TableStart
from fairground.server.workers import jobs
from fairground.server.workers.quarantine import digest
from fairground.server.workers.worker import JobHandler, check_setup
from hosting import GENEROUS, Host, Inline, open_server, options_of, play_randomly, run
from settings import EVERY_GAME

AnyMatch: TypeAlias = Match[State, object]
SECRETIVE = next(name for name in list_games() if load(name).hidden)


def finish(match: AnyMatch, seed: str = "moves") -> AnyMatch:
    rng = seeded(seed)
    while not match.over:
        seat = int(match.state.someone(rng))
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return match


class Finished:
    """A table of people whose match is over, put straight into the store of a server."""

    def __init__(self, name: str, seats: int = 2) -> None:
        wish = table_wire.Create(
            name, seats, options_of(name), seat=0, name="Ann", bots=[None, *["random"] * (seats - 1)]
        )
        self.table = NewTable(wish, check_setup(wish), date=1.0)
        self.stored = self.table.stored
        seed, options = self.stored.seed, self.stored.options
        self.match = finish(Match(load(name), seats, seed, options))
        self.stored.phase = "over"
        self.stored.update_number = len(self.match.made) + 1
        self.stored.progress.points = self.match.outcome().points

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def key(self) -> str:
        return self.table.keys[0]

    @property
    def middle(self) -> int:
        return len(self.match.made) // 2

    async def put_into(self, host: Host) -> "Finished":
        write = self.match.game.write
        made = [
            StoredMove(number, number + 2, each.seat, write(each.move), 1.0)
            for number, each in enumerate(self.match.made)
        ]
        await host.registry.services.writer.commit([Change(self.stored, new=True, made=made)])
        return self

    async def record(self, host: Host) -> str:
        answer = await host.web.get(f"/api/tables/{self.id}/record")
        return str(answer.json()["record"])


async def ask(host: Host, key: str | None = None, **wish: object) -> table_wire.Created:
    headers = {"X-Seat-Key": key} if key else {}
    answer = await host.web.post("/api/play-on", json=wish, headers=headers)
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=table_wire.Created)


async def refused(host: Host, **wish: object) -> tuple[int, str]:
    return await host.refusal("POST", "/api/play-on", json=wish)


def bots(seats: int, seat: int | None = 0) -> list[str | None]:
    return [None if each == seat else "random" for each in range(seats)]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_friends_play_on_from_a_table_to_the_end_and_the_record_verifies(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            parent = await Finished(name).put_into(host)
            text = await parent.record(host)
            created = await ask(host, parent.key, table=parent.id, moves=parent.middle, seat=1, name="Bea")
            assert created.seat == 1 and created.table.parent is not None
            hides = load(name).hides(parent.stored.options)
            moment = (digest_of(text), parent.middle, None, parent.id, hides)
            assert created.table.parent == wire.ParentFacts(*moment)
            taken = await host.take(created.table.id, 0, created.invitations[0], "Cid")
            guests = {
                1: await stack.enter_async_context(host.guest(created.table.id, created.key, created.host)),
                0: await stack.enter_async_context(host.guest(created.table.id, taken.key)),
            }
            await guests[1].request(wire.Start())
            for guest in guests.values():
                await guest.until(guest.is_playing)
            true = parent.match.at(parent.middle).state
            for seat, guest in guests.items():
                shown = parent.match.game.view(true, seat)
                assert msgspec.json.encode(guest.now.view) == msgspec.json.encode(shown)
                assert guest.story == [] and guest.now.moves == 0 and not guest.now.undo
            await play_randomly(guests, "on")
            answer = (await host.web.get(f"/api/tables/{created.table.id}/record")).json()
            assert keys.seal(bytes.fromhex(guests[0].now.seed or "")) == answer["seal"] == created.table.seal
            match = Match.replay(parent.match.game, Record.parse(answer["record"]))
            check_parent(match, parent.match, text)

    run(scenario())


@pytest.mark.parametrize("name", list_games())
def test_a_bot_plays_on_in_every_edition(name: str, tmp_path: Path) -> None:
    """A record of any edition can be brought; its table follows the rules that it was played under."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            for game in editions(name):
                seats = game.seats[-1]
                options = game.settle_options({}, study=True)
                match = finish(Match(game, seats, "parent", options))
                text = str(match.record())
                at = len(match.made) - 1
                created = await ask(
                    host, record=text, moves=at, seat=None, knower=0, bots=bots(seats, None), start=True
                )
                assert created.table.rules == game.rules and created.table.parent is not None
                assert created.table.parent.table is None
                assert created.table.parent.redealt == (0 if game.hides(options) else None)
                async with host.guest(created.table.id) as spectator:
                    await spectator.until(lambda spectator=spectator: spectator.now.phase == "over")  # type: ignore[misc]
                answer = (await host.web.get(f"/api/tables/{created.table.id}/record")).json()
                again = Match.replay(game, Record.parse(answer["record"]))
                check_parent(again, match, text)

    run(scenario())


def test_hidden_things_are_dealt_again_for_strangers_and_not_for_those_who_sat_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            parent = await Finished(SECRETIVE).put_into(host)
            wish: dict[str, Any] = {"table": parent.id, "moves": parent.middle, "seat": 1}
            redealt = []
            for key, hidden in (
                (parent.key, None),
                (None, None),
                ("wrong", None),
                (None, "true"),
                (parent.key, "redealt"),
            ):
                created = await ask(host, key, hidden=hidden, **wish)
                assert created.table.parent
                redealt.append(created.table.parent.redealt)
            assert redealt == [None, 1, 1, None, 1]
            created = await ask(host, knower=0, **wish)
            assert created.table.parent and created.table.parent.redealt == 0

    run(scenario())


@pytest.mark.parametrize("name", [name for name in list_games() if load(name).hidden])
def test_a_redealt_table_shows_the_chosen_seat_its_own_knowledge_and_nothing_else(
    name: str, tmp_path: Path
) -> None:
    """The seat's view is the parent's; the rest is what a match with this seed deals in any twin world."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            parent = await Finished(name, load(name).seats[-1]).put_into(host)
            seats = parent.stored.seats
            created = await ask(
                host, table=parent.id, moves=parent.middle, seat=0, bots=bots(seats), start=True
            )
            async with host.guest(created.table.id, created.key) as guest:
                state = parent.match.at(parent.middle).state
                table = host.registry.tables[created.table.id].state
                assert table.start
                expected = take_position(
                    parent.match, await parent.record(host), parent.middle, table.stored.seed, 0
                )
                assert table.start == expected
                first = msgspec.json.encode(guest.updates[0].view)
                if guest.updates[0].moves == 0:
                    assert first == msgspec.json.encode(parent.match.game.view(state, 0))
                sent = "".join(guest.frames)
                assert write_position(expected.position) not in sent and "position" not in sent

    run(scenario())


def test_a_match_under_way_is_never_played_on_from(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, SECRETIVE)
            table, key = guests[0].table, guests[0].key
            answer = await host.web.post(
                "/api/play-on", json={"table": table, "moves": 0}, headers={"X-Seat-Key": key or ""}
            )
            assert answer.status_code == 409 and "only from a match that is over" in answer.text
            waiting = await host.create(SECRETIVE)
            assert (await refused(host, table=waiting.table.id, moves=0))[0] == 409
            assert (await refused(host, table="no-such-table", moves=0))[0] == 404
            under_way = str(Match(load(SECRETIVE), 2, "s").record())
            status, why = await refused(host, record=under_way, moves=0)
            assert status == 400 and "only from a match that is over" in why

    run(scenario())


def test_what_cannot_be_played_on_from_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            parent = await Finished(SECRETIVE).put_into(host)
            text, last = await parent.record(host), len(parent.match.made)
            first = text.partition("\n")[0]
            tries: list[tuple[dict[str, object], str]] = [
                ({"table": parent.id, "moves": last}, "the match is over: expected a moment from 0 to"),
                ({"table": parent.id, "moves": last + 1}, "expected a moment from 0 to"),
                ({"moves": 0}, "either a table or a record"),
                ({"table": parent.id, "record": text, "moves": 0}, "either a table or a record"),
                ({"table": parent.id, "box": "x", "moves": 0}, "either a table or a record"),
                ({"table": parent.id, "moves": 0, "seat": 2}, "expected"),
                ({"table": parent.id, "moves": 0, "hidden": "true", "seat": 2}, "expected your seat below 2"),
                ({"table": parent.id, "moves": 0, "seat": None}, "expected the seat from whose knowledge"),
                ({"table": parent.id, "moves": 0, "knower": 9}, "expected a seat from 0 to 1, got 9"),
                ({"table": parent.id, "moves": 0, "bots": [None, "hal"]}, "there is no bot 'hal'"),
                ({"table": parent.id, "moves": 0, "start": True}, "somebody in every chair"),
                ({"table": parent.id, "moves": 0, "hidden": "half"}, "hidden"),
                ({"record": "nonsense", "moves": 0}, "line 1: expected `game NAME VERSION`"),
                ({"record": text.replace(first, f"game {SECRETIVE} 999", 1), "moves": 0}, ""),
                ({"record": text, "box": "[nonsense", "moves": 0}, "not TOML"),
            ]
            before = len(host.registry.tables)
            for wish, told in tries:
                status, why = await refused(host, **wish)
                assert 400 <= status < 500 and told in why and "\n" not in why, (wish, why)
            assert len(host.registry.tables) <= before + 1

    run(scenario())


def test_a_table_that_was_played_on_outlives_a_restart_and_can_be_undone_to_its_start(tmp_path: Path) -> None:
    name = next(name for name in list_games() if not load(name).hidden)

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            parent = await Finished(name).put_into(host)
            created = await ask(
                host, parent.key, table=parent.id, moves=parent.middle, seat=None, bots=bots(2, None)
            )
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            facts = (await host.web.get(f"/api/tables/{created.table.id}")).json()
            assert facts["table"]["parent"]["table"] == parent.id
            actor = parent.match.at(parent.middle).state.actors()[0]
            async with host.guest(created.table.id, None, created.host) as hosting:
                for seat in range(2):
                    await hosting.request(wire.SeatBot(seat, None))
            keys_ = [(await host.take(created.table.id, s, created.invitations[s])).key for s in range(2)]
            guests = [await stack.enter_async_context(host.guest(created.table.id, key)) for key in keys_]
            await guests[0].request(wire.Start())
            await guests[actor].until(guests[actor].is_playing)
            before = guests[actor].now
            await guests[actor].play(before.offers[0].move)
            if guests[actor].now.undo:
                await guests[actor].request(wire.Undo(guests[actor].now.update))
                assert guests[actor].now.offers == before.offers and not guests[actor].now.undo
                await guests[actor].play(before.offers[0].move)
        async with open_server(tmp_path) as host, host.guest(created.table.id, keys_[actor]) as guest:
            assert guest.now.moves == 1
            made = parent.match.at(parent.middle)
            made.play(actor, before.offers[0].move)
            assert msgspec.json.encode(guest.now.view) == msgspec.json.encode(
                made.game.view(made.state, actor)
            )

    run(scenario())


def test_a_rematch_begins_at_the_start_of_the_game(tmp_path: Path) -> None:
    """What was hidden in the position is known to everybody by then, so the next match is a fresh one."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            parent = await Finished(SECRETIVE).put_into(host)
            last = len(parent.match.made) - 1
            seat = parent.match.made[last].seat
            created = await ask(
                host, parent.key, table=parent.id, moves=last, seat=seat, bots=bots(2, seat), start=True
            )
            async with host.guest(created.table.id, created.key) as guest:
                while guest.now.phase != "over":
                    if guest.now.offers:
                        await guest.play(guest.now.offers[0].move)
                    else:
                        await guest.receive()
                await guest.request(wire.Rematch())
                following = guest.now.next
            facts = (await host.web.get(f"/api/tables/{following}")).json()
            assert facts["table"]["parent"] is None
            async with host.guest(str(following), created.key) as guest:
                assert guest.now.phase == "playing"
                state = host.registry.tables[str(following)].state
                assert state.match and state.match.start is None

    run(scenario())


def test_a_match_that_was_played_on_can_be_played_on_from_and_its_file_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            parent = await Finished(SECRETIVE).put_into(host)
            last = len(parent.match.made) - 1
            first = await ask(
                host, table=parent.id, moves=last - 3, seat=None, knower=0, bots=bots(2, None), start=True
            )
            async with host.guest(first.table.id) as guest:
                await guest.until(lambda: guest.now.phase == "over")
            text = (await host.web.get(f"/api/tables/{first.table.id}/record")).json()["record"]
            second = await ask(host, table=first.table.id, moves=1, seat=0)
            assert second.table.parent and second.table.parent.table == first.table.id
            third = await ask(host, record=text, moves=1, seat=0)
            assert third.table.parent and third.table.parent.record == digest_of(text)
            shown = await host.web.post("/api/replay", json={"record": text})
            assert shown.json()["parent"]["moves"] == last - 3 and shown.json()["hidden"] is True

    run(scenario())


# Archives


async def archive_of(folder: Path) -> bytes:
    async with open_store(f"sqlite:///{folder / 'tables.db'}") as store:
        return b"".join([line async for line in export_lines(store)])


async def put_archive(folder: Path, text: bytes) -> None:
    folder.mkdir(exist_ok=True)
    async with open_store(f"sqlite:///{folder / 'tables.db'}") as store:
        await import_tables(store, io.BytesIO(text), Inline())


async def played_on(folder: Path) -> tuple[table_wire.Created, bytes]:
    """Set up a table that goes on from another one; return it and the archive of the store."""
    async with open_server(folder) as host:
        parent = await Finished(SECRETIVE).put_into(host)
        created = await ask(
            host, parent.key, table=parent.id, moves=parent.middle, seat=0, bots=bots(2), start=True
        )
    return created, await archive_of(folder)


def test_a_table_that_was_played_on_moves_with_an_archive(tmp_path: Path) -> None:
    async def scenario() -> None:
        created, text = await played_on(tmp_path)
        await put_archive(tmp_path / "other", text)
        assert await archive_of(tmp_path / "other") == text
        async with (
            open_server(tmp_path / "other") as host,
            host.guest(created.table.id, created.key) as guest,
        ):
            assert guest.welcome and guest.welcome.table.parent == created.table.parent
            while guest.now.phase != "over":
                if guest.now.offers:
                    await guest.play(guest.now.offers[0].move)
                else:
                    await guest.receive()
        exported = await archive_of(tmp_path / "other")
        entry = [line for line in exported.splitlines() if created.table.id.encode() in line[:60]]
        record = Record.parse(msgspec.json.decode(entry[0])["record"])
        assert record.start and record.start.parent and created.table.parent
        assert record.start.parent.record == created.table.parent.record

    run(scenario())


Damage: TypeAlias = Callable[[dict[str, Any]], None]


def damage_position(change: Callable[[dict[str, Any]], None]) -> Damage:
    def damage(entry: dict[str, Any]) -> None:
        position = msgspec.json.decode(entry["position"])
        change(position)
        entry["position"] = msgspec.json.encode(position).decode()

    return damage


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda entry: entry.update(position=None), "where its match begins is missing"),
        (lambda entry: entry["table"]["progress"].update(parent=None), "where its match begins is missing"),
        (lambda entry: entry.update(position="{" * 99), "brackets within another"),
        (lambda entry: entry.update(position="x" * 200_000), "length <= 100000"),
        (lambda entry: entry["table"]["progress"]["parent"].update(record="x"), "matching regex"),
        (lambda entry: entry["table"]["progress"]["parent"].update(moves=-1), ">= 0"),
        (lambda entry: entry["table"]["progress"]["parent"].update(table="../etc"), "matching regex"),
        (damage_position(lambda position: position.update(seats=99)), "seats"),
        (damage_position(lambda position: position.update(rng=["fast", 1, 2, 3, 4])), "generator"),
        (damage_position(lambda position: position["state"].clear()), "position"),
        (damage_position(lambda position: position["state"].update(actor=77)), "position"),
    ],
)
def test_a_damaged_start_in_an_archive_is_refused(damage: Damage, told: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        created, text = await played_on(tmp_path)
        lines = text.splitlines()
        for number, line in enumerate(lines):
            if created.table.id.encode() in line[:60]:
                entry = msgspec.json.decode(line)
                damage(entry)
                lines[number] = msgspec.json.encode(entry)
        with pytest.raises(ArchiveError, match=told):
            await put_archive(tmp_path / "other", b"\n".join(lines))

    run(scenario())


# What a worker does with what strangers bring


def take(record: str, moves: int = 0, **more: Any) -> jobs.JobAnswer:
    job = jobs.TakePosition(record, None, moves, more.pop("redealt", None), "ab" * 32, **more)
    return JobHandler().answer(job)


@pytest.mark.parametrize("name", list_games())
def test_a_worker_refuses_positions_in_which_nobody_could_play(name: str) -> None:
    """Whatever is changed in a position, the answer is a position or one sentence, and no fault of ours."""
    game = load(name)
    parent = finish(Match(game, game.seats[0], "parent", options_of(name)))
    start = take_position(parent, str(parent.record()), len(parent.made) - 1, "on")
    child = finish(Match(game, None, "on", None, parent.box, start))
    assert isinstance(take(str(child.record())), jobs.PositionTaken)
    state = start.position["state"]
    assert isinstance(state, dict)
    for field, value in state.items():
        others: list[object] = [None, -1, 99, "nonsense", [], {}, [value], 2**63, True]
        for other in others:
            if other == value:
                continue
            changed = {**start.position, "state": {**state, field: other}}
            line = f"position {write_position(changed)}"
            text = "\n".join(
                line if each.startswith("position ") else each for each in str(child.record()).splitlines()
            )
            answer = take(text)
            if isinstance(answer, jobs.JobFailed):
                assert "\n" not in answer.why and "unexpected" not in answer.why, (field, other, answer.why)


def test_a_job_that_ended_a_worker_is_known_whatever_the_seed_of_the_table() -> None:
    one, other = (jobs.TakePosition("record", None, 0, None, seed * 32) for seed in ("ab", "cd"))
    assert digest(one) == digest(other) != digest(jobs.TakePosition("record", None, 1, None, "ab" * 32))


def test_unused_positions_are_deleted_with_their_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            parent = await Finished(SECRETIVE).put_into(host)
            waiting = await ask(host, table=parent.id, moves=1, seat=0)
            begun = await ask(host, table=parent.id, moves=1, seat=0, bots=bots(2), start=True)
            store = host.registry.services.store
            for created in (waiting, begun):
                assert await store.position(created.table.id)
            assert await store.delete_unused(before=1e12) == 1
            assert await store.position(waiting.table.id) is None
            assert await store.position(begun.table.id)
            await store.delete([begun.table.id])
            assert await store.position(begun.table.id) is None

    run(scenario())


def test_a_start_keeps_its_secrets() -> None:
    """The facts of a table name the moment; neither they nor the answer contain the position."""
    wish = table_wire.Create(SECRETIVE, 2, options_of(SECRETIVE))
    start = TableStart(load(SECRETIVE).rules, bytes(32), "secret position", wire.ParentFacts("0" * 16, 3, 1))
    table = NewTable(wish, check_setup(wish), 1.0, start=start)
    assert "secret position" not in wire.write(table.answer()).decode()
    assert table.change.position == "secret position"


def test_playing_on_counts_as_a_replay_and_as_a_new_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = msgspec.structs.replace(GENEROUS, replays=2)
        async with open_server(tmp_path, limits=limits) as host:
            parent = await Finished(SECRETIVE).put_into(host)
            statuses = []
            for _ in range(4):
                answer = await host.web.post("/api/play-on", json={"table": parent.id, "moves": 1})
                statuses.append(answer.status_code)
            assert statuses[0] == 201 and statuses[-1] == 429
        limits = msgspec.structs.replace(GENEROUS, tables=1)
        async with open_server(tmp_path, limits=limits) as host:
            assert (await refused(host, table=parent.id, moves=999999))[0] == 400
            await ask(host, table=parent.id, moves=1)
            assert (await refused(host, table=parent.id, moves=1))[0] == 429

    run(scenario())


def test_everything_goes_on_while_a_worker_finds_a_position(tmp_path: Path) -> None:
    """The record is replayed by a worker, not in the event loop."""
    slow = Slow()

    async def scenario() -> None:
        async with open_server(tmp_path, workers=slow) as host:
            parent = await Finished(SECRETIVE).put_into(host)
            asked = asyncio.create_task(ask(host, table=parent.id, moves=1))
            await slow.asked.wait()
            assert (await host.web.get("/health")).status_code == 200
            slow.go.set()
            assert (await asked).table.parent

    run(scenario())


class Slow(Inline):
    """An executor that waits before it takes a position."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        if isinstance(job, jobs.TakePosition):
            self.asked.set()
            await self.go.wait()
        return await super().ask(job)
