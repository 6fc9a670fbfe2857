"""Bots by name, their levels, and what each may take: moves, time, a win."""

import threading
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from itertools import count

import pytest

from fairground import BadSetting, Match, State, list_games, load
from fairground.bots import LEVELS, bot, close, describe_bot, list_bots, registry, search_bot
from fairground.bots.parallel_search import ForkedSearch
from fairground.bots.registry import is_listed, make_listed_bot
from fairground.bots.search.tree_search import choose_move
from fairground.bots.search_bot import SearchBot
from fairground.engine.game import Game
from fairground.engine.judge import Judge, Student, soften, split, split_by_standing, tune
from fairground.engine.rng import seeded
from fairground.processes import CAN_FORK, Fork
from settings import EVERY_GAME
from toys import Nim, Pennies, mind_of

OPEN = next(name for name in list_games() if not load(name).hidden)


def played(name: str, *specs: str, seed: str = "bots", longest: int = 40) -> list[int]:
    """The moves of the beginning of a match."""
    match = Match(load(name), len(specs), seed, load(name).settle_options({}, study=True))
    bots = [bot(spec) for spec in specs]
    while not match.over and len(match.made) < longest:
        seat = match.state.actors()[0]
        match.play(seat, bots[seat].choose(match.mind(seat, seeded(f"{seed} {len(match.made)}"))))
    return [made.move for made in match.made]


# Names


def test_all_are_listed_with_a_sentence() -> None:
    assert set(list_bots()) >= {"random", "greedy", "search", *LEVELS}
    assert all(describe_bot(name) for name in list_bots())


@pytest.mark.parametrize("spec", ["random", "greedy", *LEVELS[:4], "search:iterations=30:insight=0.5"])
def test_every_bot_plays_every_game(spec: str) -> None:
    for name in EVERY_GAME:
        assert played(name, spec, "random", longest=12)


def test_options_change_a_search() -> None:
    made = bot("maestro:iterations=600:seconds=60:horizon=5:curiosity=0.3:swing=4")
    assert isinstance(made, SearchBot)
    assert (made.iterations, made.seconds, made.horizon, made.curiosity) == (600, 60.0, 5, 0.3)
    judge = made.judge(mind_of(Nim(), 0, "options"))
    assert (judge.horizon, judge.curiosity, judge.swing) == (5, 0.3, 4.0)


def test_levels_are_made_fresh() -> None:
    assert isinstance(first := bot("expert"), SearchBot)
    assert first == bot("expert")
    assert first is not bot("expert")


REFUSALS = [
    ("hal", "there is no bot 'hal'; the bots are random, greedy, novice"),
    ("", "there is no bot ''"),
    ("random:iterations=3", "expected no options after 'random'"),
    ("search:iterations=0", "expected iterations to be a whole number from 1, got 0"),
    ("search:iterations=1.5", "whole number from 1, got 1.5"),
    ("search:iterations", "expected an option such as iterations=300, got 'iterations'"),
    ("search:iterations=many", "expected an option such as iterations=300, got 'iterations=many'"),
    ("search:iterations=inf", "expected an option"),
    ("search:seconds=0", "expected seconds above 0, got 0"),
    ("search:seconds=nan", "expected an option"),
    ("search:insight=2", "expected an insight from 0 to 1, got 2"),
    ("search:horizon=-2", "expected horizon to be a whole number from -1"),
    ("python:First", "expected python:module.Class"),
    ("python:strangers.Nobody", "cannot load the bot 'python:strangers.Nobody': module"),
    ("python:no.such.Thing", "cannot load the bot 'python:no.such.Thing': No module named 'no'"),
    ("python:strangers.Helpless", "cannot make the bot 'python:strangers.Helpless': "),
    ("python:strangers.Silent", "has no method choose(mind)"),
    ("python:strangers.NOTHING", "is int, expected a class"),
    ("exec:", "expected exec:command line, got no command"),
    ("exec:'", 'cannot read the command line "\'": No closing quotation'),
]


@pytest.mark.parametrize(("spec", "sentence"), REFUSALS)
def test_what_is_no_bot_is_refused_with_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(BadSetting) as refused:
        bot(spec)
    assert sentence in str(refused.value)


def test_a_term_that_the_judge_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(BadSetting, match="no term 'beauty'; its terms: swing"):
        bot("search:beauty=1").choose(mind_of(Nim(), 0, "terms"))


