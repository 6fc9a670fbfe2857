"""§1-§3, §9 Set-up, gate, dummies, sealed cards, ranks, Banners, and numbers of players."""

from itertools import product

import pytest

from fairground import Match, seeded
from fairground.engine.errors import IllegalMove, NotationError
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.bout_log import bouts
from fairground.games.banner_festival.positions import dock, tower
from fairground.games.banner_festival.rules.cards import CARDS, STRENGTH, count
from fairground.games.banner_festival.tests.tables import bout, deck, fill_hands, move, play_all, table
from fairground.games.banner_festival.view import view

QUADRANTS = ("teal", "purple", "orange", "yellow")
TEAL, PURPLE, ORANGE, YELLOW = range(4)
A, B = range(2)


# §1 What lies on the table


def test_1_each_quadrant_ranks_its_own_suit_first_and_then_clockwise() -> None:
    orders = {"teal": "TPOY", "purple": "POYT", "orange": "OYTP", "yellow": "YTPO"}
    for quadrant, suit in enumerate(QUADRANTS):
        fives = sorted(range(4), key=lambda each: STRENGTH[CARDS * quadrant + 10 * each + 5], reverse=True)
        assert "".join(QUADRANTS[each][0].upper() for each in fives) == orders[suit]


@pytest.mark.parametrize(("seats", "cards"), [(2, 36), (3, 36), (4, 36), (5, 40)])
def test_1_the_zeros_are_in_play_with_five_seats_only(seats: int, cards: int) -> None:
    state = GAME.setup(seats, seeded("cards"))
    assert count(state.printed.cards) == cards == len(deck(seats))


def test_1_the_ring_lies_beside_the_race_spaces() -> None:
    ring = ["orange", "orange", "yellow", "yellow", "teal", "teal", "purple", "purple"]
    assert view(GAME.setup(4, seeded("ring")), None).ring == ring


# §2 Set-up


@pytest.mark.parametrize(("seats", "hand", "pool"), [(2, 8, 7), (3, 8, 9), (4, 8, 11), (5, 7, 13)])
def test_2_setup(seats: int, hand: int, pool: int) -> None:
    state = GAME.setup(seats, seeded("set-up"))
    assert [count(cards) for cards in state.hands] == [hand] * seats
    assert (state.pool, list(state.supply)) == (pool, [14] * seats)
    assert (state.gate + 1, [space + 1 for space in state.watercraft]) == (4, [1] * seats)
    assert state.actors() == list(range(seats))


@pytest.mark.parametrize(("seats", "neutral"), [(2, 8), (3, 8), (4, 0), (5, 0)])
def test_2_neutral_banners_cover_even_and_odd_with_two_and_three_seats(seats: int, neutral: int) -> None:
    seen = view(GAME.setup(seats, seeded("neutral")), None)
    spaces = [space for each in seen.docks for space in each.spaces]
    assert {space.match for space in spaces if space.neutral} <= {"even", "odd"}
    assert sum(space.neutral for space in spaces) == neutral


# §3.1 Gate


def test_3_1_the_first_bout_of_the_match_has_no_gate_move() -> None:
    match = Match(GAME, 4, "first")
    with pytest.raises(IllegalMove, match="cards are chosen now"):
        match.play(0, "gate 1")
    for seat in range(4):
        match.play(seat, match.state.legal(seat)[0])
    assert match.state.actors() == [int(match.state.lead)]
    assert [GAME.write(each) for each in match.state.legal(int(match.state.lead))] == [
        "gate 1",
        "gate 2",
        "gate 3",
        "gate 4",
    ]


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
@pytest.mark.parametrize("start", [1, 6, 7, 8])
def test_3_1_the_lead_moves_the_gate_clockwise(start: int, steps: int) -> None:
    hands = fill_hands(["teal1", "teal2", "teal3", "teal4"], 3, {})
    state = table(hands, asked="gate", lead=2, gate=start)
    assert state.actors() == [2] and not state.legal(1)
    move(state, 2, f"gate {steps}")
    assert state.gate + 1 == (start + steps - 1) % 8 + 1
    assert state.actors() == [0, 1, 2, 3]


