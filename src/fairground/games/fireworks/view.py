"""What a seat may know: everything except unseen faces, the order of the piles, and secret choices."""

from collections import Counter
from itertools import accumulate, pairwise

import msgspec

from fairground.games.fireworks.board_view import (
    CoreRing,
    Placed,
    Worth,
    board_tiles,
    joined_tiles,
    lacks,
    rings,
    worth,
)
from fairground.games.fireworks.faces import face_name, face_words
from fairground.games.fireworks.launch_view import (
    Aim,
    LaunchNumbers,
    Path,
    aims,
    launch_numbers,
    launch_path,
)
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.outcome import points_by_heading, reason
from fairground.games.fireworks.positions import PHASES, latest
from fairground.games.fireworks.rules.table import BOARD, GONE, LAUNCH, NONE, OUT_DOWN, UP
from fairground.games.fireworks.rules.turn import Fireworks


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


class Card(msgspec.Struct, frozen=True):
    """An action card: the fewest and the most `helpers`, and whether the die goes through the `barrel`."""

    name: str
    helpers: tuple[int, int]
    barrel: bool
    strength: int
    scatter: int


class FireworksView(msgspec.Struct, frozen=True):
    """`size` is the width of the box; `arranging` has the arranging moves left to each seat.

    `unseen` counts the tiles whose faces nobody has seen, by the words of their names. `outline` has the
    names of the spaces of a city board, row by row; the rows are centred. `joined` lists the tiles whose half
    has met another, `rings` has for each seat what lies around its cores, and `lacks` what it needs yet for
    its character's bonus. `die_sides` has 0 for the fireworks symbol; `quota` is the number of tiles that
    everybody in the launch takes. `pile_cards` are the cards still in the piles, in no order.
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
    unseen: dict[str, int]
    outline: list[list[str]]
    boards: list[dict[str, Placed]]
    characters: list[str]
    worth: list[Worth]
    lacks: list[dict[str, int]]
    joined: list[int]
    rings: list[dict[str, CoreRing]]
    cities: list[str]
    points: list[int]
    headings: dict[str, list[int]]
    gathered: bool
    may_gather: bool
    launch: LaunchNumbers
    aims: list[Aim]
    die_sides: list[int]
    die: int | None
    quota: int | None
    card: Card | None
    piles: list[int]
    pile_cards: list[Card]
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
    tiles, seats = range(state.printed.slots), range(state.seats)
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
        unseen=_unseen(state),
        outline=_outline(state.printed.outline.rows),
        boards=[board_tiles(state, each) for each in seats],
        characters=[state.printed.people[who] for who in state.character],
        worth=[worth(state.printed, int(who)) for who in state.character],
        lacks=[lacks(state, each) for each in seats],
        joined=[tile for each in seats for tile in joined_tiles(state, each)],
        rings=[rings(state, each) for each in seats],
        cities=state.printed.cities[: state.seats],
        points=[sum(points) for points in zip(*headings.values(), strict=True)],
        headings=headings,
        gathered=bool(state.gathered),
        may_gather=state.phase == LAUNCH and state.may_gather(),
        launch=launch_numbers(state),
        aims=aims(state),
        die_sides=list(state.printed.die),
        die=None if state.die == NONE else state.die,
        quota=None if state.die == NONE else state.tiles_each(),
        card=None if state.card == NONE else _card(state, state.card),
        piles=[len(state.first_pile), len(state.second_pile)],
        pile_cards=[_card(state, card) for card in sorted([*state.first_pile, *state.second_pile])],
        discards=[state.printed.titles[card] for card in state.discards],
        helpers=[each for each in seats if state.helping[each]],
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


def _unseen(state: Fireworks) -> dict[str, int]:
    """Return how many tiles that nobody has seen have each colour, shape, extra, picture and function."""
    tiles = range(state.printed.slots)
    hidden = [tile for tile in tiles if not state.seen[tile] and state.place[tile] != GONE]
    faces = sorted(int(state.face[tile]) for tile in hidden)
    return dict(Counter(word for face in faces for word in face_words(face)))


def _outline(rows: list[int]) -> list[list[str]]:
    ends = list(accumulate(rows, initial=0))
    return [list(NAMES[first:end]) for first, end in pairwise(ends)]


def _card(state: Fireworks, card: int) -> Card:
    printed = state.printed
    helpers = (int(printed.least[card]), int(printed.most[card]))
    barrel = bool(printed.barrel[card])
    return Card(printed.titles[card], helpers, barrel, printed.strength[card], printed.scatter[card])
