"""Whole matches, checked move by move by the naive referee of `naive.py`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from fairground import Match, Record, Rng, seeded
from fairground.games.festival import GAME
from fairground.games.festival.box import FestivalBox
from fairground.games.festival.positions import pack
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.tests.naive import Referee
from fairground.games.festival.tests.table import GOLDEN


def good_move(state: Festival, seat: int, rng: Rng) -> int:
    """Return a move that scores well, so that objectives are completed; sometimes a random one."""
    moves = state.legal(seat)
    if rng.below(10) == 0:
        return moves[rng.below(len(moves))]
    return max(moves, key=lambda move: (worth(state, seat, move), rng.below(1000)))


def worth(state: Festival, seat: int, move: int) -> float:
    """Return the points, plus for each incomplete objective how much of it the board shows."""
    after = state.copy()
    after.play(seat, move)
    held = [card for card in range(36) if after.held[seat] >> card & 1]
    return after.scores()[seat] + sum(shown(after, seat, card) ** 2 for card in held) * 2


def shown(state: Festival, seat: int, card: int) -> float:
    """Return the share of a card's bits that its best placement has."""
    printed, colours, types = state.printed, int(state.colours[seat]), int(state.types[seat])
    best = 0.0
    for at in range(printed.first_placement[card], printed.first_placement[card + 1]):
        a, b = int(printed.placement_colours[at]), int(printed.placement_types[at])
        has = (a & colours).bit_count() + (b & types).bit_count()
        best = max(best, has / (a.bit_count() + b.bit_count()))
    return best


def chosen_moves(match: Match[Festival, FestivalBox], seed: str, greedy: bool) -> Iterator[int]:
    rng = seeded(f"{seed} moves")
    while not match.over:
        moves = match.state.legal(match.state.actor)
        yield good_move(match.state, match.state.actor, rng) if greedy else moves[rng.below(len(moves))]


def follow(match: Match[Festival, FestivalBox], moves: Iterable[int]) -> Referee:
    """Play a match and let the referee check every move."""
    referee = Referee(GAME.box().values, pack(match.state))
    for move in moves:
        seat = int(match.state.actor)
        assert [GAME.write(each) for each in match.state.legal(seat)] == referee.legal(seat)
        before = pack(match.state)
        match.play(seat, move)
        referee.play(seat, GAME.write(move))
        compare(match.state, referee)
        assert GAME.check(match.state) == []
        for each, done in enumerate(before.completed):
            assert referee.completed[each][: len(done)] == done  # never shrinks
    assert match.over
    equal_turns(referee)
    return referee


def compare(state: Festival, referee: Referee) -> None:
    position = pack(state)
    assert position.incomplete == referee.incomplete
    assert position.completed == referee.completed
    assert position.owners == referee.owners
    assert position.ending == referee.ending
    assert position.actor == referee.actor
    outcome = GAME.outcome(state)
    for seat in range(referee.seats):
        headings = {heading: points[seat] for heading, points in outcome.headings.items()}
        assert headings == referee.points(seat)


def equal_turns(referee: Referee) -> None:
    """§5 All seats had equally many turns, except one that was passed over."""
    turns = [turns + (seat in referee.passed) for seat, turns in enumerate(referee.turns)]
    assert len(set(turns)) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("greedy", [True, False])
def test_the_slow_referee_agrees_with_every_move(seats: int, greedy: bool) -> None:
    for number in range(4):
        match = Match(GAME, seats, f"referee {number}")
        follow(match, chosen_moves(match, f"referee {number}", greedy))
        if greedy:  # random play completes too few objectives
            assert sum(len(done) for done in pack(match.state).completed) > 2 * seats


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_slow_referee_agrees_for_long(seats: int) -> None:
    for number in range(150):
        match = Match(GAME, seats, f"long {number}")
        follow(match, chosen_moves(match, f"long {number}", greedy=number % 4 > 0))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_slow_referee_agrees_with_the_golden_records(path: Path) -> None:
    record = Record.parse(path.read_text())
    match = Match(GAME, record.seats, record.seed, record.options)
    referee = follow(match, [GAME.read(words) for _, words in record.moves])
    assert match.outcome().points == record.outcome
    assert bool(referee.passed) == path.stem.startswith("passed-over")


def test_a_golden_record_passes_a_seat_over_with_three_players_and_with_four() -> None:
    """§3.1"""
    seats = {Record.parse(path.read_text()).seats for path in GOLDEN if path.stem.startswith("passed-over")}
    assert seats == {3, 4}
