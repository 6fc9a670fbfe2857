"""Networks in the search: what they compute, which tables they have learnt, and files that are none."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from fairground import OVER, Match, Mind, load, seeded
from fairground.bots import BotFault, bot, check_bot
from fairground.bots.network_file import LARGEST_FILE, Weights, parse_network, write_network
from fairground.bots.search_bot import SearchBot
from fairground.bots.trained_judge import TrainedJudge
from fairground.engine.errors import BadSetting
from fairground.engine.judge import Judge
from fairground.engine.playout import playout
from fairground.engine.state import State
from settings import EVERY_GAME
from trained import info, random_network, random_weights

NAME = EVERY_GAME[0]
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from test_networks import choices
from fairground.pure import is_compiled
assert not is_compiled()
print(choices(sys.argv[2], sys.argv[3]))
"""


def middle(name: str, seats: int, seed: str) -> Match[State, object]:
    """A match that random players have brought to its middle."""
    game = load(name)
    match = Match(game, seats, seed, game.settle_options({}, study=True))
    rng = seeded(seed)
    half = int(playout(match.state.copy(), rng.copy(), 400)) // 2
    while len(match.made) < half or len(match.state.legal(match.state.actors()[0])) < 2:
        seat = match.state.actors()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def mind_in(match: Match[State, object], seed: str = "mind") -> Mind:
    return match.mind(match.state.actors()[0], seeded(seed))


def trained(file: Path, mind: Mind) -> Judge:
    return TrainedJudge.read(str(file)).judge(mind, mind.judge)


# What they compute


def forward(weights: Weights, features: NDArray[np.float32]) -> tuple[float, NDArray[np.float64]]:
    """The value of a position and the ratings of all moves, computed by numpy."""
    hidden = features.astype(np.float64)
    for matrix, bias in weights.layers:
        hidden = np.maximum(hidden @ matrix + bias, 0)
    assert weights.policy is not None
    value, policy = (
        head[0].astype(np.float64) @ hidden + head[1] for head in (weights.value, weights.policy)
    )
    return float(value[0]), policy


@pytest.mark.parametrize("name", EVERY_GAME)
def test_its_values_and_ratings_equal_those_of_numpy(name: str, tmp_path: Path) -> None:
    seats = load(name).seats[-1]
    file = random_network(tmp_path / "n.npz", name, seats, anchor=0.25)
    match, weights = middle(name, seats, "forward"), random_weights(name, seats)
    mind, world = mind_in(match), match.state
    judge = trained(file, mind)
    found = [forward(weights, match.game.features(world, seat)) for seat in range(seats)]
    logits = np.array([value + 0.25 * mind.judge.worth(world, seat) for seat, (value, _) in enumerate(found)])
    powers = np.exp(logits - logits.max())
    assert judge.shares(world) == pytest.approx(powers / powers.sum())
    assert judge.worth(world, 0) == pytest.approx(4 * mind.judge.swing * logits[0])
    legal = world.legal(mind.seat)
    ratings = found[mind.seat][1][np.searchsorted(match.game.moves, legal)]
    assert judge.weights(world, mind.seat, legal) == pytest.approx(0.01 + np.exp(ratings - ratings.max()))


def test_without_ratings_moves_are_weighed_by_the_tuned_judge(tmp_path: Path) -> None:
    mind = mind_in(middle(NAME, 2, "weights"))
    judge = trained(random_network(tmp_path / "n.npz", NAME, 2, policy=False), mind)
    world = mind.imagine()
    legal = world.legal(mind.seat)
    assert judge.weights(world, mind.seat, legal) == mind.judge.weights(world, mind.seat, legal)


# How they play


def choices(name: str, file: str) -> str:
    """What searches with a network do in some positions of a game."""
    players = [bot(f"{kind}:policy={file}:iterations=30:seconds=1000") for kind in ("search", "maestro")]
    minds = [mind_in(middle(name, 2, seed)) for seed in ("one", "two")]
    return str([player.choose(mind) for mind in minds for player in players])


@pytest.mark.parametrize("name", EVERY_GAME)
def test_both_modes_choose_the_same_and_by_their_seed_alone(name: str, tmp_path: Path) -> None:
    file = str(random_network(tmp_path / "n.npz", name, 2))
    command = [sys.executable, "-c", SCRIPT, os.path.dirname(__file__), name, file]
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == choices(name, file) == choices(name, file)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_it_plays_legal_moves_and_cannot_peek(name: str, tmp_path: Path) -> None:
    seats = load(name).seats[-1]
    player = bot(f"search:policy={random_network(tmp_path / 'n.npz', name, seats)}:iterations=8")
    match, rng = middle(name, seats, "law"), seeded("worlds")
    for _ in range(12):
        if match.state.actor == OVER:
            break
        seat = int(match.state.someone(rng))
        move = player.choose(match.mind(seat, seeded("same")))
        twin = match.state.imagine(seat, rng)
        assert player.choose(match.game.mind(twin, seat, seeded("same"))) == move
        match.play(seat, move)


def test_a_search_follows_its_network(tmp_path: Path) -> None:
    """Two networks that value opposite things play differently; so does the tuned judge."""
    weights = random_weights(NAME, 2)
    turned = Weights(weights.layers, (-weights.value[0], -weights.value[1]), weights.policy)
    match, seen = middle(NAME, 2, "follow"), []
    for number, each in enumerate((weights, turned)):
        write_network(tmp_path / f"{number}.npz", info(NAME, (2,)), {2: each})
        player = bot(f"search:policy={tmp_path / f'{number}.npz'}:iterations=60")
        assert isinstance(player, SearchBot)
        mind = mind_in(match)
        seen.append(player.judge(mind).shares(match.state))
    assert seen[0][0] == pytest.approx(seen[1][1])
    assert seen[0][0] != pytest.approx(0.5)


