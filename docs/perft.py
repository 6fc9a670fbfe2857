"""The page perft.md, made from the games' perft.txt files by `pages.py`."""

from fairground import Game, State

HEAD = """# Perft

How many sequences of a given number of moves there are from the start. Games with chance are dealt with the
seed `perft`, and options have their default values for studies. `make test` counts the sequences again, and
where there is no chance a second, naive implementation agrees.

    fairground perft NAME --seats 2 --depth 3
"""


def section(game: Game[State, object]) -> str:
    """The counts of one game as a table."""
    lines = game.document("tests/perft.txt").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    counts = {(int(seats), int(depth)): int(nodes) for seats, depth, nodes in rows}
    head = " | ".join(["| depth", *(f"{seats} seats" for seats in game.seats)]) + " |\n|---"
    depths = sorted({depth for _, depth in counts})
    body = "".join(row(counts, game.seats, depth) for depth in depths)
    return f"\n## {game.title}\n\n{head}{'|---' * len(game.seats)}|\n{body}"


def row(counts: dict[tuple[int, int], int], seats: range, depth: int) -> str:
    cells = [f"{counts[each, depth]:,}" if (each, depth) in counts else "" for each in seats]
    return f"| {depth} | {' | '.join(cells)} |\n"
