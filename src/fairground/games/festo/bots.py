"""The judge of Festo!: it estimates which dishes a seat can cook with its cubes and those to come."""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.judge import Judge, split_by_standing
from fairground.engine.rng import Rng
from fairground.engine.state import State
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    ACT,
    ALL,
    BIT,
    BUYING,
    COLOURING,
    COLOURS,
    COLUMNS,
    COOK,
    COOKING,
    DONE,
    DRINK,
    GIVE,
    GIVING,
    GROCERY,
    KINDS,
    MAIN,
    MAIN_SLOT,
    NO_DISH,
    NO_HOARDING,
    PASS,
    PLACE,
    PLACES,
    PLACING,
    PREPARE_DISH,
    ROAST,
    ROAST_SLOT,
    ROUNDS,
    SALT,
    SALTING,
    SHOP,
    SLOTS,
    TAKING,
    TAKING_ALL,
)
from fairground.games.festo.rules.price import surcharge

SORTS: Final = 6
COOKED: Final = 5  # the most dishes that a menu is planned for
NOTHING: Final = -1
FORGONE: Final = 0.2  # the weight of declining


class Pantry:
    """What a seat can cook with: its cubes and salt, and how many dishes of each sort it has."""

    def __init__(self, table: Festo, seat: i64) -> None:
        self.table = table
        self.seat = seat
        self.have: vec[i64] = table.stock[KINDS * seat : KINDS * (seat + 1)]
        self.dishes: vec[i64] = vec[i64]([0] * SORTS)
        for sort in range(i64(SORTS)):
            self.dishes[sort] = table.count_prepared(seat, sort)
        self.more: vec[i64] = vec[i64]([0] * SORTS)  # the points of one more dish of each sort
        self.drinks: i64 = table.backs(seat, DRINK)
        self.used: i64 = 0  # slots that are planned already
        self.most: i64 = 0  # the colour with the most cubes; below, the one with the second most
        self.next: i64 = 0
        self.rank()
        self.count_points()

    def worth(self, colour: i64) -> i64:
        """Return the cubes of a colour, with the discount of a drink."""
        cubes = self.have[colour]
        return cubes + self.table.printed.backs[DRINK] if self.drinks & BIT[colour] else cubes

    def rank(self) -> None:
        most: i64 = -1
        second: i64 = -1
        for colour in range(i64(COLOURS)):
            cubes = self.worth(colour)
            if cubes > most:
                second, self.next = most, self.most
                most, self.most = cubes, colour
            elif cubes > second:
                second, self.next = cubes, colour

    def partner(self, colour: i64) -> i64:
        """Return the best second colour for a dish."""
        return self.next if colour == self.most else self.most

    def lacking(self, slot: i64) -> i64:
        """Return how many cubes are missing from the price of a dish, without counting salt."""
        table = self.table
        if slot == ROAST_SLOT:
            return max(table.printed.own[ROAST] - self.worth(self.most), 0)
        if slot == MAIN_SLOT:
            return self.bare()
        sort = slot // COLUMNS
        colour = table.shelf[slot] % COLOURS
        first = table.printed.own[sort] - self.worth(colour)
        second = table.printed.other[sort] - self.worth(self.partner(colour))
        extra = surcharge(table, slot)
        lack = min(max(first + extra, 0) + max(second, 0), max(first, 0) + max(second + extra, 0))
        return max(lack - 1, 0) if table.claim[slot] else lack

    def bare(self) -> i64:
        bare: i64 = 0
        for colour in range(i64(COLOURS)):
            if not self.worth(colour):
                bare += 1
        return bare

    def open(self, slot: i64) -> bool:
        """Return whether the dish is there and not reserved by another seat."""
        table = self.table
        if slot == ROAST_SLOT:
            return table.roasts_left > self.used // BIT[ROAST_SLOT] % 2
        if slot == MAIN_SLOT:
            return table.mains_left > self.used // BIT[MAIN_SLOT] % 2
        claim = table.claim[slot]
        if table.shelf[slot] == NO_DISH or self.used & BIT[slot]:
            return False
        return not claim or (claim - 1) >> 1 == self.seat

    def cost(self, slot: i64) -> i64:
        """Return how many cubes and salt a dish costs."""
        own, other = self.table.printed.own, self.table.printed.other
        if slot == ROAST_SLOT:
            return own[ROAST]
        if slot == MAIN_SLOT:
            return COLOURS
        sort = slot // COLUMNS
        cubes = own[sort] + other[sort] + surcharge(self.table, slot)
        return cubes - 1 if self.table.claim[slot] else cubes

    def points(self, slot: i64) -> i64:
        """Return the points of a dish, including those for a larger set."""
        return self.more[slot // COLUMNS if slot < SLOTS else slot - ROAST_SLOT + ROAST]

    def count_points(self) -> None:
        """Count what one more dish of each sort is worth, once for all dishes of the sort."""
        printed, dishes, more = self.table.printed, self.dishes, self.more
        for sort in range(i64(SORTS)):
            size: i64 = 0
            for other in range(i64(SORTS)):
                if dishes[other] > dishes[sort]:
                    size += 1
            more[sort] = printed.points[sort] + printed.sets[size + 1] - printed.sets[size]

    def cook(self, slot: i64) -> None:
        """Pay for a dish and count it."""
        self.used |= BIT[slot]
        if slot == ROAST_SLOT:
            self.dishes[ROAST] += 1
            self.pay(self.most, self.table.printed.own[ROAST])
        elif slot == MAIN_SLOT:
            self.dishes[MAIN] += 1
            for colour in range(i64(COLOURS)):
                self.pay(colour, 1)
        else:
            self.cook_small(slot)
        self.rank()
        self.count_points()

    def cook_small(self, slot: i64) -> None:
        sort = slot // COLUMNS
        colour = self.table.shelf[slot] % COLOURS
        partner = self.partner(colour)
        more = surcharge(self.table, slot) - (1 if self.table.claim[slot] else 0)
        first, second = self.table.printed.own[sort], self.table.printed.other[sort]
        if self.worth(colour) - first >= self.worth(partner) - second:
            first += more
        else:
            second += more
        self.dishes[sort] += 1
        self.pay(colour, first)
        self.pay(partner, second)

    def pay(self, colour: i64, cubes: i64) -> None:
        if self.drinks & BIT[colour]:
            cubes = max(cubes - self.table.printed.backs[DRINK], 0)
        paid = min(cubes, self.have[colour])
        self.have[colour] -= paid
        self.have[SALT] = max(self.have[SALT] - cubes + paid, 0)

    def cubes_left(self) -> i64:
        cubes: i64 = 0
        for kind in self.have:
            cubes += kind
        return cubes


def judge() -> Judge:
    return FestoJudge()


class FestoJudge(Judge):
    """Values points, the dishes that cubes at hand and in reach can pay for, and what is left for later."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 8
        self.curiosity = 0.15
        self.swing = 8.0
        self.menu: float = 1.0  # dishes that can be paid
        self.hope: float = 0.5  # the best dish, less for every cube that it lacks
        self.cube: float = 1.8  # a cube left over, while rounds remain
        self.helper: float = 4.5  # a helper not yet placed
        self.ability: float = 2.0  # a piece that finds no cube but can use an ability
        self.disc: float = 4.0  # a disc laid for the next round
        self.stuck: float = 3.0  # a helper that reserves a dish
        self.first: float = 0.5  # the start card

    def terms(self) -> list[str]:
        names = ["menu", "hope", "cube", "helper", "ability", "disc", "stuck", "first"]
        return ["swing", *names]

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Festo, state)
        pantry = Pantry(table, seat)
        worth = float(table.dish_points(seat) + table.set_points(seat) + table.gained[seat])
        worth += self.pieces(table, seat, pantry)
        if table.round == ROUNDS and table.phase == COOK and table.passed & BIT[seat]:
            return worth + float(pantry.cubes_left())
        worth += self.menu * self.plan_menu(table, pantry)
        rate = 1.0 if table.round == ROUNDS else self.cube
        return worth + rate * float(pantry.cubes_left()) + self.hope * self.hope_for_dish(pantry, rate)

    def progress(self, state: State) -> float:
        table = cast(Festo, state)
        return (float(table.round - 1) + float(table.phase) / float(COOK + 1)) / float(ROUNDS)

    # §3.4 The menu

    def plan_menu(self, table: Festo, pantry: Pantry) -> float:
        """Cook the dish that brings the most, again and again, in the pantry; return the points."""
        rate = 1.0 if table.round == ROUNDS else self.cube
        points = 0.0
        if table.actor == pantry.seat and COLOURING <= table.question <= SALTING:
            points = float(pantry.points(table.slot))  # this dish is being paid
            pantry.cook(table.slot)
        for _ in range(COOKED):
            slot = self.best_dish(pantry, rate)
            if slot == NOTHING:
                return points
            points += float(pantry.points(slot))
            pantry.cook(slot)
        return points

    def best_dish(self, pantry: Pantry, rate: float) -> i64:
        """Return the dish that can be paid and is worth the most above its cubes."""
        best: i64 = NOTHING
        highest = 0.0
        salt = pantry.have[SALT]
        for slot in range(i64(MAIN_SLOT + 1)):
            if pantry.open(slot) and pantry.lacking(slot) <= salt:
                gain = float(pantry.points(slot)) - rate * float(pantry.cost(slot))
                if gain > highest:
                    highest = gain
                    best = slot
        return best

    def hope_for_dish(self, pantry: Pantry, rate: float) -> float:
        """Return the value of the best dish, divided by one more than the cubes that it lacks."""
        best = 0.0
        salt = pantry.have[SALT]
        for slot in range(i64(MAIN_SLOT + 1)):
            if pantry.open(slot):
                lack = pantry.lacking(slot) - salt
                gain = float(pantry.points(slot)) - rate * float(pantry.cost(slot))
                best = max(best, gain / float(1 + max(lack, 0)))
        return best

    # §3.2, §3.3 Pieces

    def pieces(self, table: Festo, seat: i64, pantry: Pantry) -> float:
        """Put the cubes to come into the pantry; return what else pieces and the start card are worth."""
        worth = 0.0
        if table.phase == SHOP:
            worth += self.helper * float(table.home[seat])
        if table.phase == SHOP or table.phase == ACT:
            first: i64 = table.place if table.phase == ACT else 0
            for place in range(first, i64(PLACES)):
                worth += self.ability * float(self.expect_cubes(table, seat, place, pantry))
            pantry.rank()
        if table.round < ROUNDS:
            worth += self.later(table, seat)
        return worth

    def later(self, table: Festo, seat: i64) -> float:
        """Return what counts in the rounds ahead."""
        worth = self.first if table.card == seat else 0.0
        for place in range(PLACES * seat, PLACES * seat + COLOURS):
            worth += self.disc * float(table.laid[place])
        for claim in table.claim:
            if claim == 1 + 2 * seat:
                worth -= self.stuck
        return worth

    def expect_cubes(self, table: Festo, seat: i64, place: i64, pantry: Pantry) -> i64:
        """Put the cubes that a place will bring into the pantry; return 1 if a piece is left over."""
        mine = table.pieces(seat, place)
        if not mine:
            return 0
        if place == GROCERY:
            self.shop_at_grocery(table, mine, pantry)
            return 0
        cubes = table.cubes_at(place)
        rivals: i64 = 0
        ahead: i64 = 0
        for other in range(table.seats):
            theirs = table.pieces(other, place)
            if other != seat and theirs:
                rivals = max(rivals, theirs)
                if theirs > mine or (theirs == mine and earlier(table, other, seat)):
                    ahead += theirs
        if mine > rivals and table.event != NO_HOARDING:
            got = cubes
        elif rivals > mine and table.event != NO_HOARDING and table.seats == 2:
            got = 0
        else:
            got = min(mine, max(cubes - ahead, 0))
        self.gather(table, place, got, pantry)
        return 1 if got < mine else 0

    def gather(self, table: Festo, place: i64, cubes: i64, pantry: Pantry) -> None:
        """Put so many cubes of a market into the pantry, those of its own colour first."""
        at = COLOURS * place
        for step in range(i64(COLOURS)):
            colour = (place + step) % COLOURS
            got = min(cubes, table.shop[at + colour])
            pantry.have[colour] += got
            cubes -= got

    def shop_at_grocery(self, table: Festo, mine: i64, pantry: Pantry) -> None:
        best: i64 = 0
        most: i64 = -1
        begun: i64 = table.begun_colour() if table.actor == pantry.seat else -1
        for colour in range(i64(COLOURS)):
            row = min(table.shop[COLOURS * GROCERY + colour], mine)
            if row and (begun < 0 or begun == colour) and 8 * row + pantry.have[colour] > most:
                most = 8 * row + pantry.have[colour]
                best = colour
        if most >= 0:
            pantry.have[best] += min(table.shop[COLOURS * GROCERY + best], mine)

    # §6 The end

    def result(self, state: State) -> list[float]:
        """Split the win among the seats with the best standing."""
        table = cast(Festo, state)
        return split_by_standing([table.standing(seat) for seat in range(table.seats)])

    # Moves

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Weigh places by their cubes for each piece, and dishes by their points; declining comes last."""
        table = cast(Festo, state)
        question = table.question
        if question == PLACING:
            return [float(self.place_weight(table, move)) for move in moves]
        weights = [1.0] * len(moves)
        if question == COOKING:
            pantry = Pantry(table, seat)
            for at in range(len(moves)):
                slot: i64 = moves[at] - PREPARE_DISH
                weights[at] = float(pantry.points(slot)) if slot <= MAIN_SLOT else FORGONE
        elif question in (TAKING, BUYING):
            weights[len(moves) - 1] = FORGONE
        return weights

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        """Prefer full markets, take whole markets, cook the best dish, and leave no cube."""
        table = cast(Festo, state)
        question = table.question
        if question == PLACING:
            return self.draw_place(table, moves, rng)
        if question == COOKING:
            slot = self.best_dish(Pantry(table, seat), 1.0 if table.round == ROUNDS else self.cube)
            return PREPARE_DISH + slot if slot != NOTHING else PASS
        if question in (TAKING, BUYING):
            return moves[rng.below(len(moves) - 1)]
        if question == TAKING_ALL:
            return ALL if table.cubes_at(table.place) >= table.pieces(seat, table.place) else moves[1]
        if question == GIVING:
            return GIVE + seat
        if question == SALTING:
            return moves[0]
        return moves[rng.below(len(moves))]

    def draw_place(self, table: Festo, moves: list[int], rng: Rng) -> i64:
        """Draw a place; the more cubes there are for each piece, the more likely it is."""
        total: i64 = 0
        for move in moves:
            total += self.place_weight(table, move)
        drawn = rng.below(total)
        for move in moves:
            drawn -= self.place_weight(table, move)
            if drawn < 0:
                return move
        return moves[0]

    def place_weight(self, table: Festo, move: i64) -> i64:
        if move == DONE:
            return 4
        place = move - PLACE
        pieces: i64 = 1
        for seat in range(table.seats):
            pieces += table.pieces(seat, place)
        return 2 + 12 * (table.cubes_at(place) if place < GROCERY else 3) // pieces


def earlier(table: Festo, other: i64, seat: i64) -> bool:
    """Return whether another seat comes first in player order."""
    return (other - table.start) % table.seats < (seat - table.start) % table.seats
