"""Training: what is learnt from, that a run resumes as if it had not stopped, and what comes out of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from fairground import Match, load, seeded
from fairground.bots import bot
from fairground.bots.network_file import Inputs, read_network, write_network
from fairground.bots.trained_judge import TrainedJudge
from fairground.cli.main import app
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.rng import Rng
from fairground.learning import (
    Generation,
    Training,
    TrainingPlan,
    add_network,
    make_plan,
    shipping,
    workers,
)
from fairground.learning.optimiser import Learner
from fairground.learning.samples import Samples, join, read_samples
from fairground.learning.self_play import TRUST, MatchRows, SelfPlayer
from settings import EVERY_GAME

NAME = EVERY_GAME[0]


def small(name: str = NAME, generations: int = 2, iterations: int = 4) -> TrainingPlan:
    """A plan that takes a second."""
    return make_plan(
        load(name),
        seed="small",
        generations=generations,
        matches=4,
        iterations=iterations,
        widths=(6, 5),
        gate=2,
    )


def untimed(log: list[Generation]) -> list[Generation]:
    return [msgspec.structs.replace(each, seconds=0.0) for each in log]


def contents(folder: Path) -> dict[str, bytes]:
    """What a run has learnt: samples, networks and checkpoints."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.npz"))}


# What is learnt from


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("seats", [2, 3])
def test_samples_hold_what_each_seat_knew_and_what_the_search_found(name: str, seats: int) -> None:
    plan = make_plan(load(name), seats=seats, iterations=8)
    game, samples = plan.edition, SelfPlayer(plan).play("one match")
    assert samples is not None
    width = len(game.modules.traits.TRAITS) if game.modules.traits else game.size(seats)
    assert samples.features.shape == (len(samples), seats, width)
    assert samples.shares.sum(1) == pytest.approx(np.ones(len(samples)), abs=1e-3)
    assert (samples.actors < seats).all()
    if plan.rates_moves:
        assert samples.visits.astype(np.float64).sum(1) == pytest.approx(np.ones(len(samples)), abs=1e-2)


def test_a_target_is_a_mixture_of_what_was_expected_and_of_the_result() -> None:
    rows = MatchRows()
    for shares in ([0.8, 0.2], None):
        rows.features.append(np.zeros((2, 3), np.float16))
        rows.worths.append([1.0, 2.0])
        rows.shares.append(shares)
        rows.actors.append(0)
        rows.visits.append(np.zeros(0, np.float16))
    samples = rows.finish([0.0, 1.0])
    assert samples.shares[0] == pytest.approx([0.8 * TRUST, 1 - 0.8 * TRUST])
    assert samples.shares[1] == pytest.approx([0.0, 1.0])


def test_the_same_seed_plays_the_same_matches_on_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PORTION", 2)
    folders = [tmp_path / str(count) for count in (1, 2)]
    for count, folder in enumerate(folders, 1):
        folder.mkdir()
        todo = workers.portions(small(), 0, None, folder)
        assert len(list(workers.play_portions(small(), todo, count))) == len(todo) == 2
    assert contents(folders[0]) == contents(folders[1])
    assert len(read_samples(next(folders[0].iterdir()))) > 2


# What is learnt


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("most", [True, False])
@pytest.mark.parametrize("inputs", ["features", "traits"])
def test_the_network_in_the_file_judges_as_the_one_that_learnt(
    name: str, most: bool, inputs: Inputs, tmp_path: Path
) -> None:
    if inputs == "traits" and not load(name).modules.traits:
        return
    seats = load(name).seats[-1 if most else 0]
    plan, learner, samples = learnt(name, seats, inputs)
    write_network(
        tmp_path / "n.npz", plan.info(learner.model.anchor.item()), {seats: learner.model.weights()}
    )
    state = plan.edition.setup(seats, seeded("check"), plan.options)
    mind = plan.edition.mind(state, state.actors()[0], seeded("mind"))
    judge = TrainedJudge.read(str(tmp_path / "n.npz")).judge(mind, mind.judge)
    features = np.stack([SelfPlayer(plan).inputs(state, each) for each in range(seats)])
    worths = np.array([mind.judge.worth(state, each) for each in range(seats)], dtype=np.float32)
    hidden, logits = learner.model(
        learner.inputs(torch.from_numpy(features[None])),
        torch.from_numpy(worths[None]),
        torch.tensor([state.actor]),
    )
    assert judge.shares(state) == pytest.approx(logits[0].softmax(-1).detach().numpy(), abs=1e-5)
    assert judge.shares(state) != mind.judge.shares(state)
    if samples.visits.shape[1]:
        legal = state.legal(mind.seat)
        ratings = learner.model.ratings(hidden, torch.tensor([mind.seat]))[0].detach().numpy()
        rated = ratings[np.searchsorted(plan.edition.moves, legal)]
        assert judge.weights(state, mind.seat, legal) == pytest.approx(
            0.01 + np.exp(rated - rated.max()), abs=1e-5
        )


