"""The web application: its routes, its errors as sentences, and its OpenAPI description."""

import logging
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from fairground import __version__
from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.backend import Backend
from fairground.server.errors import OutcomeUnknown, Refusal, StoreError
from fairground.server.http import (
    chat_routes,
    lesson_routes,
    notification_routes,
    people_routes,
    puzzle_routes,
    rating_routes,
    review_routes,
    routes,
    tournament_routes,
)
from fairground.server.http.guard import Guard
from fairground.server.http.lobby_socket import lobby_socket
from fairground.server.http.metrics_endpoint import TableCollector, metrics
from fairground.server.http.review_socket import review_socket
from fairground.server.http.site import site_router
from fairground.server.http.socket import live
from fairground.server.http.study_routes import STUDY_ROUTES
from fairground.server.http.study_socket import study_socket
from fairground.server.logs import log, logger

Web = Request[Any, Any, State]
# Answers that contain keys are not compressed, because their length would reveal something about the keys.
NOT_COMPRESSED = ["^/api/(?!replay)", "^/metrics"]


def make_application(backend: Backend) -> Guard:
    """Return the complete application on top of a backend."""
    services = backend.registry.services
    services.metrics.registry.register(TableCollector(backend.registry))
    inner = Litestar(
        [
            *routes.ROUTES,
            *chat_routes.ROUTES,
            *review_routes.ROUTES,
            *lesson_routes.ROUTES,
            *puzzle_routes.ROUTES,
            *STUDY_ROUTES,
            *people_routes.ROUTES,
            *rating_routes.ROUTES,
            *tournament_routes.ROUTES,
            *notification_routes.ROUTES,
            metrics,
            live,
            lobby_socket,
            review_socket,
            study_socket,
            site_router(),
        ],
        state=State({"backend": backend}),
        exception_handlers={
            Refusal: answer_refusal,
            StoreError: answer_store_error,
            FairgroundError: answer_bad_request,
            HTTPException: answer_http_error,
            RecursionError: answer_deep_nesting,
            Exception: answer_failure,
        },
        openapi_config=OpenAPIConfig(
            title="Fairground",
            version=__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        compression_config=CompressionConfig(backend="gzip", exclude=NOT_COMPRESSED),
        request_max_body_size=services.settings.limits.body_bytes,
        logging_config=None,
    )
    return Guard(inner, services.settings, services.address_limits, services.metrics)


def answer(why: str, status: int) -> Response[wire.Problem]:
    return Response(wire.Problem(why), status_code=status, media_type="application/json")


def answer_refusal(request: Web, error: Refusal) -> Response[wire.Problem]:
    return answer(str(error), error.status)


def answer_store_error(request: Web, error: StoreError) -> Response[wire.Problem]:
    if error.detail:
        log("store failed", logging.ERROR, why=str(error), detail=error.detail)
    return answer(str(error) if isinstance(error, OutcomeUnknown) else f"nothing was changed: {error}", 503)


def answer_bad_request(request: Web, error: FairgroundError) -> Response[wire.Problem]:
    return answer(str(error), 400)


def answer_http_error(request: Web, error: HTTPException) -> Response[wire.Problem]:
    """Put an error of the framework into one sentence."""
    why = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [f"{entry.get('key', 'the request')}: {entry['message']}" for entry in error.extra]
        why = "; ".join(parts) or why
    return answer(why, error.status_code)


def answer_deep_nesting(request: Web, error: RecursionError) -> Response[wire.Problem]:
    return answer("the request is nested too deeply", 400)


def answer_failure(request: Web, error: Exception) -> Response[wire.Problem]:
    logger.error("request failed", exc_info=error)
    return answer("something went wrong on the server", 500)
