"""What a tournament plays: who meets whom, in which seats, with which seed."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations

import msgspec

from fairground.bots import check_bot
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.match import generator
from fairground.engine.state import State
from fairground.games import load


class Plan(msgspec.Struct, frozen=True):
    """Everything that decides the results of a tournament; make one with `make_plan`.

    `matches` is how often each group of bots meets, `box` the digest of the box, and `printed` the text of a
    custom box.
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
        """Return the game, and the box it is played with."""
        return _open(self.game, self.rules, self.printed)

    def digest(self) -> str:
        """Return a short name that only this plan has."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:8]


@lru_cache(maxsize=8)  # a worker asks for it before every match
def _open(name: str, rules: int, printed: str | None) -> tuple[Game[State, object], Box[object]]:
    game = load(name, rules)
    return game, game.box(printed)


class ScheduledMatch(msgspec.Struct, frozen=True):
    """One match to play: its number, the bot in each seat, and the seed.

    With `searches`, the result keeps what the bots' searches found.
    """

    number: int
    players: tuple[str, ...]
    seed: str
    searches: bool = False


def make_plan(
    game: Game[State, object],
    bots: Sequence[str],
    matches: int,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: str = "fairground",
    printed: str | None = None,
) -> Plan:
    """Check the settings and return the plan of a tournament; BadSetting says what is wrong.

    Every group of bots that fills the table meets `matches` times, rounded up so that every bot sits in every
    seat equally often.

    ```python
    plan = make_plan(load(name), ["expert", "search:iterations=50"], matches=100, seats=3)
    ```
    """
    seats = game.seats[0] if seats is None else seats
    if matches < 1:
        raise BadSetting(f"expected 1 match or more, got {matches}")
    if seats not in game.seats:
        raise BadSetting(f"{game.title} is for {game.seats[0]}-{game.seats[-1]} seats, not {seats}")
    generator(seed)  # raises if the seed is invalid
    check_bots(game, bots, seats)
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


def check_bots(game: Game[State, object], specs: Sequence[str], seats: int) -> None:
    """Refuse bots that cannot play this game, and lists that name a bot twice."""
    if not specs or not all(specs):
        raise BadSetting(f"expected names of bots with commas between them, got {','.join(specs)!r}")
    if len(set(specs)) < len(specs):
        raise BadSetting(f"expected each bot once, got {', '.join(specs)}")
    for spec in specs:
        check_bot(spec, game, seats)


def groups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return every set of bots that fills a table; if there are too few bots, some sit in several seats."""
    if len(bots) >= seats:
        return list(combinations(bots, seats))
    return [group for group in combinations_with_replacement(bots, seats) if set(group) == set(bots)]


def seatings(group: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return every order around the table; each is rotated through all seats before the next one."""
    orders = dict.fromkeys((group[0], *rest) for rest in permutations(group[1:]))
    return [order[turn:] + order[:turn] for order in orders for turn in range(len(group))]


def count_matches(plan: Plan) -> int:
    """Return how many matches a plan has."""
    return plan.matches * len(groups(plan.bots, plan.seats))


def schedule_matches(plan: Plan) -> Iterator[ScheduledMatch]:
    """Return all matches of a plan; groups take turns, so that an unfinished tournament is nearly even."""
    tables = [seatings(group) for group in groups(plan.bots, plan.seats)]
    for number in range(count_matches(plan)):
        round_, table = divmod(number, len(tables))
        players = tables[table][round_ % len(tables[table])]
        yield ScheduledMatch(number, players, f"{plan.seed} {number}")
