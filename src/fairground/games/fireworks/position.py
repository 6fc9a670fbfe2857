"""Positions as data: the deal, and whole positions written and read."""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.box import (
    COLOUR_NAMES,
    FUNCTION_NAMES,
    SPECIAL_NAMES,
    FireworksBox,
    basic_counts,
    counts,
)
from fairground.games.fireworks.faces import face_name, read_face
from fairground.games.fireworks.notation import NAMES, read, write
from fairground.games.fireworks.rules.printed import Printed
from fairground.games.fireworks.rules.table import (
    BOARD,
    DOWN,
    GONE,
    GRAB,
    NONE,
    OUT_DOWN,
    SPEED,
    TRAIL,
    UP,
)
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    EMPTY,
    FUNCTION,
    SKY_TILES,
    SPACES,
    SPECIAL,
    TILES,
)
from fairground.games.fireworks.rules.turn import MOST_ARRANGING, Fireworks

VARIANTS = ("standard", "advanced", "speed")
ARRANGINGS = ("hand", "auto", "end")
PHASES = ("launch", "helpers", "choose", "place", "gale", "heavy rain", "last", "grab", "over")
ENDINGS = ("playing", "full board", "turn limit")
SIDES = ("down", "up")
B2, F2 = NAMES.index("B2"), NAMES.index("F2")
Spot: TypeAlias = tuple[int, int, str]


class FireworksPosition(msgspec.Struct, forbid_unknown_fields=True):
    """Tiles are named by their numbers.

    `boards` tells for each space the tile and, after a slash, where its petal points. `sky` tells x, y and
    "up" or "down" of each tile in the box, `outside` the side of those that fell out; `seen` lists the
    face-down tiles whose faces are known. What is named nowhere is out of the game. `launch` is where the die
    came to rest and its side (0 the symbol), then x, y and strength of each impact.
    """

    faces: list[str]
    boards: list[dict[str, str]]
    characters: list[str]
    sky: dict[str, Spot]
    outside: dict[str, str] = {}
    seen: list[int] = []
    ranks: list[int] = []
    phase: str = "launch"
    actor: int = 0
    active: int = 0
    turns: int = 1
    gathered: bool = False
    second: bool = False
    die: int | None = None
    card: str | None = None
    piles: list[list[str]] = []
    discards: list[str] = []
    helpers: list[int] = []
    taken: list[int] = []
    arranging: list[int] = []
    sealed: list[int | None] = []
    symbol_used: bool = False
    tile_used: bool = False
    again: bool = False
    ending: str = "playing"
    launch: list[int] = []
    flipped: list[int] = []
    latest: tuple[int, str | None] | None = None


# Set-up


def deal(state: Fireworks, box: FireworksBox) -> None:
    """§2 Set-up."""
    prepare(state, box)
    _deal_starts(state)
    _deal_characters(state)
    _deal_sky(state)
    if state.variant == SPEED:
        state.phase = GRAB
        state.actor = 0
        for seat in range(state.seats):
            state.busy[seat] = MOST_ARRANGING
    else:
        state.split_cards(list(state.printed.cards))
        state.begin_turn()


def prepare(state: Fireworks, box: FireworksBox) -> None:
    """An empty table with this box."""
    state.variant = VARIANTS.index(state.options["variant"])
    state.arranging = ARRANGINGS.index(state.options["arrange"])
    state.printed = printed(box, state.variant)
    state.lay_out()
    for tile, face in enumerate(state.printed.starts, SKY_TILES):
        state.face[tile] = face


def _deal_starts(state: Fireworks) -> None:
    """Two cores of different colours to each seat; uniform, for a bad deal is dealt again."""
    tiles = list(range(SKY_TILES, TILES))
    while True:
        state.rng.shuffle(tiles)
        hands = [tiles[2 * seat : 2 * seat + 2] for seat in range(state.seats)]
        if all(state.face[one] != state.face[other] for one, other in hands):
            break
    for seat, hand in enumerate(hands):
        for tile, space in zip(hand, (B2, F2), strict=True):
            _lay(state, seat, space, tile, 0)


