"""§1.1 The patterns of objectives, and the fast matcher checked against a naive one."""

from collections.abc import Sequence

import pytest

from fairground import Rng, seeded
from fairground.games.festival import GAME
from fairground.games.festival.box import Objective, StartingSide
from fairground.games.festival.patterns import COLOURS, Same, describe, read_pattern
from fairground.games.festival.printed import printed_values
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.tests.naive import Board, Card, empty_board, shows

TYPES = ("palm", "fountain", "rose", "burst")
TILES = [(colour, kind) for colour in COLOURS for kind in TYPES]
BOX = GAME.box().values
STARTING = [BOX.side(colour, side) for colour in COLOURS for side in "ab"]
CARDS: list[Card] = [*BOX.objectives, *STARTING]


def blank() -> Festival:
    state = Festival()
    state.seats = 2
    state.prepare(printed_values(BOX))
    return state


def lay(state: Festival, board: Board, space: int, tile: int) -> None:
    state.cover(0, space, tile)
    board[space // 3][space % 3].append(TILES[tile])


def random_board(rng: Rng, state: Festival) -> Board:
    """Lay up to 14 tiles of only a few kinds, so that patterns are often fulfilled."""
    board = empty_board()
    kinds = [rng.below(16) for _ in range(2 + rng.below(5))]
    for _ in range(3 + rng.below(12)):
        lay(state, board, rng.below(9), kinds[rng.below(len(kinds))])
    return board


def compare(boards: int, cards_a_board: int, seed: str) -> tuple[int, int]:
    """Return how many comparisons found the card shown, and how many did not."""
    rng = seeded(seed)
    shown = [0, 0]
    for _ in range(boards):
        state = blank()
        board = random_board(rng, state)
        first = rng.below(len(CARDS))
        for step in range(cards_a_board):
            card = (first + step * 5) % len(CARDS)  # 5 and 36 have no common divisor
            expected = shows(board, CARDS[card])
            assert state.fulfils(0, card) == expected, (CARDS[card], board)
            shown[expected] += 1
    return shown[True], shown[False]


def test_fast_and_naive_matcher_agree_on_a_hundred_thousand_boards() -> None:
    fulfilled, not_fulfilled = compare(100_000, 2, "many boards")
    assert fulfilled > 10_000 and not_fulfilled > 100_000


@pytest.mark.soak
def test_fast_and_naive_matcher_agree_on_every_card_of_a_hundred_thousand_boards() -> None:
    fulfilled, _ = compare(100_000, len(CARDS), "every card")
    assert fulfilled > 100_000


def test_checking_only_where_a_tile_was_laid_misses_nothing() -> None:
    """A card that was not shown before a tile was laid, and is now, is found from that tile."""
    rng = seeded("step by step")
    found = 0
    for _ in range(200):
        state, board = blank(), empty_board()
        kinds = [rng.below(16) for _ in range(5)]
        state.held[0] = sum(2**card for card in range(len(CARDS)))
        for _ in range(12):
            space, tile = rng.below(9), kinds[rng.below(5)]
            lay(state, board, space, tile)
            fulfilled = state._newly_fulfilled(0, space, tile)
            state.held[0] &= ~fulfilled
            found += int(fulfilled).bit_count()
            left = [card for card in range(len(CARDS)) if state.held[0] >> card & 1]
            assert not any(shows(board, CARDS[card]) for card in left)
    assert found > 1_000


# Unusual cards


def custom(
    *linked: str, free: Sequence[str] = (), same: Same | None = None
) -> tuple[Objective, list[tuple[int, int]]]:
    card = Objective("C", "custom", 1, linked, tuple(free), same)
    return card, read_pattern(linked, free, same, TYPES).placements()


UNUSUAL_CARDS = {
    "colour and type in one cell": custom("red-rose yellow"),
    "level three": custom("green^3 any"),
    "level five": custom("palm^5"),
    "any tile": custom("any any any", "any any any", "any any any"),
    "a diagonal": custom("green .", ". green"),
    "far corners": custom("palm . palm", ". . .", ". . any"),
    "linked, of one type": custom("any any", same="type"),
    "linked, of one colour": custom("palm any rose", same="colour"),
    "free of different kinds": custom(free=["green", "palm^", "rose"]),
    "free, of one colour": custom(free=["any", "any", "any", "any"], same="colour"),
    "free, partly fixed": custom(free=["red-palm", "any^"], same="type"),
    "partly linked and partly free": custom("green palm", free=["red"]),
    "linked and free cells that are alike": custom("green", free=["green"]),
    "linked and free, of one type": custom("any any", free=["red", "any"], same="type"),
    "linked and free, of one colour": custom("palm .", ". any", free=["any^"], same="colour"),
    "all nine spaces": custom("any any any", "any any any", "any . any", free=["palm"]),
}


@pytest.mark.parametrize("name", UNUSUAL_CARDS)
def test_an_unusual_card_needs_no_code(name: str) -> None:
    card, placements = UNUSUAL_CARDS[name]
    rng = seeded(name)
    shown = 0
    for _ in range(400):
        state = blank()
        board = random_board(rng, state)
        for _ in range(rng.below(12)):
            lay(state, board, rng.below(9), rng.below(16))
        colours, types = int(state.colours[0]), int(state.types[0])
        fast = any(not (a & ~colours or b & ~types) for a, b in placements)
        assert fast == shows(board, card), board
        shown += fast
    assert 0 < shown < 400


def test_patterns_have_as_many_placements_as_counted_by_hand() -> None:
    """A symmetrical line has 6, a corner 16, a square of two colours 8, a T 8, two neighbours 24."""
    count = {card.name: len(pattern_of(card)) for card in BOX.objectives}
    assert [count[f"{family}-green"] for family in "ABG"] == [6, 16, 8]
    assert [count[f"{family}-palm"] for family in "CDF"] == [6, 16, 24]
    assert count["E-green"] == 36 * 4  # pairs of spaces, and types
    assert [len(pattern_of(side)) for side in STARTING[:2]] == [8, 8]


def pattern_of(card: Objective | StartingSide) -> list[tuple[int, int]]:
    return read_pattern(card.linked, card.free, card.same, TYPES).placements()


@pytest.mark.parametrize(
    ("linked", "free", "expected"),
    [
        ([], [], "a linked layout, free cells, or both"),
        (["."], [], "at least one cell"),
        (["."], ["green"], "at least one cell"),
        (["any any any"] * 2 + ["any any ."], ["any"] * 2, "9 cells, got 8 linked and 2 free"),
        (["green"], ["purple"], "got 'purple'"),
        (["green"], ["any"] * 5, "at most 4 free cells, got 5"),
        (["green green green green"], [], "fits 3 x 3 spaces, got 1 x 4"),
        (["green", "green", "green", "green"], [], "fits 3 x 3 spaces, got 4 x 1"),
        (["purple"], [], "got 'purple'"),
        (["green-yellow"], [], "got 'green-yellow'"),
        (["palm-rose"], [], "got 'palm-rose'"),
        (["any-rose"], [], "got 'any-rose'"),
        (["green^7"], [], "a level from 1 to 6 after ^, got '7'"),
        (["green^0"], [], "a level from 1 to 6 after ^, got '0'"),
        (["green^x"], [], "a level from 1 to 6 after ^, got 'x'"),
        ([], ["any"] * 5, "at most 4 free cells, got 5"),
    ],
)
def test_an_impossible_pattern_is_refused(linked: list[str], free: list[str], expected: str) -> None:
    with pytest.raises(ValueError, match=expected.replace("^", r"\^")):
        read_pattern(linked, free, None, TYPES)


def test_patterns_are_described_in_the_words_they_are_read_from() -> None:
    for card in CARDS:
        pattern = read_pattern(card.linked, card.free, card.same, TYPES)
        drawn = " / ".join(card.linked) or " + ".join(card.free) + " anywhere"
        assert describe(pattern, TYPES) == drawn + (", all of one type" if card.same else "")


def test_a_partly_linked_card_is_described_with_both_parts() -> None:
    pattern = read_pattern(["red .", ". palm^"], ["any", "blue-rose^3"], "colour", TYPES)
    assert describe(pattern, TYPES) == "red . / . palm^ and any + blue-rose^3 anywhere, all of one colour"


def test_free_cells_beside_a_layout_have_every_other_space() -> None:
    """A pair of neighbours has 24 places, and two free cells alike 7 * 6 / 2 pairs of the other spaces."""
    pattern = read_pattern(["red blue"], ["palm", "palm"], None, TYPES)
    assert len(pattern.placements()) == 24 * 21
