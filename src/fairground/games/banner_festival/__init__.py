"""Banner Festival: sealed cards, docks full of Banners and a race around the market."""

from fairground.engine.game import Game
from fairground.games.banner_festival.bots import BannerJudge
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.box import check as check_box
from fairground.games.banner_festival.features import encode, layout
from fairground.games.banner_festival.holdings import kept
from fairground.games.banner_festival.invariants import check
from fairground.games.banner_festival.notation import MOVES, path, read, why, write
from fairground.games.banner_festival.outcome import outcome
from fairground.games.banner_festival.picture import picture
from fairground.games.banner_festival.positions import pack, unpack
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.setup import deal
from fairground.games.banner_festival.story import PHRASES, story
from fairground.games.banner_festival.view import view

GAME: Game[BannerFestival, BannerBox] = Game(
    name="banner_festival",
    title="Banner Festival",
    rules=1,
    seats=range(2, 6),
    package=__name__,
    tagline="Rank highest to race, lowest for a favour, in between to hang Banners.",
    credits="JB Howell and Michael Mihealsick, Skybound and Druid City Games, 2021",
    hidden=True,
    reasons=("third round",),
    deciders=("points", "banners", "shared"),
    longest=300,
    widest=40,
    draws=200,
    box_kind=BannerBox,
    box_check=check_box,
    empty=BannerFestival,
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
    judge=BannerJudge,
    kept=kept,
)
