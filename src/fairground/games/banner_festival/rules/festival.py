"""§3, §6, §7 The sequence of play: gate, dummies, sealed cards, bouts and rounds.

Moves 0 to 3 move the gate by 1 to 4 spaces; move 4 + card plays a card.
"""

from typing import Final

from mypy_extensions import i64

from fairground.engine.state import OVER
from fairground.games.banner_festival.rules.actions import hang_by_card, move_to_gate, use_ability
from fairground.games.banner_festival.rules.cards import BIT, CARDS, STRENGTH, count, nth
from fairground.games.banner_festival.rules.printed import NO_SPACE
from fairground.games.banner_festival.rules.scoring import (
    clear_docks,
    feast,
    feast_in_bout,
    score_majorities,
)
from fairground.games.banner_festival.rules.table import (
    BOUT,
    CARD,
    FACE_DOWN,
    FACE_UP,
    FEAST,
    GATE,
    GATE_AT,
    HEAD,
    LINE,
    NO_CARD,
    NOBODY,
    PLAYED,
    ROUND,
    SPACE,
    BannerTable,
)

STEPS: Final = 4  # §3.1 how far the gate moves at most
DRIFT: Final = 3  # §3.1 how far it moves without a Lead Player
ROUNDS: Final = 3


class BannerFestival(BannerTable):
    """The table and the sequence of play."""

    def copy(self) -> "BannerFestival":
        twin = BannerFestival()
        twin._copy_from(self)
        return twin

    def redeal(self, seat: i64) -> None:
        """§8 Redeal hands, deck and face-down dummy, and draw sealed choices from the new hands."""
        size = self.hand_size()
        for other in range(self.seats):
            if other != seat:
                self.deck |= self.hands[other]
        if self.down != NO_CARD:
            self.deck |= BIT[self.down]
            self.down = self.draw()
        for other in range(self.seats):
            if other != seat:
                self.hands[other] = self.draw_hand(size)
                if self.sealed[other] != NO_CARD:
                    self.sealed[other] = nth(self.hands[other], self.rng.below(size))

    def reopen(self, seat: i64) -> None:
        """§3.3 Take the other seats' sealed cards back into their hands."""
        if self.asked == CARD:
            for other in range(self.seats):
                self.sealed[other] = NO_CARD
            self.actor = 0

    def reshuffle(self) -> None:
        """§8 Draw the face-down dummy again; the deck has no order, and seats know their hands."""
        if self.down != NO_CARD:
            self.deck |= BIT[self.down]
            self.down = self.draw()

    # Decisions

    def actors(self) -> list[int]:
        if self.actor == OVER:
            return []
        if self.asked == GATE:
            return [self.actor]
        return [seat for seat in range(self.seats) if self.sealed[seat] == NO_CARD]

    def legal(self, seat: i64) -> list[int]:
        moves: list[int] = []
        if self.actor == OVER:
            return moves
        if self.asked == GATE:
            return [0, 1, 2, 3] if seat == self.actor else moves
        if self.sealed[seat] != NO_CARD:
            return moves
        hand = self.hands[seat]
        for n in range(self.hand_size()):
            moves.append(STEPS + nth(hand, n))
        return moves

    def play(self, seat: i64, move: i64) -> None:
        if self.asked == GATE:
            self._move_gate(move + 1)
            if self.hand_size() == 1:
                self.logged = 0
            self._open_bout()
            return
        self.sealed[seat] = move - STEPS
        for other in range(self.seats):
            if self.sealed[other] == NO_CARD:
                self.actor = other
                return
        self.logged = 0
        self._reveal()

    # §3 A bout

    def begin(self) -> None:
        """§2 Deal, and open the first bout without moving the gate."""
        self._deal()
        self._open_bout()

    def _deal(self) -> None:
        """§6.3 Deal new hands from all cards except the kept ones."""
        self.deck = self.printed.cards
        for seat in range(self.seats):
            self.deck &= ~self.kept[seat]
        self.played = 0
        self.bout = 0
        for seat in range(self.seats):
            self.hands[seat] = self.draw_hand(self.printed.hand)
        self.revealed += 1

    def _next_bout(self) -> None:
        """§3.1 Ask the Lead Player to move the gate; without one it moves by itself."""
        if self.lead != NOBODY:
            self.asked = GATE
            self.actor = self.lead
            return
        self._move_gate(DRIFT)
        self._open_bout()

    def _move_gate(self, steps: i64) -> None:
        self.gate = (self.gate + steps) & 7

    def _open_bout(self) -> None:
        """§3.2 Draw dummies and ask for cards; §3.3 play a last card without asking."""
        if self.printed.dummies:
            self.up = self.draw()
            self.revealed += 1
            if self.printed.dummies > 1:
                self.down = self.draw()
        self.asked = CARD
        self.actor = 0
        if self.hand_size() == 1:
            for seat in range(self.seats):
                self.sealed[seat] = nth(self.hands[seat], 0)
            self._reveal()

    def _reveal(self) -> None:
        """§3.4-3.9 Open the cards, rank them, and carry out what they do."""
        self.revealed += 1
        self._begin_log()
        highest, lowest = self._extremes()
        free = ~(self.taken >> (4 * self.quadrant())) & 15
        for seat in range(self.seats):
            card = self.sealed[seat]
            if seat == highest:
                move_to_gate(self, seat)  # §3.5
            elif seat == lowest:
                use_ability(self, seat, card, free)  # §3.6
            else:
                hang_by_card(self, seat, card, free)  # §3.7
        self.lead = lowest
        self._discard()
        if self.pool <= 0:
            self.log[self.line(0) - HEAD + FEAST] = 1
            feast_in_bout(self)
        self.logged += 1
        self._end_bout()

    def _extremes(self) -> tuple[i64, i64]:
        """§3.4 Return the seats with the highest and the lowest card, or NOBODY for a dummy."""
        row = CARDS * self.quadrant()
        highest: i64 = NOBODY
        lowest: i64 = NOBODY
        most: i64 = -1
        least: i64 = CARDS
        if self.up != NO_CARD:
            most = least = STRENGTH[row + self.up]
        if self.down != NO_CARD:
            strength = STRENGTH[row + self.down]
            most = strength if strength > most else most
            least = strength if strength < least else least
        for seat in range(self.seats):
            strength = STRENGTH[row + self.sealed[seat]]
            if strength > most:
                most = strength
                highest = seat
            if strength < least:
                least = strength
                lowest = seat
        return highest, lowest

    def _begin_log(self) -> None:
        """Log the bout and its cards; what they do is added as it happens."""
        line = self.line(0)
        head = line - HEAD
        self.log[head + ROUND] = self.round
        self.log[head + BOUT] = self.bout
        self.log[head + GATE_AT] = self.gate
        self.log[head + FACE_UP] = self.up
        self.log[head + FACE_DOWN] = self.down
        self.log[head + FEAST] = 0
        for seat in range(self.seats):
            for field in range(LINE):
                self.log[line + field] = 0
            self.log[line + PLAYED] = self.sealed[seat]
            self.log[line + SPACE] = NO_SPACE
            line += LINE

    def _discard(self) -> None:
        """Put cards and dummies aside for the round, except a kept card."""
        for seat in range(self.seats):
            card = BIT[self.sealed[seat]]
            self.hands[seat] ^= card
            self.played |= card & ~self.kept[seat]
            self.sealed[seat] = NO_CARD
        if self.up != NO_CARD:
            self.played |= BIT[self.up]
            self.up = NO_CARD
        if self.down != NO_CARD:
            self.played |= BIT[self.down]
            self.down = NO_CARD

    def _end_bout(self) -> None:
        self.bout += 1
        if self.bout == self.printed.hand:
            self._end_round()
        if self.round == ROUNDS:
            feast(self)  # §7 the last Feast does not refill the pool
            self.actor = OVER
        else:
            self._next_bout()

    def _end_round(self) -> None:
        """§6 Score the round, and deal again after the first two."""
        score_majorities(self)
        clear_docks(self)
        self.round += 1
        if self.round < ROUNDS:
            self._deal()

    # §7 Points

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.seats)]

    def standing(self, seat: i64) -> list[int]:
        """Return what ranks the seat, in order of importance: points, Banners on the board."""
        return [self.points(seat), self.on_board(seat)]

    def points(self, seat: i64) -> i64:
        """Return all points of a seat."""
        return self.majorities[seat] + self.feasts[seat] + self.character(seat) + self.nines(seat)

    def character(self, seat: i64) -> i64:
        """Return the Profit of the last revealed Character card."""
        return self.printed.characters[self.shown[seat]]

    def nines(self, seat: i64) -> i64:
        """Return the Profit of kept cards."""
        return self.printed.profit * count(self.kept[seat])