def test_3_1_without_a_lead_the_gate_moves_three() -> None:
    after = bout(["teal7", "teal5", "teal4"], gate=5, up="yellow1")
    assert after.lead == -1 and after.gate + 1 == 8
    assert after.actors() == [0, 1, 2]


def test_3_1_the_lead_carries_over_to_the_next_round() -> None:
    hands = ["teal7", "teal5", "teal4", "yellow1"]
    state = table(hands, asked="gate", lead=0, gate=4)
    move(state, 0, "gate 1")
    assert (state.round, state.lead, state.actors()) == (1, 3, [3])
    assert [count(hand) for hand in state.hands] == [8] * 4  # dealt before the gate moves


def test_3_1_without_a_lead_the_new_round_starts_three_spaces_on() -> None:
    """The only card left in the deck becomes the dummy and ranks lowest, so nobody leads."""
    state = table(["teal7", "teal6", "teal5"], asked="gate", lead=0, gate=4, **_only_undealt(3, "yellow1"))
    move(state, 0, "gate 1")
    assert state.round == 1
    assert state.lead == -1 and state.gate + 1 == 8
    assert state.actors() == [0, 1, 2]


def _only_undealt(seats: int, card: str) -> dict[str, object]:
    """Keep all nines and play the rest, so that the deck has one card before the last bout."""
    nines = [f"{suit}9" for suit in QUADRANTS]
    hands = {"teal7", "teal6", "teal5"}
    played = [each for each in deck(seats) if each not in {*nines, *hands, card}]
    return {"kept": [nines, [], []], "played": played}


# §3.2 Dummies


@pytest.mark.parametrize(("seats", "dummies"), [(2, 2), (3, 1), (4, 0), (5, 0)])
def test_3_2_dummies_come_after_the_gate_and_one_lies_face_up(seats: int, dummies: int) -> None:
    hands = fill_hands(["teal1", "teal2", "teal3", "teal4", "teal5"][:seats], 3, {})
    state = table(hands, asked="gate", lead=0, gate=4)
    before = count(state.deck)
    assert not view(state, 0).dummies
    move(state, 0, "gate 2")
    seen = view(state, 0).dummies
    assert before - count(state.deck) == dummies == len(seen)
    assert [card is None for card in seen] == [False, True][:dummies]


def test_3_2_dummies_are_not_returned_within_a_round() -> None:
    match = Match(GAME, 2, "dummies")
    seen: list[str] = []
    while match.state.round == 0:
        seat = int(match.state.actor)
        entries = match.play(seat, match.state.legal(seat)[0])
        seen += [
            str(card) for entry in entries if entry.key == "bout" for card in _list(entry.values["cards"])
        ]
    assert len(seen) == len(set(seen)) == 32


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


# §3.3 Cards


def test_3_3_all_choose_at_once_and_in_any_order() -> None:
    state = table(fill_hands(["teal1", "teal2", "teal3", "teal4"], 3, {}))
    for seat, waiting in ((2, [0, 1, 3]), (0, [1, 3]), (3, [1])):
        move(state, seat, f"play teal{seat + 1}")
        assert state.actors() == waiting
        assert not state.legal(seat)
    move(state, 1, "play teal2")
    assert state.bout == 6


def test_3_3_the_order_of_choosing_changes_nothing() -> None:
    cards = ["teal2", "orange6", "yellow5", "yellow2"]
    hands = fill_hands(cards, 3, {})
    one, other = table(hands, gate=5), table(hands, gate=5)
    play_all(one, cards)
    for seat in (3, 1, 0, 2):
        move(other, seat, f"play {cards[seat]}")
    assert GAME.dump(one) == GAME.dump(other)


def test_3_3_a_last_card_is_played_without_asking() -> None:
    state = table(["teal7", "teal5", "teal4", "yellow1"], asked="gate", lead=1, gate=4)
    move(state, 1, "gate 1")
    (resolved,) = bouts(state)
    assert [result.card for result in resolved.deeds] == ["teal7", "teal5", "teal4", "yellow1"]
    assert (resolved.round, resolved.bout, resolved.gate) == (1, 8, 5)


