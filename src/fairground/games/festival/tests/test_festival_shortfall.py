"""What a board lacks of a card, checked against a naive search, and what the view says about it."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from fairground import Match, Rng, seeded
from fairground.games.festival import GAME
from fairground.games.festival.box import Objective
from fairground.games.festival.patterns import COLOURS, Same, read_pattern
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.rules.printed import FestivalPrinted
from fairground.games.festival.shortfall import Shortfall, find_shortfall
from fairground.games.festival.tests.naive import Board, Cell, cell, empty_board, every_way, shows, suits
from fairground.games.festival.tests.table import play, table
from fairground.games.festival.view import FestivalView

TYPES = ("palm", "fountain", "rose", "burst")
WORDS = ["any", "any^", "any^3", "any^5", "red", "green^", "palm", "rose^4", "red-palm", "blue-rose^"]
Way = dict[int, Cell]  # what a placement asks for on each of its spaces


def every_placement(card: Objective) -> list[Way]:
    """Return every placement of a card, with a fixed type or colour for cells that must share one."""
    ways: list[Way] = []
    for drawn in every_way(card) if card.linked else [[]]:
        there = {3 * row + column: asked for row, column, asked in drawn}
        rest = [space for space in range(9) if space not in there]
        for chosen in permutations(rest, len(card.free)):
            ways.append(there | dict(zip(chosen, map(cell, card.free), strict=True)))
    if card.same is None:
        return ways
    kinds = TYPES if card.same == "type" else COLOURS
    return [agreed for kind in kinds for way in ways if (agreed := agree(way, kind, kinds))]


def agree(way: Way, kind: str, kinds: tuple[str, ...]) -> Way:
    """Return the placement with a kind for all its cells; nothing if one of them asks for another kind."""
    for words, _ in way.values():
        if any(word in kinds and word != kind for word in words):
            return {}
    return {space: (tuple({*words, kind}), level) for space, (words, level) in way.items()}


def tiles_for(way: Way, board: Board) -> int:
    """Return how many tiles a placement still needs."""
    columns = [column for row in board for column in row]
    lacking = [(space, asked) for space, asked in way.items() if not suits(asked, columns[space])]
    return sum(max(1, level - len(columns[space])) for space, (_, level) in lacking)


def state_with(card: Objective) -> Festival:
    """Return an empty board, and the card as the only one."""
    placements = read_pattern(card.linked, card.free, card.same, TYPES).placements()
    printed = FestivalPrinted()
    printed.first_placement = vec[i64]([0, len(placements)])
    printed.placement_colours = vec[i64]([colours for colours, _ in placements])
    printed.placement_types = vec[i64]([types for _, types in placements])
    state = Festival()
    state.seats = 2
    state.prepare(printed)
    return state


def lay_some(rng: Rng, state: Festival) -> Board:
    board = empty_board()
    kinds = [rng.below(16) for _ in range(1 + rng.below(5))]
    for _ in range(rng.below(16)):
        space, tile = rng.below(9), kinds[rng.below(len(kinds))]
        state.cover(0, space, tile)
        board[space // 3][space % 3].append((COLOURS[tile // 4], TYPES[tile % 4]))
    return board


def as_words(found: Shortfall) -> Way:
    """Return the missing tiles as the naive search writes them."""
    missing = {}
    for each in found.missing:
        colour = () if each.colour is None else (COLOURS[each.colour],)
        kind = () if each.type is None else (TYPES[each.type],)
        missing[each.space] = ((*colour, *kind), each.level)
    return missing


def same_way(way: Way, board: Board, found: Shortfall) -> bool:
    """Tell whether a placement has these spaces met and exactly these tiles missing."""
    columns = [column for row in board for column in row]
    lacking = {space: asked for space, asked in way.items() if not suits(asked, columns[space])}
    missing = as_words(found)
    return (
        sorted(way) == sorted([*found.met, *missing])
        and lacking.keys() == missing.keys()
        and all(
            set(lacking[space][0]) == set(words) and lacking[space][1] == level
            for space, (words, level) in missing.items()
        )
    )


def check(card: Objective, seed: str, boards: int) -> int:
    """Compare with the naive search and return how often the card was fulfilled."""
    placements = every_placement(card)
    rng, fulfilled = seeded(seed), 0
    for _ in range(boards):
        state = state_with(card)
        board = lay_some(rng, state)
        found = find_shortfall(state, 0, 0)
        assert found.tiles == min(tiles_for(way, board) for way in placements), board
        assert any(same_way(way, board, found) for way in placements), (board, found)
        assert (found.tiles == 0) == (not found.missing) == state.fulfils(0, 0) == shows(board, card)
        fulfilled += found.tiles == 0
    return fulfilled


def card_of(*linked: str, free: tuple[str, ...] = (), same: Same | None = None) -> Objective:
    return Objective("C", "custom", 1, linked, free, same)


HARD_CARDS = {
    "a named and a free cell": card_of("red", free=("any",), same="type"),
    "a free cell that names its type": card_of(free=("red-palm", "any^"), same="type"),
    "cells that name different things": card_of("red-palm any", same="colour"),
    "a raised cell": card_of("palm^3 yellow"),
    "high cells": card_of("any^6 any^4"),
    "a corner and a free tile": card_of("green yellow", "blue .", free=("any^",)),
    "three free cells": card_of(free=("red", "red", "palm^")),
    "a whole board": card_of("any any any", "any any^ any", "any any any"),
}


@pytest.mark.parametrize("name", HARD_CARDS)
def test_what_a_board_lacks_is_the_least_that_any_placement_lacks(name: str) -> None:
    check(HARD_CARDS[name], name, boards=25)


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4),
    st.lists(st.sampled_from(WORDS), max_size=2),
    st.sampled_from([None, "type", "colour"]),
    st.integers(0, 10**6),
)
def test_what_a_board_lacks_of_any_card(
    linked: list[str], free: list[str], same: Same | None, seed: int
) -> None:
    card = card_of(" ".join(linked[:2]), " ".join(linked[2:]) or ".", free=tuple(free), same=same)
    if read_pattern(card.linked, card.free, card.same, TYPES).agreeing():
        check(card, str(seed), boards=2)


# The view


def view_of(state: Festival, seat: int = 0) -> FestivalView:
    view = GAME.view(state, seat)
    assert isinstance(view, FestivalView)
    return view


def test_the_view_names_what_a_card_lacks() -> None:
    board = {"a1": "green palm", "b1": "yellow palm", "a2": "yellow rose", "b2": "red rose"}
    tops = ["A-red", "A-blue", "B-red", "E-blue"]
    view = view_of(table([board, {}], incomplete={0: ["G-green", "D-palm"]}, piles=tops))
    square = view.boards[0].nearest["G-green"]
    assert (square.met, square.tiles) == (["a1", "b1", "a2"], 1)
    assert [(each.space, each.colour, each.type) for each in square.missing] == [("b2", "green", None)]
    assert view.boards[1].nearest["A-red"].tiles == 3
    assert set(view.boards[0].nearest) == {"start-green-a", "G-green", "D-palm", *tops}


def test_the_view_names_both_sides_until_one_is_chosen() -> None:
    state = GAME.setup(2, seeded("sides"), {"boards": "red-blue-green-yellow"})
    nearest = view_of(state).boards[0].nearest
    assert {"start-red-a", "start-red-b"} <= set(nearest)
    play(state, "side b")
    nearest = view_of(state).boards[0].nearest
    assert "start-red-b" in nearest and "start-red-a" not in nearest


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_view_says_fulfilled_only_where_the_rules_do(seats: int) -> None:
    """Incomplete cards lack something, and the spaces that complete one are those of the moves that do."""
    match, rng = Match(GAME, seats, "lacks"), seeded("lacks")
    while not match.over:
        state, seat = match.state, int(match.state.actor)
        view = view_of(state, seat)
        for board in view.boards:
            assert all(board.nearest[card.id].tiles > 0 for card in board.incomplete)
        for move in state.legal(seat):
            kind, place = GAME.write(move).split()
            after = state.copy()
            after.play(seat, move)
            completes = after.done[seat] != state.done[seat]
            if kind == "pile":
                top = view.piles[int(place) - 1].top
                assert top and completes == (view.boards[seat].nearest[top.id].tiles == 0)
            elif kind != "side":
                assert completes == (place in view.boards[seat].completing[kind])
        moves = state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])


def test_an_empty_stack_completes_nothing() -> None:
    state = table([{"a1": "green palm"}, {}])
    state.stack_size[0] = 0
    assert view_of(state).boards[0].completing["left"] == []


def test_the_view_says_what_crowd_pleasers_ask_for() -> None:
    pleasers = view_of(table([{}, {}], pleasers="abab")).pleasers
    asked = [(each.asks, each.least, each.level) for each in pleasers]
    assert asked == [("colour", 4, 1), ("stacks", 2, 3), ("values", 4, 1), ("variety", 4, 1)]
