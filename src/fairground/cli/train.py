"""`train`: let a network learn a game by playing against itself."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairground.cli.catalog import EXAMPLE
from fairground.cli.options import GameName, Options, Seats, Seed, check_cores, read_options
from fairground.cli.output import say_plainly
from fairground.engine.errors import BadSetting
from fairground.extras import require
from fairground.games import load

if TYPE_CHECKING:  # these import PyTorch, which would slow down every other command
    from fairground.bots.network_file import Inputs
    from fairground.learning import Generation


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog=f"Example: fairground train {EXAMPLE} --generations 4 --out runs/first")(train)


def train(
    game: GameName,
    seats: Seats = None,
    out: Annotated[Path, typer.Option(help="The folder for the run.")] = Path("trained"),
    generations: Annotated[int, typer.Option(help="How often it plays and learns.")] = 10,
    matches: Annotated[int, typer.Option(help="The number of matches of each generation.")] = 400,
    iterations: Annotated[int, typer.Option(help="Iterations of the search for each move.")] = 50,
    window: Annotated[int, typer.Option(help="From how many generations' matches it learns.")] = 6,
    epochs: Annotated[int, typer.Option(help="How often a generation goes through its matches.")] = 2,
    inputs: Annotated[
        str | None,
        typer.Option(
            help="What the network sees: traits or features.", show_default="traits if there are any"
        ),
    ] = None,
    widths: Annotated[str, typer.Option(help="The numbers of each layer, separated by commas.")] = "32,32",
    gate: Annotated[int, typer.Option(help="Matches against the best network so far.")] = 200,
    horizon: Annotated[
        int | None,
        typer.Option(help="Moves of a playout before the network judges it.", show_default="the game's"),
    ] = None,
    curiosity: Annotated[
        float | None,
        typer.Option(help="How much searches with the network explore.", show_default="the game's"),
    ] = None,
    option: Options = None,
    add_to: Annotated[
        Path | None,
        typer.Option(help="Put the best network into this file, beside those for other numbers of seats."),
    ] = None,
    seed: Seed = "train",
    workers: Annotated[int, typer.Option(help="The number of processes that play.")] = 1,
) -> None:
    """Train a network for `search:policy=FILE` and `maestro:policy=FILE` by self-play.

    The same command resumes an interrupted run.
    """
    require("train")
    require("arena")
    from fairground.cli.progress import ProgressDisplay
    from fairground.learning import Training, add_network, make_plan

    plan = make_plan(
        load(game),
        seats=seats,
        options=read_options(option or []),
        seed=seed,
        generations=generations,
        matches=matches,
        iterations=iterations,
        window=window,
        epochs=epochs,
        widths=_read_widths(widths),
        gate=gate,
        inputs=_read_inputs(inputs),
        horizon=horizon,
        curiosity=curiosity,
    )
    try:
        with ProgressDisplay("steps") as display:
            training = Training(plan, out, check_cores(workers), display)
            for generation in training.run():
                display.note(_describe(generation))
    except KeyboardInterrupt:
        say_plainly(f"Interrupted: what is finished is in {out}; the same command resumes.")
        raise typer.Exit(130) from None
    best = training.best()
    if best is None:
        say_plainly(f"No generation has beaten the game's judge; {out} holds the run.")
    else:
        say_plainly(
            f"The best is generation {best}: fairground play {game} --bots search:policy={training.file}"
        )
    if best is not None and add_to is not None:
        learnt = add_network(add_to, training.file).seats[plan.seats]
        say_plainly(f"{add_to} has it too; its searches make {learnt.pace:.2f} times the iterations.")


def _read_inputs(text: str | None) -> "Inputs | None":
    if text is None:
        return None
    if text == "traits":
        return "traits"
    if text == "features":
        return "features"
    raise BadSetting(f"expected inputs traits or features, got {text!r}")


def _read_widths(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise BadSetting(f"expected widths such as 32,32, got {text!r}") from None


def _describe(generation: "Generation") -> str:
    share = generation.share
    return (
        f"generation {generation.number}: {generation.positions:,} positions,"
        f" loss {generation.loss:.4f} (the game's judge: {generation.judge_loss:.4f}),"
        f" wins {share.value:.1%} against the best before it ({share.low:.1%} - {share.high:.1%})"
    )
