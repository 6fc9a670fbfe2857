"""The command line of the measurements. Each prints JSON; `make review-study` runs them all."""

import math
import os
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import typer

from fairground.analysis.calibration import FILE, load_scales
from fairground.analysis.measurements import decisions_check, fitting, luck_check, predictions
from fairground.analysis.measurements.kept import run_kept
from fairground.analysis.measurements.matches import run_all
from fairground.analysis.measurements.reliability import error_interval, measure_reliability
from fairground.analysis.review import BUDGET
from fairground.arena.standings import Interval, wilson
from fairground.games import list_games, load

app = typer.Typer(add_completion=False, help="Measure the reviewer.")
Games = Annotated[list[str] | None, typer.Argument(help="The games; all of them by default.")]
Matches = Annotated[int, typer.Option(help="How many matches a game, level and number of seats.")]
Seed = Annotated[str, typer.Option(help="Makes the matches; take a new one for new matches.")]
Budget = Annotated[int, typer.Option(help="How often the moves of a decision are tried.")]
Step = Annotated[int, typer.Option(help="Predict every so many moves.")]
Seats = Annotated[int, typer.Option(help="Only so many seats; 0 for the fewest and the most.")]
Cores = Annotated[int, typer.Option(help="Processes.")]
Keep = Annotated[
    Path | None,
    typer.Option(help="A file for the results of each match: runs with other seeds add up, and go on."),
]
CORES = os.cpu_count() or 1
LEVELS = ("artisan", "expert")


def list_chosen(games: list[str] | None) -> list[str]:
    return games or list_games()


def tell(data: dict[str, object]) -> None:
    """Print one result as a line of JSON."""
    print(msgspec.json.encode(data).decode(), flush=True)


def extremes(name: str) -> list[int]:
    """Return the fewest and the most seats of a game."""
    seats = load(name).seats
    return [seats[0], seats[-1]]


@app.command()
def fit(
    games: Games = None, matches: Matches = 300, seed: Seed = "fit", cores: Cores = CORES, write: bool = False
) -> None:
    """Fit the scale of the judges for every number of seats; with --write, into the games' folders."""
    for name in list_chosen(games):
        scales = {}
        for seats in load(name).seats:
            tasks = [
                fitting.FittingTask(name, seats, level, f"{seed} {level} {number}")
                for level in LEVELS
                for number in range(matches)
            ]
            sample = fitting.join_samples(list(run_all(fitting.sample_match, tasks, cores)))
            scales[seats] = fitting.fit_scale(sample)
            tell({"game": name, "seats": seats, "matches": len(tasks), "scale": scales[seats]})
        if write:
            store_scales(name, scales)


@app.command()
def widen(
    games: Games = None,
    matches: Matches = 150,
    seed: Seed = "widen",
    budget: Budget = BUDGET,
    step: Step = 20,
    cores: Cores = CORES,
    write: bool = False,
) -> None:
    """Widen the fitted scale by what the shares of searches need; with --write, in the games' folders."""
    for name in list_chosen(games):
        scales = load_scales(load(name))
        for seats in scales:
            tasks = [
                predictions.PredictionTask(name, seats, level, f"{seed} {level} {number}", budget, step)
                for level in LEVELS
                for number in range(matches)
            ]
            pairs = [pair for found in run_all(predictions.predict_match, tasks, cores) for pair in found]
            shares, results = np.array(pairs).T.reshape(2, -1, seats)
            factor = fitting.fit_widening(shares, results)
            tell({"game": name, "seats": seats, "matches": len(tasks), "factor": factor})
            scales[seats] = [(at, swing * factor) for at, swing in scales[seats]]
        if write:
            store_scales(name, scales)


def store_scales(name: str, scales: dict[int, list[tuple[float, float]]]) -> None:
    """Write the scales into the game's folder."""
    folder = Path(sys.modules[load(name).package].__path__[0])
    (folder / FILE).write_text(write_scales(scales), encoding="utf-8")


def write_scales(scales: dict[int, list[tuple[float, float]]]) -> str:
    """Return the text of a game's calibration file."""
    head = "# For each number of seats: the swing at some points of the match's progress, from 0 to 1.\n"
    lines = [
        f"{seats} = [{', '.join(f'[{at:g}, {swing:.2f}]' for at, swing in scale)}]"
        for seats, scale in scales.items()
    ]
    return head + "[seats]\n" + "\n".join(lines) + "\n"


