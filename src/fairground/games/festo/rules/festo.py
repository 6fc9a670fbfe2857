"""The state of Festo!: it runs the phases, counts points, and redeals what is hidden."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.bag import Bag
from fairground.games.festo.rules import abilities, act, cook, pay, prepare, shop
from fairground.games.festo.rules.bits import count, sum_of_pairs
from fairground.games.festo.rules.kitchen import SILENCE, Kitchen, Question
from fairground.games.festo.rules.numbers import (
    ACT,
    COLOURS,
    DRINK,
    EVENTS,
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


HIDDEN_COLOURS: Final = Bag(COLOURS)  # reused whenever a pile is dealt again
UNSEEN_EVENTS: Final = Bag(EVENTS)

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
            self.redeal_pile(sort)
        if len(self.events):
            self.deal_events(self.round)

    def redeal_pile(self, sort: i64) -> None:
        """Shuffle what is left of a pile, of which only the colours are known."""
        pile, left, hidden = self.pile, self.pile_left[sort], HIDDEN_COLOURS
        first, least = self.printed.tiles * sort, COLOURS * sort
        for at in range(first, first + left):
            hidden.add(pile[at] - least)
        hidden.shuffle(self.rng)
        shuffled = hidden.items
        for at in range(left):
            pile[first + at] = least + shuffled[at]

    def mix_pile(self, sort: i64) -> None:
        """Shuffle what is left of a pile."""
        first = self.printed.tiles * sort
        self.rng.mix_part(self.pile, first, first + self.pile_left[sort])

    def deal_events(self, seen: i64) -> None:
        """Draw the events from round `seen` on: any that were not turned up yet, in any order."""
        unseen = UNSEEN_EVENTS
        for card in self.printed.cards:
            unseen.add(card)
        events = self.events[:]
        for number in range(seen):
            unseen.remove(events[number])
        unseen.shuffle(self.rng)
        shuffled = unseen.items
        for number in range(seen, i64(ROUNDS)):
            events[number] = shuffled[number - seen]
        self.events = events

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
