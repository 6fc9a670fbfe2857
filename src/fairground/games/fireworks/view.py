"""What a seat may know: everything except unseen faces, the order of the piles, and secret choices."""

from itertools import accumulate, pairwise

import msgspec

from fairground.games.fireworks.box import HEIGHT_NAMES
from fairground.games.fireworks.faces import face_name
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.outcome import points_by_heading, reason
from fairground.games.fireworks.positions import PHASES, latest
from fairground.games.fireworks.rules.forecast import Prospect, forecast
from fairground.games.fireworks.rules.launch import FELL_OUT, FLIPPED, RANKS
from fairground.games.fireworks.rules.printed import NEEDS, FireworksPrinted
from fairground.games.fireworks.rules.score import MOST_TYPES
from fairground.games.fireworks.rules.table import BOARD, LAUNCH, NONE, OUT_DOWN, UP
from fairground.games.fireworks.rules.tiles import BASIC, EMPTY, SKY_TILES, SPACES, SPECIAL
from fairground.games.fireworks.rules.turn import ZONES, Fireworks

# In the order of the printed needs.
NEEDED = ("special", "kaleidoscopes", "saturns", "flowers", "big fireworks")


class SkyTile(msgspec.Struct, frozen=True):
    """A tile in the box, or fallen out of it (no x and y). `face` is None while nobody has seen it.

    A function tile that is `waiting` takes effect at the end of this turn, whatever happens to it.
    """

    id: int
    face: str | None
    up: bool
    x: int | None
    y: int | None
    rank: int
    waiting: bool


class Placed(msgspec.Struct, frozen=True):
    """A tile on a board; `petal` is the direction that its petal points in."""

    id: int
    face: str
    petal: int | None


class Card(msgspec.Struct, frozen=True):
    """An action card: the fewest and the most `helpers`, and whether the die goes through the `barrel`."""

    name: str
    helpers: tuple[int, int]
    barrel: bool
    strength: int
    scatter: int


class Impact(msgspec.Struct, frozen=True):
    """Where the die struck, how hard, how far around, which tiles it flipped there and which it threw out."""

    x: int
    y: int
    strength: int
    radius: int
    flipped: list[int]
    out: list[int]


class Path(msgspec.Struct, frozen=True):
    """The last launch: its impacts, where the die lies, and its side (0: the fireworks symbol)."""

    impacts: list[Impact]
    x: int
    y: int
    die: int


class Aim(msgspec.Struct, frozen=True):
    """What a launch at a zone, from a height if one is chosen, brings on the average, by an estimate.

    `failure` is its chance to fail. `up` counts new faces, `down` faces that no longer lie open in the box,
    and `out` the tiles that leap out of it.
    """

    zone: int
    height: str | None
    failure: float
    up: float
    down: float
    out: float


class Worth(msgspec.Struct, frozen=True):
    """§5 What things are worth to a seat.

    `big` is for both, one shape, one colour, and incomplete ones. Of pairs the first is for one colour, the
    second for two. `special` is for one to five types. `bonus` is for at least what `needs` says.
    """

    big: tuple[int, int, int, int]
    saturn: tuple[int, int]
    kaleidoscope: tuple[int, int]
    flower: int
    special: list[int]
    bonus: int
    needs: dict[str, int]


class FireworksView(msgspec.Struct, frozen=True):
    """`size` is the width of the box; `arranging` has the arranging moves left to each seat.

    `outline` has the names of the spaces of a city board, row by row; the rows are centred.

    `chosen` says who has made a secret choice; `own_choice` is the tile that this seat has chosen.
    """

    seat: int | None
    actors: list[int]
    variant: str
    arrange: str
    phase: str
    active: int
    turn: int
    size: int
    sky: list[SkyTile]
    outside: list[SkyTile]
    outline: list[list[str]]
    boards: list[dict[str, Placed]]
    characters: list[str]
    worth: list[Worth]
    cities: list[str]
    points: list[int]
    headings: dict[str, list[int]]
    gathered: bool
    may_gather: bool
    barrel_scatter: int
    aims: list[Aim]
    die: int | None
    card: Card | None
    piles: list[int]
    discards: list[str]
    helpers: list[int]
    taken: list[int]
    arranging: list[int]
    chosen: list[bool]
    own_choice: int | None
    bonus_turns: dict[str, bool]
    last_round: bool
    path: Path | None
    latest: tuple[int, str | None] | None
    reason: str | None


