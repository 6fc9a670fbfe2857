"""Structured logs: one JSON object a line. What is logged is named, so no secret slips in by the way."""

import logging
import sys
from typing import TextIO

import msgspec

logger = logging.getLogger("fairground.server")
_write = msgspec.json.Encoder().encode


def log(event: str, level: int = logging.INFO, **facts: str | int | float | None) -> None:
    """Note something that happened. Keys, seeds, views and moves are never among the facts."""
    logger.log(level, event, extra={"facts": facts})


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", {})
        line = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = self.formatException(record.exc_info)
        return _write({**line, **facts}).decode()


def set_up(stream: TextIO = sys.stderr, level: int = logging.INFO) -> None:
    """Send our logs, and the warnings of what we are built on, to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines())
    for name, least in (("fairground", level), ("uvicorn", logging.WARNING), ("litestar", logging.WARNING)):
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.setLevel(least)
        chosen.propagate = False
