"""The rules of Lanterns."""

from fairground import OVER, Match, scripted, seeded
from lanterns import GAME


def test_1_there_are_nine_lanterns() -> None:
    assert GAME.box().values.deck.cards == 9


def test_2_everybody_is_dealt_three() -> None:
    state = GAME.setup(3, seeded("deal"))
    assert sorted(card for hand in state.hands for card in hand) == list(range(9))


def test_3_the_brightest_wins_what_the_die_shows() -> None:
    state = GAME.setup(2, seeded("round"))
    state.hands = [[0, 1, 2], [6, 7, 8]]
    state.rng = scripted([2])
    state.play(0, 1)
    assert state.shown == []
    state.play(1, 6)
    assert state.shown == [[1, 6]]
    assert state.scores() == [0, 3]


def test_4_the_match_ends_when_nobody_has_a_lantern() -> None:
    match = Match(GAME, 2, "end")
    for _ in range(3):
        for seat in range(2):
            match.play(seat, match.state.legal(seat)[0])
    assert match.state.actor == OVER
    assert match.outcome().reason == "no cards"
