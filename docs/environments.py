"""Prints docs/environments.md, what learners meet in each game: `make environments`."""

import hashlib
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from fairground import Game, State, list_games, load, seeded
from fairground.arena.ladder import published_steps
from fairground.bots import bot

MATCHES = 300
PAIRS = 100
LEVEL = "apprentice"
HEAD = f"""# Environments

What a learner meets in each game: how large it is, what its numbers mean, what its actions are. Options stand
at their defaults for studies. The page is made by `make environments`; how to use it all is told in
[research.md](research.md).

*Decisions*, *legal actions* and *information sets* come from {MATCHES} random matches with the fewest seats.
An information set is what one seat knows when it is asked; *met again* is the share of decisions whose
information set had been met before, in this or an earlier match. *Skill* is how often the last level
wins against `random` and against `greedy` on the published ladder ([strength.md](strength.md)). *Luck* is
how far the deal decides: {PAIRS} deals were played twice by two `{LEVEL}`, and this is the correlation
between the leads of seat 0 in the two (0: the deal says nothing, 1: it says all; one standard error is 0.1).
"""


def main() -> None:
    print(HEAD)
    print(summary())
    print("\n".join(section(load(name)) for name in list_games()), end="")


# The summary


def summary() -> str:
    head = (
        "| game | numbers | actions | decisions | legal actions | information sets | met again"
        " | skill: `random`, `greedy` | luck |\n|---|---|---|---|---|---|---|---|---|\n"
    )
    return head + "".join(row(load(name)) for name in list_games())


def row(game: Game[State, object]) -> str:
    seats = game.seats[0]
    seen = [sight for match in range(MATCHES) for sight in sights(game, seats, match)]
    sets = {known for known, _ in seen}
    again = 1 - len(sets) / len(seen)
    legal = sum(count for _, count in seen) / len(seen)
    cells = (
        game.title,
        f"{game.size(seats)} to {game.size(game.seats[-1])}",
        f"{len(game.moves)}",
        f"{len(seen) / MATCHES:.0f}",
        f"{legal:.1f}",
        f"{len(sets):,} of {len(seen):,}",
        f"{again:.1%}",
        skill(game),
        f"{luck(game):.2f}",
    )
    return f"| {' | '.join(cells)} |\n"


def sights(game: Game[State, object], seats: int, match: int) -> Iterator[tuple[bytes, int]]:
    """What was known at each decision of a random match, as a digest, and how many moves were legal."""
    rng = seeded(f"environments {match}")
    state = game.setup(seats, rng.fork(), game.settle_options({}, study=True))
    while state.actors():
        seat = int(state.someone(rng))
        legal = state.legal(seat)
        known = game.features(state, seat).tobytes() + bytes(str(legal), "ascii")
        yield hashlib.blake2b(known, digest_size=8).digest(), len(legal)
        state.play(seat, legal[rng.below(len(legal))])


def skill(game: Game[State, object]) -> str:
    last = {
        step.lower: step.share.value for step in published_steps(game) if step.lower in {"random", "greedy"}
    }
    return ", ".join(f"{last[name]:.0%}" for name in ("random", "greedy") if name in last)


def luck(game: Game[State, object]) -> float:
    """How the lead in one match tells that in another with the same deal."""
    leads = [[lead(game, deal, time) for deal in range(PAIRS)] for time in ("once", "again")]
    return float(np.corrcoef(leads)[0, 1])


def lead(game: Game[State, object], deal: int, time: str) -> int:
    """By how many points seat 0 was ahead in the end."""
    rng, player = seeded(f"luck {deal} {time}"), bot(LEVEL)
    state = game.setup(2, seeded(f"deal {deal}"), game.settle_options({}, study=True))
    while state.actors():
        seat = int(state.someone(rng))
        state.play(seat, player.choose(game.mind(state, seat, rng.fork())))
    own, other = state.scores()
    return own - other


# The tables of each game


def section(game: Game[State, object]) -> str:
    return f"\n## {game.title}\n\n{options(game)}{numbers(game)}\n{actions(game)}"


def options(game: Game[State, object]) -> str:
    rows = "".join(
        f"| `{each.name}` | {each.meaning} | {choices(each.choices)} | {each.study or each.default} |\n"
        for each in game.options
    )
    return f"| option | | values | for studies |\n|---|---|---|---|\n{rows}\n" if rows else ""


def choices(values: tuple[str, ...]) -> str:
    return ", ".join(values) if len(values) <= 6 else f"{values[0]}, {values[1]}, ... {len(values)} in all"


def numbers(game: Game[State, object]) -> str:
    """The blocks of the observation, with the place of each at the fewest and the most seats."""
    few, many = game.seats[0], game.seats[-1]
    head = f"| numbers | {few} seats | {many} seats | meaning |\n|---|---|---|---|\n"
    first = second = 0
    rows = ""
    for small, large in zip(game.layout(few), game.layout(many), strict=True):
        places = f"{span(first, small.size)} | {span(second, large.size)}"
        rows += f"| `{small.name}` | {places} | {small.meaning} |\n"
        first, second = first + small.size, second + large.size
    return head + rows


def actions(game: Game[State, object]) -> str:
    """Actions of one kind that follow each other, with the first and the last of them in words."""
    rows = ""
    for _, run in groupby(range(len(game.moves)), key=lambda action: kind(game, action)):
        group = list(run)
        words = [game.write(game.moves[action]) for action in (group[0], group[-1])]
        told = " ... ".join(f"`{each}`" for each in dict.fromkeys(words))
        rows += f"| {span(group[0], len(group))} | {told} |\n"
    return f"| actions | in words |\n|---|---|\n{rows}"


def kind(game: Game[State, object], action: int) -> tuple[str, ...]:
    """Actions are alike if their first word is the same and the same kinds of things are clicked."""
    move = game.moves[action]
    words = game.write(move)
    verb = words.split()[0] if " " in words else ""
    return verb, *(thing.split(":")[0] for thing in game.path(move))


def span(first: int, size: int) -> str:
    return f"{first}" if size == 1 else f"{first}-{first + size - 1}"


if __name__ == "__main__":
    main()
