"""The ladder of strength: each level against the one below, and the last against bots that hardly think."""

import math
import tomllib
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
import tomli_w

from fairground.arena.fixtures import Plan, fixtures, plan
from fairground.arena.sitting import Played
from fairground.arena.standings import Interval, wilson
from fairground.arena.tournament import Means, Progress, Silent
from fairground.bots import LEVELS
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State

FILE = "strength.toml"
MATCHES = 400
SEED = "ladder"
SIGMAS = 5.0
RUNGS: tuple[tuple[str, str, float], ...] = (
    (LEVELS[0], "random", 0.6),
    *((upper, lower, 0.6) for lower, upper in pairwise(LEVELS)),
    (LEVELS[-1], "greedy", 0.75),
    (LEVELS[-1], "random", 0.99),
)
GOALS = {(upper, lower): goal for upper, lower, goal in RUNGS}


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one step of the ladder gave. `won` counts shared wins as their part."""

    upper: str
    lower: str
    matches: int
    won: float
    forfeits: int
    moves: float
    seed: str
    rules: int
    box: str

    @property
    def share(self) -> Interval:
        return wilson(self.won, self.matches)

    @property
    def rung(self) -> tuple[str, str]:
        return self.upper, self.lower


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's published steps, as its folder holds them."""

    steps: list[Step] = []


def step_plan(game: Game[State, object], upper: str, lower: str, matches: int, seed: str) -> Plan:
    """Two seats, options as studies have them."""
    bots = [held(game) if name == LEVELS[-1] else name for name in (upper, lower)]
    return plan(game, bots, matches, 2, seed=f"{seed} {upper} {lower}")


def held(game: Game[State, object]) -> str:
    """The last level, made the same on every machine as the others are."""
    return f"{LEVELS[-1]}:iterations={game.judge().held}:seconds=60"


def play(
    game: Game[State, object],
    rung: tuple[str, str],
    matches: int,
    seed: str,
    means: Means,
    progress: Progress | None = None,
) -> Step:
    """Play one step."""
    progress = progress or Silent()
    each = step_plan(game, *rung, matches, seed)
    progress.begin(f"{rung[0]} against {rung[1]}", each.matches, 0)
    told = []
    for played in means.hall(each).play(fixtures(each)):
        told.append(played)
        progress.step(played)
    return summed(each, rung, told)


def summed(plan: Plan, rung: tuple[str, str], matches: Sequence[Played]) -> Step:
    """A step from its matches, in whatever order they came."""
    upper = plan.bots[0]
    return Step(
        upper=rung[0],
        lower=rung[1],
        matches=len(matches),
        won=sum(played.shares[played.players.index(upper)] for played in matches),
        forfeits=sum(played.at_fault is not None for played in matches),
        moves=round(sum(played.moves for played in matches) / len(matches), 1),
        seed=plan.seed,
        rules=plan.rules,
        box=plan.box,
    )


def published(game: Game[State, object]) -> list[Step]:
    """The steps in the game's folder; none if it has not been measured."""
    try:
        text = game.document(FILE)
    except FileNotFoundError:
        return []
    return read(text, f"{FILE} of {game.title}")


def read(text: str, name: str = FILE) -> list[Step]:
    try:
        return msgspec.convert(tomllib.loads(text), Ladder).steps
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise FairgroundError(f"{name} holds no ladder: {error}") from None


def write(steps: Iterable[Step]) -> str:
    """The text of a ladder, from the lowest step up."""
    order = list(GOALS)
    known = sorted((step for step in steps if step.rung in GOALS), key=lambda step: order.index(step.rung))
    return tomli_w.dumps({"steps": [msgspec.to_builtins(step) for step in known]})


def stands(step: Step, game: Game[State, object], matches: int) -> bool:
    """Whether a step need not be played again."""
    return step.matches >= matches and (step.rules, step.box) == (game.rules, game.box().digest)


def contradicts(claim: Step, found: Step) -> bool:
    """Whether two measurements of a step lie further apart than chance explains."""
    together = (claim.won + found.won + 1) / (claim.matches + found.matches + 2)
    error = math.sqrt(together * (1 - together) * (1 / claim.matches + 1 / found.matches))
    return abs(claim.share.value - found.share.value) > SIGMAS * error


def verdict(step: Step) -> str:
    """Whether the goal of a step is reached; open where it lies within the interval."""
    goal = GOALS[step.rung]
    if step.share.holds(goal):
        return "open"
    return "reached" if step.share.low > goal else "missed"
