"""The page environments.md, made by `pages.py`, and its measurements, made by `make environments`."""

import hashlib
import sys
import tomllib
from collections.abc import Iterator
from importlib import resources
from itertools import groupby

import numpy as np
import tomli_w

from fairground import Game, State, list_games, load, seeded
from fairground.arena.ladder import published_steps
from fairground.bots import bot
from fairground.engine.modules import Block
from fairground.games import environments
from fairground.research.episode import env_id

FILE = "environment.toml"
MATCHES = 300
PAIRS = 100
LEVEL = "apprentice"
HEAD = f"""# Environments

This page describes each game as a learning environment: how large it is, what the numbers of an observation
mean, and what the actions are. [Research](research.md) shows how to use the environments. Options have
their defaults for studies. `make environments` measures the summary again.

- The observation is complete: if two positions have the same numbers and the same legal actions, their seat
  sees the same in both, and every action leads to the same. A test searches for pairs of positions that break
  this. What a view has and the observation leaves out is listed with the reason.
- The *version* of an environment rises with the rules, and when the meaning of its numbers changes. Former
  versions stay available under their names, so that studies can be repeated and networks go on playing.
- *Decisions*, *legal actions* and *information sets* come from {MATCHES} random matches with the fewest
  seats.
- An *information set* is what one seat knows at a decision; *met again* is the share of decisions whose
  information set had occurred before, in the same or an earlier match.
- *Skill* is how often the highest level wins against `random` and against `greedy` on the published ladder
  ([strength](strength.md)).
- *Luck* is how much the deal decides. Two `{LEVEL}` bots played {PAIRS} deals twice; the figure is the
  correlation between the leads of seat 0 in the two matches of a deal (0: the deal decides nothing, 1: it
  decides everything). One standard error is 0.1.

"""


def head() -> str:
    """What stands above the sections of the games: the explanation and the summary."""
    columns = (
        "| game | numbers | actions | decisions | legal actions | information sets | met again"
        " | skill: `random`, `greedy` | luck |\n|---|---|---|---|---|---|---|---|---|\n"
    )
    return HEAD + columns + "".join(row(load(name)) for name in list_games())


# The summary


def row(game: Game[State, object]) -> str:
    """A line of the summary; what was not measured yet stays empty."""
    cells = (game.title, span_of_sizes(game), f"{len(game.moves)}", *measured_cells(game))
    return f"| {' | '.join(cells)} |\n"


def measured_cells(game: Game[State, object]) -> tuple[str, ...]:
    try:
        found = tomllib.loads(game.document(FILE))
    except FileNotFoundError:
        return "", "", "", "", skill(game), ""
    decisions, sets = found["decisions"], found["information_sets"]
    return (
        f"{decisions / found['matches']:.0f}",
        f"{found['legal_actions']:.1f}",
        f"{sets:,} of {decisions:,}",
        f"{1 - sets / decisions:.1%}",
        skill(game),
        f"{found['luck']:.2f}",
    )


def skill(game: Game[State, object]) -> str:
    steps = [step for step in published_steps(game) if step.seats == 2]
    last = {step.lower: step.share.value for step in steps if step.lower in {"random", "greedy"}}
    return ", ".join(f"{last[name]:.0%}" for name in ("random", "greedy") if name in last)


# Measuring


def measure(game: Game[State, object]) -> dict[str, int | float]:
    """Play matches and return what `environment.toml` holds."""
    seats = game.seats[0]
    seen = [sight for match in range(MATCHES) for sight in sights(game, seats, match)]
    return {
        "matches": MATCHES,
        "decisions": len(seen),
        "information_sets": len({known for known, _ in seen}),
        "legal_actions": round(sum(count for _, count in seen) / len(seen), 1),
        "luck": round(luck(game), 2),
    }


def sights(game: Game[State, object], seats: int, match: int) -> Iterator[tuple[bytes, int]]:
    """Yield a digest of what was known at each decision of a random match, and how many moves were legal."""
    rng = seeded(f"environments {match}")
    state = game.setup(seats, rng.fork(), game.settle_options({}, study=True))
    while state.actors():
        seat = int(state.someone(rng))
        legal = state.legal(seat)
        known = game.features(state, seat).tobytes() + bytes(str(legal), "ascii")
        yield hashlib.blake2b(known, digest_size=8).digest(), len(legal)
        state.play(seat, legal[rng.below(len(legal))])


