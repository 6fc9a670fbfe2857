"""Prints docs/strength.md from the games' strength.toml and strength.md files: `make strength`."""

import re
import sys

from fairground import Game, State, list_games, load
from fairground.arena.ladder import (
    GOALS,
    LadderStep,
    is_current,
    published_steps,
    reproducible_maestro,
    verdict,
)

HEAD = """# Strength

How often each level beats the one below: two seats, seats rotated, options at their defaults for studies. A
shared win counts half; intervals are Wilson's with 95 % confidence. On the ladder the last level is held to
a number of iterations that fits into its second, so that it is the same on every machine. The goal is 60 %
for each level against the one below, 75 % for the last against `greedy` and 99 % against `random`; it is
open where it lies within the interval. The page is made by `make strength` from each game's `strength.toml`
and `strength.md`; `make soak` plays a short ladder again and fails where it contradicts this one by more than
five standard errors. Play it yourself:

    fairground ladder NAME
"""


def section(name: str) -> str:
    game = load(name)
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
    """What the game's folder says about its judge, its headings below ours."""
    try:
        text = game.document("strength.md")
    except FileNotFoundError:
        return ""
    text = re.sub(r"\A# .*\n+", "", text)
    return "\n" + re.sub(r"^(#+) ", r"#\1 ", text.strip(), flags=re.MULTILINE) + "\n"


if sys.argv[1:]:
    print("".join(section(name) for name in sys.argv[1:]), end="")
else:
    print(HEAD + "".join(section(name) for name in list_games()), end="")
