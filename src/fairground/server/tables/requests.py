"""What a request does to a table, or why it is refused. A refused request changes nothing.

Requests come over a table's WebSocket (`wire.Request`), over REST, or from another part of the server
(`RestRequest`); all are handled here.
"""

from fairground.server import wire
from fairground.server.tables.chair_requests import ChairRequests
from fairground.server.tables.match_requests import MatchRequests
from fairground.server.tables.people_requests import PeopleRequests
from fairground.server.tables.request_context import Asker, Handled, Handlers, RequestContext
from fairground.server.tables.rest_requests import RestRequest


class RequestHandler:
    """Carries out requests at one table."""

    def __init__(self, context: RequestContext) -> None:
        self.context = context
        self.match = MatchRequests(context)
        parts = (self.match, ChairRequests(context), PeopleRequests(context))
        self.by_type: Handlers = {kind: handle for part in parts for kind, handle in part.by_type.items()}

    def handle(self, asker: Asker, request: wire.Request | RestRequest) -> Handled:
        """Carry out the request and return what to store; raise Refusal if it is not allowed."""
        self.context.state.clocks.settle(self.context.time.now())
        return self.by_type[type(request)](asker, request)
