"""§8 What is hidden stays hidden, and imagined worlds are drawn fairly."""

from collections import Counter
from itertools import combinations
from typing import cast

import msgspec
import pytest
from scipy.stats import chisquare

from fairground import Match, seeded
from fairground.engine.story import entries_for
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.notation import names
from fairground.games.banner_festival.rules.cards import BIT, count
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.tests.tables import deck, fill_hands, move, table
from fairground.games.banner_festival.view import view

WORLDS = 6000


def worlds(state: BannerFestival, seat: int, number: int = WORLDS) -> list[BannerFestival]:
    rng = seeded("worlds")
    return [cast(BannerFestival, state.imagine(seat, rng)) for _ in range(number)]


def fair(drawn: list[object], possible: int) -> bool:
    """Tell whether all possibilities came up about equally often."""
    counts = Counter(drawn)
    return len(counts) == possible and bool(chisquare(list(counts.values())).pvalue > 0.001)


def late(seats: int, asked: str = "card") -> BannerFestival:
    """Return a position with two cards in each hand, so that few are unseen."""
    dummies = {"up": "orange2", "down": "orange1"} if asked == "card" else {}
    facts: dict[str, object] = {name: dummies[name] for name in list(dummies)[: max(0, 4 - seats)]}
    hands = fill_hands(["teal1", "teal2", "teal3", "teal4", "teal5"][:seats], 2, facts)
    return table(hands, asked=asked, lead=0, gate=4, **facts)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_8_unseen_cards_are_dealt_uniformly_to_hands_deck_and_dummy(seats: int) -> None:
    """Every hand and every dummy that is possible comes up equally often."""
    state = late(seats)
    unseen = state.deck | (0 if state.down < 0 else BIT[state.down])
    for hand in list(state.hands)[1:]:
        unseen |= hand
    cards = names(unseen)
    imagined = worlds(state, 0)
    for other in range(1, seats):
        pairs = [tuple(names(world.hands[other])) for world in imagined]
        assert fair(cast(list[object], pairs), len(list(combinations(cards, 2))))
    if state.down >= 0:
        assert fair([world.down for world in imagined], len(cards))


def test_8_hands_and_dummy_are_drawn_together() -> None:
    """With two seats, every split of the unseen cards into a hand and a dummy is equally likely."""
    state = late(2)
    splits = [(world.hands[1], world.down) for world in worlds(state, 0)]
    unseen = 2 + 1 + count(state.deck)
    assert fair(cast(list[object], splits), (unseen * (unseen - 1) // 2) * (unseen - 2))


def test_8_sealed_choices_are_drawn_again_from_the_new_hands() -> None:
    state = late(4)
    chosen = names(state.hands[2])[0]
    move(state, 2, f"play {chosen}")
    imagined = worlds(state, 0)
    assert all(world.hands[2] & BIT[world.sealed[2]] for world in imagined)
    assert all(world.sealed[1] == world.sealed[3] == -1 for world in imagined)
    unseen = 6 + count(state.deck)
    assert fair([(world.hands[2], world.sealed[2]) for world in imagined], unseen * (unseen - 1))


def test_8_a_seat_knows_its_own_choice() -> None:
    state = late(4)
    move(state, 0, "play teal1")
    assert {int(world.sealed[0]) for world in worlds(state, 0, 50)} == {1}
    assert {int(world.hands[0]) for world in worlds(state, 0, 50)} == {int(state.hands[0])}
    assert view(state, 0).choice == "teal1"
    assert [view(state, seat).choice for seat in (1, 2, 3, None)] == [None] * 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_8_what_was_played_and_kept_never_returns(seats: int) -> None:
    state = late(seats)
    for world in worlds(state, 1, 200):
        assert (world.played, list(world.kept), world.up) == (state.played, list(state.kept), state.up)
        assert GAME.check(world) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_8_while_others_choose_a_seat_is_told_only_that_they_have(seats: int) -> None:
    """No matter which card a seat seals, everybody else is sent the same."""
    start = late(seats)
    for chooser in range(seats):
        for other in [*range(seats), None]:
            if other != chooser:
                assert len({sent(start, chooser, move, other) for move in start.legal(chooser)}) == 1


def sent(start: BannerFestival, chooser: int, move: int, other: int | None) -> bytes:
    """Return everything that `other` is sent after a choice: view, story, moves, picture, features."""
    after = start.copy()
    after.play(chooser, move)
    entries = entries_for(GAME.story(start, chooser, move, after), other)
    seen = view(after, other)
    assert seen.seats[chooser].chosen and not seen.choice
    offers = [] if other is None else after.legal(other)
    features = b"" if other is None else GAME.features(after, other).tobytes()
    return msgspec.json.encode([seen, entries, offers, GAME.picture(seen), after.actors()]) + features


def test_8_the_chooser_alone_is_told_its_card() -> None:
    state = late(4)
    before = state.copy()
    move(state, 1, "play teal2")
    entries = GAME.story(before, 1, GAME.read("play teal2"), state)
    assert [entry.key for entry in entries_for(entries, 1)] == ["chosen", "chose"]
    assert [entry.key for entry in entries_for(entries, 0)] == ["chosen"]
    assert [entry.key for entry in entries_for(entries, None)] == ["chosen"]


@pytest.mark.parametrize("seats", [2, 3])
def test_8_the_face_down_dummy_is_seen_by_nobody_before_the_cards_open(seats: int) -> None:
    state = late(seats)
    text = msgspec.json.encode([view(state, seat) for seat in [*range(seats), None]]).decode()
    if state.down >= 0:
        assert "orange1" not in text
    assert "orange2" in text


def test_8_a_spectator_sees_no_hand() -> None:
    state = late(5)
    text = msgspec.json.encode(view(state, None)).decode()
    hidden = {card for hand in state.hands for card in names(hand)} | set(names(state.deck))
    assert not [card for card in hidden if f'"{card}"' in text]
    assert hidden | set(names(state.played)) == set(deck(5))


def test_8_a_choice_may_be_taken_back_until_the_cards_open() -> None:
    match = Match(GAME, 4, "undo")
    match.play(0, match.state.legal(0)[0])
    assert match.undoable(0) == 0
    for seat in (1, 2, 3):
        match.play(seat, match.state.legal(seat)[0])
    assert all(match.undoable(seat) is None for seat in range(4))
    lead = int(match.state.lead)
    match.play(lead, "gate 2")
    assert match.undoable(lead) == 4  # nothing is turned up with four seats


def test_8_a_gate_move_that_turns_up_a_dummy_cannot_be_taken_back() -> None:
    state = late(3, asked="gate")
    before = state.revealed
    move(state, 0, "gate 2")
    assert state.revealed > before
