"""Boxes with other counts than a game's own: whole matches under every law, and rows for learners."""

from collections.abc import Mapping
from importlib import import_module, resources
from typing import cast

import numpy as np
import pytest

from fairground import BoxError, State, seeded
from fairground.engine.box import parse
from fairground.engine.completeness import Completeness
from fairground.engine.game import B, Game, S
from fairground.engine.laws import check_match
from fairground.research.batch import Batch

Data = dict[str, object]


def box_data(game: Game[S, B]) -> Data:
    """Return the game's own box as plain data to change."""
    return parse(game.document(game.box_file))


def tables(data: Data, *keys: str) -> Data:
    """Return the table at a place of the data."""
    for key in keys:
        data = cast(Data, data[key])
    return data


def entries(data: Data, key: str) -> list[Data]:
    """Return the list of tables with a name."""
    return cast("list[Data]", data[key])


def extreme_boxes(game: Game[S, B]) -> dict[str, str]:
    """Return the boxes at the lower and the upper bounds, as the tests of a game have them."""
    folder = resources.files(f"{game.package}.tests")
    name = next(file.name for file in folder.iterdir() if file.name.endswith("_counts.py"))
    module = import_module(f"{game.package}.tests.{name.removesuffix('.py')}")
    return {"least": module.LEAST, "most": module.MOST}


def play_at_every_number_of_seats(
    game: Game[S, B], text: str, options: Mapping[str, str], seed: str, every: int
) -> None:
    """Play whole matches with a box; every law holds: twin worlds, notation, positions, features and more."""
    box = game.box(text)
    for seats in game.seats:
        check_match(game, seats, options, f"{seed} {seats}", box, every)


def learn_from(game: Game[S, B], text: str, options: Mapping[str, str]) -> None:
    """Step a batch with a box: observations and actions are those of the box, within their bounds."""
    box = game.box(text)
    seats = game.seats[-1]
    batch = Batch(cast("Game[State, object]", game), 3, seats, options, seed="counts", box=text)
    least, most = game.bounds(seats, box)
    rng = seeded("counts")
    for _ in range(150):
        assert batch.observations.shape == (3, game.size(seats, box)) == (3, len(least))
        assert batch.masks.shape == (3, len(game.moves_with(box)))
        assert np.all(batch.observations >= least) and np.all(batch.observations <= most)
        legal = [np.flatnonzero(mask) for mask in batch.masks]
        batch.step(np.array([actions[rng.below(len(actions))] for actions in legal]))
    state = batch.state(0)
    mask = game.mask(cast(S, state), int(state.actor))
    assert mask.tolist() == batch.masks[0].tolist()


def look_alike_only_if_alike(game: Game[S, B], text: str, options: Mapping[str, str], matches: int) -> None:
    """Positions of a box that differ in a seat's view differ in its features."""
    law = Completeness(game, seeded("counts"), game.box(text))
    for number in range(matches):
        law.check_match(game.seats[-1], options, f"counts {number}", every=5, tries=4)
    assert law.possible


def refusal(game: Game[S, B], text: str) -> str:
    """Return the sentence with which a box is refused."""
    with pytest.raises(BoxError) as error:
        game.box(text, "mine.toml")
    return str(error.value)