def test_3_3_without_a_lead_the_last_bout_follows_in_the_same_move() -> None:
    state = table(["teal7 orange7", "teal6 orange6", "teal5 orange5"], gate=5, up="yellow1")
    play_all(state, ["teal7", "teal6", "teal5"])
    first, second = bouts(state)
    assert (first.bout, first.gate, second.bout, second.gate) == (7, 5, 8, 8)
    assert [result.card for result in second.deeds] == ["orange7", "orange6", "orange5"]
    assert state.round == 1


def test_3_3_moves_are_written_and_read() -> None:
    assert GAME.read("play teal7") == GAME.read(" play  teal7 ")
    for card in deck(5):
        assert GAME.write(GAME.read(f"play {card}")) == f"play {card}"
    for words in (
        "gate 0",
        "gate 5",
        "play",
        "play teal15",
        "play blue3",
        "teal7",
        "gate",
        "Play teal7",
        "gate ٣",
    ):
        with pytest.raises(NotationError, match="expected"):
            GAME.read(words)


def test_3_3_a_refused_move_says_why() -> None:
    state = table(fill_hands(["teal1", "teal2", "teal3", "teal4"], 3, {}))
    with pytest.raises(IllegalMove, match="seat 0 does not hold teal2"):
        GAME.legal_move(state, 0, "play teal2")
    move(state, 0, "play teal1")
    with pytest.raises(IllegalMove, match="seat 0 is not to move"):
        GAME.legal_move(state, 0, "play teal1")
    gate = table(fill_hands(["teal1", "teal2", "teal3", "teal4"], 3, {}), asked="gate", lead=0)
    with pytest.raises(IllegalMove, match="must move the Trade Gate first"):
        GAME.legal_move(gate, 0, "play teal1")


# §3.4 Rank


def test_3_4_the_worked_example() -> None:
    """Gate in teal: Teal 2 > Orange 6 > Yellow 5 > Yellow 2."""
    after = bout(["yellow5", "teal2", "yellow2", "orange6"], gate=5)
    (resolved,) = bouts(after)
    assert resolved.ranking() == [("teal2", 1), ("orange6", 3), ("yellow5", 0), ("yellow2", 2)]
    assert [bool(result.steps) for result in resolved.deeds] == [False, True, False, False]
    assert after.lead == 2


def test_3_4_dummies_are_ranked_too() -> None:
    after = bout(["teal5", "teal4"], gate=5, up="teal9", down="yellow1")
    (resolved,) = bouts(after)
    assert resolved.ranking() == [("teal9", None), ("teal5", 0), ("teal4", 1), ("yellow1", None)]


# §3.5 Highest


