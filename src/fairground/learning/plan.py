"""What decides a training run. The same plan on the same software gives the same network."""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from fairground.bots.network_file import WIDEST, Inputs, Learnt, NetworkInfo, count_inputs, observation_digest
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.fingerprints import trait_digest
from fairground.engine.game import Game
from fairground.engine.match import generator
from fairground.engine.state import State
from fairground.games import load

MOST_CURIOUS = 10.0


class TrainingPlan(msgspec.Struct, frozen=True, dict=True):
    """Everything that decides the result of a training run; make one with `make_plan`.

    `matches` are played in each generation, with `iterations` of the search for each move. A generation
    learns from the matches of the last `window` generations, `epochs` times. `widths` are those of the
    network's layers, and `inputs` what it sees. The candidate meets the best network so far in `gate`
    matches, both with `iterations`. `horizon` and `curiosity` are those of searches with the network; None
    leaves them as the game's judge has them.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    box: str
    seed: str
    generations: int
    matches: int
    iterations: int
    window: int
    epochs: int
    widths: tuple[int, ...]
    gate: int
    inputs: Inputs
    horizon: int | None
    curiosity: float | None

    @cached_property
    def edition(self) -> Game[State, object]:
        """The game."""
        return load(self.game, self.rules)

    @cached_property
    def open_box(self) -> Box[object]:
        """The box, which is the one that the game comes with."""
        return self.edition.shipped_box(self.box)

    @property
    def one_look(self) -> bool:
        """Whether the seat to move knows everything, so that the network need not see through other eyes."""
        return self.inputs == "features" and self.looks_ahead

    @property
    def looks_ahead(self) -> bool:
        """Whether self-play uses alpha-beta, and not the tree search, which counts visits."""
        return self.seats == 2 and self.edition.judge().exact

    @property
    def rates_moves(self) -> bool:
        """Whether the network learns to rate moves; traits are too few for that."""
        return self.inputs == "features" and not self.looks_ahead

    @property
    def size(self) -> int:
        """How many numbers the network sees."""
        return count_inputs(self.edition, self.seats, self.inputs)

    def info(self, anchor: float) -> NetworkInfo:
        """Return what a network of this run says about itself."""
        digest = observation_digest(self.edition, self.seats, self.inputs)
        traits = self.inputs == "traits"
        probe = trait_digest(self.edition, self.seats, self.options) if traits else ""
        learnt = Learnt(
            digest,
            len(self.widths),
            anchor,
            self.one_look,
            self.horizon,
            self.curiosity,
            inputs=self.inputs,
            probe=probe,
        )
        return NetworkInfo(self.game, self.rules, self.box, self.options, {self.seats: learnt})


def make_plan(
    game: Game[State, object],
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: str = "train",
    generations: int = 10,
    matches: int = 400,
    iterations: int = 50,
    window: int = 6,
    epochs: int = 2,
    widths: tuple[int, ...] = (32, 32),
    gate: int = 200,
    inputs: Inputs | None = None,
    horizon: int | None = None,
    curiosity: float | None = None,
) -> TrainingPlan:
    """Check the settings and return the plan of a training run; BadSetting says what is wrong.

    If you do not name the `inputs`, the network sees traits if the game has them.
    """
    seats = game.seats[0] if seats is None else seats
    if seats not in game.seats:
        raise BadSetting(f"{game.title} is for {game.seats[0]}-{game.seats[-1]} seats, not {seats}")
    counts = {
        "generations": generations,
        "matches": matches,
        "iterations": iterations,
        "window": window,
        "epochs": epochs,
        "gate": gate,
    }
    for name, count in counts.items():
        if count < 1:
            raise BadSetting(f"expected {name} to be 1 or more, got {count}")
    if not widths or not all(1 <= width <= WIDEST for width in widths):
        raise BadSetting(f"expected layers of 1 to {WIDEST} numbers, got {','.join(map(str, widths))}")
    if inputs == "traits" and not game.modules.traits:
        raise BadSetting(f"{game.title} has no traits; its networks see features")
    if (horizon is not None and horizon < -1) or (
        curiosity is not None and not 0 <= curiosity <= MOST_CURIOUS
    ):
        raise BadSetting(f"expected a horizon from -1 and a curiosity from 0 to {MOST_CURIOUS:g}")
    generator(seed)  # raises if the seed is invalid
    return TrainingPlan(
        game=game.name,
        rules=game.rules,
        seats=seats,
        options=game.settle_options(options or {}, study=True),
        box=game.box().digest,
        seed=seed,
        widths=widths,
        inputs=inputs or ("traits" if game.modules.traits else "features"),
        horizon=horizon,
        curiosity=curiosity,
        **counts,
    )
