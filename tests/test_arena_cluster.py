"""The same work on a real Ray, started here."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairground import FairgroundError, list_games, load
from fairground.arena.match_runner import MatchResult
from fairground.arena.ray_cluster import RayCluster, require_ray
from fairground.arena.schedule import make_plan, schedule_matches
from fairground.arena.worker_pool import MatchWorkers

GAME = load(next(name for name in list_games() if not load(name).hidden))
IMPORTS = os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]))


@pytest.fixture(scope="module")
def marker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ray") / "orphaned"


@pytest.fixture(scope="module")
def address(marker: Path) -> Iterator[str]:
    """Ray with one processor; its workers know where the rascals are."""
    import ray

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", IMPORTS)
        patch.setenv("RASCALS", str(marker))
        ray.init(
            "local",
            num_cpus=1,
            include_dashboard=False,
            object_store_memory=80_000_000,
            log_to_driver=False,
            logging_level="error",
        )
        yield ray.get_runtime_context().gcs_address
        ray.shutdown()


def in_order(matches: Iterator[MatchResult]) -> list[MatchResult]:
    return sorted(matches, key=lambda match: match.number)


def test_a_process_killed_in_the_middle_costs_time_only(address: str, marker: Path) -> None:
    agreed = make_plan(GAME, ["greedy", "python:rascals.Orphaned"], 24, seed="ray")
    disturbed = in_order(RayCluster(agreed, None, 1).play(schedule_matches(agreed)))
    assert marker.exists()
    assert [match.number for match in disturbed] == list(range(24))
    assert not any(match.fault for match in disturbed)
    plain = make_plan(GAME, ["greedy", "random"], 24, seed="ray")
    here = in_order(MatchWorkers(plain, 1).play(schedule_matches(plain)))
    assert [(match.points, match.moves) for match in disturbed] == [
        (match.points, match.moves) for match in here
    ]


def test_the_command_line_finds_a_cluster_by_its_address(address: str, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "fairground",
        "arena",
        GAME.name,
        "--bots",
        "random,python:rascals.Quitting",
    ]
    command += ["--matches", "2", "--on", "ray", "--address", address, "--out", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": IMPORTS}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "results.jsonl").read_text().count("ended its process with code 7") == 2


def test_a_cluster_that_does_not_answer_is_a_sentence() -> None:
    code = (
        "from fairground.arena.ray_cluster import RayCluster\n"
        "from fairground.arena.schedule import schedule_matches, make_plan\n"
        "from fairground import FairgroundError, load\n"
        f"agreed = make_plan(load({GAME.name!r}), ['random'], 2)\n"
        "try:\n"
        "    list(RayCluster(agreed, 'nowhere', 1).play(schedule_matches(agreed)))\n"
        "except FairgroundError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "no Ray cluster answers at nowhere" in done.stdout


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FairgroundError, match="ray is not installed"):
        require_ray()
