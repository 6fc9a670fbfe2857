"""A box that somebody brings is tried out before a table gets it; time is what the test's clock says."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from fairground import BoxError, load
from fairground.server import table_wire
from fairground.server.workers import box_trial
from fairground.server.workers.box_trial import MOST_BUILD, MOST_MOVE, CpuClock, try_box
from fairground.server.workers.worker import check_setup
from settings import EVERY_TABLE, Setting

GAME = load("lanterns")


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many moves of a match are made as a table makes them, here."""
    monkeypatch.setattr(box_trial, "WATCHED", 2)
    return 2


def clock_of(*times: float) -> CpuClock:
    """Return a clock that shows these times, then the last one for ever."""
    shown: Iterator[float] = chain(times, repeat(times[-1]))
    return lambda: next(shown)


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_the_box_of_every_game_passes_its_trial(setting: Setting) -> None:
    game = setting.game
    try_box(game, setting.seats, setting.options, game.box().canonical, clock_of(0))


def test_a_box_that_takes_long_to_build_is_refused() -> None:
    try_box(GAME, 2, {}, GAME.box().canonical, clock_of(0, MOST_BUILD))
    with pytest.raises(BoxError, match=r"expected a box that is built within 0.5 s of computing, got 0.6 s"):
        try_box(GAME, 2, {}, GAME.box().canonical, clock_of(0, MOST_BUILD + 0.1))


def test_a_box_whose_moves_take_long_is_refused(watched: int) -> None:
    allowed = MOST_MOVE * watched
    try_box(GAME, 2, {}, GAME.box().canonical, clock_of(0, 0, 0, allowed))
    with pytest.raises(BoxError, match=r"expected 2 moves that are made within 0.04 s .*, got 0.14 s"):
        try_box(GAME, 2, {}, GAME.box().canonical, clock_of(0, 0, 0, allowed + 0.1))


@pytest.mark.usefixtures("watched")
def test_a_box_whose_match_goes_on_and_on_is_refused() -> None:
    with pytest.raises(BoxError, match=r"expected a match that is played within 2 s of computing, got 3 s"):
        try_box(GAME, 2, {}, GAME.box().canonical, clock_of(0, 0, 0, 0, 0, 3))


def test_a_match_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch, watched: int) -> None:
    monkeypatch.setitem(vars(GAME), "longest", watched)
    with pytest.raises(BoxError, match="expected a match of at most 2 moves, got no end"):
        try_box(GAME, 2, {}, GAME.box().canonical, clock_of(0))


def test_a_box_that_breaks_the_rules_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: object, seat: object) -> None:
        raise IndexError("vec index out of range")

    monkeypatch.setattr(GAME.modules.view, "view", fail)
    with pytest.raises(BoxError, match="a random match fails"):
        try_box(GAME, 2, {}, GAME.box().canonical, clock_of(0))


def test_the_worker_tries_a_box_that_somebody_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(
        "fairground.server.workers.worker.try_box", lambda game, seats, options, text: tried.append(text)
    )
    own = GAME.box().canonical
    assert check_setup(table_wire.Create(game=GAME.name, seats=2)).box == GAME.box().digest
    assert tried == []
    assert check_setup(table_wire.Create(game=GAME.name, seats=2, box=own)).box == GAME.box().digest
    assert tried == [own]


def test_only_a_new_table_needs_a_box_that_makes_sense() -> None:
    wish = table_wire.Create(game=GAME.name, seats=2, box='[deck]\nsource = "C"\ncards = 91\n')
    with pytest.raises(BoxError, match="expected at most 90 cards, got 91"):
        check_setup(wish)
    begun = check_setup(wish, rules=GAME.rules)
    assert begun.box == GAME.kept_box(wish.box or "").digest
