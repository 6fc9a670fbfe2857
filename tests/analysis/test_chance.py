"""What chance decides anew comes as often as what it decided in the match, so that luck has no trend."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pytest

from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import OVER, State
from fairground.games import list_games, load

TABLES = [(name, seats) for name in list_games() for seats in (load(name).seats[0], load(name).seats[-1])]
SEEN = 30  # how often a number must differ before it counts
FAR = 6.0  # standard errors

Description = Sequence[float]


class Turn(NamedTuple):
    """A move, whether chance had a part in it, and the positions that it and another chance led to."""

    final: bool
    after: State
    other: State


def random_turns(game: Game[State, object], seats: int, seed: str) -> Iterator[Turn]:
    """Play a random match; yield its moves."""
    match = Match(game, seats, seed, game.settle_options({}, study=True))
    player, chance = seeded(f"moves of {seed}"), seeded(f"other chance of {seed}")
    while not match.over:
        seat = draw(match.state.actors(), player)
        move = draw(match.state.legal(seat), player)
        world = match.state.with_other_chance(chance)
        world.play(seat, move)
        match.play(seat, move)
        yield Turn(match.made[-1].final, match.state, world)


def draw(items: Sequence[int], rng: Rng) -> int:
    return items[rng.below(len(items))]


def farthest(pairs: Iterable[tuple[Description, Description]]) -> float:
    """Return how many standard errors apart the means of any number in both descriptions are at most."""
    sums, squares, seen = np.zeros(1), np.zeros(1), np.zeros(1)
    for one, other in pairs:
        difference = np.subtract(one, other)
        sums = sums + difference
        squares = squares + difference**2
        seen = seen + (difference != 0)
    often = seen >= SEEN
    return float(np.max(np.abs(sums[often]) / np.sqrt(squares[often]), initial=0.0))


def describe(game: Game[State, object], state: State) -> Description:
    """Return everything that some seat knows, and the points, as numbers."""
    known = [game.features(state, seat) for seat in range(state.seats)]
    return np.concatenate([*known, state.scores(), [state.actor]]).astype(float)  # type: ignore[return-value]  # an array is as good as a list


def check_chance(name: str, seats: int, matches: int) -> None:
    game = load(name)
    turns = (turn for number in range(matches) for turn in random_turns(game, seats, f"chance {number}"))
    pairs = ((describe(game, turn.after), describe(game, turn.other)) for turn in turns if turn.final)
    assert farthest(pairs) < FAR


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_another_chance_is_like_the_one_of_the_match(name: str, seats: int) -> None:
    check_chance(name, seats, 20)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_another_chance_is_like_the_one_of_the_match_in_many_matches(name: str, seats: int) -> None:
    check_chance(name, seats, 1000)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_move_without_chance_shows_the_same_whatever_chance_will_do(name: str, seats: int) -> None:
    game = load(name)
    for turn in random_turns(game, seats, "without chance"):
        if not turn.final:
            for seat in range(seats):
                assert game.view(turn.other, seat) == game.view(turn.after, seat)


class Urn(State):
    """Balls that are drawn one by one; the earlier a ball comes, the more it counts.

    If it is `worn`, balls that are put back come out in almost the same order again.
    """

    def __init__(self, worn: bool) -> None:
        super().__init__()
        self.seats = 1
        self.worn = worn
        self.balls = [1, 2, 3, 4]
        self.points = 0

    def copy(self) -> "Urn":
        twin = Urn(self.worn)
        twin._adopt(self)
        twin.balls, twin.points = list(self.balls), self.points
        return twin

    def play(self, seat: int, move: int) -> None:
        self.points += self.balls.pop() * len(self.balls)
        self.actor = 0 if self.balls else OVER

    def scores(self) -> list[int]:
        return [self.points]

    def reshuffle(self) -> None:
        self.balls.sort()
        if not self.worn:
            self.rng.shuffle(self.balls)


def emptied(worn: bool, seed: str) -> Iterator[tuple[Description, Description]]:
    """Empty a shuffled urn; yield the points after each ball, and with another chance."""
    chance = seeded(seed)
    urn = Urn(worn)
    urn.actor = 0
    chance.shuffle(urn.balls)
    while urn.actor != OVER:
        other = urn.with_other_chance(chance)
        other.play(0, 0)
        urn.play(0, 0)
        yield urn.scores(), other.scores()


@pytest.mark.parametrize(("worn", "fair"), [(False, True), (True, False)])
def test_chance_that_is_not_like_the_one_of_the_match_is_noticed(worn: bool, fair: bool) -> None:
    pairs = [pair for number in range(50) for pair in emptied(worn, f"urn {number}")]
    assert (farthest(pairs) < FAR) == fair