def luck(game: Game[State, object]) -> float:
    """Return how well the lead in one match predicts that in another with the same deal."""
    leads = [[lead(game, deal, time) for deal in range(PAIRS)] for time in ("once", "again")]
    correlations = np.asarray(np.corrcoef(leads))
    return float(correlations[0, 1])


def lead(game: Game[State, object], deal: int, time: str) -> int:
    """Return by how many points seat 0 was ahead at the end."""
    rng, player = seeded(f"luck {deal} {time}"), bot(LEVEL)
    state = game.setup(2, seeded(f"deal {deal}"), game.settle_options({}, study=True))
    while state.actors():
        seat = int(state.someone(rng))
        state.play(seat, player.choose(game.mind(state, seat, rng.fork())))
    own, other = state.scores()
    return own - other


# The tables of each game


def section(game: Game[State, object]) -> str:
    parts = (versions(game), options(game), numbers(game), omitted(game), actions(game))
    return f"\n## {game.title}\n\n" + "\n".join(part for part in parts if part)


def versions(game: Game[State, object]) -> str:
    """Return a table of the versions of a game's environment; the first one is described here."""
    rows = "".join(
        f"| `{env_id(each)}` | {each.rules} | {span_of_sizes(each)} |\n" for each in environments(game.name)
    )
    return f"| version | rules version | numbers |\n|---|---|---|\n{rows}"


def span_of_sizes(game: Game[State, object]) -> str:
    return f"{game.size(game.seats[0])} to {game.size(game.seats[-1])}"


def omitted(game: Game[State, object]) -> str:
    """Return a table of what the observation leaves out."""
    rows = "".join(f"| `{path}` | {reason} |\n" for path, reason in game.omitted.items())
    return f"| left out of the view | because |\n|---|---|\n{rows}" if rows else ""


def options(game: Game[State, object]) -> str:
    rows = "".join(
        f"| `{each.name}` | {each.meaning} | {choices(each.choices)} | {each.study or each.default} |\n"
        for each in game.options
    )
    return f"| option | | values | for studies |\n|---|---|---|---|\n{rows}" if rows else ""


def choices(values: tuple[str, ...]) -> str:
    return ", ".join(values) if len(values) <= 6 else f"{values[0]}, {values[1]}, ... {len(values)} in all"


def numbers(game: Game[State, object]) -> str:
    """Return a table of the blocks of an observation, with their indices for the fewest and most seats."""
    few, many = game.seats[0], game.seats[-1]
    head = f"| numbers | {few} seats | {many} seats | meaning |\n|---|---|---|---|\n"
    first = second = 0
    rows = ""
    for small, large in zip(game.layout(few), game.layout(many), strict=True):
        places = f"{span(first, small.size)} | {span(second, large.size)}"
        rows += f"| `{small.name}` | {places} | {small.meaning}{for_each_thing(small)} |\n"
        first, second = first + small.size, second + large.size
    return head + rows


def for_each_thing(block: Block) -> str:
    """Say how many numbers describe each thing of a block that has some, and what the first is called."""
    things = block.things
    return f" ({block.size // len(things)} numbers for each of `{things[0]}` ...)" if things else ""


def actions(game: Game[State, object]) -> str:
    """Return a table of consecutive actions of one kind, with the first and the last of them in words."""
    rows = ""
    for _, run in groupby(range(len(game.moves)), key=lambda action: kind(game, action)):
        group = list(run)
        words = [game.write(game.moves[action]) for action in (group[0], group[-1])]
        shown = " ... ".join(f"`{each}`" for each in dict.fromkeys(words))
        rows += f"| {span(group[0], len(group))} | {shown} |\n"
    return f"| actions | in words |\n|---|---|\n{rows}"


def kind(game: Game[State, object], action: int) -> tuple[str, ...]:
    """Return the kind of an action: its first word and the kinds of things that are clicked."""
    move = game.moves[action]
    words = game.write(move)
    verb = words.split()[0] if " " in words else ""
    return verb, *(thing.split(":")[0] for thing in game.path(move))


def span(first: int, size: int) -> str:
    return f"{first}" if size == 1 else f"{first}-{first + size - 1}"


def main(names: list[str]) -> None:
    """Measure some games, or all, and write the results into their folders."""
    for game in (load(name) for name in names or list_games()):
        note = "# What learners meet; measured by `make environments`.\n"
        with resources.as_file(resources.files(game.package) / FILE) as path:
            path.write_text(note + tomli_w.dumps(measure(game)))


if __name__ == "__main__":
    main(sys.argv[1:])