def _deal_characters(state: Fireworks) -> None:
    characters = list(range(len(state.printed.bonus)))
    state.rng.shuffle(characters)
    for seat in range(state.seats):
        state.character[seat] = characters[seat]


def _deal_sky(state: Fireworks) -> None:
    """Numbers and ranks by lot, then places; in the speed variant all face up."""
    faces = list(state.printed.sky)
    state.rng.shuffle(faces)
    ranks = list(range(SKY_TILES))
    state.rng.shuffle(ranks)
    open_sky = state.variant == SPEED
    for tile, face in enumerate(faces):
        state.face[tile] = face
        state.seen[tile] = int(open_sky)
        state.toss(tile, UP if open_sky else DOWN)
    for tile, rank in enumerate(ranks):
        state.rank[tile] = rank


def _lay(state: Fireworks, seat: int, space: int, tile: int, direction: int) -> None:
    if state.board[seat * SPACES + space] != EMPTY:
        raise ValueError(f"two tiles lie on {NAMES[space]} of seat {seat}")
    state.board[seat * SPACES + space] = tile
    state.facing[tile] = direction
    state.place[tile] = BOARD + seat
    state.seen[tile] = 1
    state.tiles[seat] += 1


# The box as numbers


def printed(box: FireworksBox, variant: int) -> Printed:
    """The numbers that the rules need."""
    values = Printed()
    values.sky = numbers(_sky_faces(box, variant))
    values.starts = numbers(_repeat(range(4), counts(box.start, COLOUR_NAMES)))
    values.die = numbers(box.die.faces)
    _print_cards(values, box, variant)
    _print_characters(values, box)
    _print_score(values, box)
    _print_launch(values, box)
    return values


def numbers(values: Sequence[int]) -> vec[i64]:
    return vec[i64](list(values))


def _repeat(faces: Sequence[int], many: Sequence[int]) -> list[int]:
    return [face for face, count in zip(faces, many, strict=True) for _ in range(count)]


def _sky_faces(box: FireworksBox, variant: int) -> list[int]:
    faces = _repeat(range(BASIC, SPECIAL), basic_counts(box))
    faces += _repeat(range(SPECIAL, FUNCTION), counts(box.special, SPECIAL_NAMES))
    functions = _repeat(range(FUNCTION, FUNCTION + 3), counts(box.function, FUNCTION_NAMES))
    return faces if variant == SPEED else faces + functions


def _print_cards(values: Printed, box: FireworksBox, variant: int) -> None:
    cards = box.cards.every()
    values.titles = [card.name for card, _, _ in cards]
    values.least = numbers([least for _, least, _ in cards])
    values.most = numbers([most for _, _, most in cards])
    values.strength = numbers([card.strength for card, _, _ in cards])
    values.scatter = numbers([card.scatter for card, _, _ in cards])
    # §2 the standard game is played without the cards marked 1
    played = [number for number, (_, _, most) in enumerate(cards) if most or VARIANTS[variant] == "advanced"]
    values.cards = numbers([] if variant == SPEED else played)


def _print_characters(values: Printed, box: FireworksBox) -> None:
    characters, score = box.characters, box.score
    values.people = [each.name for each in characters]
    values.bonus = numbers([each.bonus for each in characters])
    values.flower = numbers([score.flower if each.flower is None else each.flower for each in characters])
    tables = [each.specials or score.specials for each in characters]
    values.special = numbers([points for table in tables for points in (0, *table)])
    needs = ("special_types", "kaleidoscopes", "saturns", "flowers", "big_fireworks")
    values.needs = numbers([need for each in characters for need in counts(each, needs)])


def _print_score(values: Printed, box: FireworksBox) -> None:
    score = box.score
    values.both, values.one_shape = score.big_both, score.big_shape
    values.one_colour, values.incomplete = score.big_colour, score.big_incomplete
    values.saturn_same, values.saturn_different = score.saturn_same, score.saturn_different
    values.kaleidoscope_same = score.kaleidoscope_same
    values.kaleidoscope_different = score.kaleidoscope_different


