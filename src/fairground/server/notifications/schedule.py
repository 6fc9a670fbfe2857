"""When somebody is told something: soon, not too often, and not in their quiet hours."""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from fairground.server.notification_wire import Kind, QuietHours
from fairground.server.wire import Clock

HOUR: Final = 60 * 60
DAY: Final = 24 * HOUR
IN_DAYS_SECONDS: Final = 6 * HOUR  # whoever has so long to think will not sit at the table and wait
SOON: Final = 10.0  # time to see it on the screen, or to take it back
LIVE_DELAY: Final = 60.0  # whoever is at the table has moved by then
LIVE_GAP: Final = 15 * 60.0  # between two messages about the same live match
FIRST_RETRY, LAST_RETRY, MOST_ATTEMPTS = 60.0, 4.0 * HOUR, 7
_MINUTE = timedelta(minutes=1)


def is_in_days(clock: Clock) -> bool:
    """Return whether people have so much time for a decision that they come back for it."""
    return clock.kind != "none" and max(clock.seconds, clock.increment) >= IN_DAYS_SECONDS


def due_date(kind: Kind, clock: Clock, date: float, last_sent: float) -> float:
    """Return when to tell somebody what happened at `date`; `last_sent` is when they were last told the like.

    Every turn of a match in days is told. A live match goes back and forth, so its turns are told late, if
    the person still has not moved, and rarely.
    """
    if kind != "turn" or is_in_days(clock):
        return date + SOON
    return max(date + LIVE_DELAY, last_sent + LIVE_GAP)


def retry_date(date: float, attempts: int, wanted: float | None) -> float | None:
    """Return when to try again what failed for the `attempts`-th time, or None to give up.

    `wanted` is the number of seconds that the other side asked for.
    """
    if attempts >= MOST_ATTEMPTS:
        return None
    usual: float = FIRST_RETRY * 4 ** (attempts - 1)
    return date + min(LAST_RETRY, max(usual, wanted or 0.0))


def end_of_quiet(date: float, quiet: QuietHours | None, zone: ZoneInfo) -> float | None:
    """Return when the quiet hours end that hold at `date`; None if there are none then."""
    if quiet is None or quiet.start == quiet.end:
        return None
    local = datetime.fromtimestamp(date, zone)
    minute = local.hour * 60 + local.minute
    if not _is_within(minute, quiet):
        return None
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    days = 1 if minute >= quiet.end else 0
    # Arithmetic on local times: the clock on the wall says so, also when it was changed in the night.
    end = (midnight + timedelta(days=days) + quiet.end * _MINUTE).timestamp()
    return end if end > date else date + 60


def _is_within(minute: int, quiet: QuietHours) -> bool:
    if quiet.start < quiet.end:
        return quiet.start <= minute < quiet.end
    return minute >= quiet.start or minute < quiet.end


def end_of_period(date: float, seconds: int) -> int:
    """Return when the hour or the day ends in which something is counted."""
    return (int(date) // seconds + 1) * seconds


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name; UTC if there is none with this name."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
