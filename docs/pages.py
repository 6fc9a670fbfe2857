"""The pages that list the games, made from the games' folders: a new game is on them at once.

`pages()` returns the Markdown of each page by its file name; the documentation site calls it.
`python docs/pages.py perft.md` prints one page.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from fairground import Game, State, list_games, load

DOCS = Path(__file__).parent
if str(DOCS) not in sys.path:
    sys.path.insert(0, str(DOCS))

import environments  # noqa: E402 -- found beside this file
import perft  # noqa: E402
import review_figures  # noqa: E402
import strength  # noqa: E402

OVERVIEW = """# The games

Every folder in `src/fairground/games` is a game. [Adding a game](adding-a-game.md) explains what such a
folder holds.
"""
NOTATION = """# Moves, invariants and boxes

For people who write programs, positions and boxes: how each game writes its moves, what is always true of its
positions, and what its box may hold. The rules for players are on the site.
"""
Section = Callable[[Game[State, object]], str]
SECTIONS: dict[str, tuple[Callable[[], str], Section]] = {
    "games.md": (lambda: OVERVIEW, lambda game: overview(game)),
    "notation.md": (lambda: NOTATION, lambda game: reference(game)),
    "perft.md": (lambda: perft.HEAD, perft.section),
    "environments.md": (environments.head, environments.section),
    "review-figures.md": (lambda: review_figures.HEAD, review_figures.section),
    "strength.md": (lambda: strength.HEAD, strength.section),
}


def pages() -> dict[str, str]:
    """Return the Markdown of every page that lists the games, by file name."""
    games = [load(name) for name in list_games()]
    return {
        file: head() + "".join(section(game) for game in games) for file, (head, section) in SECTIONS.items()
    }


def overview(game: Game[State, object]) -> str:
    """What a newcomer wants to know about a game."""
    facts = [
        f"{game.seats[0]} to {game.seats[-1]} players",
        "something is hidden" if game.hidden else "nothing is hidden",
        "with chance" if game.widest else "without chance",
        f"rules version {game.rules}",
    ]
    options = "".join(
        f"- `{option.name}`: {option.meaning} (default: {option.default})\n" for option in game.options
    )
    listed = f"\nOptions:\n\n{options}" if options else ""
    return (
        f"\n## {game.title}\n\n{game.tagline}\n\n`{game.name}`: {', '.join(facts)}.\n"
        f"\nDesign and publisher: {game.credits}.\n{listed}"
    )


def reference(game: Game[State, object]) -> str:
    """What a game's reference says, one level of headings lower."""
    lines = game.document("reference.md").splitlines()[1:]
    text = "\n".join(f"#{line}" if line.startswith("#") else line for line in lines)
    return f"\n## {game.title}\n{text}\n"


if __name__ == "__main__":
    print(pages()[sys.argv[1]], end="")