def view(state: Fireworks, seat: int | None) -> FireworksView:
    headings = points_by_heading(state)
    tiles = range(SKY_TILES)
    return FireworksView(
        seat=seat,
        actors=state.actors(),
        variant=state.options["variant"],
        arrange=state.options["arrange"],
        phase=PHASES[state.phase],
        active=state.active,
        turn=state.turns,
        size=state.printed.size,
        sky=[sky_tile(state, tile) for tile in tiles if state.place[tile] <= UP],
        outside=[sky_tile(state, tile) for tile in tiles if OUT_DOWN <= state.place[tile] < BOARD],
        outline=_outline(state.printed.outline.rows),
        boards=[_board(state, each) for each in range(state.seats)],
        characters=[state.printed.people[who] for who in state.character],
        worth=[_worth(state.printed, int(who)) for who in state.character],
        cities=state.printed.cities[: state.seats],
        points=[sum(points) for points in zip(*headings.values(), strict=True)],
        headings=headings,
        gathered=bool(state.gathered),
        may_gather=state.phase == LAUNCH and state.may_gather(),
        barrel_scatter=state.printed.barrel_scatter,
        aims=_aims(state),
        die=None if state.die == NONE else state.die,
        card=_card(state),
        piles=[len(state.first_pile), len(state.second_pile)],
        discards=[state.printed.titles[card] for card in state.discards],
        helpers=[each for each in range(state.seats) if state.helping[each]],
        taken=list(state.taken),
        arranging=list(state.busy),
        chosen=[tile != NONE for tile in state.sealed],
        own_choice=None if seat is None or state.sealed[seat] == NONE else state.sealed[seat],
        bonus_turns={"symbol": bool(state.symbol_used), "tile": bool(state.tile_used)},
        last_round=bool(state.ending),
        path=launch_path(state),
        latest=latest(state),
        reason=reason(state),
    )


def sky_tile(state: Fireworks, tile: int) -> SkyTile:
    place = state.place[tile]
    inside = place <= UP
    return SkyTile(
        id=tile,
        face=face_name(state.face[tile]) if state.seen[tile] else None,
        up=bool(place & 1),
        x=state.x[tile] if inside else None,
        y=state.y[tile] if inside else None,
        rank=state.rank[tile],
        waiting=tile in state.waiting,
    )


def _outline(rows: list[int]) -> list[list[str]]:
    ends = list(accumulate(rows, initial=0))
    return [list(NAMES[first:end]) for first, end in pairwise(ends)]


def _board(state: Fireworks, seat: int) -> dict[str, Placed]:
    tiles = {name: int(state.board[seat * SPACES + space]) for space, name in enumerate(NAMES)}
    return {name: _placed(state, tile) for name, tile in tiles.items() if tile != EMPTY}


def _placed(state: Fireworks, tile: int) -> Placed:
    face = int(state.face[tile])
    return Placed(tile, face_name(face), int(state.facing[tile]) if BASIC <= face < SPECIAL else None)


def _worth(printed: FireworksPrinted, who: int) -> Worth:
    special = who * (MOST_TYPES + 1)
    needs = zip(NEEDED, printed.needs[who * NEEDS : (who + 1) * NEEDS], strict=True)
    return Worth(
        big=(printed.both, printed.one_shape, printed.one_colour, printed.incomplete),
        saturn=(printed.saturn_same, printed.saturn_different),
        kaleidoscope=(printed.kaleidoscope_same, printed.kaleidoscope_different),
        flower=printed.flower[who],
        special=list(printed.special[special + 1 : special + 1 + MOST_TYPES]),
        bonus=printed.bonus[who],
        needs={what: int(many) for what, many in needs if many},
    )


def _card(state: Fireworks) -> Card | None:
    if state.card == NONE:
        return None
    printed, card = state.printed, state.card
    helpers = (int(printed.least[card]), int(printed.most[card]))
    barrel = bool(printed.barrel[card])
    return Card(printed.titles[card], helpers, barrel, printed.strength[card], printed.scatter[card])


def _aims(state: Fireworks) -> list[Aim]:
    """§7 Return what each possible aim may bring."""
    if state.phase != LAUNCH:
        return []
    heights = HEIGHT_NAMES if state.chooses_height() else (None,)
    aims = [(zone, height) for zone in range(1, ZONES + 1) for height in heights]
    return [_aim(*aim, found) for aim, found in zip(aims, forecast(state), strict=True)]


def _aim(zone: int, height: str | None, found: Prospect) -> Aim:
    numbers = (found.failure, found.up, found.down, found.out)
    return Aim(zone, height, *(round(number, 2) for number in numbers))


def launch_path(state: Fireworks) -> Path | None:
    """§7 Return what the last launch did, impact by impact."""
    if state.rolled == NONE:
        return None
    return Path([_impact(state, at) for at in range(state.impacts)], state.rest_x, state.rest_y, state.rolled)


def _impact(state: Fireworks, at: int) -> Impact:
    x, y, strength = (int(number) for number in state.trail[3 * at : 3 * at + 3])
    notes = [divmod(note, 4) for note in state.flipped[: state.flips] if note // 4 // RANKS == at]
    flipped = [tile % RANKS for tile, became in notes if became & FLIPPED]
    radius = state.printed.radius_least + state.printed.radius_tenths * strength // 10
    return Impact(
        x, y, strength, radius, flipped, [tile % RANKS for tile, became in notes if became & FELL_OUT]
    )
