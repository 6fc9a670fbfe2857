"""Festo!: send helpers to market, cook dishes from the cubes they bring, and serve the best buffet."""

from dataclasses import replace

from fairground.engine.game import Game, Option
from fairground.engine.modules import Modules
from fairground.games.festo import (
    bots,
    box,
    close_up,
    drawing,
    features,
    former_features,
    holdings,
    invariants,
    notation,
    outcome,
    picture,
    positions,
    setup,
    story,
    traits,
    view,
)
from fairground.games.festo.box import FestoBox
from fairground.games.festo.outcome import CRITERIA, REASON
from fairground.games.festo.rules.festo import Festo

GAME: Game[Festo, FestoBox] = Game(
    name="festo",
    title="Festo!",
    rules=2,
    environment=3,
    seats=range(2, 6),
    package=__name__,
    tagline="Send helpers to market, cook the buffet; the best menu wins.",
    credits="Arve D. Fühler, Game Brewer, 2018",
    hidden=True,
    reasons=(REASON,),
    deciders=(*CRITERIA, "shared"),
    options=(
        Option(
            "events", ("house", "none"), "house", "house: an event of our own in each round; none: no events"
        ),
        Option("magic", ("off", "on"), "off", "on: small dishes give their cook a bonus"),
    ),
    longest=5_000,
    widest=14,
    draws=100,
    state=Festo,
    box_type=FestoBox,
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
    ),
)
_AS_BEFORE = replace(GAME.modules, features=former_features)
OBSERVED = (GAME.former(rules=2, environment=2, modules=_AS_BEFORE),)
PAST = (GAME.former(rules=1, environment=1, modules=_AS_BEFORE),)