def _print_launch(values: Printed, box: FireworksBox) -> None:
    launch = box.launch
    values.size = launch.size
    values.zones = numbers(launch.zones)
    values.barrel_strength, values.barrel_scatter = launch.barrel_strength, launch.barrel_scatter
    values.radius_least, values.radius_tenths = launch.radius_least, launch.radius_tenths
    values.nearest = launch.nearest
    values.flip, values.push, values.leap = launch.flip, launch.push, launch.leap
    values.bounce_tenths, values.fade_twentieths = launch.bounce_tenths, launch.fade_twentieths
    values.rest = launch.rest
    values.mound, values.mound_part = launch.mound, launch.mound_part
    values.ways = numbers([number for way in launch.ways for number in way])


# Written


def pack(state: Fireworks) -> FireworksPosition:
    state.settle()
    tiles = range(SKY_TILES)
    titles = state.printed.titles
    return FireworksPosition(
        faces=[face_name(state.face[tile]) for tile in range(len(state.printed.sky))],
        boards=[board(state, seat) for seat in range(state.seats)],
        characters=[state.printed.people[who] for who in state.character],
        sky={str(tile): _spot(state, tile) for tile in tiles if state.place[tile] <= UP},
        outside={str(tile): _side(state, tile) for tile in tiles if OUT_DOWN <= state.place[tile] < BOARD},
        seen=[tile for tile in tiles if state.seen[tile] and state.place[tile] in {DOWN, OUT_DOWN}],
        ranks=list(state.rank),
        phase=PHASES[state.phase],
        actor=state.actor,
        active=state.active,
        turns=state.turns,
        gathered=bool(state.gathered),
        second=bool(state.second),
        die=None if state.die == NONE else state.die,
        card=None if state.card == NONE else titles[state.card],
        piles=[[titles[card] for card in pile] for pile in (state.first_pile, state.second_pile)],
        discards=[titles[card] for card in state.discards],
        helpers=[seat for seat in range(state.seats) if state.helping[seat]],
        taken=list(state.taken),
        arranging=list(state.busy),
        sealed=[None if tile == NONE else int(tile) for tile in state.sealed],
        symbol_used=bool(state.symbol_used),
        tile_used=bool(state.tile_used),
        again=bool(state.again),
        ending=ENDINGS[state.ending],
        launch=launch_numbers(state),
        flipped=list(state.flipped)[: state.flips],
        latest=latest(state),
    )


def board(state: Fireworks, seat: int) -> dict[str, str]:
    """The tiles of a board by space: `17/5` is tile 17 with its petal to the south-east."""
    tiles = {name: state.board[seat * SPACES + space] for space, name in enumerate(NAMES)}
    return {name: _placed(state, tile) for name, tile in tiles.items() if tile != EMPTY}


def _placed(state: Fireworks, tile: int) -> str:
    petal = BASIC <= state.face[tile] < SPECIAL
    return f"{tile}/{state.facing[tile]}" if petal else str(tile)


def _spot(state: Fireworks, tile: int) -> Spot:
    return int(state.x[tile]), int(state.y[tile]), _side(state, tile)


def _side(state: Fireworks, tile: int) -> str:
    return SIDES[state.place[tile] & 1]


def launch_numbers(state: Fireworks) -> list[int]:
    if state.rolled == NONE:
        return []
    trail = list(state.trail)[: 3 * state.impacts]
    return [state.rest_x, state.rest_y, state.rolled, *trail]


def latest(state: Fireworks) -> tuple[int, str | None] | None:
    """Who moved last, and what, unless it was sealed."""
    if state.latest_by == NONE:
        return None
    return int(state.latest_by), None if state.latest == NONE else write(state.latest)


# Read


