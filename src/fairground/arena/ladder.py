"""The ladder of strength: each level against the one below, and the top level against simple bots."""

import math
import tomllib
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
import tomli_w

from fairground.arena.execution import Execution
from fairground.arena.match_runner import MatchResult
from fairground.arena.schedule import Plan, make_plan, schedule_matches
from fairground.arena.standings import Interval, wilson
from fairground.arena.tournament import NoProgress, Progress
from fairground.bots import LEVELS
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State

FILE = "strength.toml"
MATCHES = 400
SIGMAS = 5.0  # standard errors by which two measurements may differ
RUNGS: tuple[tuple[str, str, float], ...] = (
    (LEVELS[0], "random", 0.6),
    *((upper, lower, 0.6) for lower, upper in pairwise(LEVELS)),
    (LEVELS[-1], "greedy", 0.75),
    (LEVELS[-1], "random", 0.99),
)
GOALS = {(upper, lower): goal for upper, lower, goal in RUNGS}


class LadderStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A measured step of the ladder: how often the upper bot won. `won` counts a shared win as its part."""

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
        """The upper bot's win share."""
        return wilson(self.won, self.matches)

    @property
    def rung(self) -> tuple[str, str]:
        """The names of the two bots."""
        return self.upper, self.lower


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The published steps of a game, as in the file in its folder."""

    steps: list[LadderStep] = []


def plan_step(game: Game[State, object], upper: str, lower: str, matches: int, seed: str) -> Plan:
    """Return the plan of a step: two seats, options at their defaults for studies."""
    bots = [reproducible_maestro(game) if name == LEVELS[-1] else name for name in (upper, lower)]
    return make_plan(game, bots, matches, 2, seed=f"{seed} {upper} {lower}")


def reproducible_maestro(game: Game[State, object]) -> str:
    """Return the top level limited by iterations instead of time, so that it plays alike on every machine."""
    return f"{LEVELS[-1]}:iterations={game.judge().held}:seconds=60"


def play_step(
    game: Game[State, object],
    rung: tuple[str, str],
    matches: int,
    seed: str,
    execution: Execution,
    progress: Progress | None = None,
) -> LadderStep:
    """Play one step of the ladder.

    ```python
    step = play_step(load(name), ("expert", "artisan"), 100, "ladder", Execution(workers=4))
    print(step.share.value, verdict(step))
    ```
    """
    progress = progress or NoProgress()
    plan = plan_step(game, *rung, matches, seed)
    progress.begin(f"{rung[0]} against {rung[1]}", plan.matches, 0)
    results = []
    for result in execution.executor(plan).play(schedule_matches(plan)):
        results.append(result)
        progress.step(result)
    return summarize_step(plan, rung, results)


def summarize_step(plan: Plan, rung: tuple[str, str], matches: Sequence[MatchResult]) -> LadderStep:
    """Compute a step from its matches, which may be in any order."""
    upper = plan.bots[0]
    return LadderStep(
        upper=rung[0],
        lower=rung[1],
        matches=len(matches),
        won=sum(match.shares[match.players.index(upper)] for match in matches),
        forfeits=sum(match.at_fault is not None for match in matches),
        moves=round(sum(match.moves for match in matches) / len(matches), 1),
        seed=plan.seed,
        rules=plan.rules,
        box=plan.box,
    )


def published_steps(game: Game[State, object]) -> list[LadderStep]:
    """Return the steps in the game's folder; none if the game has not been measured."""
    try:
        text = game.document(FILE)
    except FileNotFoundError:
        return []
    return parse_ladder(text, f"{FILE} of {game.title}")


def parse_ladder(text: str, name: str = FILE) -> list[LadderStep]:
    """Read the text of a ladder file."""
    try:
        return msgspec.convert(tomllib.loads(text), Ladder).steps
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise FairgroundError(f"{name} is not a ladder: {error}") from None


def format_ladder(steps: Iterable[LadderStep]) -> str:
    """Return the text of a ladder file, from the lowest step up."""
    order = list(GOALS)
    known = sorted((step for step in steps if step.rung in GOALS), key=lambda step: order.index(step.rung))
    return tomli_w.dumps({"steps": [msgspec.to_builtins(step) for step in known]})


def is_current(step: LadderStep, game: Game[State, object], matches: int) -> bool:
    """Whether a step has enough matches, and was played with the present rules and box."""
    return step.matches >= matches and (step.rules, step.box) == (game.rules, game.box().digest)


def contradicts(claim: LadderStep, found: LadderStep) -> bool:
    """Whether two measurements of a step differ by more than chance explains."""
    together = (claim.won + found.won + 1) / (claim.matches + found.matches + 2)
    error = math.sqrt(together * (1 - together) * (1 / claim.matches + 1 / found.matches))
    return abs(claim.share.value - found.share.value) > SIGMAS * error


def verdict(step: LadderStep) -> str:
    """Return whether the goal is `reached` or `missed`, or `open` if it lies within the interval."""
    goal = GOALS[step.rung]
    if step.share.contains(goal):
        return "open"
    return "reached" if step.share.low > goal else "missed"
