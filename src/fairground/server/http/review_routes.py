"""The REST routes of reviews."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter

from fairground.analysis.report import Review
from fairground.server import review_wire, table_wire, wire
from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.http.routes import Web, backend_of, problems
from fairground.server.reviews.registry import ReviewRegistry
from fairground.server.workers.packing import unpack
from fairground.server.workers.reviews import MOST_BYTES

ReviewKey = Annotated[str, PathParameter(max_length=64, description="The key of the review.")]
At = Annotated[
    int, QueryParameter(name="at", ge=0, le=1_000_000, description="How many moves had been made before.")
]
Eyes = Annotated[
    int | None,
    QueryParameter(name="seat", ge=0, le=99, description="Whose eyes to use; without, those of the decider."),
]
Encodings = Annotated[str | None, HeaderParameter(name="Accept-Encoding", max_length=1_000)]


KEPT = ResponseSpec(review_wire.ReviewFacts, description="The review is there.", generate_examples=False)


@post("/api/reviews", status_code=202, responses={200: KEPT, **problems(404, 409, 413, 415)})
async def ask_review(
    data: JSONBody[review_wire.AskReview], request: Web, state: State
) -> Response[review_wire.ReviewFacts]:
    """Ask for the review of a match that is over. 200 says that it is there already."""
    facts = await _reviews(state).ask(data, _take_turn(request, state))
    return Response(facts, status_code=200 if facts.state == "done" else 202)


@get("/api/reviews/{key:str}", responses=problems(404))
async def read_review(key: ReviewKey, state: State, encodings: Encodings = None) -> Response[Review]:
    """A review as far as it is known: it may still be under way."""
    packed = await _reviews(state).read(key)
    if "gzip" in (encodings or ""):
        return _json(packed, {"content-encoding": "gzip", "vary": "accept-encoding"})
    return _json(unpack(packed, MOST_BYTES), {"vary": "accept-encoding"})


@get("/api/reviews/{key:str}/record", responses=problems(404))
async def read_reviewed_record(key: ReviewKey, state: State) -> table_wire.RecordFacts:
    """The record that a review is about, for whoever was given a link to the review."""
    return await _reviews(state).read_record(key)


@get("/api/reviews/{key:str}/line", responses=problems(404))
async def show_line(
    key: ReviewKey, at: At, request: Web, state: State, seat: Eyes = None
) -> Response[list[review_wire.LinePosition]]:
    """The positions of the line that the reviewer expects after the best move of a decision."""
    return _json(await _reviews(state).show_line(key, at, seat, _take_turn(request, state)))


@get("/api/reviews/{key:str}/question", responses=problems(404))
async def ask_question(
    key: ReviewKey, at: At, request: Web, state: State
) -> Response[review_wire.ReviewQuestion]:
    """A decision as its seat saw it, with the moves that it had."""
    return _json(await _reviews(state).ask_question(key, at, _take_turn(request, state)))


@post("/api/reviews/{key:str}/why", status_code=200, responses=problems(404, 413, 415))
async def explain_review_click(
    key: ReviewKey, at: At, data: JSONBody[review_wire.TriedClick], request: Web, state: State
) -> wire.ClickObstacle:
    """Why a thing on the board could not be clicked in a decision."""
    return await _reviews(state).explain_click(key, at, data, _take_turn(request, state))


def _take_turn(request: Web, state: State) -> str:
    """Return the address of a request that may have a worker do something; Refusal if it had many already."""
    address = address_of(request.scope)
    if not backend_of(state).registry.services.address_limits.replays.take(address):
        raise Refusal(TOO_MANY, 429)
    return address


def _reviews(state: State) -> ReviewRegistry:
    return backend_of(state).reviews


def _json(text: bytes | msgspec.Raw, headers: dict[str, str] | None = None) -> Response:  # type: ignore[type-arg]
    """Answer with what is encoded already."""
    return Response(bytes(text), media_type="application/json", headers=headers or {})


ROUTES = [ask_review, read_review, read_reviewed_record, show_line, ask_question, explain_review_click]
