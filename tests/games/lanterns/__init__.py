"""Lanterns: a toy game with hidden hands, sealed choices and chance, to test everything generic on."""

from fairground.engine.game import Game
from fairground.engine.modules import Modules
from lanterns import (
    box,
    features,
    holdings,
    invariants,
    notation,
    outcome,
    picture,
    positions,
    setup,
    story,
    view,
)
from lanterns.box import LanternsBox
from lanterns.rules import Lanterns

GAME: Game[Lanterns, LanternsBox] = Game(
    name="lanterns",
    title="Lanterns",
    rules=2,
    seats=range(2, 4),
    package=__name__,
    tagline="Choose a lantern in secret; the brightest one wins.",
    credits="Fairground's own, 2025",
    hidden=True,
    reasons=("no cards",),
    deciders=("points", "shared"),
    longest=9,
    widest=9,
    draws=11,
    state=Lanterns,
    box_type=LanternsBox,
    modules=Modules(
        box=box,
        setup=setup,
        notation=notation,
        view=view,
        outcome=outcome,
        story=story,
        picture=picture,
        positions=positions,
        invariants=invariants,
        features=features,
        holdings=holdings,
    ),
)
