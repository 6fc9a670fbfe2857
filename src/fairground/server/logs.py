"""Structured logs, one JSON object per line. Every logged fact is named, so no secret gets in by accident."""

import logging
import sys
import traceback
from typing import TextIO

import msgspec

logger = logging.getLogger("fairground.server")
_write = msgspec.json.Encoder().encode


def log(event: str, level: int = logging.INFO, **facts: str | int | float | None) -> None:
    """Log an event. Never pass keys, seeds, views or moves as facts."""
    logger.log(level, event, extra={"facts": facts})


def log_failure(event: str, **facts: str | int | float | None) -> None:
    """Log the exception being handled with its traceback, which contains no values."""
    logger.exception(event, extra={"facts": facts})


class JsonFormatter(logging.Formatter):
    """Writes a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", {})
        line = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__  # not its message, which might contain a secret
            line["trace"] = "".join(traceback.format_tb(record.exc_info[2]))
        return _write({**line, **facts}).decode()


def set_up(stream: TextIO = sys.stderr, level: int = logging.INFO) -> None:
    """Send our logs, and the warnings of the libraries we use, to a stream.

    uvicorn warns of every invalid request, so strangers could fill the log: only its errors count.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    for name, least in (("fairground", level), ("uvicorn", logging.ERROR), ("litestar", logging.WARNING)):
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.setLevel(least)
        chosen.propagate = False
