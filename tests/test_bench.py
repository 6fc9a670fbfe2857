"""Benchmarks return rows, and comparisons of our rows with those of peers."""

import pytest

from fairground import list_games, load
from fairground.bench import environments, playouts, reviews, searches
from fairground.bench.environments import StepRow
from fairground.bench.playouts import PlayoutRow
from fairground.bench.searches import SearchRow
from fairground.bench.timing import Speedup, rate
from fairground.cli.bench import _print_reviews
from fairground.engine.errors import BadSetting


def playout(moves: float, compiled: bool = True, peer: str | None = None, seats: int = 2) -> PlayoutRow:
    return PlayoutRow("chess", seats, compiled, moves, moves / 50, 50.0, peer=peer)


def test_playouts_are_compared_with_peers_and_with_the_same_game_interpreted() -> None:
    rows = [playout(80.0), playout(4.0, compiled=False), playout(2.0, compiled=False, seats=3)]
    rows.append(playout(40.0, peer="open_spiel"))
    assert list(playouts.compare(rows)) == [
        Speedup("chess", 2, {}, 20.0, "pure"),
        Speedup("chess", 2, {}, 2.0, "open_spiel chess"),
    ]


def test_searches_are_compared_by_their_rollouts() -> None:
    rows = [
        SearchRow("chess", 2, 9.0, 6.0, options={"clock": "off"}),
        SearchRow("go", 2, None, 2.0, peer="x"),
    ]
    assert list(searches.compare(rows)) == [Speedup("chess", 2, {"clock": "off"}, 3.0, "x go")]


def test_environments_are_compared_by_the_steps_of_their_batches() -> None:
    rows = [StepRow("chess", 2, 100.0, 4.0), StepRow("hex", 2, 50.0, peer="pgx")]
    assert list(environments.compare(rows)) == [Speedup("chess", 2, {}, 2.0, "pgx hex")]


def test_a_rate_counts_the_units_of_a_task_which_runs_at_least_once() -> None:
    assert rate(lambda: 1000, 0.0) > 1000


@pytest.mark.parametrize("module", [playouts, environments])
def test_an_unknown_peer_is_refused_with_the_known_ones(module: object) -> None:
    with pytest.raises(BadSetting, match=r"expected a peer .*open_spiel.*, got 'chess'"):
        module.check_peers(["chess"])  # type: ignore[attr-defined]  # both modules have it


def test_the_review_of_a_match_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    game = load(next(name for name in list_games() if not load(name).hidden))
    (row,) = reviews.measure([game], None, {}, budget=1, cores=1)
    assert (row.game, row.seats, row.budget, row.cores) == (game.name, 2, 1, 1)
    assert 0 < row.first_seconds <= row.seconds
    assert 0 < row.decisions <= row.moves
    assert row.seconds_per_decision * row.decisions == pytest.approx(row.seconds)
    _print_reviews([row])
    assert "first results" in capsys.readouterr().out
