"""Festival: a display of fireworks, laid tile upon tile to fulfil objectives and please the crowd."""

from fairground.engine.game import Game, Option
from fairground.games.festival.bots import FestivalJudge
from fairground.games.festival.box import FestivalBox
from fairground.games.festival.box import check as check_box
from fairground.games.festival.features import encode, layout
from fairground.games.festival.holdings import kept
from fairground.games.festival.invariants import check
from fairground.games.festival.notation import MOVES, path, read, why, write
from fairground.games.festival.outcome import outcome
from fairground.games.festival.picture import picture
from fairground.games.festival.positions import ENDINGS, pack, unpack
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.setup import ORDERS, RANDOM, deal
from fairground.games.festival.story import PHRASES, story
from fairground.games.festival.view import view

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
    deciders=("points", "crowd-pleasers", "shared"),
    options=(
        Option(
            "boards",
            (RANDOM, *ORDERS),
            RANDOM,
            "the colour of each seat's board: drawn by lot, or in this order from seat 0 on",
        ),
    ),
    longest=200,
    widest=28,
    draws=200,
    box_kind=FestivalBox,
    box_check=check_box,
    empty=Festival,
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
    judge=FestivalJudge,
    kept=kept,
)
