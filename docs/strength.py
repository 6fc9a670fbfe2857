"""The page strength.md, made from the games' strength.toml and strength.md files by `pages.py`."""

import re

from fairground import Game, State
from fairground.arena.ladder import (
    LEARNT,
    MATCHES,
    TIMES_FAIR,
    TOP,
    LadderStep,
    Rung,
    is_current,
    list_rungs,
    published_steps,
    reproducible,
    verdict,
)

HEAD = f"""# Strength

How often each level beats the one below. Seats are rotated, and options have their default values for
studies. A shared win counts in part. Intervals are Wilson's, with 95 % confidence. On the ladder `{TOP}` has
a fixed number of iterations that fits into its second, so that it plays the same on every machine. `{LEARNT}`
has as many as it makes in the same processor time with the network that it has [learnt](learning.md).

- **Two seats.** The goal is 60 % for each level against the one below, 75 % for `{TOP}` against
  `greedy` and 99 % against `random`.
- **More seats.** One seat of a level plays against a table of the level below. Its fair share is one third, a
  quarter or a fifth of the matches; the goal is {TIMES_FAIR:g} times that.

A goal is open where it lies within the interval. The numbers come from each game's `strength.toml`. `make
soak` plays a short ladder again and fails if it contradicts this one by more than five standard errors. To
play it yourself, at two seats or at all:

    fairground ladder NAME
    fairground ladder NAME --seats all

To measure what is missing here, with {MATCHES} matches a step and the cheapest first, nine minutes at a time:

    make strength OPTIONS="--minutes 9"
"""
COLUMNS = (
    "| step | seats | matches | win share | 95 % | times fair | goal | |\n|---|---|---|---|---|---|---|---|\n"
)


def section(game: Game[State, object]) -> str:
    """The published ladder of one game, and what its folder says about its judge."""
    found = {step.rung: step for step in published_steps(game)}
    names = [f"`{reproducible(game, level, 2)}`" for level in (TOP, LEARNT)]
    last = f"With two seats, the last levels are {' and '.join(names)} here.\n\n"
    rungs = sorted(list_rungs(game.seats), key=lambda rung: rung.seats)
    rows = "".join(row(game, found[rung]) if rung in found else open_row(rung) for rung in rungs)
    ladder = last + COLUMNS + rows if found else "Not measured yet.\n"
    return f"\n## {game.title}\n\n{ladder}{notes(game)}"


def row(game: Game[State, object], step: LadderStep) -> str:
    """The line of a step that was measured, at least in part."""
    share = step.share
    stale = "" if is_current(step, game, step.matches) else "; with an earlier box or rules version"
    times = f"{share.value * step.seats:.2f}"
    interval = f"{share.low:.1%} to {share.high:.1%}"
    figures = (step.seats, step.matches, f"{share.value:.1%}", interval, times, f"{step.rung.goal:.1%}")
    return f"| {step.rung.name} | {' | '.join(map(str, figures))} | {verdict(step)}{stale} |\n"


def open_row(rung: Rung) -> str:
    """The line of a step that was not measured."""
    return f"| {rung.name} | {rung.seats} | | not measured yet | | | {rung.goal:.1%} | |\n"


def notes(game: Game[State, object]) -> str:
    """The game's strength.md, with its headings one level lower."""
    try:
        text = game.document("strength.md")
    except FileNotFoundError:
        return ""
    text = re.sub(r"\A# .*\n+", "", text)
    return "\n" + re.sub(r"^(#+) ", r"#\1 ", text.strip(), flags=re.MULTILINE) + "\n"
