"""A match as a tree: it branches at a decision for each legal move, at a draw for all that chance can do.

The rules draw inside a move. With explicit chance a move is carried out on a copy with the answers given so
far; if the rules ask for one more, chance is to answer, and the move is carried out again from the start.
"""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import msgspec

from fairground.engine.errors import IllegalMove
from fairground.engine.game import Game, Position
from fairground.engine.match import generator
from fairground.engine.rng import Rng, Unanswered, restore_rng, scripted, seeded
from fairground.engine.state import OVER, State
from fairground.engine.story import Entry, entries_for

NOBODY = -2
CHANCE = -1
known: dict[str, Game[State, object]] = {}


@dataclass(frozen=True)
class Terms:
    """What is agreed before a match; `explicit` makes every draw a node of the tree."""

    game: Game[State, object]
    seats: int
    options: Mapping[str, str]
    explicit: bool

    def __reduce__(self) -> tuple[object, ...]:
        return terms_of, (self.game.name, self.seats, dict(self.options), self.explicit)

    @property
    def drawn(self) -> bool:
        """Whether chance plays a part at all."""
        return self.game.widest > 0

    @property
    def sampled(self) -> bool:
        """Whether the rules have a generator of their own."""
        return self.drawn and not self.explicit


def terms_of(name: str, seats: int, options: Mapping[str, str], explicit: bool) -> Terms:
    return Terms(known[name], seats, options, explicit)


@dataclass(frozen=True)
class Glimpse:
    """A digest of all that a seat saw, and one of what it saw last."""

    all: bytes = b""
    last: bytes = b""

    def then(self, view: msgspec.Struct) -> "Glimpse":
        """The same and this view; one that shows nothing new is not counted."""
        last = hashlib.sha256(msgspec.json.encode(view)).digest()
        return self if last == self.last else Glimpse(hashlib.sha256(self.all + last).digest(), last)


@dataclass
class Event:
    """A move that was made, and what each seat learnt of it. The states in it never change.

    What is told is found out only when somebody asks: a search never does for most of its moves.
    """

    before: State
    seat: int
    move: int
    after: State
    story: list[Entry] | None = None
    lines: dict[int | None, list[str]] = field(default_factory=dict)
    glimpses: dict[int, Glimpse] = field(default_factory=dict)

    def told(self, game: Game[State, object], seat: int | None) -> list[str]:
        """What a seat, or everybody (None), heard of it; each knows its own move."""
        if seat not in self.lines:
            if self.story is None:
                self.story = game.story(self.before, self.seat, self.move, self.after)
            own = [f"> {game.write(self.move)}"] if seat == self.seat else []
            self.lines[seat] = own + [_line(entry) for entry in entries_for(self.story, seat)]
        return self.lines[seat]


def _line(entry: Entry) -> str:
    return f"{entry.key} {msgspec.json.encode(entry.values).decode()}"


@cache
def _made(name: str, by: int, number: int) -> str:
    return f"draw {number}" if by == CHANCE else f"{by} {known[name].write(number)}"


@dataclass(frozen=True)
class Root:
    """Where a tree begins: at the deal, or in a world that a seat imagined.

    `clock` tells who is quickest where nobody has a turn. `told` and `glimpses` are what is remembered from
    before; None stands for everybody.
    """

    seed: str = ""
    world: State | None = None
    seat: int = NOBODY
    clock: Rng | None = None
    told: Mapping[int | None, list[str]] = field(default_factory=dict)
    glimpses: Mapping[int, Glimpse] = field(default_factory=dict)


