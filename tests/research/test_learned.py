"""Trained networks as bots, and the example that trains them."""

import importlib.util
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from fairground import Match, load, seeded
from fairground.bots import BotFault, bot
from fairground.bots.policy import Layer, PolicyBot, PolicyInfo, save_policy
from fairground.engine.errors import BadSetting
from fairground.games import environments, load_environment
from settings import EVERY_GAME

VERSIONS = [(name, game.environment) for name in EVERY_GAME for game in environments(name)]
TRAIN = Path(__file__).parents[2] / "examples/train.py"


def network(name: str, seats: int, file: Path, version: int | None = None) -> Path:
    """Return a network with random weights, for a version of the environment."""
    game = load_environment(name, version or load(name).environment)
    rng = np.random.default_rng(5)
    widths = [game.size(seats), 8, len(game.moves)]
    layers: list[Layer] = [
        (rng.normal(size=(b, a)).astype(np.float32), rng.normal(size=b).astype(np.float32))
        for a, b in pairwise(widths)
    ]
    options = game.settle_options({}, study=True)
    save_policy(file, PolicyInfo(name, game.rules, seats, options, game.environment), layers)
    return file


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_a_network_plays_legal_moves_and_cannot_peek(name: str, version: int, tmp_path: Path) -> None:
    """Networks for a former environment play by the present rules."""
    game = load(name)
    player = bot(f"policy:{network(name, game.seats[-1], tmp_path / 'policy.npz', version)}")
    match = Match(game, game.seats[-1], "network", game.settle_options({}, study=True))
    rng = seeded("worlds")
    while not match.over and len(match.made) < 60:
        seat = int(match.state.someone(rng))
        move = player.choose(match.mind(seat, seeded("a")))
        twin = match.state.imagine(seat, rng)
        assert player.choose(game.mind(twin, seat, seeded("b"))) == move
        match.play(seat, move)
    assert match.over or len(match.made) > 20


def test_the_network_plays_the_legal_move_with_the_highest_logit(tmp_path: Path) -> None:
    name = EVERY_GAME[0]
    game = load(name)
    player = PolicyBot(str(network(name, 2, tmp_path / "policy.npz")))
    match = Match(game, 2, "best", game.settle_options({}, study=True))
    seat = int(match.state.actor)
    numbers = game.features(match.state, seat).astype(np.float64)
    (w0, b0), (w1, b1) = player.layers
    hidden = [
        max(0.0, float(sum(w * x for w, x in zip(row, numbers, strict=True)) + b))
        for row, b in zip(w0, b0, strict=True)
    ]
    liking = {
        move: float(sum(w * h for w, h in zip(row, hidden, strict=True)) + b)
        for move, row, b in zip(game.moves, w1, b1, strict=True)
    }
    expected = max(match.state.legal(seat), key=lambda move: liking[move])
    assert player.choose(match.mind(seat, seeded("x"))) == expected


def test_a_network_for_other_settings_is_a_fault_of_the_bot(tmp_path: Path) -> None:
    first, second = EVERY_GAME[:2]
    player = PolicyBot(str(network(first, 2, tmp_path / "policy.npz")))
    for match in (Match(load(first), 3, "x"), Match(load(second), 2, "x")):
        with pytest.raises(BotFault, match=f"trained for {first} with 2 seats"):
            player.choose(match.mind(int(match.state.actor), seeded("x")))


def test_a_file_without_a_network_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="there is no file"):
        bot(f"policy:{tmp_path / 'none.npz'}")
    for content in (b"", b"junk", b"PK\x03\x04 junk"):
        (tmp_path / "junk.npz").write_bytes(content)
        with pytest.raises(BadSetting, match="is not a trained network"):
            bot(f"policy:{tmp_path / 'junk.npz'}")
    np.savez(tmp_path / "other.npz", numbers=np.zeros(3))
    with pytest.raises(BadSetting, match="is not a trained network"):
        bot(f"policy:{tmp_path / 'other.npz'}")


