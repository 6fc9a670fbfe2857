"""What the judge of Fireworks prefers, and that it changes nothing."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product

import pytest

from fairground.engine.judge import tune
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import OVER
from fairground.games.fireworks import GAME
from fairground.games.fireworks.bots import Display, FireworksJudge, tiles_to_come
from fairground.games.fireworks.faces import FACE_NAMES, FACES
from fairground.games.fireworks.holdings import holdings
from fairground.games.fireworks.rules.boards import ARRANGE, GATHER
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.desk import Desk, legal

SETTINGS = [(seats, options) for seats, options in product(GAME.seats, GAME.combinations())]
FUNCTION_FACES = ("gale", "heavy rain", "fireworks")
SCRIPT = """
from fairground.games.fireworks.tests.test_fireworks_bots import judge_digest
from fairground.pure import is_compiled
assert not is_compiled()
print(judge_digest())
"""


def sensible_match(seats: int, options: dict[str, str], seed: str) -> Iterator[tuple[Fireworks, int, int]]:
    """Every position of a match played as in playouts, with the seat to move and its move."""
    judge = FireworksJudge()
    state = GAME.setup(seats, seeded(seed), options)
    rng = seeded(f"{seed} moves")
    while state.actor != OVER:
        seat = int(state.someone(rng))
        move = int(judge.pick(state, seat, state.legal(seat), rng))
        yield state, seat, move
        state.play(seat, move)


def finish(seats: int, options: dict[str, str], seed: str) -> Fireworks:
    *_, (state, _, _) = sensible_match(seats, options, seed)
    assert state.actor == OVER
    return state


def judge_digest() -> str:
    """Return a digest of everything that the judge says in a few matches."""
    digest = hashlib.sha256()
    judge = FireworksJudge()
    for number, (seats, options) in enumerate(SETTINGS[::2]):
        for state, seat, move in sensible_match(seats, options, f"judged {number}"):
            digest.update(f"{move} {judge.shares(state)}\n".encode())
            if seat == 0:
                digest.update(f"{judge.weights(state, seat, state.legal(seat))}\n".encode())
    return digest.hexdigest()


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_the_result_is_the_outcome(seats: int, options: dict[str, str]) -> None:
    judge = FireworksJudge()
    for number in range(4):
        state = finish(seats, options, f"result {number}")
        winners = GAME.outcome(state).winners
        shared = [1 / len(winners) if each in winners else 0.0 for each in range(seats)]
        assert judge.result(state) == shared


def random_end(seats: int, rng: Rng) -> Fireworks:
    """Return a final position with up to three random tiles on each board, so that ties are common."""
    desk = Desk(seats, arrange="hand")
    for seat in range(seats):
        for space in ("A1", "D3", "G2")[: rng.below(4)]:
            faces = sorted({desk.faces[int(tile)] for tile in desk.sky} - set(FUNCTION_FACES))
            desk.lay(seat, space, faces[rng.below(len(faces))])
    return desk.set(phase="over", actor=OVER, ending="full board").table()


def test_5_6_the_judge_and_the_outcome_agree_on_random_final_positions() -> None:
    judge, rng, deciders = FireworksJudge(), seeded("ties"), set()
    for number in range(60):
        state = random_end(2 + number % 3, rng)
        outcome = GAME.outcome(state)
        shares = [1 / len(outcome.winners) * (seat in outcome.winners) for seat in range(state.seats)]
        assert judge.result(state) == shares
        deciders.add(outcome.decided)
    assert deciders == set(GAME.deciders)


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_judging_changes_nothing_and_its_moves_are_legal(seats: int, options: dict[str, str]) -> None:
    judge = FireworksJudge()
    for state, seat, move in sensible_match(seats, options, "untouched"):
        before = [*state.board, *state.facing, *state.stale, *state.rng.dump()]
        moves = state.legal(seat)
        weights = judge.weights(state, seat, moves)
        assert len(weights) == len(moves) and min(weights) > 0
        assert sum(judge.shares(state)) == pytest.approx(1)
        assert move in moves
        assert [*state.board, *state.facing, *state.stale, *state.rng.dump()] == before


def test_compiled_and_pure_judges_agree() -> None:
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == judge_digest()


# What it prefers


def choosing(desk: Desk) -> Fireworks:
    """Return a position in which seat 0 takes its last tile; the other board is full."""
    desk.fill(1, 23)
    return desk.set(phase="choose", die=1, actor=0, active=0, ending="full board").table()


def prefers(state: Fireworks) -> str:
    """Return the words of the move that is worth the most to the actor."""
    judge, seat = FireworksJudge(), int(state.actor)

    def worth(words: str) -> float:
        world = state.copy()
        world.play(seat, GAME.read(words))
        return judge.worth(world, seat) - judge.worth(world, 1 - seat)

    best = max(legal(state, seat), key=worth)
    picked = judge.pick(state, seat, state.legal(seat), seeded("any"))
    assert GAME.write(picked) == best
    return best


def test_a_second_half_is_worth_more_than_a_plain_tile() -> None:
    desk = Desk(arrange="auto").set(characters=["Maicho", "Kohana"])
    desk.lay(0, "A1", "red peony saturn")
    half, *_ = desk.up("red chrysanthemum saturn", "red palm", "green chrysanthemum")
    assert prefers(choosing(desk)) == f"take {half}"


def test_the_sixth_petal_is_worth_more_than_a_pair() -> None:
    desk = Desk(arrange="auto").set(characters=["Maicho", "Kohana"])
    fives = ["red peony", "yellow peony", "green peony", "red peony", "green peony"]
    for space, face in zip(("A1", "A2", "B1", "B3", "C1"), fives, strict=True):
        desk.lay(0, space, face)
    desk.lay(0, "C2", "green willow saturn")
    sixth, *_ = desk.up("red peony", "blue palm saturn", "yellow willow")
    assert prefers(choosing(desk)) == f"take {sixth}"


def test_the_fifth_type_is_worth_more_than_a_flower() -> None:
    desk = Desk(arrange="auto").set(characters=["Kohana", "Maicho"])
    for space, face in zip(("A1", "A2", "B1", "B3"), ("cat", "fish", "paw", "heart"), strict=True):
        desk.lay(0, space, face)
    fifth, *_ = desk.up("star", "red peony flower", "cat")
    assert prefers(choosing(desk)) == f"take {fifth}"


def test_the_tile_of_least_use_is_given_away() -> None:
    desk = Desk(arrange="auto").set(characters=["Maicho", "Kohana"])
    desk.lay(0, "A1", "red peony saturn")
    desk.lay(0, "A2", "red chrysanthemum saturn")
    desk.lay(0, "B1", "cat")
    second = desk.lay(0, "B3", "cat")
    first = int(desk.boards[0]["B1"])
    desk.lay(1, "A1", "star")
    desk.lay(1, "A2", "fish")
    state = desk.set(phase="heavy rain", actor=0).table()
    picked = FireworksJudge().pick(state, 0, state.legal(0), seeded("rain"))
    assert GAME.write(picked) in {f"give {first}", f"give {second}"}


def test_playouts_gather_first_and_then_aim_where_tiles_lie() -> None:
    desk = Desk(arrange="auto")
    for name, (_, _, side) in list(desk.sky.items()):
        desk.sky[name] = (167, 33, side)  # all at the top right
    state = desk.table()
    judge, rng = FireworksJudge(), Rng()
    assert judge.pick(state, 0, state.legal(0), rng) == GATHER
    gathered = desk.set(gathered=True).table()
    assert GAME.write(judge.pick(gathered, 0, gathered.legal(0), rng)) == "aim 3 high"
    weights = judge.weights(gathered, 0, gathered.legal(0))
    assert max(weights) == weights[6] > 50


@pytest.mark.parametrize(("down", "height"), [(85, "high"), (84, "middle"), (70, "middle"), (69, "low")])
def test_playouts_launch_the_lower_the_fewer_tiles_lie_face_down(down: int, height: str) -> None:
    desk = Desk(arrange="auto")
    for name, (x, y, _) in list(desk.sky.items())[down:]:
        desk.sky[name] = (x, y, "up")
    state = desk.set(gathered=True).table()
    move = FireworksJudge().pick(state, 0, state.legal(0), Rng())
    assert GAME.write(move).split()[2] == height


def test_with_less_insight_weights_are_less_pronounced() -> None:
    judge = FireworksJudge()
    assert judge.hints([50.0, 1.0, 0.01], 0.5) == pytest.approx([7.07, 1.0, 0.1], rel=0.01)
    assert judge.hints([50.0, 1.0, 0.01], 0.0) == [1.0, 1.0, 1.0]
    assert judge.hints([50.0, 1.0, 0.01], 1.0) == [50.0, 1.0, 0.01]


def test_the_tiles_to_come_are_limited_by_room_and_time() -> None:
    desk = Desk(arrange="auto")
    assert tiles_to_come(desk.table(), 0) == 21
    desk.fill(1, 20)
    state = desk.table()
    assert (tiles_to_come(state, 0), tiles_to_come(state, 1)) == (4, 3)
    last = desk.set(ending="full board", active=1, actor=1).table()
    assert (tiles_to_come(last, 0), tiles_to_come(last, 1)) == (0, 2)


def test_playouts_by_hand_call_the_arranger_at_the_end() -> None:
    desk = Desk(arrange="hand")
    desk.lay(0, "A1", "cat")
    state = desk.set(phase="last", ending="full board", arranging=[48, 48]).table()
    judge = FireworksJudge()
    assert judge.pick(state, 0, state.legal(0), Rng()) == ARRANGE
    state.play(0, ARRANGE)
    assert GAME.write(judge.pick(state, 0, state.legal(0), Rng())) == "done"


def test_a_board_that_is_not_arranged_well_is_worth_less() -> None:
    desk = Desk(arrange="hand")
    desk.lay(0, "A1", "red peony saturn")
    desk.lay(0, "G2", "red chrysanthemum saturn")
    state = desk.set(phase="last", ending="full board", arranging=[48, 48]).table()
    judge = FireworksJudge()
    loose = judge.worth(state, 0)
    state.play(0, ARRANGE)
    assert judge.worth(state, 0) == loose + judge.laid * 3


def test_at_the_end_the_worth_is_near_the_points() -> None:
    """The estimate ignores how pairs and rings fit together on the board."""
    judge = tune(FireworksJudge(), {"tiles": 0.0})
    errors = []
    for number in range(30):
        state = finish(2, {"arrange": "auto"}, f"near {number}")
        errors += [judge.worth(state, each) - points for each, points in enumerate(state.scores())]
    assert abs(sum(errors)) / len(errors) < 1.5
    assert max(map(abs, errors)) <= 10


# Holdings


def test_holdings_name_what_was_taken_and_nothing_else() -> None:
    for seats in GAME.seats:
        for state, seat, move in sensible_match(seats, {"arrange": "end"}, f"kept {seats}"):
            held = holdings(state)
            assert [len(tiles) for tiles in held["tile"]] == [tiles - 2 for tiles in state.tiles]
            assert all(name in FACES for tiles in held["tile"] + held["core"] for name in tiles)
            words = GAME.write(move)
            if words.startswith("take"):
                after = state.copy()
                after.play(seat, move)
                face = int(state.face[int(words.split()[1])])
                assert after.revealed > state.revealed or FACE_NAMES[face] in holdings(after)["tile"][seat]


def test_holdings_name_characters_of_the_box() -> None:
    state = GAME.setup(4, seeded("people"))
    people = [who.name for who in GAME.box().values.characters]
    assert all(len(own) == 1 and own[0] in people for own in holdings(state)["character"])
    assert holdings(state)["tile"] == [[], [], [], []]
    assert all(len(cores) == 2 for cores in holdings(state)["core"])


def test_adding_and_removing_a_tile_leaves_a_display_as_it_was() -> None:
    state = GAME.setup(2, seeded("display"))
    display = Display(state, 0)
    empty = list(display.counts)
    for face in FACES.values():
        if 4 <= face < 60:
            display.put(face, 1)
            display.put(face, -1)
    assert list(display.counts) == empty and display.types == 0
