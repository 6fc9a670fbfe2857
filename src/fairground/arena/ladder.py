"""The ladder of strength: each level against the one below, and the top level against simple bots."""

import math
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

import msgspec
import tomli_w

from fairground.arena.execution import Execution, play_matches
from fairground.arena.match_runner import MatchResult
from fairground.arena.schedule import Plan, ScheduledMatch, make_plan, seatings
from fairground.arena.standings import Interval, wilson
from fairground.arena.tournament import NoProgress, Progress
from fairground.bots import LEVELS
from fairground.bots.trained_judge import shipped_judge
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.games import load

FILE = "strength.toml"
MATCHES = 400
TOP, LEARNT = LEVELS[4], LEVELS[5]  # both think by the clock; only the second asks a network
SIGMAS = 5.0  # standard errors by which two measurements may differ
TIMES_FAIR = 1.25  # the goal at more than two seats, as a multiple of the fair share
TWO_SEAT_GOALS = {
    (LEVELS[0], "random"): 0.6,
    **{(upper, lower): 0.6 for lower, upper in pairwise(LEVELS)},
    (TOP, "greedy"): 0.75,
    (TOP, "random"): 0.99,
}


class Rung(NamedTuple):
    """A step of the ladder before it is measured: one seat of the upper bot, all others of the lower one."""

    upper: str
    lower: str
    seats: int = 2

    @property
    def goal(self) -> float:
        """The win share that the upper bot should have."""
        return TWO_SEAT_GOALS[self[:2]] if self.seats == 2 else TIMES_FAIR / self.seats

    @property
    def name(self) -> str:
        """The rung in words."""
        return f"{self.upper} against {self.lower}"


class LadderStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A measured step of the ladder: how often the upper bot won. `won` counts a shared win as its part.

    With fewer matches than wanted, it is the beginning of a step that goes on with the same seed.
    """

    upper: str
    lower: str
    matches: int
    won: float
    forfeits: int
    moves: float
    seed: str
    rules: int
    box: str
    seats: int = 2
    network: str = ""  # the digest of the network that played, if one did

    @property
    def share(self) -> Interval:
        """The upper bot's win share."""
        return wilson(self.won, self.matches)

    @property
    def rung(self) -> Rung:
        """The two bots and the number of seats."""
        return Rung(self.upper, self.lower, self.seats)


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The published steps of a game, as in the file in its folder."""

    steps: list[LadderStep] = []


def list_rungs(seats: Iterable[int]) -> list[Rung]:
    """Return the rungs at these numbers of seats, from the lowest up."""
    return [
        Rung(upper, lower, count)
        for count in seats
        for upper, lower in TWO_SEAT_GOALS
        if count == 2 or is_next(upper, lower)
    ]


def is_next(upper: str, lower: str) -> bool:
    """Whether a bot is the next one below a level. Below the first level are random moves."""
    return (lower, upper) in pairwise(("random", *LEVELS))


def plan_step(game: Game[State, object], rung: Rung, matches: int, seed: str) -> Plan:
    """Return the plan of a step, with options at their defaults for studies."""
    bots = [reproducible(game, name, rung.seats) for name in rung[:2]]
    table = "" if rung.seats == 2 else f" {rung.seats} seats"
    return make_plan(game, bots, matches, rung.seats, seed=f"{seed} {rung.upper} {rung.lower}{table}")


def reproducible(game: Game[State, object], level: str, seats: int) -> str:
    """Return a level limited by iterations instead of time, so that it plays alike on every machine.

    The level that asks a network makes as many as it can in the time of the level below.
    """
    if level not in (TOP, LEARNT):
        return level
    iterations = float(game.judge().held) * (pace(game, seats) if level == LEARNT else 1.0)
    return f"{level}:iterations={max(1, round(iterations))}:seconds=60"


def pace(game: Game[State, object], seats: int) -> float:
    """Return how many iterations with the game's network take as long as one with its judge."""
    network = shipped_judge(game.name)
    return network.info.seats[seats].pace if network and seats in network.info.seats else 1.0


def network_of(game: Game[State, object], level: str) -> str:
    """Return the digest of the network that a level plays with; "" if it has none."""
    network = shipped_judge(game.name) if level == LEARNT else None
    return network.digest if network else ""


