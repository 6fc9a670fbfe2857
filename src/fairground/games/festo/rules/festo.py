"""The state of Festo!: it runs the phases, counts points, and redeals what is hidden."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.festo.rules import abilities, act, cook, pay, prepare, shop
from fairground.games.festo.rules.bits import count, sum_of_pairs
from fairground.games.festo.rules.kitchen import SILENCE, Kitchen, Question
from fairground.games.festo.rules.numbers import (
    ACT,
    BIT,
    COLOURS,
    DRINK,
    KINDS,
    MAIN,
    NO_QUESTION,
    PREPARE,
    ROAST,
    ROUNDS,
    SHELVES,
    SHOP,
)


class Ended(Question):
    """The match is over: nothing is left to decide."""

    def legal(self, kitchen: Kitchen, seat: i64) -> list[int]:
        return []


QUESTIONS: Final[list[Question]] = [
    Ended(),
    prepare.Giving(),
    shop.Placing(),
    act.TakingAll(),
    act.Using(),
    abilities.Picking(),
    abilities.Moving(),
    abilities.Sending(),
    abilities.Reserving(),
    abilities.Returning(),
    abilities.Fetching(),
    abilities.Laying(),
    act.Taking(),
    act.Buying(),
    cook.Cooking(),
    cook.Freeing(),
    pay.Colouring(),
    pay.Charging(),
    pay.Waiving(),
    pay.Salting(),
]


class Festo(Kitchen):
    """A position of Festo!"""

    def copy(self) -> "Festo":
        twin = Festo()
        twin._copy_from(self)
        return twin

    def legal(self, seat: i64) -> list[int]:
        if seat != self.actor:
            return []
        return QUESTIONS[self.question].legal(self, seat)

    def play(self, seat: i64, move: i64) -> None:
        """Answer the pending question, then go on to the next one."""
        question = QUESTIONS[self.question]
        self.log = SILENCE
        self.question = NO_QUESTION
        question.play(self, seat, move)
        while self.question == NO_QUESTION:
            self._go_on()

    def _go_on(self) -> None:
        phase = self.phase
        if phase == ACT:
            act.go_on(self)
        elif phase == SHOP:
            shop.go_on(self)
        elif phase == PREPARE:
            prepare.go_on(self)
        else:
            cook.go_on(self)

    # §2 Set-up

    def deal(self, events: bool, magic: bool) -> None:
        """Shuffle the piles, draw the start player and the events, and prepare the first round."""
        self.magic = magic
        for sort in range(i64(SHELVES)):
            self.mix_pile(sort)
        self.card = self.rng.below(self.seats)
        self.start = self.card
        if events:
            self.events = vec[i64]([0] * ROUNDS)
            self.deal_events(0)
        prepare.go_on(self)

    # §7 Hidden information

    def redeal(self, seat: i64) -> None:
        self.reshuffle()  # all seats know the same

    def reshuffle(self) -> None:
        """Redeal what nobody knows: the order of each pile, and the events still to come."""
        for sort in range(i64(SHELVES)):
            self.sort_pile(sort)
            self.mix_pile(sort)
        if len(self.events):
            self.deal_events(self.round)

    def sort_pile(self, sort: i64) -> None:
        first = self.printed.tiles * sort
        counts: i64 = 0  # of each colour, eight bits each
        for dish in self.pile[first : first + self.pile_left[sort]]:
            counts += BIT[8 * (dish - COLOURS * sort)]
        at = first
        for colour in range(i64(COLOURS)):
            for _ in range(counts >> 8 * colour & 255):
                self.pile[at] = COLOURS * sort + colour
                at += 1

    def mix_pile(self, sort: i64) -> None:
        """Shuffle what is left of a pile."""
        first = self.printed.tiles * sort
        left = self.pile_left[sort]
        while left > 1:
            chosen = self.rng.below(left)
            left -= 1
            dish = self.pile[first + left]
            self.pile[first + left] = self.pile[first + chosen]
            self.pile[first + chosen] = dish

    def deal_events(self, seen: i64) -> None:
        """Draw the events from round `seen` on: any that were not turned up yet, in any order."""
        unseen: list[int] = list(self.printed.cards)
        unseen.sort()
        for card in self.events[:seen]:
            unseen.remove(card)
        self.rng.shuffle(unseen)
        for number in range(seen, i64(ROUNDS)):
            self.events[number] = unseen[number - seen]

    # §6 End

    def scores(self) -> list[int]:
        return [self.total(seat) for seat in range(self.seats)]

    def total(self, seat: i64) -> i64:
        """Return all points of a seat."""
        return self.dish_points(seat) + self.set_points(seat) + self.cubes(seat) + self.gained[seat]

    def standing(self, seat: i64) -> list[int]:
        """Return what ranks the seat, in order of importance: points, dishes, cubes."""
        return [self.total(seat), self.dishes(seat), self.cubes(seat)]

    def count_prepared(self, seat: i64, sort: i64) -> i64:
        """Return how many dishes of a sort the seat has prepared."""
        if sort == ROAST:
            return self.roasts[seat]
        if sort == MAIN:
            return self.mains[seat]
        own = count((self.owned[seat] >> (COLOURS * sort)) & 63)
        repeats = self.repeats[seat]
        return own + sum_of_pairs((repeats >> (2 * COLOURS * sort)) & 0xFFF) if repeats else own

    def dishes(self, seat: i64) -> i64:
        small = count(self.owned[seat]) + sum_of_pairs(self.repeats[seat])
        return small + self.roasts[seat] + self.mains[seat]

    def dish_points(self, seat: i64) -> i64:
        points: i64 = 0
        for sort in range(i64(DRINK), i64(MAIN + 1)):
            points += self.count_prepared(seat, sort) * self.printed.points[sort]
        return points

    def set_points(self, seat: i64) -> i64:
        """Return the points of the best split into sets.

        Making every set as large as possible is best, because the box never pays less for a further sort.
        """
        points: i64 = 0
        height: i64 = 1
        size = self.sorts_prepared(seat, height)
        while size:
            points += self.printed.sets[size]
            height += 1
            size = self.sorts_prepared(seat, height)
        return points

    def sorts_prepared(self, seat: i64, times: i64) -> i64:
        """Return how many sorts the seat has at least so many dishes of."""
        sorts: i64 = 0
        for sort in range(i64(DRINK), i64(MAIN + 1)):
            if self.count_prepared(seat, sort) >= times:
                sorts += 1
        return sorts

    def cubes(self, seat: i64) -> i64:
        cubes: i64 = 0
        for at in range(KINDS * seat, KINDS * seat + KINDS):
            cubes += self.stock[at]
        return cubes
