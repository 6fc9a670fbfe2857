"""Festival Climbers: a race up a stepped temple on the shoulders of the others."""

from fairground.engine.game import Game
from fairground.games.festival_climbers.bots import ClimbersJudge
from fairground.games.festival_climbers.box import ClimbersBox
from fairground.games.festival_climbers.box import check as check_box
from fairground.games.festival_climbers.features import encode, layout
from fairground.games.festival_climbers.holdings import kept
from fairground.games.festival_climbers.invariants import check
from fairground.games.festival_climbers.notation import MOVES, path, read, why, write
from fairground.games.festival_climbers.outcome import outcome
from fairground.games.festival_climbers.picture import picture
from fairground.games.festival_climbers.positions import pack, unpack
from fairground.games.festival_climbers.rules import Climbers
from fairground.games.festival_climbers.setup import deal
from fairground.games.festival_climbers.story import PHRASES, story
from fairground.games.festival_climbers.view import view

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
    deciders=("points", "highest level", "last move"),
    longest=1_000,
    box_kind=ClimbersBox,
    box_check=check_box,
    empty=Climbers,
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
    judge=ClimbersJudge,
    kept=kept,
)