class Tree:
    """One place in the tree, and the way to it. Copies are cheap, for no state is ever changed.

    `script` is all that the rules drew with explicit chance: what `scripted` needs to play the match again.
    """

    def __init__(self, terms: Terms, root: Root) -> None:
        self.terms = terms
        self.root = root
        self.made: list[tuple[int, int]] = []
        self.events: list[Event] = []
        self.state = root.world
        self.seat = root.seat
        self.move: int | None = None
        self.answers: list[int] = []
        self.script: list[int] = []
        self.asked: tuple[int, int] | None = None
        self.seed = root.seed
        self.clock = None if root.clock is None else root.clock.copy()
        if not terms.sampled:
            self._go_on()

    def __deepcopy__(self, memo: object) -> "Tree":
        twin = object.__new__(Tree)
        twin.__dict__.update(self.__dict__)
        twin.made = list(self.made)
        twin.events = list(self.events)
        twin.answers = list(self.answers)
        twin.script = list(self.script)
        twin.clock = None if self.clock is None else self.clock.copy()
        return twin

    # Who is to choose

    @property
    def player(self) -> int:
        """The seat to choose, CHANCE, or NOBODY when the match is over."""
        if self.state is None or self.asked is not None:
            return CHANCE
        return NOBODY if self.state.actor == OVER else self.seat

    @property
    def dealt(self) -> State:
        """The state, where there is one already."""
        assert self.state is not None, "nothing is dealt yet"
        return self.state

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can do and how likely it is."""
        if self.asked is None:  # sampled: the deal
            return [(0, 1.0)]
        part, whole = self.asked
        if part >= 0:
            return [(0, (whole - part) / whole), (1, part / whole)]
        return [(answer, 1 / whole) for answer in range(whole)]

    def possible(self, action: int) -> bool:
        if self.asked is None:
            return action == 0
        part, whole = self.asked
        return 0 <= action < (2 if part >= 0 else whole)

    # Going on

    def play(self, number: int) -> None:
        """Make the move of the seat to choose, or let chance do one thing; refused, it changes nothing."""
        player = self.player
        if player == CHANCE:
            self._draw(number)
        else:
            self.move = self.terms.game.legal_move(self.dealt, player, number)
        self.made.append((player, number))
        self._go_on()

    def _draw(self, number: int) -> None:
        if not self.possible(number):
            raise IllegalMove(f"chance has {len(self.outcomes())} outcomes from 0, not {number}")
        if self.asked is None:
            return
        part, whole = self.asked
        self.answers.append(number if part < 0 else whole - 1 if number == 0 else 0)
        self.asked = None

    def _go_on(self) -> None:
        """Carry out what is under way until a seat or chance must choose."""
        while self.asked is None and self._under_way():
            try:
                self._carry_out()
                self.answers = []
            except Unanswered as asked:
                self._ask(asked)

    def _under_way(self) -> bool:
        """Whether there is something to deal, a move to carry out, or to find out who moves."""
        if self.state is None or self.move is not None:
            return True
        return self.seat == NOBODY and self.state.actor != OVER

    def _ask(self, asked: Unanswered) -> None:
        if not self.terms.drawn:
            raise asked
        if asked.part == 0 or asked.part >= asked.whole:  # the answer is sure
            self.answers.append(asked.whole - 1 if asked.part == 0 else 0)
        else:
            self.asked = (asked.part, asked.whole)

    def _carry_out(self) -> None:
        if self.state is None:
            self.state = self._deal()
            self.script += self.answers
        elif self.move is not None:
            self._move(self.state, self.move)
        else:
            clock = scripted(self.answers) if self.clock is None else self.clock
            self.seat = int(self.state.someone(clock))

    def _deal(self) -> State:
        terms = self.terms
        if not terms.sampled:
            return terms.game.setup(terms.seats, scripted(self.answers), terms.options)
        self.seed = self.seed or secrets.token_hex(8)
        self.clock = seeded(f"{self.seed} clock")
        return terms.game.setup(terms.seats, generator(self.seed), terms.options)

    def _move(self, before: State, move: int) -> None:
        after = before.copy()
        if self.clock is None:
            after.rng = scripted(self.answers)
        after.play(self.seat, move)
        self.events.append(Event(before, self.seat, move, after))
        self.script += self.answers
        self.state, self.seat, self.move = after, NOBODY, None

    # What a seat knows

    def told(self, seat: int | None) -> list[str]:
        """All that a seat, or everybody (None), heard so far."""
        lines = list(self.root.told.get(seat, []))
        for event in self.events:
            lines += event.told(self.terms.game, seat)
        return lines

    def glimpse(self, seat: int) -> Glimpse:
        """A digest of all that a seat saw so far: together with `told`, perfect recall."""
        if self.state is None:
            return Glimpse()
        view = self.terms.game.view
        first = self.events[0].before if self.events else self.state
        seen = self.root.glimpses.get(seat, Glimpse()).then(view(first, seat))
        for event in self.events:
            if seat not in event.glimpses:
                event.glimpses[seat] = seen.then(view(event.after, seat))
            seen = event.glimpses[seat]
        return seen

    def imagined(self, seat: int, rng: Rng) -> "Tree":
        """The same place in a world that `seat` cannot tell from this one.

        The others remember there only what everybody was told: what they really saw, the seat cannot know.
        Nor is the seed known there, from which all that is hidden could be dealt again.
        """
        if self.player in {CHANCE, NOBODY}:
            raise IllegalMove("a world is imagined where a seat is to choose, not at a draw or at the end")
        world = self.dealt.imagine(seat, rng)
        if self.clock is None:
            world.rng = scripted([])
        told: dict[int | None, list[str]] = dict.fromkeys(range(self.terms.seats), self.told(None))
        told |= {None: self.told(None), seat: self.told(seat)}
        clock = None if self.clock is None else rng.fork()
        root = Root("", world, self.seat, clock, told, {seat: self.glimpse(seat)})
        return Tree(self.terms, root)

    # As text, and in a file

    def __str__(self) -> str:
        """All that led here, one line each: no two places have the same."""
        game = self.terms.game
        begun = [f"seed {self.seed}"] if self.seed and self.state is not None else []
        if self.root.world is not None:
            begun.append(f"imagined {msgspec.json.encode(game.dump(self.root.world)).decode()}")
        return "\n".join(begun + [_made(game.name, by, number) for by, number in self.made])

    def __reduce__(self) -> tuple[object, ...]:
        root = self.root
        world = None if root.world is None else self.terms.game.dump(root.world)
        clock = None if root.clock is None else root.clock.dump()
        begun = (self.seed, world, root.seat, clock, dict(root.told), dict(root.glimpses))
        return regrown, (self.terms, begun, [number for _, number in self.made])


def regrown(
    terms: Terms,
    begun: tuple[
        str,
        Position | None,
        int,
        list[int | str] | None,
        dict[int | None, list[str]],
        dict[int, Glimpse],
    ],
    made: list[int],
) -> Tree:
    """The tree that was put into a file: begun alike, and all played again."""
    seed, position, seat, clock, told, glimpses = begun
    world = None if position is None else terms.game.restore(position)
    root = Root(seed, world, seat, None if clock is None else restore_rng(clock), told, glimpses)
    tree = Tree(terms, root)
    for number in made:
        tree.play(number)
    return tree