def test_a_strangers_class_plays() -> None:
    assert played(OPEN, "python:strangers.First", "random") == played(
        OPEN, "python:strangers.First", "random"
    )


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two bots of an installed package, the second of which cannot be loaded."""
    points = EntryPoints(
        [
            EntryPoint("first", "strangers:First", registry.GROUP),
            EntryPoint("broken", "strangers:Nobody", registry.GROUP),
        ]
    )
    monkeypatch.setattr(registry, "entry_points", lambda group: points.select(group=group))
    registry.installed_bots.cache_clear()
    yield
    registry.installed_bots.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_strangers_entry_point_plays() -> None:
    assert "first" in list_bots()
    assert make_listed_bot("first").choose(mind_of(Nim(), 0, "entry")) == 1
    assert describe_bot("first") == "Always makes the first move."
    assert bot("first").choose(mind_of(Nim(), 0, "entry")) == 1
    with pytest.raises(BadSetting, match="cannot load the bot 'broken' from strangers:Nobody"):
        bot("broken")


@pytest.mark.parametrize("name", list_bots())
def test_a_listed_bot_is_made_by_its_name(name: str) -> None:
    assert type(make_listed_bot(name)) is type(bot(name))


@pytest.mark.parametrize(
    "spec",
    [
        "exec:touch marker",
        "python:strangers.First",
        "policy:file",
        "search:iterations=1",
        "search:",
        "novice:seconds=9",
        "nemo",
        "",
        " novice",
    ],
)
def test_no_specification_passes_for_the_name_of_a_bot(spec: str) -> None:
    assert not is_listed(spec)
    with pytest.raises(BadSetting, match="expected one of the bots random, greedy"):
        make_listed_bot(spec)


# What a level promises


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_at_once_is_taken(level: str) -> None:
    for number in range(20):
        assert bot(level).choose(mind_of(Nim(3), 0, f"win {number}")) == 3


def test_a_win_at_once_is_taken_in_every_game_without_secrets() -> None:
    for name in (name for name in list_games() if not load(name).hidden):
        game, taken = load(name), 0
        for number in range(30):
            state = game.setup(2, seeded(f"win {number}"))
            rng = seeded(f"on {number}")
            while state.actors() and not (wins := winning_moves(game, state)):
                moves = state.legal(state.actor)
                state.play(state.actor, moves[rng.below(len(moves))])
            if state.actors():
                taken += 1
                assert bot("novice").choose(game.mind(state, int(state.actor), rng)) in wins
        assert taken > 10


def winning_moves(game: Game[State, object], state: State) -> list[int]:
    """By the referee's own outcome."""
    found = []
    for move in state.legal(state.actor):
        after = state.copy()
        after.play(state.actor, move)
        if not after.actors() and game.outcome(after).winners == [int(state.actor)]:
            found.append(move)
    return found


@pytest.mark.parametrize("level", LEVELS[:4])
@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_lower_levels_are_the_same_on_every_machine(name: str, level: str) -> None:
    made = bot(level)
    assert isinstance(made, SearchBot)
    assert made.seconds is None
    assert played(name, level, "random", longest=6) == played(name, level, "random", longest=6)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_levels_think_more_and_see_no_less_from_one_to_the_next(name: str) -> None:
    made = [level for level in map(bot, LEVELS) if isinstance(level, SearchBot)]
    lessons = [thinker.budget(load(name).judge()) for thinker in made]
    iterations, insights = zip(*lessons, strict=True)
    assert list(iterations) == sorted(set(iterations))
    assert list(insights) == sorted(insights)
    assert insights[-1] == 1.0


def test_a_game_says_what_its_levels_know() -> None:
    judge = Judge()
    judge.lessons = [(3, 0.0), (7, 0.25), (9, 0.5), (11, 0.75)]
    assert isinstance(made := bot("apprentice"), SearchBot)
    assert made.budget(judge) == (7, 0.25)
    assert isinstance(made := bot("apprentice:iterations=20:insight=1"), SearchBot)
    assert made.budget(judge) == (20, 1.0)


