"""Make the pages that list the games."""

from fairground import load
from fairground.games import games

HEAD = """# The games

| game | name | seats | designers and publisher |
|---|---|---|---|
"""


def pages() -> dict[str, str]:
    """Return the generated pages: path below docs/ and text."""
    return {"games.md": HEAD + "".join(row(name) for name in games())}


def row(name: str) -> str:
    game = load(name)
    return f"| {game.title} | `{name}` | {game.seats[0]}-{game.seats[-1]} | {game.credits} |\n"
