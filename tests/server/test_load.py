"""The load test with few people. The test does not judge what it measures, because machines differ."""

from pathlib import Path

from hosting import run
from load import Report, measure, told


def crowd(store: str) -> Report:
    return run(measure(tables=6, moves=60, rate=100.0, store=store, warm=5))


def test_a_small_crowd_loses_nobody_and_sees_the_same(tmp_path: Path) -> None:
    report = crowd(f"sqlite:///{tmp_path / 'tables.db'}")
    assert report.seats == report.storm_back == 12
    assert report.lost == report.refused == report.unequal == 0
    assert report.moves == 60
    assert report.kb_at_rest > 0 and report.p50 <= report.p95 <= report.p99 <= report.worst
    assert any("12 of 12 back" in line for line in told(report))
