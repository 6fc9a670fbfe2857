"""One study room in memory: who is there, where the leader is, and what a request does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from fairground.engine.annotations import MAIN, AnnotatedRecord, clean_author
from fairground.engine.errors import FairgroundError
from fairground.server import keys, study_wire
from fairground.server.errors import Refusal
from fairground.server.services import Services
from fairground.server.store.studies import StudyStore
from fairground.server.studies.changes import tell_changes, tell_comment, tell_line
from fairground.server.studies.stored import StoredStudy, StudyVersion, annotated_record, stored_annotations
from fairground.server.study_wire import (
    AddComment,
    AllowComments,
    CutLine,
    DeleteComment,
    DiscardStudy,
    FromStudy,
    Lead,
    StudyPlace,
    TryMove,
)
from fairground.server.tables.connection import Connection
from fairground.server.workers import jobs

T = TypeVar("T")
RunJob = Callable[[jobs.Job], Awaitable[jobs.JobAnswer]]
TRIES = 5  # as often a change is tried again because another server has changed the room
CROWDED = "too many people follow this study already"
OTHER_WINDOW = "you have opened this study in too many windows: this one was closed"
GONE = "this study was deleted"
NOT_LEADER = "only the leader may do this"
NOT_ALLOWED = "the leader does not allow others to comment"
NAMELESS = "say who you are before you comment"
TOO_FAST = "too many comments from your address: wait a minute"
CHANGED = "the study has changed in the meantime: try again"


class StudyRoom:
    """A study room. Changes are made one at a time: each is stored before anybody is told."""

    def __init__(self, stored: StoredStudy, store: StudyStore, services: Services, run_job: RunJob) -> None:
        self.stored = stored
        self.annotated = annotated_record(stored)
        self.store = store
        self.services = services
        self.run_job = run_job
        self.followers: list[Connection] = []
        self.leaders: list[Connection] = []
        self.moved = False  # whether the leader has been elsewhere since the place was stored
        self.gone = False
        self.turn = asyncio.Lock()
        self.work: set[asyncio.Task[None]] = set()

    # Coming and going

    def enter(self, connection: Connection, leads: bool) -> None:
        """Let somebody in, and show them everything; close their connection if there is no room."""
        limits = self.services.settings.limits
        if not leads and len(self.followers) >= limits.followers_a_study:
            connection.close(CROWDED, again=False)
            return
        if leads and len(self.leaders) >= limits.windows_a_seat:
            self.leaders.pop(0).close(OTHER_WINDOW, again=False)
        (self.leaders if leads else self.followers).append(connection)
        self._send([connection], self._state(leads))
        self._send_people()

    def leave(self, connection: Connection) -> None:
        for people in (self.leaders, self.followers):
            if connection in people:
                people.remove(connection)
                self._send_people()

    @property
    def people(self) -> list[Connection]:
        return [*self.leaders, *self.followers]

    def close(self, why: str, again: bool) -> None:
        """End all connections."""
        for connection in self.people:
            connection.close(why, again)

    # Requests

    def begin(self, connection: Connection, request: study_wire.StudyRequest) -> asyncio.Task[None]:
        """Carry out a request in a task of its own."""
        task = asyncio.create_task(self.handle(connection, request))
        self.work.add(task)
        task.add_done_callback(self.work.discard)
        return task

    async def handle(self, connection: Connection, request: study_wire.StudyRequest) -> None:
        """Carry out a request and answer it."""
        try:
            place = await self._carry_out(connection, request)
        except FairgroundError as error:
            self._send([connection], study_wire.StudyRefused(request.mark, str(error)))
        else:
            if request.mark:
                self._send([connection], study_wire.StudyDone(request.mark, place))

    async def _carry_out(self, connection: Connection, request: study_wire.StudyRequest) -> StudyPlace | None:
        if isinstance(request, AddComment):
            await self._comment(connection, request)
            return None
        if connection not in self.leaders:
            raise Refusal(NOT_LEADER, 403)
        if isinstance(request, Lead):
            self._lead(request.place, connection)
        elif isinstance(request, TryMove):
            return await self._try_move(request, connection)
        elif isinstance(request, CutLine):
            await self._change(lambda draft: draft.cut(request.line, request.at))
        elif isinstance(request, DeleteComment):
            await self._change(lambda draft: draft.delete_comment(request.comment))
        elif isinstance(request, AllowComments):
            await self._change(lambda draft: None, comments_open=request.yes)
        else:
            assert isinstance(request, DiscardStudy)
            await self._discard()
        return None

    async def _comment(self, connection: Connection, request: AddComment) -> None:
        author = clean_author(request.name)
        if connection not in self.leaders:
            if not self.stored.comments_open:
                raise Refusal(NOT_ALLOWED, 403)
            if not author:
                raise Refusal(NAMELESS, 409)
        if not self.services.address_limits.comments.take(connection.address):
            raise Refusal(TOO_FAST, 429)
        await self._change(lambda draft: draft.comment(request.line, request.at, author, request.text))

    def _lead(self, place: StudyPlace, leader: Connection | None) -> None:
        """Go to a moment, and take everybody along except the leader's window that is there already."""
        self.annotated.check_place(place.line, place.at)
        if place == self.stored.place:
            return
        self.stored = msgspec.structs.replace(self.stored, place=place)
        self.moved = True
        self._show_place(leader)

    async def _try_move(self, request: TryMove, leader: Connection) -> StudyPlace:
        """Let a worker check the move, and go where it leads."""
        place = request.place
        job = jobs.CheckMove(
            str(self.annotated.record_to(place.line, place.at)),
            self.stored.box,
            request.seat,
            request.words,
            address=leader.address,
        )
        checked = await self.run_job(job)
        assert isinstance(checked, jobs.MoveChecked)
        before = self.annotated.moves_to(place.line, place.at)

        def play(draft: AnnotatedRecord) -> tuple[int, int]:
            if draft.moves_to(place.line, place.at) != before:
                raise Refusal(CHANGED)
            return draft.play(place.line, place.at, request.seat, checked.words)

        line, at = await self._change(play)
        there = StudyPlace(line, at, place.eyes)
        self._lead(there, leader)
        return there

    async def _discard(self) -> None:
        await self.store.delete(self.stored.id)
        self.discard()

    def discard(self) -> None:
        """End everything, because the room is not in the store any more."""
        self.gone = True
        self.close(GONE, again=False)

    # Changes

    async def _change(self, work: Callable[[AnnotatedRecord], T], comments_open: bool | None = None) -> T:
        """Change the annotations, store them, and tell everybody."""
        async with self.turn:
            for _ in range(TRIES):
                draft = self.annotated.copy()
                result = work(draft)
                if comments_open is None:
                    comments_open = self.stored.comments_open
                if draft == self.annotated and comments_open == self.stored.comments_open:
                    return result
                if await self._store(draft, comments_open):
                    return result
                await self._reload()
        raise Refusal(CHANGED)

    async def _store(self, draft: AnnotatedRecord, comments_open: bool) -> bool:
        following = msgspec.structs.replace(
            self.stored,
            number=self.stored.number + 1,
            changed=self.services.time.date(),
            annotations=stored_annotations(draft),
            comments_open=comments_open,
            place=nearest_place(self.annotated, draft, self.stored.place),
        )
        stored = await self.store.replace(following)
        if stored:
            self._show(following, draft)
        return stored

    async def _reload(self) -> None:
        """Take over what another server has stored."""
        stored = await self.store.find(self.stored.id)
        if stored is None:
            self.discard()
            raise Refusal(GONE, 404)
        self._show(stored, annotated_record(stored))

    async def compare(self, version: StudyVersion | None) -> None:
        """Take over a version of the store that another server has written, if it is one."""
        if version is None:
            self.discard()
            return
        async with self.turn:
            if version.number > self.stored.number:
                await self._reload()
            elif not self.leaders and version.place != self.stored.place:
                self.stored = msgspec.structs.replace(self.stored, place=version.place)
                self._show_place(None)

    async def store_place(self) -> None:
        """Store where the leader is, if that is news."""
        if self.moved and not self.gone:
            self.moved = False
            await self.store.lead(self.stored.id, self.stored.place, self.services.time.date())

    # Telling

    def _show(self, stored: StoredStudy, annotated: AnnotatedRecord) -> None:
        """Take over a new state and tell everybody what is different."""
        old, before = self.stored, self.annotated
        place = old.place if self.leaders and self.moved else stored.place
        place = nearest_place(before, annotated, place)
        self.stored, self.annotated = msgspec.structs.replace(stored, place=place), annotated
        for message in tell_changes(before, annotated):
            self._send(self.people, message)
        if stored.comments_open != old.comments_open:
            self._send(self.people, study_wire.StudyAllowed(stored.comments_open))
        if place != old.place:
            self._show_place(None)

    def _show_place(self, leader: Connection | None) -> None:
        message = study_wire.write(study_wire.StudyLed(self.stored.place))
        for connection in self.people:
            if connection is not leader:
                connection.send_update(0, message)  # only the newest matters

    def _send_people(self) -> None:
        self._send(self.people, study_wire.StudyPeople(len(self.followers), bool(self.leaders)))

    def _send(self, people: list[Connection], message: FromStudy) -> None:
        text = study_wire.write(message)
        for connection in people:
            connection.send_bytes(text)

    def _state(self, leads: bool) -> study_wire.StudyState:
        return study_wire.StudyState(
            self.stored.id,
            self.stored.game,
            self.stored.record,
            self.stored.box,
            leads,
            self.stored.comments_open,
            self.stored.place,
            [tell_line(number, side) for number, side in self.annotated.side_lines.items()],
            [tell_comment(number, comment) for number, comment in self.annotated.comments.items()],
        )


def nearest_place(before: AnnotatedRecord, after: AnnotatedRecord, place: StudyPlace) -> StudyPlace:
    """Return a place, or the last moment before it that is still there."""
    if has_place(after, place):
        return place
    way = before.places_to(place.line, place.at) if has_place(before, place) else []
    for line, at in reversed(way):
        earlier = StudyPlace(line, at, place.eyes)
        if (at or line == MAIN) and has_place(after, earlier):
            return earlier
    return StudyPlace(eyes=place.eyes)


def has_place(annotated: AnnotatedRecord, place: StudyPlace) -> bool:
    """Return whether there is such a moment."""
    known = place.line == MAIN or place.line in annotated.side_lines
    return known and place.at <= len(annotated.moves_of(place.line))


def is_leader(stored: StoredStudy, key: str | None) -> bool:
    """Return whether the key is the leader's."""
    return keys.is_key_of(key, stored.leader)
