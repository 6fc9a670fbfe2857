"""The laws that every game must keep. The tests and `fairground fuzz` check them.

`check_match` plays one random match and checks every law at its states. If a law is broken it raises
`BrokenLaw` with the name of the law, what was found, and the record that leads there.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Generic, TypeVar, cast

import msgspec
import numpy as np

from fairground.engine.box import Box
from fairground.engine.clicks import click_paths, find_obstacle
from fairground.engine.errors import FairgroundError, NotationError
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.game import B, Features, Game, Position, S
from fairground.engine.match import Match
from fairground.engine.obstacle import COMMON, Obstacle
from fairground.engine.picture import plain
from fairground.engine.record import Record
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import OVER, State
from fairground.engine.story import Entry, entries_for, tell

T = TypeVar("T")
NONSENSE = ("", " ", "\n", "0", "-1", "pass the salt", "a" * 999, "é☃", "a1-", "99999999999999999999")
SAMPLE = 8  # moves or spots of a state for which the obstacles are checked
LONG = 200  # moves after which states are checked half as often, then a third as often, and so on


class BrokenLaw(FairgroundError, AssertionError):
    """A game breaks a law."""

    def __init__(self, law: str, found: str, record: Record | None = None) -> None:
        super().__init__(f"{law}: {found}")
        self.law = law
        self.record = record


def demand(holds: bool, law: str, found: str) -> None:
    """Raise BrokenLaw unless the law holds."""
    if not holds:
        raise BrokenLaw(law, found)


def wander(state: State, rng: Rng, moves: int = 30) -> None:
    """Play random moves for a while. Stop at a dead end, which the match itself will find."""
    for _ in range(moves):
        seat = int(state.someone(rng))
        legal = [] if state.actor == OVER else state.legal(seat)
        if not legal:
            return
        state.play(seat, legal[rng.below(len(legal))])


def check_match(
    game: Game[S, B],
    seats: int,
    options: Mapping[str, str],
    seed: str,
    box: Box[B] | None = None,
    every: int = 1,
) -> Match[S, B]:
    """Play one random match; check the laws of moves at each, and those of states at every `every`-th.

    In a long match states are checked less and less often.
    """
    trial = Trial(game, Match(game, seats, seed, options, box), seeded(f"{seed} trial"))
    try:
        trial.run(every)
    except BrokenLaw as broken:
        broken.record = trial.match.record()
        raise
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
        raise BrokenLaw("never fails", found, trial.match.record()) from error
    return trial.match


class Trial(Generic[S, B]):
    """A random match at which the laws are checked."""

    def __init__(self, game: Game[S, B], match: Match[S, B], rng: Rng) -> None:
        self.game = game
        self.match = match
        self.rng = rng
        self.moves = frozenset(game.moves_with(match.box))
        self.spots = sorted(click_paths(game).by_spot)
        self.unseen = cast(S, match.state.copy())  # the same match, but nobody looks at it
        self.other_worlds = 0
        self.tried: set[int] = set()

    def run(self, every: int) -> None:
        self.check_state()
        while not self.match.over:
            self.move()
            made = len(self.match.made)
            gap = every * (1 + made // LONG)
            if made % gap == 0 or self.match.over:
                self.check_state()
        self.check_end()

    def move(self) -> None:
        state = self.match.state
        demand(len(self.match.made) < self.game.longest, "ends", f"no end in {self.game.longest} moves")
        seat = int(state.someone(self.rng))
        moves = state.legal(seat)
        demand(bool(moves), "legal moves", f"seat {seat} owes a move and has none")
        move = moves[self.rng.below(len(moves))]
        before = self.twin(state)
        told = self.match.play(seat, move)
        self.unseen.play(seat, move)
        self.check_story(told)
        self.check_surprise(before, seat, move)
        self.check_sealing(before, seat, move, told)
        self.check_invariants(self.match.state, "the match")

    def twin(self, state: S) -> S:
        return cast(S, state.copy())

    def check_state(self) -> None:
        laws: tuple[Callable[[S], None], ...] = (
            self.check_actors,
            self.check_moves,
            self.check_points,
            self.check_copies,
            self.check_positions,
            self.check_looking,
            self.check_features,
            self.check_secrecy,
            self.check_reshuffle,
        )
        for law in laws:
            law(self.match.state)

    # Decisions

    def check_actors(self, state: S) -> None:
        actors = state.actors()
        fair = all(0 <= seat < state.seats for seat in actors) and actors == sorted(set(actors))
        demand(fair, "actors", f"{actors} of {state.seats} seats")
        present = state.actor in actors if actors else state.actor == OVER
        demand(present, "actors", f"actor {state.actor} among {actors}")

    def check_moves(self, state: S) -> None:
        for seat in range(state.seats):
            moves = state.legal(seat)
            expected = seat in state.actors()
            demand(bool(moves) == expected, "legal moves", f"seat {seat} has {len(moves)}")
            demand(all(a < b for a, b in pairwise(moves)), "legal moves ascend", f"{moves}")
            self.check_words(moves)
            self.check_paths(moves)
            unlisted = set(moves).difference(self.moves)
            demand(not unlisted, "all moves are listed", f"{sorted(unlisted)} are not")
            self.check_obstacles(state, seat, moves)
            self.tried.update(moves[:: max(1, len(moves) // 8)])
        for nonsense in NONSENSE:
            self.check_nonsense(nonsense)

    def check_words(self, moves: list[int]) -> None:
        for move in moves:
            words = self.game.write(move)
            tidy = bool(words) and words == " ".join(words.split()) and words.isprintable()
            demand(tidy, "notation", f"move {move} is written {words!r}")
            demand(self.game.read(words) == move, "notation", f"{words!r} is read {self.game.read(words)}")

    def check_obstacles(self, state: S, seat: int, moves: list[int]) -> None:
        """Whatever an actor cannot do has a reason that can be told."""
        if not moves:
            return
        for move in self.sample(sorted(self.moves.difference(moves))):
            self.check_obstacle(self.game.why(state, seat, move), self.game.obstacles)
        for spot in self.sample(self.spots):
            found = find_obstacle(self.game, state, seat, [], spot)
            starts = any(self.game.path(move)[0] == spot for move in moves)
            demand((found is None) == starts, "obstacles", f"{spot} can be clicked, and {found}")
            if found:
                self.check_obstacle(found, {**self.game.obstacles, **COMMON})

    def check_obstacle(self, obstacle: Obstacle, phrases: Mapping[str, str]) -> None:
        demand(obstacle.key in phrases, "obstacles", f"no sentence for {obstacle.key!r}")
        demand(bool(self.game.tell_obstacle(obstacle)), "obstacles", f"{obstacle}")
        sent = msgspec.json.decode(msgspec.json.encode(obstacle), type=Obstacle)
        demand(sent == obstacle, "obstacles", f"{obstacle}")

    def sample(self, things: list[T]) -> list[T]:
        """Return some of the things, others after each move."""
        step = max(1, len(things) // SAMPLE)
        return things[len(self.match.made) % step :: step]

    def check_nonsense(self, words: str) -> None:
        try:
            move = self.game.read(words)
        except NotationError:
            return
        demand(self.game.read(self.game.write(move)) == move, "notation", f"{words!r} is read as {move}")

    def check_paths(self, moves: list[int]) -> None:
        paths = sorted(self.game.path(move) for move in moves)
        for path, following in pairwise(paths):
            demand(path != following[: len(path)], "click paths", f"{path} leads into {following}")
        for path in paths:
            demand(bool(path) and all(path), "click paths", f"{path}")

    # Points

    def check_points(self, state: S) -> None:
        outcome = self.game.outcome(state)
        demand(outcome.points == state.scores(), "points", f"{outcome.points} and {state.scores()}")
        for seat, points in enumerate(outcome.points):
            parts = [by_seat[seat] for by_seat in outcome.headings.values()]
            demand(sum(parts) == points, "points by heading", f"seat {seat}: {parts} and {points}")
        seated = sorted(seat for group in outcome.ranking for seat in group)
        demand(seated == list(range(state.seats)), "ranking", f"{outcome.ranking}")
        demand((outcome.reason is not None) == (state.actor == OVER), "reason", f"{outcome.reason}")

    def check_end(self) -> None:
        outcome = self.match.outcome()
        demand(outcome.reason in self.game.reasons, "reason", f"{outcome.reason}")
        demand(outcome.decided in self.game.deciders, "decided", f"{outcome.decided}")
        self.check_replay()
        worlds = self.other_worlds
        hidden = self.game.hides(self.match.state.options)
        demand(worlds == 0 or hidden, "nothing is hidden", f"{worlds} worlds differ")
        demand(worlds > 0 or not hidden, "redeal", "never reached a different world")

    def check_replay(self) -> None:
        record = Record.parse(str(self.match.record()))
        replayed = Match.replay(self.game, record, self.match.box)
        same = self.dump(replayed.state) == self.dump(self.match.state) and replayed.story == self.match.story
        demand(same, "replay", "replaying the record gives another position or story")

    # Copies and positions

    def check_copies(self, state: S) -> None:
        now = self.dump(state)
        twin = self.twin(state)
        demand(self.dump(twin) == now, "copy", "the copy differs")
        wander(twin, self.rng)
        demand(self.dump(state) == now, "copy", "playing on a copy changes the original")

    def check_positions(self, state: S) -> None:
        now = self.dump(state)
        again = self.game.restore(msgspec.json.decode(msgspec.json.encode(now)), self.match.box)
        demand(self.dump(again) == now, "dump and restore", "the restored position differs")
        twin = self.twin(state)
        wander(twin, self.rng.copy())
        wander(again, self.rng.copy())
        demand(self.dump(again) == self.dump(twin), "dump and restore", "they play on differently")

    def dump(self, state: S) -> Position:
        return self.game.dump(state)

    def world(self, state: S) -> bytes:
        """Return the position without its generator, to compare worlds."""
        position = {**self.game.dump(state), "rng": None}
        return msgspec.json.encode(position, order="sorted")

    # Secrecy

    def check_secrecy(self, state: S) -> None:
        truth = self.dump(state)
        for seat in range(state.seats):
            world = self.imagine(state, seat, self.rng)
            self.other_worlds += self.world(world) != self.world(state)
            self.check_twins(state, world, seat)
            self.check_invariants(world, f"a world of seat {seat}")
            self.check_canonical(state, world, seat)
            if seat in state.actors():
                self.check_reopening(world, seat)
        demand(self.dump(state) == truth, "imagine", "imagining changes the true state")

    def check_reshuffle(self, state: S) -> None:
        """Nobody can tell a position from the same one with another chance."""
        truth = self.dump(state)
        world = cast(S, state.with_other_chance(self.rng))
        for seat in range(state.seats):
            self.check_twins(state, world, seat)
        self.check_invariants(world, "a world with another chance")
        demand(self.dump(state) == truth, "reshuffle", "another chance changes the true state")

    def imagine(self, state: S, seat: int, rng: Rng) -> S:
        return cast(S, state.imagine(seat, rng))

    def check_twins(self, state: S, world: S, seat: int) -> None:
        """Everything that a seat and the spectators get is the same in both."""
        there = dict(self.knowledge(world, seat))
        for what, value in self.knowledge(state, seat):
            demand(value == there[what], "secrecy", f"{what} of seat {seat} tells worlds apart")

    def knowledge(self, state: S, seat: int) -> Iterator[tuple[str, object]]:
        """Yield everything that leaves the engine for a seat."""
        view = self.game.view(state, seat)
        yield "the view", msgspec.json.encode(view)
        yield "the picture", self.game.picture(view)
        yield "the spectators' view", msgspec.json.encode(self.game.view(state, None))
        yield "actors", (state.actors(), int(state.actor))
        yield "the legal moves", state.legal(seat)
        yield "the features", self.game.features(state, seat).tobytes()
        yield "points", state.scores()
        yield "points by heading", self.game.outcome(state).headings
        yield (
            "the reasons against moves",
            [self.game.why(state, seat, move) for move in self.illegal_moves(state, seat)],
        )
        yield (
            "the reasons against clicks",
            [find_obstacle(self.game, state, seat, [], spot) for spot in self.sample(self.spots)],
        )

    def illegal_moves(self, state: S, seat: int) -> list[int]:
        """Return moves that were legal earlier in the match but are not now."""
        return sorted(self.tried - set(state.legal(seat)))[:40] if state.actor != OVER else []

    def check_canonical(self, state: S, world: S, seat: int) -> None:
        """With the same generator, a seat imagines the same worlds whatever is hidden from it."""
        seed = str(self.rng.below(1 << 30))
        one = self.world(self.imagine(state, seat, seeded(seed)))
        other = self.world(self.imagine(world, seat, seeded(seed)))
        demand(one == other, "redeal", f"what seat {seat} imagines depends on what it cannot know")

    def check_reopening(self, world: S, seat: int) -> None:
        """Others can take back what they have sealed and choose again; for the seat nothing is different."""
        reopened = self.twin(world)
        reopened.reopen(seat)
        demand(reopened.legal(seat) == world.legal(seat), "reopen", f"seat {seat} has other moves")
        before, choosing = set(world.actors()), set(reopened.actors())
        demand(before <= choosing, "reopen", "somebody who owed a choice does not any more")
        if choosing == before:
            demand(self.world(reopened) == self.world(world), "reopen", "nothing was sealed, but it changed")
            return
        self.check_invariants(reopened, f"a world of seat {seat} with choices taken back")
        wander(reopened, self.rng)

    def check_surprise(self, before: S, seat: int, move: int) -> None:
        """A move that says it draws and reveals nothing shows its seat nothing new."""
        if self.match.made[-1].final:
            return
        world = self.imagine(before, seat, self.rng)
        world.play(seat, move)
        same = self.game.view(world, seat) == self.game.view(self.match.state, seat)
        demand(same, "undo", f"{self.game.write(move)} shows seat {seat} something hidden")

    def check_sealing(self, before: S, seat: int, move: int, told: list[Entry]) -> None:
        """While several seats choose at once, nobody learns what another chooses."""
        if len(before.actors()) < 2:
            return
        for other in range(before.seats):
            world = self.imagine(before, other, self.rng)
            moves = world.legal(seat)
            chosen = moves[self.rng.below(len(moves))]
            after = self.twin(world)
            after.play(seat, chosen)
            if other == seat or self.game.view(after, other) != self.game.view(self.match.state, other):
                continue
            tale = self.game.story(world, seat, chosen, after)
            demand(
                entries_for(tale, other) == entries_for(told, other),
                "secrecy",
                f"the story tells seat {other} a choice",
            )

    # The rest

    def check_looking(self, state: S) -> None:
        alike = self.game.dump(cast(S, self.unseen.copy())) == self.game.dump(state)
        demand(alike, "looking changes nothing", "the position depends on who looked at earlier ones")

    def check_features(self, state: S) -> None:
        size = self.game.size(int(state.seats), self.match.box)
        for seat in range(state.seats):
            writer = FeatureWriter(2 * size)
            try:
                self.game.modules.features.encode(state, seat, writer)
            except IndexError:
                writer.at += 1
            demand(writer.at == size, "features", f"{writer.at} numbers or more, the layout has {size}")
            self.check_numbers(self.game.features(state, seat), int(state.seats))

    def check_numbers(self, numbers: Features, seats: int) -> None:
        """Features are finite and, with the game's own box, within the bounds that learners rely on."""
        demand(bool(np.isfinite(numbers).all()), "features", "not finite")
        if self.match.box.digest == self.game.box().digest:
            least, most = self.game.bounds(seats)
            outside = np.flatnonzero((numbers < least) | (numbers > most))
            demand(not outside.size, "features", f"numbers {outside[:5].tolist()} are out of their bounds")

    def check_story(self, told: list[Entry]) -> None:
        names = [f"seat {seat}" for seat in range(self.match.state.seats)]
        for entry in told:
            demand(entry.key in self.game.phrases, "story", f"no phrase for {entry.key!r}")
            demand(bool(tell(entry, self.game.phrases, names)), "story", f"{entry}")
            demand(msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry, "story", f"{entry}")
        demand(bool(told), "story", "a move without a story")

    def check_invariants(self, state: S, where: str) -> None:
        wrong = self.game.check(state)
        demand(not wrong, "invariants", f"in {where}: {'; '.join(wrong)}")
        text = plain(self.game.picture(self.game.view(state, None)))
        demand("[/]" not in text, "picture", "unknown markup in the picture")
