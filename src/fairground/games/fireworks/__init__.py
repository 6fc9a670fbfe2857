"""Fireworks: drop a die into a box of tiles, and build a display from the tiles it turns up."""

from dataclasses import replace

from fairground.engine.game import Game, Option
from fairground.engine.modules import Modules
from fairground.games.fireworks import (
    arranging,
    bots,
    box,
    close_up,
    drawing,
    features,
    former_box,
    former_features,
    holdings,
    invariants,
    measures,
    notation,
    outcome,
    picture,
    positions,
    setup,
    story,
    traits,
    view,
)
from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.rules.turn import Fireworks

GAME: Game[Fireworks, FireworksBox] = Game(
    name="fireworks",
    title="Fireworks",
    rules=2,
    environment=3,
    seats=range(2, 5),
    package=__name__,
    tagline="Launch a die into the night sky and arrange what it lights up.",
    credits="Aza Chen, Renegade Game Studios, 2018",
    hidden=True,
    reasons=("full board", "turn limit"),
    deciders=("points", "shared"),
    options=(
        Option(
            "variant",
            ("standard", "advanced", "speed"),
            "standard",
            "advanced: every turn begins with a card; speed: everybody grabs tiles at once",
        ),
        Option(
            "arrange",
            ("hand", "auto", "end"),
            "hand",
            "who arranges the boards: the seats, the arranger all the time, or the arranger before scoring",
            study="auto",
            measured=("auto", "end"),
        ),
    ),
    open_options=(("variant", "speed"),),
    longest=250_000,
    widest=201,
    draws=1_000_000,
    state=Fireworks,
    box_type=FireworksBox,
    modules=Modules(
        box=box,
        setup=setup,
        notation=notation,
        view=view,
        outcome=outcome,
        story=story,
        picture=picture,
        close_up=close_up,
        drawing=drawing,
        positions=positions,
        invariants=invariants,
        features=features,
        bots=bots,
        traits=traits,
        holdings=holdings,
        measures=measures,
        arranging=arranging,
    ),
)

_AS_BEFORE = replace(GAME.modules, features=former_features)
OBSERVED = (GAME.former(rules=2, environment=2, modules=_AS_BEFORE),)
PAST = (
    GAME.former(rules=1, environment=1, box_file="box-1.toml", modules=replace(_AS_BEFORE, box=former_box)),
)