@pytest.mark.parametrize(
    ("gate", "boat", "steps"), [(5, 1, 4), (5, 5, 8), (1, 8, 1), (6, 3, 3), (6, 7, 7), (6, 6, 8)]
)
def test_3_5_the_highest_card_moves_its_watercraft_to_the_gate(gate: int, boat: int, steps: int) -> None:
    quadrant = QUADRANTS[(TEAL, PURPLE, ORANGE, YELLOW)[((gate - 5) % 8) // 2]]
    cards = [f"{quadrant}8", f"{quadrant}7", f"{quadrant}6", f"{quadrant}5"]
    after = bout(cards, gate=gate, watercraft=[boat, 2, 3, 4])
    assert after.watercraft[0] + 1 == gate
    assert bouts(after)[0].deeds[0].steps == steps
    assert after.shown[0] == (1 if boat + steps > 8 else 0)


def test_3_5_nobody_moves_when_a_dummy_is_highest() -> None:
    after = bout(["teal5", "teal3", "teal2"], gate=5, up="teal9", watercraft=[2, 3, 4])
    assert [space + 1 for space in after.watercraft] == [2, 3, 4]


# §3.6 Lowest


def test_3_6_only_the_lowest_card_has_its_ability_and_its_seat_leads() -> None:
    after = bout(["teal8", "teal5", "orange5", "yellow8"], gate=5)
    assert after.lead == 3 and after.actors() == [3]
    assert tower(after, B) == [0, 0, 0, 2]  # 8: two Banners on the Tower; the 5s hang on Odd


def test_3_6_a_lowest_dummy_has_no_ability_and_nobody_leads() -> None:
    after = bout(["teal8", "teal6", "orange6"], gate=5, up="yellow5")
    assert after.lead == -1
    assert sum(tower(after, B)) == 1  # only from the teal 6 of middle rank


# §3.7 All others


def test_3_7_the_worked_example_an_orange_6_goes_to_the_fourth_space() -> None:
    occupied = {"teal": [[0, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4]}
    after = bout(["orange6", "teal8", "teal7", "yellow5"], gate=5, docks=occupied)
    assert dock(after, TEAL)[3] == [1, 0, 0, 0]
    assert after.fruit[0] == 2 and after.pool == 11 - 2


def test_3_7_the_worked_example_a_purple_6_finds_the_shared_even_space_taken() -> None:
    after = bout(["purple7", "purple4", "orange8", "teal5"], gate=7)
    assert dock(after, PURPLE)[0] == [0, 2, 2, 0]
    later = bout(["purple7", "purple6", "orange5", "teal3"], gate=7, docks={"purple": dock(after, PURPLE)})
    assert tower(later, B) == [0, 1, 0, 0]


def test_3_7_even_and_odd_take_one_more_banner_and_give_no_fruit() -> None:
    after = bout(["orange6", "teal8", "teal7", "yellow5"], gate=5)
    assert dock(after, TEAL)[0] == [2, 0, 0, 0]
    assert dock(after, TEAL)[1] == [0, 0, 2, 0]
    assert list(after.fruit) == [0, 0, 0, 0] and list(after.supply) == [12, 14, 12, 13]


def test_3_7_occupied_is_judged_at_the_start_of_the_bout() -> None:
    """Three even cards in one bout all hang on the Even space and get its bonus."""
    after = bout(["teal8", "orange6", "orange4", "orange2", "yellow5"], gate=5)
    assert dock(after, TEAL)[0] == [0, 2, 2, 2, 0]


def test_3_7_several_seats_take_the_fruit_of_one_suit_space() -> None:
    full = {"teal": [[1, 0, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4]}
    after = bout(["teal8", "purple6", "purple3", "yellow5"], gate=5, docks=full)
    assert dock(after, TEAL)[2] == [0, 1, 1, 0]
    assert list(after.fruit) == [0, 1, 1, 0]


def test_3_7_without_a_matching_free_space_the_banner_goes_to_the_tower() -> None:
    full = {"teal": [[1, 0, 0, 0], [0] * 4, [0, 1, 0, 0], [0] * 4]}
    after = bout(["teal8", "teal6", "purple4", "yellow5"], gate=5, docks=full)
    assert tower(after, B) == [0, 1, 1, 1]
    assert not any(after.fruit) and not any(tower(after, A))


def test_3_7_neutral_banners_occupy_even_and_odd() -> None:
    after = bout(["teal8", "teal6", "purple4"], gate=5, up="yellow5")
    assert dock(after, TEAL)[0] == [0, 0, 0] and tower(after, B)[1] == 1
    assert dock(after, TEAL)[2] == [0, 0, 1] and after.fruit[2] == 1


@pytest.mark.parametrize(("quadrant", "gate"), [("teal", 6), ("purple", 7), ("orange", 2), ("yellow", 3)])
def test_3_7_every_dock_has_the_two_suits_that_follow(quadrant: str, gate: int) -> None:
    own = QUADRANTS.index(quadrant)
    following = [QUADRANTS[(own + step) % 4] for step in (1, 2, 3)]
    docks = {quadrant: [[1, 0, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4]}
    cards = [f"{quadrant}8", f"{following[0]}4", f"{following[1]}4", f"{following[2]}5"]
    after = bout(cards, gate=gate, docks=docks)
    assert dock(after, own)[2] == [0, 1, 0, 0] and dock(after, own)[3] == [0, 0, 1, 0]
    assert list(after.fruit) == [0, 1, 2, 0]


# §3.8 Out of Banners


def test_3_8_a_seat_without_banners_places_nothing_and_occupies_nothing() -> None:
    full = {"teal": [[1, 0, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4]}
    towers = {"A": [0, 14, 0, 0]}
    cards = ["teal8", "orange6", "purple5", "yellow5"]
    after = bout(cards, gate=5, docks=full, towers=towers)
    assert dock(after, TEAL)[3] == [0, 0, 0, 0] and after.fruit[1] == 0
    assert not after.taken & 2**3


def test_3_8_the_last_banner_comes_without_the_bonus_banner() -> None:
    after = bout(["teal8", "orange6", "purple5", "yellow5"], gate=5, towers={"A": [0, 13, 0, 0]})
    assert dock(after, TEAL)[0] == [0, 1, 0, 0] and after.supply[1] == 0


def test_3_8_the_last_banner_takes_the_fruit_of_a_suit_space() -> None:
    full = {"teal": [[1, 0, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4]}
    after = bout(["teal8", "orange6", "purple5", "yellow5"], gate=5, docks=full, towers={"A": [0, 13, 0, 0]})
    assert dock(after, TEAL)[3] == [0, 1, 0, 0] and after.fruit[1] == 2


@pytest.mark.parametrize(("left", "hung"), [(2, 2), (1, 1), (0, 0)])
def test_3_8_ability_8_places_what_is_left(left: int, hung: int) -> None:
    after = bout(["teal8", "teal7", "teal6", "yellow8"], gate=5, towers={"A": [0, 0, 0, 14 - left]})
    assert tower(after, B)[3] == hung and after.supply[3] == 0


def test_3_8_ability_2_without_a_banner_brings_no_bonus() -> None:
    full = {"teal": [[1, 0, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4]}
    after = bout(["teal8", "teal7", "teal6", "yellow2"], gate=5, docks=full, towers={"A": [0, 0, 0, 14]})
    assert dock(after, TEAL)[2:] == [[0] * 4, [0] * 4] and after.fruit[3] == 0


# §9 Numbers of players


@pytest.mark.parametrize(("seats", "undealt", "dummies"), [(2, 20, 2), (3, 12, 1), (4, 4, 0), (5, 5, 0)])
def test_9_the_deal_leaves_cards_for_the_dummies(seats: int, undealt: int, dummies: int) -> None:
    state = GAME.setup(seats, seeded("undealt"))
    assert count(state.deck) + dummies == undealt


@pytest.mark.parametrize(("seats", "undealt"), [(2, 16), (3, 8), (4, 0), (5, 1)])
def test_9_after_four_kept_nines_the_undealt_cards_are_just_enough(seats: int, undealt: int) -> None:
    cards = ["teal7", "teal6", "teal5", "teal4", "teal3"][:seats]
    nines = [f"{suit}9" for suit in QUADRANTS]
    spare = [card for card in deck(seats) if card not in {*cards, *nines}]
    hand = 7 if seats == 5 else 8
    played = spare[: (hand - 1) * max(4, seats)]
    kept: list[list[str]] = [nines, [], [], [], []]
    state = table(cards, asked="gate", lead=0, played=played, kept=kept[:seats])
    move(state, 0, "gate 1")
    drawn = {2: 2, 3: 1}.get(seats, 0) if state.lead == -1 else 0
    assert state.round == 1 and count(state.deck) + drawn == undealt


def test_9_three_rounds_never_run_out_of_dummies() -> None:
    for number, seats in product(range(20), (2, 3)):
        match = Match(GAME, seats, f"dummies {number}")
        while not match.over:
            seat = int(match.state.actor)
            match.play(seat, match.state.legal(seat)[-1])
        assert match.state.round == 3
