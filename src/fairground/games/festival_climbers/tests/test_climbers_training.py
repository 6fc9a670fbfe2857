"""A network learns the game by playing against itself, in a short run that stands for the long ones."""

from pathlib import Path

from fairground import load
from fairground.learning import Training, make_plan


def test_a_short_training_run_learns_to_tell_who_wins_and_wins(tmp_path: Path) -> None:
    """It foresees the results of matches that it has not learnt from better than the tuned judge does."""
    game = load("festival_climbers")
    plan = make_plan(game, generations=1, matches=1200, iterations=4, epochs=5, gate=60, seed="short")
    (generation,) = Training(plan, tmp_path).run()
    assert generation.loss < generation.judge_loss - 0.02
    assert generation.share.value > 0.6
    assert (tmp_path / "network.npz").stat().st_size < 100_000
