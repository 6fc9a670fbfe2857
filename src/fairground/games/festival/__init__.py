"""Festival: stack tiles into fireworks displays that complete objectives and please the crowd."""

from fairground.engine.game import Game, Option
from fairground.engine.modules import Modules
from fairground.games.festival import (
    bots,
    box,
    close_up,
    drawing,
    features,
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
from fairground.games.festival.box import FestivalBox
from fairground.games.festival.positions import ENDINGS
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.setup import ORDERS, RANDOM

GAME: Game[Festival, FestivalBox] = Game(
    name="festival",
    title="Festival",
    rules=1,
    seats=range(2, 5),
    package=__name__,
    tagline="Stack fireworks into the displays your objectives ask for, and please the crowd first.",
    credits="Grégory Grard, Melody Leblond, Le Scorpion Masqué, 2024",
    hidden=True,
    reasons=ENDINGS[1:],
    deciders=(*outcome.CRITERIA, "shared"),
    options=(
        Option(
            "boards",
            (RANDOM, *ORDERS),
            RANDOM,
            "which colour each seat's board has: drawn by lot, or in this order, starting with seat 0",
        ),
    ),
    longest=200,
    widest=28,
    draws=200,
    state=Festival,
    box_type=FestivalBox,
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