def unpack(state: Fireworks, raw: bytes, box: FireworksBox) -> None:
    """Fill an empty state."""
    position = msgspec.json.decode(raw, type=FireworksPosition)
    prepare(state, box)
    if len(position.boards) != state.seats or len(position.characters) != state.seats:
        raise ValueError(f"expected boards and characters for {state.seats} seats")
    if len(position.faces) != len(state.printed.sky):
        raise ValueError(f"expected {len(state.printed.sky)} faces, got {len(position.faces)}")
    for tile, face in enumerate(position.faces):
        state.face[tile] = read_face(face)
    for tile, rank in enumerate(position.ranks or range(SKY_TILES)):
        state.rank[tile] = rank
    _read_places(state, position)
    _read_cards(state, position)
    _read_turn(state, position)
    _read_launch(state, position)


def _read_places(state: Fireworks, position: FireworksPosition) -> None:
    for seat, spaces in enumerate(position.boards):
        state.character[seat] = _index(state.printed.people, position.characters[seat], "a character")
        for name, words in spaces.items():
            number, _, direction = words.partition("/")
            space = _index(NAMES, name, "a space")
            _lay(state, seat, space, _free(state, number, TILES), _number(direction or "0", 6))
    for name, (x, y, side) in position.sky.items():
        tile = _free(state, name, len(state.printed.sky))
        state.place[tile] = _index(SIDES, side, "a side")
        state.x[tile], state.y[tile] = x, y
        state.seen[tile] = state.place[tile] == UP
    for name, side in position.outside.items():
        tile = _free(state, name, len(state.printed.sky))
        state.place[tile] = OUT_DOWN + _index(SIDES, side, "a side")
        state.seen[tile] = side == "up"
    for tile in position.seen:
        state.seen[tile] = 1


def _free(state: Fireworks, word: str, most: int) -> int:
    """The number of a tile that lies nowhere yet."""
    tile = _number(word, most)
    if state.place[tile] != GONE:
        raise ValueError(f"tile {tile} lies in two places")
    return tile


def _number(word: str, most: int) -> int:
    if not word.isdecimal() or int(word) >= most:
        raise ValueError(f"expected a number from 0 to {most - 1}, got {word!r}")
    return int(word)


def _index(names: Sequence[str], name: str, what: str) -> int:
    if name not in names:
        raise ValueError(f"expected {what}, got {name!r}")
    return names.index(name)


def _read_cards(state: Fireworks, position: FireworksPosition) -> None:
    titles = state.printed.titles
    first, second = position.piles or ([], [])
    state.first_pile = [_index(titles, name, "a card") for name in first]
    state.second_pile = [_index(titles, name, "a card") for name in second]
    state.discards = [_index(titles, name, "a card") for name in position.discards]
    state.card = NONE if position.card is None else _index(titles, position.card, "a card")


def _read_turn(state: Fireworks, position: FireworksPosition) -> None:
    state.phase = _index(PHASES, position.phase, "a phase")
    state.actor, state.active, state.turns = position.actor, position.active, position.turns
    state.gathered, state.second = int(position.gathered), int(position.second)
    state.die = NONE if position.die is None else position.die
    state.symbol_used, state.tile_used = int(position.symbol_used), int(position.tile_used)
    state.again = int(position.again)
    state.ending = _index(ENDINGS, position.ending, "an ending")
    state.takeable, state.fallen = state.count_open(), state.count_outside()
    for seat in position.helpers:
        state.helping[seat] = 1
    for seat, taken in enumerate(position.taken):
        state.taken[seat] = taken
    for seat, left in enumerate(position.arranging):
        state.busy[seat] = left
    for seat, tile in enumerate(position.sealed):
        state.sealed[seat] = NONE if tile is None else tile


def _read_launch(state: Fireworks, position: FireworksPosition) -> None:
    if position.launch:
        state.rest_x, state.rest_y, state.rolled = position.launch[:3]
        state.impacts = len(position.launch[3:]) // 3
        for at, number in enumerate(position.launch[3 : 3 + TRAIL]):
            state.trail[at] = number
    state.flips = len(position.flipped)
    for at, number in enumerate(position.flipped):
        state.flipped[at] = number
    if position.latest is not None:
        state.latest_by, words = position.latest
        state.latest = NONE if words is None else read(words)
