"""Festo!: helpers to the market, cubes into the pot, the finest buffet wins."""

from fairground.engine.game import Game, Option
from fairground.games.festo.bots import FestoJudge
from fairground.games.festo.box import FestoBox
from fairground.games.festo.box import check as check_box
from fairground.games.festo.features import encode, layout
from fairground.games.festo.holdings import kept
from fairground.games.festo.invariants import check
from fairground.games.festo.notation import MOVES, path, read, why, write
from fairground.games.festo.outcome import REASON, outcome
from fairground.games.festo.picture import picture
from fairground.games.festo.positions import pack, unpack
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.setup import deal
from fairground.games.festo.story import PHRASES, story
from fairground.games.festo.view import view

GAME: Game[Festo, FestoBox] = Game(
    name="festo",
    title="Festo!",
    rules=1,
    seats=range(2, 6),
    package=__name__,
    tagline="Send helpers to market, cook the buffet; the best menu wins.",
    credits="Arve D. Fühler, Game Brewer, 2018",
    hidden=True,
    reasons=(REASON,),
    deciders=("points", "dishes", "cubes", "shared"),
    options=(
        Option("events", ("house", "none"), "house", "an event each round, of our own making, or none"),
        Option("magic", ("off", "on"), "off", "small dishes give their cook a bonus once prepared"),
    ),
    longest=5_000,
    widest=14,
    draws=100,
    box_kind=FestoBox,
    box_check=check_box,
    empty=Festo,
    deal=deal,
    view=view,
    moves=MOVES,
    write=write,
    read=read,
    path=path,
    story=story,
    phrases=PHRASES,
    why=why,
    outcome=outcome,
    pack=pack,
    unpack=unpack,
    encode=encode,
    layout=layout,
    picture=picture,
    check=check,
    judge=FestoJudge,
    kept=kept,
)