@app.command()
def calibration(
    games: Games = None,
    matches: Matches = 1000,
    seed: Seed = "calibration",
    budget: Budget = BUDGET,
    step: Step = 5,
    seats: Seats = 0,
    cores: Cores = CORES,
    keep: Keep = None,
) -> None:
    """Compare predicted shares with results, at the fewest and at the most seats."""
    for name in list_chosen(games):
        for count in [seats] if seats else extremes(name):
            tasks = [
                predictions.PredictionTask(name, count, level, f"{seed} {level} {number}", budget, step)
                for level in LEVELS
                for number in range(matches)
            ]
            found = run_kept(predictions.predict_match, tasks, cores, keep)
            pairs = [pair for match in found for pair in match]
            tell(
                {
                    "game": name,
                    "seats": count,
                    "matches": len(found),
                    "found": measure_reliability(pairs),
                    "error between": error_interval(found),
                }
            )


@app.command()
def decisions(
    games: Games = None,
    matches: Matches = 200,
    seed: Seed = "decisions",
    budget: Budget = BUDGET,
    cores: Cores = CORES,
    keep: Keep = None,
) -> None:
    """Judge random decisions of experts at the budget and at ten times as much, and plant blunders."""
    for name in list_chosen(games):
        tasks = [
            decisions_check.DecisionTask(name, 2, "expert", f"{seed} {number}", budget)
            for number in range(matches)
        ]
        checked = run_kept(decisions_check.check_decision, tasks, cores, keep)
        planted = [each.flagged for each in checked if each.flagged is not None]
        tell(
            {
                "game": name,
                "decisions": len(checked),
                "best as at ten times the budget": rate([each.agrees for each in checked]),
                "planted": len(planted),
                "planted and flagged": rate(planted),
            }
        )


@app.command()
def blunders(
    games: Games = None,
    matches: Matches = 60,
    seed: Seed = "planted",
    budget: Budget = BUDGET,
    seats: Seats = 2,
    cores: Cores = CORES,
    keep: Keep = None,
) -> None:
    """Plant blunders only, for games that seldom have one: where a quick look finds a move that seems bad."""
    for name in list_chosen(games):
        tasks = [
            decisions_check.DecisionTask(name, seats, "expert", f"{seed} {number}", budget)
            for number in range(matches)
        ]
        found = run_kept(decisions_check.plant_blunder, tasks, cores, keep)
        flagged = [each.flagged for each in found if each]
        tell({"game": name, "matches": len(found), "planted": len(flagged), "flagged": rate(flagged)})


@app.command()
def levels(
    games: Games = None,
    matches: Matches = 20,
    seed: Seed = "levels",
    budget: Budget = BUDGET,
    cores: Cores = CORES,
    slow: Annotated[int, typer.Option(help="Decisions of `maestro`, which thinks for long.")] = 150,
    keep: Keep = None,
) -> None:
    """Measure what the decisions of each level lose.

    With `--matches 0` all levels are asked for single decisions, as `maestro` always is.
    """
    for name in list_chosen(games):
        for level in ("novice", "apprentice", "artisan", "expert", "maestro"):
            work = decisions_check.measure_level
            count = matches
            if level == "maestro" or matches == 0:
                work, count = decisions_check.measure_one_decision, slow
            tasks = [
                decisions_check.DecisionTask(name, 2, level, f"{seed} {number}", budget)
                for number in range(count)
            ]
            found = run_kept(work, tasks, cores, keep)
            losses = [loss for each in found for loss in each.losses]
            mean, error = mean_and_error(losses)
            flagged = wilson(sum(each.flagged for each in found), len(losses))
            tell(
                {
                    "game": name,
                    "level": level,
                    "decisions": len(losses),
                    "loss": mean,
                    "error": error,
                    "flagged": flagged,
                }
            )


@app.command()
def luck(
    games: Games = None,
    matches: Matches = 400,
    seed: Seed = "luck",
    walks: Annotated[int, typer.Option(help="Walks in each position.")] = 16,
    worlds: Annotated[int, typer.Option(help="Worlds with another chance.")] = 2,
    seats: Seats = 0,
    cores: Cores = CORES,
    keep: Keep = None,
) -> None:
    """Measure the mean luck of every seat, at the fewest and at the most seats."""
    for name in list_chosen(games):
        for count in [seats] if seats else extremes(name):
            tasks = [
                luck_check.LuckTask(name, count, "artisan", f"{seed} {number}", walks, worlds)
                for number in range(matches)
            ]
            found = run_kept(luck_check.measure_luck, tasks, cores, keep)
            by_seat = [mean_and_error([each[seat] for each in found]) for seat in range(count)]
            tell({"game": name, "seats": count, "matches": len(found), "mean luck and error": by_seat})


def rate(flags: list[bool]) -> Interval | None:
    return wilson(sum(flags), len(flags)) if flags else None


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    mean = math.fsum(numbers) / len(numbers)
    spread = math.fsum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return mean, math.sqrt(spread / len(numbers))


if __name__ == "__main__":
    app()