def test_a_move_arrives_when_its_time_is_over() -> None:
    """Without an end to the seconds these iterations would take days."""
    thinker = SearchBot(iterations=10**9, seconds=0.05)
    assert thinker.choose(mind_of(Nim(30), 0, "time")) in (1, 2, 3)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_search_looks_at_the_clock_again_after_a_few_iterations(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by 0.1 s whenever somebody looks at it, a second is over after 10 looks."""
    looks = count(1)
    monkeypatch.setattr(time, "monotonic", lambda: next(looks) / 10)
    game = load(name)
    match = Match(game, game.seats[-1], seed="clock")
    while len(match.state.legal(seat := match.state.actors()[0])) < 2:
        match.play(seat, match.state.legal(seat)[0])
    thinker = SearchBot(iterations=10**6, seconds=1.0)
    thinker.choose(match.mind(seat, seeded("clock")))
    assert thinker.searched is not None
    visits = sum(visits for _, visits, _ in thinker.searched)
    assert 2 * search_bot.CLOCK_INTERVAL < visits <= 10 * search_bot.CLOCK_INTERVAL


def hang() -> bytes:
    time.sleep(1000)
    return b"too late"


@pytest.mark.skipif(not CAN_FORK, reason="this platform cannot fork")
def test_a_search_does_not_wait_for_a_core_that_gives_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = SearchBot(iterations=100, seconds=0.05, cores=2)
    hanging = ForkedSearch(Fork(hang))
    monkeypatch.setattr(thinker, "_fork", lambda *_: hanging)
    assert thinker.choose(mind_of(Nim(30), 0, "late")) in (1, 2, 3)


def test_a_search_can_be_called_off_from_another_thread() -> None:
    thinker = SearchBot(iterations=10**9)
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.append(thinker.choose(mind_of(Nim(30), 0, "off"))))
    thread.start()
    until = time.monotonic() + 120
    while thread.is_alive() and time.monotonic() < until:
        thinker.cancel()
        thread.join(0.01)
    assert answers and answers[0] in (1, 2, 3)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_only_games_without_secrets_are_looked_ahead_exactly(name: str) -> None:
    assert not (load(name).judge().exact and load(name).hidden)


def test_an_exact_judge_is_given_to_alpha_beta() -> None:
    class Exact(Judge):
        def __init__(self) -> None:
            super().__init__()
            self.exact = True

    assert {bot("expert").choose(mind_of(Nim(9), 0, f"{n}", Exact())) for n in range(5)} == {1}
    thinker = SearchBot(iterations=10**8, seconds=0.05)
    assert thinker.choose(mind_of(Nim(60), 0, "time", Exact())) in (1, 2, 3)


# Several cores


def test_several_cores_add_up_their_findings() -> None:
    chosen = {SearchBot(300, cores=3).choose(mind_of(Nim(10), 0, "cores")) for _ in range(3)}
    assert chosen == {2}


def test_only_levels_that_think_by_the_clock_use_several_cores() -> None:
    cores = [made.cores for level in LEVELS if isinstance(made := bot(level, cores=2), SearchBot)]
    assert cores == [1, 1, 1, 1, 2, 2]


def test_a_move_is_decided_by_how_often_it_was_tried_then_by_its_gain() -> None:
    rng = seeded("decide")
    assert choose_move([(4, 10, 50), (5, 12, 1), (6, 12, 2), (7, 1, 99)], False, rng) == 6


def test_seats_that_choose_together_draw_among_what_they_tried_often() -> None:
    rng = seeded("decide")
    drawn = [int(choose_move([(4, 10, 0), (5, 9, 0), (6, 4, 0)], True, rng)) for _ in range(200)]
    assert set(drawn) == {4, 5}


# Greedy


def test_greedy_lets_the_others_choose_before_it_judges() -> None:
    """Until both pennies lie nothing can be said; then equal ones are worth more."""
    seen = []

    class Looking(Judge):
        def result(self, state: object) -> list[float]:
            seen.append(list(state.sealed))  # type: ignore[attr-defined]
            return [0.5, 0.5]

    bot("greedy").choose(mind_of(Pennies(), 1, "greedy", Looking()))
    assert seen and all(min(sealed) >= 0 for sealed in seen)


# Judges


def test_prospects_are_equal_for_equal_worths_and_e_to_1_for_a_swing() -> None:
    assert soften([3.0, 3.0], 5.0) == [0.5, 0.5]
    high, low = soften([8.0, 3.0], 5.0)
    assert high / low == pytest.approx(2.718281828)
    assert high + low == pytest.approx(1.0)


def test_a_win_is_split_among_those_who_share_it() -> None:
    assert split([3, 5, 5]) == [0.0, 0.5, 0.5]


def test_a_later_number_of_a_standing_counts_only_between_equal_earlier_ones() -> None:
    assert split_by_standing([[5, 1], [4, 9], [5, 2]]) == [0.0, 0.0, 1.0]
    assert split_by_standing([[5, 2], [4, 9], [5, 2]]) == [0.5, 0.0, 0.5]


class Teacher(Judge):
    def worth(self, state: object, seat: int) -> float:
        return 10.0 * seat

    def weights(self, state: object, seat: int, moves: list[int]) -> list[float]:
        return [float(move) for move in moves]


@pytest.mark.parametrize(
    ("insight", "worth", "weights"), [(0.0, 0.0, [1, 1]), (0.5, 5.0, [1, 1.5]), (1.0, 10.0, [1, 2])]
)
def test_a_student_sees_a_part_of_what_its_teacher_sees(
    insight: float, worth: float, weights: list[float]
) -> None:
    student = Student(Teacher(), insight)
    assert student.worth(Nim(), 1) == worth
    assert student.weights(Nim(), 0, [1, 2]) == weights
    assert sum(student.shares(Nim())) == pytest.approx(1.0)


def test_terms_are_tuned_by_name() -> None:
    assert tune(Judge(), {"swing": 3.0}).swing == 3.0


def test_closing_a_bot_that_holds_nothing_does_nothing() -> None:
    close(bot("random"))
