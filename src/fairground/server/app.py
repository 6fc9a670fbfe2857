"""The application: routes, errors as sentences, and the description of it all."""

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
from fairground.server.errors import Refusal, StoreError
from fairground.server.http import routes as rest
from fairground.server.http.guard import Guard, Limiter
from fairground.server.http.metrics_endpoint import HallCollector, metrics
from fairground.server.http.site import site
from fairground.server.http.socket import live
from fairground.server.tables.registry import Hall

Web = Request[Any, Any, State]
UNPACKED = ["^/api/(?!replay)", "^/metrics"]  # what carries keys is not packed: its length would tell of them


def application(hall: Hall) -> Guard:
    """The whole application around a hall."""
    settings = hall.services.settings
    limiter = Limiter(settings, hall.services.watch)
    hall.services.bad_key = limiter.bad_key
    hall.services.meters.registry.register(HallCollector(hall))
    inner = Litestar(
        [*rest.ROUTES, metrics, live, site()],
        state=State({"hall": hall, "limiter": limiter}),
        exception_handlers={
            Refusal: refused,
            StoreError: store_failed,
            FairgroundError: bad,
            HTTPException: http_error,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Fairground",
            version=__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        compression_config=CompressionConfig(backend="gzip", exclude=UNPACKED),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
    )
    return Guard(inner, settings, limiter, hall.services.meters)


def answer(why: str, status: int) -> Response[wire.Problem]:
    return Response(wire.Problem(why), status_code=status, media_type="application/json")


def refused(request: Web, error: Refusal) -> Response[wire.Problem]:
    return answer(str(error), error.status)


def store_failed(request: Web, error: StoreError) -> Response[wire.Problem]:
    return answer(f"nothing was changed: {error}", 503)


def bad(request: Web, error: FairgroundError) -> Response[wire.Problem]:
    return answer(str(error), 400)


def http_error(request: Web, error: HTTPException) -> Response[wire.Problem]:
    """An error of the framework, in one sentence."""
    why = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [f"{entry.get('key', 'the request')}: {entry['message']}" for entry in error.extra]
        why = "; ".join(parts) or why
    return answer(why, error.status_code)


def failed(request: Web, error: Exception) -> Response[wire.Problem]:
    logging.getLogger("fairground.server").error("request failed", exc_info=error)
    return answer("something went wrong here", 500)
