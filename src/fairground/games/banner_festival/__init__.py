"""Banner Festival: play sealed cards to hang Banners on docks and race around the market."""

from fairground.engine.game import Game
from fairground.engine.modules import Modules
from fairground.games.banner_festival import (
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
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.rules.festival import BannerFestival

GAME: Game[BannerFestival, BannerBox] = Game(
    name="banner_festival",
    title="Banner Festival",
    rules=2,
    environment=2,
    seats=range(2, 6),
    package=__name__,
    tagline="Rank highest to race, lowest for a favour, in between to hang Banners.",
    credits="JB Howell and Michael Mihealsick, Skybound and Druid City Games, 2021",
    hidden=True,
    reasons=("third round",),
    deciders=(*outcome.CRITERIA, "shared"),
    longest=300,
    widest=40,
    draws=200,
    state=BannerFestival,
    box_type=BannerBox,
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

# Version 1: tied seats use up as many levels of a Region as they are.
PAST: tuple[Game[BannerFestival, BannerBox], ...] = (GAME.former(rules=1, environment=1),)
