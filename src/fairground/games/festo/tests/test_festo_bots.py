"""What the judge of Festo! prefers, and that it changes nothing."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, product

import pytest

from fairground.engine.judge import tune
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import OVER
from fairground.games.festo.bots import FestoJudge, Pantry
from fairground.games.festo.holdings import holdings
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.tables import GAME, offers, play, table
from fairground.games.festo.words import COOKABLE, DISHES, EVENTS, SORTS

SETTINGS = [(seats, options) for seats, options in product(GAME.seats, GAME.combinations())]
SCRIPT = """
from fairground.games.festo.tests.test_festo_bots import judge_digest
from fairground.pure import is_compiled
assert not is_compiled()
print(judge_digest())
"""


def sensible_match(seats: int, options: dict[str, str], seed: str) -> Iterator[tuple[Festo, int, int]]:
    """Every position of a match played as in playouts, with the seat to move and its move."""
    judge = FestoJudge()
    state = GAME.setup(seats, seeded(seed), options)
    rng = seeded(f"{seed} moves")
    while state.actor != OVER:
        seat = int(state.actor)
        move = int(judge.pick(state, seat, state.legal(seat), rng))
        yield state, seat, move
        state.play(seat, move)


def finish(seats: int, options: dict[str, str], seed: str) -> Festo:
    *_, (state, _, _) = sensible_match(seats, options, seed)
    assert state.actor == OVER
    return state


def judge_digest() -> str:
    """Return a digest of everything that the judge says in a few matches."""
    digest = hashlib.sha256()
    judge = FestoJudge()
    for number, (seats, options) in enumerate(SETTINGS[::3]):
        for state, seat, move in sensible_match(seats, options, f"judged {number}"):
            weights = judge.weights(state, seat, state.legal(seat))
            digest.update(f"{move} {judge.shares(state)} {weights}\n".encode())
    return digest.hexdigest()


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_the_result_is_the_outcome(seats: int, options: dict[str, str]) -> None:
    judge = FestoJudge()
    for number in range(8):
        state = finish(seats, options, f"result {number}")
        winners = GAME.outcome(state).winners
        shared = [1 / len(winners) if each in winners else 0.0 for each in range(seats)]
        assert judge.result(state) == shared


@pytest.mark.parametrize(
    ("dishes", "stocks", "gained", "shares"),
    [
        ([["meat drink"], []], [{}, {}], [0, 6], [1.0, 0.0]),  # 6 points each: the dish decides
        ([[], []], [{"meat": 2}, {"meat": 1}], [0, 1], [1.0, 0.0]),  # then cubes
        ([[], []], [{"meat": 2}, {"salt": 2}], [1, 1], [0.5, 0.5]),
    ],
)
def test_6_ties_are_decided_as_the_rules_say(
    dishes: list[list[str]], stocks: list[dict[str, int]], gained: list[int], shares: list[float]
) -> None:
    state = play(table(round=4, passed=[1], dishes=dishes, stocks=stocks, gained=gained), "pass")
    assert GAME.outcome(state).points[0] == GAME.outcome(state).points[1]
    assert FestoJudge().result(state) == shares


def random_end(seats: int, rng: Rng) -> Festo:
    """Return a final position in which ties are common."""
    state = table(
        seats,
        round=4,
        passed=list(range(1, seats)),
        dishes=[["roast"] * int(rng.below(2)) for _ in range(seats)],
        stocks=[{"meat": int(rng.below(3))} for _ in range(seats)],
    )
    play(state, "pass")
    for seat, points in enumerate(state.scores()):
        state.gained[seat] += 30 + int(rng.below(2)) - points
    return state


def test_6_the_judge_and_the_outcome_agree_on_random_final_positions() -> None:
    judge, rng, deciders = FestoJudge(), seeded("ties"), set()
    for number in range(240):
        state = random_end(2 + number % 4, rng)
        outcome = GAME.outcome(state)
        shares = [1 / len(outcome.winners) * (seat in outcome.winners) for seat in range(state.seats)]
        assert judge.result(state) == shares
        deciders.add(outcome.decided)
    assert deciders == set(GAME.deciders)


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_judging_changes_nothing_and_its_moves_are_legal(seats: int, options: dict[str, str]) -> None:
    judge = FestoJudge()
    for state, seat, move in islice(sensible_match(seats, options, "untouched"), 0, None, 7):
        before = GAME.dump(state)
        moves = state.legal(seat)
        weights = judge.weights(state, seat, moves)
        assert len(weights) == len(moves) and min(weights) > 0
        assert sum(judge.shares(state)) == pytest.approx(1)
        assert move in moves
        assert GAME.dump(state) == before


def test_compiled_and_pure_judges_agree() -> None:
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == judge_digest()


# What it prefers


def prefers(state: Festo) -> str:
    """Return the words of the move after which the actor stands best."""
    judge, seat = FestoJudge(), int(state.actor)

    def share(words: str) -> float:
        world = state.copy()
        world.play(seat, GAME.read(words))
        return judge.shares(world)[seat]

    return max(offers(state), key=share)


def test_a_main_is_cooked_rather_than_a_drink() -> None:
    every = {"meat": 1, "honey": 1, "spice": 1, "mushroom": 1, "fruit": 1, "potato": 1}
    state = table(round=4, passed=[1], stocks=[{**every, "meat": 2}])
    assert {"cook main", "cook drink1"} <= set(offers(state))
    assert prefers(state) == "cook main"


def test_the_sort_that_is_missing_from_a_set_is_cooked() -> None:
    """A further dessert brings 7 + 1, a first drink 5 + 5, for fewer cubes."""
    dishes = ["honey dessert", "honey starter", "honey side", "roast"]
    state = table(round=4, passed=[1], stocks=[{"meat": 2, "honey": 2}], dishes=[dishes])
    assert {"cook drink1", "cook dessert1"} <= set(offers(state))
    assert prefers(state) == "cook drink1"


def test_a_whole_market_is_taken() -> None:
    turn = {"place": "troll", "stage": "offer", "order": [0], "majority": 0}
    state = table(
        phase="act", question="take all", markets={"troll": {"meat": 5}}, helpers=[{"troll": 2}], turn=turn
    )
    assert prefers(state) == "take all"


def test_a_helper_goes_where_cubes_lie() -> None:
    state = table(
        phase="shop",
        question="place",
        half="afternoon",
        markets={"elf": {"fruit": 5}},
        helpers=[{"troll": 5}, {"troll": 6}],
    )
    assert prefers(state) == "place elf"


def test_in_the_last_round_a_seat_cooks_what_it_can_pay_for() -> None:
    state = table(round=4, stocks=[{"meat": 6}, {"honey": 6}])
    assert prefers(state) == "cook roast"


def test_a_laid_disc_is_worth_something_before_the_last_round() -> None:
    judge = FestoJudge()
    plain = table(round=2, stocks=[{"meat": 1}])
    laid = table(round=2, stocks=[{"meat": 1}], laid=[{"elf": 1}])
    assert judge.worth(laid, 0) == judge.worth(plain, 0) + judge.disc
    last = table(round=4, stocks=[{"meat": 1}], laid=[{"elf": 1}])
    assert judge.worth(last, 0) == judge.worth(table(round=4, stocks=[{"meat": 1}]), 0)


def test_after_its_last_pass_a_seat_is_worth_its_points() -> None:
    judge = tune(FestoJudge(), {"hope": 0.0})
    state = table(round=4, passed=[0], actor=1, dishes=[["roast"]], stocks=[{"meat": 9}], gained=[2, 0])
    assert judge.worth(state, 0) == state.scores()[0] == 15 + 1 + 9 + 2


def test_the_judge_and_the_rules_agree_on_which_dishes_can_be_paid() -> None:
    """The dishes that the judge expects to be payable are those that the rules offer."""
    asked = 0
    for seats, options in SETTINGS:
        for state, seat, _ in sensible_match(seats, options, f"pantry {seats}"):
            words = offers(state)
            if words[-1] == "pass":
                pantry = Pantry(state, seat)
                salt = state.salt(seat)
                payable = [
                    pantry.open(slot) and pantry.lacking(slot) <= salt for slot in range(len(COOKABLE))
                ]
                assert payable == [f"cook {name}" in words for name in COOKABLE]
                asked += 1
    assert asked > 100


# Holdings


def test_holdings_name_what_was_cooked_and_nothing_else() -> None:
    for seats, options in SETTINGS:
        cooked = [0] * seats
        for state, seat, move in sensible_match(seats, options, f"kept {seats}"):
            held = holdings(state)
            assert [len(own) for own in held["dish"]] == cooked == [len(own) for own in held["sort"]]
            after = state.copy()
            after.play(seat, move)
            cooked[seat] = int(after.dishes(seat))
        assert all(name in DISHES for own in held["dish"] for name in own)
        assert all(name in SORTS for own in held["sort"] for name in own)
        events = 4 if options["events"] == "house" else 0
        assert all(len(own) == events and set(own) <= set(EVENTS) for own in holdings(state)["event"])