def test_a_network_of_another_shape_is_refused(tmp_path: Path) -> None:
    name = EVERY_GAME[0]
    about = PolicyInfo(name, load(name).rules, 2, {}, load(name).environment)
    save_policy(tmp_path / "small.npz", about, [(np.zeros((3, 2), np.float32), np.zeros(3, np.float32))])
    with pytest.raises(BadSetting, match="does not fit"):
        bot(f"policy:{tmp_path / 'small.npz'}")


def test_a_network_without_a_version_is_for_the_environment_of_its_rules(tmp_path: Path) -> None:
    """Files that were written before environments had versions of their own."""
    for name, version in VERSIONS:
        game = load_environment(name, version)
        widths = (len(game.moves), game.size(2))
        layer = np.zeros(widths, np.float32), np.zeros(widths[0], np.float32)
        file = tmp_path / f"{name}-{version}.npz"
        save_policy(file, PolicyInfo(name, version, 2, game.settle_options({}, study=True)), [layer])
        assert PolicyBot(str(file)).game is game


# Training


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example with small numbers, so that it runs quickly."""
    spec = importlib.util.spec_from_file_location("train", TRAIN)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train", module)
    spec.loader.exec_module(module)
    module.torch.set_num_threads(1)
    for name, value in {"MATCHES": 8, "STEPS": 8, "MINIBATCH": 32, "EVERY": 0.01}.items():
        monkeypatch.setattr(module, name, value)
    return module


@pytest.mark.parametrize("name", EVERY_GAME)
def test_training_resumes_from_its_checkpoint_and_its_policy_plays(
    train: ModuleType, name: str, tmp_path: Path
) -> None:
    first = train.prepare(name, None, tmp_path, 1)
    before = [weights.copy() for weights, _ in first.network.layers()]
    first.train_once(1.0)
    first.test(2)
    first.save()
    assert any((a != b).any() for a, (b, _) in zip(before, first.network.layers(), strict=True))
    again = train.prepare(name, None, tmp_path, 2)
    assert (again.decisions, again.curve) == (64, first.curve)
    again.run(again.seconds + 0.01, 2)
    assert again.decisions > 64 and len(again.curve) > 1
    assert {"policy.npz", "checkpoint.pt", "curve.svg"} <= {path.name for path in tmp_path.iterdir()}
    player, match = (
        bot(f"policy:{tmp_path / 'policy.npz'}"),
        Match(load(name), None, "x", load(name).settle_options({}, study=True)),
    )
    seat = int(match.state.actor)
    match.play(seat, player.choose(match.mind(seat, seeded("x"))))


def test_an_advantage_counts_only_what_the_deciding_seat_got(
    train: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a lambda of 1 the advantage is the result minus what was expected."""
    batch = train.Batch(EVERY_GAME[0], 2)
    seen = train.Experience(batch)
    seen.shares[:] = np.linspace(0.1, 0.9, 8)[:, None]
    seen.actors[:, 0] = [0, 1, 0, 1, 0, 1, 0, 1]
    seen.actors[:, 1] = [0, 0, 1, 1, 0, 0, 1, 1]
    seen.ends[4, 0] = True
    seen.rewards[4, 0] = [1.0, 0.0]
    seen.ahead[:] = [[0.3, 0.7], [0.4, 0.6]]
    monkeypatch.setattr(train, "LAMBDA", 1.0)
    got = train.advantages(seen)
    for match in range(2):
        for at in range(8):
            seat = seen.actors[at, match]
            over = match == 0 and at <= 4
            final = [1.0, 0.0][seat] if over else seen.ahead[match, seat]
            assert got[at, match] == pytest.approx(final - seen.shares[at, match], abs=1e-6)


def test_an_unknown_game_is_one_sentence(train: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["train.py", "chess"])
    with pytest.raises(SystemExit, match="there is no game 'chess'; the games are"):
        train.main()
