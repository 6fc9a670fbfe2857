"""Looking ahead values every move as a plain search of the whole tree does, and says what is certain."""

import pytest

from fairground.analysis import decisions
from fairground.analysis.decision_search import DecisionSearch
from fairground.analysis.decisions import (
    FINALISTS,
    USUAL_DOUBT,
    average_depths,
    judge_decision,
    open_search,
    search_decision,
)
from fairground.analysis.exact_search import LEAST_SHARE, ExactSearch
from fairground.engine.judge import Judge
from fairground.engine.rng import seeded
from fairground.engine.state import OVER, State
from toys import Nim, mind_of

LONGEST = 6
MOST = 100_000


class Twigs(State):
    """A tree drawn by a seed: each position has one to three moves, some end the match, all have a worth."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.seats = 2
        self.actor = 0
        self.path = path

    def copy(self) -> "Twigs":
        twin = type(self)(self.path)
        twin._adopt(self)
        return twin

    def draw(self, what: str, below: int) -> int:
        return seeded(f"{what} {self.path}").below(below)

    def legal(self, seat: int) -> list[int]:
        return list(range(1 + self.draw("moves", 3)))

    def play(self, seat: int, move: int) -> None:
        self.path += str(move)
        ended = len(self.path) > LONGEST or self.draw("end", 8) == 0
        self.actor = OVER if ended else self.draw("actor", 2)

    def scores(self) -> list[int]:
        worth = self.draw("worth", 9)
        return [worth, 8 - worth]


class Fan(Twigs):
    """Eight moves everywhere, in turn; nothing ends soon."""

    def legal(self, seat: int) -> list[int]:
        return list(range(8))

    def play(self, seat: int, move: int) -> None:
        self.path += str(move)
        self.actor = 1 - seat if len(self.path) < MOST else OVER


class Exact(Judge):
    """By points; a search may look ahead."""

    def __init__(self) -> None:
        super().__init__()
        self.exact = True


class Lattice(Twigs):
    """Like `Twigs`, but the order of moves does not matter, so most positions are reached in many ways."""

    def __init__(self, path: str, moves: tuple[int, ...] = (0, 0, 0)) -> None:
        super().__init__(path)
        self.moves = moves
        self.actor = sum(moves) % 2

    def copy(self) -> "Lattice":
        twin = Lattice(self.path, self.moves)
        twin._adopt(self)
        return twin

    def draw(self, what: str, below: int) -> int:
        return seeded(f"{what} {self.path} {self.moves}").below(below)

    def play(self, seat: int, move: int) -> None:
        self.moves = tuple(made + (at == move) for at, made in enumerate(self.moves))
        ended = sum(self.moves) >= LONGEST or self.draw("end", 8) == 0
        self.actor = OVER if ended else sum(self.moves) % 2


class Keyed(Exact):
    """Tells the positions of a lattice apart; `judged` counts those that it was asked about."""

    def __init__(self, keys: bool = True) -> None:
        super().__init__()
        self.keys = keys
        self.judged = 0

    def position_key(self, state: State) -> int:
        assert isinstance(state, Lattice)
        one, two, three = state.moves
        return 1 + one + 10 * two + 100 * three if self.keys else 0

    def shares(self, state: State) -> list[float]:
        self.judged += 1
        return super().shares(state)


def minimax(state: State, depth: int) -> float:
    """Return the share of seat 0, by the plainest search there is."""
    if state.actor == OVER:
        return Exact().result(state)[0]
    if depth == 0:
        return min(max(Exact().shares(state)[0], LEAST_SHARE), 1 - LEAST_SHARE)
    values = [minimax(after(state, move), depth - 1) for move in state.legal(state.actor)]
    return max(values) if state.actor == 0 else min(values)


def after(state: State, move: int) -> State:
    played = state.copy()
    played.play(state.actor, move)
    return played


def looked(state: State, positions: int = MOST) -> ExactSearch:
    search = ExactSearch(mind_of(state, 0, "ahead", Exact()), Exact())
    search.look_ahead(positions)
    return search


@pytest.mark.parametrize("tree", range(30))
def test_the_values_are_those_of_a_plain_search_at_every_depth(tree: int) -> None:
    state = Twigs(f"{tree}:")
    search = looked(state)
    for at, move in enumerate(search.moves):
        plain = [minimax(after(state, move), depth) for depth in range(int(search.depth))]
        assert search.values[at] == pytest.approx(plain)


@pytest.mark.parametrize("tree", range(30))
def test_a_settled_move_has_the_value_of_the_whole_tree(tree: int) -> None:
    search = looked(Twigs(f"{tree}:"))
    assert all(search.settled)
    for at, move in enumerate(search.moves):
        assert search.values[at][-1] == minimax(after(Twigs(f"{tree}:"), move), LONGEST)


@pytest.mark.parametrize("positions", [1, 10, 30, 100, 300])
def test_a_depth_that_was_cut_short_does_not_count(positions: int) -> None:
    for tree in range(20):
        short, whole = looked(Twigs(f"{tree}:"), positions), looked(Twigs(f"{tree}:"))
        for at, values in enumerate(short.values):
            same = len(values) - int(short.settled[at])
            assert len(values) == short.depth
            assert values[:same] == whole.values[at][:same]
            assert not short.settled[at] or values[-1] == whole.values[at][-1]


@pytest.mark.parametrize("tree", range(30))
def test_positions_that_are_reached_again_are_not_searched_again(tree: int) -> None:
    """The values stay those of a plain search, and so does what is settled."""
    state = Lattice(f"{tree}:")
    plain, quick = (
        ExactSearch(mind_of(state, 0, "ahead", judge), judge) for judge in (Keyed(False), Keyed())
    )
    for search in (plain, quick):
        search.look_ahead(MOST)
    assert quick.values == plain.values
    assert quick.settled == plain.settled
    for at, move in enumerate(quick.moves):
        expected = [minimax(after(state, move), depth) for depth in range(int(quick.depth))]
        assert quick.values[at] == pytest.approx(expected)


def test_knowing_positions_saves_work() -> None:
    judged = [0, 0]
    for tree in range(30):
        for keys in (False, True):
            judge = Keyed(keys)
            ExactSearch(mind_of(Lattice(f"{tree}:"), 0, "ahead", judge), judge).look_ahead(MOST)
            judged[keys] += judge.judged
    assert judged[True] < 0.9 * judged[False]


@pytest.mark.parametrize("tree", range(30))
def test_a_move_that_was_dropped_keeps_its_values_and_can_catch_up(tree: int) -> None:
    state = Lattice(f"{tree}:")
    whole, search = looked(state), ExactSearch(mind_of(state, 0, "ahead", Keyed()), Keyed())
    search.look_ahead(25)
    shallow = search.values[0][:]
    search.drop([0])
    search.look_ahead(MOST)
    assert search.values[0] == shallow
    search.catch_up(0)
    assert search.reach(0) == search.depth
    last = minimax(after(state, search.moves[0]), int(search.depth) - 1)
    assert search.values[0][-1] == pytest.approx(whole.values[0][-1] if search.settled[0] else last)


@pytest.mark.parametrize("made", range(8))
def test_it_looks_further_ahead_after_the_best_moves_and_the_one_made(made: int) -> None:
    search = ExactSearch(mind_of(Fan("fan:"), 0, "ahead", Exact()), Exact())
    decision = search_decision(search, made, 20)
    further = [move for move in range(8) if search.reach(move) == search.depth]
    assert made in further
    assert decision.best in further
    assert FINALISTS <= len(further) <= FINALISTS + 1
    assert len(decision.moves) == 8


def test_it_looks_further_ahead_where_a_loss_may_or_may_not_be_a_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    depths = []
    for doubtful in ((2.0, 2.0), (-1.0, 2.0)):  # never and always
        monkeypatch.setattr(decisions, "DOUBTFUL", doubtful)
        search = ExactSearch(mind_of(Fan("fan:"), 0, "ahead", Exact()), Exact())
        search_decision(search, 0, 10)
        depths.append(int(search.depth))
    assert depths[0] < depths[1]


def test_it_needs_two_seats_and_a_game_without_secrets_and_chance() -> None:
    assert isinstance(open_search(mind_of(Nim(9), 0, "two"), Exact()), ExactSearch)
    assert isinstance(open_search(mind_of(Nim(9, seats=3), 0, "three"), Exact()), DecisionSearch)
    assert isinstance(open_search(mind_of(Nim(9), 0, "two"), Judge()), DecisionSearch)


def test_what_is_certain_has_no_error() -> None:
    decision = judge_decision(mind_of(Nim(9), 0, "win", Exact()), Exact(), 2, 400)
    assert [(each.value, each.error) for each in decision.moves] == [(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)]
    assert (decision.best, decision.loss, decision.error) == (1, 1.0, 0.0)


def test_what_is_not_certain_has_at_least_some_error() -> None:
    decision = judge_decision(mind_of(Nim(200), 0, "far", Exact()), Exact(), 2, 10)
    best, *others = decision.moves
    assert best.error == 0.0
    assert all(each.error >= USUAL_DOUBT / 2 for each in others)


def test_the_same_decision_always_has_the_same_values() -> None:
    first, second = (
        judge_decision(mind_of(Nim(50), 0, seed, Exact()), Exact(), 2, 50) for seed in ("one", "two")
    )
    assert first == second


def test_even_and_odd_depths_are_averaged_before_they_are_compared() -> None:
    alternating, error = average_depths([0.2, 0.6, 0.2, 0.6])
    assert alternating == pytest.approx(0.4)
    assert error < USUAL_DOUBT
    assert average_depths([0.5]) == (0.5, 1.0)
    assert list(average_depths([0.5, 0.7])) == pytest.approx([0.6, 1.0])


def test_depths_that_disagree_have_a_larger_error() -> None:
    errors = [average_depths([0.1, 0.1, 0.1 + more, 0.1 + more])[1] for more in (0.0, 0.1, 0.3)]
    assert errors == sorted(errors)
    assert errors[0] < USUAL_DOUBT < errors[2]


def test_a_few_depths_that_happen_to_agree_are_not_believed_to_be_exact() -> None:
    """Nor does a loss of 19 points count for nothing because it was 10 at first and 28 in the end."""
    _, error = average_depths([0.2, 0.2, 0.2, 0.2])
    assert error > 0.02
    loss, error = average_depths([0.08, 0.12, 0.26, 0.30])
    assert loss == pytest.approx(0.19)
    assert loss > 2 * error


def test_the_line_has_the_best_replies_of_both() -> None:
    """After 1 of 10 the other seat has 9 and takes 1; whatever follows, it takes what makes four."""
    search = looked(Nim(10))
    line = search.expect_line(Nim(10), search.moves.index(1), 1, 8)
    assert [seat for seat, _ in line] == [1, 0, 1, 0, 1]
    assert line[0] == (1, 1)
    assert [line[n][1] + line[n + 1][1] for n in (1, 3)] == [4, 4]


def test_the_line_is_no_longer_than_the_search_was_deep() -> None:
    search = looked(Nim(100), 200)
    assert 0 < len(search.expect_line(Nim(100), 0, 1, 50)) == search.depth - 1


def test_a_match_is_played_to_its_end_after_a_move() -> None:
    search = ExactSearch(mind_of(Nim(30), 0, "end", Exact()), Exact())
    search_decision(search, 1, 20)
    for at in range(3):
        world = Nim(30)
        search.finish(world, at, 1)
        assert world.actor == OVER
