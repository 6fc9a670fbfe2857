"""Fireworks: drop a die into a box of tiles, and build a display from what it turns up."""

from fairground.engine.game import Game, Option
from fairground.games.fireworks.bots import FireworksJudge
from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.box import check as check_box
from fairground.games.fireworks.features import encode, layout
from fairground.games.fireworks.holdings import kept
from fairground.games.fireworks.invariants import check
from fairground.games.fireworks.measures import measures
from fairground.games.fireworks.notation import MOVES, path, read, why, write
from fairground.games.fireworks.outcome import outcome
from fairground.games.fireworks.picture import picture
from fairground.games.fireworks.positions import pack, unpack
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.setup import deal
from fairground.games.fireworks.story import PHRASES, story
from fairground.games.fireworks.view import view

GAME: Game[Fireworks, FireworksBox] = Game(
    name="fireworks",
    title="Fireworks",
    rules=1,
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
            "advanced: a card at every turn; speed: everybody grabs at once",
        ),
        Option(
            "arrange",
            ("hand", "auto", "end"),
            "hand",
            "who arranges the boards: the seats, the arranger always, or the arranger before scoring",
            study="auto",
            measured=("auto", "end"),
        ),
    ),
    open_options=(("variant", "speed"),),
    longest=250_000,
    widest=201,
    draws=1_000_000,
    box_kind=FireworksBox,
    box_check=check_box,
    empty=Fireworks,
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
    judge=FireworksJudge,
    kept=kept,
    measures=measures,
)
