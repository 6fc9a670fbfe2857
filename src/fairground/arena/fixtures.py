"""What a tournament plays: who meets whom, in which seats, with which seed."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations

import msgspec

from fairground.bots import Bot, bot, close
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.game import Game
from fairground.engine.judge import tune
from fairground.engine.match import generator
from fairground.engine.state import State
from fairground.games import load


class Plan(msgspec.Struct, frozen=True):
    """All that decides the results.

    `matches` are those of each group of bots that meet; `printed` is the text of a box of one's own.
    """

    game: str
    rules: int
    bots: tuple[str, ...]
    seats: int
    matches: int
    options: dict[str, str]
    seed: str
    box: str
    printed: str | None = None

    def open(self) -> tuple[Game[State, object], Box[object]]:
        """The game and the box it is played with."""
        return _opened(self.game, self.rules, self.printed)

    def digest(self) -> str:
        """A short name for this plan and no other."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:8]


@lru_cache(maxsize=8)  # a worker asks for it before every match
def _opened(name: str, rules: int, printed: str | None) -> tuple[Game[State, object], Box[object]]:
    game = load(name, rules)
    return game, game.box(printed)


class Fixture(msgspec.Struct, frozen=True):
    """One match to be played: the bot of each seat, and the seed."""

    number: int
    players: tuple[str, ...]
    seed: str


def plan(
    game: Game[State, object],
    bots: Sequence[str],
    matches: int,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: str = "fairground",
    printed: str | None = None,
) -> Plan:
    """A checked plan; matches are rounded up so that every bot sits in every seat equally often."""
    seats = game.seats[0] if seats is None else seats
    if matches < 1:
        raise BadSetting(f"expected 1 match or more, got {matches}")
    if seats not in game.seats:
        raise BadSetting(f"{game.title} is for {game.seats[0]}-{game.seats[-1]} seats, not {seats}")
    generator(seed)  # refuses what is no seed
    check_bots(game, bots)
    return Plan(
        game=game.name,
        rules=game.rules,
        bots=tuple(bots),
        seats=seats,
        matches=-(-matches // seats) * seats,
        options=game.settle_options(options or {}, study=True),
        seed=seed,
        box=game.box(printed).digest,
        printed=printed,
    )


def check_bots(game: Game[State, object], specs: Sequence[str]) -> None:
    """Refuse names that are no bots, bots that cannot be made, and terms that the game's judge has not."""
    if not specs or not all(specs):
        raise BadSetting(f"expected names of bots with commas between them, got {','.join(specs)!r}")
    if len(set(specs)) < len(specs):
        raise BadSetting(f"expected each bot once, got {', '.join(specs)}")
    for spec in specs:
        made = _made(spec)
        tune(game.judge(), getattr(made, "terms", {}))
        close(made)


def _made(spec: str) -> Bot:
    try:
        return bot(spec)
    except FairgroundError:
        raise
    except Exception as error:
        raise BadSetting(f"bot {spec!r} cannot be made: {type(error).__name__}: {error}") from None


def groups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every set of bots that fills a table; where there are too few, some sit in several seats."""
    if len(bots) >= seats:
        return list(combinations(bots, seats))
    return [group for group in combinations_with_replacement(bots, seats) if set(group) == set(bots)]


def seatings(group: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every order around the table, each turned through all seats before the next."""
    orders = dict.fromkeys((group[0], *rest) for rest in permutations(group[1:]))
    return [order[turn:] + order[:turn] for order in orders for turn in range(len(group))]


def total(plan: Plan) -> int:
    """How many matches that are."""
    return plan.matches * len(groups(plan.bots, plan.seats))


def fixtures(plan: Plan) -> Iterator[Fixture]:
    """All matches, the groups in turn, so that a tournament cut short is nearly even too."""
    tables = [seatings(group) for group in groups(plan.bots, plan.seats)]
    for number in range(total(plan)):
        round_, table = divmod(number, len(tables))
        players = tables[table][round_ % len(tables[table])]
        yield Fixture(number, players, f"{plan.seed} {number}")
