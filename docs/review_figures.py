"""The page review-figures.md, made from the games' review.md files by `pages.py`."""

from fairground import Game, State

HEAD = """# Figures of the review

How well the reviewer judges each game, in matches that were not used to fit it. All numbers are
percentage points of the win unless they say otherwise. To repeat a part, or to measure with fresh matches
(`--seed`):

    python -m fairground.analysis.measurements calibration NAME --matches 500 --step 20
    python -m fairground.analysis.measurements decisions NAME --matches 200
    python -m fairground.analysis.measurements levels NAME
    python -m fairground.analysis.measurements luck NAME --matches 400

With `--keep FILE` the result of each match is kept: runs with other seeds add up, and an interrupted run goes
on where it stopped.

**Calibration error** is the mean distance between predicted shares and results, in matches of `artisan`
and of `expert` against themselves; the aim is at most 3. **Best move** says how often the best move is
that of ten times the budget, or loses less than a point to it; the aim is 85 %. **Planted blunders** are
moves that lose at least 10 points when they are judged at ten times the budget; the aim is that 95 % of
them are flagged as a mistake or a blunder. **Levels** are ordered by what their decisions lose on
average, and at most 5 % of the moves of `maestro` should be flagged. **Luck** should be 0 for every
seat within two standard errors.
"""


def section(game: Game[State, object]) -> str:
    """The figures of one game."""
    try:
        text = game.document("review.md").strip()
    except FileNotFoundError:
        text = "Not measured at full length yet."
    return f"\n## {game.title}\n\n{text}\n"
