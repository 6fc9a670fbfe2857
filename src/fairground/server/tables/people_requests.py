"""Requests of other parts of the server about people with passports, and about matches of tournaments."""

from fairground.server import table_wire
from fairground.server.errors import Refusal
from fairground.server.tables.contest import has_departed
from fairground.server.tables.people import forget_person, keep_chair
from fairground.server.tables.request_context import Asker, Handled, Handlers, RequestContext
from fairground.server.tables.rest_requests import ContestEnded, EndContest, ForgetPerson, KeepSeat


class PeopleRequests:
    """Carries out requests about the people at a table."""

    def __init__(self, context: RequestContext) -> None:
        self.context, self.state = context, context.state
        self.by_type: Handlers = {
            KeepSeat: self.keep_seat,
            ForgetPerson: self.forget_person,
            EndContest: self.end_contest,
        }

    def keep_seat(self, asker: Asker, request: KeepSeat) -> Handled:
        seat = self.state.seat_of(request.key)
        if seat is None:
            raise Refusal("this key opens no chair at this table", 403)
        if not keep_chair(self.state.chairs[seat], request.person):
            return Handled([], table_wire.Settled(False))
        return self.context.note_change(None, table_wire.Settled(True))

    def forget_person(self, asker: Asker, request: ForgetPerson) -> Handled:
        told = forget_person(self.state.stored, request.passport, self.context.stand_in)
        if told is None:
            return Handled([], table_wire.Settled(False))
        asked = range(self.state.stored.seats) if self.state.stored.phase == "playing" else ()
        return Handled([self.state.note_change(asked, told=told)], table_wire.Settled(True))

    def end_contest(self, asker: Asker, request: EndContest) -> Handled:
        """Let people leave a match of a tournament, or decide it because its round is over."""
        stored = self.state.stored
        contest = stored.progress.contest
        if contest is None or contest.tournament is None:
            raise Refusal("this match belongs to no tournament")
        leavers = [
            seat
            for seat, chair in enumerate(self.state.chairs)
            if chair.passport in request.leavers and chair.person and not has_departed(stored, seat)
        ]
        contest.late = contest.late or request.late
        answer = ContestEnded(stored.id, contest.settled)
        if contest.settled or not (leavers or request.late):
            return Handled([], answer)
        return self.context.depart(leavers)._replace(result=answer)
