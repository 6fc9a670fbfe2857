"""Prints docs/perft.md from the games' perft.txt files: `make perft`."""

from importlib import resources

from fairground import list_games, load

HEAD = """# Perft

How many sequences of so many moves there are from the start. Games with chance are dealt with the seed
`perft`, and options stand at their defaults for studies. `make test` counts them again, and a naive second
implementation agrees where nothing is drawn by chance. The page is made by `make perft`.

    fairground perft NAME --seats 2 --depth 3
"""


def section(name: str) -> str:
    game = load(name)
    lines = (resources.files(game.package) / "tests/perft.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    counts = {(int(seats), int(depth)): int(nodes) for seats, depth, nodes in rows}
    head = (
        "| depth | "
        + " | ".join(f"{seats} seats" for seats in game.seats)
        + " |\n|---"
        + "|---" * len(game.seats)
    )
    depths = sorted({depth for _, depth in counts})
    return f"\n## {game.title}\n\n{head}|\n" + "".join(row(counts, game.seats, depth) for depth in depths)


def row(counts: dict[tuple[int, int], int], seats: range, depth: int) -> str:
    cells = [f"{counts[each, depth]:,}" if (each, depth) in counts else "" for each in seats]
    return f"| {depth} | {' | '.join(cells)} |\n"


print(HEAD + "".join(section(name) for name in list_games()), end="")
