"""What a seat may know: everything except the order of the piles and the events to come."""

import msgspec

from fairground.games.festo.lacks import DishSet, Lack, lacks, split_into_sets
from fairground.games.festo.outcome import reason
from fairground.games.festo.positions import Claim, claim_on, dishes_of
from fairground.games.festo.rules import price as prices
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import (
    ACT,
    BIT,
    COLOURING,
    COLUMNS,
    NO_DISH,
    ROUNDS,
    SALTING,
    SHOP,
)
from fairground.games.festo.words import (
    COLOURS,
    COOKABLE,
    EVENTS,
    HALVES,
    KINDS,
    PHASES,
    PIECES,
    PLACES,
    QUESTIONS,
    SLOTS,
    SORTS,
    describe_effect,
)


class Dish(msgspec.Struct, frozen=True):
    """A dish on the buffet; `price` is cubes of its own colour, of one other colour, and the surcharge.

    The first of several equal dishes has its sort and colour as `id`, the next has a 2 after them.
    """

    id: str
    slot: str
    sort: str
    colour: str
    price: tuple[int, int, int]
    points: int
    claim: Claim | None


class Zone(msgspec.Struct, frozen=True):
    """A place: its cubes, those that the Troll moved, covers, and each seat's pieces."""

    place: str
    cubes: dict[str, int]
    moved: dict[str, int]
    covers: int
    helpers: list[int]
    discs: list[int]
    laid: list[int]


class Player(msgspec.Struct, frozen=True):
    """What a seat has: cubes, pieces at home, dishes, the sets that these make, and points."""

    stock: dict[str, int]
    helpers: int
    discs: int
    dishes: list[str]
    sets: list[DishSet]
    reserved: list[str]
    gained: int
    points: int
    passed: bool


class Pending(msgspec.Struct, frozen=True):
    """What has been decided so far in a decision of several steps."""

    dish: str | None = None
    colours: list[str | None] = []
    piece: str | None = None
    cube: list[str] | None = None


class Restock(msgspec.Struct, frozen=True):
    """The cubes that a market or a row gets in each round, and how many it holds at most."""

    refill: int
    most: int


class PrintedNumbers(msgspec.Struct, frozen=True):
    """What the box says for this number of seats: `cubes` of each colour and `salt` there are in all.

    `backs` has the bonus of each small sort, if magic.
    """

    cubes: int
    salt: int
    helpers: int
    discs: int
    dice: int
    market: Restock
    row: Restock
    dwarf: int
    backs: dict[str, int]


class FestoView(msgspec.Struct, frozen=True):
    """`unseen` has the dishes in each pile, in no particular order; `events` those turned up so far.

    `amount` is the number on the event card. `surcharges` has the cubes that each column costs more in this
    round. `lacks` says for each dish that the seat may cook what it lacks; a spectator's view has none.
    """

    seat: int | None
    actors: list[int]
    round: int
    rounds: int
    phase: str
    half: str | None
    question: str
    place: str | None
    order: list[int]
    majority: int | None
    card: int
    start: int
    event: str | None
    effect: str | None
    amount: int | None
    events: list[str]
    magic: bool
    supply: dict[str, int]
    zones: list[Zone]
    buffet: list[Dish]
    unseen: dict[str, list[str]]
    roasts: int
    mains: int
    prices: dict[str, tuple[int, int]]
    worth: dict[str, int]
    sets: list[int]
    surcharges: list[int]
    lacks: dict[str, Lack]
    printed: PrintedNumbers
    players: list[Player]
    pending: Pending
    reason: str | None


def view(state: Festo, seat: int | None) -> FestoView:
    acting = state.phase == ACT
    event = EVENTS[state.event] if state.event >= 0 else None
    own, other, points = state.printed.own, state.printed.other, state.printed.points
    return FestoView(
        seat=seat,
        actors=state.actors(),
        round=int(state.round),
        rounds=ROUNDS,
        phase=PHASES[state.phase],
        half=HALVES[state.half] if state.phase == SHOP else None,
        question=QUESTIONS[state.question],
        place=PLACES[state.place] if acting else None,
        order=[int(each) for each in state.queue] if acting else [],
        majority=int(state.top) if acting and state.top >= 0 else None,
        card=int(state.card),
        start=int(state.start),
        event=event,
        effect=describe_effect(event, int(state.printed.amounts[state.event])) if event else None,
        amount=int(state.printed.amounts[state.event]) or None if event else None,
        events=[EVENTS[turned] for turned in state.events[: state.round]],
        magic=bool(state.magic),
        supply={kind: int(state.supply[number]) for number, kind in enumerate(KINDS)},
        zones=[_zone(state, place) for place in range(len(PLACES))],
        buffet=[_dish(state, slot) for slot in range(len(SLOTS)) if state.shelf[slot] != NO_DISH],
        unseen={sort: _unseen(state, number) for number, sort in enumerate(SORTS[:4])},
        roasts=int(state.roasts_left),
        mains=int(state.mains_left),
        prices={sort: (int(own[number]), int(other[number])) for number, sort in enumerate(SORTS)},
        worth={sort: int(points[number]) for number, sort in enumerate(SORTS)},
        sets=[int(each) for each in state.printed.sets],
        surcharges=[int(prices.surcharge(state, column)) for column in range(COLUMNS)],
        lacks={} if seat is None else lacks(state, seat),
        printed=_printed(state),
        players=[_player(state, each) for each in range(state.seats)],
        pending=_pending(state),
        reason=reason(state),
    )