# Which tables they have learnt


def test_at_a_table_it_has_not_learnt_it_plays_as_without_a_network(tmp_path: Path) -> None:
    """Another number of seats, another box or another option: the tuned judge plays."""
    file = random_network(tmp_path / "n.npz", NAME, 2)
    mind = mind_in(middle(NAME, 3, "seats"))
    assert trained(file, mind) is mind.judge
    spec = "search:iterations=40"
    for _ in range(2):
        with_network, without = (
            bot(each).choose(mind_in(middle(NAME, 3, "seats"))) for each in (f"{spec}:policy={file}", spec)
        )
        assert with_network == without
    for changed in (
        msgspec.structs.replace(info(NAME, (2,)), box="other"),
        msgspec.structs.replace(info(NAME, (2,)), options={"other": "choice"}),
    ):
        write_network(file, changed, {2: random_weights(NAME, 2)})
        mind = mind_in(middle(NAME, 2, "box"))
        assert trained(file, mind) is mind.judge


def test_a_network_of_another_game_is_a_fault_of_the_bot(tmp_path: Path) -> None:
    spec = f"search:policy={random_network(tmp_path / 'n.npz', NAME, 2)}"
    check_bot(spec, load(NAME), 2)
    with pytest.raises(BadSetting, match=f"trained for {NAME}, not for {EVERY_GAME[1]}"):
        check_bot(spec, load(EVERY_GAME[1]), 2)
    player = bot(spec)
    with pytest.raises(BotFault, match=f"trained for {NAME}, not for {EVERY_GAME[1]}"):
        player.choose(mind_in(middle(EVERY_GAME[1], 2, "other")))


# Files that are none


def test_what_is_no_network_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="there is no file"):
        bot(f"search:policy={tmp_path / 'none.npz'}")
    with pytest.raises(BadSetting, match="cannot read the network"):
        bot(f"search:policy={tmp_path}")
    for content in (b"", b"junk", b"PK\x03\x04 junk", b"PK\x05\x06" + bytes(18)):
        with pytest.raises(BadSetting, match="is not a trained network"):
            parse_network(content)


def archive(**arrays: NDArray[np.generic]) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=True, **arrays)
    return stream.getvalue()


def good() -> dict[str, NDArray[np.generic]]:
    about = np.frombuffer(msgspec.json.encode(info(NAME, (2,))), dtype=np.uint8)
    return {"about": about, **random_weights(NAME, 2).arrays(2)}


def wrong_files() -> dict[str, dict[str, NDArray[np.generic]]]:
    """Good files with one thing changed."""
    whole = good()
    first, value = whole["2_w0"], whole["2_value_b"]
    return {
        "no about": {name: part for name, part in whole.items() if name != "about"},
        "no layer": {name: part for name, part in whole.items() if name != "2_b1"},
        "another array": {**whole, "more": value},
        "doubles": {**whole, "2_w0": first.astype(np.float64)},
        "objects": {**whole, "2_w0": np.array([[{}]], dtype=object)},
        "narrow": {**whole, "2_w0": first[1:]},
        "flat": {**whole, "2_w0": first.ravel()},
        "few moves": {**whole, "2_policy_w": whole["2_policy_w"][1:]},
        "not a number": {**whole, "2_value_b": np.array([np.nan], np.float32)},
        "huge": {**whole, "2_value_b": np.array([1e9], np.float32)},
        "about is no JSON": {**whole, "about": np.zeros(4, np.uint8)},
    }


@pytest.mark.parametrize("wrong", list(wrong_files()))
def test_a_file_with_one_thing_wrong_is_refused(wrong: str) -> None:
    assert parse_network(archive(**good())).info == info(NAME, (2,))
    with pytest.raises(BadSetting, match=r"is not a trained network|does not fit the present"):
        parse_network(archive(**wrong_files()[wrong]))


@pytest.mark.parametrize(
    "change", [{"game": "no_such_game"}, {"rules": 99}, {"seats": {}}, {"more": 1}, {"seats": {"9": {}}}]
)
def test_a_file_that_is_about_something_else_is_refused(change: dict[str, object]) -> None:
    about = {**msgspec.json.decode(good()["about"].tobytes(), type=dict[str, object]), **change}
    told = np.frombuffer(msgspec.json.encode(about), dtype=np.uint8)
    with pytest.raises(BadSetting):
        parse_network(archive(**{**good(), "about": told}))


def test_a_layout_that_the_network_has_not_seen_is_refused() -> None:
    learnt = {2: msgspec.structs.replace(info(NAME, (2,)).seats[2], observation="0" * 16)}
    about = msgspec.structs.replace(info(NAME, (2,)), seats=learnt)
    told = np.frombuffer(msgspec.json.encode(about), dtype=np.uint8)
    with pytest.raises(BadSetting, match="does not fit the present"):
        parse_network(archive(**{**good(), "about": told}))


def test_no_file_makes_us_unpack_more_than_it_may() -> None:
    """Neither many bytes that compress well nor a header that promises a huge array are believed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("about.npy", bytes(LARGEST_FILE + 1))
    assert len(stream.getvalue()) < LARGEST_FILE // 100
    with pytest.raises(BadSetting, match="holds too much"):
        parse_network(stream.getvalue())
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f4", "fortran_order": False, "shape": (1 << 20, 1 << 20)}
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as promise:
        promise.writestr("about.npy", header.getvalue())
    with pytest.raises(BadSetting, match="no plain array"):
        parse_network(stream.getvalue())
    with pytest.raises(BadSetting, match="larger than 16 MiB"):
        parse_network(bytes(LARGEST_FILE + 1))
