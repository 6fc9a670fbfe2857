"""§3.4, §3.7 A second, naive implementation of ranks and docks, checked on random bouts."""

from dataclasses import dataclass

import pytest

from fairground import Rng, seeded
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.bout_log import bouts
from fairground.games.banner_festival.notation import card_name
from fairground.games.banner_festival.rules.cards import BIT, nth
from fairground.games.banner_festival.rules.festival import BannerFestival

RING = ["orange", "orange", "yellow", "yellow", "teal", "teal", "purple", "purple"]
ORDER = {
    "teal": ["teal", "purple", "orange", "yellow"],
    "purple": ["purple", "orange", "yellow", "teal"],
    "orange": ["orange", "yellow", "teal", "purple"],
    "yellow": ["yellow", "teal", "purple", "orange"],
}
DOCK = {
    "teal": ["even", "odd", "purple", "orange"],
    "purple": ["even", "odd", "orange", "yellow"],
    "orange": ["even", "odd", "yellow", "teal"],
    "yellow": ["even", "odd", "teal", "purple"],
}
FRUIT = {3: 1, 4: 2}  # the bonus of the suit spaces


@dataclass
class Played:
    """A card on the table with its seat, or None for a dummy."""

    suit: str
    number: int
    seat: int | None


def rank(cards: list[Played], quadrant: str) -> list[Played]:
    """Sort cards by suit in the quadrant's order, then by number, the highest first."""
    by_number = sorted(cards, key=lambda card: card.number, reverse=True)
    return [card for suit in ORDER[quadrant] for card in by_number if card.suit == suit]


def landing(card: Played, quadrant: str, occupied: set[int]) -> int:
    """Return the first free space that fits, counted from 1; 5 is the Tower."""
    parity = "odd" if card.number in {1, 3, 5, 7, 9} else "even"
    for space, match in enumerate(DOCK[quadrant], 1):
        if match in {parity, card.suit} and space not in occupied:
            return space
    return 5


def gain(space: int, quadrant: str, supply: int) -> tuple[int, int]:
    """Return how many Banners are hung on a space, and how much Fruit it brings."""
    if supply == 0:
        return 0, 0
    if space == 5:
        return 1, 0
    if DOCK[quadrant][space - 1] in {"even", "odd"}:
        return min(2, supply), 0
    return 1, FRUIT[space]


def random_bout(seats: int, rng: Rng) -> BannerFestival:
    """Return a random position in which only the last seat has not chosen yet."""
    state = STARTS[seats].copy()
    state.rng = rng.fork()
    state.gate = rng.below(8)
    state.deck = state.printed.cards
    for seat in range(seats):
        state.hands[seat] = state.draw_hand(state.printed.hand)
        state.supply[seat] = (0, 1, 2, 14)[rng.below(4)]
        state.watercraft[seat] = rng.below(8)
    if seats < 4:
        state.up = state.draw()
    if seats < 3:
        state.down = state.draw()
    for at in range(16):
        if rng.below(3) == 0 and not state.taken & BIT[at]:
            state.taken |= BIT[at]
            state.docks[seats * at + rng.below(seats)] = 1
    for seat in range(seats - 1):
        state.sealed[seat] = nth(state.hands[seat], rng.below(state.printed.hand))
    state.actor = seats - 1
    return state


def hanging(state: BannerFestival, seat: int, quarter: int, space: int) -> int:
    """Return the seat's Banners on a space of a dock, or on its Tower."""
    if space == 5:
        return int(state.towers[state.seats * (1 if quarter < 2 else 0) + seat])
    return int(state.docks[state.seats * (4 * quarter + space - 1) + seat])


STARTS = {seats: GAME.setup(seats, seeded("naive")) for seats in GAME.seats}


def compare(seats: int, rng: Rng) -> None:
    """Play a random bout and compare its ranks, spaces, Banners and Fruit with the naive ones."""
    before = random_bout(seats, rng)
    after = before.copy()
    moves = before.legal(seats - 1)
    after.play(seats - 1, moves[rng.below(len(moves))])
    resolved = bouts(after)[0]
    cards = [
        Played(result.card[:-1], int(result.card[-1]), seat) for seat, result in enumerate(resolved.deeds)
    ]
    for dummy in (before.up, before.down):
        if dummy >= 0:
            cards.append(Played(card_name(dummy)[:-1], int(card_name(dummy)[-1]), None))
    quadrant = RING[before.gate]
    order = rank(cards, quadrant)
    assert resolved.ranking() == [(f"{card.suit}{card.number}", card.seat) for card in order]
    assert after.lead == (-1 if order[-1].seat is None else order[-1].seat)
    quarter = list(ORDER).index(quadrant)
    occupied = {space for space in range(1, 5) if before.taken >> (4 * quarter + space - 1) & 1}
    for card in order[1:-1]:
        if card.seat is not None:
            space = landing(card, quadrant, occupied)
            banners, fruit = gain(space, quadrant, int(before.supply[card.seat]))
            result = resolved.deeds[card.seat]
            assert (result.banners, result.fruit) == (banners, fruit), card
            assert result.space == (space if banners else None)
            assert (
                hanging(after, card.seat, quarter, space) - hanging(before, card.seat, quarter, space)
                == banners
            )
    if order[0].seat is not None:
        assert resolved.deeds[order[0].seat].landed == before.gate + 1
    assert sum(bool(result.landed) for result in resolved.deeds) <= 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_ranks_and_docks_agree_with_the_naive_rules(seats: int) -> None:
    rng = seeded(f"bouts {seats}")
    for _ in range(25_000):
        compare(seats, rng)
