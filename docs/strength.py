"""The page strength.md, made from the games' strength.toml and strength.md files by `pages.py`."""

import re

from fairground import Game, State
from fairground.arena.ladder import (
    GOALS,
    LadderStep,
    is_current,
    published_steps,
    reproducible_maestro,
    verdict,
)

HEAD = """# Strength

How often each level beats the one below. Matches have two seats, seats are rotated, and options have their
default values for studies. A shared win counts half. Intervals are Wilson's, with 95 % confidence. On the
ladder the last level has a fixed number of iterations that fits into its second, so that it plays the same
on every machine. The goal is 60 % for each level against the one below, 75 % for the last against `greedy`
and 99 % against `random`; it is open where it lies within the interval. The numbers come
from each game's `strength.toml`. `make soak` plays a short ladder again and
fails if it contradicts this one by more than five standard errors. To play it yourself:

    fairground ladder NAME
"""


def section(game: Game[State, object]) -> str:
    """The published ladder of one game, and what its folder says about its judge."""
    rows = "".join(row(game, step) for step in published_steps(game) if step.rung in GOALS)
    last = f"The last level is `{reproducible_maestro(game)}` here.\n\n"
    head = last + "| step | matches | win share | 95 % | goal | |\n|---|---|---|---|---|---|\n"
    ladder = head + rows if rows else "Not measured yet.\n"
    return f"\n## {game.title}\n\n{ladder}{notes(game)}"


def row(game: Game[State, object], step: LadderStep) -> str:
    share = step.share
    stale = "" if is_current(step, game, step.matches) else "; with an earlier box or rules version"
    interval = f"{share.low:.1%} to {share.high:.1%}"
    figures = f"{step.matches} | {share.value:.1%} | {interval} | {GOALS[step.rung]:.0%}"
    return f"| {step.upper} against {step.lower} | {figures} | {verdict(step)}{stale} |\n"


def notes(game: Game[State, object]) -> str:
    """The game's strength.md, with its headings one level lower."""
    try:
        text = game.document("strength.md")
    except FileNotFoundError:
        return ""
    text = re.sub(r"\A# .*\n+", "", text)
    return "\n" + re.sub(r"^(#+) ", r"#\1 ", text.strip(), flags=re.MULTILINE) + "\n"
