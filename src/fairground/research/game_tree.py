"""A match as a game tree, with decision nodes for seats and, if wanted, a chance node for every draw.

The rules draw random numbers in the middle of a move. To make such a draw a node, a move is played on a copy
of the state with the outcomes chosen so far. When the rules ask for one more, the tree stops at a chance
node; once its outcome is chosen, the move is played again from its start.
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
registered: dict[str, Game[State, object]] = {}


@dataclass(frozen=True)
class TreeSettings:
    """The settings of a match; `explicit` makes every draw a chance node."""

    game: Game[State, object]
    seats: int
    options: Mapping[str, str]
    explicit: bool

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild_settings, (self.game.name, self.seats, dict(self.options), self.explicit)

    @property
    def has_chance(self) -> bool:
        """Whether the game draws anything at all."""
        return self.game.widest > 0

    @property
    def samples_chance(self) -> bool:
        """Whether the rules draw from a generator of their own, without chance nodes."""
        return self.has_chance and not self.explicit


def rebuild_settings(name: str, seats: int, options: Mapping[str, str], explicit: bool) -> TreeSettings:
    """Return the settings of a registered game; pickle calls this."""
    return TreeSettings(registered[name], seats, options, explicit)


@dataclass(frozen=True)
class ViewDigest:
    """A digest of all the views of a seat so far, and one of its latest view."""

    all: bytes = b""
    last: bytes = b""

    def then(self, view: msgspec.Struct) -> "ViewDigest":
        """Return the digest with one more view; a view equal to the latest is not counted."""
        last = hashlib.sha256(msgspec.json.encode(view)).digest()
        return self if last == self.last else ViewDigest(hashlib.sha256(self.all + last).digest(), last)


@dataclass
class Transition:
    """A move, the states before and after it, and what each seat learned from it. The states never change.

    Logs and digests are computed on demand, because a search needs them for few of its moves.
    """

    before: State
    seat: int
    move: int
    after: State
    story: list[Entry] | None = None
    lines: dict[int | None, list[str]] = field(default_factory=dict)
    digests: dict[int, ViewDigest] = field(default_factory=dict)

    def log(self, game: Game[State, object], seat: int | None) -> list[str]:
        """Return what the story tells a seat (None for spectators), after the move if it was its own."""
        if seat not in self.lines:
            if self.story is None:
                self.story = game.story(self.before, self.seat, self.move, self.after)
            own = [f"> {game.write(self.move)}"] if seat == self.seat else []
            self.lines[seat] = own + [_line(entry) for entry in entries_for(self.story, seat)]
        return self.lines[seat]


def _line(entry: Entry) -> str:
    return f"{entry.key} {msgspec.json.encode(entry.values).decode()}"


@cache
def _describe(name: str, player: int, number: int) -> str:
    return f"draw {number}" if player == CHANCE else f"{player} {registered[name].write(number)}"


@dataclass(frozen=True)
class Root:
    """Where a tree starts: before the deal, or in a world that a seat imagined.

    `order` decides who acts first when several seats may. `logs` and `digests` hold what the seats remember
    from before the root; the key None stands for spectators.
    """

    seed: str = ""
    world: State | None = None
    seat: int = NOBODY
    order: Rng | None = None
    logs: Mapping[int | None, list[str]] = field(default_factory=dict)
    digests: Mapping[int, ViewDigest] = field(default_factory=dict)


class GameTree:
    """A node of the tree and the path to it. Copies are cheap because states are never changed.

    `pending` is the draw that a chance node waits for: its `part` and `whole`, as in `Unanswered`. `script`
    holds all draws of the rules with explicit chance: `scripted(script)` replays the match.
    """

    def __init__(self, settings: TreeSettings, root: Root) -> None:
        self.settings = settings
        self.root = root
        self.made: list[tuple[int, int]] = []
        self.transitions: list[Transition] = []
        self.state = root.world
        self.seat = root.seat
        self.move: int | None = None
        self.answers: list[int] = []
        self.script: list[int] = []
        self.pending: tuple[int, int] | None = None
        self.seed = root.seed
        self.order = None if root.order is None else root.order.copy()
        if not settings.samples_chance:
            self._advance()

    def __deepcopy__(self, memo: object) -> "GameTree":
        twin = object.__new__(GameTree)
        twin.__dict__.update(self.__dict__)
        twin.made = list(self.made)
        twin.transitions = list(self.transitions)
        twin.answers = list(self.answers)
        twin.script = list(self.script)
        twin.order = None if self.order is None else self.order.copy()
        return twin

    # The node

    @property
    def player(self) -> int:
        """The seat that decides here, CHANCE, or NOBODY when the match is over."""
        if self.state is None or self.pending is not None:
            return CHANCE
        return NOBODY if self.state.actor == OVER else self.seat

    @property
    def dealt(self) -> State:
        """The state; there is none before the deal."""
        assert self.state is not None, "nothing is dealt yet"
        return self.state

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        if self.pending is None:  # the deal with sampled chance
            return [(0, 1.0)]
        part, whole = self.pending
        if part >= 0:
            return [(0, (whole - part) / whole), (1, part / whole)]
        return [(answer, 1 / whole) for answer in range(whole)]

    def is_possible(self, action: int) -> bool:
        if self.pending is None:
            return action == 0
        part, whole = self.pending
        return 0 <= action < (2 if part >= 0 else whole)

    # Playing

    def play(self, number: int) -> None:
        """Play a move of the seat that decides here, or choose an outcome at a chance node.

        IllegalMove says why it is illegal; nothing changes then.
        """
        player = self.player
        if player == CHANCE:
            self._draw(number)
        else:
            self.move = self.settings.game.legal_move(self.dealt, player, number)
        self.made.append((player, number))
        self._advance()

    def _draw(self, number: int) -> None:
        if not self.is_possible(number):
            raise IllegalMove(f"expected an outcome from 0 to {len(self.outcomes()) - 1}, got {number}")
        if self.pending is None:
            return
        part, whole = self.pending
        self.answers.append(number if part < 0 else whole - 1 if number == 0 else 0)
        self.pending = None

    def _advance(self) -> None:
        """Continue until a seat or chance must choose."""
        while self.pending is None and self._is_unfinished():
            try:
                self._continue()
                self.answers = []
            except Unanswered as question:
                self._ask(question)

    def _is_unfinished(self) -> bool:
        """Whether the deal, a move, or the choice of the next actor is still to be done."""
        if self.state is None or self.move is not None:
            return True
        return self.seat == NOBODY and self.state.actor != OVER

    def _ask(self, question: Unanswered) -> None:
        if not self.settings.has_chance:
            raise question
        if question.part == 0 or question.part >= question.whole:  # only one outcome is possible
            self.answers.append(question.whole - 1 if question.part == 0 else 0)
        else:
            self.pending = (question.part, question.whole)

    def _continue(self) -> None:
        if self.state is None:
            self.state = self._deal()
            self.script += self.answers
        elif self.move is not None:
            self._move(self.state, self.move)
        else:
            order = scripted(self.answers) if self.order is None else self.order
            self.seat = int(self.state.someone(order))

    def _deal(self) -> State:
        settings = self.settings
        if not settings.samples_chance:
            return settings.game.setup(settings.seats, scripted(self.answers), settings.options)
        self.seed = self.seed or secrets.token_hex(8)
        self.order = seeded(f"{self.seed} clock")
        return settings.game.setup(settings.seats, generator(self.seed), settings.options)

    def _move(self, before: State, move: int) -> None:
        after = before.copy()
        if self.order is None:
            after.rng = scripted(self.answers)
        after.play(self.seat, move)
        self.transitions.append(Transition(before, self.seat, move, after))
        self.script += self.answers
        self.state, self.seat, self.move = after, NOBODY, None

    # What a seat knows

    def log(self, seat: int | None) -> list[str]:
        """Return everything the story has told a seat (None for spectators) so far."""
        lines = list(self.root.logs.get(seat, []))
        for transition in self.transitions:
            lines += transition.log(self.settings.game, seat)
        return lines

    def view_digest(self, seat: int) -> ViewDigest:
        """Return a digest of all views of a seat so far; together with `log` it gives perfect recall."""
        if self.state is None:
            return ViewDigest()
        view = self.settings.game.view
        first = self.transitions[0].before if self.transitions else self.state
        seen = self.root.digests.get(seat, ViewDigest()).then(view(first, seat))
        for transition in self.transitions:
            if seat not in transition.digests:
                transition.digests[seat] = seen.then(view(transition.after, seat))
            seen = transition.digests[seat]
        return seen

    def imagine(self, seat: int, rng: Rng) -> "GameTree":
        """Return the same node in a world that `seat` cannot tell from this one.

        The other seats remember only what was public, because `seat` cannot know what they really saw. The
        new tree has no seed: the seed would reveal everything hidden.
        """
        if self.player in {CHANCE, NOBODY}:
            raise IllegalMove("expected a node where a seat decides, got a chance node or the end")
        world = self.dealt.imagine(seat, rng)
        if self.order is None:
            world.rng = scripted([])
        logs: dict[int | None, list[str]] = dict.fromkeys(range(self.settings.seats), self.log(None))
        logs |= {None: self.log(None), seat: self.log(seat)}
        order = None if self.order is None else rng.fork()
        root = Root("", world, self.seat, order, logs, {seat: self.view_digest(seat)})
        return GameTree(self.settings, root)

    # Text and pickling

    def __str__(self) -> str:
        """Return the path to this node, one line per step; it is different for every node."""
        game = self.settings.game
        start = [f"seed {self.seed}"] if self.seed and self.state is not None else []
        if self.root.world is not None:
            start.append(f"imagined {msgspec.json.encode(game.dump(self.root.world)).decode()}")
        return "\n".join(start + [_describe(game.name, player, number) for player, number in self.made])

    def __reduce__(self) -> tuple[object, ...]:
        root = self.root
        world = None if root.world is None else self.settings.game.dump(root.world)
        order = None if root.order is None else root.order.dump()
        start = (self.seed, world, root.seat, order, dict(root.logs), dict(root.digests))
        return rebuild_tree, (self.settings, start, [number for _, number in self.made])


def rebuild_tree(
    settings: TreeSettings,
    start: tuple[
        str,
        Position | None,
        int,
        list[int | str] | None,
        dict[int | None, list[str]],
        dict[int, ViewDigest],
    ],
    made: list[int],
) -> GameTree:
    """Return a pickled tree: start it in the same way and play everything again."""
    seed, position, seat, order, logs, digests = start
    world = None if position is None else settings.game.restore(position)
    root = Root(seed, world, seat, None if order is None else restore_rng(order), logs, digests)
    tree = GameTree(settings, root)
    for number in made:
        tree.play(number)
    return tree
