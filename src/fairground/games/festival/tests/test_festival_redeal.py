"""§6 What nobody knows is redealt, with every order equally likely."""

from collections import Counter
from itertools import permutations

import pytest
from scipy.stats import chisquare

from fairground import Match, Rng, seeded
from fairground.games.festival import GAME
from fairground.games.festival.positions import FestivalPosition, cards_in_pile, pack, tiles_in_stack
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.tests.table import CARDS, COLOURS, TILES

Orders = tuple[tuple[int, ...], ...]


def late(stacks: tuple[int, ...], piles: list[int]) -> Festival:
    """Return a position of three seats near the end, with these sizes of stacks and piles."""
    laid = [f"{seat} left a1 {tile}" for seat in range(3) for tile in TILES[: 16 - stacks[seat]]]
    cuts = [sum(piles[:n]) for n in range(5)]
    rest, gone = CARDS[: cuts[4]], CARDS[cuts[4] :]
    held = [[f"start-{colour}-a", *gone[5 * n : 5 * n + 5]] for n, colour in enumerate(COLOURS[:3])]
    state = {
        "boards": COLOURS[:3],
        "sides": "aaa",
        "laid": laid,
        "piles": [rest[cuts[n] : cuts[n + 1]] for n in range(4)],
        "incomplete": held,
        "completed": [gone[15 + 5 * n : 20 + 5 * n] for n in range(3)],
        "pleasers": "abba",
        "owners": [None, None, 0, None],
    }
    return GAME.restore({"game": "festival", "seats": 3, "state": state})


def world(state: Festival, seat: int, rng: Rng) -> Festival:
    imagined = state.imagine(seat, rng)
    assert isinstance(imagined, Festival)
    return imagined


def orders_in(state: Festival) -> Orders:
    """Return all stacks and piles, each from the top."""
    stacks = [tiles_in_stack(state, stack) for stack in range(state.seats)]
    return tuple(tuple(each) for each in [*stacks, *(cards_in_pile(state, pile) for pile in range(4))])


def imagined(state: Festival, worlds: int) -> Counter[Orders]:
    rng = seeded("worlds")
    return Counter(orders_in(world(state, n % 3, rng)) for n in range(worlds))


def uniform(found: Counter[Orders], orders: int) -> bool:
    """Tell whether all orders occur about equally often."""
    return len(found) == orders and bool(chisquare(list(found.values())).pvalue > 0.001)


@pytest.mark.parametrize(
    ("stacks", "piles", "orders"),
    [
        ((5, 1, 1), [2, 1, 1, 1], 24),  # 4 tiles below the top
        ((1, 5, 1), [5, 0, 0, 0], 24 * 24),  # and 4 cards in one pile
        ((1, 1, 1), [2, 2, 2, 2], 24),  # 4 cards, one in each pile
        ((1, 1, 1), [3, 2, 1, 2], 24),  # 4 cards in three piles
        ((3, 3, 2), [3, 1, 0, 2], 2 * 2 * 6),  # everything at once
    ],
)
def test_6_every_order_is_equally_likely(stacks: tuple[int, ...], piles: list[int], orders: int) -> None:
    state = late(stacks, piles)
    assert uniform(imagined(state, max(2400, 20 * orders)), orders)


def test_6_cards_move_between_piles_and_tiles_stay_in_their_stack() -> None:
    state = late((4, 4, 4), [2, 2, 1, 1])
    position = pack(state)
    worlds = [pack(world(state, 0, seeded(str(n)))) for n in range(200)]
    assert {(each.piles or [])[0][1] for each in worlds} == {CARDS[1], CARDS[3]}
    for stack in range(3):
        below = {tuple((each.stacks or [])[stack][1:]) for each in worlds}
        assert below == set(permutations((position.stacks or [])[stack][1:]))


def seen(position: FestivalPosition) -> FestivalPosition:
    """Return a position without the order of what is hidden."""
    stacks = [[*stack[:1], *sorted(stack[1:])] for stack in position.stacks or []]
    hidden = sorted(card for pile in position.piles or [] for card in pile[1:])
    piles = [[*pile[:1], str(len(pile))] for pile in position.piles or []]
    position.stacks, position.piles = stacks, [*piles, hidden]
    return position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_6_what_was_seen_is_never_touched(seats: int) -> None:
    match = Match(GAME, seats, "seen")
    rng = seeded("play")
    while not match.over:
        moves = match.state.legal(match.state.actor)
        match.play(match.state.actor, moves[rng.below(len(moves))])
        for seat in range(seats):
            assert seen(pack(world(match.state, seat, rng))) == seen(pack(match.state))


def test_6_imagining_does_not_touch_the_state_or_its_copies() -> None:
    state = GAME.setup(3, seeded("shared"))
    twin = state.copy()
    before = orders_in(state)
    twin.redeal(0)
    assert orders_in(twin) != before and orders_in(state) == before


def test_6_every_seat_and_spectators_see_the_same() -> None:
    state = GAME.setup(4, seeded("views"))
    views = [GAME.view(state, seat) for seat in (None, 0, 1, 2, 3)]
    fields = {name for name in views[0].__struct_fields__ if name != "seat"}
    for view in views[1:]:
        assert all(getattr(view, name) == getattr(views[0], name) for name in fields)
