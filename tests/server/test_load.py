"""The load test with few people. The test does not judge what it measures, because machines differ."""

from pathlib import Path

import pytest

from hosting import run
from load import measure, told


@pytest.mark.parametrize("everything", [False, True])
def test_a_small_crowd_loses_nobody_and_sees_the_same(tmp_path: Path, everything: bool) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    report = run(measure(tables=6, moves=60, rate=100.0, store=store, warm=5, everything=everything))
    assert report.seats == report.storm_back == 12
    assert report.lost == report.refused == report.unequal == 0
    assert report.moves == 60
    assert report.kb_at_rest > 0 and report.p50 <= report.p95 <= report.p99 <= report.worst
    assert any("12 of 12 back" in line for line in told(report))
    assert (report.heard > 0) == everything
