"""Festival Climbers: race up a stepped temple by standing on each other's shoulders."""

from fairground.engine.game import Game
from fairground.engine.modules import Modules
from fairground.games.festival_climbers import (
    bots,
    box,
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
    view,
)
from fairground.games.festival_climbers.box import ClimbersBox
from fairground.games.festival_climbers.rules import Climbers

GAME: Game[Climbers, ClimbersBox] = Game(
    name="festival_climbers",
    title="Festival Climbers",
    rules=1,
    seats=range(2, 5),
    package=__name__,
    tagline="Climb a temple on each other's shoulders; the highest team wins.",
    credits="David E. Whitcher, PyroMyth Games, 2005",
    hidden=False,
    reasons=("summit", "no moves"),
    deciders=outcome.CRITERIA,
    longest=1_000,
    state=Climbers,
    box_type=ClimbersBox,
    modules=Modules(
        box=box,
        setup=setup,
        notation=notation,
        view=view,
        outcome=outcome,
        story=story,
        picture=picture,
        drawing=drawing,
        positions=positions,
        invariants=invariants,
        features=features,
        bots=bots,
        holdings=holdings,
    ),
)
