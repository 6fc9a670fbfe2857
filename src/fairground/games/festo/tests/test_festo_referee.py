"""Whole matches against a second, naive referee.

It tells the rules as one long story: cubes, pieces and dishes are things that lie somewhere, every
question is a `yield`. It shares the engine's chance, nothing else.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

import pytest

from fairground import OVER, seeded
from fairground.games.festo.positions import FestoPosition, pack
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.tests.naive import Case, steps
from fairground.games.festo.tests.tables import GAME
from fairground.games.festo.words import CHARACTERS, COLOURS, KINDS, PLACES, SORTS

Asking = Generator[tuple[int, list[str]], str, None]
Answering = Generator[tuple[int, list[str]], str, str]


@dataclass(eq=False)
class Dish:
    sort: str
    colour: str


@dataclass(eq=False)
class Cube:
    colour: str
    moved: bool = False


@dataclass(eq=False)
class Piece:
    seat: int
    kind: str
    at: str | Dish = "home"


@dataclass
class Player:
    stock: Counter[str] = field(default_factory=Counter)
    dishes: list[Dish] = field(default_factory=list)
    gained: int = 0

    def backs(self, sort: str) -> set[str]:
        return {dish.colour for dish in self.dishes if dish.sort == sort}


class Referee:
    """A match, beginning with the first gift of the start card."""

    def __init__(self, state: Festo) -> None:
        told: FestoPosition = pack(state)
        self.rng = state.rng.copy()
        self.seats = range(state.seats)
        self.magic = state.options["magic"] == "on"
        self.events = told.events
        self.card = told.card
        self.players = [Player(Counter(stock)) for stock in told.stocks]
        self.pieces = [Piece(seat, "helper") for seat in self.seats for _ in range(6)]
        self.pieces += [Piece(seat, "disc") for seat in self.seats for _ in range(2)]
        self.market = {
            place: [Cube(colour) for colour in Counter(told.markets[place]).elements()] for place in PLACES
        }
        self.piles = {sort: [Dish(sort, colour) for colour in pile] for sort, pile in told.piles.items()}
        self.shelves: dict[str, list[Dish | None]] = {
            sort: [Dish(sort, colour) if colour else None for colour in shelf]
            for sort, shelf in told.shelves.items()
        }
        self.large = {"roast": len(self.seats), "main": len(self.seats)}
        self.supply = Counter({**dict.fromkeys(COLOURS, 14), "salt": len(self.seats) + 1})
        for player in self.players:
            self.supply -= player.stock
        self.supply -= Counter(cube.colour for cubes in self.market.values() for cube in cubes)

    def match(self) -> Asking:
        for self.round in (1, 2, 3, 4):
            self.event = self.events[self.round - 1] if self.events else ""
            if self.round > 1:
                self.prepare()
            answer = yield self.card, [f"give {seat}" for seat in self.seats]
            self.card = int(answer.split()[1])
            self.order = [(self.card + turn) % len(self.seats) for turn in self.seats]
            yield from self.shop()
            yield from self.act()
            yield from self.cook()

    def ask(self, seat: int, options: list[str]) -> Answering:
        """A question with a single answer is not asked."""
        if len(options) == 1:
            return options[0]
        answer = yield seat, options
        return answer

    # Prepare

    def prepare(self) -> None:
        for piece in self.pieces:
            if isinstance(piece.at, str):
                piece.at = piece.at.removeprefix("next ")
        for cubes in self.market.values():
            for cube in cubes:
                cube.moved = False
        for _ in range(4 if len(self.seats) == 5 else 3):
            self.fill_markets()
        self.fill_rows()
        for sort, shelf in self.shelves.items():
            kept = [dish for dish in shelf if dish]
            while len(kept) < 3 and self.piles[sort]:
                kept.append(self.piles[sort].pop(0))
            self.shelves[sort] = [*kept, *[None] * (3 - len(kept))]
        if self.event == "rich harvest":
            self.fill_markets()
        if self.event == "full shelves":
            self.fill_rows()
        if self.event == "salt cart":
            for turn in self.seats:
                self.draw((self.card + turn) % len(self.seats), "salt")

    def fill_markets(self) -> None:
        for place, colour in zip(CHARACTERS, COLOURS, strict=True):
            if len(self.market[place]) < 5 and self.supply[colour]:
                self.supply[colour] -= 1
                self.market[place].append(Cube(colour))

    def fill_rows(self) -> None:
        for colour in COLOURS:
            if self.row(colour) < 3 and self.supply[colour]:
                self.supply[colour] -= 1
                self.market["grocery"].append(Cube(colour))

    def row(self, colour: str) -> int:
        return sum(cube.colour == colour for cube in self.market["grocery"])

    def draw(self, seat: int, kind: str) -> None:
        if self.supply[kind]:
            self.supply[kind] -= 1
            self.players[seat].stock[kind] += 1

    # Shop

    def shop(self) -> Asking:
        closed: set[str] = set()
        for half in ("morning", "afternoon"):
            if not (half == "afternoon" and self.event == "locked doors"):
                closed = self.roll(half)
            for seat in self.order:
                yield from self.place(seat, half, closed)

    def roll(self, half: str) -> set[str]:
        if (half, self.event) in {("morning", "market day"), ("afternoon", "long evening")}:
            return set()
        return {CHARACTERS[self.rng.below(6)] for _ in range(2 if len(self.seats) == 5 else 3)}

    def place(self, seat: int, half: str, closed: set[str]) -> Asking:
        helpers = [p for p in self.at(seat, "home") if p.kind == "helper"]
        if half == "morning" and self.event == "late risers":
            helpers = helpers[:2]
        for helper in helpers:
            options = [f"place {place}" for place in PLACES if place not in closed]
            answer = yield seat, options + ["done"] * (half == "morning")
            if answer == "done":
                return
            helper.at = answer.split()[1]

    def at(self, seat: int, where: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.seat == seat and piece.at == where]

    # Act

    def act(self) -> Asking:
        for place in PLACES:
            count = {seat: len(self.at(seat, place)) for seat in self.order}
            queue = sorted((seat for seat in self.order if count[seat]), key=lambda seat: -count[seat])
            if not queue:
                continue
            ahead = len(queue) == 1 or count[queue[0]] > count[queue[1]]
            if place == "grocery":
                self.card = queue[0]
            elif ahead:
                self.reward(self.players[queue[0]])
            for seat in queue:
                if place == "grocery":
                    yield from self.buy(seat)
                else:
                    yield from self.visit(seat, place, ahead and seat == queue[0])
                for piece in self.at(seat, place):
                    piece.at = "home"

    def reward(self, player: Player) -> None:
        player.gained += self.event == "regulars"
        player.gained += self.magic and bool(player.backs("side"))

    def take(self, seat: int, place: str, colour: str) -> None:
        cubes = [cube for cube in self.market[place] if cube.colour == colour]
        cube = next((cube for cube in cubes if cube.moved), cubes[0])
        self.market[place].remove(cube)
        self.players[seat].stock[colour] += 1

    def buy(self, seat: int) -> Asking:
        helpers = len(self.at(seat, "grocery"))
        colours: tuple[str, ...] = COLOURS
        for _ in range(min(helpers, 3)):
            options = [f"buy {colour}" for colour in colours if self.row(colour)]
            answer = yield from self.ask(seat, [*options, "nothing"])
            if answer == "nothing":
                return
            colour = answer.split()[1]
            self.take(seat, "grocery", colour)
            if self.event != "mixed basket":
                colours = (colour,)

    def visit(self, seat: int, place: str, majority: bool) -> Asking:
        taken: list[str] = []
        if majority and self.market[place] and self.event != "no hoarding":
            answer = yield seat, ["take all", "not all"]
            if answer == "take all":
                taken = [cube.colour for cube in self.market[place]]
        for colour in taken:
            self.take(seat, place, colour)
        if not taken:
            yield from self.use(seat, place)
            for _ in self.at(seat, place):
                options = [
                    f"take {c}" for c in COLOURS if any(cube.colour == c for cube in self.market[place])
                ]
                answer = yield from self.ask(seat, [*options, "stop"])
                if answer == "stop":
                    break
                taken.append(answer.split()[1])
                self.take(seat, place, taken[-1])
        player = self.players[seat]
        player.gained += self.magic and bool(player.backs("starter") & set(taken))

    def use(self, seat: int, place: str) -> Asking:
        for _ in range(2 if self.event == "double magic" else 1):
            options = self.usable(seat, place)
            if not options:
                return
            answer = yield seat, [*options, "no ability"]
            if answer == "no ability":
                return
            here = self.at(seat, place)
            kind = "disc" if answer == "use disc" else "helper"
            piece = next((piece for piece in here if piece.kind == kind), here[0])
            yield from getattr(self, place)(piece)

    def usable(self, seat: int, place: str) -> list[str]:
        kinds = {piece.kind for piece in self.at(seat, place)}
        discs = [piece for piece in self.at(seat, "home") if piece.kind == "disc"]
        possible = {
            "troll": any(not cube.moved for cubes in self.market.values() for cube in cubes),
            "pixies": True,
            "orc": bool(self.unreserved()),
            "magician": self.supply["salt"] > 0,
            "elf": self.players[seat].stock.total() > 0,
            "dwarf": self.round == 4 or bool(discs) or "disc" in kinds,
        }
        if not kinds or not possible[place]:
            return []
        if place in {"troll", "magician", "elf"} or (place == "dwarf" and self.round == 4):
            return ["use"]
        if place == "dwarf" and not discs:
            kinds.discard("helper")
        return ["use"] * ("helper" in kinds) + ["use disc"] * ("disc" in kinds)

    def unreserved(self) -> list[str]:
        taken = [piece.at for piece in self.pieces]
        return [slot for slot, dish in self.buffet() if dish not in taken]

    def buffet(self) -> list[tuple[str, Dish]]:
        return [
            (f"{sort}{column}", dish)
            for sort, shelf in self.shelves.items()
            for column, dish in enumerate(shelf, 1)
            if dish
        ]

    def troll(self, piece: Piece) -> Asking:
        piece.at = "home"
        places = [(cube.colour, place) for place in PLACES for cube in self.market[place] if not cube.moved]
        options = [f"pick {colour} from {place}" for colour, place in dict.fromkeys(places)]
        _, colour, _, origin = (yield from self.ask(piece.seat, options)).split()
        targets = [place for place in PLACES if place != origin]
        if self.row(colour) >= 3 and origin != "grocery":
            targets.remove("grocery")
        answer = yield from self.ask(piece.seat, [f"move to {place}" for place in targets])
        cube = next(c for c in self.market[origin] if c.colour == colour and not c.moved)
        self.market[origin].remove(cube)
        self.market[answer.split()[2]].append(Cube(colour, moved=True))

    def pixies(self, piece: Piece) -> Asking:
        answer = yield piece.seat, [f"send to {place}" for place in PLACES[2:]]
        piece.at = answer.split()[2]

    def orc(self, piece: Piece) -> Asking:
        answer = yield from self.ask(piece.seat, [f"reserve {slot}" for slot in self.unreserved()])
        piece.at = dict(self.buffet())[answer.split()[1]]

    def magician(self, piece: Piece) -> Asking:
        piece.at = "home"
        self.draw(piece.seat, "salt")
        yield from ()

    def elf(self, piece: Piece) -> Asking:
        piece.at = "home"
        stock = self.players[piece.seat].stock
        answer = yield from self.ask(piece.seat, [f"return {kind}" for kind in KINDS if stock[kind]])
        self.pay(piece.seat, answer.split()[1])
        for _ in range(2):
            options = [f"fetch {colour}" for colour in COLOURS if self.supply[colour]]
            if options:
                answer = yield from self.ask(piece.seat, options)
                self.draw(piece.seat, answer.split()[1])

    def dwarf(self, piece: Piece) -> Asking:
        piece.at = "home"
        if self.round == 4:
            self.players[piece.seat].gained += 2
            return
        for disc in self.at(piece.seat, "home"):
            if disc.kind == "disc":
                answer = yield piece.seat, [f"lay {place}" for place in CHARACTERS]
                disc.at = f"next {answer.split()[1]}"

    def pay(self, seat: int, kind: str, cubes: int = 1) -> None:
        self.players[seat].stock[kind] -= cubes
        self.supply[kind] += cubes

    # Cook

    def cook(self) -> Asking:
        cooking = [(self.card + turn) % len(self.seats) for turn in self.seats]
        while cooking:
            seat = cooking.pop(0)
            answer = yield seat, self.cooking(seat)
            while answer.startswith("free"):
                yield from self.free(seat, answer.split()[1])
                answer = yield seat, self.cooking(seat)
            if answer != "pass":
                yield from self.prepare_dish(seat, answer.split()[1])
                cooking.append(seat)

    def reserved(self, dish: Dish) -> Piece | None:
        return next((piece for piece in self.pieces if piece.at is dish), None)

    def cases(self, seat: int) -> dict[str, Case]:
        """Return what the seat could cook, in the form that the naive payment uses."""
        found = {large: self.case(seat, large, None) for large, left in self.large.items() if left}
        for slot, dish in self.buffet():
            piece = self.reserved(dish)
            if piece is None or piece.seat == seat:
                found[slot] = self.case(seat, slot, dish)
        return found

    def case(self, seat: int, slot: str, dish: Dish | None) -> Case:
        player = self.players[seat]
        drinks = player.backs("drink") if self.magic else set()
        return Case(
            dish=slot,
            colour=COLOURS.index(dish.colour) if dish else 0,
            cubes=[player.stock[colour] for colour in COLOURS],
            salt=player.stock["salt"],
            drinks={COLOURS.index(colour) for colour in drinks},
            reserved=dish is not None and self.reserved(dish) is not None,
            free_columns=self.event == "self-service",
        )

    def cooking(self, seat: int) -> list[str]:
        own = [slot for slot, dish in self.buffet() if (p := self.reserved(dish)) and p.seat == seat]
        dishes = [f"cook {slot}" for slot, case in self.cases(seat).items() if case.ways()]
        back = [f"free {slot}" for slot in own if self.players[seat].stock.total()]
        return [*dishes, *back, "pass"]

    def free(self, seat: int, slot: str) -> Asking:
        stock = self.players[seat].stock
        answer = yield from self.ask(seat, [f"free with {kind}" for kind in KINDS if stock[kind]])
        self.pay(seat, answer.split()[2])
        piece = self.reserved(dict(self.buffet())[slot])
        assert piece
        piece.at = "home"

    def prepare_dish(self, seat: int, slot: str) -> Asking:
        case = self.cases(seat)[slot]
        ways = case.ways()
        while answers := steps(case, ways):
            answer = yield seat, list(answers)
            ways = answers[answer]
        payment = dict(zip(KINDS, next(iter(ways.values())), strict=True))
        for kind, cubes in payment.items():
            self.pay(seat, kind, cubes)
        player = self.players[seat]
        desserts = player.backs("dessert") if self.magic else set()
        player.gained += sum(payment[colour] > 0 for colour in desserts)
        player.gained += self.event == "royal praise"
        player.gained += 2 * (self.event == "banquet" and slot in self.large)
        player.dishes.append(self.served(slot))

    def served(self, slot: str) -> Dish:
        if slot in self.large:
            self.large[slot] -= 1
            return Dish(slot, "")
        dish = dict(self.buffet())[slot]
        shelf = self.shelves[dish.sort]
        shelf[shelf.index(dish)] = None
        if piece := self.reserved(dish):
            piece.at = "home"
        return dish


def follow(seats: int, seed: str, options: dict[str, str]) -> None:
    """Play a random match: both must ask the same seats the same questions, and end in the same position."""
    state = GAME.setup(seats, seeded(seed), options)
    referee = Referee(state)
    match = referee.match()
    rng = seeded(f"{seed} moves")
    question: tuple[int, list[str]] | None = next(match)
    while question:
        seat, words = question
        moves = state.legal(seat)
        assert state.actor == seat and sorted(GAME.write(move) for move in moves) == sorted(words), seed
        move = moves[rng.below(len(moves))]
        state.play(seat, move)
        try:
            question = match.send(GAME.write(move))
        except StopIteration:
            question = None
    assert state.actor == OVER, seed
    compare(state, referee)


def compare(state: Festo, referee: Referee) -> None:
    told = pack(state)
    for seat, player in enumerate(referee.players):
        assert Counter(told.stocks[seat]) == +player.stock
        assert sorted(told.dishes[seat]) == sorted(f"{d.colour} {d.sort}".strip() for d in player.dishes)
        assert told.gained[seat] == player.gained
    points = dict(zip(SORTS, (5, 7, 10, 13, 15, 16), strict=True))
    expected = [sum(points[dish.sort] for dish in player.dishes) for player in referee.players]
    assert GAME.outcome(state).headings["dishes"] == expected


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("events", ["house", "none"])
@pytest.mark.parametrize("magic", ["on", "off"])
def test_random_matches_agree_with_the_naive_referee(seats: int, events: str, magic: str) -> None:
    for number in range(4):
        follow(seats, f"referee {number}", {"events": events, "magic": magic})


@pytest.mark.soak
def test_many_random_matches_agree_with_the_naive_referee() -> None:
    for number in range(1_000):
        options = {"events": ("house", "none")[number % 8 == 0], "magic": ("on", "off")[number % 2]}
        follow(2 + number % 4, f"many {number}", options)
