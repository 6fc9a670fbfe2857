"""What must be true of every position."""

from fairground.engine.state import OVER
from fairground.games.banner_festival.bout_log import EVEN, ODD
from fairground.games.banner_festival.notation import card_name
from fairground.games.banner_festival.rules.cards import BIT, SPACES, count
from fairground.games.banner_festival.rules.festival import ROUNDS, BannerFestival
from fairground.games.banner_festival.rules.table import GATE, NO_CARD, NOBODY


def check(state: BannerFestival) -> list[str]:
    """Return what is wrong with a position; an empty list if nothing is."""
    return _check_progress(state) or [
        *_check_cards(state),
        *_check_hands(state),
        *_check_banners(state),
        *_check_values(state),
    ]


def _check_progress(state: BannerFestival) -> list[str]:
    over = state.actor == OVER
    wrong = []
    if not 0 <= state.round <= ROUNDS or (state.round == ROUNDS) != over:
        wrong.append(f"{state.round} rounds are scored, but the match is {'over' if over else 'going on'}")
    if not 0 <= state.bout < state.printed.hand + over or (over and state.bout < state.printed.hand):
        wrong.append(f"{state.bout} bouts of {state.printed.hand} are played in this round")
    if not 0 <= state.gate < SPACES:
        wrong.append(f"the gate is on space {state.gate + 1}")
    if not over and state.asked == GATE and state.actor != state.lead:
        wrong.append(f"seat {state.actor} is to move the gate, but seat {state.lead} leads")
    return wrong


def _check_cards(state: BannerFestival) -> list[str]:
    """Every card is in exactly one place, and as many cards are played as the bouts took."""
    dummies = [BIT[card] for card in (state.up, state.down) if card != NO_CARD]
    places = [*state.hands, *state.kept, state.deck, state.played, *dummies]
    wrong = []
    if sum(count(place) for place in places) != count(state.printed.cards):
        wrong.append("a card is missing or in two places")
    if sum(places) != state.printed.cards:
        wrong.append("the cards are not those of the box")
    expected = 0 if state.asked == GATE or state.actor == OVER else state.printed.dummies
    if len(dummies) != expected:
        wrong.append(f"there are {len(dummies)} dummies instead of {expected}")
    kept = sum(count(cards) for cards in state.kept)
    kept_now = state.bout * (state.seats + state.printed.dummies) - count(state.played)  # in this round
    if not 0 <= kept_now <= min(kept, state.bout):
        wrong.append(f"{count(state.played)} cards are played in {state.bout} bouts")
    return wrong


def _check_hands(state: BannerFestival) -> list[str]:
    """Hands have equal size and contain the sealed cards; a last card is played without asking."""
    wrong = []
    if any(count(hand) != state.hand_size() for hand in state.hands):
        wrong.append("the hands are not of equal size")
    for seat, card in enumerate(state.sealed):
        if card != NO_CARD and not state.hands[seat] & BIT[card]:
            wrong.append(f"seat {seat} has chosen {card_name(card)}, which it does not hold")
        if card != NO_CARD and state.asked == GATE:
            wrong.append(f"seat {seat} has chosen before the gate moved")
    if state.actor != OVER and state.asked != GATE and state.hand_size() < 2:
        wrong.append("the last cards must be played without asking")
    if state.actor != OVER and count(state.deck) < _dummies_due(state):
        wrong.append("the deck is too small for the dummies still to be drawn")
    return wrong


def _dummies_due(state: BannerFestival) -> int:
    """§3.2 Return how many dummies will still be drawn in this round."""
    bouts = state.hand_size() - (state.asked != GATE)
    return int(state.printed.dummies * bouts)


def _check_banners(state: BannerFestival) -> list[str]:
    wrong = []
    if any(number < 0 for number in [*state.docks, *state.towers, *state.supply]):
        wrong.append("a seat has hung more Banners than it has, or fewer than 0")
    for seat in range(state.seats):
        hung = sum(state.docks[seat :: state.seats]) + sum(state.towers[seat :: state.seats])
        if hung + state.supply[seat] != state.printed.banners:
            wrong.append(f"seat {seat} has {hung + state.supply[seat]} Banners, not {state.printed.banners}")
    if state.bout == 0 and any(state.docks):
        wrong.append("a dock has a Banner at the start of a round")
    return wrong + _check_spaces(state)


def _check_spaces(state: BannerFestival) -> list[str]:
    """Exactly the spaces with a Banner are occupied, and a neutral Banner is alone on its space."""
    wrong = []
    for at in range(16):
        owned = any(state.docks[state.seats * at + seat] for seat in range(state.seats))
        neutral = bool(state.printed.neutral & BIT[at])
        if owned and neutral:
            wrong.append("a seat has a Banner on the space of a neutral one")
        if (owned or neutral) != bool(state.taken & BIT[at]):
            wrong.append("an occupied space is marked free, or a free one occupied")
    expected = {at for at in range(20) if state.printed.matches[at] in {EVEN, ODD}}
    if count(state.printed.neutral) != (len(expected) if state.printed.dummies else 0):
        wrong.append(f"there are {count(state.printed.neutral)} neutral Banners")
    return wrong


def _check_values(state: BannerFestival) -> list[str]:
    """Fruit, Watercraft, Character cards and Profit are within their limits."""
    wrong = []
    if any(number < 0 for number in [*state.fruit, *state.majorities, *state.feasts]):
        wrong.append("a seat has less than 0 Fruit or Profit")
    if state.actor != OVER and state.pool + sum(state.fruit) != state.printed.pool:
        wrong.append(f"all Fruit together is {state.pool + sum(state.fruit)}, not {state.printed.pool}")
    if not 1 <= state.pool <= state.printed.pool:
        wrong.append(f"the pool holds {state.pool}")
    if any(not 0 <= space < SPACES for space in state.watercraft):
        wrong.append("a Watercraft is off the track")
    if any(not 0 <= shown < len(state.printed.characters) for shown in state.shown):
        wrong.append("a seat has revealed more Character cards than it has")
    if not NOBODY <= state.lead < state.seats:
        wrong.append(f"seat {state.lead} leads, but there is no such seat")
    return wrong