def learnt(name: str, seats: int, inputs: Inputs) -> tuple[TrainingPlan, Learner, Samples]:
    """A network that has learnt from a match or two."""
    plan = make_plan(load(name), seats=seats, iterations=4, widths=(6, 5), inputs=inputs)
    played = [samples for seed in "abc" if (samples := SelfPlayer(plan).play(seed))]
    learner = Learner(plan)
    learner.learn(join(played), 0)
    return plan, learner, join(played)


def test_a_network_begins_as_the_tuned_judge() -> None:
    plan = small()
    samples = SelfPlayer(plan).play("begin")
    assert samples is not None
    losses = Learner(plan).measure(samples)
    assert losses.network == pytest.approx(losses.judge)


# Runs that stop


def test_a_killed_run_ends_as_one_that_was_not(tmp_path: Path) -> None:
    """Killed without warning, several times, wherever it happens to be."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    log = list(Training(small(), whole).run())
    code = (
        "import sys; sys.path[:0] = sys.argv[2:]\n"
        "from pathlib import Path; from test_training import Training, small\n"
        "list(Training(small(), Path(sys.argv[1])).run())"
    )
    command = [sys.executable, "-c", code, str(cut), *sys.path, os.path.dirname(__file__)]
    for sign in ("samples/000-000000.npz", "candidates/000.npz"):
        child = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while child.poll() is None and not (cut / sign).exists():
            time.sleep(0.01)
        child.send_signal(signal.SIGKILL)
        child.wait()
    training = Training(small(), cut)
    list(training.run())
    assert untimed(training.log) == untimed(log)
    assert contents(cut) == contents(whole)


def stop_at_second(original: Callable[..., object]) -> Callable[..., object]:
    """A step that works once and is interrupted the second time."""
    calls: list[int] = []

    def step(self: Training, *given: int) -> object:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return original(self, *given)

    return step


def test_a_run_that_stops_between_any_two_steps_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(Training(small(), tmp_path / "whole").run())
    for step in ("_play", "_window", "_compete", "_publish"):
        folder = tmp_path / step
        with monkeypatch.context() as patched:
            patched.setattr(Training, step, stop_at_second(getattr(Training, step)))
            with pytest.raises(KeyboardInterrupt):
                list(Training(small(), folder).run())
        training = Training(small(), folder)
        list(training.run())
        assert untimed(training.log) == untimed(whole)
        assert contents(folder) == contents(tmp_path / "whole")


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    list(Training(small(generations=1), tmp_path).run())
    with pytest.raises(FairgroundError, match="holds another training run: iterations 4 there, 5 here"):
        list(Training(small(generations=1, iterations=5), tmp_path).run())


# The command


def test_the_command_trains_and_its_network_plays(tmp_path: Path) -> None:
    words = ["train", NAME, "--out", str(tmp_path / "run"), "--generations", "2", "--matches", "6"]
    words += ["--iterations", "4", "--gate", "2", "--widths", "8,4"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "generation 1:" in done.output
    made = {path.name for path in (tmp_path / "run").iterdir()}
    assert {"plan.json", "log.json", "curve.svg", "loss.svg"} <= made
    network = tmp_path / "run/candidates/001.npz"
    match = Match(load(NAME), 2, "play", load(NAME).settle_options({}, study=True))
    rng: Rng = seeded("play")
    seat = match.state.actors()[0]
    match.play(seat, bot(f"search:policy={network}:iterations=5").choose(match.mind(seat, rng)))


def test_networks_for_several_numbers_of_seats_share_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "SECONDS", 0.01)
    name = next(name for name in EVERY_GAME if load(name).modules.traits)
    shared = tmp_path / "network.npz"
    for seats in (3, 2, 3):
        plan, learner, _ = learnt(name, seats, "traits")
        info = plan.info(learner.model.anchor.item())
        write_network(tmp_path / "one.npz", info, {seats: learner.model.weights()})
        assert add_network(shared, tmp_path / "one.npz").seats[seats].pace > 0
    found = read_network(str(shared))
    assert list(found.info.seats) == [2, 3] and set(found.weights) == {2, 3}
    other = msgspec.structs.replace(found.info, options={"other": "option"})
    write_network(tmp_path / "other.npz", other, found.weights)
    with pytest.raises(BadSetting, match="are for another edition or other options"):
        add_network(shared, tmp_path / "other.npz")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--generations", "0"), "expected generations to be 1 or more"),
        (("--widths", "big"), "expected widths such as 32,32"),
        (("--widths", "5000"), "expected layers of 1 to 1024 numbers"),
        (("--seats", "9"), "is for"),
        (("--inputs", "guesses"), "expected inputs traits or features"),
        (("--workers", "0"), "expected 1 core or more"),
    ],
)
def test_bad_settings_get_a_sentence(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["train", NAME, "--out", str(tmp_path), *words])
    assert isinstance(done.exception, BadSetting)
    assert told in str(done.exception)