def schedule_step(plan: Plan, first: int = 0) -> Iterator[ScheduledMatch]:
    """Return the matches of a step from a number on: one upper bot, rotated through all seats."""
    upper, lower = plan.bots
    tables = seatings((upper, *[lower] * (plan.seats - 1)))
    for number in range(first, plan.matches):
        yield ScheduledMatch(number, tables[number % plan.seats], f"{plan.seed} {number}")


def play_step(
    game: Game[State, object],
    rung: Rung,
    matches: int,
    seed: str,
    execution: Execution,
    progress: Progress | None = None,
    begun: LadderStep | None = None,
    is_time_up: Callable[[], bool] = lambda: False,
) -> LadderStep | None:
    """Play one step of the ladder, or what is missing of one that has `begun`.

    Once the time is up, no further match begins, and the step that is returned has fewer matches; None if it
    has none.

    ```python
    step = play_step(load(name), Rung("expert", "artisan"), 100, "ladder", Execution(workers=4))
    print(step.share.value, verdict(step))
    ```
    """
    progress = progress or NoProgress()
    plan = plan_step(game, rung, matches, seed)
    begun = begun if begun and begun.seed == plan.seed and is_current(begun, game, 1) else None
    first = begun.matches if begun else 0
    progress.begin(f"{rung.name}, {rung.seats} seats", plan.matches, first)
    results = []
    waiting = takewhile(lambda match: not is_time_up(), schedule_step(plan, first))
    for result in play_matches(execution.executor(plan), waiting):
        results.append(result)
        progress.step(result)
    if not results:
        return begun
    found = summarize_step(plan, rung, results)
    return join_steps(begun, found) if begun else found


def summarize_step(plan: Plan, rung: Rung, matches: Sequence[MatchResult]) -> LadderStep:
    """Compute a step from its matches, which may be in any order."""
    upper = plan.bots[0]
    return LadderStep(
        network=network_of(load(plan.game), rung.upper),
        upper=rung.upper,
        lower=rung.lower,
        matches=len(matches),
        won=round(sum(match.shares[match.players.index(upper)] for match in matches), 6),
        forfeits=sum(match.at_fault is not None for match in matches),
        moves=_mean_moves(sum(match.moves for match in matches), len(matches)),
        seed=plan.seed,
        rules=plan.rules,
        box=plan.box,
        seats=plan.seats,
    )


def join_steps(begun: LadderStep, more: LadderStep) -> LadderStep:
    """Return the step that consists of two parts."""
    matches = begun.matches + more.matches
    moves = round(begun.moves * begun.matches) + round(more.moves * more.matches)
    return msgspec.structs.replace(
        begun,
        matches=matches,
        won=round(begun.won + more.won, 6),
        forfeits=begun.forfeits + more.forfeits,
        moves=_mean_moves(moves, matches),
    )


def _mean_moves(moves: int, matches: int) -> float:
    return round(moves / matches, 4)  # fine enough to find the sum again


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
    """Return the text of a ladder file, from the fewest seats and the lowest step up."""
    found = list(steps)
    order = {rung: place for place, rung in enumerate(list_rungs(sorted({step.seats for step in found})))}
    known = sorted((step for step in found if step.rung in order), key=lambda step: order[step.rung])
    return tomli_w.dumps({"steps": [msgspec.to_builtins(step) for step in known]})


def is_current(step: LadderStep, game: Game[State, object], matches: int) -> bool:
    """Whether a step has enough matches, and was played with the present rules, box and network."""
    present = (game.rules, game.box().digest, network_of(game, step.upper))
    return step.matches >= matches and (step.rules, step.box, step.network) == present


def contradicts(claim: LadderStep, found: LadderStep) -> bool:
    """Whether two measurements of a step differ by more than chance explains."""
    together = (claim.won + found.won + 1) / (claim.matches + found.matches + 2)
    error = math.sqrt(together * (1 - together) * (1 / claim.matches + 1 / found.matches))
    return abs(claim.share.value - found.share.value) > SIGMAS * error


def verdict(step: LadderStep) -> str:
    """Return whether the goal is `reached` or `missed`, or `open` if it lies within the interval."""
    goal = step.rung.goal
    if step.share.contains(goal):
        return "open"
    return "reached" if step.share.low > goal else "missed"