def _printed(state: Festo) -> PrintedNumbers:
    printed = state.printed
    backs = {sort: int(printed.backs[number]) for number, sort in enumerate(SORTS[:4])}
    return PrintedNumbers(
        cubes=int(printed.cubes),
        salt=int(printed.salt),
        helpers=int(printed.helpers),
        discs=int(printed.discs),
        dice=int(printed.dice),
        market=Restock(int(printed.market_refill), int(printed.market_most)),
        row=Restock(int(printed.row_refill), int(printed.row_most)),
        dwarf=int(printed.dwarf_points),
        backs=backs if state.magic else {},
    )


def _zone(state: Festo, place: int) -> Zone:
    at = 6 * place
    seats = range(state.seats)
    return Zone(
        place=PLACES[place],
        cubes={name: int(state.shop[at + c]) for c, name in enumerate(COLOURS) if state.shop[at + c]},
        moved={name: int(state.moved[at + c]) for c, name in enumerate(COLOURS) if state.moved[at + c]},
        covers=int(state.covers[place]) if place < 6 else 0,
        helpers=[int(state.helpers[7 * seat + place]) for seat in seats],
        discs=[int(state.discs[7 * seat + place]) for seat in seats],
        laid=[int(state.laid[7 * seat + place]) for seat in seats],
    )


def _dish(state: Festo, slot: int) -> Dish:
    dish = int(state.shelf[slot])
    sort = dish // 6
    price = (state.printed.own[sort], state.printed.other[sort], prices.surcharge(state, slot))
    return Dish(
        id=_dish_id(state, slot),
        slot=SLOTS[slot],
        sort=SORTS[sort],
        colour=COLOURS[dish % 6],
        price=(int(price[0]), int(price[1]), int(price[2])),
        points=int(state.printed.points[sort]),
        claim=claim_on(state, slot),
    )


def _dish_id(state: Festo, slot: int) -> str:
    dish = state.shelf[slot]
    before = [state.shelf[each] for each in range(slot)].count(dish)
    name = f"{SORTS[dish // 6]}:{COLOURS[dish % 6]}"
    return f"{name}:{before + 1}" if before else name


def _unseen(state: Festo, sort: int) -> list[str]:
    first = state.printed.tiles * sort
    pile = sorted(state.pile[first + at] for at in range(state.pile_left[sort]))
    return [COLOURS[dish % 6] for dish in pile]


def _player(state: Festo, seat: int) -> Player:
    claims = [claim_on(state, slot) for slot in range(len(SLOTS))]
    dishes = dishes_of(state, seat)
    return Player(
        stock={kind: int(state.stock[7 * seat + number]) for number, kind in enumerate(KINDS)},
        helpers=int(state.home[seat]),
        discs=int(state.disc_home[seat]),
        dishes=dishes,
        sets=split_into_sets(state, dishes),
        reserved=[SLOTS[slot] for slot, claim in enumerate(claims) if claim and claim.seat == seat],
        gained=int(state.gained[seat]),
        points=state.scores()[seat],
        passed=bool(state.passed & BIT[seat]),
    )


def _pending(state: Festo) -> Pending:
    question = QUESTIONS[state.question]
    if question == "free":
        return Pending(dish=COOKABLE[state.slot])
    if COLOURING <= state.question <= SALTING:
        return Pending(dish=COOKABLE[state.slot], colours=_colours(state))
    if question in {"send", "reserve"}:
        return Pending(piece=PIECES[state.piece])
    if question == "buy" and state.begun_colour() >= 0:
        return Pending(colours=[COLOURS[state.begun_colour()]])
    if question == "move":
        return Pending(cube=[PLACES[state.origin // 6], COLOURS[state.origin % 6]])
    return Pending()


def _colours(state: Festo) -> list[str | None]:
    """Return the two colours of the payment as far as they are decided; a roast has one, a main none."""
    chosen = COLOURS[state.colour] if state.colour >= 0 else None
    if state.slot < len(SLOTS):
        return [COLOURS[state.shelf[state.slot] % 6], chosen]
    return [chosen] if COOKABLE[state.slot] == "roast" else []
