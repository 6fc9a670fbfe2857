"""People are told soon, not too often, and not in their quiet hours."""

from datetime import datetime

import pytest

from fairground.server.notification_wire import QuietHours
from fairground.server.notifications.schedule import (
    LAST_RETRY,
    LIVE_DELAY,
    LIVE_GAP,
    MOST_ATTEMPTS,
    SOON,
    due_date,
    end_of_quiet,
    is_in_days,
    retry_date,
    zone_of,
)
from fairground.server.wire import Clock

DAYS = Clock("move", 3 * 24 * 60 * 60)
LIVE = [Clock(), Clock("move", 60), Clock("bank", 1200, 10)]
NIGHT = QuietHours(22 * 60, 8 * 60)


def date(text: str, zone: str = "UTC") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone_of(zone)).timestamp()


def test_a_match_in_days_is_one_that_people_come_back_for() -> None:
    assert (
        is_in_days(DAYS)
        and is_in_days(Clock("bank", 5 * 24 * 60 * 60))
        and is_in_days(Clock("bank", 0, 86_400))
    )
    assert not any(is_in_days(clock) for clock in LIVE)


def test_every_turn_of_a_match_in_days_is_told_soon() -> None:
    assert due_date("turn", DAYS, 1_000.0, last_sent=999.0) == 1_000.0 + SOON


@pytest.mark.parametrize("clock", LIVE)
def test_turns_of_a_live_match_are_told_late_and_rarely(clock: Clock) -> None:
    assert due_date("turn", clock, 1_000_000.0, last_sent=0.0) == 1_000_000.0 + LIVE_DELAY
    assert due_date("turn", clock, 1_000_000.0, last_sent=999_990.0) == 999_990.0 + LIVE_GAP


def test_the_end_and_guests_are_told_soon_in_every_match() -> None:
    for clock in (*LIVE, DAYS):
        assert (
            due_date("ended", clock, 5_000.0, 4_999.0)
            == due_date("joined", clock, 5_000.0, 0.0)
            == 5_000.0 + SOON
        )


@pytest.mark.parametrize(
    ("now", "zone", "end"),
    [
        ("2026-06-01T22:00", "Europe/Paris", "2026-06-02T08:00"),
        ("2026-06-01T23:59", "Europe/Paris", "2026-06-02T08:00"),
        ("2026-06-02T00:00", "Europe/Paris", "2026-06-02T08:00"),
        ("2026-06-02T07:59", "Europe/Paris", "2026-06-02T08:00"),
        ("2026-06-02T08:00", "Europe/Paris", None),
        ("2026-06-01T21:59", "Europe/Paris", None),
        ("2026-03-29T01:30", "Europe/Paris", "2026-03-29T08:00"),  # the clocks go forward at 2
        ("2026-10-25T02:30", "Europe/Paris", "2026-10-25T08:00"),  # the clocks go back at 3
        ("2026-10-24T23:00", "Europe/Paris", "2026-10-25T08:00"),
        ("2026-12-31T23:00", "Asia/Kathmandu", "2027-01-01T08:00"),
        ("2026-06-01T23:00", "No/Such_Zone", "2026-06-02T08:00"),
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(now: str, zone: str, end: str | None) -> None:
    found = end_of_quiet(date(now, zone), NIGHT, zone_of(zone))
    assert found == (None if end is None else date(end, zone))


def test_quiet_hours_can_be_in_the_day_and_can_be_none() -> None:
    work = QuietHours(9 * 60, 17 * 60 + 30)
    utc = zone_of("")
    assert end_of_quiet(date("2026-06-01T09:00"), work, utc) == date("2026-06-01T17:30")
    assert end_of_quiet(date("2026-06-01T17:30"), work, utc) is None
    assert end_of_quiet(date("2026-06-01T12:00"), QuietHours(600, 600), utc) is None
    assert end_of_quiet(date("2026-06-01T12:00"), None, utc) is None


def test_an_end_that_the_clock_skips_still_lies_in_the_future() -> None:
    """At 2:30 in Paris quiet hours end that night, but the clock goes from 2 to 3."""
    quiet, paris = QuietHours(60, 150), zone_of("Europe/Paris")
    now = date("2026-03-29T01:59", "Europe/Paris")
    end = end_of_quiet(now, quiet, paris)
    assert end is not None and now < end <= now + 3_600
    assert end_of_quiet(end, quiet, paris) is None


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "/etc/passwd", "Europe", "x" * 64])
def test_strange_time_zones_are_utc(name: str) -> None:
    assert zone_of(name).key == "UTC"


def test_attempts_become_rare_and_end() -> None:
    dates = [retry_date(0.0, attempt, None) for attempt in range(1, MOST_ATTEMPTS + 1)]
    waits = [wait for wait in dates if wait is not None]
    assert dates[-1] is None and len(waits) == MOST_ATTEMPTS - 1
    assert waits == sorted(waits) and waits[-1] <= LAST_RETRY
    assert retry_date(0.0, 1, 600.0) == 600.0
    assert retry_date(0.0, 1, 10.0**9) == LAST_RETRY  # nobody else decides how long we wait
